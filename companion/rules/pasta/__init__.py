"""The pasta game with the Al Dente token. Its book never names the game, nor most of its nine shapes.

`moves` can happen, `play` says what they do; `standing` counts what lies on the table,
`figures` is what a screen shows of it, `tally` what a file does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.core import Move, Ruleset, Table, Within
from companion.rules.options import BadOption, Choice, Names, Number
from companion.rules.pasta.moves import SHAPES, Bank, Take
from companion.rules.pasta.play import play, start
from companion.rules.pasta.standing import asks, why
from companion.rules.pasta.tally import tally
from companion.rules.text import say


def conflict(options: Mapping[str, Any]) -> BadOption | None:
    if options["deck"] is not None and options["track"] != "hands":
        return BadOption(say("The number of cards in the box is of use only where the cards taken are noted"), "deck")
    return None


def remembers(table: Table, move: Move | None) -> dict[str, Any]:
    """The names of the shapes, for the next table that plays from the same box."""
    return {} if move else {"shapes": list(table.options["shapes"])}


OPTIONS = (
    Choice(
        "al_dente",
        say("What the Al Dente token is worth"),
        say("The book says “worth 2 points” once, and “subtract 2” in the final count."),
        -2,
        ((-2, say("2 points less")), (2, say("2 points more")), (0, say("Nothing"))),
    ),
    Choice(
        "tiebreak",
        say("Equal totals: who wins"),
        say("The book's words can mean the largest group, or the most cards."),
        "largest",
        (("largest", say("The largest group")), ("cards", say("The most cards"))),
    ),
    Choice(
        "track",
        say("What is noted"),
        say("The book asks for no notes; those who note the cards taken have the hand limit kept too."),
        "groups",
        (("groups", say("What lies on the table")), ("hands", say("The cards taken, too"))),
    ),
    Number(
        "deck",
        say("Cards in the box"),
        say("If you know it, the game ends by itself with the last card of the pile."),
        None,
        low=17,
        high=200,
    ),
    Names(
        "shapes",
        say("The nine shapes"),
        say("The book shows nine shapes and names one; call them as you like."),
        SHAPES,
    ),
)

GAME = Ruleset(
    slug="pasta",
    name=say("Pasta"),
    seats=Within(2, 6),
    moves=(Bank, Take),
    options=OPTIONS,
    start=start,
    play=play,
    tally=tally,
    why=why,
    asks=asks,
    conflict=conflict,
    remembers=remembers,
)
