"""The course of a game of Fiasko: the totals as they stood, who led, each hand and what emptied it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from companion.record.history import Log
from companion.rules.core import Played, Table
from companion.rules.fiasko.moves import Draw, Reshuffle, Score
from companion.rules.fiasko.play import NotedScore, cards_lost
from companion.rules.fiasko.standing import standing
from companion.rules.text import Text, say, say_many
from companion.screens.fiasko import words
from companion.screens.fiasko.losses import hands_lost


class Turn(NamedTuple):
    """A move with its number, and the totals after it."""

    number: int
    played: Played
    totals: tuple[int, ...]

    def drew(self, card: str) -> bool:
        return isinstance(self.played.move, Draw) and self.played.move.card == card

    @property
    def shuffled(self) -> bool:
        move, before, after = self.played.move, self.played.before, self.played.after
        return isinstance(move, Reshuffle) or after.counter.shuffles > before.counter.shuffles


class At(NamedTuple):
    """Something at a turn: a total, or the cards in hand."""

    turn: int
    value: int


class Emptied(NamedTuple):
    """What took a hand, or was paid for it: the cards counted just before, how many were lost, or the points."""

    turn: int
    by: str  # "score", "fiasko", "catastrophe"
    held: int
    lost: int
    points: int | None = None


class PlayerCourse(NamedTuple):
    """A player's share of it. `hand` and `lost` only where every card was counted."""

    seat: int
    name: str
    totals: tuple[At, ...]  # wherever it changed
    scored: tuple[At, ...]  # own scores among them
    hand: tuple[At, ...]
    emptied: tuple[Emptied, ...]
    lost: int

    @property
    def total(self) -> int:
        return self.totals[-1].value if self.totals else 0


class Lead(NamedTuple):
    """Who was ahead from one turn to another; nobody where several were level."""

    seat: int | None
    since: int
    until: int


class CourseLine(NamedTuple):
    """What changed anything, as a table has it."""

    turn: int
    said: Text
    lost: Text | None
    worked: NotedScore | None
    totals: tuple[int, ...]


class FiaskoCourse(NamedTuple):
    """`turns`: moves, whatever they were. `draws`: whether they are known at all, and `counted`: every one of them."""

    turns: int
    players: tuple[PlayerCourse, ...]
    leads: tuple[Lead, ...]
    shuffles: tuple[int, ...]
    catastrophes: tuple[At, ...]  # with the seat that drew it
    lines: tuple[CourseLine, ...]
    draws: bool
    counted: bool
    summary: Text
    description: tuple[Text, ...]


def course_of(log: Log) -> FiaskoCourse | None:
    """None where nobody scored: there is nothing to tell."""
    if not any(log.sheet.scores):
        return None
    table, turns = log.sheet.table, tuple(_turns(log))
    leads, players = _leads(turns), tuple(_players(turns, table.players))
    counted = table.options["count"] == "all"
    return FiaskoCourse(
        turns=len(turns),
        players=players,
        leads=leads,
        shuffles=tuple(turn.number for turn in turns if turn.shuffled),
        catastrophes=tuple(At(turn.number, turn.played.move.player) for turn in turns if turn.drew("catastrophe")),
        lines=tuple(_lines(table, turns)),
        draws=table.options["count"] != "none",
        counted=counted,
        summary=_summary(table, leads, len(turns), counted),
        description=_description(players, len(turns), counted),
    )


def _turns(log: Log) -> Iterator[Turn]:
    """Only a score changes a total."""
    totals = (0,) * len(log.sheet.table.players)
    for number, one in enumerate(log.steps, 1):
        if one.before.scores is not one.after.scores:
            totals = tuple(column.total for column in standing(one.after))
        yield Turn(number, one, totals)


def _leads(turns: Sequence[Turn]) -> tuple[Lead, ...]:
    """From the first points on."""
    changes: list[tuple[int, int | None]] = []
    for totals, same in groupby(turns, lambda turn: turn.totals):
        most = max(totals)
        ahead = totals.index(most) if totals.count(most) == 1 else None
        if most and (not changes or changes[-1][1] != ahead):
            changes.append((next(same).number, ahead))
    ends = [*(since for since, _ in changes[1:]), len(turns)]
    return tuple(Lead(seat, since, until) for (since, seat), until in zip(changes, ends, strict=True))


