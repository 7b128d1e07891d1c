"""What the slips of Fiasko show: which keys there are, what is chosen, taken and filled in; the pad and the preview."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.history import Log
from companion.rules.core import Move
from companion.rules.fiasko.moves import CARDS, PRODUCT_TITLES, Draw, Recount, Score
from companion.rules.fiasko.play import Sheet
from companion.rules.fiasko.scores import COPIES
from companion.rules.fiasko.standing import bonus_for
from companion.rules.text import Text, say
from companion.screens.core import Asked, Outcome
from companion.screens.fiasko import words

BY_POINTS = frozenset({"values", "hand"})  # left out where a score is told in bare points


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
    return DrawSlip(_correcting(log, asked) or say("Who drew it?"), cards, _asks_loss(log.sheet), button)


def _correcting(log: Log, asked: Asked) -> Text | None:
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
    return RecountSlip(_correcting(log, asked) or say("Count the real pile"), tuple(fields))


# A score


class ScoreSlip(NamedTuple):
    """`hand` is filled in from the count; `previews` at once, where something has been typed already."""

    heading: Text
    heading_shown: bool
    scorer: int | None
    products: tuple[ProductKey, ...]
    values: tuple[int, ...]
    by_points: bool
    hand: str
    previews: bool
    button: Text


def score(log: Log, asked: Asked) -> ScoreSlip:
    scorer = _scorer(log.sheet, asked)
    return ScoreSlip(
        _score_heading(log, asked, scorer),
        asked.entry is not None or scorer is None,
        None if "player" in asked.refused else scorer,
        tuple(_product(log.sheet, asked, scorer, product) for product in PRODUCT_TITLES),
        tuple(COPIES),
        _told_in_points(log, asked),
        _hand(log.sheet, asked, scorer),
        asked.entry is not None or asked.sent,
        _score_button(log.sheet, asked, scorer),
    )


def _scorer(sheet: Sheet, asked: Asked) -> int | None:
    seat = asked.given.get("player")
    return seat if seat in range(len(sheet.scores)) else None


def _score_heading(log: Log, asked: Asked, scorer: int | None) -> Text:
    if correcting := _correcting(log, asked):
        return correcting
    return say("Who scores?") if scorer is None else say("%(name)s scores", name=log.sheet.table.players[scorer])


def _product(sheet: Sheet, asked: Asked, scorer: int | None, product: str) -> ProductKey:
    taken = scorer is not None and product in sheet.scores[scorer] and product != _corrected(asked)
    return ProductKey(product, PRODUCT_TITLES[product], asked.given.get("product") == product, taken)


def _corrected(asked: Asked) -> str | None:
    """The product whose score is being corrected."""
    move = asked.entry and asked.entry.move
    return move.product if isinstance(move, Score) else None


def _told_in_points(log: Log, asked: Asked) -> bool:
    """As this score was told, or else as the table told its last one."""
    if asked.left_out:
        return asked.left_out == BY_POINTS
    if "values" in asked.given or "points" in asked.given:
        return "values" not in asked.given
    told = [noted.move.points for noted in log.effective if isinstance(noted.move, Score)]
    return asked.entry is None and bool(told) and told[-1] is not None


def _hand(sheet: Sheet, asked: Asked, scorer: int | None) -> str:
    """As it was counted."""
    if asked.entry or scorer is None or sheet.table.options["count"] != "all":
        return ""
    return str(sheet.counter.hands[scorer] or "")


def _score_button(sheet: Sheet, asked: Asked, scorer: int | None) -> Text:
    if asked.entry:
        return say("Correct it")
    return say("Note it") if scorer is None else say("Note it for %(name)s", name=sheet.table.players[scorer])


class Preview(NamedTuple):
    """What a half-told score would be worth, and what it would bring; or why it can't be; or nothing yet."""

    refusal: Text | str | None = None
    score: Score | None = None
    bonus: Text | None = None
    ends: bool = False


def preview(log: Log, asked: Asked, outcome: Outcome) -> Preview:
    move, sheet = outcome.move, outcome.sheet
    if not isinstance(move, Score) or sheet is None:
        return Preview(outcome.refusal)
    return Preview(None, move, words.brings(bonus_for(sheet, move.player, move.product)), sheet.finisher is not None)
