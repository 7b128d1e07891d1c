"""What is told of a game that is over, beside its tally: its course, its luck, and what if."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.record.history import Log
from companion.rules.core import Ruleset, each_played
from companion.rules.what_if import winners
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
    moves = tuple(entry.move for entry in log.effective if entry.move is not None)
    played = tuple(each_played(game, log.sheet.table, moves))
    return Ending(
        winners(game, log.sheet),
        screen.tally_steps(log.sheet),
        screen.course(log, played),
        screen.luck(log, played),
        ruled_otherwise(game, log.sheet, moves),
    )
