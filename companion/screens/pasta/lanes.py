"""The course of Pasta as a picture: time runs down, a row a bank; a lane for each player, in which the groups widen.

The ribbon of the token and the arrows of the thefts cross the lanes where nothing else does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from companion.rules.pasta.moves import Bank, Hold
from companion.rules.pasta.play import NOTHING, PastaSheet
from companion.rules.pasta.standing import Basket, standing
from companion.screens.geometry import letters
from companion.screens.names import in_a_line
from companion.screens.pasta.figures import CROWD, DRAWINGS, worth

if TYPE_CHECKING:
    from companion.screens.pasta.course import BankRow

WIDTH, LEFT, TOP, ROW = 374, 39, 32, 20
GUTTER = 17  # between two lanes
LETTER = 8.3
RIBBON = 9  # before a lane; as round are its corners
TOKEN = 20  # as large is its drawing
EVERY = 5  # rows have their number
WIDEST = 6.0  # a card


class Strip(NamedTuple):
    """A group, as long as it lay there."""

    points: str
    odd: bool


class GroupLane(NamedTuple):
    seat: int
    x: float
    mark_x: float
    name: str  # as much of it as there is room for above
    name_x: float
    strips: tuple[Strip, ...]
    cards: str  # what they came to in the end
    middle: float


class CardsBeside(NamedTuple):
    """What was banked, or put right, beside the groups: its drawing, and how many cards."""

    drawing: str
    x: float
    y: float
    label: str
    label_x: float
    label_y: float


class Theft(NamedTuple):
    line: str
    tip: str


class Corner(NamedTuple):
    """Of a drawing, its upper left one."""

    x: float
    y: float


class PastaLanes(NamedTuple):
    height: float
    bottom: float
    stripes: tuple[float, ...]
    numbers: tuple[tuple[int, float], ...]
    lanes: tuple[GroupLane, ...]
    beside: tuple[CardsBeside, ...]
    drawn: int  # the size of their drawings
    thefts: tuple[Theft, ...]
    ribbon: str
    tokens: tuple[Corner, ...]
    cards_y: float  # of what they came to
    end_y: float


Span = tuple[float, float]  # from left to right; a group that isn't there has no room


class LaneScale(NamedTuple):
    lane: float
    card: float
    drawn: int
    shapes: tuple[tuple[int, ...], ...]  # of each seat, in the order in which they came

    def x(self, seat: int) -> float:
        return LEFT + seat * self.lane

    def ribbon(self, seat: int) -> float:
        return round(self.x(seat) - RIBBON, 1)

    def right_of(self, sheet: PastaSheet, seat: int) -> float:
        """Where all of a seat's groups end."""
        return self.x(seat) + self.card * sum(group.cards for group in sheet.groups[seat].values())

    def spans(self, sheet: PastaSheet, seat: int) -> list[Span]:
        """Where each of its groups lies, side by side."""
        sizes = (sheet.groups[seat].get(shape, NOTHING).cards for shape in self.shapes[seat])
        edges = accumulate((self.card * size for size in sizes), initial=self.x(seat))
        return [*pairwise(edges)]


def _top(row: int) -> float:
    return TOP + row * ROW


def lanes(sheet: PastaSheet, rows: Sequence[BankRow]) -> PastaLanes:
    scale, bottom, tops = _scale(rows), _top(len(rows)) + 2, [*map(_top, range(len(rows)))]
    return PastaLanes(
        height=bottom + 22,
        bottom=bottom,
        stripes=tuple(top - 2 for top in tops[::2]),
        numbers=tuple(
            (row.number, top + 12.5)
            for top, row in zip(tops, rows, strict=True)
            if row.number is not None and (row.number == 1 or row.number % EVERY == 0)
        ),
        lanes=tuple(_lane(rows, scale, seat, basket) for seat, basket in enumerate(standing(sheet))),
        beside=tuple(_beside(rows, scale)),
        drawn=scale.drawn,
        thefts=tuple(_thefts(rows, scale)),
        ribbon=_ribbon(rows, scale),
        tokens=tuple(
            Corner(scale.ribbon(row.holder) - TOKEN / 2, top + 8 - TOKEN / 2)
            for top, row in zip(tops, rows, strict=True)
            if row.passes and row.holder is not None
        ),
        cards_y=bottom + 16,
        end_y=bottom + 15,
    )


def _scale(rows: Sequence[BankRow]) -> LaneScale:
    """Whoever ever had most has room beside it for what was noted: its drawing and its number."""
    seats = range(len(rows[0].sheet.groups))
    lane, drawn = (WIDTH - LEFT + GUTTER) / len(seats), 14 if len(seats) >= CROWD else 18
    most = max(basket.cards for row in rows for basket in standing(row.sheet))
    card = min((lane - GUTTER - drawn - 11) / max(most, 1), WIDEST)
    shapes = (dict.fromkeys(shape for row in rows for shape in row.sheet.groups[seat]) for seat in seats)
    return LaneScale(lane, card, drawn, tuple(map(tuple, shapes)))


