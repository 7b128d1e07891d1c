"""Fiasko's rules in a minute, in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.fiasko.moves import CARDS as DRAWN
from companion.rules.fiasko.moves import PRODUCTS
from companion.rules.fiasko.pack import CATASTROPHE, FIASKO, GOODS, LOWEST, SPECIALS
from companion.rules.fiasko.standing import BEST, FINISH, SHARED
from companion.rules.text import Text, say
from companion.screens.minute import Part

OFF_LIKE, OFF_OTHERS = 2, 3  # in a hundred, as the record of the tool has it
CARDS, HAND = (5, 2, 4), 8  # the example of both rulebooks
ONE_PILE = say("It shows somebody in front of a falling pile of the same goods.")
MANY_PILES = say("It shows several falling piles of different goods.")
OTHER_NAME = say("In the German box it is called “Ätsch”.")
LOSES = {
    "hand": say("If you draw one, show it: you lose your whole hand."),
    "product": say("If you draw one, show it: you lose your cards of the product on it."),
}
LOSE = {
    "others": say("If you draw one, you keep your hand: all the others lose theirs."),
    "everyone": say("Everybody loses their hand, even the player who drew it."),
}


def minute(options: Mapping[str, Any], seats: int | None) -> tuple[Part, ...]:
    return (
        Part(
            say("The aim"),
            "goods",
            (say("Score each of the %(products)s products once. The highest total wins.", products=len(PRODUCTS)),),
        ),
        Part(
            say("The pack"),
            "goods",
            (
                say(
                    "%(goods)s goods: of each product the values 1, 2, 4 and 5 three times, 3 four times.",
                    goods=GOODS,
                ),
                say("%(fiasko)s Fiaskos and %(catastrophe)s catastrophes.", fiasko=FIASKO, catastrophe=CATASTROPHE),
            ),
        ),
        Part(
            say("Your turn"),
            "card-back",
            (
                say("The left neighbour of the player who keeps score begins."),
                say("Draw one card or score one product; then it’s the next player’s turn."),
                say("Goods stay in your hand: the more cards you hold, the more a score is worth."),
            ),
        ),
        Part(_so_many(FIASKO, "fiasko"), "fiasko", (ONE_PILE, LOSES[options["fiasko_loss"]]), ("fiasko_loss",)),
        Part(
            _so_many(CATASTROPHE, "catastrophe"),
            "catastrophe",
            (MANY_PILES, LOSE[options["catastrophe"]], OTHER_NAME),
            ("catastrophe",),
        ),
        Part(
            say("A score"),
            "milk",
            (
                say("Add up your cards of one product and multiply by the number of all the cards in your hand."),
                say("You need at least %(points)s points. Then your whole hand is discarded.", points=LOWEST),
            ),
            cards=CARDS,
            result=say(
                "(%(sum)s) × %(hand)s in hand = %(points)s",
                sum=" + ".join(map(str, CARDS)),
                hand=HAND,
                points=sum(CARDS) * HAND,
            ),
        ),
        Part(
            say("The end"),
            None,
            (
                say("A player’s last product ends the game at once: +%(points)s for finishing.", points=FINISH),
                say(
                    "The best score of each product gets +%(best)s; two who share it, +%(shared)s each.",
                    best=BEST,
                    shared=SHARED,
                ),
                say("Hands count for nothing."),
                say("You can win with few points, too: by finishing before the others."),
            ),
            ("three_way_tie",),
        ),
        Part(
            say("Counting"),
            "card-back",
            (
                say("When the pile runs out, the discards are shuffled into a new one."),
                say("While all %(cards)s special cards are out, you draw without fear.", cards=SPECIALS),
            ),
            ("count",),
        ),
        Part(
            say("Chances to win"),
            "card-back",
            (
                say("A small neural net estimates them from the sheet, the pile and the number of cards in each hand."),
                say("The net learnt by playing tens of thousands of games against itself and against simple players."),
                say("The net knows nobody’s cards: what you type into a score slip reaches no other phone."),
                say(
                    "Of 100 players with the same chance, as many win as the chance says, give or take %(like)s at "
                    "tables like those the net learnt from, %(other)s at others.",
                    like=OFF_LIKE,
                    other=OFF_OTHERS,
                ),
                say("So every chance is approximate: two that differ by 2 or 3 in 100 count as equal."),
            ),
            ("advice", "watch"),
            folded=True,
        ),
    )


def _so_many(cards: int, card: str) -> Text:
    return Text("%(cards)s × %(card)s", None, (("cards", cards), ("card", DRAWN[card])))
