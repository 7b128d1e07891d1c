"""The course of Pasta as a picture: time runs down, a row a bank; a lane for each player, in which the groups widen.

The ribbon of the token and the arrows of the thefts cross the lanes where nothing else does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from companion.rules.pasta.moves import Bank, Hold
from companion.rules.pasta.play import NOTHING, Sheet
from companion.rules.pasta.standing import Basket, standing
from companion.screens.pasta.figures import CROWD, DRAWINGS
from companion.screens.pasta.phrases import worth
from companion.screens.pasta.rows import Row

WIDTH, LEFT, TOP, ROW = 374, 39, 32, 20
GUTTER = 17  # between two lanes
LETTER = 8.3
RIBBON = 9  # before a lane; as round are its corners
EVERY = 5  # rows have their number
WIDEST = 6.0  # a card


class Strip(NamedTuple):
    """A group, as long as it lay there."""

    points: str
    odd: bool


class Lane(NamedTuple):
    seat: int
    x: float
    strips: tuple[Strip, ...]
    cards: str  # what they came to in the end
    middle: float


class Noted(NamedTuple):
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


class Spot(NamedTuple):
    x: float
    y: float


class Lanes(NamedTuple):
    height: float
    bottom: float
    stripes: tuple[float, ...]
    numbers: tuple[tuple[int, float], ...]
    lanes: tuple[Lane, ...]
    letters: int  # that there is room for above each
    noted: tuple[Noted, ...]
    drawn: int  # the size of their drawings
    thefts: tuple[Theft, ...]
    ribbon: str
    tokens: tuple[Spot, ...]


class _Scale(NamedTuple):
    lane: float
    card: float
    drawn: int
    shapes: tuple[tuple[int, ...], ...]  # of each seat, in the order in which they came

    def x(self, seat: int) -> float:
        return LEFT + seat * self.lane

    def right_of(self, sheet: Sheet, seat: int) -> float:
        """Where all of a seat's groups end."""
        return self.x(seat) + self.card * _cards(sheet, seat)

    def spans(self, sheet: Sheet, seat: int) -> list[Span]:
        """Where each of its groups lies, side by side."""
        sizes = (sheet.groups[seat].get(shape, NOTHING).cards for shape in self.shapes[seat])
        edges = accumulate((self.card * size for size in sizes), initial=self.x(seat))
        return [*pairwise(edges)]


Span = tuple[float, float]  # from left to right; a group that isn't there has no room


def _cards(sheet: Sheet, seat: int) -> int:
    return sum(group.cards for group in sheet.groups[seat].values())


def _top(row: int) -> float:
    return TOP + row * ROW


def lanes(sheet: Sheet, rows: Sequence[Row]) -> Lanes:
    scale, bottom = _scale(rows), _top(len(rows)) + 2
    return Lanes(
        height=bottom + 22,
        bottom=bottom,
        stripes=tuple(_top(row) - 2 for row in range(0, len(rows), 2)),
        numbers=tuple(_numbers(rows)),
        lanes=tuple(_lane(rows, scale, seat, basket) for seat, basket in enumerate(standing(sheet))),
        letters=int((scale.lane - GUTTER) / LETTER),
        noted=tuple(_noted(rows, scale)),
        drawn=scale.drawn,
        thefts=tuple(_thefts(rows, scale)),
        ribbon=_ribbon(rows, scale),
        tokens=tuple(_tokens(rows, scale)),
    )


def _scale(rows: Sequence[Row]) -> _Scale:
    """Whoever ever had most has room beside it for what was noted: its drawing and its number."""
    seats = len(rows[0].sheet.groups)
    lane, drawn = (WIDTH - LEFT + GUTTER) / seats, 14 if seats >= CROWD else 18
    most = max(_cards(row.sheet, seat) for row in rows for seat in range(seats))
    card = min((lane - GUTTER - drawn - 11) / max(most, 1), WIDEST)
    return _Scale(lane, card, drawn, tuple(_shapes(rows, seat) for seat in range(seats)))


def _shapes(rows: Sequence[Row], seat: int) -> tuple[int, ...]:
    return tuple(dict.fromkeys(shape for row in rows for shape in row.sheet.groups[seat]))


def _numbers(rows: Sequence[Row]) -> Iterator[tuple[int, float]]:
    for place, row in enumerate(rows):
        if row.number is not None and (row.number == 1 or row.number % EVERY == 0):
            yield row.number, _top(place) + 12.5


# The groups


