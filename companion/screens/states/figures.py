"""What a screen shows of States, reckoned out: the map, the race, the tank pile, what decided."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.states import GAME
from companion.rules.states.moves import STATE_NAMES, TANKS
from companion.rules.states.play import Fought, Goal, StatesSheet
from companion.rules.states.standing import Pieces, Reach, StatesTieBreak, Stock, standing, stock, tie_break
from companion.rules.text import Text, say, say_many
from companion.screens.names import NameRoom
from companion.screens.states import words
from companion.screens.wording import ranked


class Runner(NamedTuple):
    """One player in the race; the shares of the goal go from 0 to 1."""

    points: int
    states: int
    tokens: Pieces
    rank: int
    short: Goal
    points_share: float
    states_share: float | None  # None where the goal asks for no States
    waits: bool  # enough points, too few States
    to_go: Text | None  # what is still needed, in a word
    has_taken: Text
    box: Text | None
    ranked: Text


class TankPile(NamedTuple):
    """The tank pile, and which have gone, where tanks are told at all."""

    stock: Stock
    told: bool
    legend: Text
    gone: tuple[Text, ...]
    squares: tuple[tuple[int, int], ...]  # of those: a column for each number, a row for each copy
    highest: int
    shuffle: Text | None  # where the table has to, now or soon


class StatesFigures(NamedTuple):
    goal: Goal
    rows: tuple[TileRow, ...]
    turned_again: tuple[str, ...]  # under the pile, since nobody took them
    taken: int
    progress: Text
    runners: tuple[Runner, ...]
    leaders: tuple[int, ...]
    last: Fought | None
    tanks: TankPile
    winners: tuple[int, ...]
    ended: str | None  # "goal", "map" (all States are taken) or "stopped"
    tie: StatesTieBreak | None
    decided: Text | None  # what told equal points apart, where anybody has any
    outdone: tuple[int, ...]  # as many points as who reached the goal, or more


def heads(seats: int) -> NameRoom:
    """At the left of the bars: of more than four players, over them and in one line."""
    return NameRoom(5.4, 6) if seats < 5 else NameRoom(5, small=6.3)


def figures(sheet: StatesSheet) -> StatesFigures:
    runners = tuple(_runner(sheet.goal, reach) for reach in standing(sheet))
    taken, tie, any_points = sum(sheet.states), tie_break(sheet), max(sheet.points) > 0
    ended = None
    if sheet.over:
        ended = "goal" if sheet.at_goal is not None else "map" if taken == len(STATE_NAMES) else "stopped"
    outdone: tuple[int, ...] = ()
    if sheet.at_goal is not None:
        enough = sheet.points[sheet.at_goal]
        outdone = tuple(seat for seat, it in enumerate(sheet.points) if it >= enough and seat != sheet.at_goal)
    return StatesFigures(
        goal=sheet.goal,
        rows=tile_rows(sheet),
        turned_again=tuple(code for code, fought in sheet.battles.items() if fought.winner is None),
        taken=taken,
        progress=words.taken(taken),
        runners=runners,
        leaders=tuple(seat for seat, runner in enumerate(runners) if any_points and runner.rank == 1),
        last=last_battle(sheet),
        tanks=_tank_pile(sheet),
        winners=GAME.winners(sheet),
        ended=ended,
        tie=tie,
        decided=decided(tie) if tie and any_points else None,
        outdone=outdone,
    )


def _runner(goal: Goal, reach: Reach) -> Runner:
    short = reach.short
    waits = not short.points and short.states > 0
    if waits:
        to_go = say_many("%(count)s more State", "%(count)s more States", short.states)
    elif short.states:
        points, states = words.points(short.points), words.states(short.states)
        to_go = say("%(points)s and %(states)s to go", points=points, states=states)
    else:
        to_go = say_many("%(count)s point to go", "%(count)s points to go", short.points)
    return Runner(
        points=reach.points,
        states=reach.states,
        tokens=reach.tokens,
        rank=reach.rank,
        short=short,
        points_share=min(reach.points / goal.points, 1.0),
        states_share=min(reach.states / goal.states, 1.0) if goal.states else None,
        waits=waits,
        to_go=to_go if any(short) else None,
        has_taken=words.states(reach.states),
        box=words.box(reach.tokens),
        ranked=ranked(reach.rank),
    )


def _tank_pile(sheet: StatesSheet) -> TankPile:
    tanks = stock(sheet)
    gone = sum(tanks.gone.values())
    if tanks.untold:
        legend = say("%(known)s known of %(played)s played since the last shuffle", known=gone, played=tanks.played)
    else:
        legend = say("Played since the last shuffle: %(tanks)s", tanks=gone)
    told = any(fought.tanks is not None for fought in sheet.battles.values())
    return TankPile(
        stock=tanks,
        told=told,
        legend=legend,
        gone=gone_by_number(tanks),
        squares=tuple((tank - 1, row) for tank, copies in tanks.gone.items() for row in range(copies)),
        highest=TANKS,
        shuffle=shuffle(tanks),
    )


def gone_by_number(tanks: Stock) -> tuple[Text, ...]:
    if not tanks.played:
        return (say("Just shuffled: no tank played") if tanks.shuffles else say("No tank played yet"),)
    told = tuple(tank if copies == 1 else f"{tank} ({copies} ×)" for tank, copies in tanks.gone.items() if copies)
    known = (say("Played since the last shuffle: %(tanks)s", tanks=told),) if told else ()
    hidden = say_many(
        "%(count)s more is unknown: battles noted without tanks",
        "%(count)s more are unknown: battles noted without tanks",
        tanks.untold,
    )
    unknown = say("The played tanks are unknown: the battles were noted without tanks")
    return (*known, hidden if known else unknown) if tanks.untold else known


def shuffle(tanks: Stock) -> Text | None:
    """For the table has to do it, with its own hands (states.fr.txt:70)."""
    if tanks.shuffles_next:
        return say("Shuffle after the next battle")
    return words.SHUFFLE_NOW if tanks.shuffles_now else None


def decided(tie: StatesTieBreak) -> Text:
    """What told equal points apart."""
    if tie.by == "goal":
        return say("The goal decides")
    return say("The most States decide") if tie.by == "states" else words.NO_TIE_BREAK


# fmt: off
MAP = (  # its rows from the top; of each State the column, from the left
    {"AK": 0, "ME": 10},
    {"VT": 9, "NH": 10},
    {"WA": 0, "MT": 2, "ND": 3, "MN": 4, "WI": 5, "MI": 6, "NY": 8, "MA": 9, "RI": 10},
    {"OR": 0, "ID": 1, "WY": 2, "SD": 3, "IA": 4, "IL": 5, "IN": 6, "OH": 7, "PA": 8, "NJ": 9, "CT": 10},
    {"CA": 0, "NV": 1, "UT": 2, "CO": 3, "NE": 4, "MO": 5, "KY": 6, "WV": 7, "VA": 8, "MD": 9, "DE": 10},
    {"AZ": 2, "NM": 3, "KS": 4, "AR": 5, "TN": 6, "NC": 7, "SC": 8},
    {"OK": 4, "LA": 5, "MS": 6, "AL": 7, "GA": 8},
    {"HI": 0, "TX": 4, "FL": 8},
)
# fmt: on
TILE = (34, 30)  # as wide and as high


class StateTile(NamedTuple):
    """A State on the map: `value` as it was shown at this table."""

    code: str
    x: int
    taker: int | None
    value: int | None
    again: bool  # under the pile, since nobody took it
    newest: bool


class TileRow(NamedTuple):
    y: int
    tile: tuple[int, int]  # how wide and how high each is
    tiles: tuple[StateTile, ...]


def last_battle(sheet: StatesSheet) -> Fought | None:
    return max(sheet.battles.values(), key=lambda fought: fought.move, default=None)


def tile_rows(sheet: StatesSheet) -> tuple[TileRow, ...]:
    last, (wide, high), rows = last_battle(sheet), TILE, []
    for number, row in enumerate(MAP):
        tiles = []
        for code, column in row.items():
            fought = sheet.battles.get(code)
            taker, value = (fought.winner, fought.value) if fought else (None, None)
            again, newest = fought is not None and taker is None, fought is not None and fought is last
            tiles.append(StateTile(code, column * wide, taker, value, again, newest))
        rows.append(TileRow(number * high, TILE, tuple(tiles)))
    return tuple(rows)
