"""Draw or score, as a phone tells it that was asked: everybody's chance, and both ways with what may come of them.

Chances are about, in whole per cent, and while a game is open none is 0 or 100.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.fiasko import apportioned
from companion.rules.fiasko.chances import chances
from companion.rules.fiasko.moves import CARDS, PRODUCT_TITLES, Score
from companion.rules.fiasko.play import FiaskoSheet
from companion.rules.fiasko.standing import WhyOdds
from companion.rules.fiasko.weighing import Weighed, weigh
from companion.rules.text import Text, say

LEAST = 0.01
WIDTH = 374  # of the picture in which everybody's chance lies side by side
SIGNED, NAMED = 24, 104  # so wide a part has room for its mark; for its chance beside it


class ShareOfVictory(NamedTuple):
    seat: int
    chance: float
    x: float
    width: float
    signed: bool
    named: bool


class WayShown(NamedTuple):
    card: str
    title: Text
    likely: float
    chance: float


class Weighing(NamedTuple):
    """Draw and score: `title` of the score names it where it was told. `close`: too near to each other to tell."""

    seat: int
    stands: float
    shares: tuple[ShareOfVictory, ...]
    described: Text
    draw: float | None
    ways: tuple[WayShown, ...]
    score: float | None
    title: Text
    product: str | None
    verdict: Text | None
    basis: Text


class WatchedChance(NamedTuple):
    """Of a seat: as wide as its bar is, of 100; and its chance as it is said."""

    width: float
    chance: float


class OddsShown(NamedTuple):
    """What the pile still holds, and what it makes of the chances: or why nothing is said of these."""

    counter: object
    odds: object
    weighing: Weighing | None
    kind: str = "odds"


def about(chance: float) -> float:
    return min(max(chance, LEAST), 1 - LEAST)


def watched(sheet: FiaskoSheet) -> tuple[WatchedChance, ...] | None:
    """Everybody’s, for those who watch: by what all know, and only where the table wants them to see it."""
    options = sheet.table.options
    likely = chances(sheet) if options["advice"] == "asked" and options["watch"] == "bars" else None
    if likely is None:
        return None
    return tuple(
        WatchedChance(round(100 * chance, 1), about(part / 100))
        for chance, part in zip(likely, apportioned(likely, 100), strict=True)
    )


def why(sheet: FiaskoSheet, answer: object) -> object:
    """The slip of the odds weighs, too; only then is it reckoned."""
    return OddsShown(answer.counter, answer.odds, weighing(sheet)) if isinstance(answer, WhyOdds) else answer


def weighing(sheet: FiaskoSheet, told: Score | None = None) -> Weighing | None:
    """Only where the table wants to hear it."""
    if sheet.table.options["advice"] != "asked":
        return None
    weighed = weigh(sheet, told)
    return shown(sheet, weighed) if weighed else None


def shown(sheet: FiaskoSheet, weighed: Weighed) -> Weighing:
    names, title, product = sheet.table.players, say("Score now"), None
    if weighed.scored:
        product, points = weighed.scored
        title = say("Score %(product)s %(points)s now", product=PRODUCT_TITLES[product], points=points)
    parts = apportioned(weighed.stands, 100)
    return Weighing(
        seat=weighed.seat,
        stands=about(weighed.stands[weighed.seat]),
        shares=tuple(_shares(weighed.stands, parts)),
        described=say(
            "Chances to win, about: %(list)s",
            list=tuple(
                Text("%(name)s %(chance)s", None, (("name", name), ("chance", about(part / 100))))
                for name, part in zip(names, parts, strict=True)
            ),
        ),
        draw=None if weighed.draw is None else about(weighed.draw),
        ways=tuple(WayShown(way.card, CARDS[way.card], way.likely, about(way.chance)) for way in weighed.ways),
        score=None if weighed.score is None else about(weighed.score),
        title=title,
        product=product,
        verdict=_verdict(weighed),
        basis=say("Estimated from the sheet, the pile and the cards you typed.")
        if weighed.scored
        else say(
            "Estimated from the sheet, the pile and the size of each hand, as if each were a usual hand of its size."
        ),
    )


def _shares(stands: tuple[float, ...], parts: tuple[int, ...]) -> list[ShareOfVictory]:
    x, shares = 0.0, []
    for seat, (chance, part) in enumerate(zip(stands, parts, strict=True)):
        width = WIDTH * chance
        shares.append(
            ShareOfVictory(
                seat, about(part / 100), round(x, 1), round(max(width - 1.5, 1), 1), width > SIGNED, width > NAMED
            )
        )
        x += width
    return shares


def _verdict(weighed: Weighed) -> Text | None:
    """Never that one is right: how far they lie apart."""
    if weighed.draw is None or weighed.score is None:
        return None
    if weighed.level:
        return say("Level: too close to call.")
    points = round(100 * abs(weighed.draw - weighed.score))
    if weighed.draw > weighed.score:
        return say("One more card is better by about %(points)s in 100.", points=points)
    return say("Scoring is better by about %(points)s in 100.", points=points)
