"""The keys of a bank: which there are, which are chosen, and who can be robbed."""

from __future__ import annotations

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
    """A player, whoever banks: the shapes they could be robbed of, and those of them with a sauce."""

    seat: int
    chosen: bool
    shapes: tuple[int, ...]
    sauced: tuple[int, ...]


class Keys(NamedTuple):
    shapes: tuple[ShapeKey, ...]
    pasta: tuple[Key, ...]
    sauces: tuple[Key, ...]
    victims: tuple[VictimKey, ...]  # everybody: a key that moves could be pressed for another
    from_nobody: bool
    a_sauce: bool


class Pad(NamedTuple):
    heading: Text
    does: Text  # the big key, before a shape is chosen
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
        does=bank_key(sheet, seat),
        seat=seat,
        keys=keys(sheet, seat, {"pasta": usual(sheet, seat)}),
        ends=sheet.hands is None,
        full=sheet.hands is not None and sheet.hands[seat] == HAND_LIMIT,
        pile=sheet.pile,
    )


def bank_heading(sheet: Sheet, seat: int) -> Text:
    return say("%(name)s banks a shape", name=sheet.table.players[seat])


def bank_key(sheet: Sheet, seat: int) -> Text:
    return say("Bank for %(name)s", name=sheet.table.players[seat])


def usual(sheet: Sheet, seat: int) -> int:
    """How many pasta cards a player may well bank."""
    return USUAL if sheet.hands is None else max(1, min(USUAL, sheet.hands[seat]))


def keys(sheet: Sheet, thief: int | None, chosen: Mapping[str, Any]) -> Keys:
    """Where the thief is still to be chosen, `robbable` is how many have a shape."""
    victim = chosen.get("steal_from")
    return Keys(
        shapes=tuple(
            ShapeKey(it, it.number == chosen.get("shape"), len(can_be_robbed(sheet, thief, it.number)))
            for it in shapes(sheet)
        ),
        pasta=numbers(1, MOST_BANKED, chosen.get("pasta")),
        sauces=numbers(0, MOST_BANKED - 1, chosen.get("sauce", 0)),
        victims=tuple(_victims(sheet, victim)),
        from_nobody=victim is None,
        a_sauce=chosen.get("stolen") == "sauce",
    )


def numbers(low: int, high: int, chosen: int | None) -> tuple[Key, ...]:
    return tuple(Key(number, number == chosen) for number in range(low, high + 1))


def _victims(sheet: Sheet, chosen: int | None) -> Iterator[VictimKey]:
    for seat, groups in enumerate(sheet.groups):
        sauced = tuple(shape for shape in sorted(groups) if groups[shape].sauce)
        yield VictimKey(seat, seat == chosen, tuple(sorted(groups)), sauced)
