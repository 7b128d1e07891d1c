"""What can happen at a table of Fiasko, and the products it happens to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from companion.rules.fiasko.pack import CATASTROPHE, FIASKO, GOODS, PACK
from companion.rules.moves import Label, Move, Seat, Within
from companion.rules.text import say

PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")
PRODUCT_NAMES = {
    "milk": say("milk"),
    "pickles": say("pickles"),
    "tomatoes": say("tomatoes"),
    "corn": say("corn"),
    "sardines": say("sardines"),
}
PRODUCT_TITLES = {
    "milk": say("Milk"),
    "pickles": say("Pickles"),
    "tomatoes": say("Tomatoes"),
    "corn": say("Corn"),
    "sardines": say("Sardines"),
}
CARDS = {"goods": say("Goods"), "fiasko": say("Fiasko"), "catastrophe": say("Catastrophe")}


class _Counting(Move):
    """Only a table that counts the cards notes it."""

    __slots__ = ()

    @classmethod
    def noted_with(cls, options: Mapping[str, Any]) -> bool:
        return bool(options["count"] != "none")


@dataclass(frozen=True, slots=True)
class Draw(_Counting):
    kind = "draw"
    in_turn = True
    title = say("A card is drawn")
    labels = {
        "card": Label(say("Card"), say("card"), CARDS),
        "lost": Label(say("Cards lost"), say("number of lost cards")),
    }
    player: Seat
    card: Literal["goods", "fiasko", "catastrophe"]
    lost: Annotated[int, Within(0, GOODS)] | None = None

    def misfit(self, options: Mapping[str, Any]) -> str | None:
        if self.lost is not None and not (self.card == "fiasko" and options["fiasko_loss"] == "product"):
            return "“lost” goes with a Fiasko, and with “fiasko_loss”: “product”"
        return None


@dataclass(frozen=True, slots=True)
class Score(Move):
    """Told by its cards and the whole hand, or by bare points."""

    kind = "score"
    in_turn = True
    title = say("A product is scored")
    labels = {
        "product": Label(say("Product"), say("product"), PRODUCT_TITLES),
        "values": Label(say("Cards of the product"), say("value of a card")),
        "hand": Label(say("Cards in hand")),
        "points": Label(say("Points")),
    }
    player: Seat
    product: Literal["milk", "pickles", "tomatoes", "corn", "sardines"]
    values: tuple[Annotated[int, Within(1, 5)], ...] | None = None
    hand: int | None = None
    points: int | None = None

    @property
    def worth(self) -> int | None:
        return self.points if self.values is None or self.hand is None else sum(self.values) * self.hand

    def misfit(self, options: Mapping[str, Any]) -> str | None:
        told = (self.values is not None, self.hand is not None, self.points is not None)
        by_cards, by_points = (True, True, False), (False, False, True)
        return None if told in (by_cards, by_points) else "a score has “values” and “hand”, or “points”"

    @property
    def lacking(self) -> tuple[str, ...]:
        """Of its cards what isn't told yet, or the points."""
        if self.points is not None:
            return ()
        cards = tuple(name for name in ("values", "hand") if getattr(self, name) is None)
        return (*cards, "points") if len(cards) == 2 else cards


@dataclass(frozen=True, slots=True)
class Recount(_Counting):
    """Somebody counted the real pile, and perhaps what is left of the eight; or the hands, one a seat, or both."""

    kind = "recount"
    title = say("The pile is counted")
    labels = {
        "pile": Label(say("Cards in the pile"), say("pile")),
        "fiasko": Label(say("Fiaskos among them"), say("number of Fiasko cards")),
        "catastrophe": Label(say("Catastrophes among them"), say("number of catastrophe cards")),
        "hands": Label(say("Cards in hand"), say("number of cards in a hand")),
    }
    pile: Annotated[int, Within(0, PACK)] | None = None
    fiasko: Annotated[int, Within(0, FIASKO)] | None = None
    catastrophe: Annotated[int, Within(0, CATASTROPHE)] | None = None
    hands: tuple[Annotated[int, Within(0, GOODS)], ...] | None = None

    def misfit(self, options: Mapping[str, Any]) -> str | None:
        if options["count"] == "all" and self.pile is None and self.hands is None:
            return "a recount needs “pile” or “hands”"
        if options["count"] == "specials" and not (self.pile is None and self.hands is None):
            return "“pile” and “hands” go with “count”: “all”"
        return None

    @property
    def lacking(self) -> tuple[str, ...]:
        return ("pile", "hands") if self.pile is None and self.hands is None else ()


@dataclass(frozen=True, slots=True)
class Reshuffle(_Counting):
    """The table shuffled the discards back in."""

    kind = "reshuffle"
    title = say("The discards are shuffled in")
