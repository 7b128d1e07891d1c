"""Small drawings: the geometry that templates put into SVG paths, and the codes that phones read."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import segno
from flask import Flask
from markupsafe import Markup

LEFT, BOTTOM = 4, 30


def init_app(app: Flask) -> None:
    app.jinja_env.filters["curve"] = curve
    app.jinja_env.filters["two_rows"] = two_rows
    app.jinja_env.filters["qr_code"] = qr_code


def curve(chances: Sequence[float], width: float, height: float) -> str:
    """A line through chances from 0 to 1, evenly spaced."""
    step = width / max(len(chances) - 1, 1)
    points = [f"{LEFT + place * step:.4g} {BOTTOM - chance * height:.4g}" for place, chance in enumerate(chances)]
    return f"M{points[0]}L{' '.join(points[1:])}" if points[1:] else f"M{points[0]}h0"


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
