"""The course of a game of Fiasko: the totals as they stood, who led, each hand and what emptied it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from companion.record.history import Log
from companion.rules.core import Played, Table
from companion.rules.fiasko.luck import cards_lost
from companion.rules.fiasko.moves import Draw, Reshuffle, Score
from companion.rules.fiasko.play import NotedScore
from companion.rules.text import Text, say, say_many
from companion.screens.fiasko import words
from companion.screens.fiasko.lanes import At, Lane, Turn, drew, lanes_of, shuffled, turns_of


class Lead(NamedTuple):
    """Who was ahead from one turn to another; nobody where several were level."""

    seat: int | None
    since: int
    until: int


class Line(NamedTuple):
    """What changed anything, as a table has it."""

    turn: int
    said: Text
    lost: Text | None
    worked: NotedScore | None
    totals: tuple[int, ...]


class Course(NamedTuple):
    """`turns`: moves, whatever they were. `draws`: whether they are known at all, and `counted`: every one of them."""

    turns: int
    lanes: tuple[Lane, ...]
    leads: tuple[Lead, ...]
    shuffles: tuple[int, ...]
    catastrophes: tuple[At, ...]  # with the seat that drew it
    lines: tuple[Line, ...]
    draws: bool
    counted: bool
    summary: Text
    description: tuple[Text, ...]

    @property
    def most(self) -> int:
        """That anybody ever had."""
        return max(at.value for lane in self.lanes for at in lane.totals)

    @property
    def largest(self) -> int:
        """Hand."""
        return max((at.value for lane in self.lanes for at in lane.hand), default=0)


def course(log: Log) -> Course | None:
    """None where nobody scored: there is nothing to draw."""
    if not any(log.sheet.scores):
        return None
    table, turns = log.sheet.table, tuple(turns_of(log.sheet.table, log.steps))
    leads = _leads(turns)
    lanes = tuple(lanes_of(turns, table.players))
    count = table.options["count"]
    return Course(
        len(turns),
        lanes,
        leads,
        tuple(turn.number for turn in turns if shuffled(turn.played)),
        tuple(At(turn.number, turn.played.move.player) for turn in turns if drew(turn.played, "catastrophe")),
        tuple(_lines(table, turns)),
        count != "none",
        count == "all",
        _summary(table, leads, len(turns), count == "all"),
        _description(lanes, len(turns), count == "all"),
    )


def _leads(turns: Sequence[Turn]) -> tuple[Lead, ...]:
    """From the first points on."""
    changes: list[tuple[int, int | None]] = []
    for totals, same in groupby(turns, lambda turn: turn.totals):
        if any(totals) and (not changes or changes[-1][1] != _ahead(totals)):
            changes.append((next(same).number, _ahead(totals)))
    ends = [*(since for since, _ in changes[1:]), len(turns)]
    return tuple(Lead(seat, since, until) for (since, seat), until in zip(changes, ends, strict=True))


def _ahead(totals: tuple[int, ...]) -> int | None:
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


# In words


def _summary(table: Table, leads: tuple[Lead, ...], turns: int, counted: bool) -> Text:
    """How often the lead changed, and when for the last time, where every turn was noted."""
    alone = [lead for lead in leads if lead.seat is not None]
    changes = [lead for last, lead in pairwise(alone) if last.seat != lead.seat]
    if not changes:
        return _never_changed(table, alone)
    if changes[-1].since == turns:
        return say_many(
            "The lead changed %(count)s time, with the very last move.",
            "The lead changed %(count)s times, the last time with the very last move.",
            len(changes),
        )
    if not counted:
        return say_many("The lead changed %(count)s time.", "The lead changed %(count)s times.", len(changes))
    return say_many(
        "The lead changed %(count)s time, at turn %(turn)s of %(turns)s.",
        "The lead changed %(count)s times, the last time at turn %(turn)s of %(turns)s.",
        len(changes),
        turn=changes[-1].since,
        turns=turns,
    )


def _never_changed(table: Table, alone: list[Lead]) -> Text:
    if not alone:
        return say("Nobody was ever alone in the lead.")
    name = table.players[alone[0].seat or 0]
    return say("Nobody but %(name)s was ever alone in the lead.", name=name)


def _description(lanes: tuple[Lane, ...], turns: int, counted: bool) -> tuple[Text, ...]:
    """For those who don't see the picture."""
    totals = say(
        "Totals over %(turns)s moves, as they stood with the bonuses of the moment: they can fall.", turns=turns
    )
    ends = tuple(say("%(name)s ends on %(total)s.", name=lane.name, total=lane.total) for lane in lanes)
    hands = say("Below, each player’s hand growing card by card, and what emptied it.")
    return (totals, *ends, *((hands,) if counted else ()))


def _lines(table: Table, turns: Iterable[Turn]) -> Iterator[Line]:
    """Whatever was more than a card into a hand."""
    for turn in turns:
        move = turn.played.move
        if not drew(turn.played, "goods"):
            scored = turn.played.after.scores[move.player][move.product] if isinstance(move, Score) else None
            yield Line(turn.number, words.move(table, move), _lost(turn.played, table), scored, turn.totals)
        if shuffled(turn.played) and not isinstance(move, Reshuffle):
            yield Line(turn.number, say("The discards are shuffled in"), None, None, turn.totals)


def _lost(played: Played, table: Table) -> Text | None:
    """What a Fiasko or a catastrophe took, where that was counted and the line doesn't say so already."""
    if not isinstance(played.move, Draw) or played.move.lost is not None:
        return None
    taken = cards_lost(played)
    if played.move.card == "fiasko" and taken:
        return say_many("%(count)s card lost", "%(count)s cards lost", taken[played.move.player])
    return say("Cards lost: %(hands)s", hands=words.hands_lost(table, taken)) if taken else None
