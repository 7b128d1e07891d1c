"""What those with room for it are told of any game: what was noted last and what it did, and who leads."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.record.entries import Entry
from companion.record.history import Log
from companion.rules.core import Ruleset, Table
from companion.rules.text import Text, say
from companion.screens.core import Came, Screen

LINES = 10  # as many as there is ever room for


class Best(NamedTuple):
    """Who is ahead, and with how many points."""

    seat: int
    points: int


class NotedLine(NamedTuple):
    """A line of what was noted last."""

    entry: Entry
    line: Text
    came: Came


def last_noted(screen: Screen[Any], log: Log) -> tuple[NotedLine, ...]:
    """The newest first. What was struck out is gone, and what was corrected stands as it is now."""
    words, table = screen.words, log.sheet.table
    return tuple(
        NotedLine(step.entry, words.move(table, step.move), words.came(step)) for step in reversed(log.steps[-LINES:])
    )


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
