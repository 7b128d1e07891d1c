"""Every check of the project, one after the other: `python tools/check.py`. What pytest takes may follow."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("djlint", "templates", "--lint", "--check"),
)


def main():
    for arguments in (*MODULES, ("pytest", "-q", "-n", "3", *sys.argv[1:])):
        print("·", " ".join(arguments), flush=True)
        done = subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
