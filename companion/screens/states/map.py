"""The map of the States: where each has its tile, and how the battles have left it."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.states.play import Fought, StatesSheet

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
    tiles: tuple[StateTile, ...]


def last_battle(sheet: StatesSheet) -> Fought | None:
    return max(sheet.battles.values(), key=lambda fought: fought.move, default=None)


def tile_rows(sheet: StatesSheet) -> tuple[TileRow, ...]:
    last, (wide, high), rows = last_battle(sheet), TILE, []
    for number, row in enumerate(MAP):
        tiles = []
        for code, column in row.items():
            fought = sheet.battles.get(code)
            if fought is None:
                tiles.append(StateTile(code, column * wide, None, None, again=False, newest=False))
            else:
                again, newest = fought.winner is None, fought is last
                tiles.append(StateTile(code, column * wide, fought.winner, fought.value, again, newest))
        rows.append(TileRow(number * high, tuple(tiles)))
    return tuple(rows)
