"""How the totals of a game went, move after move, as a picture; and as it is printed, with lanes below."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

from companion.record.history import Log
from companion.rules.core import Ruleset
from companion.rules.text import Text
from companion.screens.core import ChancesToWin, Lane, Screen
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
CHANCES, HEADING, PINS, POINTS = 84, 12, 20, 150  # their room; above and below the lines; of these the points, at most
FIRST, NAME = 10, 15  # where the topmost of the names stands, and how high each of them is


class LineEnd(NamedTuple):
    """A player's line ends here, beside a name."""

    seat: int
    name: str
    short: str  # as much of it as has room
    points: int
    y: float


class Pin(NamedTuple):
    """Where a move lies that turned the game, on the line of whoever's chance it changed most."""

    x: float
    y: float


class ChancesDrawn(NamedTuple):
    """Everybody's chance over the game; between `top` and `ground` each is from none to all."""

    top: int
    ground: int
    lines: tuple[tuple[int, str], ...]  # a seat's: whoever has most in the end lies on top
    ends: tuple[tuple[int, float], ...]
    pins: tuple[Pin, ...]
    described: Text


class OnPaper(NamedTuple):
    """`said`: the luck, in sentences. No picture where nobody had a point."""

    height: int
    totals: TotalsChart
    ends: tuple[LineEnd, ...]
    labels: tuple[int, int, float]  # how far apart names stand at the lines' ends, and from where to where
    goal: int | None
    lanes: tuple[Lane, ...]
    floors: tuple[int, ...]  # of the lanes
    chances: ChancesDrawn | None
    reads: Text | None
    said: tuple[Text, ...]


def on_paper(game: Ruleset[Any], screen: Screen[Any], log: Log, told: Ending) -> OnPaper | None:
    results = game.results(log.sheet)
    if not any(result.points for result in results):
        return None
    beneath = screen.printing.beneath(log, told)
    named, room = FIRST + NAME * (len(results) - 1), beneath.room - (CHANCES if beneath.chances else 0)
    ground = max(min(room - OVER_LANES - LANE * len(beneath.lanes) - UNDER, GROUND), named)
    totals = totals_chart(game, log, Frame(1, TOP, RIGHT, ground), beneath.goal or 0)
    players = log.sheet.table.players
    short = in_a_line(players, lambda seat: letters(LETTERS - len(str(results[seat].points))))
    ends = tuple(
        LineEnd(seat, players[seat], short[seat], result.points, totals.y(result.points))
        for seat, result in enumerate(results)
    )
    floors = tuple(ground + OVER_LANES + LANE * number for number in range(1, len(beneath.lanes) + 1))
    height = max(floors, default=ground) + UNDER
    chances = _chances(beneath.chances, totals.x, height + HEADING) if beneath.chances else None
    return OnPaper(
        height=height + CHANCES if chances else height,
        totals=totals,
        ends=ends,
        labels=(NAME, FIRST, totals.ground),
        goal=beneath.goal,
        lanes=beneath.lanes,
        floors=floors,
        chances=chances,
        reads=beneath.reads,
        said=beneath.said,
    )


def _chances(told: ChancesToWin, x: Scale, top: int) -> ChancesDrawn:
    """As many points as a printer can show, those of the marked moves among them."""
    ground, last = top + CHANCES - HEADING - PINS, len(told.each) - 1
    y, every = Scale(1, ground, top), -(-last // POINTS)
    shown = [at for at in range(last + 1) if at % every == 0 or at == last or {at, at + 1} & {*told.marked}]
    seats = sorted(range(len(told.each[0])), key=lambda seat: told.each[-1][seat])
    pins = []
    for at in told.marked:
        had, has = told.each[at - 1], told.each[at]
        most = max(seats, key=lambda seat: abs(has[seat] - had[seat]))
        pins.append(Pin(x(at), y(has[most])))
    return ChancesDrawn(
        top,
        ground,
        lines=tuple((seat, "M" + " ".join(f"{x(at)} {y(told.each[at][seat])}" for at in shown)) for seat in seats),
        ends=tuple((seat, y(told.each[-1][seat])) for seat in seats),
        pins=tuple(pins),
        described=told.described,
    )
