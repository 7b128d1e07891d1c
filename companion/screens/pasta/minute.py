"""Pasta's rules in a minute, in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import Any

from companion.rules.pasta.moves import HAND_LIMIT, MOST_BANKED
from companion.rules.pasta.play import FEW, LAID_OUT
from companion.rules.text import Text, say
from companion.screens.minute import Part


def minute(options: Mapping[str, Any], seats: int | None) -> tuple[Part, ...]:
    equal = {
        "largest": say("Equal totals: the largest group wins, then the most groups."),
        "cards": say("Equal totals: the most cards win, then the most groups."),
    }
    laid = say("Lay out %(cards)s cards, %(side)s by %(side)s.", cards=LAID_OUT, side=isqrt(LAID_OUT))
    hat = say("One corner card lies face down under the chef’s hat; the rest is the pile.")
    two = say(
        "With two players all cards lie face up: the first player swaps one for a hidden card and puts the hat on it."
    )
    square = (laid, two) if seats == 2 else (laid, hat) if seats else (laid, hat, two)
    return (
        Part(
            say("The aim"),
            "farfalle",
            (say("Lay down the most pasta: each card in front of you at the end is worth a point."),),
        ),
        Part(say("The square"), "chef-hat", square, picture="square"),
        Part(
            say("Your turn"),
            "penne",
            (
                say("Take cards from the square or bank some of your hand; then it’s the next player’s turn."),
                say("If you begin a turn with %(cards)s cards in hand, you must bank.", cards=HAND_LIMIT),
            ),
            ("track",),
        ),
        Part(
            say("Take"),
            "spaghetti",
            (
                say("In the hat’s row and column choose one shape or the sauces and take all of them."),
                say("Or take the hidden card under the hat."),
                say("If your hand would have more than %(cards)s cards, choose something else.", cards=HAND_LIMIT),
                say("Fill the gaps from the pile, move the hat onto a new card and turn up the others."),
            ),
        ),
        Part(
            say("Bank"),
            "macaroni",
            (
                say(
                    "Lay down 1 to %(cards)s cards of one shape; your groups may grow in later turns.",
                    cards=MOST_BANKED,
                ),
                say("Sauces are wild beside at least one pasta, and stay with its shape."),
            ),
            ("shapes",),
        ),
        Part(
            say("Steal"),
            "sauce",
            (
                say("If others have that shape in front of them too, you may steal one card of it from one of them."),
                say("As you do, say “Par ici la pasta!”"),
            ),
        ),
        Part(
            Text("Al Dente", None, ()),
            "al-dente",
            (
                say(
                    "If you bank only 1 or %(cards)s cards, you must take the token; a stolen card doesn’t count here.",
                    cards=FEW,
                ),
            ),
            ("al_dente",),
        ),
        Part(
            say("The end"),
            None,
            (
                say("Drawing the last card of the pile ends the game at once. Hands count for nothing."),
                equal[options["tiebreak"]],
            ),
            ("tiebreak", "deck"),
        ),
    )
