"""A series and its running score: how often each seat has won, whoever sits there by what name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.evenings.places import Place


class Won(NamedTuple):
    """What a seat has of the games, in halves: a shared victory is half a win."""

    seat: int
    name: str
    halves: int

    @property
    def wins(self) -> str:
        whole, half = divmod(self.halves, 2)
        return f"{whole or ''}½" if half else str(whole)


class RunningScore(NamedTuple):
    """By seat, of so many games."""

    seats: tuple[Won, ...]
    games: int

    @property
    def duel(self) -> bool:
        return len(self.seats) == 2

    @property
    def figures(self) -> str:
        """Of two: 2 : 1."""
        return " : ".join(won.wins for won in self.seats)

    @property
    def ranked(self) -> tuple[Won, ...]:
        return tuple(sorted(self.seats, key=lambda won: -won.halves))

    @property
    def text(self) -> str:
        """With the names around it; where more than two play, whoever has won at all. The same in any language."""
        if self.duel:
            first, second = self.seats
            return f"{first.name} {self.figures} {second.name}"
        some = [won for won in self.ranked if won.halves] or self.ranked
        return ", ".join(f"{won.name} {won.wins}" for won in some)


def running_score(players: Sequence[str], games: Sequence[Sequence[Place]]) -> RunningScore:
    halves = [0] * len(players)
    for places in games:
        won = [place.seat for place in places if place.rank == 1]
        for seat in won:
            halves[seat] += 2 if len(won) == 1 else 1
    return RunningScore(tuple(Won(seat, name, halves[seat]) for seat, name in enumerate(players)), len(games))


class SeriesLuck(NamedTuple):
    """How often something came to somebody in all games of the series, and how often the odds led to expect it."""

    name: str
    came: int
    expected: float


def series_luck(key: str, players: Sequence[str], games: Sequence[Sequence[Place]]) -> tuple[SeriesLuck, ...]:
    """By seat, of the games of which that was kept; none where there is no such game."""
    told = [places for places in games if all(key in place.kept for place in places)]
    each = ((name, [places[seat].kept for places in told]) for seat, name in enumerate(players))
    return tuple(
        SeriesLuck(name, sum(kept[key] for kept in mine), sum(kept[f"{key}_expected"] for kept in mine))
        for name, mine in each
        if mine
    )
