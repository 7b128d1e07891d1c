"""Turns, ranks, how often, and tenths, in words and numbers that every game uses."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

from companion.rules.core import Ruleset, Sheet, Table
from companion.rules.text import Text, say, say_many

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


class Best(NamedTuple):
    """Who is ahead, and with how many points."""

    seat: int
    points: int


def who_is_ahead(game: Ruleset[Any], sheet: Any, figures: Any) -> Best | None:
    """Nobody, as long as the game's own screen says so."""
    seat = next(iter(figures.leaders), None)
    return None if seat is None else Best(seat, game.results(sheet)[seat].points)


def leads(table: Table, leaders: tuple[int, ...], ahead: int | None) -> Text | None:
    """Who is ahead, and by how many points."""
    if not leaders:
        return None
    names = tuple(table.players[seat] for seat in leaders)
    if len(names) > 1:
        return say("%(names)s lead together", names=names)
    if not ahead:
        return say("%(name)s leads", name=names[0])
    return say("%(name)s leads by %(points)s", name=names[0], points=ahead)


def wins(names: tuple[str, ...], total: int) -> Text:
    """Alone, or together."""
    if len(names) == 1:
        return say("%(name)s wins with %(total)s", name=names[0], total=total)
    return say("%(names)s share the victory: %(total)s each", names=names, total=total)


def ahead_of(names: tuple[str, ...], points: int) -> Text:
    return say_many("%(count)s point ahead of %(names)s.", "%(count)s points ahead of %(names)s.", points, names=names)
