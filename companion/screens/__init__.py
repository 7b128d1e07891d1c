"""WHAT A PHONE SHOWS, DECIDED. Pure: for each game its figures, its slips, its sentences."""

from __future__ import annotations

from typing import Any

from companion.screens import fiasko, pasta, states
from companion.screens.core import Screen

SCREENS: dict[str, Screen[Any]] = {
    "fiasko": fiasko.SCREEN,
    "pasta": pasta.SCREEN,
    "states": states.SCREEN,
}
