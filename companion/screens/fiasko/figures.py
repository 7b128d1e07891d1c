"""What a screen shows of Fiasko, reckoned out."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.fiasko.moves import PRODUCTS
from companion.rules.fiasko.pack import CATASTROPHE, FIASKO, PACK, Odds
from companion.rules.fiasko.play import Sheet
from companion.rules.fiasko.standing import FINISH, Column, odds, standing, winners

MIDDLING = 3  # the value of a middling card


class Award(NamedTuple):
    """A product's best: who has it, for how many points each, and everybody's scores of it, best first."""

    product: str
    seats: tuple[int, ...]
    each: int
    scores: tuple[tuple[int, int], ...]


class Pile(NamedTuple):
    """The pile and the eight special cards; `size` and `gone` only where every draw is tapped."""

    fiasko_left: int
    fiasko_out: int
    catastrophe_left: int
    catastrophe_out: int
    size: int | None
    gone: int | None
    pack: int
    fearless: bool


class Promise(NamedTuple):
    """A hand that could make a score beat the best of a product."""

    seat: int
    cards: int
    product: str
    best: int


class Figures(NamedTuple):
    products: tuple[str, ...]
    lines: tuple[Column, ...]
    bonus_at: dict[tuple[int, str], int]
    awards: tuple[Award, ...]
    leaders: tuple[int, ...]
    pile: Pile | None
    odds: Odds | None
    promise: Promise | None
    winners: tuple[int, ...]
    ahead: int | None  # of the second, in points
    runners_up: tuple[int, ...]
    finish_decided: bool
    by_rank: tuple[int, ...]


def figures(sheet: Sheet) -> Figures:
    lines = standing(sheet)
    by_rank = tuple(sorted(range(len(lines)), key=lambda seat: lines[seat].rank))
    second = min((line.rank for line in lines if line.rank > 1), default=None)
    runners_up = tuple(seat for seat, line in enumerate(lines) if line.rank == second)
    return Figures(
        PRODUCTS,
        lines,
        {(seat, bonus.reason): bonus.points for seat, line in enumerate(lines) for bonus in line.bonuses},
        tuple(award for product in PRODUCTS if (award := _award(sheet, lines, product))),
        tuple(seat for seat, line in enumerate(lines) if line.rank == 1 and line.total),
        _pile(sheet),
        odds(sheet),
        _promise(sheet),
        winners(sheet),
        lines[by_rank[0]].total - lines[runners_up[0]].total if runners_up else None,
        runners_up,
        _finish_decided(sheet, lines),
        by_rank,
    )


def _award(sheet: Sheet, lines: tuple[Column, ...], product: str) -> Award | None:
    scores = [(seat, mine[product].points) for seat, mine in enumerate(sheet.scores) if product in mine]
    if not scores:
        return None
    scores.sort(key=lambda score: -score[1])
    seats = tuple(seat for seat, points in scores if points == scores[0][1])
    bonuses = [bonus.points for bonus in lines[seats[0]].bonuses if bonus.reason == product]
    return Award(product, seats, sum(bonuses), tuple(scores))


def _pile(sheet: Sheet) -> Pile | None:
    count, counter = sheet.table.options["count"], sheet.counter
    if count == "none":
        return None
    size, gone = (counter.pile, PACK - counter.pile) if count == "all" else (None, None)
    fiasko, catastrophe = counter.fiasko, counter.catastrophe
    fearless = not fiasko and not catastrophe
    return Pile(fiasko, FIASKO - fiasko, catastrophe, CATASTROPHE - catastrophe, size, gone, PACK, fearless)


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
        and 0 < (best := max((mine[product].points for mine in sheet.scores if product in mine), default=0)) < fair
    ]
    if not open_bests:
        return None
    best, product = max(open_bests)
    return Promise(sheet.turn, cards, product, best)


def _finish_decided(sheet: Sheet, lines: tuple[Column, ...]) -> bool:
    """Without the points for finishing, the finisher would not have won alone."""
    won = winners(sheet)
    if sheet.finisher is None or won != (sheet.finisher,):
        return False
    others = max(line.total for seat, line in enumerate(lines) if seat != sheet.finisher)
    return lines[sheet.finisher].total - FINISH <= others
