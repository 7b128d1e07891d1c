"""What a score of Fiasko can be: which cards make it, and which points no cards can make."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product as picks_of

from companion.rules.core import RuleBroken
from companion.rules.fiasko.pack import GOODS, PER_PRODUCT
from companion.rules.text import brief, say, say_many

COPIES = {1: 3, 2: 3, 3: 4, 4: 3, 5: 3}  # of each product: fiasko-from-english.fr.txt:50
OTHER_GOODS = GOODS - PER_PRODUCT
LOWEST = 13  # fiasko-from-english.fr.txt:111


def worth(values: tuple[int, ...], hand: int) -> int:
    """The sum of the product's cards times the whole hand (fiasko-from-english.fr.txt:97), for real cards."""
    if not values:
        raise RuleBroken(say("A score shows at least one card of its product"), "values")
    for value, times in Counter(values).items():
        copies = COPIES.get(value, 0)
        if times > copies:
            many = say("A product has only %(copies)s cards of the value %(value)s", copies=copies, value=brief(value))
            raise RuleBroken(many, "values")
    low, high = len(values), len(values) + OTHER_GOODS
    if not low <= hand <= high:
        raise RuleBroken(
            say_many(
                "A hand with %(count)s card of the product has %(low)s to %(high)s cards, not %(hand)s",
                "A hand with %(count)s cards of the product has %(low)s to %(high)s cards, not %(hand)s",
                len(values),
                low=low,
                high=high,
                hand=brief(hand),
            ),
            "hand",
        )
    points = sum(values) * hand
    if points < LOWEST:
        raise RuleBroken(
            say(
                "%(sum)s × %(hand)s is %(points)s: a score has at least %(lowest)s points",
                sum=sum(values),
                hand=hand,
                points=points,
                lowest=LOWEST,
            ),
            "values",
        )
    return points


def plausible(points: int) -> int:
    """Bare points, if they are some sum times some hand that real cards can make (silent)."""
    if points in possible_points():
        return points
    if points < LOWEST:
        raise RuleBroken(say("A score has at least %(lowest)s points", lowest=LOWEST), "points")
    below, above = nearest(points)
    if above is None:
        raise RuleBroken(
            say("No cards make %(points)s points: the most are %(below)s", points=points, below=below), "points"
        )
    raise RuleBroken(
        say(
            "No cards make %(points)s points: the nearest are %(below)s and %(above)s",
            points=points,
            below=below,
            above=above,
        ),
        "points",
    )


def nearest(points: int) -> tuple[int, int | None]:
    below = max(known for known in possible_points() if known < points)
    return below, min((known for known in possible_points() if known > points), default=None)


@cache
def possible_points() -> frozenset[int]:
    """Every sum of k cards of one product, times every hand that can hold these k."""
    picks = picks_of(*(range(copies + 1) for copies in COPIES.values()))
    sums = {(sum(pick), sum(value * times for value, times in zip(COPIES, pick, strict=True))) for pick in picks}
    products = (total * hand for k, total in sums if k for hand in range(k, OTHER_GOODS + k + 1))
    return frozenset(points for points in products if points >= LOWEST)
