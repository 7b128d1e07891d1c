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


class MapTile(NamedTuple):
    code: str
    column: int
    row: int
    mark: int | None


class Tiles(NamedTuple):
    """A map of tiles, each with the mark of whoever has it."""

    title: Text
    tiles: tuple[MapTile, ...]
    columns: int
    rows: int
    kind: str = "tiles"


class Item(NamedTuple):
    figure: Figure | None = None
    mark: int | None = None
    strong: bool = False
    words: bool = False  # to be read from the left
    unseen: bool = False  # what everybody sees without: told to screen readers, and to spreadsheets


class Listing(NamedTuple):
    """Short lines beside each other, in `columns` of `each`: smaller where they are many."""

    heads: tuple[Item, ...]
    rows: tuple[tuple[Item, ...], ...]
    columns: int = 3
    look: str = "small"
    kind: str = "listing"
    room: int = ROOM

    @property
    def each(self) -> int:
        return -(-len(self.rows) // self.columns)

    @property
    def parts(self) -> tuple[tuple[tuple[Item, ...], ...], ...]:
        return tuple(self.rows[at : at + self.each] for at in range(0, len(self.rows), max(self.each, 1)))

    @property
    def size(self) -> int:
        """From 0 on, the smaller the higher."""
        return sum((self.each + 1) * HEIGHT > self.room * more for more in (1, 1.3, 1.8))


class Ticks(NamedTuple):
    """Boxes to tick off, so many of each."""

    title: Text
    boxes: tuple[tuple[Text, int], ...]
    again: Text | None = None  # the same once more, for when?
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
