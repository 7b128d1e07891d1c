"""What turned a game that is over: everybody's chance after each move, and how much of it were cards, how much choices.

Before a draw it is worth what the cards that may come are worth, each as often as it comes. What the one that came is
worth beside that is its luck; what drawing was worth beside what stood before is a choice, and so is a score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import mul
from typing import NamedTuple

from companion.rules.core import Played, once_a_sheet
from companion.rules.fiasko.chances import Board, board, countable, outcomes
from companion.rules.fiasko.moves import Draw, Score
from companion.rules.fiasko.play import FiaskoSheet
from companion.rules.fiasko.standing import won

Shift = tuple[float, ...]  # of everybody's chance


class Turned(NamedTuple):
    """A move, everybody's chance before and after it, and of a draw how much of the change was the card's luck."""

    number: int
    played: Played
    before: Shift
    after: Shift
    luck: Shift | None

    @property
    def size(self) -> float:
        """How much of the victory went from some to others."""
        return sum(abs(now - had) for now, had in zip(self.after, self.before, strict=True)) / 2


class Apart(NamedTuple):
    """What moved somebody's chance from the first move to the last."""

    cards: float
    choices: float
    others: float


class Turning(NamedTuple):
    """`apart`: None where nobody can say what a Fiasko would have taken."""

    moves: tuple[Turned, ...]
    apart: tuple[Apart, ...] | None


@once_a_sheet
def turning(sheet: FiaskoSheet, played: Iterable[Played]) -> Turning | None:
    """Of what led to this sheet. None where not every card was counted, or nothing happened."""
    moves: list[Turned] = []
    for number, one in enumerate(played, 1):
        if not countable(one.before):
            return None
        if not moves:
            standing = board(one.before)
            before = standing.chances(one.before.turn or 0, one.before.counter)
        if one.after.scores is not one.before.scores:
            standing = board(one.after)
        moves.append(_turned(number, one, before, standing))
        before = moves[-1].after
    if not moves:
        return None
    told = all(one.luck is not None for one in moves if isinstance(one.played.move, Draw))
    return Turning(tuple(moves), _apart(moves, len(sheet.scores)) if told else None)


def _turned(number: int, one: Played, before: Shift, standing: Board) -> Turned:
    if isinstance(one.move, Draw) and one.before.turn == one.move.player:
        ways = outcomes(one.before, standing)
        came = next((way.chances for way in ways if way.card == one.move.card), None)
        if came is not None:
            likely = [way.likely for way in ways]
            of_each = zip(came, *[way.chances for way in ways], strict=True)
            return Turned(number, one, before, came, tuple([now - sum(map(mul, likely, may)) for now, *may in of_each]))
    over = one.after.over
    after = won(one.after) if over else standing.chances(one.after.turn or 0, one.after.counter)
    return Turned(number, one, before, after, None)


def _apart(moves: Sequence[Turned], seats: int) -> tuple[Apart, ...]:
    """Of each seat: what its cards did, what else its draws and scores did, and the rest."""
    cards, choices = [0.0] * seats, [0.0] * seats
    for one in moves:
        if isinstance(one.played.move, Draw | Score):
            seat = one.played.move.player
            luck = one.luck[seat] if one.luck else 0.0
            cards[seat] += luck
            choices[seat] += one.after[seat] - one.before[seat] - luck
    whole = zip(moves[0].before, moves[-1].after, cards, choices, strict=True)
    return tuple([Apart(lucky, chosen, has - had - lucky - chosen) for had, has, lucky, chosen in whole])
