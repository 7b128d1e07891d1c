"""What ten thousand tables in one database cost, beside ten: `python tests/bench/bench_many.py`."""

from __future__ import annotations

import argparse
import http.client
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from companion import create_app, store
from companion.store.database.engine import KEY
from load.crowd import Crowd, fill, size
from load.figures import late, load, row, run, show, up_to
from load.phones import FORM, MOVES, Entry, Lines, NotServed, Table
from load.postgresql import NONE, SERVER, a_database, has_postgresql
from load.served import Served, served
from load.sittings import Sittings, entry_of

FEW, A_ROUND = 10, 20
MANY = "Of the many tables, most are over; at each live one somebody listens, and one phone goes from one to the next."


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Ten thousand tables in one database.", epilog=MANY)
    parser.add_argument("--tables", type=up_to(100_000), default=10_000, help="how many (default: 10000)")
    parser.add_argument("--live", type=up_to(1000), default=200, help="how many of them go on (default: 200)")
    parser.add_argument("--rounds", type=up_to(100), default=20, help="of 20 tables each (default: 20)")
    parser.add_argument("--postgresql", metavar="ADDRESS", help=SERVER)
    asked = parser.parse_args(argv)
    if asked.tables < asked.live + 2:
        parser.error("some tables must be over: take more of them, or fewer that are live")
    show("" if has_postgresql(asked.postgresql) else NONE)
    for figures in measure(asked):
        show(row(figures.database, f"{asked.tables}", f"{FEW}", "times", "at most"))
        for what, many, few in zip(("a tap", "its page", "the first page"), figures.many, figures.few, strict=True):
            times = f"{median(many) / median(few):.2f}"
            show(row(f"{what}, p50", late(many, 0.5), late(few, 0.5), times, "1.25"))
        for job, of_many, of_few in figures.jobs:
            show(row(f"companion {job}", f"{of_many:.2f} s", f"{of_few:.2f} s"))
        show(f"{figures.bytes} bytes of the database a table\n\n")
    show(f"{MANY}\n{load()}")


class World(NamedTuple):
    """A database with so many tables."""

    folder: Path
    address: str
    crowd: Crowd
    bytes: int


class Answers(NamedTuple):
    """Seconds, of each."""

    taps: list[float]
    pages: list[float]
    homes: list[float]


class Figures(NamedTuple):
    database: str
    few: Answers
    many: Answers
    bytes: int  # a table
    jobs: list[tuple[str, float, float]]  # seconds, with many and with few


def measure(asked: argparse.Namespace) -> Iterator[Figures]:
    for database in ("SQLite", "PostgreSQL"):
        with ExitStack() as worlds:
            addresses = [worlds.enter_context(a_database(asked.postgresql)) for _ in "12" if database != "SQLite"]
            if None in addresses:
                continue
            folders = [Path(worlds.enter_context(tempfile.TemporaryDirectory(prefix="companion-bench-"))) for _ in "12"]
            given = addresses or [f"sqlite:///{folder}/companion.sqlite3" for folder in folders]
            few = _made(folders[0], str(given[0]), FEW, FEW)
            many = _made(folders[1], str(given[1]), asked.tables, asked.live)
            yield _measured(database, few, many, asked)


def _made(folder: Path, address: str, tables: int, live: int) -> World:
    app = create_app({"INSTANCE": folder, "DATABASE_URL": address})
    store.upgrade(app)
    empty = size(app)
    crowd = fill(app, tables, live)
    app.extensions[KEY].close()
    grown = size(app) - empty
    app.extensions[KEY].close()
    return World(folder, address, crowd, grown)


def _measured(database: str, few: World, many: World, asked: argparse.Namespace) -> Figures:
    commands = {"upgrade": ["upgrade"], **({"backup": ["backup", "copy"]} if database == "SQLite" else {})}
    jobs = [(name, _job(many, command), _job(few, command)) for name, command in commands.items()]
    with ExitStack() as open_still:
        (of_many, started), (of_few, started_few) = (_visit(open_still, world) for world in (many, few))
        for _ in range(asked.rounds):
            for visitor in (of_many, of_few):  # in turns: what else the machine does hits both
                visitor.look_round()
    jobs.append(("start", started, started_few))
    return Figures(database, of_few.answers, of_many.answers, many.bytes // asked.tables, jobs)


def _job(world: World, command: Sequence[str]) -> float:
    began = perf_counter()
    subprocess.run(_command(world, *command), check=True, env={**os.environ, **_environment(world)}, cwd=world.folder)
    return perf_counter() - began


def _command(world: World, *command: str) -> list[str]:
    return [sys.executable, "-m", "companion", *command, "--instance", str(world.folder)]


def _environment(world: World) -> dict[str, str]:
    return {"COMPANION_DATABASE_URL": world.address}


def _visit(until: ExitStack, world: World) -> tuple[Visitor, float]:
    """Somebody who looks round in a server of this database, and how long that one took to start."""
    began = perf_counter()
    command = _command(world, "serve", "--host", "127.0.0.1", "--port", "0")
    running = until.enter_context(served(command, _environment(world)))
    took = perf_counter() - began
    return until.enter_context(Visitor(running, world.crowd)), took


class Visitor:
    """Somebody who goes from one live table to the next, where others listen, and home with a phone of few tables.

    The phone that goes about is another one: each table that it has seen would be one more at home.
    """

    def __init__(self, running: Served, crowd: Crowd) -> None:
        self.answers = Answers([], [], [])
        self._entry = entry_of(running, Sittings(crowd.live, crowd.length))
        self._phone, self._guest = crowd.phone, uuid4()
        self._line, self._lines = http.client.HTTPConnection(*running.address, timeout=30), Lines(running.address)
        tables = [Table(self._lines, link, crowd.length, self._entry) for link in crowd.live]
        listening = [stream for table in tables for stream in table.join(1)]
        self._lines.until(lambda: all(stream.ready for stream in listening), "streams open")
        for table in tables:  # each log is read a first time
            self._timed("GET", table.path)
        self._at = cycle([Visited(table, crowd.length) for table in tables])

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()
        self._lines.hang_up()

    def look_round(self) -> None:
        for _ in range(A_ROUND):
            table = next(self._at)
            self.answers.pages.append(self._timed("GET", table.path))
            self.answers.taps.append(self._timed("POST", f"{table.path}taps", table.move(self._entry)))
            self.answers.homes.append(self._timed("GET", "/"))
            self._lines.turn(0)

    def _timed(self, method: str, path: str, body: str | None = None) -> float:
        phone = self._phone if path == "/" else self._guest
        cookies = f"companion-phone={phone}; {self._entry.session}"
        began = perf_counter()
        self._line.request(method, path, body, {"Cookie": cookies, "Content-Type": FORM})
        answer = self._line.getresponse()
        answer.read()
        if answer.status not in (200, 303):
            raise NotServed(f"{method} was refused: {answer.status}")
        return perf_counter() - began


class Visited:
    """A table, and what may be noted there next."""

    def __init__(self, table: Table, length: int) -> None:
        self.path, self._length, self._moves = table.path, length, cycle(MOVES)

    def move(self, entry: Entry) -> str:
        fields = {"csrf_token": entry.token, "tap": uuid4(), "after": self._length, **next(self._moves)}
        self._length += 1
        return urlencode(fields)


if __name__ == "__main__":
    run(main)
