"""What the benches of whole servers have in common: their numbers, their figures in columns, how they end."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

from load.phones import NotServed


def up_to(most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {most}")
        return int(text)

    return number


def enough_phones(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> None:
    if asked.phones < 2 * asked.sittings:
        parser.error("at each sitting there must be two phones: one that taps, and another that hears of it")


def late(seconds: Iterable[float], share: float) -> str:
    """So much of all had come by then."""
    delays = sorted(seconds)
    return f"{delays[int(share * (len(delays) - 1))] * 1000:.1f} ms"


def row(what: str, *figures: str) -> str:
    return f"{what:48}{''.join(f' {figure:>11}' for figure in figures)}\n"


def show(text: str) -> None:
    print(text, end="", flush=True)


def load() -> str:
    return f"The machine's load was {os.getloadavg()[0]:.1f}, this measuring included.\n"


def run(main: Callable[[Sequence[str] | None], None]) -> NoReturn:
    try:
        main(None)
    except NotServed as refused:
        sys.exit(str(refused))
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)
