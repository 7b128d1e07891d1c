"""The arithmetic behind a number of States, as its slip says it."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.states.moves import STATE_NAMES
from companion.rules.states.play import Fought, Goal, StatesSheet
from companion.rules.states.standing import StatesTieBreak, StatesTotal, Stock, pieces
from companion.rules.text import Text, say, say_many
from companion.screens.states import words
from companion.screens.states.figures import decided, gone_by_number, shuffle


class TankPlayed(NamedTuple):
    seat: int
    number: int
    matched: bool
    won: bool


class WhyBattle(NamedTuple):
    state: Text
    points: Text
    tanks: tuple[TankPlayed, ...]
    working: Text
    taken: bool
    more: tuple[Text, ...]


class StateTaken(NamedTuple):
    code: str
    name: Text
    value: int


class WhyPoints(NamedTuple):
    seat: int
    points: Text
    has_taken: Text
    taken: tuple[StateTaken, ...]
    any_points: bool
    more: tuple[Text, ...]


class WhyTanks(NamedTuple):
    pile: Text
    reckoned: Text
    gone: tuple[Text, ...]
    shuffle: Text
    may_shuffle: bool  # early


class WhyTie(NamedTuple):
    tied: tuple[tuple[int, Text], ...]  # each seat with its States
    decided: Text


def why(
    sheet: StatesSheet, answer: Fought | StatesTotal | Stock | StatesTieBreak
) -> WhyBattle | WhyPoints | WhyTanks | WhyTie:
    match answer:
        case Fought():
            return _battle(sheet, answer)
        case StatesTotal():
            return _total(answer)
        case Stock():
            return _tanks(answer)
        case StatesTieBreak():
            states = tuple(map(words.states, answer.states))
            return WhyTie(tuple(zip(answer.tied, states, strict=True)), decided(answer))


def _battle(sheet: StatesSheet, fought: Fought) -> WhyBattle:
    more = [say("From the box: %(pieces)s", pieces=words.box(pieces(fought.value)))]
    if fought.tanks is None:
        more.append(say("noted without tanks"))
    if fought.winner is None:
        more = [say("It goes to the bottom of the pile and will come up again")]
    return WhyBattle(
        state=STATE_NAMES[fought.state],
        points=words.points(fought.value),
        tanks=tuple(
            TankPlayed(seat, tank, tank in fought.cancelled, seat == fought.winner)
            for seat, tank in enumerate(fought.tanks or ())
        ),
        working=words.working(sheet.table.players, fought),
        taken=fought.winner is not None,
        more=tuple(more),
    )


def _total(total: StatesTotal) -> WhyPoints:
    reach = total.reach
    box, missing = words.box(reach.tokens), _missing(reach.short)
    return WhyPoints(
        seat=total.seat,
        points=words.points(reach.points),
        has_taken=words.states(reach.states),
        taken=tuple(StateTaken(fought.state, STATE_NAMES[fought.state], fought.value) for fought in total.battles),
        any_points=reach.points > 0,
        more=(say("From the box: %(pieces)s", pieces=box), missing) if box else (missing,),
    )


def _missing(short: Goal) -> Text:
    """What somebody still needs, in full."""
    if short.states and not short.points:
        return say_many(
            "Enough points, but %(count)s more State is needed",
            "Enough points, but %(count)s more States are needed",
            short.states,
        )
    points, states = words.points(short.points), words.states(short.states)
    if short.states:
        return say("To the goal: %(points)s and %(states)s", points=points, states=states)
    if short.points:
        return say("To the goal: %(points)s", points=points)
    return say("The goal is reached")


def _tanks(tanks: Stock) -> WhyTanks:
    return WhyTanks(
        pile=words.pile(tanks.pile),
        reckoned=say(
            "%(all)s − %(hands)s in hands − %(played)s played = %(pile)s",
            all=tanks.pile + tanks.hands + tanks.played,
            hands=tanks.hands,
            played=tanks.played,
            pile=tanks.pile,
        ),
        gone=gone_by_number(tanks),
        shuffle=shuffle(tanks) or say("If too few are left for everybody, the played tanks are shuffled back in"),
        may_shuffle=tanks.played > 0,
    )
