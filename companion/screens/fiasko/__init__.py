"""Fiasko as a phone shows it: `figures` reckons the sheet out, `slips` decides what can be tapped, `words` speaks."""

from __future__ import annotations

from companion.screens.core import Screen, Words
from companion.screens.fiasko import slips, words
from companion.screens.fiasko.figures import figures

SCREEN = Screen(
    figures=figures,
    words=Words(
        words.move, words.turn, words.notice, words.line, words.best, words.verdict, words.because, words.effect
    ),
    slips={"draw": slips.draw, "recount": slips.recount, "score": slips.score},
    drawing=slips.drawing,
    pad=slips.pad,
    preview=slips.preview,
)
