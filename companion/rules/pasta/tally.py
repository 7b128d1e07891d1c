"""The tally of Pasta, as game files have it."""

from __future__ import annotations

from typing import Any

from companion.rules.pasta.play import Group, Sheet
from companion.rules.pasta.standing import Basket, standing, winners


def tally(sheet: Sheet) -> dict[str, Any]:
    names = sheet.table.players
    return {
        "game": "pasta",
        "over": sheet.over,
        "al_dente": names[sheet.token.holder] if sheet.token else None,
        "players": [
            {"name": names[seat], **_column(sheet.groups[seat], line)} for seat, line in enumerate(standing(sheet))
        ],
        "winners": [names[seat] for seat in winners(sheet)],
        "counter": None if sheet.hands is None else {"hands": list(sheet.hands), "pile": sheet.pile},
    }


def _column(groups: dict[int, Group], line: Basket) -> dict[str, Any]:
    shapes = {str(shape): groups[shape]._asdict() for shape in sorted(groups)}
    return {**line._asdict(), "shapes": shapes}
