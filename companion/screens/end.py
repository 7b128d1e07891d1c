"""What is told of a game that is over, beside its tally: its course, its luck, and what if; and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.record import history
from companion.record.history import Log
from companion.rules.core import Ruleset
from companion.rules.moves import End, Move
from companion.rules.text import Text, say
from companion.rules.what_if import Otherwise, otherwise
from companion.screens.core import Screen


class Ending(NamedTuple):
    """Of the tally and what follows whatever the game's own screen makes; None where it has nothing to tell."""

    whole: bool  # played to its end: one that was stopped has no trophy
    winners: tuple[int, ...]
    tally: Any
    course: Any
    luck: Any
    turns: Any
    otherwise: tuple[Ruled, ...]

    @property
    def sections(self) -> tuple[Section, ...]:
        """Those that are there, in their order: short words, for each is a key."""
        told = (True, self.course, self.luck, self.otherwise, True)
        return tuple(section for section, there in zip(SECTIONS, told, strict=True) if there)


class Section(NamedTuple):
    """A part of the page, by the id that its address ends with."""

    id: str
    name: Text


SECTIONS = (
    Section("tally", say("Tally")),
    Section("went", say("Course")),
    Section("luck", say("Luck")),
    Section("if", say("What if")),
    Section("now", say("Next")),
)


def ending(game: Ruleset[Any], screen: Screen[Any], log: Log) -> Ending:
    return Ending(
        game.whole(log.sheet),
        game.winners(log.sheet),
        screen.afterwards.tally(log.sheet),
        screen.afterwards.course(log),
        screen.afterwards.luck(log),
        screen.afterwards.turns(log),
        ruled_otherwise(game, log.sheet, log.moves),
    )


def if_stopped(game: Ruleset[Any], screen: Screen[Any], log: Log) -> tuple[Text, ...]:
    """What counts and what doesn't, and who would win, said before anybody stops a game."""
    sheet = history.sheet_if(game, log, None, End())
    figures = screen.figures(sheet)
    if not figures.leaders:
        return (*screen.stops, say("Nobody has any points yet."))
    return (*screen.stops, say("As it stands: %(verdict)s.", verdict=screen.words.verdict(sheet, figures)))


# Once more with the same seats


class Beginner(NamedTuple):
    """Somebody who may begin the next game."""

    seat: int
    why: Text


def beginners(game: Ruleset[Any], sheet: Any) -> tuple[Beginner, ...]:
    """The next seat first, then the winner and the loser: where two of them are one person, that is one key."""
    if not game.in_turns:
        return ()
    following, ranks = game.next_to_begin(sheet.table), [result.rank for result in game.results(sheet)]
    first_and_last = (min(ranks), max(ranks))  # nobody, where several are level
    won, lost = (ranks.index(rank) if ranks.count(rank) == 1 else None for rank in first_and_last)
    seats = dict.fromkeys(seat for seat in (following, won, lost) if seat is not None)
    return tuple(Beginner(seat, _why(seat == following, seat == won, seat == lost)) for seat in seats)


def _why(following: bool, won: bool, lost: bool) -> Text:
    if won:
        return say("next seat, and won") if following else say("who won")
    if lost:
        return say("next seat, and came last") if following else say("who came last")
    return say("next seat")


# What if? In sentences: who would have won under another ruling, and by what


class DuelTotal(NamedTuple):
    """What somebody would have had under the ruling."""

    seat: int
    points: int
    leads: bool


class Ruled(NamedTuple):
    """A ruling that would have changed the winner: whoever that is, then whoever won."""

    sentence: Text
    note: Text | None  # why there is a choice, where it hasn't just been said
    duel: tuple[DuelTotal, ...]


def ruled_otherwise(game: Ruleset[Any], sheet: Any, moves: Sequence[Move]) -> tuple[Ruled, ...]:
    """Those with the same winner one after the other, and short from the second on."""
    changed = otherwise(game, sheet, moves)
    by_winner = sorted(changed, key=lambda one: [other.winners for other in changed].index(one.winners))
    told, last = [], None
    for one in by_winner:
        known = last is not None and last.ruling.option.key == one.ruling.option.key
        again = last is not None and last.winners == one.winners
        note = None if known else one.ruling.option.why
        results = game.results(one.sheet)
        seats = (*one.winners, *(seat for seat in game.winners(sheet) if seat not in one.winners))
        duel = tuple(DuelTotal(seat, results[seat].points, seat in one.winners) for seat in seats)
        told.append(Ruled(_sentence(sheet, one, again), note, duel))
        last = one
    return tuple(told)


def _sentence(sheet: Any, one: Otherwise, again: bool) -> Text:
    choice, option = one.ruling.label, one.ruling.option.title
    names = tuple(sheet.table.players[seat] for seat in one.winners)
    if again:
        return say("With “%(choice)s”, %(names)s too.", choice=choice, names=names)
    if len(names) > 1:
        return say(
            "With “%(choice)s” (%(option)s), %(names)s would have shared the victory.",
            choice=choice,
            option=option,
            names=names,
        )
    return say("With “%(choice)s” (%(option)s), %(name)s would have won.", choice=choice, option=option, name=names[0])
