"""The race of States as a picture: everybody's points, battle after battle, towards the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.rules.states.play import Fought, Sheet
from companion.rules.states.standing import standing

LEFT, RIGHT, TOP, BOTTOM = 1, 281, 25.65, 166
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500)  # between the lines of a scale
LINES = 3
LARGE_STATES = 5  # so many at most are named
LABEL, NAMES = 19, (14.0, 170.0)  # as high as a name at the end of a line; where they all have room
LETTERS = 8  # of a name and its points
AT_THE_EDGE = 240  # from here on a State's letters stand at the left


class Level(NamedTuple):
    points: int
    y: float


class Trace(NamedTuple):
    """A player's line, and where the name stands at its end."""

    seat: int
    path: str
    points: int
    letters: int  # of the name, beside the points
    y: float


class Large(NamedTuple):
    """One of the largest States, where it was taken."""

    seat: int
    code: str
    x: float
    y: float
    at_the_edge: bool


class Race(NamedTuple):
    levels: tuple[Level, ...]
    goal: Level
    traces: tuple[Trace, ...]  # whoever won comes last, and so lies on top
    large: tuple[Large, ...]
    worth: int | None  # of the smallest of those
    tied: tuple[float, ...]  # where nobody took the State
    marks: tuple[float, ...]  # where each battle stands


class _Scale(NamedTuple):
    battle: float
    point: float

    def x(self, battle: int) -> float:
        return round(LEFT + battle * self.battle, 1)

    def y(self, points: int) -> float:
        return round(BOTTOM - points * self.point, 1)


def race(sheet: Sheet, sheets: Sequence[Sheet], fought: Sequence[Fought]) -> Race:
    scale = _Scale((RIGHT - LEFT) / len(sheets), (BOTTOM - TOP) / max(sheet.goal.points, *sheet.points))
    worth = _worth([one.value for one in fought if one.winner is not None])
    return Race(
        levels=_levels(sheet.goal.points, scale),
        goal=Level(sheet.goal.points, scale.y(sheet.goal.points)),
        traces=_traces(sheet, sheets, scale),
        large=tuple(
            _large(one.winner, one.state, scale.x(battle), scale.y(now.points[one.winner]))
            for battle, (now, one) in enumerate(zip(sheets, fought, strict=True), 1)
            if one.winner is not None and worth is not None and one.value >= worth
        ),
        worth=worth,
        tied=tuple(scale.x(battle) for battle, one in enumerate(fought, 1) if one.winner is None),
        marks=tuple(scale.x(battle) for battle in range(1, len(sheets) + 1)),
    )


def _levels(goal: int, scale: _Scale) -> tuple[Level, ...]:
    step = next((step for step in STEPS if goal / step <= LINES), goal)
    return tuple(Level(points, scale.y(points)) for points in range(step, goal, step))


def _worth(values: Sequence[int]) -> int | None:
    """As many of the largest as can be named; none where too many are alike."""
    enough = [value for value in set(values) if sum(other >= value for other in values) <= LARGE_STATES]
    return min(enough, default=None)


def _large(seat: int, code: str, x: float, y: float) -> Large:
    return Large(seat, code, x, y, x > AT_THE_EDGE)


def _traces(sheet: Sheet, sheets: Sequence[Sheet], scale: _Scale) -> tuple[Trace, ...]:
    seats = sorted(range(len(sheet.points)), key=lambda seat: -standing(sheet)[seat].rank)
    heights = _apart({seat: scale.y(sheet.points[seat]) for seat in reversed(seats)})
    return tuple(
        Trace(seat, _path(sheets, seat, scale), points := sheet.points[seat], LETTERS - len(str(points)), heights[seat])
        for seat in seats
    )


def _path(sheets: Sequence[Sheet], seat: int, scale: _Scale) -> str:
    """A step where a State was taken."""
    return f"M{LEFT} {BOTTOM}{''.join(_steps(sheets, seat, scale))}H{RIGHT}"


def _steps(sheets: Sequence[Sheet], seat: int, scale: _Scale) -> Iterator[str]:
    had = 0
    for battle, now in enumerate(sheets, 1):
        if now.points[seat] > had:
            had = now.points[seat]
            yield f"H{scale.x(battle):g}V{scale.y(had):g}"


def _apart(heights: dict[int, float]) -> dict[int, float]:
    """From the top down, so that no name stands on another, and none below the picture."""
    top, bottom = NAMES
    apart: dict[int, float] = {}
    room = len(heights)
    for seat, height in sorted(heights.items(), key=lambda one: one[1]):
        top = min(max(top, height + 5), bottom - LABEL * (room - 1))
        apart[seat], top, room = round(top, 1), top + LABEL, room - 1
    return apart
