"""Every check of the project, one after the other: `python tools/check.py`. What pytest takes may follow."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKS = (
    ("-m", "ruff", "check", "."),
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "mypy"),
    ("-m", "djlint", "templates", "--lint", "--check"),
    ("tools/format.py", "--check"),
)

SIDE_BY_SIDE = ("-n", "4", "--dist", "worksteal")  # more than half of their time they wait: for a finger, or a server


def main():
    for arguments in (*CHECKS, ("-m", "pytest", "-q", *SIDE_BY_SIDE, *sys.argv[1:])):
        print("·", " ".join(arguments), flush=True)
        done = subprocess.run([sys.executable, *arguments], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
