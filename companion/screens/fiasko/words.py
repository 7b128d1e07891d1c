"""What Fiasko says: of a move, of a turn, of the end."""

from __future__ import annotations

from companion.rules.core import Move, Table
from companion.rules.fiasko.moves import CARDS, PRODUCT_TITLES, Draw, Recount, Reshuffle, Score
from companion.rules.fiasko.pack import SPECIALS
from companion.rules.fiasko.play import Sheet
from companion.rules.fiasko.standing import FINISH, Bonus
from companion.rules.text import Text, say, say_many
from companion.screens.core import Best
from companion.screens.fiasko.figures import Figures, Promise

STOPS = (
    say("The bonuses stand as they are."),
    say("Hands count for nothing, and nobody gets the +%(points)s for finishing.", points=FINISH),
)


def move(table: Table, move: Move) -> Text:
    """In a line: on undo, in the log."""
    match move:
        case Draw():
            return _drawn(table.players[move.player], move)
        case Score():
            name, product = table.players[move.player], PRODUCT_TITLES[move.product]
            return say("%(name)s · %(product)s %(points)s", name=name, product=product, points=move.worth)
        case Recount():
            return _recounted(move)
        case Reshuffle():
            return say("Shuffled")
        case _:
            return say("Stopped here")


def _drawn(name: str, draw: Draw) -> Text:
    card = CARDS[draw.card]
    if draw.lost is None:
        return say("%(name)s · %(card)s", name=name, card=card)
    lost = say_many("%(count)s card lost", "%(count)s cards lost", draw.lost)
    return say("%(name)s · %(card)s (%(lost)s)", name=name, card=card, lost=lost)


def _recounted(recount: Recount) -> Text:
    if recount.pile is None:
        return say("Recount")
    return say("Recount: %(cards)s", cards=say_many("%(count)s card", "%(count)s cards", recount.pile))


def heavy(move: Move) -> bool:
    return isinstance(move, Draw) and move.card != "goods"


def turn(sheet: Sheet, seat: int) -> Text:
    name = sheet.table.players[seat]
    return say("%(name)s’s turn", name=name) if seat == sheet.turn else say("For %(name)s", name=name)


def notice(sheet: Sheet, figures: Figures, seat: int | None) -> Text | None:
    """The second line of the shelf."""
    if promising := good_news(figures, seat):
        return promising
    if seat is None:
        return say("Tap the name of whoever drew or scores")
    return say("Draw a card, or score a product")


def good_news(figures: Figures, seat: int | None) -> Text | None:
    """For whoever is to draw."""
    if figures.pile and figures.pile.fearless:
        return say("All %(cards)s are out: draw without fear", cards=SPECIALS)
    return _within_reach(figures.promise) if figures.promise and seat == figures.promise.seat else None


def _within_reach(promise: Promise) -> Text:
    """Written out for each product: in other languages the words beside it go with it."""
    cards = promise.cards
    could_beat = {
        "milk": say_many("%(count)s card could beat the best milk", "%(count)s cards could beat the best milk", cards),
        "pickles": say_many(
            "%(count)s card could beat the best pickles", "%(count)s cards could beat the best pickles", cards
        ),
        "tomatoes": say_many(
            "%(count)s card could beat the best tomatoes", "%(count)s cards could beat the best tomatoes", cards
        ),
        "corn": say_many("%(count)s card could beat the best corn", "%(count)s cards could beat the best corn", cards),
        "sardines": say_many(
            "%(count)s card could beat the best sardines", "%(count)s cards could beat the best sardines", cards
        ),
    }
    return could_beat[promise.product]


def brings(bonus: Bonus | None) -> Text:
    """What a score earns beside its points."""
    if bonus is None:
        return say("Not the best: no bonus")
    if bonus.alone:
        return say("Best so far: +%(bonus)s", bonus=bonus.points)
    return say("Shared best: +%(bonus)s", bonus=bonus.points)


def line(sheet: Sheet, figures: Figures) -> Text | None:
    """One row of the home page."""
    if sheet.over:
        return verdict(sheet, figures)
    if sheet.turn is None:
        return say("Under way")
    left = say_many("%(count)s card left", "%(count)s cards left", sheet.counter.pile)
    return say("%(turn)s, %(left)s", turn=turn(sheet, sheet.turn), left=left)


def best(figures: Figures) -> Best | None:
    """Who is ahead."""
    return Best(figures.leaders[0], figures.sums[figures.leaders[0]].points) if figures.leaders else None


def verdict(sheet: Sheet, figures: Figures) -> Text | None:
    if not figures.winners:
        return None
    if not any(sheet.scores):
        return say("Stopped before anybody scored")
    names = tuple(sheet.table.players[seat] for seat in figures.winners)
    total = figures.sums[figures.winners[0]].points
    if len(names) == 1:
        return say("%(name)s wins with %(total)s", name=names[0], total=total)
    return say("%(names)s share the victory with %(total)s", names=names, total=total)


def because(sheet: Sheet, figures: Figures) -> tuple[Text, ...]:
    """What follows the verdict."""
    if not any(sheet.scores):
        return ()
    said = []
    if len(figures.winners) > 1:
        said.append(say("Equal totals, and no rulebook breaks the tie."))
    elif figures.winners and figures.ahead is not None:
        names = tuple(sheet.table.players[seat] for seat in figures.runners_up)
        said.append(
            say_many(
                "%(count)s point ahead of %(names)s.",
                "%(count)s points ahead of %(names)s.",
                figures.ahead,
                names=names,
            )
        )
    if figures.finish_decided:
        said.append(say("The %(points)s for finishing made the difference.", points=FINISH))
    if sheet.over and sheet.finisher is None:
        said.append(say("Stopped early: nobody gets the %(points)s for finishing.", points=FINISH))
    return tuple(said)
