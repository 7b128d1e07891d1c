"""What is kept of a game of Fiasko: the dearest score, and how lucky everybody was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules.core import Chronicle, Played
from companion.rules.fiasko.luck import Evening, evenings
from companion.rules.fiasko.play import Sheet


def chronicle(sheet: Sheet, played: Iterable[Played]) -> Chronicle:
    seats = len(sheet.scores)
    lucks = evenings(played, seats)
    kept = tuple({**_dearest(sheet, seat), **(_luck(lucks[seat]) if lucks else {})} for seat in range(seats))
    return Chronicle(sheet.finisher is not None, kept)


def _dearest(sheet: Sheet, seat: int) -> Mapping[str, Any]:
    scores = [(noted.points, product) for product, noted in sheet.scores[seat].items()]
    if not scores:
        return {}
    points, product = max(scores, key=lambda score: score[0])
    return {"dearest": points, "product": product}


def _luck(evening: Evening) -> Mapping[str, Any]:
    return {"draws": evening.draws, "run": evening.run.length, **evening.fiaskos.kept("fiaskos")}
