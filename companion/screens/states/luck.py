"""Equal tanks at States, and which tanks won. Whether they are many nobody can say: large ones meet on large States."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.record.history import Log
from companion.rules.states.moves import STATE_NAMES, TANKS, Battle
from companion.rules.states.standing import AVERAGE, PlayedTanks, evenings
from companion.rules.text import Text, say, say_many
from companion.screens.geometry import Scale, rings
from companion.screens.wording import tenths

ENOUGH, SHARE = 2, 0.1  # of the battles, told by their tanks
FIRST, LAST = 7, 351  # where tanks 1 and 30 stand
X = Scale(TANKS, FIRST, LAST, least=1)
DOT = 9  # one above the other
NUMBERS = (1, 5, 10, 15, 20, 25, 30)
NEAR = 20  # the peg of the average: no number stands there
EDGE = 9  # what is centred stays in the picture
WON, LOST, MATCHED = "fewer", "beyond", "cancelled"  # as a swatch has it
RADIUS = {LOST: 3.4, WON: 3.7, MATCHED: 3.4}


class Dot(NamedTuple):
    """A tank played."""

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
    circles: tuple[tuple[str, str], ...]  # the same, all of a kind as one path
    numbers: tuple[tuple[int, float], ...]
    numbers_y: float
    peg: tuple[float, float]


class FleetLuck(NamedTuple):
    told: tuple[Text, ...]
    fleets: tuple[Fleet, ...]
    average: Text
    untold: Text | None
    cancelled: bool


def luck(log: Log) -> FleetLuck | None:
    """None where too few battles were told by their tanks to say anything of all."""
    lucks = evenings(log.steps, len(log.sheet.points))
    battles = [move for move in log.moves if isinstance(move, Battle)]
    by_tanks = [battle for battle in battles if battle.tanks is not None]
    if lucks is None or len(by_tanks) < ENOUGH or len(by_tanks) < SHARE * len(battles):
        return None
    names, untold = log.sheet.table.players, len(battles) - len(by_tanks)
    alike = len(lucks) == 2  # whatever two play cancels out for both
    told = [_matched(lucks[0].matched)] if alike else []
    lost = sorted((battle for battle in by_tanks if battle.taker is None), key=lambda battle: -battle.value)
    if lost:
        states = tuple(dict.fromkeys(STATE_NAMES[battle.state] for battle in lost))
        told.append(say("Now at the bottom of the pile: %(states)s.", states=states))
    return FleetLuck(
        told=tuple(told),
        fleets=tuple(_fleet(names[seat], seat, one, by_tanks, alike) for seat, one in enumerate(lucks)),
        average=say(
            "The average tank: %(each)s; a random one is %(blind)s.",
            each=tuple(
                say("%(name)s %(count)s", name=name, count=tenths(one.average))
                for name, one in zip(names, lucks, strict=True)
            ),
            blind=tenths(AVERAGE),
        ),
        untold=say_many(
            "%(count)s battle was noted by its winner alone: its tanks are missing here.",
            "%(count)s battles were noted by their winners alone: their tanks are missing here.",
            untold,
        )
        if untold
        else None,
        cancelled=any(battle.cancelled for battle in by_tanks),
    )


def _matched(came: int) -> Text:
    if not came:
        return say("No tanks cancelled out.")
    return say_many("Tanks cancelled out once.", "Tanks cancelled out %(count)s times.", came)


# A player's tanks


def _fleet(name: str, seat: int, one: PlayedTanks, battles: Sequence[Battle], alike: bool) -> Fleet:
    kinds = [(_kind(battle, seat), battle.tanks[seat]) for battle in battles if battle.tanks is not None]
    won = [(kind, tank) for kind, tank in kinds if kind == WON]
    below = [(kind, tank) for kind, tank in sorted(kinds) if kind != WON]  # those that cancelled out lie lowest
    axis, peg = 8 + DOT * _highest(won), X(one.average)
    height = axis + DOT * _highest(below) + 20
    dots = (*_dots(won, axis + 2, -DOT), *_dots(below, axis - 2, DOT))
    by_kind = {kind: [dot.at for dot in dots if dot.kind == kind] for kind in RADIUS}
    return Fleet(
        seat=seat,
        won=say_many(
            "%(name)s won %(won)s of %(count)s battle",
            "%(name)s won %(won)s of %(count)s battles",
            one.battles,
            name=name,
            won=len(won),
        ),
        told=() if alike else (_matched(one.matched),),
        description=say(
            "%(name)s’s tanks from 1 to %(tanks)s, the winning ones above the line; on average %(average)s.",
            name=name,
            tanks=TANKS,
            average=tenths(one.average),
        ),
        height=height,
        axis=axis,
        dots=dots,
        circles=tuple((kind, rings(places, RADIUS[kind])) for kind, places in by_kind.items() if places),
        numbers=tuple((tank, min(max(X(tank), EDGE), LAST - 2)) for tank in NUMBERS if abs(X(tank) - peg) >= NEAR),
        numbers_y=height - 2,
        peg=(peg, height - 13),
    )


def _kind(battle: Battle, seat: int) -> str:
    if battle.taker == seat:
        return WON
    return MATCHED if battle.tanks and battle.matches(battle.tanks[seat]) else LOST


def _highest(tanks: Sequence[tuple[str, int]]) -> int:
    numbers = [tank for _, tank in tanks]
    return max(map(numbers.count, numbers), default=0)


def _dots(tanks: Sequence[tuple[str, int]], start: float, step: int) -> Iterator[Dot]:
    stacked: dict[int, int] = {}
    for kind, tank in tanks:
        stacked[tank] = stacked.get(tank, 0) + 1
        yield Dot(kind, (X(tank), start + step * stacked[tank]))
