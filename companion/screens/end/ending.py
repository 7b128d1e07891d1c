"""What is told of a game that is over, beside its tally: its course, its luck, and what if."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.record.history import Log
from companion.rules.core import Ruleset
from companion.screens.core import Screen
from companion.screens.end.what_if import Ruled, ruled_otherwise


class Ending(NamedTuple):
    """Of tally, course and luck whatever the game's own screen makes of them; None where it has nothing to tell."""

    winners: tuple[int, ...]
    tally: Any
    course: Any
    luck: Any
    otherwise: tuple[Ruled, ...]


def ending(game: Ruleset[Any], screen: Screen[Any], log: Log) -> Ending:
    return Ending(
        game.winners(log.sheet),
        screen.tally_steps(log.sheet),
        screen.course(log),
        screen.luck(log),
        ruled_otherwise(game, log.sheet, log.moves),
    )
