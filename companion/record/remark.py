"""The note on an evening: a line of text that its table adds, once the game is over."""

from __future__ import annotations

import unicodedata

from companion.rules.options import NO_CHARACTERS
from companion.rules.text import Text, say

LONGEST_REMARK = 280
TURNS_TEXT = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}  # would turn the sentences around it, too
LINE_ENDS = {"\t", "\r", "\n"}


class BadRemark(ValueError):
    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def read_remark(typed: str) -> str | None:
    """In one line, however it was typed; None where nothing was. Or BadRemark."""
    for character in typed:
        unprintable = unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or NO_CHARACTERS.search(character)
        if character not in LINE_ENDS and unprintable:
            raise BadRemark(say("The note has a character that can’t be printed: leave that character out."))
        if unicodedata.bidirectional(character) in TURNS_TEXT:
            raise BadRemark(say("The note has a character that can’t be printed: leave that character out."))
    remark = " ".join(typed.split())
    if len(remark) > LONGEST_REMARK:
        sentence = say("The note has %(many)s characters: at most %(most)s fit.", many=len(remark), most=LONGEST_REMARK)
        raise BadRemark(sentence)
    return remark or None
