"""`companion bench`: how fast the app is on this machine."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

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
    live.add_argument("--phones", type=_up_to(1000), default=1000, help="how many listen (default and most: 1000)")
    live.add_argument("--sittings", type=_up_to(200), default=200, help="at how many tables (default and most: 200)")
    live.add_argument("--seconds", type=_up_to(300), default=30, help="how long they tap (default: 30, most: 300)")
    live.set_defaults(command=_live)


def _up_to(most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {most}")
        return int(text)

    return number


def _late(figures: Figures, share: float) -> str:
    """So much of all sheets had come by then."""
    delays = sorted(figures.delays)
    return f"{delays[int(share * (len(delays) - 1))] * 1000:.1f} ms"


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
    rows = "".join(f"{what:44} {mine:>10} {bare:>10} {bound:>10}\n" for what, mine, bare, bound in _rows(ours, floor))
    load = f"The machine's load was {ours.load:.1f}, and {floor.load:.1f} for the floor, this measuring included."
    return f"{kind}\n{done}\n\n{rows}\n{FLOOR}\n{load}\n"


def _rows(ours: Figures, floor: Figures) -> Iterator[tuple[str, str, str, str]]:
    yield "", "Companion", "floor", "at most"
    for share, bound in ((0.5, "10 ms"), (0.99, "60 ms")):
        yield f"from a tap to the others' having it, p{share * 100:.0f}", _late(ours, share), _late(floor, share), bound
    yield "share of one core", f"{ours.share:.1%}", f"{floor.share:.1%}", "25%"
    yield "memory", f"{ours.megabytes:.0f} MB", f"{floor.megabytes:.0f} MB", "120 MB"
    vanished = f"{ours.vanished} vanish, {ours.vanished} new ones are served after"
    yield vanished, f"{ours.let_in:.2f} s", f"{floor.let_in:.2f} s", "5 s"
    yield f"exit with {ours.streams} streams open", f"{ours.stopped:.2f} s", f"{floor.stopped:.2f} s", "2 s"
