"""The tally, as game files and the API have it."""

from __future__ import annotations

from typing import Any

from companion.rules.core import winners
from companion.rules.fiasko.chances import chances
from companion.rules.fiasko.moves import PRODUCTS
from companion.rules.fiasko.play import FiaskoSheet
from companion.rules.fiasko.standing import odds, standing

PLACES = 1000  # of a chance


def tally(sheet: FiaskoSheet) -> dict[str, Any]:
    names, columns = sheet.table.players, standing(sheet)
    return {
        "game": "fiasko",
        "over": sheet.over,
        "players": [
            {
                "name": name,
                "products": {product: scores[product].points if product in scores else None for product in PRODUCTS},
                "subtotal": column.subtotal,
                "bonuses": [{"for": bonus.reason, "points": bonus.points} for bonus in column.bonuses],
                "bonus": column.bonus,
                "total": column.total,
                "rank": column.rank,
            }
            for name, scores, column in zip(names, sheet.scores, columns, strict=True)
        ],
        "winners": [names[seat] for seat in winners(sheet, [column.rank for column in columns])],
        "counter": _counter(sheet),
        "chances": _chances(sheet),
    }


def _counter(sheet: FiaskoSheet) -> dict[str, Any] | None:
    counter, likely = sheet.counter, odds(sheet)
    match sheet.table.options["count"]:
        case "none":
            return None
        case "specials":
            return {"fiasko": counter.fiasko, "catastrophe": counter.catastrophe, "shuffles": counter.shuffles}
        case _:
            rounded: dict[str, Any] | None = None
            if likely:
                rounded = {name: round(it, 6) for name, it in likely._asdict().items() if name != "fiasko_within"}
                rounded["fiasko_within"] = [round(chance, 6) for chance in likely.fiasko_within]
            return {**counter._asdict(), "hands": list(counter.hands), "odds": rounded}


def _chances(sheet: FiaskoSheet) -> list[float] | None:
    """Of three places that add up to 1: those cut off most get what is left. Only where the table wants to hear it."""
    likely = chances(sheet) if sheet.table.options["advice"] == "asked" else None
    return None if likely is None else [part / PLACES for part in apportioned(likely, PLACES)]


def apportioned(shares: tuple[float, ...], places: int) -> tuple[int, ...]:
    """As whole parts that add up: each cut down, and one more for those that lost most by it."""
    parts = [int(share * places) for share in shares]
    most_cut = sorted(range(len(shares)), key=lambda at: parts[at] - shares[at] * places)
    for at in most_cut[: places - sum(parts)]:
        parts[at] += 1
    return tuple(parts)
