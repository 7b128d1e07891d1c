"""The pasta game with the Al Dente token. Its book never names the game, nor most of its nine shapes.

`moves` can happen, `play` says what they do; `standing` counts what lies on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.core import Ruleset, Table
from companion.rules.moves import Move, Within
from companion.rules.options import BadOption, Bearing, Choice, Names, Number
from companion.rules.pasta.moves import SHAPES, Bank, Hold, Lay, Take
from companion.rules.pasta.play import LAID_OUT, play, refuses, start
from companion.rules.pasta.standing import TOKEN_POINTS, answers, basis, kept, results, standing, tally
from companion.rules.text import say, say_many


def incompatible(options: Mapping[str, Any]) -> BadOption | None:
    if options["deck"] is not None and options["track"] != "hands":
        return BadOption(say("The number of cards in the box matters only if the cards taken are noted"), "deck")
    return None


def remembers(table: Table, move: Move | None) -> dict[str, Any]:
    """The names of the shapes, for the next table that plays from the same box."""
    return {} if move else {"shapes": list(table.options["shapes"])}


OPTIONS = (  # pasta.fr.txt:66 and 76, then 78; the rest: silent
    Choice(
        "al_dente",
        say("Value of the Al Dente token"),
        say(
            "The rulebook says “worth %(points)s points” once and “subtract %(points)s” in the final count.",
            points=TOKEN_POINTS,
        ),
        -TOKEN_POINTS,
        (
            (-TOKEN_POINTS, say_many("%(count)s point less", "%(count)s points less", TOKEN_POINTS)),
            (TOKEN_POINTS, say_many("%(count)s point more", "%(count)s points more", TOKEN_POINTS)),
            (0, say("Nothing")),
        ),
        bearing=Bearing.COUNT,
    ),
    Choice(
        "tiebreak",
        say("Equal totals: who wins"),
        say("The rulebook’s words can mean the largest group or the most cards."),
        "largest",
        (("largest", say("The largest group")), ("cards", say("The most cards"))),
        bearing=Bearing.COUNT,
    ),
    Choice(
        "track",
        say("Notes"),
        say("The rulebook asks for no notes. If you note the cards taken too, the hand limit is checked."),
        "groups",
        (("groups", say("Cards on the table")), ("hands", say("The cards taken, too"))),
        bearing=Bearing.NOTHING,
    ),
    Number(
        "deck",
        say("Cards in the box"),
        say("With this number, the game ends by itself with the last card of the pile."),
        None,
        low=LAID_OUT + 1,
        high=200,
    ),
    Names(
        "shapes",
        say("The nine shapes"),
        say("The rulebook shows nine shapes and names one; call them as you like."),
        SHAPES,
    ),
)

GAME = Ruleset(
    slug="pasta",
    name=say("Pasta"),
    seats=Within(2, 6),  # pasta.fr.txt:80 has two; how many at most: silent
    moves=(Bank, Take, Lay, Hold),
    options=OPTIONS,
    start=start,
    play=play,
    tally=tally,
    results=results,
    whole=lambda sheet: any(basket.cards for basket in standing(sheet)),  # stopping is how it ends as a rule
    kept=kept,
    answers=answers,
    basis=basis,
    incompatible=incompatible,
    remembers=remembers,
    refuses=refuses,
)
