"""What Fiasko says: of a move and what came of it, of a turn, to those who watch, and of the end."""

from __future__ import annotations

from collections.abc import Sequence

from companion.record.history import Log, Step
from companion.rules.core import Table
from companion.rules.fiasko.moves import CARDS, PRODUCT_NAMES, PRODUCT_TITLES, Draw, Recount, Reshuffle, Score
from companion.rules.fiasko.pack import SPECIALS
from companion.rules.fiasko.play import FiaskoSheet, cards_lost
from companion.rules.fiasko.standing import BEST, FINISH, bonus_for, scores_of
from companion.rules.moves import Move
from companion.rules.text import Text, bare, say, say_many
from companion.screens.core import Came, Tale, Up
from companion.screens.fiasko.figures import FiaskoFigures
from companion.screens.fiasko.losses import lost
from companion.screens.wording import ahead_of, leads, whose_turn, wins

BEGINS = say("By the book: the player to the left of the scorekeeper")
STOPS = (
    say("The bonuses stand as they are."),
    say("Hands count for nothing, and nobody gets the +%(points)s for finishing.", points=FINISH),
)


# Of a move


def move(table: Table, move: Move) -> Text:
    """In a line: on undo, in the log."""
    match move:
        case Draw(lost=None):
            return say("%(name)s · %(card)s", name=table.players[move.player], card=CARDS[move.card])
        case Draw(lost=int(cards)):
            lost = say_many("%(count)s card lost", "%(count)s cards lost", cards)
            name, card = table.players[move.player], CARDS[move.card]
            return say("%(name)s · %(card)s (%(lost)s)", name=name, card=card, lost=lost)
        case Score():
            name, product = table.players[move.player], PRODUCT_TITLES[move.product]
            return say("%(name)s · %(product)s %(points)s", name=name, product=product, points=move.worth)
        case Recount(pile=int(cards)):
            return say("Recounted: %(cards)s", cards=say_many("%(count)s card", "%(count)s cards", cards))
        case Recount(hands=tuple(hands)):
            return say("Hands recounted: %(hands)s", hands=" · ".join(map(str, hands)))
        case Recount():
            return say("Recounted")
        case Reshuffle():
            return say("Shuffled")
        case _:
            return say("Stopped here")


def drawing(move: Move) -> str | None:
    """Of the card that was drawn, or of the product that was scored."""
    match move:
        case Draw():
            return move.card
        case Score():
            return move.product
        case _:
            return None


def came(step: Step) -> Came:
    """For those who watch."""
    match step.move:
        case Draw() as draw:
            return Came(draw.player, lost(step, draw))
        case Score() as score:
            return Came(score.player, brings(step.before, step.after, score), (score.player, score.product))
        case Recount(hands=tuple()):
            changed = hands_changed(step.after.table.players, step.before.counter.hands, step.after.counter.hands)
            return Came(text=bare(changed)) if changed else Came()
        case Reshuffle():
            pile = step.after.counter.pile
            return Came(text=say_many("%(count)s card left", "%(count)s cards left", pile))
        case _:
            return Came()


def hands_changed(players: Sequence[str], before: tuple[int, ...], after: tuple[int, ...]) -> tuple[Text, ...]:
    """By a recount."""
    return tuple(
        say("%(name)s %(cards)s (was %(before)s)", name=name, cards=has, before=had)
        for name, had, has in zip(players, before, after, strict=True)
        if had != has
    )


def tale(step: Step) -> Tale | None:
    """For the log."""
    table, brought = step.after.table, came(step).text
    match step.move:
        case Draw(card="goods") as draw:
            return Tale(say("%(name)s draws goods", name=table.players[draw.player]), folds=CARDS["goods"])
        case Draw() as draw:
            drawn = say("%(name)s draws a Fiasko") if draw.card == "fiasko" else say("%(name)s draws the catastrophe")
            mine = cards_lost(step).get(draw.player, 0)
            if draw.card == "fiasko" and mine:
                brought = say_many("%(count)s card lost", "%(count)s cards lost", mine)
            return Tale(drawn.about(name=table.players[draw.player]), brought, bad=True)
        case Score() as score:
            told = say(
                "%(name)s scores %(product)s", name=table.players[score.player], product=PRODUCT_NAMES[score.product]
            )
            if score.values is not None and brought is not None:
                sum_of = f"({' + '.join(map(str, score.values))}) × {score.hand}"
                brought = Text("%(sum)s. %(brings)s", None, (("sum", sum_of), ("brings", brought)))
            return Tale(told, brought, points=score.worth)
        case _:
            return None


