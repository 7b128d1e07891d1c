"""Paper: what a game's sheet says when it is printed, for the page and the spreadsheet alike.

`kind` tells whoever prints a block what it is. A figure is a number, a sentence, or a sign of everybody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.rules.core import Result
from companion.rules.options import Names, Option
from companion.rules.text import Text, say
from companion.screens.minute import answer

Figure = int | str | Text
NONE = "–"  # in a game that is over: nothing was noted here
NOBODY = "="  # all were level
SIGNS = {NONE, NOBODY}
HEIGHT = 4.1  # of a listing's line, in millimetres
ROOM, ROOM_ONCE_OVER = 118, 80  # for a listing, below the rest of a page; with the course, too


class Name(NamedTuple):
    """A player, with the mark."""

    name: str
    mark: int


Title = Text | Name | str


class Cell(NamedTuple):
    figure: Figure | None = None  # None: room to write in
    small: Figure | None = None  # its arithmetic
    ring: int | None = None  # a bonus


class LedgerRow(NamedTuple):
    title: Title | None
    cells: tuple[Cell, ...]
    look: str = "plain"  # how high: plain, shape, thin, rank, or all for the one that decides
    drawing: str | None = None
    note: Text | None = None  # under its title


class Ledger(NamedTuple):
    """A table to write in; `spare` columns at its end have nobody yet."""

    corner: Text
    heads: tuple[Title | None, ...]
    rows: tuple[LedgerRow, ...]
    spare: int = 0
    look: str = "wide"
    kind: str = "ledger"


class Tile(NamedTuple):
    text: str
    column: int
    row: int
    mark: int | None


class Tiles(NamedTuple):
    """A picture of tiles, each with the mark of whoever has it."""

    title: Text
    tiles: tuple[Tile, ...]
    columns: int
    rows: int
    kind: str = "tiles"


class Item(NamedTuple):
    figure: Figure | None = None
    mark: int | None = None
    strong: bool = False
    words: bool = False  # to be read from the left
    unseen: bool = False  # what everybody sees without: told to screen readers, and to spreadsheets


Lines = tuple[tuple[Item, ...], ...]


class Listing(NamedTuple):
    """Short lines, in columns beside each other."""

    heads: tuple[Item, ...]
    rows: Lines
    parts: tuple[Lines, ...]  # a column each
    columns: int
    size: int  # of the letters: from 0 on, the smaller the higher
    look: str
    kind: str = "listing"


class Ticks(NamedTuple):
    """Boxes to tick off, so many of each."""

    title: Text
    boxes: tuple[tuple[Text, int], ...]
    again: tuple[Text, ...] = ()  # the same once more, for when?
    kind: str = "ticks"


class Beside(NamedTuple):
    left: Tiles
    right: Ledger
    kind: str = "beside"


Block = Ledger | Listing | Ticks | Beside


class Paper(NamedTuple):
    """A printed page; `copies` of it, to be cut apart."""

    drawing: str | None
    blocks: tuple[Block, ...]
    copies: int = 1


def listing(heads: tuple[Item, ...], rows: Lines, columns: int = 3, look: str = "small", room: int = ROOM) -> Listing:
    """As many lines in each column, and smaller where they are many."""
    each = -(-len(rows) // columns)
    parts = tuple(rows[at : at + each] for at in range(0, len(rows), max(each, 1)))
    size = sum((each + 1) * HEIGHT > room * more for more in (1, 1.3, 1.8))
    return Listing(heads, rows, parts, columns, size, look)


def names(players: Sequence[str]) -> tuple[Name, ...]:
    return tuple(Name(name, seat + 1) for seat, name in enumerate(players))


def ranks(results: Sequence[Result]) -> LedgerRow:
    """Nobody has one where nobody has a point."""
    some = any(result.points for result in results)
    return LedgerRow(say("Rank"), tuple(Cell(result.rank if some else None) for result in results), "rank")


def played_with(options: Iterable[Option], chosen: Mapping[str, Any]) -> tuple[tuple[Text, Text], ...]:
    """What a table chose, where it is no list of names, which the sheet has itself."""
    return tuple(
        (option.title, answer(option, chosen[option.key]))
        for option in options
        if not isinstance(option, Names) and chosen[option.key] not in (None, {})
    )


def ledgers(paper: Paper) -> tuple[Ledger | Listing, ...]:
    """What of it a spreadsheet can hold."""
    blocks = [block.right if isinstance(block, Beside) else block for block in paper.blocks]
    return tuple(block for block in blocks if isinstance(block, (Ledger, Listing)))
