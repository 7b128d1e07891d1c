"""The arithmetic behind a number of States, as its slip says it."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.states.moves import STATE_NAMES
from companion.rules.states.play import Fought, Sheet
from companion.rules.states.standing import Stock, TieBreak, Total, pieces
from companion.rules.text import Text, say
from companion.screens.states import phrases


class Tank(NamedTuple):
    seat: int
    number: int
    matched: bool
    won: bool


class Battle(NamedTuple):
    state: Text
    points: Text
    tanks: tuple[Tank, ...]
    working: Text
    taken: bool
    more: tuple[Text, ...]


class Taken(NamedTuple):
    code: str
    name: Text
    value: int


class Reached(NamedTuple):
    seat: int
    points: Text
    has_taken: Text
    taken: tuple[Taken, ...]
    any_points: bool
    more: tuple[Text, ...]


class Tanks(NamedTuple):
    pile: Text
    reckoned: Text
    gone: tuple[Text, ...]
    shuffle: Text
    may_shuffle: bool  # early


class Tie(NamedTuple):
    tied: tuple[tuple[int, Text], ...]  # each seat with its States
    decided: Text


def why(sheet: Sheet, answer: Fought | Total | Stock | TieBreak) -> Battle | Reached | Tanks | Tie:
    match answer:
        case Fought():
            return _battle(sheet, answer)
        case Total():
            return _total(answer)
        case Stock():
            return _tanks(answer)
        case TieBreak():
            told = tuple(phrases.states(states) for states in answer.states)
            return Tie(tuple(zip(answer.tied, told, strict=True)), phrases.decided(answer))


def _battle(sheet: Sheet, fought: Fought) -> Battle:
    return Battle(
        STATE_NAMES[fought.state],
        phrases.points(fought.value),
        tuple(
            Tank(seat, tank, tank in fought.cancelled, seat == fought.winner)
            for seat, tank in enumerate(fought.tanks or ())
        ),
        phrases.working(sheet.table.players, fought),
        fought.winner is not None,
        _brought(fought),
    )


def _brought(fought: Fought) -> tuple[Text, ...]:
    if fought.winner is None:
        return (say("It goes under the pile, and will be turned up again"),)
    box = say("From the box: %(pieces)s", pieces=phrases.box(pieces(fought.value)))
    return (box,) if fought.tanks is not None else (box, say("told by its winner"))


def _total(total: Total) -> Reached:
    reach = total.reach
    box, missing = phrases.box(reach.tokens), phrases.missing(reach.short)
    return Reached(
        total.seat,
        phrases.points(reach.points),
        phrases.states(reach.states),
        tuple(Taken(fought.state, STATE_NAMES[fought.state], fought.value) for fought in total.battles),
        reach.points > 0,
        (say("From the box: %(pieces)s", pieces=box), missing) if box else (missing,),
    )


def _tanks(tanks: Stock) -> Tanks:
    reckoned = say(
        "%(all)s − %(hands)s in hands − %(played)s played = %(pile)s",
        all=tanks.pile + tanks.hands + tanks.played,
        hands=tanks.hands,
        played=tanks.played,
        pile=tanks.pile,
    )
    shuffle = phrases.shuffle(tanks) or say(
        "When too few are left for everybody, the played tanks are shuffled back in"
    )
    return Tanks(phrases.pile(tanks.pile), reckoned, phrases.gone(tanks), shuffle, tanks.played > 0)
