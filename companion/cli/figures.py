"""What the parts of `companion bench` have in common: bounded numbers, and figures in columns."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence


def up_to(most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to {most}")
        return int(text)

    return number


def late(seconds: Iterable[float], share: float) -> str:
    """So much of all had come by then."""
    delays = sorted(seconds)
    return f"{delays[int(share * (len(delays) - 1))] * 1000:.1f} ms"


def row(what: str, figures: Sequence[str]) -> str:
    return f"{what:48}{''.join(f' {figure:>11}' for figure in figures)}\n"
