"""The arithmetic behind each number of the sheet, as data: whoever puts it into words needs nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.fiasko.moves import PRODUCT_TITLES
from companion.rules.fiasko.pack import AnotherCard, Count, Odds
from companion.rules.fiasko.play import NotedScore, Sheet
from companion.rules.fiasko.standing import Bonus, Column, another_card, odds, scores_of, standing
from companion.rules.text import Text


@dataclass(frozen=True, slots=True)
class WhyScore:
    """What somebody scored with a product, and what it brings; `scores` are everybody's of it, best first."""

    kind: ClassVar[str] = "score"
    seat: int
    product: str
    noted: NotedScore
    bonus: Bonus | None
    scores: tuple[tuple[int, int], ...]

    @property
    def title(self) -> Text:
        return PRODUCT_TITLES[self.product]

    @property
    def move(self) -> int:
        return self.noted.move


@dataclass(frozen=True, slots=True)
class WhyBonus:
    """Points beside the products."""

    kind: ClassVar[str] = "bonus"
    seat: int
    bonus: Bonus


@dataclass(frozen=True, slots=True)
class WhyTotal:
    kind: ClassVar[str] = "total"
    seat: int
    cells: tuple[WhyScore, ...]
    column: Column


@dataclass(frozen=True, slots=True)
class WhyOdds:
    """What the pile still holds."""

    kind: ClassVar[str] = "odds"
    counter: Count
    odds: Odds
    another_card: AnotherCard | None


Answer = WhyScore | WhyBonus | WhyTotal | WhyOdds


def answers(sheet: Sheet) -> dict[str, Answer]:
    """By what is asked about: `score.1.milk`, `bonus.1.finish`, `total.1`, `odds`."""
    answers: dict[str, Answer] = {}
    for seat, column in enumerate(standing(sheet)):
        bonuses = {bonus.reason: bonus for bonus in column.bonuses}
        cells = tuple(
            WhyScore(seat, product, noted, bonuses.get(product), scores_of(sheet, product))
            for product, noted in sheet.scores[seat].items()
        )
        answers |= {f"score.{seat}.{cell.product}": cell for cell in cells}
        answers |= {f"bonus.{seat}.{reason}": WhyBonus(seat, bonus) for reason, bonus in bonuses.items()}
        answers[f"total.{seat}"] = WhyTotal(seat, cells, column)
    if chances := odds(sheet):
        answers["odds"] = WhyOdds(sheet.counter, chances, another_card(sheet))
    return answers
