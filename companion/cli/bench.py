"""`companion bench`: how fast the app is on this machine."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.cli import several
from companion.cli.figures import late, row, up_to
from companion.cli.terminal import Commands, Trouble, write

if TYPE_CHECKING:
    from companion.bench.live import Figures

FLOOR = "The floor: each tap on the same disk, and the same bytes pushed by a bare loop of sockets. No app, no rules."


def add(commands: Commands) -> None:
    bench = commands.add_parser("bench", help="measure how fast the app is on this machine")
    parts = bench.add_subparsers(metavar="WHAT", required=True)
    live = parts.add_parser(
        "live",
        help="from a tap to the other phones",
        description="Serves tables of its own on 127.0.0.1, has many phones listen and tap, prints figures, and stops.",
        epilog=FLOOR,
    )
    live.add_argument("--phones", type=up_to(1000), default=1000, help="how many listen (default and most: 1000)")
    live.add_argument("--sittings", type=up_to(200), default=200, help="at how many tables (default and most: 200)")
    live.add_argument("--seconds", type=up_to(300), default=30, help="how long they tap (default: 30, most: 300)")
    live.set_defaults(command=_live)
    several.add(parts)


def _live(arguments: argparse.Namespace) -> None:
    from companion.bench.live import Asked, measure
    from companion.bench.phones import NotServed

    if arguments.phones < 2 * arguments.sittings:
        raise Trouble("at each sitting there must be two phones: one that taps, and another that hears of it")
    try:
        ours, floor = measure(Asked(arguments.phones, arguments.sittings, arguments.seconds))
    except NotServed as refused:
        raise Trouble(str(refused)) from None
    write(_report(arguments, ours, floor))


def _report(asked: argparse.Namespace, ours: Figures, floor: Figures) -> str:
    kind = f"{asked.phones} phones at {asked.sittings} sittings, a tap each 10 s a sitting, for {asked.seconds} s"
    done = f"{ours.taps} taps; {len(ours.delays)} times another phone heard of one, in {ours.pushed} bytes"
    rows = "".join(row(what, figures) for what, *figures in _rows(ours, floor))
    load = f"The machine's load was {ours.load:.1f}, and {floor.load:.1f} for the floor, this measuring included."
    return f"{kind}\n{done}\n\n{rows}\n{FLOOR}\n{load}\n"


def _rows(ours: Figures, floor: Figures) -> Iterator[tuple[str, str, str, str]]:
    yield "", "Companion", "floor", "at most"
    for share, bound in ((0.5, "10 ms"), (0.99, "60 ms")):
        yield (
            f"from a tap to the others' having it, p{share * 100:.0f}",
            late(ours.delays, share),
            late(floor.delays, share),
            bound,
        )
    yield "share of one core", f"{ours.share:.1%}", f"{floor.share:.1%}", "25%"
    yield "memory", f"{ours.megabytes:.0f} MB", f"{floor.megabytes:.0f} MB", "120 MB"
    vanished = f"{ours.vanished} vanish, {ours.vanished} new ones are served after"
    yield vanished, f"{ours.let_in:.2f} s", f"{floor.let_in:.2f} s", "5 s"
    yield f"exit with {ours.streams} streams open", f"{ours.stopped:.2f} s", f"{floor.stopped:.2f} s", "2 s"