def brings(before: FiaskoSheet, after: FiaskoSheet, score: Score) -> Text:
    """What a score earns beside its points, and from whom."""
    bonus, names = bonus_for(after, score.player, score.product), after.table.players
    had, has = _alone(before, score.product), _alone(after, score.product)
    if had is not None and has is not None and had != has:
        return say("The +%(bonus)s goes from %(loser)s to %(name)s", bonus=BEST, loser=names[had], name=names[has])
    if bonus:
        best = say("Best so far: +%(bonus)s", bonus=bonus.points)
        return best if bonus.alone else say("Shared best: +%(bonus)s", bonus=bonus.points)
    scores = scores_of(after, score.product)
    if scores and (score.player, scores[0][1]) in scores:  # three who are level, by what the table agreed on
        return say("Level with two or more: no bonus")
    return say("Not the best: no bonus")


def _alone(sheet: FiaskoSheet, product: str) -> int | None:
    """Who alone has the best of a product."""
    seats = range(len(sheet.scores))
    return next((seat for seat in seats if (bonus := bonus_for(sheet, seat, product)) and bonus.alone), None)


# Of a turn


def notice(sheet: FiaskoSheet, figures: FiaskoFigures, seat: int | None) -> Text | None:
    """The second line of the shelf."""
    if promising := _good_news(figures, seat):
        return promising
    if seat is None:
        return say("Tap the player who drew or scores")
    return say("Draw a card or score a product")


def _good_news(figures: FiaskoFigures, seat: int | None) -> Text | None:
    """For whoever is to draw."""
    promise = figures.promise
    if figures.pile and figures.pile.fearless:
        return say("All %(cards)s are out: draw without fear", cards=SPECIALS)
    if promise is None or seat != promise.seat:
        return None
    return say_many(
        "%(product)s: +%(bonus)s within reach (%(count)s card)",
        "%(product)s: +%(bonus)s within reach (%(count)s cards)",
        promise.cards,
        product=PRODUCT_TITLES[promise.product],
        bonus=BEST,
    )


def up(log: Log, figures: FiaskoFigures) -> Up:
    """For those who watch. Where nobody knows whose turn it is, who leads is up."""
    sheet: FiaskoSheet = log.sheet
    news, lead = _good_news(figures, sheet.turn), leads(sheet.table, figures.leaders, figures.ahead)
    if sheet.turn is None:
        ahead = figures.leaders[0] if len(figures.leaders) == 1 else None
        return Up(lead or say("Under way"), ahead, (news,) if news else ())
    hand = sheet.counter.hands[sheet.turn]
    holds = say_many("%(count)s card in hand", "%(count)s cards in hand", hand)
    return Up(whose_turn(sheet, sheet.turn), sheet.turn, (news or holds, *((lead,) if lead else ())))


def line(sheet: FiaskoSheet, figures: FiaskoFigures) -> Text | None:
    """One row of the home page."""
    if sheet.over:
        return verdict(sheet, figures)
    if sheet.turn is None:
        return say("Under way")
    left = say_many("%(count)s card left", "%(count)s cards left", sheet.counter.pile)
    return say("%(turn)s, %(left)s", turn=whose_turn(sheet, sheet.turn), left=left)


# Of the end


def verdict(sheet: FiaskoSheet, figures: FiaskoFigures) -> Text | None:
    if not figures.winners:
        return None
    if not any(sheet.scores):
        return say("Stopped before anybody scored")
    names = tuple(sheet.table.players[seat] for seat in figures.winners)
    return wins(names, figures.sums[figures.winners[0]].points)


def because(sheet: FiaskoSheet, figures: FiaskoFigures) -> tuple[Text, ...]:
    """What follows the verdict."""
    if not any(sheet.scores):
        return ()
    said = []
    if len(figures.winners) > 1:
        said.append(say("Equal totals, and no rulebook breaks the tie."))
    elif figures.winners and figures.ahead is not None:
        names = tuple(sheet.table.players[seat] for seat in figures.runners_up)
        said.append(ahead_of(names, figures.ahead))
    if figures.finish_decided:
        said.append(say("The %(points)s for finishing made the difference.", points=FINISH))
    if sheet.over and sheet.finisher is None:
        said.append(say("Stopped early: nobody gets the %(points)s for finishing.", points=FINISH))
    return tuple(said)
