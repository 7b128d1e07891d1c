"""What the page of past evenings shows, once they are added up. Nothing here reads a log."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import NamedTuple

from companion import rules
from companion.evenings.people import Aliases, Attendance, Chosen, attendances, readable
from companion.evenings.pictures import Bunting, Cups, Peg, Shelf, StickPairs, Sticks, bunting, pegs, shelf, sticks
from companion.evenings.places import Evening
from companion.evenings.records import HeldRecord, closest_finish, held
from companion.evenings.sums import BEST, CLOSEST, Fate, Sums, Tally, Top
from companion.rules.options import alike
from companion.rules.text import Text, brief, say
from companion.screens import SCREENS
from companion.screens.core import Fortune, Past

AT_ONCE = 6  # people in a picture: the others are in the table behind it
PAIRS = 8
LISTED_PAIRS = 100


class CupWinner(NamedTuple):
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


class PersonAtGame(NamedTuple):
    """A row of the table behind the cups."""

    person: str
    game: str
    tally: Tally


class GameLuck(NamedTuple):
    """A game's luck: of some people in pictures, and all of it."""

    fortune: Fortune
    pictures: tuple[tuple[str, Fate, Peg], ...]
    fates: tuple[tuple[str, Fate], ...]


class ListedEvening(NamedTuple):
    """An evening in the list: `others` were there, too; `figure` is what the winner had."""

    evening: Evening
    title: Text
    others: tuple[str, ...] = ()
    figure: int | None = None

    @property
    def readable(self) -> bool:
        return readable(self.evening)