def _lane(rows: Sequence[Row], scale: _Scale, seat: int, basket: Basket) -> Lane:
    x = scale.x(seat)
    groups = zip(*(scale.spans(row.sheet, seat) for row in rows), strict=True)
    strips = (strip for nth, group in enumerate(groups) for strip in _strips(group, nth % 2 == 1))
    token = rows[-1].sheet.table.options["al_dente"]
    cards = f"{basket.cards} {worth(token).sign} {abs(token)}" if basket.token else str(basket.cards)
    middle = round(x + max(basket.cards * scale.card / 2, 8), 1)
    return Lane(seat, round(x, 1), tuple(strips), cards, middle)


def _strips(group: Sequence[Span], odd: bool) -> Iterator[Strip]:
    """Where it lay row by row; more than one where it was gone for a while."""
    row = 0
    for lies, run in groupby(group, lambda span: span[0] < span[1]):
        spans = [*run]
        if lies:
            yield Strip(_outline(spans, row, len(group)), odd)
        row += len(spans)


def _outline(spans: Sequence[Span], row: int, rows: int) -> str:
    """Down its right edge, and up its left one."""
    left, right = ([*_corners(edge, row, rows)] for edge in zip(*spans, strict=True))
    return " ".join(f"{round(x, 1):g},{y:g}" for x, y in (*right, *reversed(left)))


def _corners(edge: Iterable[float], row: int, rows: int) -> Iterator[tuple[float, float]]:
    """A straight line as long as it keeps its place; the last one goes to the ground."""
    for x, same in groupby(edge):
        yield x, _top(row)
        row += len([*same])
        yield x, _top(row) + (2 if row == rows else 0)


# What was noted beside them


def _noted(rows: Sequence[Row], scale: _Scale) -> Iterator[Noted]:
    for place, row in enumerate(rows):
        move = row.move
        if isinstance(move, Hold):
            continue
        x = round(scale.right_of(row.sheet, move.player) + 2, 1)
        cards = move.pasta + move.sauce
        label = str(cards) if isinstance(move, Bank) else f"= {cards}"
        middle = _top(place) + 8 - scale.drawn / 2
        yield Noted(DRAWINGS[move.shape], x, middle, label, round(x + scale.drawn + 1, 1), _top(place) + 13)


def _thefts(rows: Sequence[Row], scale: _Scale) -> Iterator[Theft]:
    """From lane to lane."""
    for place, row in enumerate(rows):
        if not isinstance(row.move, Bank) or row.robbed is None:
            continue
        thief, y = row.move.player, _top(place) + 15.5
        if thief > row.robbed:
            start, tip = scale.right_of(row.sheet, row.robbed) + 1, scale.x(thief) - 2
            yield _arrow(start, tip, y, -1)
        else:
            start, tip = scale.x(row.robbed) - 2, scale.right_of(row.sheet, thief) + scale.drawn + 14
            yield _arrow(start, tip, y, 1)


def _arrow(start: float, tip: float, y: float, back: int) -> Theft:
    start, tip = round(start, 1), round(tip, 1)
    return Theft(f"M{start:g} {y:g}H{tip + 7 * back:g}", f"M{tip:g} {y:g}l{8 * back} -3.5v7z")


# The token


def _ribbon(rows: Sequence[Row], scale: _Scale) -> str:
    """From where it was taken first to the end; with a gap where nobody had it."""
    way: list[str] = []
    for place, row in enumerate(rows):
        if row.passes:
            way.append(_crossing(row.had, row.holder, _top(place) + 8, scale))
    if way and rows[-1].holder is not None:
        way.append(f"V{_top(len(rows)) + 2:g}")
    return "".join(way)


def _crossing(loser: int | None, holder: int | None, y: float, scale: _Scale) -> str:
    if loser is None or holder is None:
        return f"V{y:g}" if holder is None else f"M{_beside(holder, scale):g} {y:g}"
    start, end = _beside(loser, scale), _beside(holder, scale)
    turn = RIBBON if end > start else -RIBBON
    return f"V{y - RIBBON:g}Q{start:g} {y:g} {start + turn:g} {y:g}H{end - turn:g}Q{end:g} {y:g} {end:g} {y + RIBBON:g}"


def _beside(seat: int, scale: _Scale) -> float:
    return round(scale.x(seat) - RIBBON, 1)


def _tokens(rows: Sequence[Row], scale: _Scale) -> Iterator[Spot]:
    for place, row in enumerate(rows):
        if row.passes and row.holder is not None:
            yield Spot(_beside(row.holder, scale), _top(place) + 8)
