"""Fiasko as a phone shows it.

`figures` reckons the sheet out, `slips` and `scoring` decide what can be tapped, `words` speaks, `watching` to those
who watch. At the end `reading` reads the tally out, `course` draws how it went, and `luck` says whether it was that.
`evenings` are what is told of those that are over.
"""

from __future__ import annotations

from companion.screens.core import Screen, Words
from companion.screens.fiasko import scoring, sharing, slips, watching, words
from companion.screens.fiasko.course_chart import course
from companion.screens.fiasko.evenings import PAST
from companion.screens.fiasko.figures import figures
from companion.screens.fiasko.luck import luck
from companion.screens.fiasko.minute import minute
from companion.screens.fiasko.paper import beneath, blank, paper
from companion.screens.fiasko.reading import reading

SCREEN = Screen(
    figures=figures,
    words=Words(
        *(words.move, words.turn, words.notice, words.line, words.best, words.verdict, words.because),
        *(watching.up, watching.came, words.cost),
    ),
    slips={"draw": slips.draw, "recount": slips.recount, "score": scoring.score},
    drawing=slips.drawing,
    pad=slips.pad,
    preview=scoring.preview,
    heavy=words.heavy,
    minute=minute,
    tally_steps=reading,
    course=course,
    luck=luck,
    past=PAST,
    gist=sharing.gist,
    paper=paper,
    blank=blank,
    beneath=beneath,
    stops=words.STOPS,
)
