"""What Fiasko tells those who watch: what is up, and what came of a move."""

from __future__ import annotations

from companion.record.history import Log, Step
from companion.rules.fiasko.moves import Draw, Reshuffle, Score
from companion.rules.fiasko.play import Sheet
from companion.rules.text import Text, say, say_many
from companion.screens.core import Came, Up
from companion.screens.fiasko import words
from companion.screens.fiasko.figures import Figures
from companion.screens.watching import leads


def up(log: Log, figures: Figures) -> Up:
    """Where nobody knows whose turn it is, who leads is up."""
    sheet: Sheet = log.sheet
    news, lead = words.good_news(figures, sheet.turn), leads(sheet.table, figures.leaders, figures.ahead)
    if sheet.turn is None:
        ahead = figures.leaders[0] if len(figures.leaders) == 1 else None
        return Up(lead or say("Under way"), ahead, (news,) if news else ())
    hand = sheet.counter.hands[sheet.turn]
    holds = say_many("%(count)s card in hand", "%(count)s cards in hand", hand)
    return Up(words.turn(sheet, sheet.turn), sheet.turn, (news or holds, *((lead,) if lead else ())))


def came(step: Step) -> Came:
    match step.entry.move:
        case Draw() as draw:
            return Came(draw.player, _lost(step, draw))
        case Score() as score:
            return Came(score.player, words.brings(step.before, step.after, score), (score.player, score.product))
        case Reshuffle():
            pile = step.after.counter.pile
            return Came(text=say_many("%(count)s card left", "%(count)s cards left", pile))
        case _:
            return Came()


def _lost(step: Step, draw: Draw) -> Text | None:
    """What a Fiasko or a catastrophe cost, where hands are counted and the line doesn't say so already."""
    taken = words.lost(step)
    if draw.card == "goods" or draw.lost is not None or not taken:
        return None
    if len(taken) == 1:
        ((seat, cards),) = taken.items()
        name = step.after.table.players[seat]
        return say_many("%(name)s loses %(count)s card", "%(name)s loses %(count)s cards", cards, name=name)
    return say("Cards lost: %(hands)s", hands=words.hands_lost(step.after.table, taken))