def _players(turns: Sequence[Turn], names: Sequence[str]) -> Iterator[PlayerCourse]:
    eventful = [turn for turn in turns if not turn.drew("goods")]
    totals = zip(*(turn.totals for turn in turns), strict=True)
    hands = zip(*(turn.played.after.counter.hands for turn in turns), strict=True)
    for seat, (name, points, held) in enumerate(zip(names, totals, hands, strict=True)):
        emptied = tuple(how for turn in eventful if (how := _emptied(turn, seat)))
        yield PlayerCourse(
            seat,
            name,
            totals=_changes(points),
            scored=tuple(At(how.turn, points[how.turn - 1]) for how in emptied if how.by == "score"),
            hand=_changes(held),
            emptied=emptied,
            lost=sum(how.lost for how in emptied),
        )


def _changes(values: Sequence[int]) -> tuple[At, ...]:
    """Wherever it became another, from nothing on."""
    return tuple([At(turn, now) for turn, (had, now) in enumerate(pairwise((0, *values)), 1) if had != now])


def _emptied(turn: Turn, seat: int) -> Emptied | None:
    held, lost = turn.played.before.counter.hands[seat], cards_lost(turn.played).get(seat, 0)
    match turn.played.move:
        case Score(player=player, product=product) if player == seat:
            return Emptied(turn.number, "score", held, 0, turn.played.after.scores[seat][product].points)
        case Draw(player=player, card="fiasko") if player == seat:
            return Emptied(turn.number, "fiasko", held, lost)
        case Draw(card="catastrophe") if lost:
            return Emptied(turn.number, "catastrophe", held, lost)
        case _:
            return None


# In words


def _summary(table: Table, leads: tuple[Lead, ...], turns: int, counted: bool) -> Text:
    """How often the lead changed, and when for the last time, where every turn was noted."""
    alone = [lead for lead in leads if lead.seat is not None]
    changes = [lead for last, lead in pairwise(alone) if last.seat != lead.seat]
    if not alone:
        return say("Nobody ever led alone.")
    if not changes:
        return say("Only %(name)s ever led alone.", name=table.players[alone[0].seat or 0])
    if changes[-1].since == turns:
        return say_many(
            "The lead changed once, with the very last move.",
            "The lead changed %(count)s times, the last time with the very last move.",
            len(changes),
        )
    if not counted:
        return say_many("The lead changed once.", "The lead changed %(count)s times.", len(changes))
    return say_many(
        "The lead changed once, at turn %(turn)s of %(turns)s.",
        "The lead changed %(count)s times, the last time at turn %(turn)s of %(turns)s.",
        len(changes),
        turn=changes[-1].since,
        turns=turns,
    )


def _description(players: tuple[PlayerCourse, ...], turns: int, counted: bool) -> tuple[Text, ...]:
    """For those who don't see the picture."""
    totals = say("Running totals over %(turns)s moves, bonuses included: they can go down.", turns=turns)
    ends = tuple(say("%(name)s ends on %(total)s.", name=player.name, total=player.total) for player in players)
    hands = say("Below, each player’s hand, card by card, and the moves that emptied it.")
    return (totals, *ends, *((hands,) if counted else ()))


def _lines(table: Table, turns: Sequence[Turn]) -> Iterator[CourseLine]:
    """Whatever was more than a card into a hand."""
    for turn in turns:
        move = turn.played.move
        if not turn.drew("goods"):
            scored = turn.played.after.scores[move.player][move.product] if isinstance(move, Score) else None
            yield CourseLine(turn.number, words.move(table, move), _lost(turn.played, table), scored, turn.totals)
        if turn.shuffled and not isinstance(move, Reshuffle):
            yield CourseLine(turn.number, say("The discards are shuffled in"), None, None, turn.totals)


def _lost(played: Played, table: Table) -> Text | None:
    """What a Fiasko or a catastrophe took, where that was counted and the line doesn't say so already."""
    if not isinstance(played.move, Draw) or played.move.lost is not None:
        return None
    taken = cards_lost(played)
    if played.move.card == "fiasko" and taken:
        return say_many("%(count)s card lost", "%(count)s cards lost", taken[played.move.player])
    return say("Cards lost: %(hands)s", hands=hands_lost(table, taken)) if taken else None
