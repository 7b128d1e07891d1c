"""Each player of a game of Fiasko, turn by turn: the totals as they stood, the hand, and what emptied it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.rules.core import Played, Table
from companion.rules.fiasko.luck import cards_lost
from companion.rules.fiasko.moves import Draw, Reshuffle, Score
from companion.rules.fiasko.standing import standing


class Turn(NamedTuple):
    """A move with its number, and the totals after it."""

    number: int
    played: Played
    totals: tuple[int, ...]


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


def turns_of(table: Table, played: Iterable[Played]) -> Iterator[Turn]:
    """Only a score changes a total."""
    totals = (0,) * len(table.players)
    for number, one in enumerate(played, 1):
        if one.before.scores is not one.after.scores:
            totals = tuple(column.total for column in standing(one.after))
        yield Turn(number, one, totals)


def drew(played: Played, card: str) -> bool:
    return isinstance(played.move, Draw) and played.move.card == card


def shuffled(played: Played) -> bool:
    return isinstance(played.move, Reshuffle) or played.after.counter.shuffles > played.before.counter.shuffles


def lanes_of(turns: Sequence[Turn], players: Sequence[str]) -> Iterator[Lane]:
    eventful = [turn for turn in turns if not drew(turn.played, "goods")]
    totals = zip(*(turn.totals for turn in turns), strict=True)
    hands = zip(*(turn.played.after.counter.hands for turn in turns), strict=True)
    for seat, (name, points, held) in enumerate(zip(players, totals, hands, strict=True)):
        scored = [At(turn.number, turn.totals[seat]) for turn in eventful if _scored(turn.played, seat)]
        emptied = [how for turn in eventful if (how := _emptied(turn, seat))]
        lost = sum(how.lost for how in emptied)
        yield Lane(seat, name, _changes(points), tuple(scored), _changes(held), tuple(emptied), lost)


def _changes(values: Sequence[int]) -> tuple[At, ...]:
    """Wherever it became another, from nothing on."""
    return tuple([At(turn, now) for turn, (had, now) in enumerate(pairwise((0, *values)), 1) if had != now])


def _scored(played: Played, seat: int) -> bool:
    return isinstance(played.move, Score) and played.move.player == seat


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
