"""What Fiasko shows on its pad, of a drawn card and of a recount: which keys, what is chosen and filled in."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.fiasko.moves import CARDS, PRODUCT_TITLES, Recount
from companion.rules.fiasko.pack import CATASTROPHE, FIASKO, Count
from companion.rules.fiasko.play import FiaskoSheet
from companion.rules.text import Text, bare, say, say_many
from companion.screens.core import Asked, Outcome
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


class PaperKey(NamedTuple):
    """A product of somebody whose scores are typed in from paper, and what it made."""

    product: str
    title: Text
    points: int | None


class PaperPad(NamedTuple):
    heading: Text
    notice: Text
    seat: int
    products: tuple[PaperKey, ...]
    follows: int | None  # the next seat, if there is one


def from_paper(sheet: FiaskoSheet, seat: int | None) -> PaperPad:
    """Round the table, for whoever kept no score: each player's products, by their points."""
    seat = seat or 0
    scores = sheet.scores[seat]
    return PaperPad(
        heading=say("%(name)s’s scores", name=sheet.table.players[seat]),
        notice=say("Leave the player who finished until last: five products end the game"),
        seat=seat,
        products=tuple(
            PaperKey(product, title, scores[product].points if product in scores else None)
            for product, title in PRODUCT_TITLES.items()
        ),
        follows=seat + 1 if seat + 1 < len(sheet.scores) else None,
    )


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


# A recount: by what one can see at the table, the pile and what lies in the discards; or by the hands

GONE = {"fiasko": FIASKO, "catastrophe": CATASTROPHE}  # counted where they lie: in the discards
PILE, HANDS = "pile fiasko catastrophe", "hands"  # either is left out for the other
TITLES = {
    "pile": say("Cards in the pile"),
    "fiasko": say("Fiaskos in the discards"),
    "catastrophe": say("Catastrophes in the discards"),
}


class CountField(NamedTuple):
    """What is asked of the real cards, and what stands in the field; `seat` where it is a hand."""

    name: str
    title: Text | None
    counted: int
    value: str
    drawing: str | None = None
    seat: int | None = None


class RecountPreview(NamedTuple):
    """What the key does, and what follows from it; or why it can't be."""

    button: Text
    follows: Text | None = None
    refusal: Text | str | None = None


class RecountSlip(NamedTuple):
    heading: Text
    fields: tuple[CountField, ...]
    hands: tuple[CountField, ...]  # none where hands aren't counted
    without: str | None  # which of the two isn't told; None where a correction tells both
    begins_at: str
    preview: RecountPreview


def recount(log: Log, asked: Asked) -> RecountSlip:
    sheet, begun = log.sheet, asked.entry is not None or asked.sent
    counter, counts_all = sheet.counter, sheet.table.options["count"] == "all"
    known = {"pile": counter.pile} if counts_all else {}
    known |= {"fiasko": FIASKO - counter.fiasko, "catastrophe": CATASTROPHE - counter.catastrophe}
    told = {name: asked.given[name] for name in known if name in asked.given}
    told |= {name: GONE[name] - told[name] for name in GONE if 0 <= told.get(name, -1) <= GONE[name]}
    hands = asked.given.get("hands", () if begun else counter.hands)
    without: str | None = HANDS
    if "hands" in asked.given and not told:
        without = PILE
    elif "hands" in asked.given and asked.entry:
        without = None
    without = next((way for way in (PILE, HANDS) if asked.left_out == {*way.split()}), without)
    outcome = Outcome(None, None, None)
    return RecountSlip(
        heading=asked.heading(log, words.move, say("What did you count?")),
        fields=tuple(
            CountField(
                name,
                TITLES[name],
                cards,
                str(told.get(name, "" if begun else cards)),
                "card-back" if name == "pile" else name,
            )
            for name, cards in known.items()
        ),
        hands=tuple(
            CountField("hands", None, cards, str(hands[seat]) if seat < len(hands) else "", seat=seat)
            for seat, cards in enumerate(counter.hands)
        )
        if counts_all
        else (),
        without=without if counts_all else None,
        begins_at="hands" if without == PILE else next(iter(known)),
        preview=recount_preview(log, asked, outcome),
    )


def recount_preview(log: Log, asked: Asked, outcome: Outcome) -> RecountPreview:
    """What came unseen, or was never drawn, and which bad cards are still to come; of hands, which ones change."""
    move, sheet, before = outcome.move, outcome.sheet, log.sheet.counter
    button = say("Correct it") if asked.entry else say("Note it")
    if outcome.refusal or not isinstance(move, Recount):
        return RecountPreview(button, refusal=outcome.refusal)
    if not asked.entry:
        button = say("Note the hands")
        if move.pile is not None:
            button = say_many("Note %(count)s card", "Note %(count)s cards", move.pile)
    if sheet is None or asked.entry:
        return RecountPreview(button)
    if move.hands is not None:
        changed = words.hands_changed(log.sheet.table.players, before.hands, sheet.counter.hands)
        return RecountPreview(button, bare(changed) if changed else say("as counted"))
    return RecountPreview(button, _follows(before, sheet.counter))


def _follows(before: Count, after: Count) -> Text:
    left = (
        say_many("%(count)s Fiasko", "%(count)s Fiaskos", after.fiasko),
        say_many("%(count)s catastrophe", "%(count)s catastrophes", after.catastrophe),
    )
    to_come = say("%(cards)s to come", cards=left)
    gone = after.unseen - before.unseen
    if after.shuffles > before.shuffles:
        told = say("the discards are shuffled in")
    elif gone > 0:
        told = say_many("%(count)s card went unseen", "%(count)s cards went unseen", gone)
    elif gone < 0:
        told = say_many("%(count)s card was never drawn", "%(count)s cards were never drawn", -gone)
    else:
        return to_come
    return Text("%(told)s; %(left)s", None, (("told", told), ("left", to_come)))
