"""`companion bench processes` and `companion bench many`: what several processes take, and ten thousand tables."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING

from companion.cli.figures import late, row, up_to
from companion.cli.terminal import Commands, Trouble, write

if TYPE_CHECKING:
    from companion.bench.many import Figures
    from companion.bench.processes import Delays, Throughput

PROCESSES = (
    "The floor of taps: bare committed INSERTs and a page of the same length, by Flask, Flask-SQLAlchemy and the same "
    "server. The floor of delays: each tap on the same disk, and the same bytes pushed by a bare loop of sockets."
)
MANY = "Of the many tables, most are over; at each live one somebody listens, and one phone goes from one to the next."
SERVER = "the address of a PostgreSQL to make an empty database in, for as long as it takes"
NONE = "PostgreSQL isn't measured: name a server with --postgresql\n"


def add(parts: Commands) -> None:
    processes = parts.add_parser("processes", help="one process and two, SQLite and PostgreSQL", epilog=PROCESSES)
    processes.add_argument("--phones", type=up_to(1000), default=400, help="how many listen (default: 400)")
    processes.add_argument("--sittings", type=up_to(200), default=100, help="at how many tables (default: 100)")
    processes.add_argument("--seconds", type=up_to(60), default=10, help="how long each is measured (default: 10)")
    processes.set_defaults(command=_processes)
    many = parts.add_parser("many", help="ten thousand tables in one database", epilog=MANY)
    many.add_argument("--tables", type=up_to(100_000), default=10_000, help="how many (default: 10000)")
    many.add_argument("--live", type=up_to(1000), default=200, help="how many of them go on (default: 200)")
    many.add_argument("--rounds", type=up_to(100), default=20, help="of 20 tables each (default: 20)")
    many.set_defaults(command=_many)
    for command in (processes, many):
        command.add_argument("--postgresql", metavar="ADDRESS", help=SERVER)


def _load() -> str:
    return f"The machine's load was {os.getloadavg()[0]:.1f}, this measuring included.\n"


def _processes(arguments: argparse.Namespace) -> None:
    from companion.bench.phones import NotServed
    from companion.bench.postgresql import has_postgresql
    from companion.bench.processes import Asked, delays, throughput

    if arguments.phones < 2 * arguments.sittings:
        raise Trouble("at each sitting there must be two phones: one that taps, and another that hears of it")
    asked = Asked(arguments.phones, arguments.sittings, arguments.seconds, arguments.postgresql)
    try:
        write("" if has_postgresql(arguments.postgresql) else NONE)
        write(row("taps a second", ["Companion", "floor", "of it", "at least"]))
        for figures in throughput(asked):
            write(_taps(figures))
        write(row("\nfrom a tap to the others' having it", [" Companion", "floor", "at most"]))
        for heard in delays(asked):
            write("".join(_heard(heard)))
    except NotServed as refused:
        raise Trouble(str(refused)) from None
    write(f"\n{PROCESSES}\n{_load()}")


def _several(processes: int) -> str:
    return "one process" if processes == 1 else f"{processes} processes"


def _taps(figures: Throughput) -> str:
    share = f"{figures.ours / figures.floor:.0%}"
    what = f"{figures.database}, {_several(figures.processes)}"
    return row(what, [f"{figures.ours:.0f}", f"{figures.floor:.0f}", share, "40%"])


def _heard(heard: Delays) -> Iterator[str]:
    what = f"{heard.database}, {_several(heard.processes)}"
    for share, bound in ((0.5, "25 ms"), (0.99, "100 ms")):
        yield row(f"{what}, p{share * 100:.0f}", [late(heard.ours, share), late(heard.floor, share), bound])
    lines = " and ".join(map(str, heard.lines))
    yield f"  {len(heard.ours)} times another phone heard of a tap; lines at each process: {lines}\n"


def _many(arguments: argparse.Namespace) -> None:
    from companion.bench.many import FEW, Asked, measure
    from companion.bench.phones import NotServed
    from companion.bench.postgresql import has_postgresql

    if arguments.tables < arguments.live + 2:
        raise Trouble("some tables must be over: take more of them, or fewer that are live")
    try:
        write("" if has_postgresql(arguments.postgresql) else NONE)
        for figures in measure(Asked(arguments.tables, arguments.live, arguments.rounds, arguments.postgresql)):
            write(row(figures.database, [f"{arguments.tables}", f"{FEW}", "times", "at most"]))
            write("".join(_compared(figures)))
    except NotServed as refused:
        raise Trouble(str(refused)) from None
    write(f"{MANY}\n{_load()}")


def _compared(figures: Figures) -> Iterator[str]:
    for what, many, few in zip(("a tap", "its page", "the first page"), figures.many, figures.few, strict=True):
        times = f"{median(many) / median(few):.2f}"
        yield row(f"{what}, p50", [late(many, 0.5), late(few, 0.5), times, "1.25"])
    for job, of_many, of_few in figures.jobs:
        yield row(f"companion {job}", [f"{of_many:.2f} s", f"{of_few:.2f} s"])
    yield f"{figures.bytes} bytes of the database a table\n\n"
