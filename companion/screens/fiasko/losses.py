"""What a drawn Fiasko or catastrophe took out of whose hand: for two seconds on every phone, and in words."""

from __future__ import annotations

from collections.abc import Mapping

from companion.record.history import Step
from companion.rules.core import Table
from companion.rules.fiasko.moves import CARDS, Draw
from companion.rules.fiasko.play import FiaskoSheet, cards_lost
from companion.rules.moves import Move
from companion.rules.text import Text, say, say_many
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


def heavy(move: Move) -> bool:
    return isinstance(move, Draw) and move.card != "goods"


def cost(step: Step) -> Text | None:
    """What a drawn Fiasko or catastrophe took from whom, where hands are counted."""
    if not heavy(step.move):
        return None
    draw, table, taken = step.move, step.after.table, cards_lost(step)
    if not taken:
        return None
    if draw.card == "catastrophe":
        cards = sum(taken.values())
        return say("Catastrophe! %(lost)s", lost=say_many("%(count)s card lost", "%(count)s cards lost", cards))
    name, cards = table.players[draw.player], taken[draw.player]
    return say_many("Fiasko: %(name)s loses %(count)s card", "Fiasko: %(name)s loses %(count)s cards", cards, name=name)


def hands_lost(table: Table, taken: Mapping[int, int]) -> tuple[Text, ...]:
    return tuple(say("%(name)s %(cards)s", name=table.players[seat], cards=cards) for seat, cards in taken.items())


def lost(step: Step, draw: Draw) -> Text | None:
    """What a Fiasko or a catastrophe cost, where hands are counted and the line doesn't say so already."""
    if draw.lost is not None or not heavy(draw):
        return None
    table, taken = step.after.table, cards_lost(step)
    if not taken:
        return None
    if len(taken) == 1:
        ((seat, cards),) = taken.items()
        name = table.players[seat]
        return say_many("%(name)s loses %(count)s card", "%(name)s loses %(count)s cards", cards, name=name)
    return say("Cards lost: %(hands)s", hands=hands_lost(table, taken))
