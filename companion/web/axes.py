"""Where things stand in a picture over time: the geometry that templates put into larger drawings."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from flask import Flask

TICKS = 5  # at most
WIDE_LETTERS = frozenset("MWmw@—")


class Scale(NamedTuple):
    """From numbers that go from none to `most`, to places from `start` to `stop`."""

    most: float
    start: float
    stop: float

    def __call__(self, value: float) -> float:
        share = value / self.most if self.most else 0
        return round(self.start + (self.stop - self.start) * share, 1)


class Placed(NamedTuple):
    """A label, where it has room."""

    what: object
    at: float


def init_app(app: Flask) -> None:
    app.jinja_env.globals["scale"] = Scale
    app.jinja_env.filters["ticks"] = ticks
    app.jinja_env.filters["stepped"] = stepped
    app.jinja_env.filters["stairs"] = stairs
    app.jinja_env.filters["rings"] = rings
    app.jinja_env.filters["apart"] = apart
    app.jinja_env.filters["cut"] = cut


def ticks(most: int) -> list[int]:
    """Round numbers up to the most, and not too many of them."""
    sizes = (base * 10**power for power in range(6) for base in (1, 2, 5))
    size = next(size for size in sizes if most // size <= TICKS)
    return list(range(size, most + 1, size))


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


def apart(labels: Iterable[tuple[object, float]], gap: float, low: float, high: float) -> list[Placed]:
    """Labels beside what they name, as near as they have room, the upper ones first."""
    placed: list[Placed] = []
    for what, at in sorted(labels, key=lambda label: label[1]):
        above = placed[-1].at + gap if placed else low
        placed.append(Placed(what, round(max(at, above), 1)))
    over = placed[-1].at - high if placed else 0
    for number in range(len(placed) - 1, -1, -1):  # what was pushed out below pushes back
        if over > 0:
            below = placed[number + 1].at - gap if number + 1 < len(placed) else high
            placed[number] = placed[number]._replace(at=min(placed[number].at, below))
    return placed


def cut(name: str, letters: int) -> str:
    """As much of a name as has room for so many letters of the usual width: nothing else can cut it in a drawing."""
    if sum(map(_width, name)) <= letters:
        return name
    room, kept = letters - 2, ""  # the dots are as wide as two
    for letter in name:
        room -= _width(letter)
        if room < 0:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def _width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if letter in WIDE_LETTERS or unicodedata.east_asian_width(letter) in "WF" else 1
