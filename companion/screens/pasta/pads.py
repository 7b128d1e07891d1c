"""The keys of Pasta: those of a bank, and those that go round the table, seat after seat, then the token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.rules.pasta.moves import HAND_LIMIT, MOST_BANKED, Hold
from companion.rules.pasta.play import FEW, PastaSheet, can_be_robbed
from companion.rules.text import Text, say
from companion.screens.core import SeatKey
from companion.screens.pasta.figures import Heap, Shape, heap, shapes
from companion.screens.pasta.words import put_right, token_news

USUAL = FEW + 1  # the fewest cards that leave the token alone
MOST_BY_KEY = 2 * MOST_BANKED  # two rows of keys; more than that is typed


class NumberKey(NamedTuple):
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


class BankKeys(NamedTuple):
    shapes: tuple[ShapeKey, ...]
    pasta: tuple[NumberKey, ...]
    sauces: tuple[NumberKey, ...]
    victims: tuple[VictimKey, ...]  # everybody: a key that moves could be pressed for another
    from_nobody: bool
    a_sauce: bool


class BankPad(NamedTuple):
    heading: Text
    does: Text  # the big key, before a shape is chosen
    seat: int
    keys: BankKeys
    ends: bool  # beside the shapes: the last card is drawn
    full: bool  # or the hand is, and takes none
    pile: int | None


class LayPad(NamedTuple):
    heading: Text
    notice: Text
    seat: int
    heaps: tuple[Heap, ...]  # of each shape, what is noted before the player
    sauces: tuple[NumberKey, ...]
    pasta: tuple[NumberKey, ...]
    follows: int | None  # the next seat; None: the token is


class TokenPad(NamedTuple):
    heading: Text
    notice: Text
    seats: tuple[SeatKey, ...]
    nobody: bool
    last: int  # the seat before


def bank_pad(sheet: PastaSheet, seat: int | None) -> BankPad | None:
    """Under the sheet, for whoever is chosen."""
    if seat is None:
        return None
    usual = USUAL if sheet.hands is None else max(1, min(USUAL, sheet.hands[seat]))
    return BankPad(
        heading=bank_heading(sheet, seat),
        does=bank_label(sheet, seat),
        seat=seat,
        keys=bank_keys(sheet, seat, {"pasta": usual}),
        ends=sheet.hands is None,
        full=sheet.hands is not None and sheet.hands[seat] == HAND_LIMIT,
        pile=sheet.pile,
    )


def bank_heading(sheet: PastaSheet, seat: int) -> Text:
    return say("%(name)s banks a shape", name=sheet.table.players[seat])


def bank_label(sheet: PastaSheet, seat: int) -> Text:
    return say("Bank for %(name)s", name=sheet.table.players[seat])


def bank_keys(sheet: PastaSheet, thief: int | None, chosen: Mapping[str, Any]) -> BankKeys:
    """Where the thief is still to be chosen, `robbable` is how many have a shape."""
    victim = chosen.get("steal_from")
    return BankKeys(
        shapes=tuple(
            ShapeKey(shape, shape.number == chosen.get("shape"), len(can_be_robbed(sheet, thief, shape.number)))
            for shape in shapes(sheet.table)
        ),
        pasta=_numbers(1, MOST_BANKED, chosen.get("pasta")),
        sauces=_numbers(0, MOST_BANKED - 1, chosen.get("sauce", 0)),
        victims=tuple(
            VictimKey(
                seat=seat,
                chosen=seat == victim,
                shapes=tuple(sorted(groups)),
                sauced=tuple(shape for shape in sorted(groups) if groups[shape].sauce),
            )
            for seat, groups in enumerate(sheet.groups)
        ),
        from_nobody=victim is None,
        a_sauce=chosen.get("stolen") == "sauce",
    )


def _numbers(low: int, high: int, chosen: int | None) -> tuple[NumberKey, ...]:
    return tuple(NumberKey(number, number == chosen) for number in range(low, high + 1))


# Round the table


def lay_pad(sheet: PastaSheet, seat: int | None) -> LayPad:
    """A number notes the group: what lies there is told anew as often as one likes."""
    seat = seat or 0
    return LayPad(
        heading=say("%(name)s: what’s on the table?", name=sheet.table.players[seat]),
        notice=put_right(sheet) or say("Tap shape, sauces, then pasta"),
        seat=seat,
        heaps=tuple(heap(sheet, seat, shape) for shape in shapes(sheet.table)),
        sauces=_numbers(0, MOST_BANKED - 1, 0),
        pasta=_numbers(1, MOST_BY_KEY, None),
        follows=seat + 1 if seat + 1 < len(sheet.groups) else None,
    )


def token_pad(sheet: PastaSheet, seat: int | None) -> TokenPad:
    holder = sheet.token.holder if sheet.token else None
    return TokenPad(
        heading=Hold.title,
        notice=token_news(sheet) or say("Then everything is counted"),
        seats=holder_keys(sheet, holder),
        nobody=holder is None,
        last=len(sheet.groups) - 1,
    )


def holder_keys(sheet: PastaSheet, holder: int | None) -> tuple[SeatKey, ...]:
    return tuple(SeatKey(seat, seat == holder) for seat in range(len(sheet.groups)))
