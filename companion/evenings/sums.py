"""Past evenings added up: plain sums, of people and games. A game that was stopped counts as played, for no record."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from itertools import combinations
from math import sqrt
from typing import NamedTuple

from companion.evenings.people import Attendance, Chosen, Evening, readable
from companion.rules.text import Text, say, say_many
from companion.screens import SCREENS
from companion.screens.core import Record

BEST, CLOSEST = "best", "closest"  # beside the games' own records


@dataclass
class Tally:
    """One person at one game. Wins are counted in halves, since a tie at the top is half a win each."""

    games: int = 0
    halves: int = 0
    whole: int = 0
    points: int = 0  # of whole games
    best: int | None = None

    @property
    def average(self) -> float | int | None:
        """A whole number for a single game: that one needs no decimals."""
        if self.whole == 1:
            return self.points
        return self.points / self.whole if self.whole else None


@dataclass
class Fate:
    """How often something came to one person in several evenings, and how often it was expected."""

    games: int = 0
    came: int = 0
    expected: float = 0
    variance: float = 0
    worth: float | None = None  # what it was worth, where that is known of any

    @property
    def spread(self) -> float:
        return sqrt(self.variance)

    @property
    def more(self) -> float:
        return self.came - self.expected


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
    days: Counter[tuple[date, str]] = field(default_factory=Counter)  # of games
    tallies: defaultdict[tuple[str, str], Tally] = field(default_factory=lambda: defaultdict(Tally))  # person and game
    fates: defaultdict[tuple[str, str], Fate] = field(default_factory=lambda: defaultdict(Fate))
    met: Counter[tuple[str, str, bool]] = field(default_factory=Counter)  # one and another; whether the one was ahead
    tops: dict[tuple[str, str], Top] = field(default_factory=dict)  # by game, and what it is the highest of

    def count(self, evenings: Iterable[Attendance], chosen: Chosen) -> None:
        for one in evenings:
            if one.evening.put_away or not readable(one.evening):
                continue
            self.games[one.evening.game] += 1
            for person, place in one.placed:
                self.people[person] += 1
                self.spelled[person] = place.name
            if chosen.has(one):
                self.days[one.evening.day, one.evening.game] += 1
                self._count_results(one)
                self._count_luck(one)
                if one.evening.whole:
                    self._note_records(one)

    def _count_results(self, one: Attendance) -> None:
        evening, winners = one.evening, one.evening.winners
        for person, place in one.placed:
            tally = self.tallies[person, evening.game]
            tally.games += 1
            if winners and place.rank == 1:
                tally.halves += 2 if winners == 1 else 1
            if evening.whole:
                tally.whole += 1
                tally.points += place.points
                tally.best = place.points if tally.best is None else max(tally.best, place.points)
        for (ahead, first), (behind, second) in combinations(one.placed, 2):
            self.met[ahead, behind, first.rank < second.rank] += 1

    def _count_luck(self, one: Attendance) -> None:
        luck = SCREENS[one.evening.game].past.luck
        if luck is None:
            return
        for person, place in one.placed:
            if luck.key in place.kept:
                fate = self.fates[person, one.evening.game]
                fate.games += 1
                fate.came += place.kept[luck.key]
                fate.expected += place.kept[f"{luck.key}_expected"]
                fate.variance += place.kept[f"{luck.key}_variance"]
                if luck.worth and luck.worth.key in place.kept:
                    fate.worth = (fate.worth or 0) + place.kept[luck.worth.key]

    def _note_records(self, one: Attendance) -> None:
        """Whoever was first keeps one."""
        evening = one.evening
        reached = {BEST: [place.points for place in evening.places]}
        for record in SCREENS[evening.game].past.records:
            reached[record.key] = [place.kept.get(record.key, 0) for place in evening.places]
        for what, values in reached.items():
            most, known = max(values), self.tops.get((evening.game, what))
            if most > (known.value if known else 0):
                people = tuple(person for person, value in zip(one.people, values, strict=True) if value == most)
                self.tops[evening.game, what] = Top(most, evening, people)
        # The closest finish. Where a goal counts for more than points, the winner may have fewer.
        closer, known = evening.places[1].points - evening.places[0].points, self.tops.get(("", CLOSEST))
        if closer <= 0 and (known is None or closer > known.value):
            self.tops["", CLOSEST] = Top(closer, evening, one.people[: evening.winners])


# Records: each game's own, and the closest finish. Whoever was first holds them


class HeldRecord(NamedTuple):
    """A record: what it is, who holds it, and since when."""

    text: Text
    title: Text
    drawing: str | None  # of the game; where it has none, its face
    people: tuple[str, ...]
    evening: Evening


def held(record: Record, top: Top) -> HeldRecord:
    kept = next(place.kept for place in top.evening.places if place.kept.get(record.key) == top.value)
    return HeldRecord(record.text(kept), record.title, record.drawing(kept), top.people, top.evening)


def closest_finish(top: Top) -> HeldRecord:
    evening, margin = top.evening, -top.value
    if margin:
        text = say_many("Won by %(count)s point", "Won by %(count)s points", margin)
    elif evening.winners > 1:
        text = say("Level to the end")
    else:
        level = SCREENS[evening.game].past.level
        text = level.get(evening.places[0].kept.get("level", ""), say("Level, and still won"))
    return HeldRecord(text, say("the closest finish"), None, top.people, evening)