@dataclass(frozen=True)
class Evenings:
    """All that a phone has seen, the oldest first, and what those that were chosen come to.

    People are named by `name`: in sums they are whoever they are.
    """

    seen: Sequence[Attendance]
    sums: Sums
    chosen: Chosen

    def name(self, person: str) -> str:
        return self.sums.spelled.get(person, person)

    def names(self, people: Iterable[str]) -> list[str]:
        return list(map(self.name, people))

    def past(self, game: str) -> Past:
        return SCREENS[game].past

    @cached_property
    def games(self) -> tuple[str, ...]:
        """In the order in which the first page has them."""
        return tuple(game for game in rules.GAMES if self.sums.games[game])

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Whoever played most comes first, whatever was chosen: nobody's key moves."""
        played = self.sums.people
        return tuple(sorted(played, key=lambda person: (-played[person], person)))

    @cached_property
    def count(self) -> int:
        return self.sums.days.total()

    @cached_property
    def days(self) -> int:
        return len({day for day, _ in self.sums.days})

    @cached_property
    def since(self) -> date:
        return min(day for day, _ in self.sums.days)

    # Who won

    @cached_property
    def winners(self) -> list[CupWinner]:
        """Whoever played most comes first."""
        people: dict[str, dict[str, Tally]] = defaultdict(dict)
        for person, game in sorted(self.sums.tallies, key=lambda one: self.games.index(one[1])):
            people[person][game] = self.sums.tallies[person, game]
        found = [
            CupWinner(
                person,
                sum(tally.games for tally in tallies.values()),
                sum(tally.halves for tally in tallies.values()),
                tuple((game, tally.halves) for game, tally in tallies.items()),
            )
            for person, tallies in people.items()
        ]
        return sorted(found, key=lambda one: (-one.games, -one.halves, one.person))

    @cached_property
    def shelf(self) -> Shelf:
        return shelf([(one.halves, one.by_game) for one in self.winners[:AT_ONCE]])

    @property
    def cups(self) -> Iterable[tuple[CupWinner, Cups]]:
        return zip(self.winners, self.shelf.of, strict=False)

    @property
    def people_at_games(self) -> list[PersonAtGame]:
        pairs = ((one.person, game) for one in self.winners for game, _ in one.by_game)
        return [PersonAtGame(*pair, self.sums.tallies[pair]) for pair in pairs]

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
    def records(self) -> list[HeldRecord]:
        tops = self.sums.tops
        told = ((game, record) for game in self.games for record in self.past(game).records)
        found = [held(record, tops[game, record.key]) for game, record in told if (game, record.key) in tops]
        return found + [closest_finish(top) for key, top in tops.items() if key == ("", CLOSEST)]

    # Head to head, and luck

    @cached_property
    def duels(self) -> list[Duel]:
        """Whoever met most often comes first; of two, whoever was ahead more often stands at the left."""
        order = {winner.person: place for place, winner in enumerate(self.winners)}
        met, found = self.sums.met, []
        pairs = {(one, other) if order[one] < order[other] else (other, one) for one, other, _ in met}
        for one, other in sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]])):
            ahead, behind = met[one, other, True], met[other, one, True]
            level = met[one, other, False] + met[other, one, False]
            left = Duel(one, other, ahead, behind, level)
            found.append(left if ahead >= behind else Duel(other, one, behind, ahead, level))
        return sorted(found, key=lambda duel: -duel.games)[:LISTED_PAIRS]

    @cached_property
    def sticks(self) -> StickPairs:
        return sticks([(duel.ahead, duel.behind) for duel in self.duels[:PAIRS]])

    @property
    def duels_drawn(self) -> Iterable[tuple[Duel, Sticks, Sticks]]:
        return ((duel, *sides) for duel, sides in zip(self.duels, self.sticks.of, strict=False))

    @property
    def luck(self) -> list[GameLuck]:
        """Of games that count some, where it came to anybody."""
        known, found = self.sums.fates, []
        for game, _ in self.counted:
            fates = [(one.person, known[one.person, game]) for one in self.winners if (one.person, game) in known]
            if (fortune := self.past(game).luck) and fates:
                drawn = pegs([fate for _, fate in fates[:AT_ONCE]])
                pictures = tuple((*one, peg) for one, peg in zip(fates, drawn, strict=False))
                found.append(GameLuck(fortune, pictures, tuple(fates)))
        return found

    # The list, and who is who

    def listed(self, gone: Collection[int]) -> list[Attendance]:
        """The newest first; what has just been put away stands where it stood."""
        return [
            one
            for one in reversed(self.seen)
            if one.evening.sitting in gone or (not one.evening.put_away and self.chosen.has(one))
        ]

    def line(self, one: Attendance) -> ListedEvening:
        """Whoever counts as somebody else is called so."""
        evening = one.evening
        names = tuple(self.sums.spelled.get(person, place.name) for person, place in one.placed)
        if not readable(evening):
            return ListedEvening(evening, say("%(names)s", names=names))
        if not evening.winners:
            return ListedEvening(evening, say("Stopped before anybody had a point"), names)
        first, others = names[: evening.winners], names[evening.winners :]
        won = (
            say("%(name)s won", name=first[0]) if len(first) == 1 else say("%(names)s shared the victory", names=first)
        )
        return ListedEvening(evening, won, others, evening.places[0].points)

    def why_not_one(self, name: str, one: str, person: str, other: str) -> Text | None:
        """Why two names, and whom they stand for, can't be one person."""
        if one == other:
            return say("Choose two different names.")
        for typed, who in ((name, one), (person, other)):
            if who not in self.sums.people:
                return say("Nobody called “%(name)s” has played on this phone.", name=brief(typed))
        if any(self.sums.met[(*pair, ahead)] for pair in ((one, other), (other, one)) for ahead in (True, False)):
            return say("%(name)s and %(person)s sat at one table: they are two.", name=name, person=person)
        return None


def evenings_of(seen: Iterable[Evening], aliases: Aliases, chosen: Chosen) -> Evenings:
    """Whoever has another name here is spelled as they were joined."""
    attended, sums = attendances(seen, aliases), Sums()
    sums.count(attended, chosen)
    sums.spelled.update((alike(person), person) for _, person in aliases)
    return Evenings(attended, sums, chosen)
