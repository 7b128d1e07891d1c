"""Fiasko by Reinhard Staupe, after both French rulebooks: the English one, and the German one by option.

`moves` can happen, `play` says what they do; `pack` counts the 88 cards and knows what scores they can make;
`standing` is the sheet from the sub-total down, and what is behind its numbers.
`chances` says who is likely to win, `weighing` whether to draw or to score, `turning` what turned a game; `luck` is
kept.
"""

from __future__ import annotations

from typing import Any

from companion.rules.core import Ruleset, winners
from companion.rules.fiasko.chances import chances as chances_of
from companion.rules.fiasko.luck import kept
from companion.rules.fiasko.moves import PRODUCTS, Draw, Recount, Reshuffle, Score
from companion.rules.fiasko.play import FiaskoSheet, play, refuses, start
from companion.rules.fiasko.standing import BEST, SHARED, answers, basis, odds, results
from companion.rules.fiasko.standing import standing as columns_of
from companion.rules.moves import Within
from companion.rules.options import Bearing, Choice
from companion.rules.text import say

OPTIONS = (  # fiasko-from-english.fr.txt:83, 87 and 91; fiasko-from-german.fr.txt:30 and 34; the rest: silent
    Choice(
        "fiasko_loss",
        say("A Fiasko costs"),
        say("One rulebook takes the whole hand; the German one also mentions just the product shown."),
        "hand",
        (("hand", say("The whole hand")), ("product", say("The product shown"))),
        bearing=Bearing.NOTHING,
    ),
    Choice(
        "catastrophe",
        say("A catastrophe hits"),
        say("In the German rulebook, the player who draws it loses the hand, too."),
        "others",
        (("others", say("All the others")), ("everyone", say("Everyone"))),
        bearing=Bearing.NOTHING,
    ),
    Choice(
        "three_way_tie",
        say("Three or more tie"),
        say("The rulebooks cover a tie of two, never of three."),
        "fifteen",
        (
            ("fifteen", say("%(points)s each", points=SHARED)),
            ("split", say("%(points)s to share", points=BEST)),
            ("none", say("No bonus")),
        ),
        bearing=Bearing.COUNT,
    ),
    Choice(
        "count",
        say("Cards counted"),
        say("The rulebooks advise counting the Fiasko and catastrophe cards."),
        "all",
        (
            ("all", say("Every card")),
            ("specials", say("Fiasko + catastrophe")),
            ("none", say("No counting")),
        ),
        bearing=Bearing.NOTHING,
    ),
    Choice(
        "advice",
        say("Chances to win"),
        say("The count works out what nobody at the table could: some call that cheating."),
        "asked",
        (("asked", say("When asked")), ("off", say("Not shown"))),
        bearing=Bearing.NOTHING,
    ),
    Choice(
        "watch",
        say("Chances for those who watch"),
        say("A screen on the wall shows them to the players, too."),
        "bars",
        (("bars", say("As bars")), ("off", say("Not shown"))),
        bearing=Bearing.NOTHING,
    ),
)

# The tally, as game files and the API have it

PLACES = 1000  # of a chance


def tally(sheet: FiaskoSheet) -> dict[str, Any]:
    names, columns = sheet.table.players, columns_of(sheet)
    return {
        "game": "fiasko",
        "over": sheet.over,
        "players": [
            {
                "name": name,
                "products": {product: scores[product].points if product in scores else None for product in PRODUCTS},
                "subtotal": column.subtotal,
                "bonuses": [{"for": bonus.reason, "points": bonus.points} for bonus in column.bonuses],
                "bonus": column.bonus,
                "total": column.total,
                "rank": column.rank,
            }
            for name, scores, column in zip(names, sheet.scores, columns, strict=True)
        ],
        "winners": [names[seat] for seat in winners(sheet, [column.rank for column in columns])],
        "counter": _counter(sheet),
        "chances": _chances(sheet),
    }


def _counter(sheet: FiaskoSheet) -> dict[str, Any] | None:
    counter, likely = sheet.counter, odds(sheet)
    match sheet.table.options["count"]:
        case "none":
            return None
        case "specials":
            return {"fiasko": counter.fiasko, "catastrophe": counter.catastrophe, "shuffles": counter.shuffles}
        case _:
            rounded: dict[str, Any] | None = None
            if likely:
                rounded = {name: round(it, 6) for name, it in likely._asdict().items() if name != "fiasko_within"}
                rounded["fiasko_within"] = [round(chance, 6) for chance in likely.fiasko_within]
            return {**counter._asdict(), "hands": list(counter.hands), "odds": rounded}


def _chances(sheet: FiaskoSheet) -> list[float] | None:
    """Of three places that add up to 1: those cut off most get what is left. Only where the table wants to hear it."""
    likely = chances_of(sheet) if sheet.table.options["advice"] == "asked" else None
    return None if likely is None else [part / PLACES for part in apportioned(likely, PLACES)]


def apportioned(shares: tuple[float, ...], places: int) -> tuple[int, ...]:
    """As whole parts that add up: each cut down, and one more for those that lost most by it."""
    parts = [int(share * places) for share in shares]
    most_cut = sorted(range(len(shares)), key=lambda at: parts[at] - shares[at] * places)
    for at in most_cut[: places - sum(parts)]:
        parts[at] += 1
    return tuple(parts)


GAME = Ruleset(
    slug="fiasko",
    name=say("Fiasko"),
    seats=Within(2, 5),  # fiasko-from-english.fr.txt:30 has five columns to write in; how many may play: silent
    moves=(Draw, Score, Recount, Reshuffle),
    options=OPTIONS,
    start=start,
    play=play,
    tally=tally,
    results=results,
    whole=lambda sheet: sheet.finisher is not None,
    kept=kept,
    answers=answers,
    basis=basis,
    refuses=refuses,
)
