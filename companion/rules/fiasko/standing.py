"""The sheet from the sub-total down, what the count knows of the next cards, and what is behind a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from companion.rules.core import Basis, Result, once_a_sheet, ranks
from companion.rules.fiasko.moves import PRODUCT_TITLES, PRODUCTS, Recount, Score
from companion.rules.fiasko.pack import CURVE, Count, Odds, none_within
from companion.rules.fiasko.play import FiaskoSheet, NotedScore
from companion.rules.moves import Move
from companion.rules.text import Text

FINISH = 20  # fiasko-from-english.fr.txt:119
BEST, SHARED = 30, 15  # fiasko-from-english.fr.txt:121

Scores = tuple[tuple[int, int], ...]  # (seat, points), the best first


class Bonus(NamedTuple):
    """Why somebody gets points beside the products: `best` is the score that did it, `tied` who else has it."""

    reason: str  # "finish" or a product
    points: int
    best: int
    tied: tuple[int, ...]
    rivals: Scores  # of the others who noted this product

    @property
    def alone(self) -> bool:
        """At the top of a product, or as the one who finished."""
        return not self.tied

    @property
    def title(self) -> Text | None:
        """The product's; there is none for finishing."""
        return PRODUCT_TITLES.get(self.reason)


class Column(NamedTuple):
    """One player's column of the sheet, from the sub-total down."""

    subtotal: int
    bonuses: tuple[Bonus, ...]
    bonus: int
    total: int
    rank: int


@once_a_sheet
def standing(sheet: FiaskoSheet) -> tuple[Column, ...]:
    """A column for each seat (fiasko-from-english.fr.txt:123), with the bonuses as if it ended now.

    The highest total wins (line 125); that a tie is shared is silent.
    """
    columns = []
    for seat, mine in enumerate(sheet.scores):
        bonuses = [bonus for product in PRODUCTS if (bonus := bonus_for(sheet, seat, product))]
        if sheet.finisher == seat:
            last = max(mine.values(), key=lambda noted: noted.move)
            bonuses.insert(0, Bonus("finish", FINISH, last.points, (), ()))
        subtotal, extra = sum(noted.points for noted in mine.values()), sum(bonus.points for bonus in bonuses)
        columns.append(Column(subtotal, tuple(bonuses), extra, subtotal + extra, rank=0))
    rank = ranks([column.total for column in columns])
    return tuple(column._replace(rank=rank[seat]) for seat, column in enumerate(columns))


def bonus_for(sheet: FiaskoSheet, seat: int, product: str) -> Bonus | None:
    """For the best score of a product."""
    mine = sheet.scores[seat].get(product)
    scores = scores_of(sheet, product) if mine else ()
    if mine is None or mine.points < scores[0][1]:
        return None
    rivals = tuple(score for score in scores if score[0] != seat)
    tied = tuple(other for other, points in rivals if points == mine.points)
    points = best_bonus(1 + len(tied), sheet.table.options["three_way_tie"])
    return Bonus(product, points, mine.points, tied, rivals) if points else None


def best_bonus(many: int, three_way_tie: str) -> int:
    """For each of those who have the best score: one or two, fiasko-from-english.fr.txt:121; three or more, silent."""
    if many < 3:
        return (BEST, SHARED)[many - 1]
    return {"fifteen": SHARED, "split": BEST // many, "none": 0}[three_way_tie]


def scores_of(sheet: FiaskoSheet, product: str) -> Scores:
    """Of everybody who noted this product."""
    noted = [(seat, mine[product].points) for seat, mine in enumerate(sheet.scores) if product in mine]
    return tuple(sorted(noted, key=lambda score: -score[1]))


def results(sheet: FiaskoSheet) -> tuple[Result, ...]:
    return tuple(Result(column.total, column.rank) for column in standing(sheet))


def won(sheet: FiaskoSheet) -> tuple[float, ...]:
    """Of a game that is over: the victory, shared by as many as have it."""
    first = [result.rank == 1 for result in results(sheet)]
    return tuple(one / sum(first) for one in first)


def odds(sheet: FiaskoSheet) -> Odds | None:
    """None where the pile isn't known, or is empty. The books advise to count (fiasko-from-english.fr.txt:91)."""
    options, counter = sheet.table.options, sheet.counter
    if options["count"] != "all" or not counter.pile:
        return None
    return Odds(
        counter.fiasko / counter.pile,
        counter.catastrophe / counter.pile,
        before_next_turn=1 - sum(counter.hand_kept(sheet.turn or 0, drawer_loses=options["catastrophe"] == "everyone")),
        fiasko_within=tuple(
            1 - none_within(counter.pile, counter.fiasko, draws) for draws in range(1, min(CURVE, counter.pile) + 1)
        ),
    )


def basis(sheet: FiaskoSheet, move: Move) -> tuple[Basis, ...]:
    """The counted hand of a score by cards, and the count that a recount puts right."""
    match move:
        case Score(hand=int(hand)) if sheet.table.options["count"] == "all":
            return (Basis(Score.labels["hand"].title, sheet.counter.hands[move.player], hand),)
        case Recount():
            told = ((name, getattr(move, name)) for name in Recount.labels if name != "hands")
            counted = {name: cards for name, cards in told if cards is not None}
            hands = zip(sheet.table.players, sheet.counter.hands, move.hands or (), strict=False)
            in_hand = Recount.labels["hands"].title
            return (
                *(Basis(Recount.labels[name].title, getattr(sheet.counter, name), it) for name, it in counted.items()),
                *(
                    Basis(Text("%(name)s: %(what)s", None, (("name", name), ("what", in_hand))), *it)
                    for name, *it in hands
                ),
            )
        case _:
            return ()


# Asked why: the arithmetic behind each number of the sheet, as data


@dataclass(frozen=True, slots=True)
class WhyScore:
    """What somebody scored with a product, and what it brings; `scores` are everybody's of it, best first."""

    kind: ClassVar[str] = "score"
    seat: int
    product: str
    title: Text
    move: int
    noted: NotedScore
    bonus: Bonus | None
    scores: tuple[tuple[int, int], ...]


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


Answer = WhyScore | WhyBonus | WhyTotal | WhyOdds


def answers(sheet: FiaskoSheet) -> dict[str, Answer]:
    """By what is asked about: `score.1.milk`, `bonus.1.finish`, `total.1`, `odds`."""
    answers: dict[str, Answer] = {}
    for seat, column in enumerate(standing(sheet)):
        bonuses = {bonus.reason: bonus for bonus in column.bonuses}
        cells = tuple(
            WhyScore(
                seat,
                product,
                PRODUCT_TITLES[product],
                noted.move,
                noted,
                bonuses.get(product),
                scores_of(sheet, product),
            )
            for product, noted in sheet.scores[seat].items()
        )
        answers |= {f"score.{seat}.{cell.product}": cell for cell in cells}
        answers |= {f"bonus.{seat}.{reason}": WhyBonus(seat, bonus) for reason, bonus in bonuses.items()}
        answers[f"total.{seat}"] = WhyTotal(seat, cells, column)
    if chances := odds(sheet):
        answers["odds"] = WhyOdds(sheet.counter, chances)
    return answers
