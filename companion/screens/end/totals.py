"""How the totals went, move after move, whatever the game: as lines for a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from companion.record.history import Log
from companion.rules.core import Ruleset
from companion.screens.geometry import Frame, Scale, stepped


class TotalLine(NamedTuple):
    """A seat's totals in steps, and where it made them itself."""

    seat: int
    path: str
    marks: tuple[tuple[float, float], ...]


class TotalsChart(NamedTuple):
    lines: tuple[TotalLine, ...]  # who came last first: the winner lies on top
    x: Scale  # of moves
    y: Scale  # of points

    @property
    def ground(self) -> float:
        """Where nothing is."""
        return self.y(0)


def totals_chart(game: Ruleset[Any], log: Log, frame: Frame, goal: int = 0) -> TotalsChart:
    """With the bonuses of the moment, so that a line can fall; `goal`: as high as it goes at least."""
    seats = range(len(log.sheet.table.players))
    totals = [(0,) * len(seats), *(tuple(one.points for one in game.results(step.after)) for step in log.steps)]
    x = Scale(len(log.steps), frame.left, frame.right)
    y = Scale(max(goal, *map(max, totals)), frame.bottom, frame.top, least=min(map(min, totals)))
    ranks = [result.rank for result in game.results(log.sheet)]
    lines = tuple(
        _line(seat, [total[seat] for total in totals], [getattr(move, "player", seat) for move in log.moves], x, y)
        for seat in sorted(seats, key=lambda seat: -ranks[seat])
    )
    return TotalsChart(lines, x, y)


def _line(seat: int, totals: Sequence[int], movers: Sequence[int], x: Scale, y: Scale) -> TotalLine:
    changes = [(step, had, now) for step, (had, now) in enumerate(pairwise(totals), 1) if now != had]
    marks = [(x(step), y(now)) for step, had, now in changes if now > had and movers[step - 1] == seat]
    return TotalLine(seat, stepped([(step, now) for step, _, now in changes], x, y), tuple(marks))
