"""How a game went, as it is printed: everybody's totals over its moves, and below them what a game marks in lanes."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.record.history import Log
from companion.rules.core import Ruleset
from companion.rules.text import Text
from companion.screens.core import Lane, Screen
from companion.screens.end.ending import Ending
from companion.screens.end.totals import TotalsChart, totals_chart
from companion.screens.geometry import Frame

WIDTH, RIGHT = 704, 605  # of the picture, and where its lines end: the names stand beyond
TOP, GROUND, LANE = 14, 138, 15  # where the totals begin and end, at most; how high a lane is
OVER_LANES, UNDER = 12, 4
FIRST, NAME = 10, 15  # where the topmost of the names stands, and how high each of them is


class LineEnd(NamedTuple):
    """A player's line ends here, beside a name."""

    seat: int
    name: str
    points: int
    y: float


class OnPaper(NamedTuple):
    """`said`: the luck, in sentences. No picture where nobody had a point."""

    totals: TotalsChart
    ends: tuple[LineEnd, ...]
    goal: int | None
    lanes: tuple[Lane, ...]
    reads: Text | None
    said: tuple[Text, ...]

    @property
    def labels(self) -> tuple[int, int, float]:
        """How far apart names stand at the lines' ends, and from where to where."""
        return NAME, FIRST, self.totals.ground

    @property
    def height(self) -> int:
        return self.floor(len(self.lanes) - 1) + UNDER

    def floor(self, number: int) -> int:
        """Of a lane."""
        bottom = round(self.totals.y.start)
        return bottom + OVER_LANES + LANE * (number + 1) if self.lanes else bottom


def on_paper(game: Ruleset[Any], screen: Screen[Any], log: Log, told: Ending) -> OnPaper | None:
    results = game.results(log.sheet)
    if not any(result.points for result in results):
        return None
    beneath = screen.beneath(log, told)
    named = FIRST + NAME * (len(results) - 1)
    ground = max(min(beneath.room - OVER_LANES - LANE * len(beneath.lanes) - UNDER, GROUND), named)
    totals = totals_chart(game, log, Frame(1, TOP, RIGHT, ground), beneath.goal or 0)
    ends = tuple(
        LineEnd(seat, name, result.points, totals.y(result.points))
        for seat, (name, result) in enumerate(zip(log.sheet.table.players, results, strict=True))
    )
    return OnPaper(totals, ends, beneath.goal, beneath.lanes, beneath.reads, beneath.said)
