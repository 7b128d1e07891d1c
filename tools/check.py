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
    # Meanwhile one process compiles the tests: in a fresh clone each of the four would do so for itself
    compiling = [sys.executable, "-m", "pytest", "-q", "--collect-only"]
    with subprocess.Popen(compiling, cwd=ROOT, stdout=subprocess.DEVNULL):
        for arguments in CHECKS:
            if status := run(arguments):
                return status
    return run(("-m", "pytest", "-q", *SIDE_BY_SIDE, *sys.argv[1:]))


def run(arguments):
    print("·", " ".join(arguments), flush=True)
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
