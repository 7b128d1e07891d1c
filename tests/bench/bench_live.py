"""How long a tap is on its way to the others, what it costs, and what phones do that vanish.

`python tests/bench/bench_live.py`: serves tables of its own on 127.0.0.1, has many phones listen and tap, prints
figures beside those of a bare loop of sockets, and stops.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from companion.serve.listener import connections_allowed
from load import floor
from load.figures import enough_phones, late, row, run, show, up_to
from load.phones import Entry, Lines, Table, let_in, tap_for
from load.served import Served, served
from load.sittings import Sittings, entry_of, open_sittings

VANISHED = 300
FLOOR = "The floor: each tap on the same disk, and the same bytes pushed by a bare loop of sockets. No app, no rules."


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Measure how long a tap is on its way to the others.", epilog=FLOOR)
    parser.add_argument("--phones", type=up_to(1000), default=1000, help="how many listen (default and most: 1000)")
    parser.add_argument("--sittings", type=up_to(200), default=200, help="at how many tables (default and most: 200)")
    parser.add_argument("--seconds", type=up_to(300), default=30, help="how long they tap (default: 30, most: 300)")
    asked = parser.parse_args(argv)
    enough_phones(parser, asked)
    ours, bare = measure(asked)
    show(f"{asked.phones} phones at {asked.sittings} sittings, a tap each 10 s a sitting, for {asked.seconds} s\n")
    show(f"{ours.taps} taps; {len(ours.delays)} times another phone heard of one, in {ours.pushed} bytes\n\n")
    show(row("", "Companion", "floor", "at most"))
    for share, bound in ((0.5, "10 ms"), (0.99, "60 ms")):
        what = f"from a tap to the others' having it, p{share * 100:.0f}"
        show(row(what, late(ours.delays, share), late(bare.delays, share), bound))
    show(row("share of one core", f"{ours.share:.1%}", f"{bare.share:.1%}", "25%"))
    show(row("memory", f"{ours.megabytes:.0f} MB", f"{bare.megabytes:.0f} MB", "120 MB"))
    vanished = f"{ours.vanished} vanish, {ours.vanished} new ones are served after"
    show(row(vanished, f"{ours.let_in:.2f} s", f"{bare.let_in:.2f} s", "5 s"))
    stopped = f"exit with {ours.streams} streams open"
    show(row(stopped, f"{ours.stopped:.2f} s", f"{bare.stopped:.2f} s", "2 s"))
    load = f"The machine's load was {ours.load:.1f}, and {bare.load:.1f} for the floor, this measuring included."
    show(f"\n{FLOOR}\n{load}\n")


class Figures(NamedTuple):
    """Of one server."""

    taps: int
    delays: list[float]  # from a tap to each other phone's having the last byte
    pushed: int
    answered: int
    share: float  # of one core
    megabytes: float
    let_in: float  # seconds until as many new phones were served as had vanished
    vanished: int
    stopped: float  # seconds
    streams: int  # that were open then
    load: float  # of the machine


def measure(asked: argparse.Namespace) -> tuple[Figures, Figures]:
    """Ours, and the floor."""
    connections_allowed()  # as many lines as the system allows
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        sittings = open_sittings(folder, asked.sittings)
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0", "--instance", name]
        with served(command, {"COMPANION_DATABASE_URL": ""}) as ours:
            mine = _measured(ours, sittings, entry_of(ours, sittings), asked)
        told = [str(folder / "floor"), str(mine.pushed), str(mine.answered)]
        with served([sys.executable, floor.__file__, *told]) as bare:
            return mine, _measured(bare, sittings, Entry("session=none", "none"), asked)


def _measured(server: Served, sittings: Sittings, entry: Entry, asked: argparse.Namespace) -> Figures:
    lines = Lines(server.address)
    try:
        tables = [Table(lines, link, sittings.length, entry) for link in sittings.links]
        let_in(lines, tables, asked.phones)
        before, began = server.seconds(), perf_counter()
        taps = tap_for(lines, tables, asked.seconds)
        share = (server.seconds() - before) / (perf_counter() - began)
        vanished = min(VANISHED, asked.phones)
        served_again = _vanish(lines, tables, vanished)
        megabytes, streams = server.megabytes(), asked.phones + vanished
        delays = [delay for table in tables for delay in table.delays]
        sizes = tables[0].pushed, tables[0].answered
        return Figures(
            taps, delays, *sizes, share, megabytes, served_again, vanished, server.stop(), streams, os.getloadavg()[0]
        )
    finally:
        lines.hang_up()


def _vanish(lines: Lines, tables: list[Table], many: int) -> float:
    """Without a word; and then as many new ones come, at once."""
    for number in range(many):
        table = tables[number % len(tables)]
        lines.lose(table.streams[number // len(tables)].line)
    began = perf_counter()
    new = [stream for number in range(many) for stream in tables[number % len(tables)].join(1)]
    lines.until(lambda: all(stream.ready for stream in new), "new phones are served")
    return perf_counter() - began


if __name__ == "__main__":
    run(main)
