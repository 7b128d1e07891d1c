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

SIDE_BY_SIDE = ("-n", "4", "--dist", "worksteal")  # half of their time they wait, for a browser or a server


def main():
    for arguments in (*MODULES, ("pytest", "-q", *SIDE_BY_SIDE, *sys.argv[1:])):
        print("·", " ".join(arguments), flush=True)
        done = subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
