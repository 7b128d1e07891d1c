"""The sheet counted, who wins it and by what, the arithmetic behind its numbers, and its tally."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.rules.core import Basis, Kept, Played, Result, once_a_sheet, ranks, winners
from companion.rules.moves import Move
from companion.rules.pasta.moves import Bank, Hold, Lay, Take
from companion.rules.pasta.play import NOTHING, PastaSheet, Token
from companion.rules.text import say

TOKEN_POINTS = 2  # pasta.fr.txt:66 gives them, 76 takes them away


class Basket(NamedTuple):
    """What one player's cards come to."""

    cards: int
    token: int
    total: int
    groups: int
    largest: int
    rank: int


class PastaTotal(NamedTuple):
    """What a player's points are made of."""

    seat: int
    basket: Basket
    kind: str = "total"


class PastaTieBreak(NamedTuple):
    """What told players with equal totals apart: `by` is largest, cards or groups; None if nothing did."""

    by: str | None
    tied: tuple[int, ...]
    figures: tuple[int, ...]  # of each of the tied, in what decided
    kind: str = "tie"


Answer = PastaTotal | Token | PastaTieBreak


@once_a_sheet
def standing(sheet: PastaSheet) -> tuple[Basket, ...]:
    """A card is a point; hands count nothing: pasta.fr.txt:76."""
    baskets, worth = [], sheet.table.options["al_dente"]
    for seat, groups in enumerate(sheet.groups):
        sizes = [group.cards for group in groups.values()]
        token = worth if sheet.token and sheet.token.holder == seat else 0
        baskets.append(Basket(sum(sizes), token, sum(sizes) + token, len(sizes), max(sizes, default=0), 0))
    rank = ranks([(basket.total, *_tie_keys(sheet, basket)) for basket in baskets])
    return tuple(basket._replace(rank=rank[seat]) for seat, basket in enumerate(baskets))


def _tie_keys(sheet: PastaSheet, basket: Basket) -> tuple[int, int]:
    """What counts between equal totals, in this order: pasta.fr.txt:78, whose words can mean two things."""
    return (basket.largest if sheet.table.options["tiebreak"] == "largest" else basket.cards, basket.groups)


def results(sheet: PastaSheet) -> tuple[Result, ...]:
    return tuple(Result(basket.total, basket.rank) for basket in standing(sheet))


def tie_break(sheet: PastaSheet) -> PastaTieBreak | None:
    """What decided between those with the highest total, if they are several."""
    baskets = standing(sheet)
    top = max(basket.total for basket in baskets)
    tied = tuple(seat for seat, basket in enumerate(baskets) if basket.total == top)
    if len(tied) < 2:
        return None
    for place, by in enumerate((sheet.table.options["tiebreak"], "groups")):
        figures = tuple(_tie_keys(sheet, baskets[seat])[place] for seat in tied)
        if figures.count(max(figures)) == 1:
            return PastaTieBreak(by, tied, figures)
        tied = tuple(seat for seat, figure in zip(tied, figures, strict=True) if figure == max(figures))
    return PastaTieBreak(None, tied, (max(figures),) * len(tied))


# Asked why


def answers(sheet: PastaSheet) -> dict[str, Answer]:
    """By what is asked about: `total.0`, `token`, `tie`."""
    totals: dict[str, Answer] = {
        f"total.{seat}": PastaTotal(seat, basket) for seat, basket in enumerate(standing(sheet))
    }
    others = {"token": sheet.token, "tie": tie_break(sheet)}
    return totals | {number: answer for number, answer in others.items() if answer}


def basis(sheet: PastaSheet, move: Move) -> tuple[Basis, ...]:
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
            now, said = (
                say("nobody") if seat is None else sheet.table.players[seat]
                for seat in (sheet.token and sheet.token.holder, move.player)
            )
            return (Basis("Al Dente", now, said),)
        case _:
            return ()


# As game files have it, and the evenings to come


def tally(sheet: PastaSheet) -> dict[str, Any]:
    names, baskets = sheet.table.players, standing(sheet)
    return {
        "game": "pasta",
        "over": sheet.over,
        "al_dente": names[sheet.token.holder] if sheet.token else None,
        "players": [
            {
                "name": name,
                **basket._asdict(),
                "shapes": {str(shape): group._asdict() for shape, group in sorted(groups.items())},
            }
            for name, groups, basket in zip(names, sheet.groups, baskets, strict=True)
        ],
        "winners": [names[seat] for seat in winners(sheet, [basket.rank for basket in baskets])],
        "counter": None if sheet.hands is None else {"hands": list(sheet.hands), "pile": sheet.pile},
    }


def kept(sheet: PastaSheet, played: Iterable[Played]) -> tuple[Kept, ...]:
    """The largest groups, and what decided between equal totals."""
    baskets, level = standing(sheet), tie_break(sheet)
    decided = {"level": level.by} if level and level.by else {}
    return tuple({"largest": basket.largest, **decided} for basket in baskets)
