"""Names in pictures: what is drawn as SVG neither wraps nor gives way, so a long one is cut before it is drawn."""

from __future__ import annotations

from unicodedata import east_asian_width

WIDEST, WIDE, NARROW = "MW@", "mw%&", "fijlrtI.,'’ "


def cut(name: str, letters: float) -> str:
    """As much of it as has room for so many letters of a middling width."""
    room = letters
    for end, letter in enumerate(name):
        room -= _width(letter)
        if room < 0:
            return name[: max(end - 1, 1)].rstrip() + "…"
    return name


def _width(letter: str) -> float:
    if letter in WIDEST or east_asian_width(letter) in "WF":
        return 1.8
    if letter in WIDE:
        return 1.5
    return 0.6 if letter in NARROW else 1
