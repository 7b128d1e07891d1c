"""The tally of Fiasko, as game files have it."""

from __future__ import annotations

from typing import Any

from companion.rules.core import winners
from companion.rules.fiasko.moves import PRODUCTS
from companion.rules.fiasko.pack import Odds
from companion.rules.fiasko.play import Noted, Sheet
from companion.rules.fiasko.standing import Column, odds, standing


def tally(sheet: Sheet) -> dict[str, Any]:
    names = sheet.table.players
    columns = zip(names, sheet.scores, standing(sheet), strict=True)
    return {
        "game": "fiasko",
        "over": sheet.over,
        "players": [_column(name, scores, column) for name, scores, column in columns],
        "winners": [names[seat] for seat in winners(sheet, [column.rank for column in standing(sheet)])],
        "counter": _counter(sheet),
    }


def _column(name: str, scores: dict[str, Noted], column: Column) -> dict[str, Any]:
    return {
        "name": name,
        "products": {product: scores[product].points if product in scores else None for product in PRODUCTS},
        "subtotal": column.subtotal,
        "bonuses": [{"for": bonus.reason, "points": bonus.points} for bonus in column.bonuses],
        "bonus": column.bonus,
        "total": column.total,
        "rank": column.rank,
    }


def _counter(sheet: Sheet) -> dict[str, Any] | None:
    counter = sheet.counter
    match sheet.table.options["count"]:
        case "none":
            return None
        case "specials":
            return {"fiasko": counter.fiasko, "catastrophe": counter.catastrophe, "shuffles": counter.shuffles}
        case _:
            return {**counter._asdict(), "hands": list(counter.hands), "odds": _rounded(odds(sheet))}


def _rounded(chances: Odds | None) -> dict[str, Any] | None:
    if chances is None:
        return None
    rounded = {name: round(chance, 6) for name, chance in chances._asdict().items() if name != "fiasko_within"}
    return {**rounded, "fiasko_within": [round(chance, 6) for chance in chances.fiasko_within]}
