"""A drawn Fiasko or catastrophe as all at the table see it: the card, the shout, and what it took out of whose hand."""

from __future__ import annotations

from companion.record.history import Step
from companion.rules.fiasko.moves import CARDS, Draw
from companion.rules.fiasko.play import FiaskoSheet, cards_lost
from companion.rules.text import say
from companion.screens.core import Burst


def burst(step: Step) -> Burst | None:
    draw = step.move
    if not isinstance(draw, Draw) or draw.card == "goods":
        return None
    name, lost = step.after.table.players[draw.player], cards_lost(step)
    if draw.card == "catastrophe":
        return Burst(draw.card, say("Ätsch!"), say("%(name)s draws the catastrophe", name=name), lost)
    if not lost:
        return None
    return Burst(draw.card, say("%(card)s!", card=CARDS[draw.card]), say("%(name)s loses the hand", name=name), lost)


def hands(sheet: FiaskoSheet) -> tuple[int, ...]:
    return sheet.counter.hands if sheet.table.options["count"] == "all" else ()
