"""States on paper: the map and the race beside it, and below them every battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.record.history import Log
from companion.rules.states.moves import STATE_NAMES, Battle
from companion.rules.states.play import GOALS, Goal, StatesSheet
from companion.rules.states.standing import standing
from companion.rules.text import Text, say
from companion.screens.core import Beneath
from companion.screens.paper import (
    NOBODY,
    ROOM,
    ROOM_ONCE_OVER,
    Beside,
    Cell,
    Item,
    Ledger,
    LedgerRow,
    Listing,
    Paper,
    Tile,
    Tiles,
    listing,
    names,
)
from companion.screens.states import words
from companion.screens.states.figures import MAP
from companion.screens.states.luck import FleetLuck

ROOM_FOR_COURSE = 135
WIDTH = 11  # of the map, in tiles
BATTLES = 54  # lines to write in
MANY = 3  # players whose tanks leave room for no third column
HEADS, TAKEN_BY = (Item(say("No.")), Item(say("State"), words=True), Item(say("Points"))), say("Taken by")
CROWDED = 105  # battles from which on there is a column more


def paper(log: Log) -> Paper:
    sheet: StatesSheet = log.sheet
    battles = [move for move in log.moves if isinstance(move, Battle)]
    takers = {code: fought.winner for code, fought in sheet.battles.items()}
    race = tuple(
        LedgerRow(
            name,
            (
                Cell(reach.points),
                Cell(reach.states),
                Cell(reach.rank if any(sheet.points) else None),
                Cell(small=words.box(reach.tokens)),
            ),
        )
        for name, reach in zip(names(sheet.table.players), standing(sheet), strict=True)
    )
    return _page(takers, _goal(sheet.goal), race, _fought(sheet, battles))


def _page(takers: Mapping[str, int | None], goal: Text, race: tuple[LedgerRow, ...], battles: Listing) -> Paper:
    taken = words.taken(sum(seat is not None for seat in takers.values()))
    heads = (say("Points"), say("States taken"), say("Rank"), say("From the box"))
    marks = {code: None if seat is None else seat + 1 for code, seat in takers.items()}
    tiles = tuple(
        Tile(code, column, row, marks.get(code)) for row, line in enumerate(MAP) for code, column in line.items()
    )
    beside = Beside(Tiles(taken, tiles, WIDTH, len(MAP)), Ledger(goal, heads, race, look="race"))
    return Paper("map", (beside, battles))


def _goal(goal: Goal) -> Text:
    needed = [words.points(goal.points)]
    if goal.states:
        needed.append(words.states(goal.states))
    return say("Goal: %(goal)s", goal=tuple(needed))


def _fought(sheet: StatesSheet, battles: list[Battle]) -> Listing:
    """Tanks have their columns where they were told."""
    told = any(battle.tanks for battle in battles)
    players = names(sheet.table.players) if told else ()
    heads = (*HEADS, *(Item(mark=name.mark) for name in players), Item(TAKEN_BY, unseen=True))
    rows = tuple(_battle(number, battle, len(players)) for number, battle in enumerate(battles, 1))
    columns = 2 if len(players) > MANY else 3
    room = ROOM_ONCE_OVER if sheet.over else ROOM
    return listing(heads, rows, columns + (len(battles) > CROWDED), room=room)


def _battle(number: int, battle: Battle, tanks: int) -> tuple[Item, ...]:
    played = battle.tanks or (None,) * tanks
    return (
        Item(number),
        Item(STATE_NAMES[battle.state], words=True),
        Item(battle.value),
        *(Item(tank, strong=seat == battle.taker) for seat, tank in enumerate(played[:tanks])),
        Item(NOBODY) if battle.taker is None else Item(mark=battle.taker + 1),
    )


def beneath(log: Log, ending: Any) -> Beneath:
    luck: FleetLuck | None = ending.luck
    return Beneath(ROOM_FOR_COURSE, goal=log.sheet.goal.points, said=(*luck.told, luck.average) if luck else ())


def blank(options: Mapping[str, Any], players: int | None) -> Paper:
    """A map to shade, and lines for the battles."""
    seats = players or max(GOALS)
    goal = _goal(GOALS[seats]._replace(**options["goal"])) if players else say("Goal")
    race = (LedgerRow(None, (Cell(),) * 4),) * seats
    lines = tuple((Item(number), *(Item(),) * 3) for number in range(1, BATTLES + 1))
    return _page({}, goal, race, listing((*HEADS, Item(TAKEN_BY)), lines, look="by-hand"))
