"""`companion bench processes`: what one process takes, and two, on SQLite and on PostgreSQL."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.bench.live import Sittings, entry_of, let_in, open_sittings, tap_for
from companion.bench.phones import Entry, Lines, Table
from companion.bench.postgresql import a_database
from companion.bench.served import Served, served
from companion.bench.taps import Tappers
from companion.serve.connections import lines as lines_allowed

TAPPED, HEARD = (("SQLite", 1), ("PostgreSQL", 1), ("PostgreSQL", 2)), ("SQLite", "PostgreSQL")
TAPPERS, TURNS = 8, 5  # at a table each


class Asked(NamedTuple):
    phones: int
    sittings: int
    seconds: float
    postgresql: str | None  # a server


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


def throughput(asked: Asked) -> Iterator[Throughput]:
    for database, processes in TAPPED:
        with _world(database, asked) as world:
            if world is not None:
                yield _throughput(database, processes, asked.seconds, *world)


def delays(asked: Asked) -> Iterator[Delays]:
    lines_allowed()  # as many as the system allows
    for database in HEARD:
        with _world(database, asked) as world:
            if world is not None:
                yield _delays(database, asked, *world)


@contextmanager
def _world(database: str, asked: Asked) -> Iterator[tuple[Path, str] | None]:
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
    bare = f"sqlite:///{folder}/bare.sqlite3" if address.startswith("sqlite") else _by_psycopg(address)
    with served([sys.executable, "-m", "companion.bench.bare", bare, str(processes), str(length)]) as running:
        yield running
        running.stop()


def _by_psycopg(address: str) -> str:
    return address.replace("postgresql://", "postgresql+psycopg://", 1)


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


def _delays(database: str, asked: Asked, folder: Path, address: str) -> Delays:
    sittings = open_sittings(folder, asked.sittings, address)
    with _ours(folder, address, 2) as running:
        ours, lines, sizes = _heard(running, sittings, entry_of(running, sittings), asked)
    told = [str(folder / "floor"), *map(str, sizes)]
    with served([sys.executable, "-m", "companion.bench.floor", *told]) as bare:
        floor, _, _ = _heard(bare, sittings, Entry("none", "none"), asked)
    return Delays(2, database, ours, floor, lines)


def _heard(
    running: Served, sittings: Sittings, entry: Entry, asked: Asked
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
