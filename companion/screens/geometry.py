"""How wide words are, roughly: where nobody can measure them before they are drawn."""

from __future__ import annotations

import unicodedata

NARROW, SLIM, WIDE = set("iljI.,:;'’|!í·"), set('ftrJ()[]-/"“”„ '), set("mwMW@%—…")
ELLIPSIS = "…"
SAFE = 1.02  # rather too wide than too narrow


def width(text: str, size: float) -> float:
    return SAFE * size * sum(map(_em, text))


def _em(sign: str) -> float:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Mn"):
        return 0
    plain = unicodedata.normalize("NFD", sign)[0]
    if ord(plain) >= 0x1100:  # as broad as it is high, or a drawing
        return 1.15
    if plain in NARROW:
        return 0.36
    if plain in SLIM:
        return 0.44
    if plain in WIDE:
        return 1
    return 0.72 if plain.isupper() else 0.58


def fit(text: str, room: float, largest: int, least: int) -> tuple[str, int]:
    """What of it is shown, and how large: it shrinks first, and then it is cut."""
    size = int(min(largest, max(least, room / max(width(text, 1), 0.01))))
    if width(text, size) <= room:
        return text, size
    while text and width(text + ELLIPSIS, size) > room:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS, size


def wrapped(text: str, room: float, size: float) -> list[str]:
    """In lines, at the spaces: a no-break space holds."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip(" ")
        if width(longer, size) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
