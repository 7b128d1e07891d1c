"""The tally of Pasta, as game files have it."""

from __future__ import annotations

from typing import Any

from companion.rules.core import winners
from companion.rules.pasta.play import Group, Sheet
from companion.rules.pasta.standing import Basket, standing


def tally(sheet: Sheet) -> dict[str, Any]:
    names = sheet.table.players
    return {
        "game": "pasta",
        "over": sheet.over,
        "al_dente": names[sheet.token.holder] if sheet.token else None,
        "players": [
            {"name": names[seat], **_player(sheet.groups[seat], basket)} for seat, basket in enumerate(standing(sheet))
        ],
        "winners": [names[seat] for seat in winners(sheet, [basket.rank for basket in standing(sheet)])],
        "counter": None if sheet.hands is None else {"hands": list(sheet.hands), "pile": sheet.pile},
    }


def _player(groups: dict[int, Group], basket: Basket) -> dict[str, Any]:
    shapes = {str(shape): groups[shape]._asdict() for shape in sorted(groups)}
    return {**basket._asdict(), "shapes": shapes}
