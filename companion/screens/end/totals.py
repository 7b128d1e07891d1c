"""How the totals went, move after move, whatever the game: as lines for a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from companion.record.history import Log
from companion.rules.core import Ruleset


class Frame(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


class Scale(NamedTuple):
    """Where moves and points stand."""

    frame: Frame
    steps: int
    low: int
    high: int

    def x(self, step: int) -> float:
        return round(self.frame.left + (self.frame.right - self.frame.left) * step / max(self.steps, 1), 1)

    def y(self, points: int) -> float:
        share = (points - self.low) / max(self.high - self.low, 1)
        return round(self.frame.bottom - (self.frame.bottom - self.frame.top) * share, 1)


class Line(NamedTuple):
    """A seat's totals in steps, and where it made them itself."""

    seat: int
    path: str
    marks: tuple[tuple[float, float], ...]


class Course(NamedTuple):
    lines: tuple[Line, ...]  # who came last first: the winner lies on top
    scale: Scale

    @property
    def ground(self) -> float:
        """Where nothing is."""
        return self.scale.y(0)


def course(game: Ruleset[Any], log: Log, frame: Frame, goal: int = 0) -> Course:
    """With the bonuses of the moment, so that a line can fall; `goal`: as high as it goes at least."""
    seats = range(len(log.sheet.table.players))
    totals = [(0,) * len(seats), *(tuple(one.points for one in game.results(step.after)) for step in log.steps)]
    scale = Scale(frame, len(log.steps), min(map(min, totals)), max(goal, *map(max, totals)))
    ranks = [result.rank for result in game.results(log.sheet)]
    lines = tuple(
        _line(seat, [total[seat] for total in totals], [getattr(move, "player", seat) for move in log.moves], scale)
        for seat in sorted(seats, key=lambda seat: -ranks[seat])
    )
    return Course(lines, scale)


def _line(seat: int, totals: Sequence[int], movers: Sequence[int], scale: Scale) -> Line:
    path, marks = [f"M{scale.x(0):g} {scale.y(0):g}"], []
    for step, (before, now) in enumerate(pairwise(totals), 1):
        if now != before:
            path.append(f"H{scale.x(step):g}V{scale.y(now):g}")
            if now > before and movers[step - 1] == seat:
                marks.append((scale.x(step), scale.y(now)))
    return Line(seat, "".join([*path, f"H{scale.x(scale.steps):g}"]), tuple(marks))
