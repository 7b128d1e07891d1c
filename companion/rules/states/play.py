"""What each battle does to the sheet, to the tank pile, and to the race for the goal."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.core import RuleBroken, Table, set_seat
from companion.rules.moves import End, Move
from companion.rules.states.moves import COPIES, STATE_NAMES, TANKS, Battle, TankReshuffle
from companion.rules.text import brief, say

IN_HAND = 5  # states.fr.txt:55
PILE = TANKS * COPIES


class Goal(NamedTuple):
    points: int
    states: int


# states.fr.txt:80-82
GOALS = {2: Goal(150, 0), 3: Goal(100, 0), 4: Goal(75, 10), 5: Goal(60, 8), 6: Goal(50, 7)}


class Fought(NamedTuple):
    """How a battle went: which tanks cancelled each other out, and the highest left alone."""

    state: str
    value: int
    winner: int | None
    tanks: tuple[int, ...] | None
    cancelled: tuple[int, ...]
    winning: int | None
    move: int
    kind: str = "battle"


class Tanks(NamedTuple):
    """The tank pile; `seen` has the moves that told each number since the last shuffle."""

    pile: int
    played: int
    seen: dict[int, tuple[int, ...]]
    shuffles: int

    def shuffled(self) -> Tanks:
        return Tanks(self.pile + self.played, 0, {}, self.shuffles + 1)


class StatesSheet(NamedTuple):
    table: Table
    goal: Goal
    battles: dict[str, Fought]  # the last one for each State; never changed in place
    points: tuple[int, ...]
    states: tuple[int, ...]
    tanks: Tanks
    at_goal: int | None = None
    over: bool = False
    played: int = 0
    turn: int | None = None  # all play at once


def start(table: Table) -> StatesSheet:
    """Another goal is a house rule (silent)."""
    seats = len(table.players)
    goal = GOALS[seats]._replace(**table.options["goal"])
    return StatesSheet(table, goal, {}, (0,) * seats, (0,) * seats, Tanks(PILE - IN_HAND * seats, 0, {}, 0))


def play(sheet: StatesSheet, move: Move) -> StatesSheet:
    match move:
        case Battle():
            grown = _battle(sheet, move)
        case TankReshuffle():  # the played tanks go back early (silent)
            if not sheet.tanks.played:
                raise RuleBroken(say("There is nothing to shuffle: no tank has been played since the last time"))
            grown = sheet._replace(tanks=sheet.tanks.shuffled())
        case End():
            grown = sheet._replace(over=True)
        case _:
            raise TypeError(f"not a move of States: {move!r}")
    return grown._replace(played=sheet.played + 1)


def refuses(sheet: StatesSheet, move: Move) -> None:
    """Tanks match in pairs: with an odd number of seats somebody always wins. Older logs may say otherwise."""
    if isinstance(move, Battle) and move.taker is None and len(sheet.points) % COPIES:
        raise RuleBroken(
            say(
                "With %(seats)s players one tank is always left unmatched: somebody took the State",
                seats=len(sheet.points),
            ),
            "winner",
        )


def _battle(sheet: StatesSheet, move: Battle) -> StatesSheet:
    """A State is there, and not yet taken. Turned up again with another value, the newer one is right (silent).

    It ends with the goal (states.fr.txt:78-82), or with the last State (states.fr.txt:78, 84).
    """
    if move.state not in STATE_NAMES:
        raise RuleBroken(say("There is no State “%(code)s”", code=brief(move.state)), "state")
    before = sheet.battles.get(move.state)
    if before is not None and before.winner is not None:
        name, taker = STATE_NAMES[move.state], sheet.table.players[before.winner]
        raise RuleBroken(say("%(state)s was already taken by %(name)s", state=name, name=taker), "state")
    fought = fought_as(move, sheet.played + 1)
    after = sheet._replace(battles={**sheet.battles, move.state: fought}, tanks=_tanks_after(sheet, move.tanks))
    seat = fought.winner
    if seat is None:
        return after
    points = set_seat(sheet.points, seat, sheet.points[seat] + move.value)
    states = set_seat(sheet.states, seat, sheet.states[seat] + 1)
    reached = points[seat] >= sheet.goal.points and states[seat] >= sheet.goal.states
    over = reached or sum(states) == len(STATE_NAMES)
    return after._replace(points=points, states=states, at_goal=seat if reached else None, over=over)


def fought_as(move: Battle, number: int) -> Fought:
    return Fought(move.state, move.value, move.taker, move.tanks, move.cancelled, move.winning, number)


def _tanks_after(sheet: StatesSheet, played: tuple[int, ...] | None) -> Tanks:
    """Every seat played one and draws one; too few for everybody, and all are shuffled in first (states.fr.txt:70)."""
    seats = len(sheet.points)
    tanks = sheet.tanks._replace(played=sheet.tanks.played + seats)
    if played is not None:
        tanks = tanks._replace(seen=_seen(sheet, played))
    if tanks.pile < seats:
        tanks = tanks.shuffled()
    return tanks._replace(pile=tanks.pile - seats)


def _seen(sheet: StatesSheet, played: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """There are only so many of each number, and each seat plays one tank (states.fr.txt:50, 62)."""
    seats, number = len(sheet.points), sheet.played + 1
    if len(played) != seats:
        raise RuleBroken(
            say(
                "Every player plays one tank: that makes %(seats)s, not %(tanks)s",
                seats=seats,
                tanks=len(played),
            ),
            "tanks",
        )
    seen = dict(sheet.tanks.seen)
    for tank in played:
        seen[tank] = (*seen.get(tank, ()), number)
        if len(seen[tank]) > COPIES:
            sentence = say(
                "A third %(tank)s since the last shuffle: there are only %(copies)s of each tank",
                tank=tank,
                copies=COPIES,
            )
            raise RuleBroken(sentence, "tanks", moves=tuple(sorted({*seen[tank]} - {number})))
    return seen
