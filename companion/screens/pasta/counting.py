"""The keys that go round the table: seat after seat what really lies there, then the token."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.pasta.moves import MOST_BANKED, Hold
from companion.rules.pasta.play import NOTHING, Sheet
from companion.rules.text import Text, say
from companion.screens.pasta import phrases, words
from companion.screens.pasta.figures import Shape, shapes
from companion.screens.pasta.keys import Key, numbers
from companion.screens.pasta.putting_right import HolderKey, holders

MOST_BY_KEY = 2 * MOST_BANKED  # two rows of keys; more than that is typed


class LyingKey(NamedTuple):
    """A shape, and what is noted of it before the player."""

    shape: Shape
    cards: int
    lies: Text


class LayPad(NamedTuple):
    heading: Text
    notice: Text
    seat: int
    places: tuple[LyingKey, ...]
    sauces: tuple[Key, ...]
    pasta: tuple[Key, ...]
    follows: int | None  # the next seat; None: the token is


class TokenPad(NamedTuple):
    heading: Text
    notice: Text
    seats: tuple[HolderKey, ...]
    nobody: bool
    last: int  # the seat before


def lay_pad(sheet: Sheet, seat: int | None) -> LayPad:
    """A number notes the group: what lies there is told anew as often as one likes."""
    seat = seat or 0
    return LayPad(
        heading=say("%(name)s: what lies there?", name=sheet.table.players[seat]),
        notice=words.put_right(sheet) or say("Tap shape, sauces, then pasta"),
        seat=seat,
        places=tuple(_lying(sheet, seat, shape) for shape in shapes(sheet)),
        sauces=numbers(0, MOST_BANKED - 1, 0),
        pasta=numbers(1, MOST_BY_KEY, None),
        follows=seat + 1 if seat + 1 < len(sheet.groups) else None,
    )


def _lying(sheet: Sheet, seat: int, shape: Shape) -> LyingKey:
    group = sheet.groups[seat].get(shape.number, NOTHING)
    return LyingKey(shape, group.cards, phrases.heap(group.cards, shape.name, group.sauce))


def token_pad(sheet: Sheet, seat: int | None) -> TokenPad:
    holder = sheet.token.holder if sheet.token else None
    notice = words.token_news(sheet) or say("Then everything is counted")
    return TokenPad(Hold.title, notice, holders(sheet, holder), holder is None, len(sheet.groups) - 1)
