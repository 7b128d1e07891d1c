"""Records of past evenings: each game's own, and the closest finish. Whoever was first holds them."""

from __future__ import annotations

from typing import NamedTuple

from companion.evenings.places import Evening
from companion.evenings.sums import Top
from companion.rules.text import Text, say, say_many
from companion.screens import SCREENS
from companion.screens.core import Record


class Held(NamedTuple):
    """A record: what it is, who holds it, and since when."""

    text: Text
    title: Text
    drawing: str | None  # of the game; where it has none, its face
    people: tuple[str, ...]
    evening: Evening


def held(record: Record, top: Top) -> Held:
    kept = next(place.kept for place in top.evening.places if place.kept.get(record.key) == top.value)
    return Held(record.text(kept), record.title, record.drawing(kept), top.people, top.evening)


def closest(top: Top) -> Held:
    return Held(_by_how_much(top.evening, -top.value), say("the closest finish"), None, top.people, top.evening)


def _by_how_much(evening: Evening, margin: int) -> Text:
    if margin:
        return say_many("Won by %(count)s point", "Won by %(count)s points", margin)
    if evening.winners > 1:
        return say("Level to the end")
    level = SCREENS[evening.game].past.level
    return level.get(evening.places[0].kept.get("level", ""), say("Level, and still won"))
