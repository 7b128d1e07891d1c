"""What a screen shows of Fiasko, reckoned out."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.fiasko import GAME
from companion.rules.fiasko.moves import PRODUCT_TITLES, PRODUCTS
from companion.rules.fiasko.pack import CATASTROPHE, FIASKO, PACK, Odds
from companion.rules.fiasko.play import Sheet
from companion.rules.fiasko.standing import FINISH, Column, another_card, odds, scores_of, standing
from companion.rules.text import Text
from companion.screens.fiasko.advice import worth_it

MIDDLING = 3  # the value of a middling card
WIDE = 1000  # from here on a number is set smaller


class Head(NamedTuple):
    """The top of a player's column; `cards` in hand only where every draw is tapped, and while it matters."""

    seat: int
    cards: int | None
    turn: bool


class Cell(NamedTuple):
    """A product of a player: its points, once it is scored, and the bonus as it stands."""

    seat: int
    points: int | None
    bonus: int
    alone: bool
    wide: bool


class Row(NamedTuple):
    product: str
    title: Text
    cells: tuple[Cell, ...]


class Sum(NamedTuple):
    """The foot of a player's column."""

    points: int
    leads: bool
    wide: bool


class Pile(NamedTuple):
    """The pile and its special cards, True for each that is out; `size` only where every draw is tapped."""

    fiasko: tuple[bool, ...]
    catastrophe: tuple[bool, ...]
    size: int | None
    pack: int

    @property
    def fiasko_left(self) -> int:
        return self.fiasko.count(False)

    @property
    def catastrophe_left(self) -> int:
        return self.catastrophe.count(False)

    @property
    def fearless(self) -> bool:
        return not self.fiasko_left and not self.catastrophe_left

    @property
    def empty(self) -> bool:
        return self.size == 0


class Promise(NamedTuple):
    """A hand that could make a score beat the best of a product."""

    seat: int
    cards: int
    product: str
    best: int


class Figures(NamedTuple):
    heads: tuple[Head, ...]
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    sums: tuple[Sum, ...]
    leaders: tuple[int, ...]
    pile: Pile | None
    odds: Odds | None
    advice: tuple[Text, ...]  # beside the odds, for whoever is to move
    promise: Promise | None
    winners: tuple[int, ...]
    ahead: int | None  # of the second, in points
    runners_up: tuple[int, ...]
    finish: int | None  # what the finisher got for it
    finish_decided: bool


def figures(sheet: Sheet) -> Figures:
    columns = standing(sheet)
    leaders = tuple(seat for seat, column in enumerate(columns) if column.rank == 1 and column.total)
    runners_up = _runners_up(columns)
    return Figures(
        tuple(_head(sheet, seat) for seat in range(len(columns))),
        tuple(_row(sheet, columns, product) for product in PRODUCTS),
        columns,
        tuple(Sum(column.total, seat in leaders, column.total >= WIDE) for seat, column in enumerate(columns)),
        leaders,
        _pile(sheet),
        odds(sheet),
        worth_it(another) if (another := another_card(sheet)) else (),
        _promise(sheet),
        GAME.winners(sheet),
        max(column.total for column in columns) - columns[runners_up[0]].total if runners_up else None,
        runners_up,
        None if sheet.finisher is None else FINISH,
        _finish_decided(sheet, columns),
    )


def _runners_up(columns: tuple[Column, ...]) -> tuple[int, ...]:
    second = min((column.rank for column in columns if column.rank > 1), default=None)
    return tuple(seat for seat, column in enumerate(columns) if column.rank == second)


def _head(sheet: Sheet, seat: int) -> Head:
    counted = sheet.table.options["count"] == "all" and not sheet.over
    return Head(seat, sheet.counter.hands[seat] if counted else None, seat == sheet.turn)


def _row(sheet: Sheet, columns: tuple[Column, ...], product: str) -> Row:
    return Row(
        product,
        PRODUCT_TITLES[product],
        tuple(_cell(sheet, column, seat, product) for seat, column in enumerate(columns)),
    )


def _cell(sheet: Sheet, column: Column, seat: int, product: str) -> Cell:
    noted = sheet.scores[seat].get(product)
    if noted is None:
        return Cell(seat, None, 0, False, False)
    bonus = next((bonus for bonus in column.bonuses if bonus.reason == product), None)
    return Cell(
        seat, noted.points, bonus.points if bonus else 0, bonus is not None and bonus.alone, noted.points >= WIDE
    )


def _pile(sheet: Sheet) -> Pile | None:
    count, counter = sheet.table.options["count"], sheet.counter
    if count == "none":
        return None
    return Pile(
        _pips(FIASKO, counter.fiasko),
        _pips(CATASTROPHE, counter.catastrophe),
        counter.pile if count == "all" else None,
        PACK,
    )


def _pips(cards: int, left: int) -> tuple[bool, ...]:
    return (False,) * left + (True,) * (cards - left)


def _promise(sheet: Sheet) -> Promise | None:
    """Whoever is to move, if a fair share of the hand, in middling cards, would do better than the best so far."""
    if sheet.turn is None:
        return None
    cards = sheet.counter.hands[sheet.turn]
    fair = MIDDLING * -(-cards // 3) * cards
    open_bests = [
        (best, product)
        for product in PRODUCTS
        if product not in sheet.scores[sheet.turn]
        and 0 < (best := max((points for _, points in scores_of(sheet, product)), default=0)) < fair
    ]
    if not open_bests:
        return None
    best, product = max(open_bests)
    return Promise(sheet.turn, cards, product, best)


def _finish_decided(sheet: Sheet, columns: tuple[Column, ...]) -> bool:
    """Without the points for finishing, the finisher would not have won alone."""
    won = GAME.winners(sheet)
    if sheet.finisher is None or won != (sheet.finisher,):
        return False
    others = max(column.total for seat, column in enumerate(columns) if seat != sheet.finisher)
    return columns[sheet.finisher].total - FINISH <= others
