"""Past evenings, what each came to for those who sat there, and who that was: people may have several names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from companion import rules
from companion.rules.options import alike

Aliases = tuple[tuple[str, str], ...]  # a name, and whom it counts as


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


class Attendance(NamedTuple):
    """An evening, and who they were, in the order of its places: people, who can spell their names in several ways."""

    evening: Evening
    people: tuple[str, ...]

    @property
    def placed(self) -> Iterable[tuple[str, Place]]:
        return zip(self.people, self.evening.places, strict=True)


class Chosen(NamedTuple):
    """Of which game, and who were all there; or whichever, and whoever."""

    game: str | None = None
    people: tuple[str, ...] = ()

    def has(self, one: Attendance) -> bool:
        """What this version can't read is listed where nothing was chosen."""
        if not readable(one.evening):
            return self == Chosen()
        return (self.game is None or one.evening.game == self.game) and set(self.people).issubset(one.people)


def readable(evening: Evening) -> bool:
    return rules.ruleset(evening.game, evening.rules) is not None


def persons(aliases: Aliases) -> Callable[[str], str]:
    """By name, who that is: the same for all spellings that a reader takes for one."""
    joined = {alike(name): alike(person) for name, person in aliases}

    @cache
    def person(name: str) -> str:
        key = alike(name)
        return joined.get(key, key)

    return person


def attendances(evenings: Iterable[Evening], aliases: Aliases) -> list[Attendance]:
    """Nobody sits at a table twice: where two would be one, they are who they said."""
    person = persons(aliases)
    found = []
    for evening in evenings:
        people = tuple(person(place.name) for place in evening.places)
        if len(set(people)) < len(people):
            people = tuple(alike(place.name) for place in evening.places)
        found.append(Attendance(evening, people))
    return found
