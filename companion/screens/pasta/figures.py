"""What a screen shows of Pasta, reckoned out."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.core import Table
from companion.rules.moves import Move
from companion.rules.pasta import GAME
from companion.rules.pasta.moves import HAND_LIMIT, SHAPES, Bank, Hold, Lay
from companion.rules.pasta.play import FEW, LAID_OUT, NOTHING, PastaSheet, Token, shape_name
from companion.rules.pasta.standing import TOKEN_POINTS, Basket, standing, tie_break
from companion.rules.text import Text, say, say_many
from companion.screens.names import NameRoom
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
    """Cards of a shape as they lie before a player, or as they are laid there."""

    shape: Shape
    pasta: int
    sauce: int

    @property
    def cards(self) -> int:
        return self.pasta + self.sauce

    @property
    def sauces_counted(self) -> bool:
        """One is drawn; several need their number."""
        return self.sauce > 1

    @property
    def words(self) -> Text:
        whole = say("%(cards)s %(shape)s", cards=self.cards, shape=self.shape.name)
        if not self.sauce:
            return whole
        sauces = say_many("%(count)s of them sauce", "%(count)s of them sauces", self.sauce)
        return say("%(cards)s, %(sauces)s", cards=whole, sauces=sauces)


class TokenWorth(NamedTuple):
    """What the token counts at a table: in figures, and as agreed at set-up."""

    points: int  # without the sign
    sign: str
    signed: str
    words: Text


class BasketRow(NamedTuple):
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


class PastaTie(NamedTuple):
    """What told equal totals apart: in a sentence, beside the winner's name, with what was compared, the whole rule."""

    sentence: Text
    decided: Text
    compared: str
    rule: Text


class PastaFigures(NamedTuple):
    shapes: tuple[Shape, ...]
    heaps: tuple[tuple[Heap, ...], ...]  # of each seat, by shape
    baskets: tuple[Basket, ...]
    rows: tuple[BasketRow, ...]
    crowd: bool
    leaders: tuple[int, ...]
    token: Token | None
    token_moved: bool  # by the last move
    worth: TokenWorth
    hands: tuple[Hand, ...]  # empty where they are not noted
    pile: int | None
    pile_at_first: int | None
    winners: tuple[int, ...]
    ahead: int | None  # of the second, in points
    runners_up: tuple[int, ...]
    tie: PastaTie | None
    few: int = FEW
    token_points: int = TOKEN_POINTS  # as the rulebook has them, with either sign


def heads(seats: int) -> NameRoom:
    """At the left of what lies there, or where there are more than four, above it."""
    return NameRoom(3.9, 4.4) if seats < 5 else NameRoom(6.7, 7)


def figures(sheet: PastaSheet) -> PastaFigures:
    baskets, seats, known = standing(sheet), range(len(sheet.groups)), shapes(sheet.table)
    rows = tuple(_row(sheet, seat, basket) for seat, basket in enumerate(baskets))
    second = min((basket.rank for basket in baskets if basket.rank > 1), default=None)
    runners_up = tuple(seat for seat in seats if baskets[seat].rank == second)
    first = min(baskets, key=lambda basket: basket.rank)
    return PastaFigures(
        shapes=known,
        heaps=tuple(tuple(heap(sheet, seat, known[shape]) for shape in sorted(sheet.groups[seat])) for seat in seats),
        baskets=baskets,
        rows=rows,
        crowd=len(seats) >= CROWD,
        leaders=tuple(seat for seat in seats if rows[seat].leads),
        token=sheet.token,
        token_moved=sheet.token is not None and sheet.token.move == sheet.played,
        worth=worth(sheet.table.options["al_dente"]),
        hands=hands(sheet),
        pile=sheet.pile,
        pile_at_first=None if sheet.pile is None else sheet.table.options["deck"] - LAID_OUT,
        winners=GAME.winners(sheet),
        ahead=first.total - baskets[runners_up[0]].total if runners_up else None,
        runners_up=runners_up,
        tie=_tie(sheet),
    )


def shapes(table: Table) -> tuple[Shape, ...]:
    return tuple(Shape(number, shape_name(table, number), drawing) for number, drawing in enumerate(DRAWINGS))


def heap(sheet: PastaSheet, seat: int, shape: Shape) -> Heap:
    """What lies there of it, be it nothing."""
    return Heap(shape, *sheet.groups[seat].get(shape.number, NOTHING))


def hands(sheet: PastaSheet) -> tuple[Hand, ...]:
    return tuple(Hand(cards, HAND_LIMIT - cards, cards == HAND_LIMIT) for cards in sheet.hands or ())


def worth(points: int) -> TokenWorth:
    size = abs(points)
    if points > 0:
        words = say_many("%(count)s point more", "%(count)s points more", size)
        return TokenWorth(size, "+", f"+{size}", words)
    if points < 0:
        words = say_many("%(count)s point less", "%(count)s points less", size)
        return TokenWorth(size, "−", f"−{size}", words)
    return TokenWorth(0, "−", "0", say("counts for nothing"))


def names(table: Table, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(table.players[seat] for seat in seats)


def _row(sheet: PastaSheet, seat: int, basket: Basket) -> BasketRow:
    holds, first = sheet.token is not None and sheet.token.holder == seat, basket.rank == 1
    crowd = len(sheet.groups) >= CROWD
    return BasketRow(
        holds=holds,
        weighed=basket.token != 0,
        first=first,
        leads=first and any(sheet.groups),  # with nothing too, where whoever banked has less than that
        many=basket.groups > IN_A_ROW,
        scrolls=basket.groups > IN_A_ROW_OF_A_CROWD if crowd else holds and basket.groups > IN_A_ROW,
        rank=ranked(basket.rank),
    )


def _tie(sheet: PastaSheet) -> PastaTie | None:
    broken = tie_break(sheet)
    if broken is None:
        return None
    best, next_best, *_ = sorted(broken.figures, reverse=True)
    figures = tuple(zip(broken.tied, broken.figures, strict=True))
    others = names(sheet.table, tuple(seat for seat, figure in figures if figure != best))
    level = {"names": others, "most": best, "next": next_best}
    match broken.by:
        case "largest":
            sentence = say("Equal totals: the largest group decides.")
            decided = say("Level with %(names)s: the largest group decides, %(most)s to %(next)s.", **level)
        case "cards":
            sentence = say("Equal totals: the most cards decide.")
            decided = say("Level with %(names)s: the most cards decide, %(most)s to %(next)s.", **level)
        case "groups":
            sentence = say("Equal totals and still level: the most groups decide.")
            decided = say("Level with %(names)s: the most groups decide, %(most)s to %(next)s.", **level)
        case _:
            sentence = decided = say("Equal totals, level to the last: the victory is shared.")
    rule = {
        "largest": say("First the largest group decides, then the most groups, then they share."),
        "cards": say("First the most cards decide, then the most groups, then they share."),
    }
    return PastaTie(
        sentence=sentence,
        decided=decided,
        compared=", ".join(f"{sheet.table.players[seat]} {figure}" for seat, figure in figures),
        rule=rule[sheet.table.options["tiebreak"]],
    )


def drawing(move: Move) -> str | None:
    """Of the shape that was banked or put right, or of the token."""
    match move:
        case Bank() | Lay():
            return DRAWINGS[move.shape]
        case Hold():
            return "al-dente"
        case _:
            return None
