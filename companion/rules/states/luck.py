"""Tanks that were matched, against tanks that are played blindly. Nobody does that: it is a yardstick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.rules.core import Played
from companion.rules.luck import Luck, luck
from companion.rules.states.moves import COPIES, TANKS, Battle

ALL = TANKS * COPIES
EQUAL = (COPIES - 1) / (ALL - 1)  # any two tanks of the box are, whatever was shuffled
AVERAGE = (TANKS + 1) / 2


class Evening(NamedTuple):
    """How lucky a player was, in the battles that were told by their tanks."""

    battles: int
    matched: Luck
    average: float  # of the tanks played


def evenings(played: Iterable[Played], seats: int) -> tuple[Evening, ...] | None:
    """One a seat. None where no battle was told by its tanks."""
    battles = [one.move for one in played if isinstance(one.move, Battle) and one.move.tanks is not None]
    return tuple(_evening(battles, seat, seats) for seat in range(seats)) if battles else None


def _evening(battles: list[Battle], seat: int, seats: int) -> Evening:
    tanks = [battle.tanks[seat] for battle in battles if battle.tanks is not None]
    matched = sum(battle.matches(tank) for battle, tank in zip(battles, tanks, strict=True))
    chances = [(seats - 1) * EQUAL] * len(tanks)
    return Evening(len(tanks), luck(chances, matched), sum(tanks) / len(tanks))
