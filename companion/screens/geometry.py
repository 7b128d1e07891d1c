"""Where things stand in a drawing, and how wide its words are: scales, lines, labels, letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

TICKS = 5  # at most
LEFT, BOTTOM = 4, 30  # of a curve
STEEP = 0.7  # what it ends on at least, to be called so


class Frame(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


class Scale(NamedTuple):
    """From numbers that go from `least` to `most`, to places from `start` to `stop`."""

    most: float
    start: float
    stop: float
    least: float = 0

    def __call__(self, value: float) -> float:
        share = (value - self.least) / (self.most - self.least) if self.most > self.least else 0
        return round(self.start + (self.stop - self.start) * share, 1)


def ticks(most: int) -> list[int]:
    """Round numbers up to the most, and not too many of them."""
    size = next(size for size in round_numbers() if most // size <= TICKS)
    return list(range(size, most + 1, size))


def round_numbers() -> Iterator[int]:
    for power in count():
        yield from (10**power, 2 * 10**power, 5 * 10**power)


# Lines


class Point(NamedTuple):
    x: float
    y: float


class Curve(NamedTuple):
    """A line through some points. How high it ends is said below it where it would run through what stands above."""

    line: str
    points: list[Point]
    steep: bool


def curve(chances: Sequence[float], width: float, height: float) -> Curve:
    """Chances from 0 to 1, evenly spaced."""
    step = width / max(len(chances) - 1, 1)
    points = [
        Point(float(f"{LEFT + place * step:.4g}"), float(f"{BOTTOM - chance * height:.4g}"))
        for place, chance in enumerate(chances)
    ]
    first, *rest = [f"{x:g} {y:g}" for x, y in points]
    steep = bool(chances) and chances[-1] > STEEP
    return Curve(f"M{first}L{' '.join(rest)}" if rest else f"M{first}h0", points, steep)


def stepped(changes: Iterable[tuple[int, int]], x: Scale, y: Scale) -> str:
    """A line that keeps its height until the next change, from nothing at the start to the end."""
    there = "".join(f"H{x(turn):g}V{y(value):g}" for turn, value in changes)
    return f"M{x.start:g} {y(0):g}{there}H{x.stop:g}"


def stairs(changes: Sequence[tuple[int, int]], x: Scale, y: Scale) -> str:
    """The same as a polygon on its ground: no dash of a line is ever laid on it."""
    height = ground = f"{y(0):g}"
    corners = [f"{x.start:g},{ground}"]
    for turn, value in (*changes, (round(x.most), 0)):
        across, before, height = f"{x(turn):g}", height, f"{y(value):g}"
        corners.append(f"{across},{before} {across},{height}")
    return " ".join(corners)


def rings(centres: Iterable[tuple[float, float]], radius: float) -> str:
    """Any number of circles as one path."""
    there, back = (f"a{radius:g} {radius:g} 0 1 0 {way * 2 * radius:g} 0" for way in (1, -1))
    return "".join(f"M{round(x - radius, 1):g} {y:g}{there}{back}" for x, y in centres)


def two_rows(cards: int, pack: int, width: float) -> str:
    """So many little cards of a pack, in two rows of which the lower one is the shorter."""
    upper, lower = -(-cards // 2), cards // 2
    per_card = width / (pack / 2)
    return f"M0 4H{upper * per_card:.5g}M0 14H{lower * per_card:.5g}"


# Words: nobody can measure them before they are drawn

NARROW, SLIM, WIDE = set("iljI.,:;'’|!í·"), set('ftrJ()[]-/"“”„ '), set("mwMW@%—…")
ELLIPSIS = "…"
USUAL = 0.58  # of a letter, in widths of its size
SAFE = 1.02  # rather too wide than too narrow


class Placed(NamedTuple):
    """A label, where it has room."""

    what: Any
    at: float


def apart(labels: Iterable[tuple[Any, float]], gap: float, low: float, high: float) -> list[Placed]:
    """Labels beside what they name, as near as they have room, the upper ones first."""
    waiting, placed = sorted(labels, key=lambda label: label[1]), []
    for below, (what, at) in zip(range(len(waiting) - 1, -1, -1), waiting, strict=True):
        low = min(max(at, low), high - gap * below)
        placed.append(Placed(what, round(low, 1)))
        low += gap
    return placed


def width(text: str, size: float) -> float:
    return SAFE * size * sum(map(_em, text))


@lru_cache(maxsize=4096)
def _em(sign: str) -> float:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Mn"):
        return 0
    plain = unicodedata.normalize("NFD", sign)[0]
    if plain in NARROW:
        return 0.36
    if plain in SLIM:
        return 0.44
    if plain in WIDE:
        return 1
    if ord(plain) >= 0x1100:  # as broad as it is high, or a drawing
        return 1.15
    return 0.72 if plain.isupper() else USUAL


def letters(number: float) -> float:
    """How wide so many usual ones are."""
    return width("n", 1) * number


def cut(text: str, room: float) -> str:
    """As much of it as has room for so many usual letters: nothing else can cut it in a drawing."""
    return fit(text, letters(room), 1, 1)[0]


SMALLER = {  # in each place, from how many letters on words are set smaller
    "verdict": {38: "long longest", 28: "long"},
    "up": {13: "long"},
    "key of a bank": {22: "long"},
    "on paper: a name": {10: "long"},
    "on paper: the working": {20: "longest", 14: "long"},
    "on paper: the outcome": {400: "longest", 200: "long"},
    "on paper: below": {300: "longest"},
    "on paper: the note": {120: "longest"},
}


def smaller(text: str, place: str) -> str:
    """The class of words that would have no room at their usual size."""
    return next((size for letters, size in SMALLER[place].items() if len(text) > letters), "")


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
