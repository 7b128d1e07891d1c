"""Every check of the project, one after the other: `python tools/check.py`. What pytest takes may follow."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CHECKS = (
    ("-m", "ruff", "check", "."),
    ("-m", "ruff", "format", "--check", "."),
    ("-m", "mypy"),
    ("-m", "djlint", "templates", "--lint", "--check"),
    ("tools/format.py", "--check"),
)

SIDE_BY_SIDE = ("-n", "4", "--dist", "worksteal")  # more than half of their time they wait: for a finger, or a server

FEW = 3  # tests that fail are run again by themselves: a machine that is busy with all of them can be too slow for one
FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"


def main():
    # Meanwhile one process compiles the tests: in a fresh clone each of the four would do so for itself
    compiling = [sys.executable, "-m", "pytest", "-q", "--collect-only"]
    with subprocess.Popen(compiling, cwd=ROOT, stdout=subprocess.DEVNULL):
        for arguments in CHECKS:
            if status := run(arguments):
                return status
    FAILED.unlink(missing_ok=True)
    status = run(("-m", "pytest", "-q", *SIDE_BY_SIDE, *sys.argv[1:]))
    if status == pytest.ExitCode.TESTS_FAILED and len(json.loads(FAILED.read_text())) <= FEW:
        print("What failed, once more by itself: if it passes now, it depends on the machine's pace.", flush=True)
        status = run(("-m", "pytest", "-v", "--last-failed", *sys.argv[1:]))
    return status


def run(arguments):
    print("·", " ".join(arguments), flush=True)
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
