"""What the rulebooks say. Pure: no web, no database, no clock, no dice."""

from __future__ import annotations

from typing import Any

from companion.rules import fiasko, pasta, states
from companion.rules.core import Ruleset

GAMES: dict[str, Ruleset[Any]] = {
    fiasko.GAME.slug: fiasko.GAME,
    pasta.GAME.slug: pasta.GAME,
    states.GAME.slug: states.GAME,
}
