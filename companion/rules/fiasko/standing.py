"""The sheet from the sub-total down, and what the count knows of the next cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.rules.basis import Basis
from companion.rules.core import Move, Result, ranks
from companion.rules.fiasko.moves import PRODUCT_TITLES, PRODUCTS, Recount, Score
from companion.rules.fiasko.pack import AnotherCard, Odds
from companion.rules.fiasko.play import Sheet
from companion.rules.text import Text

FINISH = 20  # fiasko-from-english.fr.txt:119
BEST, SHARED = 30, 15  # fiasko-from-english.fr.txt:121

Scores = tuple[tuple[int, int], ...]  # (seat, points), the best first


class Bonus(NamedTuple):
    """Why somebody gets points beside the products: `best` is the score that did it, `tied` who else has it."""

    reason: str  # "finish" or a product
    points: int
    best: int
    tied: tuple[int, ...]
    rivals: Scores  # of the others who noted this product

    @property
    def alone(self) -> bool:
        """At the top of a product, or as the one who finished."""
        return not self.tied

    @property
    def title(self) -> Text | None:
        """The product's; there is none for finishing."""
        return PRODUCT_TITLES.get(self.reason)


class Column(NamedTuple):
    """One player's column of the sheet, from the sub-total down."""

    subtotal: int
    bonuses: tuple[Bonus, ...]
    bonus: int
    total: int
    rank: int


def standing(sheet: Sheet) -> tuple[Column, ...]:
    """A column for each seat (fiasko-from-english.fr.txt:123), with the bonuses as if it ended now.

    The highest total wins (line 125); that a tie is shared is silent.
    """
    subtotals = [sum(noted.points for noted in mine.values()) for mine in sheet.scores]
    scores = {product: scores_of(sheet, product) for product in PRODUCTS}
    bonuses = [tuple(_bonuses_of(sheet, seat, scores)) for seat in range(len(sheet.scores))]
    extra = [sum(bonus.points for bonus in mine) for mine in bonuses]
    totals = [subtotal + more for subtotal, more in zip(subtotals, extra, strict=True)]
    return tuple(map(Column, subtotals, bonuses, extra, totals, ranks(totals)))


def _bonuses_of(sheet: Sheet, seat: int, scores: Mapping[str, Scores]) -> Iterator[Bonus]:
    if sheet.finisher == seat:
        last = max(sheet.scores[seat].values(), key=lambda noted: noted.move)
        yield Bonus("finish", FINISH, last.points, (), ())
    for product, noted in scores.items():
        if bonus := _best_of(sheet, seat, product, noted):
            yield bonus


def bonus_for(sheet: Sheet, seat: int, product: str) -> Bonus | None:
    return _best_of(sheet, seat, product, scores_of(sheet, product))


def _best_of(sheet: Sheet, seat: int, product: str, scores: Scores) -> Bonus | None:
    best = scores[0][1] if scores else 0
    if (seat, best) not in scores:
        return None
    rivals = tuple(score for score in scores if score[0] != seat)
    tied = tuple(other for other, points in rivals if points == best)
    points = _share(1 + len(tied), sheet.table.options["three_way_tie"])
    return Bonus(product, points, best, tied, rivals) if points else None


def scores_of(sheet: Sheet, product: str) -> Scores:
    """Of everybody who noted this product."""
    noted = [(seat, mine[product].points) for seat, mine in enumerate(sheet.scores) if product in mine]
    return tuple(sorted(noted, key=lambda score: -score[1]))


def _share(holders: int, three_way_tie: str) -> int:
    """One or two: fiasko-from-english.fr.txt:121. Three or more: silent."""
    if holders <= 2:
        return BEST if holders == 1 else SHARED
    return {"fifteen": SHARED, "split": BEST // holders, "none": 0}[three_way_tie]


def results(sheet: Sheet) -> tuple[Result, ...]:
    return tuple(Result(column.total, column.rank) for column in standing(sheet))


def odds(sheet: Sheet) -> Odds | None:
    """None where the pile isn't known, or is empty. The books advise to count (fiasko-from-english.fr.txt:91)."""
    return sheet.counter.odds(_drawer_loses(sheet)) if _pile_known(sheet) else None


def another_card(sheet: Sheet) -> AnotherCard | None:
    """For whoever is to move, where there is a hand to lose; and where the table wants to hear it (silent)."""
    seat = sheet.turn
    if seat is None or not sheet.counter.hands[seat] or not _pile_known(sheet):
        return None
    return sheet.counter.another_card(seat, _drawer_loses(sheet)) if sheet.table.options["advice"] == "asked" else None


def basis(sheet: Sheet, move: Move) -> tuple[Basis, ...]:
    """The counted hand of a score by cards, and the count that a recount puts right."""
    match move:
        case Score(hand=int(hand)) if sheet.table.options["count"] == "all":
            return (Basis(Score.labels["hand"].title, sheet.counter.hands[move.player], hand),)
        case Recount():
            told = ((name, getattr(move, name)) for name in Recount.labels)
            counted = {name: cards for name, cards in told if cards is not None}
            return tuple(
                Basis(Recount.labels[name].title, getattr(sheet.counter, name), cards)
                for name, cards in counted.items()
            )
        case _:
            return ()


def _pile_known(sheet: Sheet) -> bool:
    return sheet.table.options["count"] == "all" and sheet.counter.pile > 0


def _drawer_loses(sheet: Sheet) -> bool:
    return bool(sheet.table.options["catastrophe"] == "everyone")
