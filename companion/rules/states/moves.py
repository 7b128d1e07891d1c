"""What can happen at a table of States: a battle, told by its tanks or by its winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from companion.rules.core import UNSAID, Label, Move, Seat, Unsaid, Within
from companion.rules.states.names import STATE_NAMES
from companion.rules.text import Text, say

TANKS, COPIES = 30, 2


@dataclass(frozen=True, slots=True)
class Battle(Move):
    """For one State; told by the tanks played, or by who took it (None: nobody, all were matched)."""

    kind = "battle"
    title = say("A battle")
    labels = {
        "state": Label(say("State"), say("State")),
        "value": Label(say("Points"), say("value of a State")),
        "tanks": Label(say("Tanks played"), say("number of a tank")),
        "winner": Label(say("Who took it?")),
    }
    state: str
    value: Annotated[int, Within(1, 99)]
    tanks: tuple[Annotated[int, Within(1, TANKS)], ...] | None = None
    winner: Seat | Unsaid | None = UNSAID

    def misfit(self, options: Mapping[str, Any]) -> str | None:
        return None if (self.tanks is None) != (self.winner is UNSAID) else "a battle has “tanks”, or “winner”"

    @property
    def state_name(self) -> Text:
        return STATE_NAMES[self.state]

    @property
    def winning(self) -> int | None:
        """The highest tank that no one else played."""
        return max((tank for tank, played in self._times().items() if played == 1), default=None)

    @property
    def cancelled(self) -> tuple[int, ...]:
        """The tanks that were matched, the highest first: equal ones count nothing."""
        return tuple(sorted((tank for tank, played in self._times().items() if played > 1), reverse=True))

    @property
    def taker(self) -> int | None:
        if self.tanks is None:
            assert self.winner is not UNSAID, "a battle without tanks has a winner"
            return self.winner
        return None if self.winning is None else self.tanks.index(self.winning)

    def _times(self) -> Counter[int]:
        return Counter(self.tanks or ())
