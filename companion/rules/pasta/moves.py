"""What can happen at a table of Pasta, and the shapes it happens to.

The rulebook is `pasta.fr.txt`; what is silent there was decided for this project.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from companion.rules.moves import Label, Move, Seat, Within
from companion.rules.text import say

# pasta.fr.txt:42 has nine shapes and names the macaroni; the other names: silent
SHAPES = ("Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle")
HAND_LIMIT = 7  # pasta.fr.txt:42
MOST_TAKEN = 6  # pasta.fr.txt:42: one kind of the hat’s row and column, three cards beside it in each
MOST_BANKED = 7  # pasta.fr.txt:58
MOST_LYING, MOST_SAUCES_LYING = 60, 30  # in one group, as the table tells it: silent

CARDS = {
    "shape": Label(say("Shape"), say("shape")),
    "pasta": Label(say("Pasta cards"), say("number of pasta cards")),
    "sauce": Label(say("Sauces"), say("number of sauces")),
}
ShapeNumber = Annotated[int, Within(0, len(SHAPES) - 1)]


@dataclass(frozen=True, slots=True)
class Bank(Move):
    """Cards of one shape from the hand to the table, and perhaps one of another's: pasta.fr.txt:58 and 70."""

    kind = "bank"
    in_turn = True
    title = say("A shape is banked")
    labels = {
        **CARDS,
        "steal_from": Label(say("Steal one from")),
        "stolen": Label(say("Stolen card"), say("kind of card"), {"pasta": say("Pasta"), "sauce": say("A sauce")}),
    }
    player: Seat
    shape: ShapeNumber
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
    """Cards from the square to the hand; the pile fills the gaps: pasta.fr.txt:42 and 48."""

    kind = "take"
    in_turn = True
    title = say("Cards are taken")
    labels = {"cards": Label(say("Cards taken"), say("number of cards"))}
    player: Seat
    cards: Annotated[int, Within(1, HAND_LIMIT)]

    @classmethod
    def noted_with(cls, options: Mapping[str, Any]) -> bool:
        return bool(options["track"] == "hands")


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """What really lies there of one shape before one player, whatever was noted: silent."""

    kind = "lay"
    title = say("Correct what’s on the table")
    labels = CARDS
    player: Seat
    shape: ShapeNumber
    pasta: Annotated[int, Within(0, MOST_LYING)]
    sauce: Annotated[int, Within(0, MOST_SAUCES_LYING)] = 0


@dataclass(frozen=True, slots=True)
class Hold(Move):
    """Who really holds the token, whatever was noted; None: nobody. Silent."""

    kind = "token"
    title = say("Who has the token?")
    player: Seat | None
