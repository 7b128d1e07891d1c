"""Pasta as a phone shows it.

`figures` reckons the sheet out, `keys` are those of a bank and `counting` those that go round the table; `slips`,
`putting_right` and `preview` decide what they show; `course` tells how it went, in
`rows` that `lanes` draw; `words` are the sentences, `phrases` their parts, `watching` those
for whoever watches, `evenings` those of games that are over.
"""

from __future__ import annotations

from companion.screens.core import Screen, Words
from companion.screens.pasta import putting_right, sharing, slips
from companion.screens.pasta.counting import lay_pad, token_pad
from companion.screens.pasta.course import course
from companion.screens.pasta.evenings import PAST
from companion.screens.pasta.figures import drawing, figures
from companion.screens.pasta.keys import pad
from companion.screens.pasta.minute import minute
from companion.screens.pasta.paper import beneath, blank, paper
from companion.screens.pasta.preview import preview
from companion.screens.pasta.watching import came, up
from companion.screens.pasta.words import STOPS, because, best, line, move, notice, turn, verdict

SCREEN = Screen(
    figures=figures,
    words=Words(move, turn, notice, line, best, verdict, because, up, came),
    slips={
        "bank": slips.bank,
        "take": slips.take,
        "end": slips.end,
        "lay": putting_right.lay,
        "token": putting_right.token,
    },
    drawing=drawing,
    pad=pad,
    rounds={"lay": lay_pad, "token": token_pad},
    preview=preview,
    minute=minute,
    course=course,
    past=PAST,
    gist=sharing.gist,
    paper=paper,
    blank=blank,
    beneath=beneath,
    stops=STOPS,
)
