"""`companion bench live`, as whoever runs it sees it."""

import re
import signal
import subprocess
import sys

import pytest

BENCH = [sys.executable, "-m", "companion", "bench", "live"]
SMALL = ["--phones", "6", "--sittings", "2", "--seconds", "6"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where it keeps what it needs, until it ends. Its database is its own, whatever the environment names."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("COMPANION_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nothing")
    return tmp_path


@pytest.mark.slow
def test_every_figure_stands_beside_a_floor(folder):
    done = subprocess.run([*BENCH, *SMALL], capture_output=True, text=True, timeout=120, check=True)
    assert "2 taps; 4 times another phone heard of one" in done.stdout
    rows = re.findall(r"^(\S.*?) {2,}([\d.]+)( ms| s| MB|%) +([\d.]+)\3 +[\d.]+\3$", done.stdout, re.MULTILINE)
    assert [row[0].partition(",")[2].strip() or row[0] for row in rows] == [
        "p50",
        "p99",
        "share of one core",
        "memory",
        "6 new ones are served after",
        "exit with 12 streams open",
    ]
    assert done.stderr == ""
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_it_stops_when_it_is_told_to_and_leaves_nothing(folder):
    bench = subprocess.Popen(
        [*BENCH, "--phones", "2", "--sittings", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not (served := [path for path in folder.glob("*/companion.sqlite3-wal") if path.stat().st_size]):
        assert bench.poll() is None
    assert served
    bench.send_signal(signal.SIGINT)
    assert bench.wait(timeout=20) == 130
    assert bench.communicate() == (b"", b"")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--phones", "1001"], "'1001' is no number from 1 to 1000"),
        (["--sittings", "many"], "'many' is no number from 1 to 200"),
        (["--seconds", "0"], "'0' is no number from 1 to 300"),
        (["--phones", "5", "--sittings", "3"], "at each sitting there must be two phones"),
    ],
)
def test_what_it_can_not_measure_is_a_sentence(arguments, sentence):
    done = subprocess.run([*BENCH, *arguments], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
