"""How the totals of a game went, move after move, as a picture; and as it is printed, with lanes below."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from companion.record.history import Log
from companion.rules.core import Ruleset
from companion.rules.text import Text
from companion.screens.core import Lane, Screen
from companion.screens.end import Ending
from companion.screens.geometry import Frame, Scale, letters, stepped
from companion.screens.names import in_a_line


class TotalLine(NamedTuple):
    """A seat's totals in steps, and where it made them itself."""

    seat: int
    path: str
    marks: tuple[tuple[float, float], ...]


class TotalsChart(NamedTuple):
    lines: tuple[TotalLine, ...]  # who came last first: the winner lies on top
    x: Scale  # of moves
    y: Scale  # of points
    ground: float  # where nothing is


def totals_chart(game: Ruleset[Any], log: Log, frame: Frame, goal: int = 0) -> TotalsChart:
    """With the bonuses of the moment, so that a line can fall; `goal`: as high as it goes at least."""
    seats = range(len(log.sheet.table.players))
    totals = [(0,) * len(seats), *(tuple(one.points for one in game.results(step.after)) for step in log.steps)]
    x = Scale(len(log.steps), frame.left, frame.right)
    y = Scale(max(goal, *map(max, totals)), frame.bottom, frame.top, least=min(map(min, totals)))
    ranks = [result.rank for result in game.results(log.sheet)]
    lines = []
    for seat in sorted(seats, key=lambda seat: -ranks[seat]):
        own = enumerate(pairwise(total[seat] for total in totals), 1)
        changes = [(step, had, now) for step, (had, now) in own if now != had]
        gains = [(step, now) for step, had, now in changes if now > had]
        marks = [(x(step), y(now)) for step, now in gains if getattr(log.moves[step - 1], "player", seat) == seat]
        lines.append(TotalLine(seat, stepped([(step, now) for step, _, now in changes], x, y), tuple(marks)))
    return TotalsChart(tuple(lines), x, y, y(0))


WIDTH, RIGHT = 704, 605  # of the picture, and where its lines end: the names stand beyond
TOP, GROUND, LANE = 14, 138, 15  # where the totals begin and end, at most; how high a lane is
OVER_LANES, UNDER = 12, 4
LETTERS = 8  # usual ones, for a name and its total
FIRST, NAME = 10, 15  # where the topmost of the names stands, and how high each of them is


class LineEnd(NamedTuple):
    """A player's line ends here, beside a name."""

    seat: int
    name: str
    short: str  # as much of it as has room
    points: int
    y: float


class OnPaper(NamedTuple):
    """`said`: the luck, in sentences. No picture where nobody had a point."""

    height: int
    totals: TotalsChart
    ends: tuple[LineEnd, ...]
    labels: tuple[int, int, float]  # how far apart names stand at the lines' ends, and from where to where
    goal: int | None
    lanes: tuple[Lane, ...]
    floors: tuple[int, ...]  # of the lanes
    reads: Text | None
    said: tuple[Text, ...]


def on_paper(game: Ruleset[Any], screen: Screen[Any], log: Log, told: Ending) -> OnPaper | None:
    results = game.results(log.sheet)
    if not any(result.points for result in results):
        return None
    beneath = screen.printing.beneath(log, told)
    named = FIRST + NAME * (len(results) - 1)
    ground = max(min(beneath.room - OVER_LANES - LANE * len(beneath.lanes) - UNDER, GROUND), named)
    totals = totals_chart(game, log, Frame(1, TOP, RIGHT, ground), beneath.goal or 0)
    players = log.sheet.table.players
    short = in_a_line(players, lambda seat: letters(LETTERS - len(str(results[seat].points))))
    ends = tuple(
        LineEnd(seat, players[seat], short[seat], result.points, totals.y(result.points))
        for seat, result in enumerate(results)
    )
    floors = tuple(ground + OVER_LANES + LANE * number for number in range(1, len(beneath.lanes) + 1))
    return OnPaper(
        height=max(floors, default=ground) + UNDER,
        totals=totals,
        ends=ends,
        labels=(NAME, FIRST, totals.ground),
        goal=beneath.goal,
        lanes=beneath.lanes,
        floors=floors,
        reads=beneath.reads,
        said=beneath.said,
    )
