"""What if? In sentences: who would have won under another ruling, and by what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.rules.core import Move, Ruleset
from companion.rules.text import Text, say
from companion.rules.what_if import Otherwise, otherwise


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
        told.append(Ruled(_sentence(sheet, one, again), note, _duel(game, sheet, one)))
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


def _duel(game: Ruleset[Any], sheet: Any, one: Otherwise) -> tuple[DuelTotal, ...]:
    results = game.results(one.sheet)
    others = tuple(seat for seat in game.winners(sheet) if seat not in one.winners)
    return tuple(DuelTotal(seat, results[seat].points, seat in one.winners) for seat in (*one.winners, *others))
