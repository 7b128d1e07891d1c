"""Past evenings added up, and what was added up of some of them with the rest: plain sums, of people and games.

A game that was stopped counts as played, and for no record.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from companion import rules
from companion.evenings.people import Chosen, Seated
from companion.evenings.places import Evening
from companion.screens import SCREENS


@dataclass
class Tally:
    """One person at one game. Wins are counted in halves, since a tie at the top is half a win each."""

    games: int = 0
    halves: int = 0
    whole: int = 0
    points: int = 0  # of whole games
    best: int | None = None

    @property
    def average(self) -> float | None:
        return self.points / self.whole if self.whole else None

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.halves += other.halves
        self.whole += other.whole
        self.points += other.points
        if self.best is None or (other.best is not None and other.best > self.best):
            self.best = other.best


@dataclass
class Fate:
    """How often something came to one person in several evenings, and how often it was expected."""

    games: int = 0
    came: int = 0
    expected: float = 0
    variance: float = 0

    @property
    def spread(self) -> float:
        return sqrt(self.variance)

    @property
    def more(self) -> float:
        return self.came - self.expected

    def add(self, other: Fate) -> None:
        self.games += other.games
        self.came += other.came
        self.expected += other.expected
        self.variance += other.variance


class Top(NamedTuple):
    """The highest of something, and where it was."""

    value: int
    evening: Evening
    people: tuple[str, ...]


@dataclass
class Sums:
    """Of evenings, the oldest first. The first three are of all, the others of those that were chosen."""

    games: Counter[str] = field(default_factory=Counter)
    people: Counter[str] = field(default_factory=Counter)
    spelled: dict[str, str] = field(default_factory=dict)  # as the newest has it
    shown: list[int] = field(default_factory=list)  # sittings
    listed: list[int] = field(default_factory=list)  # with those that can't be read
    days: Counter[tuple[date, str]] = field(default_factory=Counter)
    tallies: defaultdict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))  # person and game
    fates: defaultdict[tuple[str, str], Fate] = field(default_factory=lambda: defaultdict(Fate))
    met: Counter[tuple[str, str, bool]] = field(default_factory=Counter)  # one and another; whether the one was ahead
    tops: dict[tuple[str, str], Top] = field(default_factory=dict)  # by game, and what it is the highest of

    def add(self, other: Sums) -> None:
        """What came later."""
        for mine, more in ((self.games, other.games), (self.people, other.people)):
            mine.update(more)
        self.spelled.update(other.spelled)
        self.shown += other.shown
        self.listed += other.listed
        self.days.update(other.days)
        self.met.update(other.met)
        for key, tally in other.tallies.items():
            self.tallies[key].add(tally)
        for key, fate in other.fates.items():
            self.fates[key].add(fate)
        for key, top in other.tops.items():
            self._top(key, top)

    def _top(self, key: tuple[str, str], top: Top) -> None:
        """Whoever was first keeps it."""
        if key not in self.tops or top.value > self.tops[key].value:
            self.tops[key] = top

    def count(self, evenings: Iterable[Seated], chosen: Chosen) -> None:
        for one in evenings:
            if readable(one.evening):
                self._everybody(one)
                if chosen.has(one):
                    self._count(one)
            elif chosen == Chosen():
                self.listed.append(one.evening.sitting)

    def _everybody(self, one: Seated) -> None:
        self.games[one.evening.game] += 1
        for person, place in one.placed:
            self.people[person] += 1
            self.spelled[person] = place.name

    def _count(self, one: Seated) -> None:
        evening, people = one
        self.shown.append(evening.sitting)
        self.listed.append(evening.sitting)
        self.days[evening.day, evening.game] += 1
        self._results(one)
        for (ahead, first), (behind, second) in combinations(zip(people, evening.places, strict=True), 2):
            self.met[ahead, behind, first.rank < second.rank] += 1
        if evening.whole:
            self._records(one)

    def _results(self, one: Seated) -> None:
        evening, winners = one.evening, one.evening.winners
        luck = SCREENS[evening.game].past.luck
        for person, place in one.placed:
            won = place.rank == 1 and winners
            whole = (1, place.points, place.points) if evening.whole else (0, 0, None)
            self.tallies[person, evening.game].add(Tally(1, (2 if winners == 1 else 1) if won else 0, *whole))
            if luck and luck.key in place.kept:
                kept = (place.kept[luck.key + part] for part in ("", "_expected", "_variance"))
                self.fates[person, evening.game].add(Fate(1, *kept))

    def _records(self, one: Seated) -> None:
        evening = one.evening
        self._reached(one, BEST, [place.points for place in evening.places])
        for record in SCREENS[evening.game].past.records:
            self._reached(one, record.key, [place.kept.get(record.key, 0) for place in evening.places])
        if (margin := margin_of(evening)) is not None:
            winners = tuple(person for person, place in one.placed if place.rank == 1)
            self._top(("", CLOSEST), Top(-margin, evening, winners))

    def _reached(self, one: Seated, what: str, values: list[int]) -> None:
        value, key = max(values), (one.evening.game, what)
        if value > (self.tops[key].value if key in self.tops else 0):
            people = tuple(person for person, its in zip(one.people, values, strict=True) if its == value)
            self.tops[key] = Top(value, one.evening, people)


BEST, CLOSEST = "best", "closest"


def readable(evening: Evening) -> bool:
    return rules.ruleset(evening.game, evening.rules) is not None


def margin_of(evening: Evening) -> int | None:
    """How closely it was won. Where a goal counts for more than points, the winner may have fewer."""
    first, second = evening.places[0], evening.places[1]
    return first.points - second.points if first.points >= second.points else None
