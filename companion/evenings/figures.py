"""What the page of past evenings shows, once they are added up. Nothing here reads a log."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from companion import rules
from companion.evenings.people import Aliases, Attendance, Chosen, Evening, attendances, readable
from companion.evenings.pictures import Bunting, Cups, Peg, Sticks, bunting, pegs, shelf, sticks
from companion.evenings.sums import BEST, CLOSEST, Fate, HeldRecord, Sums, Tally, Top, closest_finish, held
from companion.rules.options import LONGEST_NAME, alike, alphabetical
from companion.rules.text import Text, brief, say
from companion.screens import SCREENS
from companion.screens.core import Fortune, Worth

AT_ONCE = 6  # people in a picture: the others are in the table behind it
PAIRS = 8
LISTED_PAIRS = 100
LISTED_PEOPLE = 500  # whoever played most: a phone that many files came to has seen thousands


class CupWinner(NamedTuple):
    """How many games a person played and won, and the latter by game, in halves."""

    person: str
    games: int
    halves: int
    by_game: tuple[tuple[str, int], ...]


class PersonAtGame(NamedTuple):
    """A row of the table behind the cups."""

    person: str
    game: str
    tally: Tally


class Duel(NamedTuple):
    """Who finished ahead of whom, where both were at the table."""

    one: str
    other: str
    ahead: int
    behind: int
    level: int


class GameLuck(NamedTuple):
    """A game's luck: of some people in pictures, and all of it. `worth`: what that is, where it is known of anybody."""

    fortune: Fortune
    pictures: tuple[tuple[str, Fate, Peg], ...]
    fates: tuple[tuple[str, Fate], ...]
    worth: Worth | None


class Album(NamedTuple):
    """What is told of all evenings that were chosen, in pictures and in the tables behind them."""

    played: int
    days: int
    since: date
    games: tuple[tuple[str, int], ...]  # how often each was played
    cups: tuple[tuple[CupWinner, Cups], ...]
    cup_worth: int
    people_at_games: list[PersonAtGame]
    bunting: Bunting
    best: list[Top]
    records: list[HeldRecord]
    duels: list[Duel]
    duels_drawn: tuple[tuple[Duel, Sticks, Sticks], ...]
    stick_worth: int
    luck: list[GameLuck]

    @property
    def sittings(self) -> set[int]:
        """Those that best scores and records link to."""
        best = {top.evening.sitting for top in self.best}
        return best | {held.evening.sitting for held in self.records}


class ListedEvening(NamedTuple):
    """An evening in the list: `others` were there, too; `figure` is what the winner had."""

    evening: Evening
    readable: bool
    title: Text
    others: tuple[str, ...] = ()
    figure: int | None = None


@dataclass(frozen=True)
class Evenings:
    """All that a phone has seen, the oldest first, and what those that were chosen come to.

    People are named by `name`: in sums they are whoever they are. Games stand in the first page's order; whoever
    played most comes first, whatever was chosen: nobody's key moves.
    """

    seen: Sequence[Attendance]
    sums: Sums
    chosen: Chosen
    games: tuple[str, ...]
    people: tuple[str, ...]

    def name(self, person: str) -> str:
        return self.sums.spelled.get(person, person)

    def names(self, people: Iterable[str]) -> list[str]:
        return list(map(self.name, people))

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
            return ListedEvening(evening, False, say("%(names)s", names=names))
        if not evening.winners:
            return ListedEvening(evening, True, say("Stopped before anybody had a point"), names)
        first, others = names[: evening.winners], names[evening.winners :]
        won = (
            say("%(name)s won", name=first[0]) if len(first) == 1 else say("%(names)s shared the victory", names=first)
        )
        return ListedEvening(evening, True, won, others, evening.places[0].points)

    def why_not_one(self, name: str, one: str, person: str, other: str) -> Text | None:
        """Why two names, and whom they stand for, can't be one person."""
        if one == other:
            return say("Choose two different names.")
        for typed, who in ((name, one), (person, other)):
            if who not in self.sums.people or len(typed) > LONGEST_NAME:  # one can be spelled in more characters
                return say("Nobody called “%(name)s” has played on this phone.", name=brief(typed))
        if any(self.sums.met[(*pair, ahead)] for pair in ((one, other), (other, one)) for ahead in (True, False)):
            return say("%(name)s and %(person)s sat at one table: they are two people.", name=name, person=person)
        return None

    def album(self) -> Album | None:
        """Of one evening at least."""
        sums = self.sums
        if not sums.days:
            return None
        played: Counter[str] = Counter()
        for (_, game), times in sums.days.items():
            played[game] += times
        winners = _winners(sums, self.games)
        duels = _duels(sums, winners)
        stood = shelf([(one.halves, one.by_game) for one in winners[:AT_ONCE]])
        drawn = sticks([(duel.ahead, duel.behind) for duel in duels[:PAIRS]])
        return Album(
            played=sums.days.total(),
            days=len({day for day, _ in sums.days}),
            since=min(day for day, _ in sums.days),
            games=tuple((game, played[game]) for game in self.games if played[game]),
            cups=tuple(zip(winners, stood.of, strict=False)),
            cup_worth=stood.worth,
            people_at_games=[
                PersonAtGame(one.person, game, sums.tallies[one.person, game])
                for one in winners[:LISTED_PEOPLE]
                for game, _ in one.by_game
            ],
            bunting=bunting(sums.days, self.games),
            best=[sums.tops[game, BEST] for game in self.games if (game, BEST) in sums.tops],
            records=_records(sums, self.games),
            duels=duels,
            duels_drawn=tuple((duel, *sides) for duel, sides in zip(duels, drawn.of, strict=False)),
            stick_worth=drawn.worth,
            luck=_luck(sums, winners[:LISTED_PEOPLE], [game for game in self.games if played[game]]),
        )


