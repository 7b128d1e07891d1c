"""Who sat there on past evenings: a person may have come under several names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from companion.evenings.places import Evening, Place
from companion.rules.options import alike

Aliases = tuple[tuple[str, str], ...]  # a name, and whom it counts as


class Seated(NamedTuple):
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

    def has(self, one: Seated) -> bool:
        return (self.game is None or one.evening.game == self.game) and set(self.people).issubset(one.people)


def persons(aliases: Aliases) -> Callable[[str], str]:
    """By name, who that is: the same for all spellings that a reader takes for one."""
    joined = {alike(name): alike(person) for name, person in aliases}

    @cache
    def person(name: str) -> str:
        key = alike(name)
        return joined.get(key, key)

    return person


def seated(evenings: Iterable[Evening], aliases: Aliases) -> list[Seated]:
    person = persons(aliases)
    return [Seated(evening, _told_apart([place.name for place in evening.places], person)) for evening in evenings]


def _told_apart(names: Sequence[str], person: Callable[[str], str]) -> tuple[str, ...]:
    """Nobody sits at a table twice: where two would be one, they are who they said."""
    people = tuple(map(person, names))
    return people if len(set(people)) == len(people) else tuple(map(alike, names))
