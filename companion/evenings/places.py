"""Evenings: sittings that are over, each in a row of its own beside its log, since they are read by the thousand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
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

    @property
    def winners(self) -> int:
        """How many share it; nobody does where it was stopped before anybody had a point."""
        if not self.whole and not self.places[0].points:
            return 0
        return sum(place.rank == 1 for place in self.places)


def write_places(places: Iterable[Place]) -> str:
    return json.dumps(sorted(places, key=lambda place: place.rank), ensure_ascii=False)


def read_places(text: str) -> tuple[Place, ...]:
    return tuple(Place(*place) for place in json.loads(text))
