"""Luck at States: tanks that cancelled out, against tanks played blindly; and which tanks won.

Nobody plays blindly: it is a yardstick, and that is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from math import gcd
from typing import NamedTuple

from companion.record.history import Log
from companion.rules.luck import PARTS, Luck
from companion.rules.states.luck import AVERAGE, TankLuck, evenings
from companion.rules.states.moves import STATE_NAMES, TANKS, Battle
from companion.rules.text import Text, say, say_many

FIRST, APART = 7, 344 / (TANKS - 1)  # where tank 1 stands, and how far the next one
DOT = 9  # one above the other
NUMBERS = (1, 5, 10, 15, 20, 25, 30)
NEAR = 20  # the peg of the average: no number stands there
EDGE = 9  # what is centred stays in the picture


class Dot(NamedTuple):
    """A tank played: "fewer" won, "beyond" lost, "par" cancelled out, as a swatch has it."""

    kind: str
    at: tuple[float, float]


class Fleet(NamedTuple):
    """A player's tanks from 1 to 30, those that won above the line."""

    seat: int
    won: Text
    told: tuple[Text, ...]
    description: Text
    height: float
    axis: float
    dots: tuple[Dot, ...]
    numbers: tuple[tuple[int, float], ...]
    peg: float


class Fortune(NamedTuple):
    told: tuple[Text, ...]
    fleets: tuple[Fleet, ...]
    average: Text
    untold: Text | None
    cancelled: bool


def luck(log: Log) -> Fortune | None:
    """None where no battle was told by its tanks."""
    lucks = evenings(log.steps, len(log.sheet.points))
    if lucks is None:
        return None
    battles = [move for move in log.moves if isinstance(move, Battle)]
    by_tanks = [battle for battle in battles if battle.tanks is not None]
    alike = len(lucks) == 2  # whatever two play cancels out for both
    together = _matched(lucks[0].matched) if alike else ()
    names = log.sheet.table.players
    return Fortune(
        told=(*together, *_under_the_pile(by_tanks)),
        fleets=tuple(_fleet(names[seat], seat, one, by_tanks, alike) for seat, one in enumerate(lucks)),
        average=_average(names, lucks),
        untold=_untold(len(battles) - len(by_tanks)),
        cancelled=any(battle.cancelled for battle in by_tanks),
    )


def _matched(matched: Luck) -> tuple[Text, ...]:
    came = say_many("Tanks cancelled out once.", "Tanks cancelled out %(count)s times.", matched.came)
    return (came if matched.came else say("No tanks cancelled out."), _blindly(matched))


def _blindly(matched: Luck) -> Text:
    expected = _tenth(matched.expected)
    if matched.above is not None:
        return say(
            "Played blindly, %(expected)s were to be expected: more than in %(evenings)s.",
            expected=expected,
            evenings=_evenings(matched.above),
        )
    if matched.below is not None:
        return say(
            "Played blindly, %(expected)s were to be expected: fewer than in %(evenings)s.",
            expected=expected,
            evenings=_evenings(matched.below),
        )
    return say("Played blindly, %(expected)s were to be expected: nothing out of the ordinary.", expected=expected)


def _evenings(parts: int) -> Text:
    whole = gcd(parts, PARTS)
    return say("%(evenings)s evenings of %(all)s", evenings=parts // whole, all=PARTS // whole)


def _tenth(figure: float) -> Decimal:
    return Decimal(f"{figure:.1f}")


def _under_the_pile(battles: Sequence[Battle]) -> Iterator[Text]:
    lost = sorted((battle for battle in battles if battle.taker is None), key=lambda battle: -battle.value)
    if lost:
        states = tuple(dict.fromkeys(STATE_NAMES[battle.state] for battle in lost))
        yield say("That sent %(states)s under the pile.", states=states)


def _average(names: Sequence[str], lucks: Sequence[TankLuck]) -> Text:
    each = tuple(
        say("%(name)s %(count)s", name=name, count=_tenth(one.average)) for name, one in zip(names, lucks, strict=True)
    )
    return say("The average tank: %(each)s; a blind draw is %(blind)s.", each=each, blind=_tenth(AVERAGE))


def _untold(battles: int) -> Text | None:
    if not battles:
        return None
    return say_many(
        "%(count)s battle was told by its winner: its tanks are not in here.",
        "%(count)s battles were told by their winners: their tanks are not in here.",
        battles,
    )


# A player's tanks


def _fleet(name: str, seat: int, one: TankLuck, battles: Sequence[Battle], alike: bool) -> Fleet:
    kinds = [(_kind(battle, seat), battle.tanks[seat]) for battle in battles if battle.tanks is not None]
    won = [tank for kind, tank in kinds if kind == "fewer"]
    below = [(kind, tank) for kind, tank in sorted(kinds) if kind != "fewer"]  # those that cancelled out lie lowest
    axis, peg = 8 + DOT * _highest(won), _x(one.average)
    return Fleet(
        seat=seat,
        won=say_many(
            "%(name)s won %(won)s of %(count)s battle",
            "%(name)s won %(won)s of %(count)s battles",
            one.battles,
            name=name,
            won=len(won),
        ),
        told=() if alike else _matched(one.matched),
        description=say(
            "%(name)s’s tanks from 1 to %(tanks)s, the winning ones above the line; on average %(average)s.",
            name=name,
            tanks=TANKS,
            average=_tenth(one.average),
        ),
        height=axis + DOT * _highest([tank for _, tank in below]) + 20,
        axis=axis,
        dots=(*_dots([("fewer", tank) for tank in won], axis + 2, -DOT), *_dots(below, axis - 2, DOT)),
        numbers=tuple((tank, _within(_x(tank))) for tank in NUMBERS if abs(_x(tank) - peg) >= NEAR),
        peg=peg,
    )


def _kind(battle: Battle, seat: int) -> str:
    if battle.taker == seat:
        return "fewer"
    return "par" if battle.tanks and battle.matches(battle.tanks[seat]) else "beyond"


def _highest(tanks: Sequence[int]) -> int:
    return max((tanks.count(tank) for tank in tanks), default=0)


def _x(tank: float) -> float:
    return round(FIRST + (tank - 1) * APART, 1)


def _within(x: float) -> float:
    return min(max(x, EDGE), FIRST + APART * (TANKS - 1) - 2)


def _dots(tanks: Sequence[tuple[str, int]], start: float, step: int) -> Iterator[Dot]:
    stacked: dict[int, int] = {}
    for kind, tank in tanks:
        stacked[tank] = stacked.get(tank, 0) + 1
        yield Dot(kind, (_x(tank), start + step * stacked[tank]))
