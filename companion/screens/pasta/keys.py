"""The keys of a bank: which there are, which are chosen, and who can be robbed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.rules.pasta.moves import HAND_LIMIT, MOST_BANKED
from companion.rules.pasta.play import FEW, Sheet, can_be_robbed
from companion.rules.text import Text, say
from companion.screens.pasta.figures import Shape, shapes

USUAL = FEW + 1  # the fewest cards that leave the token alone


class Key(NamedTuple):
    number: int
    chosen: bool


class ShapeKey(NamedTuple):
    shape: Shape
    chosen: bool
    robbable: int  # how many others have it


class VictimKey(NamedTuple):
    """A player who can be robbed, of which shapes, and of which of them of a sauce."""

    seat: int
    chosen: bool
    shapes: tuple[int, ...]
    sauced: tuple[int, ...]


class Keys(NamedTuple):
    shapes: tuple[ShapeKey, ...]
    pasta: tuple[Key, ...]
    sauces: tuple[Key, ...]
    victims: tuple[VictimKey, ...]
    narrowed: bool  # to those who can be robbed
    from_nobody: bool
    a_sauce: bool


class Pad(NamedTuple):
    heading: Text
    seat: int
    keys: Keys
    ends: bool  # beside the shapes: the last card is drawn
    full: bool  # or the hand is, and takes none
    pile: int | None


def pad(sheet: Sheet, seat: int | None) -> Pad | None:
    """Under the sheet, for whoever is chosen."""
    if seat is None:
        return None
    return Pad(
        heading=bank_heading(sheet, seat),
        seat=seat,
        keys=keys(sheet, seat, {"pasta": usual(sheet, seat)}),
        ends=sheet.hands is None,
        full=sheet.hands is not None and sheet.hands[seat] == HAND_LIMIT,
        pile=sheet.pile,
    )


def bank_heading(sheet: Sheet, seat: int) -> Text:
    return say("%(name)s banks a shape", name=sheet.table.players[seat])


def usual(sheet: Sheet, seat: int) -> int:
    """How many pasta cards a player may well bank."""
    return USUAL if sheet.hands is None else max(1, min(USUAL, sheet.hands[seat]))


def keys(sheet: Sheet, thief: int | None, chosen: Mapping[str, Any]) -> Keys:
    """Without a thief, everybody can be robbed: whom, and of what, is then for the rules to say."""
    victim = chosen.get("steal_from")
    victims = tuple(_victims(sheet, thief, victim))
    robbable = Counter(shape for key in victims for shape in key.shapes)
    return Keys(
        shapes=tuple(ShapeKey(it, it.number == chosen.get("shape"), robbable[it.number]) for it in shapes(sheet)),
        pasta=numbers(1, MOST_BANKED, chosen.get("pasta")),
        sauces=numbers(0, MOST_BANKED - 1, chosen.get("sauce", 0)),
        victims=victims,
        narrowed=thief is not None,
        from_nobody=victim is None,
        a_sauce=chosen.get("stolen") == "sauce",
    )


def numbers(low: int, high: int, chosen: int | None) -> tuple[Key, ...]:
    return tuple(Key(number, number == chosen) for number in range(low, high + 1))


def _victims(sheet: Sheet, thief: int | None, chosen: int | None) -> Iterator[VictimKey]:
    for seat, groups in enumerate(sheet.groups):
        if thief is None:
            yield VictimKey(seat, seat == chosen, (), ())
        elif mine := tuple(shape for shape in sorted(groups) if seat in can_be_robbed(sheet, thief, shape)):
            yield VictimKey(seat, seat == chosen, mine, tuple(shape for shape in mine if groups[shape].sauce))
