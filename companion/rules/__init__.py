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


def ruleset(slug: str, version: int) -> Ruleset[Any] | None:
    """The rules of a game as they were in this version; None where they aren't known here, or not yet."""
    game = GAMES.get(slug)
    known = (game, *game.earlier) if game else ()
    return next((rules for rules in known if rules.version == version), None)