# The groups, and what was noted beside them


def _lane(rows: Sequence[BankRow], scale: LaneScale, seat: int, basket: Basket) -> GroupLane:
    x = round(scale.x(seat), 1)
    groups = zip(*(scale.spans(row.sheet, seat) for row in rows), strict=True)
    sign = worth(rows[-1].sheet.table.options["al_dente"]).sign
    return GroupLane(
        seat=seat,
        x=x,
        mark_x=round(x - 8, 1),
        name=in_a_line(rows[-1].sheet.table.players, lambda _: letters(int((scale.lane - GUTTER) / LETTER)))[seat],
        name_x=round(x + 9, 1),
        strips=tuple(strip for nth, group in enumerate(groups) for strip in _strips(group, nth % 2 == 1)),
        cards=f"{basket.cards} {sign} {abs(basket.token)}" if basket.token else str(basket.cards),
        middle=round(scale.x(seat) + max(basket.cards * scale.card / 2, 8), 1),
    )


def _strips(group: Sequence[Span], odd: bool) -> Iterator[Strip]:
    """Down its right edge and up its left one, row by row; more than one where it was gone for a while."""
    row = 0
    for lies, run in groupby(group, lambda span: span[0] < span[1]):
        spans = [*run]
        if lies:
            left, right = (_corners(edge, row, len(group)) for edge in zip(*spans, strict=True))
            yield Strip(" ".join(f"{round(x, 1):g},{y:g}" for x, y in (*right, *reversed(left))), odd)
        row += len(spans)


def _corners(edge: Iterable[float], row: int, rows: int) -> list[tuple[float, float]]:
    """A straight line as long as it keeps its place; the last one goes to the ground."""
    corners = []
    for x, same in groupby(edge):
        upper, row = row, row + len([*same])
        corners += [(x, _top(upper)), (x, _top(row) + (2 if row == rows else 0))]
    return corners


def _beside(rows: Sequence[BankRow], scale: LaneScale) -> Iterator[CardsBeside]:
    for place, row in enumerate(rows):
        move = row.move
        if not isinstance(move, Hold):
            right, top, cards = scale.right_of(row.sheet, move.player), _top(place), move.pasta + move.sauce
            yield CardsBeside(
                drawing=DRAWINGS[move.shape],
                x=round(right + 2, 1),
                y=top + 8 - scale.drawn / 2,
                label=str(cards) if isinstance(move, Bank) else f"= {cards}",
                label_x=round(round(right + 2, 1) + scale.drawn + 1, 1),
                label_y=top + 13,
            )


def _thefts(rows: Sequence[BankRow], scale: LaneScale) -> Iterator[Theft]:
    """An arrow from lane to lane."""
    for place, row in enumerate(rows):
        if not isinstance(row.move, Bank) or row.robbed is None:
            continue
        thief, y, way = row.move.player, _top(place) + 15.5, 1
        start, tip = scale.right_of(row.sheet, row.robbed) + 1, scale.x(thief) - 2
        if thief < row.robbed:
            start, tip, way = scale.x(row.robbed) - 2, scale.right_of(row.sheet, thief) + scale.drawn + 14, -1
        start, tip = round(start, 1), round(tip, 1)
        yield Theft(f"M{start:g} {y:g}H{tip - 7 * way:g}", f"M{tip:g} {y:g}l{-8 * way} -3.5v7z")


# The token


def _ribbon(rows: Sequence[BankRow], scale: LaneScale) -> str:
    """From where it was taken first to the end; with a gap where nobody had it. From above, if all isn't drawn."""
    way = [] if rows[0].had is None else [f"M{scale.ribbon(rows[0].had):g} {TOP - 2}"]
    for y, row in ((_top(place) + 8, row) for place, row in enumerate(rows) if row.passes):
        if row.holder is None:
            way.append(f"V{y:g}")
        elif row.had is None:
            way.append(f"M{scale.ribbon(row.holder):g} {y:g}")
        else:
            start, end = scale.ribbon(row.had), scale.ribbon(row.holder)
            turn = RIBBON if end > start else -RIBBON
            way.append(f"V{y - RIBBON:g}Q{start:g} {y:g} {start + turn:g} {y:g}H{end - turn:g}")
            way.append(f"Q{end:g} {y:g} {end:g} {y + RIBBON:g}")
    if way and rows[-1].holder is not None:
        way.append(f"V{_top(len(rows)) + 2:g}")
    return "".join(way)
