"""What each battle does to the sheet, to the tank pile, and to the race for the goal."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.core import End, Move, RuleBroken, Table
from companion.rules.states.moves import COPIES, TANKS, Battle
from companion.rules.states.names import STATE_NAMES
from companion.rules.text import brief, say

IN_HAND = 5
PILE = TANKS * COPIES


class Goal(NamedTuple):
    points: int
    states: int


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


class Tanks(NamedTuple):
    """The tank pile; `seen` counts each number played since the last shuffle, where it was told."""

    pile: int
    played: int
    seen: dict[int, int]
    shuffles: int


class Sheet(NamedTuple):
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


def start(table: Table) -> Sheet:
    seats = len(table.players)
    goal = GOALS[seats]._replace(**table.options["goal"])
    return Sheet(table, goal, {}, (0,) * seats, (0,) * seats, Tanks(PILE - IN_HAND * seats, 0, {}, 0))


def play(sheet: Sheet, move: Move) -> Sheet:
    match move:
        case Battle():
            after = _battle(sheet, move)
        case End():
            after = sheet._replace(over=True)
        case _:
            raise TypeError(f"not a move of States: {move!r}")
    return after._replace(played=sheet.played + 1)


def _battle(sheet: Sheet, move: Battle) -> Sheet:
    _check_state(sheet, move)
    tanks = _tanks_after(sheet, move.tanks)
    number = sheet.played + 1
    fought = Fought(move.state, move.value, move.taker, move.tanks, move.cancelled, move.winning, number)
    after = sheet._replace(battles={**sheet.battles, move.state: fought}, tanks=tanks)
    return after if fought.winner is None else _taken(after, fought.winner, move.value)


def _check_state(sheet: Sheet, move: Battle) -> None:
    """A State is there, not yet taken, and shows the value that it showed before."""
    if move.state not in STATE_NAMES:
        raise RuleBroken(say("There is no State “%(code)s”", code=brief(move.state)), "state")
    before = sheet.battles.get(move.state)
    if before is None:
        return
    name = STATE_NAMES[move.state]
    if before.winner is not None:
        taker = sheet.table.players[before.winner]
        raise RuleBroken(say("%(state)s was already taken by %(name)s", state=name, name=taker), "state")
    if before.value != move.value:
        raise RuleBroken(
            say(
                "%(state)s showed %(before)s points before, not %(value)s",
                state=name,
                before=before.value,
                value=move.value,
            ),
            "value",
        )


def _tanks_after(sheet: Sheet, tanks: tuple[int, ...] | None) -> Tanks:
    """Every seat played one and draws one; too few for everybody, and the played ones are shuffled in first."""
    seats = len(sheet.points)
    pile, played, seen, shuffles = sheet.tanks
    if tanks is not None:
        seen = _seen(sheet, tanks)
    played += seats
    if pile < seats:
        pile, played, seen, shuffles = pile + played, 0, {}, shuffles + 1
    return Tanks(pile - seats, played, seen, shuffles)


def _seen(sheet: Sheet, tanks: tuple[int, ...]) -> dict[int, int]:
    seats = len(sheet.points)
    if len(tanks) != seats:
        raise RuleBroken(
            say(
                "Every player plays one tank: that makes %(seats)s, not %(tanks)s",
                seats=seats,
                tanks=len(tanks),
            ),
            "tanks",
        )
    seen = dict(sheet.tanks.seen)
    for tank in tanks:
        seen[tank] = seen.get(tank, 0) + 1
        if seen[tank] > COPIES:
            raise RuleBroken(
                say("A third %(tank)s since the last shuffle: there are only two of each tank", tank=tank), "tanks"
            )
    return seen


def _taken(sheet: Sheet, seat: int, value: int) -> Sheet:
    points, states = _plus(sheet.points, seat, value), _plus(sheet.states, seat, 1)
    reached = points[seat] >= sheet.goal.points and states[seat] >= sheet.goal.states
    over = reached or sum(states) == len(STATE_NAMES)
    return sheet._replace(points=points, states=states, at_goal=seat if reached else None, over=over)


def _plus(figures: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return (*figures[:seat], figures[seat] + more, *figures[seat + 1 :])
