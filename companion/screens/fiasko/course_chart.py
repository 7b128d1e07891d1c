"""The course of a game of Fiasko as it is drawn: who led, the totals, and each hand, over one axis of turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.record.history import Log
from companion.screens.fiasko.course import FiaskoCourse, course_of
from companion.screens.geometry import Point, Scale, apart, letters, stairs, stepped, ticks
from companion.screens.names import in_a_line
from companion.screens.totals import TotalLine

EDGE = 283  # left of it is the picture, right of it are its labels
TOP, GROUND = 35.2, 196  # of the totals
HAND, STAIRS = 40, 25  # how high the room of a hand is, and the hand itself
NAME, NAMES = 19, (30, GROUND)  # as high as a name at the end of a line; where they all have room
TWO_LINES, BELOW = 33, 14  # as high as a name with its total below it; how far below that is
LETTERS, ALONE = 8, 7  # of a name and its total; of one beside a hand, or over its total
WIDE = 1000  # a total from here on has no room beside a name
SIGN = 17  # so wide a bar has room for its player's mark


class LeadBar(NamedTuple):
    seat: int | None
    x: float
    width: float
    signed: bool


class Grade(NamedTuple):
    points: int
    y: float


class EndLabel(NamedTuple):
    """`below`: how far below the name its total is, where both have no room in a line."""

    seat: int
    name: str
    total: int
    y: float
    below: int


class HandEnd(NamedTuple):
    """The points that a hand was paid with, or a drawn Fiasko in their place."""

    points: int | None
    x: float
    y: float


class HandChart(NamedTuple):
    """`catastrophes`: where this player drew them."""

    seat: int
    name: str
    floor: int
    stairs: str
    ends: tuple[HandEnd, ...]
    catastrophes: tuple[Point, ...]
    lost: int


class CourseChart(NamedTuple):
    """No hands where nobody noted who drew what."""

    course: FiaskoCourse
    leads: tuple[LeadBar, ...]
    grades: tuple[Grade, ...]
    traces: tuple[TotalLine, ...]  # with a mark at each score
    ends: tuple[EndLabel, ...]
    hands: tuple[HandChart, ...]
    catastrophes: tuple[float, ...]
    shuffles: tuple[float, ...]
    bottom: int  # of all hands
    height: int  # of their picture: where every turn was noted, the first and the last are named below it


def course(log: Log) -> CourseChart | None:
    told = course_of(log)
    if told is None:
        return None
    most = max(at.value for player in told.players for at in player.totals)
    x, y = Scale(told.turns, 1, EDGE), Scale(most, GROUND, TOP)
    bottom = HAND * len(told.players)
    return CourseChart(
        told,
        leads=tuple(_lead_bars(told, x)),
        grades=tuple(Grade(points, y(points)) for points in ticks(most)),
        traces=tuple(
            TotalLine(
                player.seat,
                stepped(player.totals, x, y),
                tuple(Point(round(x(turn) - 5, 1), round(y(total) - 5, 1)) for turn, total in player.scored),
            )
            for player in sorted(told.players, key=lambda player: player.total)
        ),
        ends=tuple(_ends(told, y)),
        hands=tuple(_hands(told, x)) if told.draws else (),
        catastrophes=tuple(x(fell.turn) for fell in told.catastrophes),
        shuffles=tuple(x(turn) for turn in told.shuffles),
        bottom=bottom,
        height=bottom + (18 if told.counted else 2),
    )


def _lead_bars(told: FiaskoCourse, x: Scale) -> Iterator[LeadBar]:
    for seat, since, until in told.leads:
        width = x(until) - x(since)
        if width > 0:
            yield LeadBar(seat, x(since), round(width, 1), seat is not None and width > SIGN)


def _ends(told: FiaskoCourse, y: Scale) -> Iterator[EndLabel]:
    totals = [player.total for player in told.players]
    below = BELOW if max(totals) >= WIDE else 0
    room = [letters(ALONE if below else LETTERS - len(str(total))) for total in totals]
    names = in_a_line([player.name for player in told.players], room.__getitem__)
    gap, (top, ground) = TWO_LINES if below else NAME, NAMES
    for seat, at in apart([(player.seat, y(player.total)) for player in told.players], gap, top, ground - below):
        yield EndLabel(seat, names[seat], totals[seat], at, below)


def _hands(told: FiaskoCourse, x: Scale) -> Iterator[HandChart]:
    names = in_a_line([player.name for player in told.players], lambda seat: letters(ALONE))
    largest = max((at.value for player in told.players for at in player.hand), default=0)
    for player in told.players:
        floor = HAND * (player.seat + 1)
        y, ends = Scale(largest, floor, floor - STAIRS), []
        for how in player.emptied:
            across, top = min(x(how.turn), 276), y(how.held)
            if how.by == "score":
                ends.append(HandEnd(how.points, max(across, 9), round(top - 3, 1)))
            elif how.by == "fiasko":
                ends.append(HandEnd(None, round(across - 5.5, 1), round(top - 15, 1)))
        yield HandChart(
            player.seat,
            names[player.seat],
            floor,
            stairs(player.hand, x, y),
            ends=tuple(ends),
            catastrophes=tuple(
                Point(round(x(fell.turn) - 5.5, 1), floor - 35)
                for fell in told.catastrophes
                if fell.value == player.seat
            ),
            lost=player.lost,
        )
