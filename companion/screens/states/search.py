"""Finding the State that is turned up. The page narrows its list by the same words (static/js/companion.js)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import NamedTuple

from companion.rules.states.names import STATE_NAMES
from companion.rules.text import Text

SHORT = 2  # letters; as few find only how a word begins


class Found(NamedTuple):
    code: str
    name: str  # in the language of whoever looks
    words: str  # what finds it, each after a blank
    fits: bool


def plain(text: str) -> str:
    """Without accents and case, and without blanks around it."""
    bare = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.category(c).startswith("M"))
    return "".join(bare).lower().strip()


def search(codes: Iterable[str], in_words: Callable[[Text], str], typed: str) -> tuple[Found, ...]:
    """All of these States, by name, with those that fit marked."""
    sought = plain(typed)
    begins = sought if len(sought) > SHORT else f" {sought}"
    found = []
    for code in codes:
        name = in_words(STATE_NAMES[code])
        words = f" {plain(code)} {plain(name)}"
        found.append(Found(code, name, words, begins in words))
    return tuple(sorted(found, key=lambda state: state.name.lower()))


def chosen(states: Iterable[Found], typed: str) -> str | None:
    """The State that is called so, else the only one that fits."""
    sought, fitting = plain(typed), [state for state in states if state.fits]
    called = [state for state in fitting if sought in (plain(state.code), plain(state.name))]
    if sought and len(called or fitting) == 1:
        return (called or fitting)[0].code
    return None
