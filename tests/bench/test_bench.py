"""The benches that start servers of their own, as whoever runs them sees them."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

import bench_live
import bench_many
import bench_processes
from bench_processes import Delays, Throughput
from load import postgresql

BENCH = [sys.executable, bench_live.__file__]
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
    with subprocess.Popen(
        [*BENCH, "--phones", "2", "--sittings", "1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as bench:
        children = Path(f"/proc/{bench.pid}/task/{bench.pid}/children")  # its server
        try:
            while not list(folder.glob("*/companion.sqlite3-wal")) or not children.read_text():
                assert bench.poll() is None
                sleep(0.01)
            bench.send_signal(signal.SIGINT)
            assert bench.wait(timeout=20) == 130
        finally:
            bench.kill()
        assert bench.communicate() == (b"", b"")
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_processes_are_measured_beside_their_floors(folder, monkeypatch, capsys):
    monkeypatch.setattr(bench_processes, "TAPPED", (("PostgreSQL", 2),))
    monkeypatch.setattr(bench_processes, "HEARD", ("SQLite",))
    bench_processes.main(["--phones", "8", "--sittings", "4", "--seconds", "1"])
    said = capsys.readouterr().out
    assert re.search(r"^PostgreSQL, 2 processes +\d+ +\d+ +\d+% +40%$", said, re.MULTILINE)
    delays = re.findall(r"^SQLite, 2 processes, p(\d\d) +[\d.]+ ms +[\d.]+ ms +\d+ ms$", said, re.MULTILINE)
    assert delays == ["50", "99"]
    assert list(folder.iterdir()) == []


@pytest.mark.slow
def test_many_tables_are_measured_beside_ten(folder, monkeypatch, capsys):
    monkeypatch.setattr(postgresql, "packaged", lambda: None)
    bench_many.main(["--tables", "30", "--live", "4", "--rounds", "1"])
    said = capsys.readouterr().out
    for what in ("a tap", "its page", "the first page"):
        assert re.search(rf"^{what}, p50 +[\d.]+ ms +[\d.]+ ms +[\d.]+ +1.25$", said, re.MULTILINE)
    for job in ("upgrade", "backup", "start"):
        assert re.search(rf"^companion {job} +[\d.]+ s +[\d.]+ s$", said, re.MULTILINE)
    assert re.search(r"^\d+ bytes of the database a table$", said, re.MULTILINE)
    assert list(folder.iterdir()) == []


def test_without_a_postgresql_it_says_so(monkeypatch, capsys):
    monkeypatch.setattr(postgresql, "packaged", lambda: None)
    monkeypatch.setattr(bench_processes, "_throughput", lambda name, many, *_: Throughput(many, name, 10.0, 20.0))
    monkeypatch.setattr(bench_processes, "_delays", lambda name, *_: Delays(2, name, [0.01], [0.01], [1, 1]))
    bench_processes.main([])
    said = capsys.readouterr().out
    assert "PostgreSQL isn't measured" in said
    assert "PostgreSQL, " not in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--phones", "1001"], "'1001' is no number from 1 to 1000"),
        (["--sittings", "many"], "'many' is no number from 1 to 200"),
        (["--seconds", "0"], "'0' is no number from 1 to 300"),
        (["--phones", "5", "--sittings", "3"], "at each sitting there must be two phones"),
    ],
)
def test_what_it_can_not_measure_is_a_sentence(arguments, sentence, capsys):
    with pytest.raises(SystemExit, check=lambda exit: exit.code):
        bench_live.main(arguments)
    assert sentence in capsys.readouterr().err
