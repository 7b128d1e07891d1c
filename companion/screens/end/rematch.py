"""Once more with the same seats: who may begin, and why they."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.rules.core import Ruleset
from companion.rules.text import Text, say


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
