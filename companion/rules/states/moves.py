"""What can happen at a table of States: a battle for one of the 50, told by its tanks or by its winner; a shuffle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from companion.rules.moves import UNSAID, Label, Move, Seat, Unsaid, Within
from companion.rules.text import say

TANKS, COPIES = 30, 2  # states.fr.txt:50

# fmt: off
STATE_NAMES = {
    "AL": say("Alabama"), "AK": say("Alaska"), "AZ": say("Arizona"), "AR": say("Arkansas"),
    "CA": say("California"), "CO": say("Colorado"), "CT": say("Connecticut"), "DE": say("Delaware"),
    "FL": say("Florida"), "GA": say("Georgia"), "HI": say("Hawaii"), "ID": say("Idaho"),
    "IL": say("Illinois"), "IN": say("Indiana"), "IA": say("Iowa"), "KS": say("Kansas"),
    "KY": say("Kentucky"), "LA": say("Louisiana"), "ME": say("Maine"), "MD": say("Maryland"),
    "MA": say("Massachusetts"), "MI": say("Michigan"), "MN": say("Minnesota"), "MS": say("Mississippi"),
    "MO": say("Missouri"), "MT": say("Montana"), "NE": say("Nebraska"), "NV": say("Nevada"),
    "NH": say("New Hampshire"), "NJ": say("New Jersey"), "NM": say("New Mexico"), "NY": say("New York"),
    "NC": say("North Carolina"), "ND": say("North Dakota"), "OH": say("Ohio"), "OK": say("Oklahoma"),
    "OR": say("Oregon"), "PA": say("Pennsylvania"), "RI": say("Rhode Island"), "SC": say("South Carolina"),
    "SD": say("South Dakota"), "TN": say("Tennessee"), "TX": say("Texas"), "UT": say("Utah"),
    "VT": say("Vermont"), "VA": say("Virginia"), "WA": say("Washington"), "WV": say("West Virginia"),
    "WI": say("Wisconsin"), "WY": say("Wyoming"),
}
# fmt: on


@dataclass(frozen=True, slots=True)
class Battle(Move):
    """For one State; told by the tanks played, or by who took it (None: nobody, all were matched)."""

    kind = "battle"
    title = say("A battle")
    labels = {
        "state": Label(say("State"), say("State"), STATE_NAMES),
        "value": Label(say("Points"), say("value of a State")),
        "tanks": Label(say("Tanks played"), say("number of a tank")),
        "winner": Label(say("Who took it?")),
    }
    state: str
    value: Annotated[int, Within(1, 99)]  # printed on the card (states.fr.txt:46); how much, no text tells
    tanks: tuple[Annotated[int, Within(1, TANKS)], ...] | None = None
    winner: Seat | Unsaid | None = UNSAID

    def misfit(self, options: Mapping[str, Any]) -> str | None:
        return None if (self.tanks is None) != (self.winner is UNSAID) else "a battle has “tanks”, or “winner”"

    @property
    def winning(self) -> int | None:
        """The highest tank that no one else played (states.fr.txt:66, 72)."""
        return max((tank for tank, times in Counter(self.tanks).items() if times == 1), default=None)

    @property
    def cancelled(self) -> tuple[int, ...]:
        """The tanks that were matched, the highest first: equal ones count nothing (states.fr.txt:72)."""
        return tuple(sorted((tank for tank, times in Counter(self.tanks).items() if times > 1), reverse=True))

    def matches(self, tank: int) -> bool:
        """Whether it was played more than once."""
        return self.tanks is not None and self.tanks.count(tank) > 1

    @property
    def taker(self) -> int | None:
        if self.tanks is None:
            assert self.winner is not UNSAID, "a battle without tanks has a winner"
            return self.winner
        return None if self.winning is None else self.tanks.index(self.winning)


@dataclass(frozen=True, slots=True)
class TankReshuffle(Move):
    """The table shuffled the played tanks back in, though the pile had enough (silent)."""

    kind = "reshuffle"
    title = say("The played tanks are shuffled in")
