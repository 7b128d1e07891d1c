"""Who stands where, what decides, what makes each number, the tally; and what is kept for the evenings to come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.rules.core import Basis, Kept, Played, Result, once_a_sheet, ranks, winners
from companion.rules.moves import Move
from companion.rules.states.moves import STATE_NAMES, TANKS, Battle
from companion.rules.states.play import IN_HAND, Fought, Goal, StatesSheet
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


class StatesTotal(NamedTuple):
    """What somebody reached, and with which battles."""

    seat: int
    reach: Reach
    battles: tuple[Fought, ...]
    kind: str = "total"


class StatesTieBreak(NamedTuple):
    """`by` is what told those with the most points apart: "goal", "states", or None if these share."""

    by: str | None
    tied: tuple[int, ...]
    states: tuple[int, ...]
    kind: str = "tie"


class Stock(NamedTuple):
    """Where the tanks are; `gone` counts the copies of each number, 1 to 30, that were told since the last shuffle."""

    pile: int
    hands: int
    played: int  # since the last shuffle
    gone: dict[int, int]
    shuffles: int
    shuffles_now: bool  # the battle just noted left too few for everybody (states.fr.txt:70)
    shuffles_next: bool  # the next one will
    untold: int  # battles told by their winner hide their tanks
    kind: str = "tanks"


Answer = Fought | StatesTotal | Stock | StatesTieBreak


@once_a_sheet
def standing(sheet: StatesSheet) -> tuple[Reach, ...]:
    """Whoever reached the goal is first (states.fr.txt:78); then points, then States (states.fr.txt:84).

    The same with any number of seats, and where the table stopped early (silent).
    """
    goal, both = sheet.goal, tuple(zip(sheet.points, sheet.states, strict=True))
    rank = ranks([(seat == sheet.at_goal, *figures) for seat, figures in enumerate(both)])
    return tuple(
        Reach(
            points=points,
            states=states,
            tokens=pieces(points),
            short=Goal(max(goal.points - points, 0), max(goal.states - states, 0)),
            rank=rank[seat],
        )
        for seat, (points, states) in enumerate(both)
    )


def pieces(points: int) -> Pieces:
    flags, rest = divmod(points, FLAG)
    return Pieces(flags, *divmod(rest, LARGE))


def results(sheet: StatesSheet) -> tuple[Result, ...]:
    return tuple(Result(reach.points, reach.rank) for reach in standing(sheet))


def tie_break(sheet: StatesSheet) -> StatesTieBreak | None:
    """What decided between those with the most points, if they are several (states.fr.txt:84; sharing: silent)."""
    most = max(sheet.points)
    tied = tuple(seat for seat, points in enumerate(sheet.points) if points == most)
    states = tuple(sheet.states[seat] for seat in tied)
    if len(tied) < 2 or sheet.at_goal not in (None, *tied):
        return None
    if sheet.at_goal is not None:
        return StatesTieBreak("goal", tied, states)
    if states.count(max(states)) == 1:
        return StatesTieBreak("states", tied, states)
    sharing = tuple(seat for seat in tied if sheet.states[seat] == max(states))
    return StatesTieBreak(None, sharing, (max(states),) * len(sharing))


def stock(sheet: StatesSheet) -> Stock:
    tanks, seats = sheet.tanks, len(sheet.points)
    gone = {tank: len(tanks.seen.get(tank, ())) for tank in range(1, TANKS + 1)}
    by_battle = any(fought.move == sheet.played for fought in sheet.battles.values())
    now, later = by_battle and not tanks.played, tanks.pile < seats
    untold = tanks.played - sum(gone.values())
    return Stock(tanks.pile, IN_HAND * seats, tanks.played, gone, tanks.shuffles, now, later, untold)


def answers(sheet: StatesSheet) -> dict[str, Answer]:
    """By what is asked about: `battle.OH`, `total.1`, `tanks`, `tie`."""
    answers: dict[str, Answer] = {f"battle.{state}": fought for state, fought in sheet.battles.items()}
    for seat, reach in enumerate(standing(sheet)):
        battles = tuple(fought for fought in sheet.battles.values() if fought.winner == seat)
        answers[f"total.{seat}"] = StatesTotal(seat, reach, battles)
    if not sheet.over:
        answers["tanks"] = stock(sheet)
    if tie := tie_break(sheet):
        answers["tie"] = tie
    return answers


def basis(sheet: StatesSheet, move: Move) -> tuple[Basis, ...]:
    """The points that a State showed when nobody took it: the next battle for it finds them filled in."""
    if not isinstance(move, Battle):
        return ()
    fought = sheet.battles.get(move.state)
    return (Basis(Battle.labels["value"].title, fought.value if fought else say("nothing"), move.value),)


# As game files have it


def tally(sheet: StatesSheet) -> dict[str, Any]:
    names, reached = sheet.table.players, standing(sheet)
    return {
        "game": "states",
        "over": sheet.over,
        "goal": sheet.goal._asdict(),
        "players": [
            {"name": name, **reach._asdict(), "tokens": reach.tokens._asdict(), "short": reach.short._asdict()}
            for name, reach in zip(names, reached, strict=True)
        ],
        "winners": [names[seat] for seat in winners(sheet, [reach.rank for reach in reached])],
        "counter": {
            "states_left": len(STATE_NAMES) - sum(sheet.states),
            "tanks_pile": sheet.tanks.pile,
            "shuffles": sheet.tanks.shuffles,
            "tanks_seen": {str(tank): len(sheet.tanks.seen[tank]) for tank in sorted(sheet.tanks.seen)},
        },
    }


# Equal tanks. How many to expect no rulebook tells, nor any reckoning: nobody plays blindly


AVERAGE = (TANKS + 1) / 2


class PlayedTanks(NamedTuple):
    """What somebody played, in the battles that were told by their tanks."""

    battles: int
    matched: int
    average: float


def evenings(played: Iterable[Played], seats: int) -> tuple[PlayedTanks, ...] | None:
    """One a seat. None where no battle was told by its tanks."""
    battles = [one.move for one in played if isinstance(one.move, Battle) and one.move.tanks is not None]
    if not battles:
        return None
    tanks = [[battle.tanks[seat] for battle in battles if battle.tanks] for seat in range(seats)]
    return tuple(
        PlayedTanks(
            len(mine),
            sum(battle.matches(tank) for battle, tank in zip(battles, mine, strict=True)),
            sum(mine) / len(mine),
        )
        for mine in tanks
    )


def kept(sheet: StatesSheet, played: Iterable[Played]) -> tuple[Kept, ...]:
    """How many States were taken, what decided between equal points, and how many tanks were matched."""
    level = tie_break(sheet)
    decided = {"level": level.by} if level and level.by else {}
    seats: list[dict[str, Any]] = [{"states": states, **decided} for states in sheet.states]
    for seat, lucky in enumerate(evenings(played, len(seats)) or ()):
        seats[seat] |= {"battles": lucky.battles, "matched": lucky.matched}
    return tuple(seats)
