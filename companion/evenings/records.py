"""Records of past evenings: each game's own, and the closest finish. Whoever was first holds them."""

from __future__ import annotations

from typing import NamedTuple

from companion.evenings.places import Evening
from companion.evenings.sums import Top
from companion.rules.text import Text, say, say_many
from companion.screens import SCREENS
from companion.screens.core import Record


class HeldRecord(NamedTuple):
    """A record: what it is, who holds it, and since when."""

    text: Text
    title: Text
    drawing: str | None  # of the game; where it has none, its face
    people: tuple[str, ...]
    evening: Evening


def held(record: Record, top: Top) -> HeldRecord:
    kept = next(place.kept for place in top.evening.places if place.kept.get(record.key) == top.value)
    return HeldRecord(record.text(kept), record.title, record.drawing(kept), top.people, top.evening)


def closest_finish(top: Top) -> HeldRecord:
    evening, margin = top.evening, -top.value
    if margin:
        text = say_many("Won by %(count)s point", "Won by %(count)s points", margin)
    elif evening.winners > 1:
        text = say("Level to the end")
    else:
        level = SCREENS[evening.game].past.level
        text = level.get(evening.places[0].kept.get("level", ""), say("Level, and still won"))
    return HeldRecord(text, say("the closest finish"), None, top.people, evening)
