"""What is kept of a game of States: how many were taken, and how many tanks were matched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules.core import Chronicle, Played
from companion.rules.states.luck import Evening, evenings
from companion.rules.states.names import STATE_NAMES
from companion.rules.states.play import Sheet
from companion.rules.states.standing import tie_break


def chronicle(sheet: Sheet, played: Iterable[Played]) -> Chronicle:
    lucks, level = evenings(played, len(sheet.states)), tie_break(sheet)
    kept = tuple(
        {
            "states": states,
            **({"level": level.by} if level and level.by else {}),
            **(_luck(lucks[seat]) if lucks else {}),
        }
        for seat, states in enumerate(sheet.states)
    )
    return Chronicle(sheet.at_goal is not None or sum(sheet.states) == len(STATE_NAMES), kept)


def _luck(evening: Evening) -> Mapping[str, Any]:
    return {"battles": evening.battles, **evening.matched.kept("matched")}
