"""Drawing without replacement."""

from __future__ import annotations

from math import comb


def none_within(pile: int, marked: int, draws: int) -> float:
    """The chance that the next `draws` cards hold none of the marked ones. The look ends with the pile."""
    draws = min(draws, pile)
    return comb(pile - marked, draws) / comb(pile, draws)


def some_within(pile: int, marked: int, draws: int) -> float:
    return 1 - none_within(pile, marked, draws)
