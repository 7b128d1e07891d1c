"""What Pasta's slips show: a bank, cards taken, what really lies there, who has the token, the end."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.pasta.moves import MOST_TAKEN, Bank, Hold, Lay
from companion.rules.pasta.play import NOTHING, PastaSheet, shape_name
from companion.rules.text import Text, say, say_many
from companion.screens.core import Asked, Outcome, SeatKey
from companion.screens.pasta import words
from companion.screens.pasta.figures import Hand, Heap, Shape, hands, heap, shapes
from companion.screens.pasta.pads import (
    BankKeys,
    bank_heading,
    bank_keys,
    bank_label,
    holder_keys,
)


class BankSlip(NamedTuple):
    heading: Text
    does: Text  # the big key, as long as it corrects nothing
    corrects: bool
    seat: int | None  # None: it asks who
    keys: BankKeys


class BankPreview(NamedTuple):
    """What the big key says while a bank is being tapped: what it would do."""

    does: Text
    line: Text
    token: Text | None  # where it would go
    refusal: Text | str | None


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


class LaySlip(NamedTuple):
    heading: Text
    corrects: int | None  # the entry's number
    seat: int | None
    heaps: tuple[Heap, ...]  # of each shape, to choose from while it is not known
    shape: Shape | None
    pasta: int | str  # what is noted, where nothing was typed; empty for none, so that a digit begins anew
    sauce: int | str


class TokenSlip(NamedTuple):
    heading: Text
    corrects: bool
    seats: tuple[SeatKey, ...]
    nobody: bool


class EndSlip(NamedTuple):
    heading: Text
    corrects: bool


def bank(log: Log, asked: Asked) -> BankSlip:
    """Who can be robbed is reckoned where the move stands, or is to stand, in the log."""
    seat = asked.seat(log.sheet)
    who = say("Who banks?") if seat is None else bank_heading(log.sheet, seat)
    settled = seat is not None and asked.entry is None and "player" not in asked.refused
    # What was refused and is hidden now could not be untapped: it is not kept.
    gone = asked.refused & {"steal_from", "stolen"}
    chosen = {name: value for name, value in asked.given.items() if name not in gone}
    if chosen.get("steal_from") is None:
        chosen.pop("stolen", None)
    return BankSlip(
        heading=asked.heading(log, words.move, who),
        does=say("Bank") if seat is None or not settled else bank_label(log.sheet, seat),
        corrects=asked.entry is not None,
        seat=seat if settled else None,
        keys=bank_keys(asked.sheet_before(), seat if settled else None, chosen),
    )


def preview(log: Log, asked: Asked, outcome: Outcome) -> BankPreview:
    move, sheet, token, refusal = outcome.move, outcome.sheet, None, outcome.refusal
    if refusal or sheet is None or not isinstance(move, Bank):
        seat = asked.seat(log.sheet)
        does, line = say("Bank") if seat is None else bank_label(log.sheet, seat), say("Choose a shape")
    else:
        name, shape = sheet.table.players[move.player], shape_name(sheet.table, move.shape)
        does = say("Bank %(cards)s %(shape)s for %(name)s", cards=move.cards, shape=shape, name=name)
        line = _lies(sheet, move)
        token = None if asked.entry else words.token_news(sheet)  # the news is of the last move, whatever is corrected
    return BankPreview(does, line, token, refusal)


def _lies(sheet: PastaSheet, move: Bank) -> Text:
    """How many of that shape lie there then."""
    cards = sheet.groups[move.player].get(move.shape, NOTHING).cards
    if move.steal_from is None:
        return say_many("%(count)s on the table", "%(count)s on the table", cards)
    victim = sheet.table.players[move.steal_from]
    if move.stolen == "sauce":
        return say("and steal a sauce from %(name)s: %(cards)s on the table", name=victim, cards=cards)
    return say("and steal one from %(name)s: %(cards)s on the table", name=victim, cards=cards)


def take(log: Log, asked: Asked) -> TakeSlip:
    seat, known = asked.seat(log.sheet), hands(log.sheet)
    hand = known[seat] if known and seat is not None else None
    at_once = hand is not None and asked.entry is None
    who = say("Who takes cards?")
    if seat is not None:
        who = say("%(name)s takes how many cards?", name=log.sheet.table.players[seat])
    room, chosen = MOST_TAKEN if hand is None else hand.room, asked.given.get("cards")
    return TakeSlip(
        heading=asked.heading(log, words.move, who),
        corrects=asked.entry is not None,
        seat=seat if at_once and "player" not in asked.refused else None,
        hand=hand,
        at_once=at_once,
        keys=tuple(TakeKey(cards, cards == chosen, cards > room) for cards in range(1, MOST_TAKEN + 1)),
        pile=log.sheet.pile,
    )


def lay(log: Log, asked: Asked) -> LaySlip:
    """First whose and which shape, then how many: filled in with what is noted there."""
    seat, known = asked.seat(log.sheet), shapes(log.sheet.table)
    heaps = tuple(Heap(shape, *NOTHING) if seat is None else heap(log.sheet, seat, shape) for shape in known)
    chosen = next((one for one in heaps if seat is not None and one.shape.number == asked.given.get("shape")), None)
    told = asked.sent or asked.entry is not None  # a correction stands elsewhere in the log
    noted = chosen if chosen and not told else NOTHING
    return LaySlip(
        heading=asked.heading(log, words.move, Lay.title),
        corrects=asked.entry.number if asked.entry else None,
        seat=seat,
        heaps=heaps,
        shape=chosen.shape if chosen else None,
        pasta=noted.pasta or "",
        sauce=noted.sauce or "",
    )


def token(log: Log, asked: Asked) -> TokenSlip:
    """Marked is who has it by now, or who was told before."""
    holder = log.sheet.token.holder if log.sheet.token else None
    if asked.entry or asked.sent:
        holder = asked.given.get("player")
    return TokenSlip(
        heading=asked.heading(log, words.move, Hold.title),
        corrects=asked.entry is not None,
        seats=holder_keys(log.sheet, holder),
        nobody=holder is None,
    )


def end(log: Log, asked: Asked) -> EndSlip:
    """Only a table that notes the cards taken, and knows its box, hears of the last card by itself."""
    return EndSlip(
        asked.heading(log, words.move, say("Has the last card of the pile been drawn?")), asked.entry is not None
    )
