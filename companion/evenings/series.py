"""A series and its running score: how often each seat has won, whoever sits there by what name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.evenings.people import Place


class Won(NamedTuple):
    """What a seat has of the games, in halves: a shared victory is half a win."""

    seat: int
    name: str
    halves: int
    wins: str


class RunningScore(NamedTuple):
    """Of so many games, whoever has won most first. The same in any language."""

    games: int
    ranked: tuple[Won, ...]
    duel: bool  # of two
    figures: str  # 2 : 1, by seat
    text: str  # with the names around it; where more than two play, whoever has won at all


def running_score(players: Sequence[str], games: Sequence[Sequence[Place]]) -> RunningScore:
    halves = [0] * len(players)
    for places in games:
        won = [place.seat for place in places if place.rank == 1]
        for seat in won:
            halves[seat] += 2 if len(won) == 1 else 1
    wins = [f"{mine // 2 or ''}½" if mine % 2 else str(mine // 2) for mine in halves]
    seats = tuple(Won(seat, name, halves[seat], wins[seat]) for seat, name in enumerate(players))
    ranked = tuple(sorted(seats, key=lambda won: -won.halves))
    figures = " : ".join(wins)
    some = [one for one in ranked if one.halves] or ranked
    text = ", ".join(f"{one.name} {one.wins}" for one in some)
    if len(players) == 2:
        text = f"{players[0]} {figures} {players[1]}"
    return RunningScore(len(games), ranked, len(players) == 2, figures, text)


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
