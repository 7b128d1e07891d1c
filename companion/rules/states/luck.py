"""Tanks that were matched, against tanks that are played blindly. Nobody does that: it is a yardstick.

And what is kept of a game for the evenings to come.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.rules.core import Chronicle, Played
from companion.rules.luck import Luck, luck
from companion.rules.states.moves import COPIES, STATE_NAMES, TANKS, Battle
from companion.rules.states.play import Sheet
from companion.rules.states.standing import tie_break

ALL = TANKS * COPIES
EQUAL = (COPIES - 1) / (ALL - 1)  # any two tanks of the box are, whatever was shuffled
AVERAGE = (TANKS + 1) / 2


class TankLuck(NamedTuple):
    """How lucky a player was, in the battles that were told by their tanks."""

    battles: int
    matched: Luck
    average: float  # of the tanks played


def evenings(played: Iterable[Played], seats: int) -> tuple[TankLuck, ...] | None:
    """One a seat. None where no battle was told by its tanks."""
    battles = [one.move for one in played if isinstance(one.move, Battle) and one.move.tanks is not None]
    return tuple(_luck_of(battles, seat, seats) for seat in range(seats)) if battles else None


def _luck_of(battles: list[Battle], seat: int, seats: int) -> TankLuck:
    tanks = [battle.tanks[seat] for battle in battles if battle.tanks is not None]
    matched = sum(battle.matches(tank) for battle, tank in zip(battles, tanks, strict=True))
    chances = [(seats - 1) * EQUAL] * len(tanks)
    return TankLuck(len(tanks), luck(chances, matched), sum(tanks) / len(tanks))


def chronicle(sheet: Sheet, played: Iterable[Played]) -> Chronicle:
    """How many States were taken, what decided between equal points, and how many tanks were matched."""
    level = tie_break(sheet)
    decided = {"level": level.by} if level and level.by else {}
    kept: list[dict[str, Any]] = [{"states": states, **decided} for states in sheet.states]
    for seat, lucky in enumerate(evenings(played, len(kept)) or ()):
        kept[seat] |= {"battles": lucky.battles, **lucky.matched.kept("matched")}
    return Chronicle(sheet.at_goal is not None or sum(sheet.states) == len(STATE_NAMES), tuple(kept))
