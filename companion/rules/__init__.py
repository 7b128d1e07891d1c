"""What the rulebooks say. Pure: no web, no database, no clock, no dice."""

from __future__ import annotations

from typing import Any

from companion.rules import fiasko, pasta, states
from companion.rules.core import Ruleset, Table
from companion.rules.options import BadOption, changed

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


def anew(game: Ruleset[Any], table: Table, first: int | None = None) -> tuple[Ruleset[Any], Table]:
    """The same seats at the newest rules, the next of them beginning where the table says nobody else.

    What they chose stays, what they left to the default is today's default.
    """
    newest, chosen, options = GAMES[game.slug], changed(game.options, table.options), {}
    for option in newest.options:
        try:
            options[option.key] = option.read(chosen[option.key])
        except (KeyError, BadOption):  # nobody chose, or it can't be chosen any more
            options[option.key] = option.default
    return newest, Table(table.players, options, newest.next_to_begin(table) if first is None else first)
