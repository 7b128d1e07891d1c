"""What Pasta says in a line: on buttons, in the log, on the shelf, at home, to those who watch, at the end."""

from __future__ import annotations

from companion.record.history import Log, Step
from companion.rules.core import Table
from companion.rules.moves import Move
from companion.rules.pasta.moves import Bank, Hold, Lay, Take
from companion.rules.pasta.play import Group, NoToken, PastaSheet, PutRight, shape_name
from companion.rules.text import Text, say, say_many
from companion.screens.core import Came, Tale, Up
from companion.screens.pasta.figures import PastaFigures, names, worth
from companion.screens.wording import ahead_of, leads, whose_turn, wins

STOPS = (
    say("The cards on the table count, and so does the token."),
    say("Hands count for nothing."),
)


def amount(group: Group) -> Text | int:
    """So many pasta cards and sauces."""
    if not group.cards:
        return say("nothing")
    if not group.sauce:
        return group.pasta
    sauces = say_many("%(count)s sauce", "%(count)s sauces", group.sauce)
    return say("%(pasta)s + %(sauces)s", pasta=group.pasta, sauces=sauces) if group.pasta else sauces


def move(table: Table, move: Move) -> Text:
    match move:
        case Bank():
            return _bank(table, move)
        case Take():
            taken = say_many("%(count)s card taken", "%(count)s cards taken", move.cards)
            return say("%(name)s · %(taken)s", name=table.players[move.player], taken=taken)
        case Lay():
            return say(
                "%(name)s · %(shape)s corrected: %(what)s",
                name=table.players[move.player],
                shape=shape_name(table, move.shape),
                what=amount(Group(move.pasta, move.sauce)),
            )
        case Hold():
            return _held(table, move.player)
        case _:
            return say("Stopped here")


def _bank(table: Table, bank: Bank) -> Text:
    name, shape = table.players[bank.player], shape_name(table, bank.shape)
    cards = amount(Group(bank.pasta, bank.sauce))
    banked = say("%(name)s · %(shape)s %(cards)s", name=name, shape=shape, cards=cards)
    if bank.steal_from is None:
        return banked
    victim = table.players[bank.steal_from]
    sauce = bank.stolen == "sauce"
    theft = say("a sauce from %(name)s", name=victim) if sauce else say("one from %(name)s", name=victim)
    return say("%(banked)s, %(theft)s", banked=banked, theft=theft)


def _held(table: Table, seat: int | None) -> Text:
    if seat is None:
        return say("Nobody has Al Dente")
    return say("Al Dente is with %(name)s", name=table.players[seat])


def notice(sheet: PastaSheet, figures: PastaFigures, seat: int | None) -> Text | None:
    """What the last move has changed beside what everybody sees; else what to do."""
    if told := token_news(sheet) or put_right(sheet):
        return told
    hand = figures.hands[seat] if figures.hands and seat is not None else None
    if hand and hand.full:
        return say("The hand is full: bank")
    if hand and not hand.cards:
        return say("First take some cards")
    return say("Take cards or bank") if figures.hands else say("Tap shape and number")


def token_news(sheet: PastaSheet) -> Text | None:
    """Where the last move has put it, and what that counts; or that nobody has it any more."""
    table, token = sheet.table, sheet.token
    if isinstance(sheet.told, NoToken):
        seat = sheet.told.loser
        return _held(table, None) if seat is None else say("%(name)s no longer has Al Dente", name=table.players[seat])
    if token is None or token.move != sheet.played:
        return None
    news, weight = _held(table, token.holder), worth(table.options["al_dente"])
    if token.taken_from is not None:
        loser, name = table.players[token.taken_from], table.players[token.holder]
        news = say("Al Dente goes from %(loser)s to %(name)s", loser=loser, name=name)
    return say("%(news)s: %(weight)s", news=news, weight=weight.signed if weight.points else weight.words)


def put_right(sheet: PastaSheet) -> Text | None:
    """What the last move said of a group, beside what was noted."""
    table, told = sheet.table, sheet.told
    if not isinstance(told, PutRight):
        return None
    name, shape, now = table.players[told.seat], shape_name(table, told.shape), amount(told.now)
    if not told.before.cards:
        return say("%(name)s · %(shape)s %(cards)s", name=name, shape=shape, cards=now)
    if told.now == told.before:
        return say("%(name)s · %(shape)s: %(now)s, as it was", name=name, shape=shape, now=now)
    before = amount(told.before)
    return say("%(name)s · %(shape)s: %(now)s instead of %(before)s", name=name, shape=shape, now=now, before=before)


def line(sheet: PastaSheet, figures: PastaFigures) -> Text | None:
    if sheet.turn is None:
        return verdict(sheet, figures)
    now = whose_turn(sheet, sheet.turn)
    if figures.pile is None:
        return now
    left = say_many("%(count)s card left", "%(count)s cards left", figures.pile)
    return say("%(turn)s, %(left)s", turn=now, left=left)


def verdict(sheet: PastaSheet, figures: PastaFigures) -> Text | None:
    if not figures.winners:
        return None
    if not any(sheet.groups):
        return say("Nobody banked anything")
    return wins(names(sheet.table, figures.winners), figures.baskets[figures.winners[0]].total)


def because(sheet: PastaSheet, figures: PastaFigures) -> tuple[Text, ...]:
    if not any(sheet.groups):
        return ()
    if figures.tie:
        return (figures.tie.decided,)
    if figures.ahead is None:
        return ()
    return (ahead_of(names(sheet.table, figures.runners_up), figures.ahead),)


# For those who watch


def up(log: Log, figures: PastaFigures) -> Up:
    sheet: PastaSheet = log.sheet
    seat = sheet.turn
    assert seat is not None, "a game that isn't over"
    held = None
    if figures.hands:
        hand = figures.hands[seat]
        cards = say_many("%(count)s card in hand", "%(count)s cards in hand", hand.cards)
        held = say("The hand is full: bank") if hand.full else cards
    more = (held, leads(sheet.table, figures.leaders, figures.ahead))
    return Up(whose_turn(sheet, seat), seat, tuple(text for text in more if text))


def came(step: Step) -> Came:
    """Where the token is worth more words than the cards, and a number only where it is more than was noted."""
    sheet: PastaSheet = step.after
    match step.entry.move:
        case Bank() as bank:
            lie = sheet.groups[bank.player][bank.shape].cards
            grown = say_many("%(count)s on the table", "%(count)s on the table", lie) if lie > bank.cards else None
            return Came(bank.player, token_news(sheet) or grown, (bank.player, bank.shape))
        case Lay() as lay:
            return Came(lay.player, put_right(sheet), (lay.player, lay.shape))
        case Take() as take:
            assert sheet.hands is not None, "a table that notes the cards taken"
            held = sheet.hands[take.player]
            grown = say_many("%(count)s card in hand", "%(count)s cards in hand", held) if held > take.cards else None
            return Came(take.player, grown)
        case Hold() as hold:
            return Came(hold.player, token_news(sheet))
        case _:
            return Came()


def tale(step: Step) -> Tale | None:
    """For the log: a bank with its cards."""
    if not isinstance(step.move, Bank):
        return None
    bank = step.move
    return Tale(move(step.after.table, bank), came(step).text, bank.cards)
