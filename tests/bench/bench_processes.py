"""What one process takes, and two, on SQLite and on PostgreSQL: `python tests/bench/bench_processes.py`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.serve.listener import connections_allowed
from load import bare, floor
from load.figures import enough_phones, late, load, row, run, show, up_to
from load.phones import Entry, Lines, Table, let_in, tap_for
from load.postgresql import NONE, SERVER, a_database, has_postgresql
from load.served import Served, served
from load.sittings import Sittings, entry_of, open_sittings
from load.taps import Tappers

TAPPED, HEARD = (("SQLite", 1), ("PostgreSQL", 1), ("PostgreSQL", 2)), ("SQLite", "PostgreSQL")
TAPPERS, TURNS = 8, 5  # at a table each
FLOORS = (
    "The floor of taps: bare committed INSERTs and a page of the same length, by Flask, Flask-SQLAlchemy and the same "
    "server. The floor of delays: each tap on the same disk, and the same bytes pushed by a bare loop of sockets."
)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="One process and two, SQLite and PostgreSQL.", epilog=FLOORS)
    parser.add_argument("--phones", type=up_to(1000), default=400, help="how many listen (default: 400)")
    parser.add_argument("--sittings", type=up_to(200), default=100, help="at how many tables (default: 100)")
    parser.add_argument("--seconds", type=up_to(60), default=10, help="how long each is measured (default: 10)")
    parser.add_argument("--postgresql", metavar="ADDRESS", help=SERVER)
    asked = parser.parse_args(argv)
    enough_phones(parser, asked)
    show("" if has_postgresql(asked.postgresql) else NONE)
    show(row("taps a second", "Companion", "floor", "of it", "at least"))
    for taps in throughput(asked):
        what, share = f"{taps.database}, {_several(taps.processes)}", f"{taps.ours / taps.floor:.0%}"
        show(row(what, f"{taps.ours:.0f}", f"{taps.floor:.0f}", share, "40%"))
    show(row("\nfrom a tap to the others' having it", " Companion", "floor", "at most"))
    for heard in delays(asked):
        what = f"{heard.database}, {_several(heard.processes)}"
        for share, bound in ((0.5, "25 ms"), (0.99, "100 ms")):
            show(row(f"{what}, p{share * 100:.0f}", late(heard.ours, share), late(heard.floor, share), bound))
        lines = " and ".join(map(str, heard.lines))
        show(f"  {len(heard.ours)} times another phone heard of a tap; lines at each process: {lines}\n")
    show(f"\n{FLOORS}\n{load()}")


def _several(processes: int) -> str:
    return "one process" if processes == 1 else f"{processes} processes"


class Throughput(NamedTuple):
    processes: int
    database: str
    ours: float  # taps a second
    floor: float


class Delays(NamedTuple):
    """From a tap to each other phone's having it."""

    processes: int
    database: str
    ours: list[float]
    floor: list[float]
    lines: list[int]  # at each of the processes


def throughput(asked: argparse.Namespace) -> Iterator[Throughput]:
    for database, processes in TAPPED:
        with _world(database, asked) as world:
            if world is not None:
                yield _throughput(database, processes, asked.seconds, *world)


def delays(asked: argparse.Namespace) -> Iterator[Delays]:
    connections_allowed()  # as many as the system allows
    for database in HEARD:
        with _world(database, asked) as world:
            if world is not None:
                yield _delays(database, asked, *world)


@contextmanager
def _world(database: str, asked: argparse.Namespace) -> Iterator[tuple[Path, str] | None]:
    """A folder, and the address of an empty database; nothing where there is no PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        if database == "SQLite":
            yield Path(name), f"sqlite:///{name}/companion.sqlite3"
        else:
            with a_database(asked.postgresql) as address:
                yield None if address is None else (Path(name), address)


@contextmanager
def _ours(folder: Path, address: str, processes: int) -> Iterator[Served]:
    where = ["--host", "127.0.0.1", "--port", "0", "--instance", str(folder), "--workers", str(processes)]
    with served([sys.executable, "-m", "companion", "serve", *where], {"COMPANION_DATABASE_URL": address}) as running:
        yield running
        running.stop()


@contextmanager
def _bare(folder: Path, address: str, processes: int, length: int) -> Iterator[Served]:
    by_psycopg = address.replace("postgresql://", "postgresql+psycopg://", 1)
    database = f"sqlite:///{folder}/bare.sqlite3" if address.startswith("sqlite") else by_psycopg
    with served([sys.executable, bare.__file__, database, str(processes), str(length)]) as running:
        yield running
        running.stop()


def _throughput(database: str, processes: int, seconds: float, folder: Path, address: str) -> Throughput:
    """In turns: what else the machine does hits both."""
    sittings = open_sittings(folder, TAPPERS, address)
    with ExitStack() as at_once:
        running = at_once.enter_context(_ours(folder, address, processes))
        entry = entry_of(running, sittings)
        ours = at_once.enter_context(Tappers(running.address, *sittings, entry))
        ours.tap_for(0)
        running = at_once.enter_context(_bare(folder, address, processes, ours.answered))
        floor = at_once.enter_context(Tappers(running.address, *sittings, entry))
        for turn in range(-1, TURNS):  # the first one warms up
            for one in (ours, floor):
                one.tap_for(seconds / TURNS)
                if turn < 0:
                    one.forget()
        return Throughput(processes, database, ours.a_second, floor.a_second)


def _delays(database: str, asked: argparse.Namespace, folder: Path, address: str) -> Delays:
    sittings = open_sittings(folder, asked.sittings, address)
    with _ours(folder, address, 2) as running:
        ours, lines, sizes = _heard(running, sittings, entry_of(running, sittings), asked)
    told = [str(folder / "floor"), *map(str, sizes)]
    with served([sys.executable, floor.__file__, *told]) as running:
        bare_delays, _, _ = _heard(running, sittings, Entry("session=none", "none"), asked)
    return Delays(2, database, ours, bare_delays, lines)


def _heard(
    running: Served, sittings: Sittings, entry: Entry, asked: argparse.Namespace
) -> tuple[list[float], list[int], tuple[int, int]]:
    lines = Lines(running.address)
    try:
        tables = [Table(lines, link, sittings.length, entry) for link in sittings.links]
        let_in(lines, tables, asked.phones)
        tap_for(lines, tables, asked.seconds)
        each = [delay for table in tables for delay in table.delays]
        return each, running.lines(), (tables[0].pushed, tables[0].answered)
    finally:
        lines.hang_up()


if __name__ == "__main__":
    run(main)
