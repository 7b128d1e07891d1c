"""What Fiasko shows on its pad, of a drawn card and of a recount: which keys, what is chosen and filled in."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.core import Move
from companion.rules.fiasko.moves import CARDS, Draw, Recount, Score
from companion.rules.fiasko.play import Sheet
from companion.rules.text import Text, say
from companion.screens.core import Asked
from companion.screens.fiasko import words


class Key(NamedTuple):
    """One of a few to choose from."""

    value: str
    title: Text
    chosen: bool


class ProductKey(NamedTuple):
    """A product to choose from: taken, where whoever scores has done so before."""

    value: str
    title: Text
    chosen: bool
    taken: bool


def drawing(move: Move) -> str | None:
    """Of the card that was drawn, or of the product that was scored."""
    match move:
        case Draw():
            return move.card
        case Score():
            return move.product
        case _:
            return None


# The pad


class Pad(NamedTuple):
    """For whoever is chosen, if anybody is: which cards are tapped, and whether a Fiasko asks how many it takes."""

    seat: int | None
    draws: bool
    goods: bool
    asks_loss: bool


def pad(sheet: Sheet, seat: int | None) -> Pad:
    count = sheet.table.options["count"]
    return Pad(seat, count != "none", count == "all", _asks_loss(sheet))


def _asks_loss(sheet: Sheet) -> bool:
    return bool(sheet.table.options["fiasko_loss"] == "product" and sheet.table.options["count"] == "all")


# A drawn card


class DrawSlip(NamedTuple):
    heading: Text
    cards: tuple[Key, ...]
    asks_loss: bool
    button: Text


def draw(log: Log, asked: Asked) -> DrawSlip:
    goods = log.sheet.table.options["count"] == "all"
    cards = tuple(
        Key(card, title, asked.given.get("card") == card) for card, title in CARDS.items() if goods or card != "goods"
    )
    button = say("Correct it") if asked.entry else say("Note it")
    return DrawSlip(correcting(log, asked) or say("Who drew it?"), cards, _asks_loss(log.sheet), button)


def correcting(log: Log, asked: Asked) -> Text | None:
    entry = asked.entry
    return say("Correct: %(move)s", move=words.move(log.sheet.table, entry.move)) if entry and entry.move else None


# A recount


class Counted(NamedTuple):
    """What is asked of the real pile, and what stands in the field while nothing was typed."""

    name: str
    title: Text
    counted: int
    value: str


class RecountSlip(NamedTuple):
    heading: Text
    fields: tuple[Counted, ...]


def recount(log: Log, asked: Asked) -> RecountSlip:
    sheet, empty = log.sheet, asked.entry is not None or asked.sent
    names = ("pile", "fiasko", "catastrophe") if sheet.table.options["count"] == "all" else ("fiasko", "catastrophe")
    counted = ((name, getattr(sheet.counter, name)) for name in names)
    fields = (Counted(name, Recount.labels[name].title, cards, "" if empty else str(cards)) for name, cards in counted)
    return RecountSlip(correcting(log, asked) or say("Count the real pile"), tuple(fields))
