"""Evenings: sittings that are over, and what each came to for those who sat there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple


class Place(NamedTuple):
    """What an evening came to for one of its seats."""

    name: str
    points: int
    rank: int
    kept: Mapping[str, Any]  # what the game found worth keeping
    seat: int


class Evening(NamedTuple):
    """A sitting that is over; or one that this version can't read, and so nobody knows whether it is."""

    sitting: int
    game: str
    rules: int  # their version
    day: date
    whole: bool  # played to its end: one that was stopped sets no records
    places: tuple[Place, ...]  # the winner's first
    put_away: bool = False  # by the phone that asks

    @property
    def winners(self) -> int:
        """How many share it; nobody does where it was stopped before anybody had a point."""
        if not self.whole and not self.places[0].points:
            return 0
        return sum(place.rank == 1 for place in self.places)
