"""What a screen shows of States, reckoned out."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.states.moves import COPIES, TANKS
from companion.rules.states.names import STATE_NAMES
from companion.rules.states.play import PILE, Fought, Goal, Sheet
from companion.rules.states.standing import Pieces, Reach, TieBreak, pieces, standing, tie_break, winners
from companion.rules.text import Text


class Tile(NamedTuple):
    """A State on the map: `value` as it was shown at this table, `gain` the pieces that it brings."""

    code: str
    name: Text
    taker: int | None
    value: int | None
    gain: Pieces | None


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


class Stock(NamedTuple):
    """The tank pile; `gone` counts the copies of each number, 1 to 30, that were told since the last shuffle."""

    pile: int
    pack: int
    shuffles: int
    gone: dict[int, int]
    told: bool


class Figures(NamedTuple):
    goal: Goal
    tiles: dict[str, Tile]
    turned_again: tuple[str, ...]  # under the pile, since nobody took them
    taken: int
    lines: tuple[Runner, ...]
    leaders: tuple[int, ...]
    battles: dict[str, Fought]
    last: Fought | None
    by_tanks: bool  # how the last battle was told
    can_all_match: bool
    tanks: Stock
    winners: tuple[int, ...]
    by_rank: tuple[int, ...]
    ended: str | None  # "goal", "map" (all 50 are taken) or "stopped"
    tie: TieBreak | None
    outdone: tuple[int, ...]  # as many points as who reached the goal, or more


def figures(sheet: Sheet) -> Figures:
    lines = tuple(_runner(sheet.goal, line) for line in standing(sheet))
    last = max(sheet.battles.values(), key=lambda fought: fought.move, default=None)
    most = max(sheet.points)
    return Figures(
        sheet.goal,
        {code: _tile(sheet, code) for code in STATE_NAMES},
        tuple(code for code, fought in sheet.battles.items() if fought.winner is None),
        sum(sheet.states),
        lines,
        tuple(seat for seat, line in enumerate(lines) if most and line.rank == 1),
        sheet.battles,
        last,
        last is not None and last.tanks is not None,
        len(lines) % COPIES == 0,
        _stock(sheet),
        winners(sheet),
        tuple(sorted(range(len(lines)), key=lambda seat: lines[seat].rank)),
        _ended(sheet),
        tie_break(sheet),
        _outdone(sheet),
    )


def _tile(sheet: Sheet, code: str) -> Tile:
    fought = sheet.battles.get(code)
    if fought is None:
        return Tile(code, STATE_NAMES[code], None, None, None)
    return Tile(code, STATE_NAMES[code], fought.winner, fought.value, pieces(fought.value))


def _runner(goal: Goal, line: Reach) -> Runner:
    return Runner(
        *line,
        points_share=_share(line.points, goal.points),
        states_share=_share(line.states, goal.states) if goal.states else None,
        waits=not line.short.points and line.short.states > 0,
    )


def _share(reached: int, goal: int) -> float:
    return min(reached / goal, 1.0)


def _stock(sheet: Sheet) -> Stock:
    seen = sheet.tanks.seen
    gone = {tank: len(seen.get(tank, ())) for tank in range(1, TANKS + 1)}
    told = any(fought.tanks is not None for fought in sheet.battles.values())
    return Stock(sheet.tanks.pile, PILE, sheet.tanks.shuffles, gone, told)


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
