"""How a game ended, reckoned once: all phones of a table look at the same log, and it is never changed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.record.history import Log
from companion.rules.core import Ruleset
from companion.screens import SCREENS
from companion.screens.ending import Ending, ending

KEPT = 32  # tables, as many as may end on one evening


class _ThisVery:
    """A log and its game, known by being this very log."""

    def __init__(self, game: Ruleset[Any], log: Log) -> None:
        self.game, self.log = game, log

    def __hash__(self) -> int:
        return id(self.log)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ThisVery) and other.log is self.log


def ending_of(game: Ruleset[Any], log: Log) -> Ending:
    return _reckoned(_ThisVery(game, log))


@lru_cache(maxsize=KEPT)
def _reckoned(this: _ThisVery) -> Ending:
    return ending(this.game, SCREENS[this.game.slug], this.log)
