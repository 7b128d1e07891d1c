"""What is told of a game that is over, beside its tally: its course, its luck, and what if; and what comes next."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.record import history
from companion.record.history import Log
from companion.rules.core import End, Ruleset
from companion.rules.text import Text, say
from companion.screens.core import Screen
from companion.screens.end.what_if import Ruled, ruled_otherwise


class Ending(NamedTuple):
    """Of tally, course and luck whatever the game's own screen makes of them; None where it has nothing to tell."""

    winners: tuple[int, ...]
    tally: Any
    course: Any
    luck: Any
    otherwise: tuple[Ruled, ...]


def ending(game: Ruleset[Any], screen: Screen[Any], log: Log) -> Ending:
    return Ending(
        game.winners(log.sheet),
        screen.tally_steps(log.sheet),
        screen.course(log),
        screen.luck(log),
        ruled_otherwise(game, log.sheet, log.moves),
    )


def if_stopped(game: Ruleset[Any], screen: Screen[Any], log: Log) -> tuple[Text, ...]:
    """What counts and what doesn't, and who would win, said before anybody stops a game."""
    sheet = history.sheet_if(game, log, None, End())
    figures = screen.figures(sheet)
    if screen.words.best(figures) is None:
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
    won, lost = _alone(ranks, min(ranks)), _alone(ranks, max(ranks))
    seats = dict.fromkeys(seat for seat in (following, won, lost) if seat is not None)
    return tuple(Beginner(seat, _why(seat == following, seat == won, seat == lost)) for seat in seats)


def _alone(ranks: list[int], rank: int) -> int | None:
    """Who has it; nobody, where several do."""
    return ranks.index(rank) if ranks.count(rank) == 1 else None


def _why(following: bool, won: bool, lost: bool) -> Text:
    if won:
        return say("next seat, and won") if following else say("who won")
    if lost:
        return say("next seat, and came last") if following else say("who came last")
    return say("next seat")
