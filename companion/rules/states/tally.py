"""The tally of States, as game files have it."""

from __future__ import annotations

from typing import Any

from companion.rules.core import winners
from companion.rules.states.names import STATE_NAMES
from companion.rules.states.play import Sheet
from companion.rules.states.standing import Reach, standing


def tally(sheet: Sheet) -> dict[str, Any]:
    names = sheet.table.players
    return {
        "game": "states",
        "over": sheet.over,
        "goal": sheet.goal._asdict(),
        "players": [{"name": names[seat], **_column(reach)} for seat, reach in enumerate(standing(sheet))],
        "winners": [names[seat] for seat in winners(sheet, [reach.rank for reach in standing(sheet)])],
        "counter": {
            "states_left": len(STATE_NAMES) - sum(sheet.states),
            "tanks_pile": sheet.tanks.pile,
            "shuffles": sheet.tanks.shuffles,
            "tanks_seen": {str(tank): len(sheet.tanks.seen[tank]) for tank in sorted(sheet.tanks.seen)},
        },
    }


def _column(reach: Reach) -> dict[str, Any]:
    return {**reach._asdict(), "tokens": reach.tokens._asdict(), "short": reach.short._asdict()}
