"""What a screen shows of Fiasko, reckoned out: the sheet, the pile, and what a hand could do."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.core import winners
from companion.rules.fiasko.moves import PRODUCT_TITLES, PRODUCTS
from companion.rules.fiasko.pack import CATASTROPHE, FIASKO, GOODS, PACK, Odds, chance_to_beat
from companion.rules.fiasko.play import FiaskoSheet
from companion.rules.fiasko.standing import FINISH, Column, odds, scores_of, standing
from companion.rules.text import Text
from companion.screens.names import NameRoom

WITHIN_REACH = 0.5  # from this chance on
WIDE = 1000  # from here on a number is set smaller


class PlayerHead(NamedTuple):
    """The top of a player's column; `cards` in hand only where every draw is tapped, and while it matters."""

    seat: int
    cards: int | None
    turn: bool


class ScoreCell(NamedTuple):
    """A product of a player: its points, once it is scored, and the bonus as it stands."""

    seat: int
    points: int | None
    bonus: int
    alone: bool
    wide: bool


class ProductRow(NamedTuple):
    product: str
    title: Text
    cells: tuple[ScoreCell, ...]


class PlayerSum(NamedTuple):
    """The foot of a player's column."""

    points: int
    leads: bool
    wide: bool


class Pile(NamedTuple):
    """The pile and its special cards, True for each that is out; `size` only where every draw is tapped."""

    fiasko: tuple[bool, ...]
    catastrophe: tuple[bool, ...]
    fiasko_left: int
    catastrophe_left: int
    fearless: bool  # all eight are out
    only_bad: bool  # and nothing else: no goods are left
    size: int | None
    pack: int
    empty: bool


class Promise(NamedTuple):
    """A hand that could make a score beat the best of a product."""

    seat: int
    cards: int
    product: str


class FiaskoFigures(NamedTuple):
    heads: tuple[PlayerHead, ...]
    rows: tuple[ProductRow, ...]
    columns: tuple[Column, ...]
    sums: tuple[PlayerSum, ...]
    leaders: tuple[int, ...]
    pile: Pile | None
    odds: Odds | None
    promise: Promise | None
    winners: tuple[int, ...]
    ahead: int | None  # of the second, in points
    runners_up: tuple[int, ...]
    finish_decided: bool


def heads(seats: int) -> NameRoom:
    """Over a column: beside the mark, or over mark and hand."""
    return {2: NameRoom(8, 9), 3: NameRoom(4.8, 6), 4: NameRoom(3.15, 4.6)}.get(seats, NameRoom(3.6, 4.4))


def figures(sheet: FiaskoSheet) -> FiaskoFigures:
    columns, hands_shown = standing(sheet), sheet.table.options["count"] == "all" and not sheet.over
    won = winners(sheet, [column.rank for column in columns])
    leaders = tuple(seat for seat, column in enumerate(columns) if column.rank == 1 and column.total)
    second = min((column.rank for column in columns if column.rank > 1), default=None)
    runners_up = tuple(seat for seat, column in enumerate(columns) if column.rank == second)
    return FiaskoFigures(
        heads=tuple(
            PlayerHead(seat, cards if hands_shown else None, seat == sheet.turn)
            for seat, cards in enumerate(sheet.counter.hands)
        ),
        rows=tuple(
            ProductRow(
                product,
                PRODUCT_TITLES[product],
                tuple(_cell(sheet, column, seat, product) for seat, column in enumerate(columns)),
            )
            for product in PRODUCTS
        ),
        columns=columns,
        sums=tuple(
            PlayerSum(column.total, seat in leaders, column.total >= WIDE) for seat, column in enumerate(columns)
        ),
        leaders=leaders,
        pile=_pile(sheet),
        odds=odds(sheet),
        promise=_promise(sheet),
        winners=won,
        ahead=max(column.total for column in columns) - columns[runners_up[0]].total if runners_up else None,
        runners_up=runners_up,
        finish_decided=_finish_decided(sheet.finisher, won, columns),
    )


def _cell(sheet: FiaskoSheet, column: Column, seat: int, product: str) -> ScoreCell:
    noted = sheet.scores[seat].get(product)
    if noted is None:
        return ScoreCell(seat, None, 0, False, False)
    bonus = next((bonus for bonus in column.bonuses if bonus.reason == product), None)
    points, alone = (bonus.points, bonus.alone) if bonus else (0, False)
    return ScoreCell(seat, noted.points, points, alone, noted.points >= WIDE)


def _pile(sheet: FiaskoSheet) -> Pile | None:
    count, counter = sheet.table.options["count"], sheet.counter
    if count == "none":
        return None
    size = counter.pile if count == "all" else None
    return Pile(
        fiasko=(False,) * counter.fiasko + (True,) * (FIASKO - counter.fiasko),
        catastrophe=(False,) * counter.catastrophe + (True,) * (CATASTROPHE - counter.catastrophe),
        fiasko_left=counter.fiasko,
        catastrophe_left=counter.catastrophe,
        fearless=not counter.fiasko and not counter.catastrophe,
        only_bad=count == "all" and counter.pile > 0 and not counter.goods,
        size=size,
        pack=PACK,
        empty=size == 0,
    )


def _promise(sheet: FiaskoSheet) -> Promise | None:
    """Whoever is to move, if such a hand beats the best of a product in one case of two: of several, the likeliest."""
    if sheet.turn is None:
        return None
    cards = sheet.counter.hands[sheet.turn]
    reached = [
        (chance, product)
        for product in PRODUCTS
        if product not in sheet.scores[sheet.turn]
        and (scores := scores_of(sheet, product))
        and (chance := chance_to_beat(scores[0][1], min(cards, GOODS))) >= WITHIN_REACH
    ]
    return Promise(sheet.turn, cards, max(reached)[1]) if reached else None


def _finish_decided(finisher: int | None, won: tuple[int, ...], columns: tuple[Column, ...]) -> bool:
    """Without the points for finishing, the finisher would not have won alone."""
    if finisher is None or won != (finisher,):
        return False
    others = max(column.total for seat, column in enumerate(columns) if seat != finisher)
    return columns[finisher].total - FINISH <= others
