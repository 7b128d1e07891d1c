"""What the slips show with which a table says what really lies there, and who has the token."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.pasta.moves import Hold, Lay
from companion.rules.pasta.play import NOTHING, Sheet
from companion.rules.text import Text
from companion.screens.core import Asked
from companion.screens.pasta.figures import Shape, shapes
from companion.screens.pasta.slips import asked_seat, heading


class PlaceKey(NamedTuple):
    """A shape before the player in question, and how many cards of it are noted there."""

    shape: Shape
    cards: int


class LaySlip(NamedTuple):
    heading: Text
    corrects: int | None  # the entry's number
    seat: int | None
    places: tuple[PlaceKey, ...]  # to choose from, while the shape is not known
    shape: Shape | None
    pasta: int | str  # what is noted, where nothing was typed; empty for none, so that a digit begins anew
    sauce: int | str


class HolderKey(NamedTuple):
    seat: int
    chosen: bool


class TokenSlip(NamedTuple):
    heading: Text
    corrects: bool
    seats: tuple[HolderKey, ...]
    nobody: bool


def lay(log: Log, asked: Asked) -> LaySlip:
    """First whose and which shape, then how many: filled in with what is noted there."""
    seat, known = asked_seat(log, asked), shapes(log.sheet)
    groups = {} if seat is None else log.sheet.groups[seat]
    shape = next((it for it in known if seat is not None and it.number == asked.given.get("shape")), None)
    told = asked.sent or asked.entry is not None  # a correction stands elsewhere in the log
    noted = groups.get(shape.number, NOTHING) if shape and not told else None
    return LaySlip(
        heading=heading(log, asked, Lay.title),
        corrects=asked.entry.number if asked.entry else None,
        seat=seat,
        places=tuple(PlaceKey(it, groups.get(it.number, NOTHING).cards) for it in known),
        shape=shape,
        pasta=(noted and noted.pasta) or "",
        sauce=(noted and noted.sauce) or "",
    )


def token(log: Log, asked: Asked) -> TokenSlip:
    """Marked is who has it by now, or who was told before."""
    holder = log.sheet.token.holder if log.sheet.token else None
    if asked.entry or asked.sent:
        holder = asked.given.get("player")
    return TokenSlip(
        heading=heading(log, asked, Hold.title),
        corrects=asked.entry is not None,
        seats=holders(log.sheet, holder),
        nobody=holder is None,
    )


def holders(sheet: Sheet, holder: int | None) -> tuple[HolderKey, ...]:
    return tuple(HolderKey(seat, seat == holder) for seat in range(len(sheet.groups)))
