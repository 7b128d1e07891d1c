"""Turns, ranks, how often, and tenths, in words and numbers that every game uses."""

from __future__ import annotations

from decimal import Decimal

from companion.rules.core import Sheet
from companion.rules.text import Text, say

RANKS = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"), say("sixth"))
TIMES = (
    say("never"),
    say("once"),
    say("twice"),
    say("three times"),
    say("four times"),
    say("five times"),
    say("six times"),
    say("seven times"),
    say("eight times"),
    say("nine times"),
    say("ten times"),
)


def whose_turn(sheet: Sheet, seat: int) -> Text:
    """Of a seat that was chosen: it may be another's turn, or, where all play at once, nobody's."""
    name = sheet.table.players[seat]
    return say("%(name)s’s turn", name=name) if seat == sheet.turn else say("For %(name)s", name=name)


def ranked(rank: int) -> Text:
    """As it stands below a name: nothing in it agrees with a player."""
    return RANKS[rank - 1]


def times(count: int) -> Text:
    """In words as far as people say them."""
    return TIMES[count] if count < len(TIMES) else say("%(count)s times", count=count)


def tenths(value: float) -> Decimal:
    """As it is told: 2.5."""
    return Decimal(f"{value:.1f}")
