"""Past evenings: what is shown of those that a phone has seen, once they are added up. Nothing here reads a log."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from companion import rules
from companion.evenings.people import Chosen, Seated
from companion.evenings.pictures import Bunting, Peg, Shelf, Sticking, bunting, pegs, shelf, sticks
from companion.evenings.places import Evening
from companion.evenings.records import Held, closest, held
from companion.evenings.sums import BEST, CLOSEST, Fate, Sums, Tally, Top, readable
from companion.rules.text import Text, brief, say
from companion.screens import SCREENS
from companion.screens.core import Fortune, Past

AT_ONCE = 6  # people in a picture: the others are in the table behind it
PAIRS = 8
CHIPS = 9
PAGE = 20


class Winner(NamedTuple):
    """How many games a person played and won, and the latter by game, in halves."""

    person: str
    games: int
    halves: int
    by_game: tuple[tuple[str, int], ...]


class Duel(NamedTuple):
    """Who finished ahead of whom, where both were at the table."""

    one: str
    other: str
    ahead: int
    behind: int
    level: int

    @property
    def games(self) -> int:
        return self.ahead + self.behind + self.level


class Row(NamedTuple):
    """A person at a game, in the table."""

    person: str
    game: str
    tally: Tally


class Lucky(NamedTuple):
    """A game's luck: in pictures, and all of it."""

    fortune: Fortune
    pegs: tuple[Peg, ...]
    fates: tuple[tuple[str, Fate], ...]


class Line(NamedTuple):
    """An evening in the list."""

    evening: Evening
    title: Text
    others: tuple[str, ...]  # who was there, too
    figure: int | None

    @property
    def readable(self) -> bool:
        return readable(self.evening)


@dataclass(frozen=True)
class Evenings:
    """People are named by `name`: in sums they are whoever they are."""

    sums: Sums
    chosen: Chosen

    def name(self, person: str) -> str:
        return self.sums.spelled.get(person, person)

    def names(self, people: Sequence[str]) -> list[str]:
        return list(map(self.name, people))

    @cached_property
    def games(self) -> tuple[str, ...]:
        """In the order in which the first page has them."""
        return tuple(game for game in rules.GAMES if self.sums.games[game])

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Whoever played most comes first, whatever was chosen: nobody's key moves."""
        played = self.sums.people
        return tuple(sorted(played, key=lambda person: (-played[person], person)))

    def past(self, game: str) -> Past:
        return SCREENS[game].past

    @property
    def count(self) -> int:
        return len(self.sums.shown)

    @cached_property
    def days(self) -> int:
        return len({day for day, _ in self.sums.days})

    @cached_property
    def since(self) -> date:
        return min(day for day, _ in self.sums.days)

    # Who won

    @cached_property
    def winners(self) -> list[Winner]:
        """Whoever played most comes first."""
        people: dict[str, dict[str, Tally]] = defaultdict(dict)
        for (person, game), tally in self.sums.tallies.items():
            people[person][game] = tally
        return sorted(map(_winner, people, people.values()), key=lambda one: (-one.games, -one.halves, one.person))

    @cached_property
    def shelf(self) -> Shelf:
        return shelf([(one.halves, self._in_order(one.by_game)) for one in self.winners[:AT_ONCE]])

    def _in_order(self, by_game: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
        return sorted(by_game, key=lambda one: self.games.index(one[0]))

    @cached_property
    def rows(self) -> list[Row]:
        tallies = self.sums.tallies
        pairs = ((one.person, game) for one in self.winners for game in self.games)
        return [Row(*pair, tallies[pair]) for pair in pairs if pair in tallies]

    # When

    @cached_property
    def counted(self) -> tuple[tuple[str, int], ...]:
        """How often each game was played."""
        played: Counter[str] = Counter()
        for (_, game), times in self.sums.days.items():
            played[game] += times
        return tuple((game, played[game]) for game in self.games if played[game])

    @cached_property
    def bunting(self) -> Bunting:
        return bunting(self.sums.days, self.games)

    # Best scores

    @cached_property
    def best(self) -> list[Top]:
        return [self.sums.tops[game, BEST] for game in self.games if (game, BEST) in self.sums.tops]

    @cached_property
    def records(self) -> list[Held]:
        tops = self.sums.tops
        told = [(record, (game, record.key)) for game in self.games for record in self.past(game).records]
        own = [held(record, tops[key]) for record, key in told if key in tops]
        return [*own, *([closest(tops["", CLOSEST])] if ("", CLOSEST) in tops else [])]

    # Head to head, and luck

    @cached_property
    def duels(self) -> list[Duel]:
        """Whoever met most often comes first."""
        order = {winner.person: place for place, winner in enumerate(self.winners)}
        pairs = {(one, other) if order[one] < order[other] else (other, one) for one, other, _ in self.sums.met}
        listed = [self._duel(*pair) for pair in sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]]))]
        return sorted(listed, key=lambda duel: -duel.games)

    def _duel(self, one: str, other: str) -> Duel:
        """Whoever was ahead more often stands at the left."""
        met = self.sums.met
        ahead, behind = met[one, other, True], met[other, one, True]
        level = met[one, other, False] + met[other, one, False]
        return Duel(one, other, ahead, behind, level) if ahead >= behind else Duel(other, one, behind, ahead, level)

    @cached_property
    def sticks(self) -> Sticking:
        return sticks([(duel.ahead, duel.behind) for duel in self.duels[:PAIRS]])

    @cached_property
    def lucky(self) -> list[Lucky]:
        told = ((game, fortune) for game, _ in self.counted if (fortune := self.past(game).luck))
        return [lucky for game, fortune in told if (lucky := self._lucky(game, fortune))]

    def _lucky(self, game: str, fortune: Fortune) -> Lucky | None:
        fates = self.sums.fates
        found = tuple((one.person, fates[one.person, game]) for one in self.winners if (one.person, game) in fates)
        return Lucky(fortune, pegs([fate for _, fate in found[:AT_ONCE]]), found) if found else None


def _winner(person: str, tallies: dict[str, Tally]) -> Winner:
    by_game = tuple((game, tally.halves) for game, tally in tallies.items())
    games, halves = (sum(getattr(tally, what) for tally in tallies.values()) for what in ("games", "halves"))
    return Winner(person, games, halves, by_game)


def line(one: Seated, sums: Sums) -> Line:
    """In the list; whoever counts as somebody else is called so."""
    evening = one.evening
    names = tuple(sums.spelled.get(person, place.name) for person, place in one.placed)
    if not readable(evening):
        return Line(evening, say("%(names)s", names=names), (), None)
    if not evening.winners:
        return Line(evening, say("Stopped before anybody had a point"), names, None)
    first = names[: evening.winners]
    won = say("%(name)s won", name=first[0]) if len(first) == 1 else say("%(names)s shared the victory", names=first)
    return Line(evening, won, names[evening.winners :], evening.places[0].points)


def refusal(sums: Sums, name: str, one: str, person: str, other: str) -> Text | None:
    """Why two names, and whom they stand for, can't be one person."""
    if one == other:
        return say("Choose two different names.")
    for typed, who in ((name, one), (person, other)):
        if who not in sums.people:
            return say("Nobody called “%(name)s” has played on this phone.", name=brief(typed))
    if any(sums.met[(*pair, ahead)] for pair in ((one, other), (other, one)) for ahead in (True, False)):
        return say("%(name)s and %(person)s sat at one table: they are two.", name=name, person=person)
    return None
