"""What is kept of a game of Pasta: the largest groups, and what decided between equal totals."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.core import Chronicle, Played
from companion.rules.pasta.play import Sheet
from companion.rules.pasta.standing import standing, tie_break


def chronicle(sheet: Sheet, played: Iterable[Played]) -> Chronicle:
    """Stopping is how it ends as a rule; only a table that has banked nothing hasn't played."""
    baskets, level = standing(sheet), tie_break(sheet)
    kept = tuple(
        {"largest": basket.largest, **({"level": level.by} if level and level.by else {})} for basket in baskets
    )
    return Chronicle(any(basket.cards for basket in baskets), kept)
