"""The way to a table by five letters: typed on a phone, or by the remote control of a television.

Consonant and vowel come in turn, and no two letters look or sound alike: they are said across a table.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterator

from flask import Blueprint, Response, make_response, render_template, request, url_for

from companion import store
from companion.rules.text import Text, say
from companion.store import Sitting
from companion.web.fragments import go
from companion.web.limits import give_code_back, take_code

bp = Blueprint("join", __name__)
CONSONANTS, VOWELS = "BDFGHKMNPRSTVWZ", "AEU"
LETTERS = "".join(sorted(CONSONANTS + VOWELS))
LENGTH = 5
# What nobody wants to say across a table, in the four languages and some more
UNSAID = (
    *("ANUS", "FAG", "FEGA", "FUK", "FUT", "GAZ", "HURE", "KAKA", "NAZ", "NEG", "NUDE", "NUTE", "PED", "PENES"),
    *("PENUS", "PUT", "RAPE", "RETAR", "SATAN", "SEGA", "SEMEN", "TETAS", "VAGEN", "ZEKE"),
)


class NoWay(Exception):
    """The letters lead nowhere: `text` says why, `status` says it to browsers."""

    def __init__(self, text: Text, status: int) -> None:
        super().__init__(str(text))
        self.text, self.status = text, status


def led(typed: str) -> tuple[Sitting, bool]:
    """The sitting that these letters lead to, and whether one may score; or NoWay. Only whole codes are tries."""
    code = read_code(typed)
    if len(code) != LENGTH:
        raise NoWay(say("A code has five letters: find them under Menu, Share on a phone at the table."), 422)
    if seconds := take_code():
        wait = say(
            "Too many codes were wrong. Wait %(minutes)s min, or scan the code on the other phone.",
            minutes=-(-seconds // 60),
        )
        raise NoWay(wait, 429)
    wrong_code = False
    try:
        found = store.find_code(code)
        wrong_code = found is None
    finally:
        if not wrong_code:
            give_code_back()
    if found is None:
        wrong = say("No table has the code %(code)s. It may have run out: open Share on that phone again.", code=code)
        raise NoWay(wrong, 404)
    return found


@bp.get("/j")
def page(typed: str = "", wrong: Text | None = None) -> str:
    return render_template("share/join.html", typed=typed, wrong=wrong)


@bp.post("/j")
def enter() -> Response:
    typed = request.form.get("letters", "")
    try:
        sitting, may_score = led(typed)
    except NoWay as refused:
        return make_response(page(typed[:20], refused.text), refused.status)
    return go(url_for("sittings.page", link=sitting.score_link if may_score else sitting.watch_link))


# The letters


def proposed_codes() -> Iterator[str]:
    """One after the other, at random: some thirty thousand there are."""
    while True:
        letters = "".join(secrets.choice(VOWELS if place % 2 else CONSONANTS) for place in range(LENGTH))
        if not any(word in letters for word in UNSAID):
            yield letters


def read_code(typed: str) -> str:
    """As it was typed: in small letters, with room or a hyphen between them, with an accent that a phone has put."""
    plain = unicodedata.normalize("NFD", typed).upper()
    return "".join(letter for letter in plain if "A" <= letter <= "Z")
