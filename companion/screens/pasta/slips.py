"""What Pasta's slips show: a bank, cards taken, the end."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.record.history import Log
from companion.rules.pasta.moves import HAND_LIMIT
from companion.rules.text import Text, say
from companion.screens.core import Asked
from companion.screens.pasta import words
from companion.screens.pasta.figures import Hand, hands
from companion.screens.pasta.keys import Keys, bank_heading, bank_key, keys


class BankSlip(NamedTuple):
    heading: Text
    does: Text  # the big key, as long as it corrects nothing
    corrects: bool
    seat: int | None  # None: it asks who
    keys: Keys


class TakeKey(NamedTuple):
    cards: int
    chosen: bool
    beyond: bool  # what the hand has room for


class TakeSlip(NamedTuple):
    heading: Text
    corrects: bool
    seat: int | None  # None: it asks who
    hand: Hand | None
    at_once: bool  # a number is noted as soon as it is pressed
    keys: tuple[TakeKey, ...]
    pile: int | None


class EndSlip(NamedTuple):
    heading: Text
    corrects: bool


def bank(log: Log, asked: Asked) -> BankSlip:
    """Who can be robbed is reckoned where the move stands, or is to stand, in the log."""
    seat = asked_seat(log, asked)
    who = say("Who banks?") if seat is None else bank_heading(log.sheet, seat)
    settled = seat is not None and asked.entry is None and "player" not in asked.refused
    return BankSlip(
        heading=heading(log, asked, who),
        does=say("Bank") if seat is None or not settled else bank_key(log.sheet, seat),
        corrects=asked.entry is not None,
        seat=seat if settled else None,
        keys=keys(asked.met(), seat if settled else None, _still_there(asked)),
    )


def _still_there(asked: Asked) -> dict[str, Any]:
    """What was refused and is hidden now could not be untapped: it is not kept."""
    gone = asked.refused & {"steal_from", "stolen"}
    kept = {name: value for name, value in asked.given.items() if name not in gone}
    if kept.get("steal_from") is None:
        kept.pop("stolen", None)
    return kept


def take(log: Log, asked: Asked) -> TakeSlip:
    seat, known = asked_seat(log, asked), hands(log.sheet)
    hand = known[seat] if known and seat is not None else None
    at_once = hand is not None and asked.entry is None
    return TakeSlip(
        heading=heading(log, asked, _take_heading(log, seat)),
        corrects=asked.entry is not None,
        seat=seat if at_once and "player" not in asked.refused else None,
        hand=hand,
        at_once=at_once,
        keys=_take_keys(HAND_LIMIT if hand is None else hand.room, asked.given.get("cards")),
        pile=log.sheet.pile,
    )


def _take_heading(log: Log, seat: int | None) -> Text:
    if seat is None:
        return say("Who takes cards?")
    return say("%(name)s takes how many cards?", name=log.sheet.table.players[seat])


def _take_keys(room: int, chosen: int | None) -> tuple[TakeKey, ...]:
    return tuple(TakeKey(cards, cards == chosen, cards > room) for cards in range(1, HAND_LIMIT + 1))


def end(log: Log, asked: Asked) -> EndSlip:
    """Only a table that notes the cards taken, and knows its box, hears of the last card by itself."""
    return EndSlip(heading(log, asked, say("Has the last card of the pile been drawn?")), asked.entry is not None)


def asked_seat(log: Log, asked: Asked) -> int | None:
    """Whose move it is, as far as that was told."""
    seat = asked.given.get("player")
    return seat if seat in range(len(log.sheet.table.players)) else None


def heading(log: Log, asked: Asked, otherwise: Text) -> Text:
    """What the slip asks, or which move it corrects."""
    if asked.entry is None or asked.entry.move is None:
        return otherwise
    return say("Correct: %(move)s", move=words.move(log.sheet.table, asked.entry.move))
