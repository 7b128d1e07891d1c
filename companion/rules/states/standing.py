"""Who stands where: points, States, pieces out of the box, what decides, and what makes each number."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.basis import Basis
from companion.rules.core import Move, Result, ranks
from companion.rules.states.moves import TANKS, Battle
from companion.rules.states.play import IN_HAND, Fought, Goal, Sheet
from companion.rules.text import say

FLAG, LARGE = 10, 5  # states.fr.txt:34


class Pieces(NamedTuple):
    """The fewest of the box's pieces that make a score."""

    flags: int
    large: int
    small: int


class Reach(NamedTuple):
    points: int
    states: int
    tokens: Pieces
    short: Goal
    rank: int


class Total(NamedTuple):
    """What somebody reached, and with which battles."""

    seat: int
    reach: Reach
    battles: tuple[Fought, ...]

    @property
    def kind(self) -> str:
        return "total"


class TieBreak(NamedTuple):
    """`by` is what told those with the most points apart: "goal", "states", or None if these share."""

    by: str | None
    tied: tuple[int, ...]
    states: tuple[int, ...]

    @property
    def kind(self) -> str:
        return "tie"


class Stock(NamedTuple):
    """Where the tanks are; `gone` counts the copies of each number, 1 to 30, that were told since the last shuffle."""

    pile: int
    hands: int
    played: int  # since the last shuffle
    gone: dict[int, int]
    shuffles: int
    shuffles_now: bool  # the battle just noted left too few for everybody (states.fr.txt:70)
    shuffles_next: bool  # the next one will

    @property
    def kind(self) -> str:
        return "tanks"

    @property
    def untold(self) -> int:
        """Battles told by their winner hide their tanks."""
        return self.played - sum(self.gone.values())


def standing(sheet: Sheet) -> tuple[Reach, ...]:
    """Whoever reached the goal is first (states.fr.txt:78); then points, then States (states.fr.txt:84).

    The same with any number of seats, and where the table stopped early (silent).
    """
    both = tuple(zip(sheet.points, sheet.states, strict=True))
    rank = ranks([(seat == sheet.at_goal, *figures) for seat, figures in enumerate(both)])
    return tuple(
        Reach(points, states, pieces(points), _short(sheet.goal, points, states), rank[seat])
        for seat, (points, states) in enumerate(both)
    )


def pieces(points: int) -> Pieces:
    flags, rest = divmod(points, FLAG)
    return Pieces(flags, *divmod(rest, LARGE))


def _short(goal: Goal, points: int, states: int) -> Goal:
    return Goal(max(goal.points - points, 0), max(goal.states - states, 0))


def results(sheet: Sheet) -> tuple[Result, ...]:
    return tuple(Result(reach.points, reach.rank) for reach in standing(sheet))


def tie_break(sheet: Sheet) -> TieBreak | None:
    """What decided between those with the most points, if they are several (states.fr.txt:84; sharing: silent)."""
    most = max(sheet.points)
    tied = tuple(seat for seat, points in enumerate(sheet.points) if points == most)
    states = tuple(sheet.states[seat] for seat in tied)
    if len(tied) < 2 or sheet.at_goal not in (None, *tied):
        return None
    if sheet.at_goal is not None:
        return TieBreak("goal", tied, states)
    if states.count(max(states)) == 1:
        return TieBreak("states", tied, states)
    sharing = tuple(seat for seat in tied if sheet.states[seat] == max(states))
    return TieBreak(None, sharing, (max(states),) * len(sharing))


def stock(sheet: Sheet) -> Stock:
    tanks, seats = sheet.tanks, len(sheet.points)
    gone = {tank: len(tanks.seen.get(tank, ())) for tank in range(1, TANKS + 1)}
    by_battle = any(fought.move == sheet.played for fought in sheet.battles.values())
    now, later = by_battle and not tanks.played, tanks.pile < seats
    return Stock(tanks.pile, IN_HAND * seats, tanks.played, gone, tanks.shuffles, now, later)


def asks(sheet: Sheet) -> tuple[str, ...]:
    """`battle.OH`, `total.1`, `tanks`, `tie`: whatever `why` has an answer for."""
    battles = (f"battle.{state}" for state in sheet.battles)
    totals = (f"total.{seat}" for seat in range(len(sheet.points)))
    return (*battles, *totals, *([] if sheet.over else ["tanks"]), *(["tie"] if tie_break(sheet) else []))


def why(sheet: Sheet, number: str) -> Fought | Total | Stock | TieBreak | None:
    """The arithmetic behind one number: its parts as data, for a screen to put into words."""
    match number.split("."):
        case ["battle", state]:
            return sheet.battles.get(state)
        case ["total", seat] if number in asks(sheet):
            return _total(sheet, int(seat))
        case ["tanks"] if number in asks(sheet):
            return stock(sheet)
        case ["tie"]:
            return tie_break(sheet)
        case _:
            return None


def _total(sheet: Sheet, seat: int) -> Total:
    battles = tuple(fought for fought in sheet.battles.values() if fought.winner == seat)
    return Total(seat, standing(sheet)[seat], battles)


def basis(sheet: Sheet, move: Move) -> tuple[Basis, ...]:
    """The points that a State showed when nobody took it: the next battle for it finds them filled in."""
    if not isinstance(move, Battle):
        return ()
    fought = sheet.battles.get(move.state)
    return (Basis(Battle.labels["value"].title, fought.value if fought else say("nothing"), move.value),)
