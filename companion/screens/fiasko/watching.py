"""What Fiasko tells those who watch: what is up, and what came of a move."""

from __future__ import annotations

from companion.record.history import Log, Step
from companion.rules.fiasko.moves import Draw, Reshuffle, Score
from companion.rules.fiasko.play import Sheet
from companion.rules.fiasko.standing import bonus_for
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
            return Came(score.player, _brought(step, score), (score.player, score.product))
        case Reshuffle():
            pile = step.after.counter.pile
            return Came(text=say_many("%(count)s card left", "%(count)s cards left", pile))
        case _:
            return Came()


def _lost(step: Step, draw: Draw) -> Text | None:
    """What a Fiasko or a catastrophe cost, where hands are counted and the line doesn't say so already."""
    table, before, after = step.after.table, step.before.counter.hands, step.after.counter.hands
    if draw.card == "goods" or draw.lost is not None:
        return None
    lost = [(name, had - has) for name, had, has in zip(table.players, before, after, strict=True) if had > has]
    if not lost:
        return None
    if len(lost) == 1:
        ((name, cards),) = lost
        return say_many("%(name)s loses %(count)s card", "%(name)s loses %(count)s cards", cards, name=name)
    hands_lost = tuple(say("%(name)s %(cards)s", name=name, cards=cards) for name, cards in lost)
    return say("Cards lost: %(hands)s", hands=hands_lost)


def _brought(step: Step, score: Score) -> Text:
    """The bonus: taken from somebody, or as it is said before a score is noted."""
    bonus, table = bonus_for(step.after, score.player, score.product), step.after.table
    others = (seat for seat in range(len(table.players)) if seat != score.player)
    losers = [seat for seat in others if (held := bonus_for(step.before, seat, score.product)) and held.alone]
    if not losers or bonus is None or not bonus.alone:
        return words.brings(bonus)
    loser, name = table.players[losers[0]], table.players[score.player]
    return say("The +%(bonus)s goes from %(loser)s to %(name)s", bonus=bonus.points, loser=loser, name=name)
