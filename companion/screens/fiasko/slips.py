"""What Fiasko shows on its pad, of a drawn card and of a recount: which keys, what is chosen and filled in."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.fiasko.moves import CARDS, Recount
from companion.rules.fiasko.play import FiaskoSheet
from companion.rules.text import Text, say
from companion.screens.core import Asked
from companion.screens.fiasko import words


class FiaskoPad(NamedTuple):
    """For whoever is chosen, if anybody is: which cards are tapped, and whether a Fiasko asks how many it takes."""

    seat: int | None
    draws: bool
    goods: bool
    asks_loss: bool


def pad(sheet: FiaskoSheet, seat: int | None) -> FiaskoPad:
    count, loss = sheet.table.options["count"], sheet.table.options["fiasko_loss"]
    return FiaskoPad(seat, count != "none", count == "all", asks_loss=count == "all" and loss == "product")


class CardKey(NamedTuple):
    value: str
    title: Text
    chosen: bool


class DrawSlip(NamedTuple):
    heading: Text
    cards: tuple[CardKey, ...]
    asks_loss: bool
    button: Text


def draw(log: Log, asked: Asked) -> DrawSlip:
    keys, chosen = pad(log.sheet, None), asked.given.get("card")
    drawn = {card: title for card, title in CARDS.items() if keys.goods or card != "goods"}
    return DrawSlip(
        heading=asked.heading(log, words.move, say("Who drew it?")),
        cards=tuple(CardKey(card, title, card == chosen) for card, title in drawn.items()),
        asks_loss=keys.asks_loss,
        button=say("Correct it") if asked.entry else say("Note it"),
    )


class CountField(NamedTuple):
    """What is asked of the real pile, and what stands in the field while nothing was typed."""

    name: str
    title: Text
    counted: int
    value: str


class RecountSlip(NamedTuple):
    heading: Text
    fields: tuple[CountField, ...]


def recount(log: Log, asked: Asked) -> RecountSlip:
    sheet, empty = log.sheet, asked.entry is not None or asked.sent
    counter = {"pile": sheet.counter.pile} if sheet.table.options["count"] == "all" else {}
    counter |= {"fiasko": sheet.counter.fiasko, "catastrophe": sheet.counter.catastrophe}
    return RecountSlip(
        heading=asked.heading(log, words.move, say("Count the real pile")),
        fields=tuple(
            CountField(name, Recount.labels[name].title, cards, "" if empty else str(cards))
            for name, cards in counter.items()
        ),
    )
