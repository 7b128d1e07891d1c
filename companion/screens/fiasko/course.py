"""The course of a game of Fiasko: the totals as they stood, who led, each hand and what emptied it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.record.history import Log
from companion.rules.core import Played, Table
from companion.rules.fiasko.moves import Draw, Reshuffle, Score
from companion.rules.fiasko.play import Noted
from companion.rules.fiasko.standing import standing
from companion.rules.text import Text, say, say_many
from companion.screens.fiasko import words


class At(NamedTuple):
    """Something at a turn: a total, or the cards in hand."""

    turn: int
    value: int


class Emptied(NamedTuple):
    """What took a hand, or was paid for it: how many cards it had just before, and the points of a score."""

    turn: int
    by: str  # "score", "fiasko", "catastrophe"
    held: int
    points: int | None = None


class Lane(NamedTuple):
    """A player's share of the picture. `hand` and `lost` only where every card was counted."""

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


class Line(NamedTuple):
    """What changed anything, as a table has it."""

    turn: int
    said: Text
    lost: Text | None
    worked: Noted | None
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


class Turn(NamedTuple):
    """A move with its number, and the totals after it."""

    number: int
    played: Played
    totals: tuple[int, ...]


def course(log: Log, played: tuple[Played, ...]) -> Course | None:
    """None where nobody scored: there is nothing to draw."""
    if not any(log.sheet.scores):
        return None
    table, turns = log.sheet.table, tuple(_turns(log.sheet.table, played))
    leads = _leads(turns)
    lanes = tuple(_lane(turns, seat, name) for seat, name in enumerate(table.players))
    count = table.options["count"]
    return Course(
        len(turns),
        lanes,
        leads,
        tuple(turn.number for turn in turns if _shuffled(turn.played)),
        tuple(At(turn.number, turn.played.move.player) for turn in turns if _drew(turn.played, "catastrophe")),
        tuple(_lines(table, turns)),
        count != "none",
        count == "all",
        _summary(table, leads, len(turns), count == "all"),
        _description(lanes, len(turns), count == "all"),
    )


def _turns(table: Table, played: Iterable[Played]) -> Iterator[Turn]:
    """Only a score changes a total."""
    totals = (0,) * len(table.players)
    for number, one in enumerate(played, 1):
        if one.before.scores is not one.after.scores:
            totals = tuple(column.total for column in standing(one.after))
        yield Turn(number, one, totals)


def _drew(played: Played, card: str) -> bool:
    return isinstance(played.move, Draw) and played.move.card == card


def _shuffled(played: Played) -> bool:
    return isinstance(played.move, Reshuffle) or played.after.counter.shuffles > played.before.counter.shuffles


def _leads(turns: Sequence[Turn]) -> tuple[Lead, ...]:
    """From the first points on."""
    leads: list[Lead] = []
    for turn in turns:
        if not any(turn.totals):
            continue
        if leads:
            leads[-1] = leads[-1]._replace(until=turn.number)
        if not leads or leads[-1].seat != _ahead(turn.totals):
            leads.append(Lead(_ahead(turn.totals), turn.number, turn.number))
    return tuple(leads)


def _ahead(totals: tuple[int, ...]) -> int | None:
    most = max(totals)
    return totals.index(most) if totals.count(most) == 1 else None


def _lane(turns: Sequence[Turn], seat: int, name: str) -> Lane:
    before, totals, scored, hand, emptied, lost = 0, [], [], [], [], 0
    for turn in turns:
        held, holds = (sheet.counter.hands[seat] for sheet in (turn.played.before, turn.played.after))
        if turn.totals[seat] != before:
            before = turn.totals[seat]
            totals.append(At(turn.number, before))
        if _scored(turn.played, seat):
            scored.append(At(turn.number, before))
        if held != holds:
            hand.append(At(turn.number, holds))
        if how := _emptied(turn, seat, held):
            emptied.append(how)
            lost += max(held - holds, 0) if how.by != "score" else 0
    return Lane(seat, name, tuple(totals), tuple(scored), tuple(hand), tuple(emptied), lost)


def _scored(played: Played, seat: int) -> bool:
    return isinstance(played.move, Score) and played.move.player == seat


def _emptied(turn: Turn, seat: int, held: int) -> Emptied | None:
    match turn.played.move:
        case Score(player=player, product=product) if player == seat:
            return Emptied(turn.number, "score", held, turn.played.after.scores[seat][product].points)
        case Draw(player=player, card="fiasko") if player == seat:
            return Emptied(turn.number, "fiasko", held)
        case Draw(card="catastrophe") if held > turn.played.after.counter.hands[seat]:
            return Emptied(turn.number, "catastrophe", held)
        case _:
            return None


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
        if not _drew(turn.played, "goods"):
            scored = turn.played.after.scores[move.player][move.product] if isinstance(move, Score) else None
            yield Line(turn.number, words.move(table, move), _lost(turn.played, table), scored, turn.totals)
        if _shuffled(turn.played) and not isinstance(move, Reshuffle):
            yield Line(turn.number, say("The discards are shuffled in"), None, None, turn.totals)


def _lost(played: Played, table: Table) -> Text | None:
    """What a Fiasko or a catastrophe took, where that was counted and the line doesn't say so already."""
    if not isinstance(played.move, Draw) or played.move.lost is not None:
        return None
    hands = zip(played.before.counter.hands, played.after.counter.hands, strict=True)
    taken = tuple((seat, had - has) for seat, (had, has) in enumerate(hands) if had > has)
    if played.move.card == "fiasko" and taken:
        return say_many("%(count)s card lost", "%(count)s cards lost", taken[0][1])
    return say("Cards lost: %(hands)s", hands=words.hands_lost(table, taken)) if taken else None
