"""What Fiasko says: of a move, of a turn, of the end."""

from __future__ import annotations

from collections.abc import Mapping

from companion.record.history import Step
from companion.rules.core import Move, Table
from companion.rules.fiasko.luck import cards_lost
from companion.rules.fiasko.moves import CARDS, PRODUCT_TITLES, Draw, Recount, Reshuffle, Score
from companion.rules.fiasko.pack import SPECIALS
from companion.rules.fiasko.play import Sheet
from companion.rules.fiasko.standing import BEST, FINISH, bonus_for, scores_of
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
        return say("Recounted")
    return say("Recounted: %(cards)s", cards=say_many("%(count)s card", "%(count)s cards", recount.pile))


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
    return say("Draw a card or score a product")


def good_news(figures: Figures, seat: int | None) -> Text | None:
    """For whoever is to draw."""
    if figures.pile and figures.pile.fearless:
        return say("All %(cards)s are out: draw without fear", cards=SPECIALS)
    return _within_reach(figures.promise) if figures.promise and seat == figures.promise.seat else None


def _within_reach(promise: Promise) -> Text:
    return say_many(
        "%(product)s: +%(bonus)s within reach (%(count)s card)",
        "%(product)s: +%(bonus)s within reach (%(count)s cards)",
        promise.cards,
        product=PRODUCT_TITLES[promise.product],
        bonus=BEST,
    )


def cost(step: Step) -> Text | None:
    """What a drawn Fiasko or catastrophe took from whom, where hands are counted."""
    match step.entry.move:
        case Draw(card="fiasko") as draw:
            return _fiasko_took(step.after.table.players[draw.player], lost(step).get(draw.player))
        case Draw(card="catastrophe") if taken := lost(step):
            return say("Catastrophe! Cards lost: %(list)s", list=hands_lost(step.after.table, taken))
        case _:
            return None


def _fiasko_took(name: str, cards: int | None) -> Text | None:
    if not cards:
        return None
    return say_many("Fiasko: %(name)s loses %(count)s card", "Fiasko: %(name)s loses %(count)s cards", cards, name=name)


def lost(step: Step) -> Mapping[int, int]:
    return cards_lost(step)


def hands_lost(table: Table, taken: Mapping[int, int]) -> tuple[Text, ...]:
    return tuple(say("%(name)s %(cards)s", name=table.players[seat], cards=cards) for seat, cards in taken.items())


def brings(before: Sheet, after: Sheet, score: Score) -> Text:
    """What a score earns beside its points, and from whom."""
    bonus, names = bonus_for(after, score.player, score.product), after.table.players
    had, has = _alone(before, score.product), _alone(after, score.product)
    if had is not None and has is not None and had != has:
        return say("The +%(bonus)s goes from %(loser)s to %(name)s", bonus=BEST, loser=names[had], name=names[has])
    if bonus is None:
        return _without_bonus(after, score)
    if bonus.alone:
        return say("Best so far: +%(bonus)s", bonus=bonus.points)
    return say("Shared best: +%(bonus)s", bonus=bonus.points)


def _without_bonus(sheet: Sheet, score: Score) -> Text:
    """Three who are level may get nothing, by what the table agreed on."""
    scores = scores_of(sheet, score.product)
    if scores and (score.player, scores[0][1]) in scores:
        return say("Level with two or more: no bonus")
    return say("Not the best: no bonus")


def _alone(sheet: Sheet, product: str) -> int | None:
    """Who alone has the best of a product."""
    seats = range(len(sheet.scores))
    return next((seat for seat in seats if (bonus := bonus_for(sheet, seat, product)) and bonus.alone), None)


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
    return say("%(names)s share the victory: %(total)s each", names=names, total=total)


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
