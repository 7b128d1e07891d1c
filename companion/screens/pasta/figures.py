"""What a screen shows of Pasta, reckoned out."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.core import Move
from companion.rules.pasta import GAME
from companion.rules.pasta.moves import HAND_LIMIT, SHAPES, Bank, Hold, Lay
from companion.rules.pasta.play import FEW, LAID_OUT, Sheet, Token, shape_name
from companion.rules.pasta.standing import TOKEN_POINTS, Basket, standing, tie_break
from companion.rules.text import Text
from companion.screens.pasta import phrases
from companion.screens.pasta.phrases import Worth
from companion.screens.wording import ranked

DRAWINGS = tuple(name.lower() for name in SHAPES)
CROWD = 5  # seats from which on the sheet has two columns
IN_A_ROW, IN_A_ROW_OF_A_CROWD = 6, 3  # the most groups that a basket shows at once


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

    @property
    def sauces_counted(self) -> bool:
        """One is drawn; several need their number."""
        return self.sauce > 1

    @property
    def words(self) -> Text:
        return phrases.heap(self.cards, self.shape.name, self.sauce)


class Place(NamedTuple):
    """How a player's row of the sheet is drawn."""

    holds: bool  # the token
    weighed: bool  # by a token that counts something
    first: bool
    leads: bool  # first, and with cards
    many: bool
    scrolls: bool
    rank: Text


class Hand(NamedTuple):
    """Cards taken and not yet banked, where that is noted."""

    cards: int
    room: int
    full: bool


class Tie(NamedTuple):
    """What told equal totals apart: in a sentence, beside the winner's name, with what was compared, the whole rule."""

    sentence: Text
    decided: Text
    compared: str
    rule: Text


class Figures(NamedTuple):
    shapes: tuple[Shape, ...]
    heaps: tuple[tuple[Heap, ...], ...]  # of each seat, by shape
    baskets: tuple[Basket, ...]
    places: tuple[Place, ...]
    crowd: bool
    leaders: tuple[int, ...]
    token: Token | None
    token_moved: bool  # by the last move
    worth: Worth  # of the token
    hands: tuple[Hand, ...]  # empty where they are not noted
    pile: int | None
    pile_at_first: int | None
    by_rank: tuple[int, ...]
    winners: tuple[int, ...]
    ahead: int | None  # of the second, in points
    runners_up: tuple[int, ...]
    tie: Tie | None
    few: int = FEW
    token_points: int = TOKEN_POINTS  # as the rulebook has them, with either sign


def figures(sheet: Sheet) -> Figures:
    baskets, seats = standing(sheet), range(len(sheet.groups))
    named, heaps = shapes(sheet), tuple(_heaps(sheet, seat) for seat in seats)
    by_rank = tuple(sorted(seats, key=lambda seat: baskets[seat].rank))
    second = min((basket.rank for basket in baskets if basket.rank > 1), default=None)
    runners_up = tuple(seat for seat in seats if baskets[seat].rank == second)
    places = tuple(_place(sheet, seat, baskets[seat]) for seat in seats)
    return Figures(
        shapes=named,
        heaps=heaps,
        baskets=baskets,
        places=places,
        crowd=_is_crowd(sheet),
        leaders=tuple(seat for seat in seats if places[seat].leads),
        token=sheet.token,
        token_moved=sheet.token is not None and sheet.token.move == sheet.played,
        worth=phrases.worth(sheet.table.options["al_dente"]),
        hands=hands(sheet),
        pile=sheet.pile,
        pile_at_first=None if sheet.pile is None else sheet.table.options["deck"] - LAID_OUT,
        by_rank=by_rank,
        winners=GAME.winners(sheet),
        ahead=baskets[by_rank[0]].total - baskets[runners_up[0]].total if runners_up else None,
        runners_up=runners_up,
        tie=_tie(sheet),
    )


def shapes(sheet: Sheet) -> tuple[Shape, ...]:
    return tuple(Shape(number, shape_name(sheet.table, number), drawing) for number, drawing in enumerate(DRAWINGS))


def hands(sheet: Sheet) -> tuple[Hand, ...]:
    return tuple(Hand(cards, HAND_LIMIT - cards, cards == HAND_LIMIT) for cards in sheet.hands or ())


def _heaps(sheet: Sheet, seat: int) -> tuple[Heap, ...]:
    groups, known = sheet.groups[seat], shapes(sheet)
    return tuple(Heap(known[shape], *groups[shape], groups[shape].cards) for shape in sorted(groups))


def _is_crowd(sheet: Sheet) -> bool:
    return len(sheet.groups) >= CROWD


def _place(sheet: Sheet, seat: int, basket: Basket) -> Place:
    holds, first = sheet.token is not None and sheet.token.holder == seat, basket.rank == 1
    scrolls = basket.groups > IN_A_ROW_OF_A_CROWD if _is_crowd(sheet) else holds and basket.groups > IN_A_ROW
    return Place(
        holds=holds,
        weighed=basket.token != 0,
        first=first,
        leads=first and any(sheet.groups),  # with nothing too, where whoever banked has less than that
        many=basket.groups > IN_A_ROW,
        scrolls=scrolls,
        rank=ranked(basket.rank),
    )


def _tie(sheet: Sheet) -> Tie | None:
    decided = tie_break(sheet)
    if decided is None:
        return None
    tied = zip(phrases.names(sheet.table, decided.tied), decided.figures, strict=True)
    compared = ", ".join(f"{name} {figure}" for name, figure in tied)
    rule = phrases.tie_rule(sheet.table.options["tiebreak"])
    return Tie(phrases.tie(decided), phrases.level(sheet.table, decided), compared, rule)


def drawing(move: Move) -> str | None:
    """Of the shape that was banked or put right, or of the token."""
    match move:
        case Bank() | Lay():
            return DRAWINGS[move.shape]
        case Hold():
            return "al-dente"
        case _:
            return None
