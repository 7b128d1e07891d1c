"""States as a phone shows it.

`figures` reckons the sheet out, `slips` and `search` decide what is asked of a battle, `why` what an answer says;
`words` are its lines for the shell, made of `phrases`, `watching` those for whoever watches; `places` is the map;
`course` tells how it went, `race` draws it, and `luck` tells what was luck in it.
`evenings` are what is told of games that are over.
"""

from __future__ import annotations

from companion.screens.core import Cloth, Screen, Words
from companion.screens.states import sharing, slips, watching, words
from companion.screens.states.course import course
from companion.screens.states.evenings import PAST
from companion.screens.states.figures import figures
from companion.screens.states.luck import luck
from companion.screens.states.minute import minute
from companion.screens.states.paper import beneath, blank, paper
from companion.screens.states.why import why

SCREEN = Screen(
    figures=figures,
    slips={"battle": slips.battle},
    why=why,
    preview=slips.preview,
    minute=minute,
    course=course,
    luck=luck,
    past=PAST,
    gist=sharing.gist,
    paper=paper,
    blank=blank,
    beneath=beneath,
    cloth=Cloth("#2f6f9f"),
    stops=words.STOPS,
    words=Words(
        *(words.move, words.turn, words.notice, words.line, words.best, words.verdict, words.because),
        *(watching.up, watching.came),
    ),
)
