"""What a screen shows of Pasta, reckoned out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.pasta.moves import HAND_LIMIT, SHAPES
from companion.rules.pasta.play import LAID_OUT, Sheet, Token, can_be_robbed, shape_name
from companion.rules.pasta.standing import (
    TOKEN_POINTS,
    Basket,
    OtherSign,
    TieBreak,
    other_sign,
    standing,
    tie_break,
    winners,
)

DRAWINGS = tuple(name.lower() for name in SHAPES)
USUAL = 3  # the fewest cards that leave the token alone


class Shape(NamedTuple):
    """A shape by its number: what this table calls it, and which drawing is its own whatever it is called."""

    number: int
    name: str
    drawing: str


class Heap(NamedTuple):
    """A group as it lies before its player."""

    shape: Shape
    pasta: int
    sauce: int
    cards: int


class Victim(NamedTuple):
    """A player who can be robbed, of which shapes, and of which of them of a sauce."""

    seat: int
    shapes: tuple[int, ...]
    sauced: tuple[int, ...]


class Hand(NamedTuple):
    """Cards taken and not yet banked, where that is noted."""

    cards: int
    room: int
    full: bool


class Figures(NamedTuple):
    shapes: tuple[Shape, ...]
    heaps: tuple[tuple[Heap, ...], ...]  # of each seat, by shape
    lines: tuple[Basket, ...]
    leaders: tuple[int, ...]
    victims: tuple[tuple[Victim, ...], ...]  # of each seat that may want to steal
    robbable: tuple[dict[int, int], ...]  # of each seat: how many others have which shape
    token: Token | None
    token_moved: bool  # by the last move
    token_worth: int
    token_weight: int  # its worth without the sign
    hands: tuple[Hand, ...]  # empty where they are not noted
    usual: tuple[int, ...]  # how many pasta cards each seat may well bank
    pile: int | None
    pile_at_first: int | None
    by_rank: tuple[int, ...]
    winners: tuple[int, ...]
    ahead: int | None  # of the second, in points
    runners_up: tuple[int, ...]
    tie: TieBreak | None
    sign: OtherSign | None
    token_points: int = TOKEN_POINTS  # as the rulebook has them, with either sign


def figures(sheet: Sheet) -> Figures:
    lines, seats = standing(sheet), range(len(sheet.groups))
    shapes = tuple(Shape(number, shape_name(sheet.table, number), drawing) for number, drawing in enumerate(DRAWINGS))
    by_rank = tuple(sorted(seats, key=lambda seat: lines[seat].rank))
    second = min((line.rank for line in lines if line.rank > 1), default=None)
    runners_up = tuple(seat for seat in seats if lines[seat].rank == second)
    victims = tuple(tuple(_victims(sheet, seat)) for seat in seats)
    worth = sheet.table.options["al_dente"]
    return Figures(
        shapes=shapes,
        heaps=tuple(_heaps(sheet, seat, shapes) for seat in seats),
        lines=lines,
        leaders=tuple(seat for seat in seats if lines[seat].rank == 1 and lines[seat].cards),
        victims=victims,
        robbable=tuple(Counter(shape for victim in mine for shape in victim.shapes) for mine in victims),
        token=sheet.token,
        token_moved=sheet.token is not None and sheet.token.move == sheet.played,
        token_worth=worth,
        token_weight=abs(worth),
        hands=tuple(Hand(cards, HAND_LIMIT - cards, cards == HAND_LIMIT) for cards in sheet.hands or ()),
        usual=tuple(max(1, min(USUAL, cards)) for cards in sheet.hands or [USUAL] * len(lines)),
        pile=sheet.pile,
        pile_at_first=None if sheet.pile is None else sheet.table.options["deck"] - LAID_OUT,
        by_rank=by_rank,
        winners=winners(sheet),
        ahead=lines[by_rank[0]].total - lines[runners_up[0]].total if runners_up else None,
        runners_up=runners_up,
        tie=tie_break(sheet),
        sign=other_sign(sheet),
    )


def _heaps(sheet: Sheet, seat: int, shapes: tuple[Shape, ...]) -> tuple[Heap, ...]:
    groups = sheet.groups[seat]
    return tuple(Heap(shapes[shape], *groups[shape], groups[shape].cards) for shape in sorted(groups))


def _victims(sheet: Sheet, thief: int) -> Iterator[Victim]:
    for seat, groups in enumerate(sheet.groups):
        shapes = tuple(shape for shape in sorted(groups) if seat in can_be_robbed(sheet, thief, shape))
        if shapes:
            yield Victim(seat, shapes, tuple(shape for shape in shapes if groups[shape].sauce))
