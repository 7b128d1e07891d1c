"""Five letters that are said across a table: consonant and vowel in turn, and nothing that looks or sounds alike."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterator

CONSONANTS, VOWELS = "BDFGHKMNPRSTVWZ", "AEU"
LETTERS = "".join(sorted(CONSONANTS + VOWELS))
LENGTH = 5
# What nobody wants to say across a table, in the four languages and some more
UNSAID = (
    *("ANUS", "FAG", "FEGA", "FUK", "FUT", "GAZ", "HURE", "KAKA", "NAZ", "NEG", "NUDE", "NUTE", "PED", "PENES"),
    *("PENUS", "PUT", "RAPE", "RETAR", "SATAN", "SEGA", "SEMEN", "TETAS", "VAGEN", "ZEKE"),
)


def proposed() -> Iterator[str]:
    """One after the other, at random: some thirty thousand there are."""
    while True:
        letters = "".join(secrets.choice(VOWELS if place % 2 else CONSONANTS) for place in range(LENGTH))
        if not any(word in letters for word in UNSAID):
            yield letters


def read(typed: str) -> str:
    """As it was typed: in small letters, with room or a hyphen between them, with an accent that a phone has put."""
    plain = unicodedata.normalize("NFD", typed).upper()
    return "".join(letter for letter in plain if "A" <= letter <= "Z")
