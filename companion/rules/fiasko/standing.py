"""The sheet from the sub-total down, and the arithmetic behind its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.core import ranks
from companion.rules.fiasko.moves import PRODUCTS
from companion.rules.fiasko.pack import Odds
from companion.rules.fiasko.play import Noted, Sheet

FINISH = 20  # fiasko-from-english.fr.txt:119
BEST, SHARED = 30, 15  # fiasko-from-english.fr.txt:121


class Bonus(NamedTuple):
    """Why somebody gets points beside the products: `best` is the score that did it, `tied` who else has it."""

    reason: str  # "finish" or a product
    points: int
    best: int
    tied: tuple[int, ...]
    rivals: tuple[tuple[int, int], ...]  # (seat, points) of the others who noted this product, best first


class Column(NamedTuple):
    """One player's column of the sheet, from the sub-total down."""

    subtotal: int
    bonuses: tuple[Bonus, ...]
    bonus: int
    total: int
    rank: int


def standing(sheet: Sheet) -> tuple[Column, ...]:
    """A column for each seat (fiasko-from-english.fr.txt:123), with the bonuses as if it ended now."""
    subtotals = [sum(noted.points for noted in mine.values()) for mine in sheet.scores]
    bonuses = [tuple(bonuses_of(sheet, seat)) for seat in range(len(sheet.scores))]
    extra = [sum(bonus.points for bonus in mine) for mine in bonuses]
    totals = [subtotal + more for subtotal, more in zip(subtotals, extra, strict=True)]
    return tuple(map(Column, subtotals, bonuses, extra, totals, ranks(totals)))


def bonuses_of(sheet: Sheet, seat: int) -> Iterator[Bonus]:
    if sheet.finisher == seat:
        last = max(sheet.scores[seat].values(), key=lambda noted: noted.move)
        yield Bonus("finish", FINISH, last.points, (), ())
    for product in PRODUCTS:
        if bonus := _best_of(sheet, seat, product):
            yield bonus


def _best_of(sheet: Sheet, seat: int, product: str) -> Bonus | None:
    noted = {other: scores[product].points for other, scores in enumerate(sheet.scores) if product in scores}
    if seat not in noted or noted[seat] < max(noted.values()):
        return None
    best = noted.pop(seat)
    tied = tuple(other for other, points in noted.items() if points == best)
    points = _share(1 + len(tied), sheet.table.options["three_way_tie"])
    rivals = tuple(sorted(noted.items(), key=lambda rival: -rival[1]))
    return Bonus(product, points, best, tied, rivals) if points else None


def _share(holders: int, three_way_tie: str) -> int:
    """One or two: fiasko-from-english.fr.txt:121. Three or more: silent."""
    if holders <= 2:
        return BEST if holders == 1 else SHARED
    return {"fifteen": SHARED, "split": BEST // holders, "none": 0}[three_way_tie]


def winners(sheet: Sheet) -> tuple[int, ...]:
    """The highest total (fiasko-from-english.fr.txt:125); that a tie is shared is silent."""
    return tuple(seat for seat, column in enumerate(standing(sheet)) if column.rank == 1) if sheet.over else ()


def odds(sheet: Sheet) -> Odds | None:
    """None where the pile isn't known, or is empty. The books advise to count (fiasko-from-english.fr.txt:91)."""
    options = sheet.table.options
    if options["count"] != "all" or not sheet.counter.pile:
        return None
    return sheet.counter.odds(drawer_loses=options["catastrophe"] == "everyone")


def asks(sheet: Sheet) -> tuple[str, ...]:
    """`score.1.milk`, `bonus.1.finish`, `total.1`, `odds`: whatever `why` has an answer for."""
    numbers = [f"score.{seat}.{product}" for seat, mine in enumerate(sheet.scores) for product in mine]
    numbers += [
        f"bonus.{seat}.{bonus.reason}" for seat, column in enumerate(standing(sheet)) for bonus in column.bonuses
    ]
    numbers += [f"total.{seat}" for seat in range(len(sheet.scores))]
    return (*numbers, *(["odds"] if odds(sheet) else []))


def why(sheet: Sheet, number: str) -> Noted | Bonus | Column | Odds | None:
    """The arithmetic behind one number: its parts as data, for the web to put into words."""
    if number not in asks(sheet):
        return None
    match number.split("."):
        case ["score", seat, product]:
            return sheet.scores[int(seat)][product]
        case ["bonus", seat, reason]:
            return next(bonus for bonus in bonuses_of(sheet, int(seat)) if bonus.reason == reason)
        case ["total", seat]:
            return standing(sheet)[int(seat)]
        case _:
            return odds(sheet)
