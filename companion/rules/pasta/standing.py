"""The sheet counted, who wins it and by what, and the arithmetic behind its numbers."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.core import ranks
from companion.rules.pasta.play import Sheet, Token


class Basket(NamedTuple):
    """What one player's cards come to."""

    cards: int
    token: int
    total: int
    groups: int
    largest: int
    rank: int


class TieBreak(NamedTuple):
    """What told players with equal totals apart: `by` is largest, cards or groups; None if nothing did."""

    by: str | None
    tied: tuple[int, ...]
    figures: tuple[int, ...]  # of each of the tied, in what decided


class OtherSign(NamedTuple):
    """Who would have won, had the token counted the other way."""

    worth: int
    winners: tuple[int, ...]


def standing(sheet: Sheet) -> tuple[Basket, ...]:
    return _standing(sheet, sheet.table.options["al_dente"])


def _standing(sheet: Sheet, worth: int) -> tuple[Basket, ...]:
    lines = []
    for seat, groups in enumerate(sheet.groups):
        sizes = [group.cards for group in groups.values()]
        token = worth if sheet.token and sheet.token.holder == seat else 0
        lines.append(Basket(sum(sizes), token, sum(sizes) + token, len(sizes), max(sizes, default=0), 0))
    rank = ranks([(line.total, *_tie_keys(sheet, line)) for line in lines])
    return tuple(line._replace(rank=rank[seat]) for seat, line in enumerate(lines))


def _tie_keys(sheet: Sheet, line: Basket) -> tuple[int, int]:
    """What counts between equal totals, in this order."""
    return (line.largest if sheet.table.options["tiebreak"] == "largest" else line.cards, line.groups)


def winners(sheet: Sheet) -> tuple[int, ...]:
    return _first(standing(sheet)) if sheet.over else ()


def _first(lines: tuple[Basket, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, line in enumerate(lines) if line.rank == 1)


def tie_break(sheet: Sheet) -> TieBreak | None:
    """What decided between those with the highest total, if they are several."""
    lines = standing(sheet)
    top = max(line.total for line in lines)
    tied = tuple(seat for seat, line in enumerate(lines) if line.total == top)
    if len(tied) < 2:
        return None
    for place, by in enumerate((sheet.table.options["tiebreak"], "groups")):
        figures = tuple(_tie_keys(sheet, lines[seat])[place] for seat in tied)
        if figures.count(max(figures)) == 1:
            return TieBreak(by, tied, figures)
        tied = tuple(seat for seat, figure in zip(tied, figures, strict=True) if figure == max(figures))
    return TieBreak(None, tied, (max(figures),) * len(tied))


def other_sign(sheet: Sheet) -> OtherSign | None:
    """Where it would have changed the winner, how the token would have counted the other way."""
    worth = -sheet.table.options["al_dente"]
    others = _first(_standing(sheet, worth))
    return OtherSign(worth, others) if sheet.over and others != winners(sheet) else None


# Asked why


def asks(sheet: Sheet) -> tuple[str, ...]:
    """`total.0`, `token`, `tie`, `sign`: whatever `why` has an answer for."""
    answers = {"token": sheet.token, "tie": tie_break(sheet), "sign": other_sign(sheet)}
    totals = (f"total.{seat}" for seat in range(len(sheet.groups)))
    return (*totals, *(number for number, answer in answers.items() if answer))


def why(sheet: Sheet, number: str) -> Basket | Token | TieBreak | OtherSign | None:
    """The arithmetic behind one number: its parts as data, for the web to put into words."""
    match number.split("."):
        case ["total", seat] if number in asks(sheet):
            return standing(sheet)[int(seat)]
        case ["token"]:
            return sheet.token
        case ["tie"]:
            return tie_break(sheet)
        case ["sign"]:
            return other_sign(sheet)
        case _:
            return None
