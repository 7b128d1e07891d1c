"""What if? In sentences: who would have won under another ruling, and by what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.rules.core import Move, Ruleset, Ruling
from companion.rules.text import Text, say
from companion.rules.what_if import Otherwise, otherwise


class Total(NamedTuple):
    """What somebody would have had under the ruling."""

    seat: int
    points: int
    leads: bool


class Ruled(NamedTuple):
    """A ruling that would have changed the winner: whoever that is, then whoever won."""

    sentence: Text
    note: Text | None  # why there is a choice, where it hasn't just been said
    duel: tuple[Total, ...]


def ruled_otherwise(game: Ruleset[Any], sheet: Any, moves: Sequence[Move]) -> tuple[Ruled, ...]:
    """Those with the same winner one after the other, and short from the second on."""
    changed = otherwise(game, sheet, moves)
    by_winner = sorted(changed, key=lambda one: [other.winners for other in changed].index(one.winners))
    before: list[Otherwise | None] = [None, *by_winner]
    return tuple(_ruled(game, sheet, one, last) for last, one in zip(before, by_winner, strict=False))


def _ruled(game: Ruleset[Any], sheet: Any, one: Otherwise, last: Otherwise | None) -> Ruled:
    again = last is not None and last.winners == one.winners
    names = tuple(sheet.table.players[seat] for seat in one.winners)
    known = last is not None and last.ruling.option.key == one.ruling.option.key
    note = None if known else one.ruling.option.why
    sentence = _too(one.ruling, names) if again else _would_have_won(one.ruling, names)
    return Ruled(sentence, note, _duel(game, sheet, one))


def _would_have_won(ruling: Ruling, names: tuple[str, ...]) -> Text:
    choice, option = ruling.label, ruling.option.title
    if len(names) > 1:
        return say(
            "With “%(choice)s” (%(option)s), %(names)s would have shared the victory.",
            choice=choice,
            option=option,
            names=names,
        )
    return say("With “%(choice)s” (%(option)s), %(name)s would have won.", choice=choice, option=option, name=names[0])


def _too(ruling: Ruling, names: tuple[str, ...]) -> Text:
    return say("With “%(choice)s”, %(names)s too.", choice=ruling.label, names=names)


def _duel(game: Ruleset[Any], sheet: Any, one: Otherwise) -> tuple[Total, ...]:
    results = game.results(one.sheet)
    others = tuple(seat for seat in game.winners(sheet) if seat not in one.winners)
    return tuple(Total(seat, results[seat].points, seat in one.winners) for seat in (*one.winners, *others))
