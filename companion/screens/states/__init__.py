"""States as a phone shows it.

`figures` reckons the sheet out, the map too; `slips` and `search` decide what is asked of a battle, `why` what an
answer says; `words` are the sentences and their parts. `course` tells how it went, `race` draws it, and `luck` tells
what was luck in it; `paper`, `minute` and `sharing` are what their names say.
"""

from __future__ import annotations

from companion.screens.core import Afterwards, Cloth, KeysAndSlips, Printing, Screen, Words
from companion.screens.states import slips, words
from companion.screens.states.course import course
from companion.screens.states.figures import figures, heads
from companion.screens.states.luck import luck
from companion.screens.states.minute import minute
from companion.screens.states.paper import beneath, blank, paper
from companion.screens.states.sharing import PAST, gist
from companion.screens.states.why import why

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
        tale=words.tale,
    ),
    minute=minute,
    printing=Printing(paper=paper, blank=blank, beneath=beneath),
    keys=KeysAndSlips(slips={"battle": slips.battle}, preview=slips.preview, why=why),
    afterwards=Afterwards(course=course, luck=luck, gist=gist),
    past=PAST,
    heads=heads,
    cloth=Cloth("#2f6f9f"),
    stops=words.STOPS,
)
