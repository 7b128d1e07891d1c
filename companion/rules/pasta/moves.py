"""What can happen at a table of Pasta, and the shapes it happens to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from companion.rules.core import Label, Move, Seat, Within
from companion.rules.text import say

SHAPES = ("Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle")
HAND_LIMIT = MOST_BANKED = 7


@dataclass(frozen=True, slots=True)
class Bank(Move):
    kind = "bank"
    title = say("A shape is banked")
    labels = {
        "shape": Label(say("Shape"), say("shape")),
        "pasta": Label(say("Pasta cards"), say("number of pasta cards")),
        "sauce": Label(say("Sauces"), say("number of sauces")),
        "steal_from": Label(say("Steal one from")),
        "stolen": Label(say("What is stolen"), say("kind of card"), {"pasta": say("Pasta"), "sauce": say("A sauce")}),
    }
    player: Seat
    shape: Annotated[int, Within(0, len(SHAPES) - 1)]
    pasta: int
    sauce: int = 0
    steal_from: Seat | None = None
    stolen: Literal["pasta", "sauce"] = "pasta"

    @property
    def cards(self) -> int:
        return self.pasta + self.sauce

    def misfit(self, options: Mapping[str, Any]) -> str | None:
        return "“stolen” goes with “steal_from”" if self.stolen == "sauce" and self.steal_from is None else None


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Cards from the square to the hand; the pile fills the gaps."""

    kind = "take"
    title = say("Cards are taken")
    labels = {"cards": Label(say("Cards taken"), say("number of cards"))}
    player: Seat
    cards: Annotated[int, Within(1, HAND_LIMIT)]
