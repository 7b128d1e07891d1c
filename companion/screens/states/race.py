"""The race of States as a picture: everybody's points, battle after battle, towards the goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.states.play import Fought, Sheet
from companion.rules.states.standing import standing
from companion.screens.geometry import Scale, apart, stepped

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


def race(sheet: Sheet, sheets: Sequence[Sheet], fought: Sequence[Fought]) -> Race:
    x, y = Scale(len(sheets), LEFT, RIGHT), Scale(max(sheet.goal.points, *sheet.points), BOTTOM, TOP)
    worth = _worth([one.value for one in fought if one.winner is not None])
    return Race(
        levels=_levels(sheet.goal.points, y),
        goal=Level(sheet.goal.points, y(sheet.goal.points)),
        traces=_traces(sheet, sheets, x, y),
        large=tuple(
            _large(one.winner, one.state, x(battle), y(now.points[one.winner]))
            for battle, (now, one) in enumerate(zip(sheets, fought, strict=True), 1)
            if one.winner is not None and worth is not None and one.value >= worth
        ),
        worth=worth,
        tied=tuple(x(battle) for battle, one in enumerate(fought, 1) if one.winner is None),
        marks=tuple(x(battle) for battle in range(1, len(sheets) + 1)),
    )


def _levels(goal: int, y: Scale) -> tuple[Level, ...]:
    step = next((step for step in STEPS if goal / step <= LINES), goal)
    return tuple(Level(points, y(points)) for points in range(step, goal, step))


def _worth(values: Sequence[int]) -> int | None:
    """As many of the largest as can be named; none where too many are alike."""
    enough = [value for value in set(values) if sum(other >= value for other in values) <= LARGE_STATES]
    return min(enough, default=None)


def _large(seat: int, code: str, x: float, y: float) -> Large:
    return Large(seat, code, x, y, x > AT_THE_EDGE)


def _traces(sheet: Sheet, sheets: Sequence[Sheet], x: Scale, y: Scale) -> tuple[Trace, ...]:
    seats = sorted(range(len(sheet.points)), key=lambda seat: -standing(sheet)[seat].rank)
    labels = apart([(seat, y(sheet.points[seat]) + 5) for seat in reversed(seats)], LABEL, *NAMES)
    heights = {label.what: label.at for label in labels}
    return tuple(
        Trace(seat, _path(sheets, seat, x, y), points := sheet.points[seat], LETTERS - len(str(points)), heights[seat])
        for seat in seats
    )


def _path(sheets: Sequence[Sheet], seat: int, x: Scale, y: Scale) -> str:
    """A step where a State was taken."""
    had = [0, *(now.points[seat] for now in sheets)]
    return stepped([(battle, had[battle]) for battle in range(1, len(had)) if had[battle] > had[battle - 1]], x, y)