def _winners(sums: Sums, games: Sequence[str]) -> list[CupWinner]:
    """Whoever played most comes first."""
    people: dict[str, dict[str, Tally]] = defaultdict(dict)
    for person, game in sorted(sums.tallies, key=lambda one: games.index(one[1])):
        people[person][game] = sums.tallies[person, game]
    found = [
        CupWinner(
            person,
            sum(tally.games for tally in tallies.values()),
            sum(tally.halves for tally in tallies.values()),
            tuple((game, tally.halves) for game, tally in tallies.items()),
        )
        for person, tallies in people.items()
    ]
    return sorted(found, key=lambda one: (-one.games, -one.halves, alphabetical(one.person)))


def _records(sums: Sums, games: Sequence[str]) -> list[HeldRecord]:
    found = []
    for game in games:
        for record in SCREENS[game].past.records:
            if top := sums.tops.get((game, record.key)):
                found.append(held(record, top))
    if top := sums.tops.get(("", CLOSEST)):
        found.append(closest_finish(top))
    return found


def _duels(sums: Sums, winners: Sequence[CupWinner]) -> list[Duel]:
    """Whoever met most often comes first; of two, whoever was ahead more often stands at the left."""
    order = {winner.person: place for place, winner in enumerate(winners)}
    met, found = sums.met, []
    pairs = {(one, other) if order[one] < order[other] else (other, one) for one, other, _ in met}
    for one, other in sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]])):
        ahead, behind = met[one, other, True], met[other, one, True]
        level = met[one, other, False] + met[other, one, False]
        left = Duel(one, other, ahead, behind, level)
        found.append(left if ahead >= behind else Duel(other, one, behind, ahead, level))
    return sorted(found, key=lambda duel: -(duel.ahead + duel.behind + duel.level))[:LISTED_PAIRS]


def _luck(sums: Sums, winners: Sequence[CupWinner], games: Iterable[str]) -> list[GameLuck]:
    """Of games that count some, where it came to anybody."""
    known, found = sums.fates, []
    for game in games:
        fates = [(one.person, known[one.person, game]) for one in winners if (one.person, game) in known]
        if (fortune := SCREENS[game].past.luck) and fates:
            drawn = pegs([fate for _, fate in fates[:AT_ONCE]])
            pictures = tuple((*one, peg) for one, peg in zip(fates, drawn, strict=False))
            worth = fortune.worth if any(fate.worth is not None for _, fate in fates) else None
            found.append(GameLuck(fortune, pictures, tuple(fates), worth))
    return found


def evenings_of(seen: Iterable[Evening], aliases: Aliases, chosen: Chosen) -> Evenings:
    """Whoever has another name here is spelled as they were joined."""
    attended, sums = attendances(seen, aliases), Sums()
    sums.count(attended, chosen)
    sums.spelled.update((alike(person), person) for _, person in aliases)
    games = tuple(game for game in rules.GAMES if sums.games[game])
    people = tuple(sorted(sums.people, key=lambda person: (-sums.people[person], alphabetical(person))))
    return Evenings(attended, sums, chosen, games, people)
