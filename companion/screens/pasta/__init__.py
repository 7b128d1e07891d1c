"""Pasta as a phone shows it.

`figures` reckons the sheet out; `pads` are the keys and `slips` decide what they show; `words` are the sentences.
`course` tells how a game went in `rows` that `lanes` draw; `paper`, `minute` and `sharing` are what their names
say.
"""

from __future__ import annotations

from companion.screens.core import Afterwards, Blows, Cloth, KeysAndSlips, Printing, Screen, Words
from companion.screens.pasta import slips, words
from companion.screens.pasta.course import course
from companion.screens.pasta.figures import drawing, figures, heads
from companion.screens.pasta.minute import minute
from companion.screens.pasta.pads import bank_pad, lay_pad, token_pad
from companion.screens.pasta.paper import beneath, blank, paper
from companion.screens.pasta.sharing import PAST, gist

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
    keys=KeysAndSlips(
        pad=bank_pad,
        rounds={"lay": lay_pad, "token": token_pad},
        slips={"bank": slips.bank, "take": slips.take, "end": slips.end, "lay": slips.lay, "token": slips.token},
        preview=slips.preview,
    ),
    blows=Blows(hands=lambda sheet: sheet.hands or ()),
    afterwards=Afterwards(course=course, gist=gist),
    drawing=drawing,
    past=PAST,
    heads=heads,
    cloth=Cloth("#f2b705", "#1d2433"),
    stops=words.STOPS,
)
