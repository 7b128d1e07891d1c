"""Small drawings: the geometry that templates put into SVG paths, and the codes that phones read."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import NamedTuple

import segno
from flask import Flask
from markupsafe import Markup

LEFT, BOTTOM = 4, 30


class Point(NamedTuple):
    x: float
    y: float


def init_app(app: Flask) -> None:
    app.jinja_env.filters["points"] = points
    app.jinja_env.filters["curve"] = curve
    app.jinja_env.filters["two_rows"] = two_rows
    app.jinja_env.filters["qr_code"] = qr_code


def points(chances: Sequence[float], width: float, height: float) -> list[Point]:
    """Chances from 0 to 1, evenly spaced."""
    step = width / max(len(chances) - 1, 1)
    return [
        Point(float(f"{LEFT + place * step:.4g}"), float(f"{BOTTOM - chance * height:.4g}"))
        for place, chance in enumerate(chances)
    ]


def curve(chances: Sequence[float], width: float, height: float) -> str:
    """A line through them."""
    first, *rest = [f"{x:g} {y:g}" for x, y in points(chances, width, height)]
    return f"M{first}L{' '.join(rest)}" if rest else f"M{first}h0"


def two_rows(cards: int, pack: int, width: float) -> str:
    """So many little cards of a pack, in two rows of which the lower one is the shorter."""
    upper, lower = -(-cards // 2), cards // 2
    per_card = width / (pack / 2)
    return f"M0 4H{upper * per_card:.5g}M0 14H{lower * per_card:.5g}"


def qr_code(address: str) -> Markup:
    picture = BytesIO()
    segno.make(address, error="m").save(
        picture, kind="svg", xmldecl=False, svgns=True, omitsize=True, svgclass="qr", lineclass=None, title=address
    )
    return Markup(picture.getvalue().decode())
