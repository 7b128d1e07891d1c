"""What a screen shows of States, reckoned out."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.states import GAME
from companion.rules.states.moves import STATE_NAMES
from companion.rules.states.play import Fought, Goal, Sheet
from companion.rules.states.standing import Pieces, Reach, Stock, TieBreak, standing, stock, tie_break
from companion.rules.text import Text
from companion.screens.states import phrases
from companion.screens.states.places import ROWS
from companion.screens.wording import ranked


class Tile(NamedTuple):
    """A State on the map: `value` as it was shown at this table."""

    code: str
    column: int
    taker: int | None
    value: int | None
    again: bool  # under the pile, since nobody took it
    newest: bool


class Runner(NamedTuple):
    """One player in the race; the shares of the goal go from 0 to 1."""

    points: int
    states: int
    tokens: Pieces
    short: Goal
    rank: int
    points_share: float
    states_share: float | None  # None where the goal asks for no States
    waits: bool  # enough points, too few States
    to_go: Text | None
    has_taken: Text
    box: Text | None
    ranked: Text


class Tanks(NamedTuple):
    """The tank pile, and which have gone, where tanks are told at all."""

    stock: Stock
    told: bool
    legend: Text
    gone: tuple[Text, ...]
    shuffle: Text | None  # where the table has to, now or soon


class Figures(NamedTuple):
    goal: Goal
    rows: tuple[tuple[Tile, ...], ...]
    turned_again: tuple[str, ...]  # under the pile, since nobody took them
    taken: int
    progress: Text
    runners: tuple[Runner, ...]
    leaders: tuple[int, ...]
    last: Fought | None
    tanks: Tanks
    winners: tuple[int, ...]
    by_rank: tuple[int, ...]
    ended: str | None  # "goal", "map" (all States are taken) or "stopped"
    tie: TieBreak | None
    decided: Text | None  # what told equal points apart, where anybody has any
    outdone: tuple[int, ...]  # as many points as who reached the goal, or more


def figures(sheet: Sheet) -> Figures:
    runners = tuple(_runner(sheet.goal, reach) for reach in standing(sheet))
    last, tie, any_points = last_battle(sheet), tie_break(sheet), max(sheet.points) > 0
    return Figures(
        sheet.goal,
        tuple(tuple(_tile(sheet, *place, last) for place in row.items()) for row in ROWS),
        tuple(code for code, fought in sheet.battles.items() if fought.winner is None),
        sum(sheet.states),
        phrases.taken(sum(sheet.states)),
        runners,
        tuple(seat for seat, runner in enumerate(runners) if any_points and runner.rank == 1),
        last,
        _tanks(sheet),
        GAME.winners(sheet),
        tuple(sorted(range(len(runners)), key=lambda seat: runners[seat].rank)),
        _ended(sheet),
        tie,
        phrases.decided(tie) if tie and any_points else None,
        _outdone(sheet),
    )


def last_battle(sheet: Sheet) -> Fought | None:
    return max(sheet.battles.values(), key=lambda fought: fought.move, default=None)


def _tile(sheet: Sheet, code: str, column: int, last: Fought | None) -> Tile:
    fought = sheet.battles.get(code)
    if fought is None:
        return Tile(code, column, None, None, again=False, newest=False)
    return Tile(code, column, fought.winner, fought.value, fought.winner is None, fought is last)


def _runner(goal: Goal, reach: Reach) -> Runner:
    return Runner(
        *reach,
        points_share=_share(reach.points, goal.points),
        states_share=_share(reach.states, goal.states) if goal.states else None,
        waits=phrases.waits(reach.short),
        to_go=phrases.to_go(reach.short),
        has_taken=phrases.states(reach.states),
        box=phrases.box(reach.tokens),
        ranked=ranked(reach.rank),
    )


def _share(reached: int, goal: int) -> float:
    return min(reached / goal, 1.0)


def _tanks(sheet: Sheet) -> Tanks:
    tanks = stock(sheet)
    told = any(fought.tanks is not None for fought in sheet.battles.values())
    return Tanks(tanks, told, phrases.legend(tanks), phrases.gone(tanks), phrases.shuffle(tanks))


def _ended(sheet: Sheet) -> str | None:
    if not sheet.over:
        return None
    if sheet.at_goal is not None:
        return "goal"
    return "map" if sum(sheet.states) == len(STATE_NAMES) else "stopped"


def _outdone(sheet: Sheet) -> tuple[int, ...]:
    if sheet.at_goal is None:
        return ()
    enough = sheet.points[sheet.at_goal]
    return tuple(seat for seat, points in enumerate(sheet.points) if points >= enough and seat != sheet.at_goal)
