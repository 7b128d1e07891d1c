"""The tally of Fiasko as the scorekeeper reads it out: step by step, with everybody's running total."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.fiasko.moves import PRODUCTS
from companion.rules.fiasko.play import FiaskoSheet, NotedScore
from companion.rules.fiasko.standing import Column, scores_of, standing
from companion.rules.text import Text, say
from companion.screens.fiasko.figures import WIDE
from companion.screens.wording import ranked

SHOWN = 2  # of a product's scores: the best, and what it was measured against
BEST_OF = {
    "milk": say("Best milk"),
    "pickles": say("Best pickles"),
    "tomatoes": say("Best tomatoes"),
    "corn": say("Best corn"),
    "sardines": say("Best sardines"),
}
LEVEL = {
    2: say("two level at"),
    3: say("three level at"),
    4: say("four level at"),
    5: say("five level at"),
}


class RunningTotal(NamedTuple):
    """Somebody's total after a step, and what it has just brought."""

    seat: int
    gain: int
    points: int
    ahead: bool


class TallyStep(NamedTuple):
    """What is added, and why: a score and its cards, a product's scores, or how many have the same best."""

    title: Text
    product: str | None
    number: str | None  # to be asked why
    totals: tuple[RunningTotal, ...]
    alone: bool = True  # whoever it goes to shares it with nobody
    worked: NotedScore | None = None
    scores: tuple[tuple[int, int], ...] = ()
    level: tuple[Text, int] | None = None


class TallyTotal(NamedTuple):
    seat: int
    points: int
    rank: Text | None  # where anybody scored
    leads: bool
    wide: bool


class FiaskoTally(NamedTuple):
    steps: tuple[TallyStep, ...]
    totals: tuple[TallyTotal, ...]
    wide: bool  # one of them at least


def tally(sheet: FiaskoSheet) -> FiaskoTally:
    columns = standing(sheet)
    scored = any(column.total for column in columns)
    totals = tuple(
        TallyTotal(
            seat,
            column.total,
            rank=ranked(column.rank) if scored else None,
            leads=scored and column.rank == 1,
            wide=column.total >= WIDE,
        )
        for seat, column in enumerate(columns)
    )
    return FiaskoTally(tuple(_steps(sheet, columns)), totals, any(total.wide for total in totals))


def _steps(sheet: FiaskoSheet, columns: tuple[Column, ...]) -> Iterator[TallyStep]:
    points = [column.subtotal for column in columns]
    yield TallyStep(say("Sub-totals"), None, None, _running(points, [0] * len(points)))
    for reason in ("finish", *PRODUCTS):
        gains = [sum(bonus.points for bonus in column.bonuses if bonus.reason == reason) for column in columns]
        points = [before + gain for before, gain in zip(points, gains, strict=True)]
        totals, seat = _running(points, gains), sheet.finisher
        if reason == "finish" and seat is not None:
            title = say("%(name)s finishes", name=sheet.table.players[seat])
            last = max(sheet.scores[seat].values(), key=lambda noted: noted.move)
            yield TallyStep(title, None, f"bonus.{seat}.finish", totals, worked=last)
        elif scores := scores_of(sheet, reason):
            (first, best), title, tied = scores[0], BEST_OF[reason], sum(points == scores[0][1] for _, points in scores)
            step = TallyStep(title, reason, f"score.{first}.{reason}", totals)
            if tied == 1:
                yield step._replace(scores=scores[:SHOWN])
            else:
                yield step._replace(alone=False, level=(LEVEL[tied], best))


def _running(points: list[int], gains: list[int]) -> tuple[RunningTotal, ...]:
    most = max(points)
    both = enumerate(zip(points, gains, strict=True))
    return tuple(RunningTotal(seat, gain, total, 0 < total == most) for seat, (total, gain) in both)
