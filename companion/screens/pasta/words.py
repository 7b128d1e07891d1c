"""What Pasta says in a line: on buttons, in the log, on the shelf, at home, at the end."""

from __future__ import annotations

from companion.rules.core import Move, Table
from companion.rules.pasta.moves import Bank, Hold, Lay, Take
from companion.rules.pasta.play import Group, NoToken, PutRight, Sheet, Token, shape_name
from companion.rules.text import Text, say, say_many
from companion.screens.core import Best
from companion.screens.pasta import phrases
from companion.screens.pasta.figures import Figures

STOPS = (
    say("What lies on the table counts, and so does the token."),
    say("Hands count for nothing."),
)


def move(table: Table, move: Move) -> Text:
    match move:
        case Bank():
            return _bank(table, move)
        case Take():
            taken = say_many("%(count)s card taken", "%(count)s cards taken", move.cards)
            return say("%(name)s · %(taken)s", name=table.players[move.player], taken=taken)
        case Lay():
            return say("%(name)s · %(shape)s put right: %(what)s", **_group(table, move), what=_amount(move))
        case Hold():
            return _held(table, move.player)
        case _:
            return say("Stopped here")


def _bank(table: Table, move: Bank) -> Text:
    banked = say("%(name)s · %(shape)s %(cards)s", **_group(table, move), cards=_amount(move))
    if move.steal_from is None:
        return banked
    victim = table.players[move.steal_from]
    sauce = move.stolen == "sauce"
    theft = say("a sauce from %(name)s", name=victim) if sauce else say("one from %(name)s", name=victim)
    return say("%(banked)s, %(theft)s", banked=banked, theft=theft)


def _group(table: Table, move: Bank | Lay) -> dict[str, str]:
    return {"name": table.players[move.player], "shape": shape_name(table, move.shape)}


def _amount(move: Bank | Lay) -> phrases.Amount:
    return phrases.amount(Group(move.pasta, move.sauce))


def _held(table: Table, seat: int | None) -> Text:
    if seat is None:
        return say("Nobody has Al Dente")
    return say("Al Dente is with %(name)s", name=table.players[seat])


def turn(sheet: Sheet, seat: int) -> Text:
    name = sheet.table.players[seat]
    return say("%(name)s’s turn", name=name) if seat == sheet.turn else say("For %(name)s", name=name)


def notice(sheet: Sheet, figures: Figures, seat: int | None) -> Text | None:
    """What the last move has changed beside what everybody sees; else what to do."""
    if moved := token_news(sheet):
        return moved
    if told := put_right(sheet):
        return told
    hand = figures.hands[seat] if figures.hands and seat is not None else None
    if hand and hand.full:
        return say("The hand is full: bank")
    if hand and not hand.cards:
        return say("First take some cards")
    return say("Take cards or bank") if figures.hands else say("Tap shape and number")


def token_news(sheet: Sheet) -> Text | None:
    """Where the last move has put it, and what that counts; or that nobody has it any more."""
    token = sheet.token
    if isinstance(sheet.told, NoToken):
        return _lost(sheet.table, sheet.told.loser)
    return _token_moved(sheet.table, token) if token and token.move == sheet.played else None


def _token_moved(table: Table, token: Token) -> Text:
    news, worth = _held(table, token.holder), phrases.worth(table.options["al_dente"])
    if token.taken_from is not None:
        loser, name = table.players[token.taken_from], table.players[token.holder]
        news = say("Al Dente goes from %(loser)s to %(name)s", loser=loser, name=name)
    return say("%(news)s: %(weight)s", news=news, weight=worth.signed if worth.points else worth.words)


def put_right(sheet: Sheet) -> Text | None:
    """What the last move said of a group, beside what was noted."""
    table, told = sheet.table, sheet.told
    if not isinstance(told, PutRight):
        return None
    what = {"name": table.players[told.seat], "shape": shape_name(table, told.shape), "now": phrases.amount(told.now)}
    if not told.before.cards:
        return say("%(name)s · %(shape)s %(cards)s", name=what["name"], shape=what["shape"], cards=what["now"])
    if told.now == told.before:
        return say("%(name)s · %(shape)s: %(now)s, as it was", **what)
    return say("%(name)s · %(shape)s: %(now)s instead of %(before)s", **what, before=phrases.amount(told.before))


def _lost(table: Table, loser: int | None) -> Text:
    return _held(table, None) if loser is None else say("%(name)s no longer has Al Dente", name=table.players[loser])


def line(sheet: Sheet, figures: Figures) -> Text | None:
    if sheet.turn is None:
        return verdict(sheet, figures)
    now = say("%(name)s’s turn", name=sheet.table.players[sheet.turn])
    if figures.pile is None:
        return now
    return say(
        "%(turn)s, %(left)s", turn=now, left=say_many("%(count)s card left", "%(count)s cards left", figures.pile)
    )


def best(figures: Figures) -> Best | None:
    return Best(figures.leaders[0], figures.baskets[figures.leaders[0]].total) if figures.leaders else None


def verdict(sheet: Sheet, figures: Figures) -> Text | None:
    if not figures.winners:
        return None
    if not any(sheet.groups):
        return say("Stopped before anybody banked")
    names, total = phrases.names(sheet.table, figures.winners), figures.baskets[figures.winners[0]].total
    if len(names) == 1:
        return say("%(name)s wins with %(total)s", name=names[0], total=total)
    return say("%(names)s share the victory: %(total)s each", names=names, total=total)


def because(sheet: Sheet, figures: Figures) -> tuple[Text, ...]:
    if not any(sheet.groups):
        return ()
    if figures.tie:
        return (figures.tie.decided,)
    if figures.ahead is None:
        return ()
    names = phrases.names(sheet.table, figures.runners_up)
    ahead = say_many(
        "%(count)s point ahead of %(names)s.", "%(count)s points ahead of %(names)s.", figures.ahead, names=names
    )
    return (ahead,)
