"""Fiasko by Reinhard Staupe, after both French rulebooks: the English one, and the German one by option.

`moves` can happen, `play` says what they do; `pack` counts the 88 cards and knows what scores they can make;
`standing` is the sheet from the sub-total down, and what is behind its numbers; `tally` is what files have of it.
`chances` says who is likely to win, `weighing` whether to draw or to score, `turning` what turned a game; `luck` is
kept.
"""

from __future__ import annotations

from companion.rules.core import Ruleset
from companion.rules.fiasko.luck import kept
from companion.rules.fiasko.moves import Draw, Recount, Reshuffle, Score
from companion.rules.fiasko.play import play, refuses, start
from companion.rules.fiasko.standing import BEST, SHARED, answers, basis, results
from companion.rules.fiasko.tally import tally
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
