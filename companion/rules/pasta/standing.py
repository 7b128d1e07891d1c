"""The sheet counted, who wins it and by what, and the arithmetic behind its numbers."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.basis import Basis
from companion.rules.core import Move, Result, Table, ranks
from companion.rules.pasta.moves import Bank, Hold, Lay, Take
from companion.rules.pasta.play import NOTHING, Sheet, Token
from companion.rules.text import Text, say

TOKEN_POINTS = 2  # pasta.fr.txt:66 gives them, 76 takes them away


class Basket(NamedTuple):
    """What one player's cards come to."""

    cards: int
    token: int
    total: int
    groups: int
    largest: int
    rank: int


class Total(NamedTuple):
    """What a player's points are made of."""

    seat: int
    basket: Basket
    kind: str = "total"


class TieBreak(NamedTuple):
    """What told players with equal totals apart: `by` is largest, cards or groups; None if nothing did."""

    by: str | None
    tied: tuple[int, ...]
    figures: tuple[int, ...]  # of each of the tied, in what decided
    kind: str = "tie"


Answer = Total | Token | TieBreak


def standing(sheet: Sheet) -> tuple[Basket, ...]:
    """A card is a point; hands count nothing: pasta.fr.txt:76."""
    baskets, worth = [], sheet.table.options["al_dente"]
    for seat, groups in enumerate(sheet.groups):
        sizes = [group.cards for group in groups.values()]
        token = worth if sheet.token and sheet.token.holder == seat else 0
        baskets.append(Basket(sum(sizes), token, sum(sizes) + token, len(sizes), max(sizes, default=0), 0))
    rank = ranks([(basket.total, *_tie_keys(sheet, basket)) for basket in baskets])
    return tuple(basket._replace(rank=rank[seat]) for seat, basket in enumerate(baskets))


def _tie_keys(sheet: Sheet, basket: Basket) -> tuple[int, int]:
    """What counts between equal totals, in this order: pasta.fr.txt:78, whose words can mean two things."""
    return (basket.largest if sheet.table.options["tiebreak"] == "largest" else basket.cards, basket.groups)


def results(sheet: Sheet) -> tuple[Result, ...]:
    return tuple(Result(basket.total, basket.rank) for basket in standing(sheet))


def tie_break(sheet: Sheet) -> TieBreak | None:
    """What decided between those with the highest total, if they are several."""
    baskets = standing(sheet)
    top = max(basket.total for basket in baskets)
    tied = tuple(seat for seat, basket in enumerate(baskets) if basket.total == top)
    if len(tied) < 2:
        return None
    for place, by in enumerate((sheet.table.options["tiebreak"], "groups")):
        figures = tuple(_tie_keys(sheet, baskets[seat])[place] for seat in tied)
        if figures.count(max(figures)) == 1:
            return TieBreak(by, tied, figures)
        tied = tuple(seat for seat, figure in zip(tied, figures, strict=True) if figure == max(figures))
    return TieBreak(None, tied, (max(figures),) * len(tied))


# Asked why


def asks(sheet: Sheet) -> tuple[str, ...]:
    """`total.0`, `token`, `tie`: whatever `why` has an answer for."""
    return tuple(_answers(sheet))


def why(sheet: Sheet, number: str) -> Answer | None:
    """The arithmetic behind one number: its parts as data, for the screens to put into words."""
    return _answers(sheet).get(number)


def _answers(sheet: Sheet) -> dict[str, Answer]:
    totals: dict[str, Answer] = {f"total.{seat}": Total(seat, basket) for seat, basket in enumerate(standing(sheet))}
    others = {"token": sheet.token, "tie": tie_break(sheet)}
    return totals | {number: answer for number, answer in others.items() if answer}


def basis(sheet: Sheet, move: Move) -> tuple[Basis, ...]:
    """The hand that cards come from or go to; and what lay there, or who had the token, until it was put right."""
    match move:
        case Bank() | Take() if sheet.hands is not None:
            return (Basis(say("Cards in hand"), sheet.hands[move.player]),)
        case Lay():
            lying = sheet.groups[move.player].get(move.shape, NOTHING)
            return tuple(
                Basis(Lay.labels[name].title, getattr(lying, name), getattr(move, name)) for name in lying._fields
            )
        case Hold():
            holder = sheet.token.holder if sheet.token else None
            return (Basis("Al Dente", _named(sheet.table, holder), _named(sheet.table, move.player)),)
        case _:
            return ()


def _named(table: Table, seat: int | None) -> str | Text:
    return say("nobody") if seat is None else table.players[seat]
