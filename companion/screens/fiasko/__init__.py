"""Fiasko as a phone shows it.

`figures` computes the numbers of the sheet, `slips` and `score_slip` decide what can be tapped, `words` has the
sentences, `losses` those of a Fiasko and a catastrophe, and `weighed` says who is likely to win. At the end `tally` is
read out, `course` tells how the game went, `course_chart` draws that, `turns` and `luck` say what turned it, and
`sharing` tells it to others.
"""

from __future__ import annotations

from companion.screens.core import Afterwards, Blows, Cloth, KeysAndSlips, Printing, Screen, Words
from companion.screens.fiasko import losses, score_slip, slips, words
from companion.screens.fiasko.course_chart import course
from companion.screens.fiasko.figures import figures, heads
from companion.screens.fiasko.luck import luck
from companion.screens.fiasko.minute import minute
from companion.screens.fiasko.paper import beneath, blank, paper
from companion.screens.fiasko.sharing import PAST, gist
from companion.screens.fiasko.tally import tally
from companion.screens.fiasko.turns import turns
from companion.screens.fiasko.weighed import watched, why

SCREEN = Screen(
    figures=figures,
    words=Words(
        move=words.move,
        notice=words.notice,
        line=words.line,
        verdict=words.verdict,
        because=words.because,
        up=words.up,
        came=words.came,
        cost=losses.cost,
        tale=words.tale,
    ),
    minute=minute,
    printing=Printing(paper=paper, blank=blank, beneath=beneath),
    keys=KeysAndSlips(
        pad=slips.pad,
        rounds={"paper": slips.from_paper},
        slips={"draw": slips.draw, "recount": slips.recount, "score": score_slip.score},
        preview=score_slip.preview,
        why=why,
    ),
    blows=Blows(heavy=losses.heavy, burst=losses.burst, hands=losses.hands),
    afterwards=Afterwards(tally=tally, course=course, luck=luck, turns=turns, gist=gist),
    drawing=words.drawing,
    watched=watched,
    past=PAST,
    cloth=Cloth("#c8321f"),
    begins=words.BEGINS,
    heads=heads,
    stops=words.STOPS,
)
