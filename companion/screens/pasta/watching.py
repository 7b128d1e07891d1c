"""What Pasta tells those who watch: what is up, and what came of a move."""

from __future__ import annotations

from companion.record.history import Log, Step
from companion.rules.pasta.moves import Bank, Hold, Lay, Take
from companion.rules.pasta.play import Sheet
from companion.rules.text import Text, say, say_many
from companion.screens.core import Came, Up
from companion.screens.pasta import words
from companion.screens.pasta.figures import Figures, Hand
from companion.screens.watching import leads


def up(log: Log, figures: Figures) -> Up:
    sheet: Sheet = log.sheet
    seat = sheet.turn
    assert seat is not None, "a game that isn't over"
    holds = _holds(figures.hands[seat]) if figures.hands else None
    more = (holds, leads(sheet.table, figures.leaders, figures.ahead))
    return Up(words.turn(sheet, seat), seat, tuple(text for text in more if text))


def _holds(hand: Hand) -> Text:
    if hand.full:
        return say("The hand is full: bank")
    return say_many("%(count)s card in hand", "%(count)s cards in hand", hand.cards)


def came(step: Step) -> Came:
    """Where the token is worth more words than the cards."""
    sheet: Sheet = step.after
    token = words.token_news(sheet)
    match step.entry.move:
        case Bank() as bank:
            return Came(bank.player, token or _grown(sheet, bank), (bank.player, bank.shape))
        case Lay() as lay:
            return Came(lay.player, words.put_right(sheet), (lay.player, lay.shape))
        case Take() as take:
            return Came(take.player, _hand_grown(sheet, take))
        case Hold() as hold:
            return Came(hold.player, token)
        case _:
            return Came()


def _grown(sheet: Sheet, bank: Bank) -> Text | None:
    """The group, where it is more than was banked."""
    cards = sheet.groups[bank.player][bank.shape].cards
    return say_many("%(count)s on the table", "%(count)s on the table", cards) if cards > bank.cards else None


def _hand_grown(sheet: Sheet, take: Take) -> Text | None:
    """The hand, where it is more than was taken."""
    assert sheet.hands is not None, "a table that notes the cards taken"
    cards = sheet.hands[take.player]
    return say_many("%(count)s card in hand", "%(count)s cards in hand", cards) if cards > take.cards else None
