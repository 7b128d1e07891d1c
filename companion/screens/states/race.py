"""The race of States as a picture: everybody's points, battle after battle, towards the goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.states.play import Fought, StatesSheet
from companion.rules.states.standing import standing
from companion.screens.geometry import Scale, apart, letters, stepped
from companion.screens.names import in_a_line

LEFT, RIGHT, TOP, BOTTOM = 1, 281, 25.65, 166
STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500)  # between the lines of a scale
LINES = 3
LARGE_STATES = 5  # so many at most are named
LABEL, NAMES = 19, (14.0, 170.0)  # as high as a name at the end of a line; where they all have room
LETTERS = 8  # of a name and its points
AT_THE_EDGE = 240  # from here on a State's letters stand at the left
NUMBER_LEFT, NUMBER_RIGHT = 8, 270  # a battle's number stands below its line; from the right one on, at the left
FIRST_BATTLE = 150  # from here on there is room to say where the first one is


class RaceLevel(NamedTuple):
    points: int
    y: float
    text_y: float


class Trace(NamedTuple):
    """A player's line, and what stands at its end."""

    seat: int
    path: str
    name: str  # as far as there is room for it
    points: int
    y: float
    mark_y: float


class LargeState(NamedTuple):
    """One of the largest States, where it was taken."""

    seat: int
    code: str
    mark_x: float
    mark_y: float
    x: float
    y: float
    at_the_edge: bool


class Cursor(NamedTuple):
    """Where a battle stands, and its number below."""

    x: float
    number_x: float
    at_the_edge: bool
    first_named: bool  # there is room to say where the first one is


class Race(NamedTuple):
    levels: tuple[RaceLevel, ...]
    goal: RaceLevel
    traces: tuple[Trace, ...]  # whoever won comes last, and so lies on top
    large: tuple[LargeState, ...]
    worth: int | None  # of the smallest of those
    tied: tuple[str, ...]  # the sign where nobody took the State; of those that lie on each other one
    cursors: tuple[Cursor, ...]  # of each battle


def race(sheet: StatesSheet, sheets: Sequence[StatesSheet], fought: Sequence[Fought]) -> Race:
    x, y = Scale(len(sheets), LEFT, RIGHT), Scale(max(sheet.goal.points, *sheet.points), BOTTOM, TOP)
    goal, battles = sheet.goal.points, [*enumerate(zip(sheets, fought, strict=True), 1)]
    step = next((step for step in STEPS if goal / step <= LINES), goal)
    values = [one.value for one in fought if one.winner is not None]
    # As many of the largest as can be named; none where too many are alike
    enough = (value for value in set(values) if sum(other >= value for other in values) <= LARGE_STATES)
    worth = min(enough, default=None)
    return Race(
        levels=tuple(RaceLevel(points, y(points), round(y(points) - 3, 1)) for points in range(step, goal, step)),
        goal=RaceLevel(goal, y(goal), round(y(goal) - 4, 1)),
        traces=_traces(sheet, sheets, x, y),
        large=tuple(
            _large(one.winner, one.state, x(battle), y(now.points[one.winner]))
            for battle, (now, one) in battles
            if one.winner is not None and worth is not None and one.value >= worth
        ),
        worth=worth,
        tied=tuple(
            f"M{at - 3.5:.5g} 171h7M{at - 3.5:.5g} 175h7"
            for at in {int(at): at for at in (x(battle) for battle, (_, one) in battles if one.winner is None)}.values()
        ),
        cursors=tuple(
            Cursor(at, max(at, NUMBER_LEFT), at_the_edge=at > NUMBER_RIGHT, first_named=at > FIRST_BATTLE)
            for at in (x(battle) for battle, _ in battles)
        ),
    )


def _large(seat: int, code: str, x: float, y: float) -> LargeState:
    at_the_edge = x > AT_THE_EDGE
    text_x, text_y = (x - 5, y + 22) if at_the_edge else (x + 5, y + 13.7)
    return LargeState(
        seat=seat,
        code=code,
        mark_x=round(x - 5, 1),
        mark_y=round(y - 5, 1),
        x=round(text_x, 1),
        y=round(text_y, 1),
        at_the_edge=at_the_edge,
    )


def _traces(sheet: StatesSheet, sheets: Sequence[StatesSheet], x: Scale, y: Scale) -> tuple[Trace, ...]:
    """A step where a State was taken."""
    seats = sorted(range(len(sheet.points)), key=lambda seat: -standing(sheet)[seat].rank)
    heights = dict(apart([(seat, y(sheet.points[seat]) + 5) for seat in reversed(seats)], LABEL, *NAMES))
    names = in_a_line(sheet.table.players, lambda seat: letters(LETTERS - len(str(sheet.points[seat]))))
    traces = []
    for seat in seats:
        had = [0, *(now.points[seat] for now in sheets)]
        taken = [(battle, had[battle]) for battle in range(1, len(had)) if had[battle] > had[battle - 1]]
        traces.append(
            Trace(
                seat=seat,
                path=stepped(taken, x, y),
                name=names[seat],
                points=sheet.points[seat],
                y=heights[seat],
                mark_y=round(heights[seat] - 11, 1),
            )
        )
    return tuple(traces)
