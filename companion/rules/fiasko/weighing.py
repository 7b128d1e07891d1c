"""One more card, or score now? Both as a chance to win, for whoever is to move: by the sizes of hands, or cards told.

The cards that somebody types stay with whoever typed them: they go in here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.core import RuleBroken, set_seat
from companion.rules.fiasko.chances import (
    LARGEST,
    Board,
    added,
    board,
    countable,
    nets,
    outcomes,
    usual_hands,
    whole,
)
from companion.rules.fiasko.moves import PRODUCTS, Score
from companion.rules.fiasko.pack import GOODS, LOWEST, PER_PRODUCT, Count
from companion.rules.fiasko.play import FiaskoSheet, play
from companion.rules.fiasko.standing import BEST, FINISH, won

LEVEL = 0.025  # a smaller difference is noise
SLOTS = 3  # open products that the net hears of one by one
MEAN = 3  # the value of a card, on average
Sums = Sequence[float | None]  # of each product in hand, as far as it is known
NOTHING_KNOWN: tuple[float | None, ...] = (None,) * len(PRODUCTS)


class Way(NamedTuple):
    """What may come of a card, and the chance to win then."""

    card: str
    likely: float
    chance: float


class Weighed(NamedTuple):
    """None where that can't be done. `scored`: the product and its points, where they were told."""

    seat: int
    stands: tuple[float, ...]  # everybody's chance as it is, by what all know
    draw: float | None
    ways: tuple[Way, ...]
    score: float | None
    scored: tuple[str, int] | None
    hand: int

    @property
    def level(self) -> bool:
        return self.draw is not None and self.score is not None and abs(self.draw - self.score) < LEVEL


def weigh(sheet: FiaskoSheet, told: Score | None = None) -> Weighed | None:
    """None where nobody counts every card, or nobody is to move."""
    if not countable(sheet) or sheet.turn is None:
        return None
    standing, seat = board(sheet), sheet.turn
    stands = standing.chances(seat, sheet.counter)
    if told is not None and told.player == seat and told.values is not None and told.hand is not None:
        return _weigh_cards(sheet, told, standing, stands)
    return _weigh_usual_hands(sheet, standing, stands)


def _weigh_cards(sheet: FiaskoSheet, told: Score, standing: Board, stands: tuple[float, ...]) -> Weighed | None:
    """With the cards of one product, and the hand as it was told."""
    assert told.values is not None
    assert told.hand is not None
    seat, total = told.player, sum(told.values)
    try:
        after = play(sheet, told)
    except RuleBroken:
        return None
    at = PRODUCTS.index(told.product)
    sums = set_seat(NOTHING_KNOWN, at, float(total))
    score = won(after)[seat] if after.over else _chance(board(after), seat, after.counter, sums)
    counted = sheet._replace(counter=sheet.counter.told_hand(seat, told.hand))
    ways = _ways(counted, standing, sums, at, len(told.values))
    return Weighed(seat, stands, _mean(ways), ways, score, (told.product, total * told.hand), told.hand)


def _weigh_usual_hands(sheet: FiaskoSheet, standing: Board, stands: tuple[float, ...]) -> Weighed:
    """A score as usual hands of so many have it: each open product in turn is the best one, the next ones follow it."""
    seat, hand = sheet.turn or 0, sheet.counter.hands[sheet.turn or 0]
    opened = [at for at, mine in enumerate(standing.scores[seat]) if not mine]
    cases = []
    for turned in range(len(opened) if hand else 0):
        for ranked in usual_hands(hand, len(opened)):
            products = zip(opened[turned:] + opened[:turned], ranked, strict=True)
            worth = [(total * hand + standing.gain(seat, at, total * hand), at, total) for at, total in products]
            _, at, total = max(worth)
            cases.append((at, total * hand))
    scores = [_scored(standing, sheet, at, points) for at, points in cases if points >= LOWEST]
    enough = len(scores) * 2 >= len(cases) > 0  # such a hand makes a score, as a rule
    ways = _ways(sheet, standing, NOTHING_KNOWN)
    return Weighed(seat, stands, _mean(ways), ways, sum(scores) / len(scores) if enough else None, None, hand)


def _mean(ways: tuple[Way, ...]) -> float | None:
    return sum(way.likely * way.chance for way in ways) if ways else None


def _scored(standing: Board, sheet: FiaskoSheet, at: int, points: float) -> float:
    """The chance once so much of a product is scored, and the hand is on the discards."""
    seat, counter = sheet.turn or 0, sheet.counter
    mine = set_seat(tuple(standing.scores[seat]), at, round(points))
    after = Board(set_seat(tuple(standing.scores), seat, mine), standing.tie)
    if all(mine):
        totals = set_seat(tuple(after.totals), seat, after.totals[seat] + FINISH)
        return (totals[seat] == max(totals)) / totals.count(max(totals))
    return _chance(after, seat, counter.discarded({seat: counter.hands[seat]}).renewed(), NOTHING_KNOWN)


def _ways(sheet: FiaskoSheet, standing: Board, sums: Sums, at: int | None = None, cards: int = 0) -> tuple[Way, ...]:
    """With so much known of the hand. Of the product `at` so many cards are: one more may come, or of another one."""
    seat, ways = sheet.turn or 0, []
    left = GOODS - sheet.counter.hands[seat]
    for card, likely, counter, _ in outcomes(sheet, standing):
        chance = _chance(standing, seat, counter, sums)
        if card == "goods" and at is not None:
            same = min(max(PER_PRODUCT - cards, 0) / max(left, 1), 1)
            more = _chance(standing, seat, counter, set_seat(tuple(sums), at, (sums[at] or 0) + MEAN))
            chance = same * more + (1 - same) * chance
        ways.append(Way(card, likely, chance))
    return tuple(ways)


def _chance(standing: Board, seat: int, counter: Count, sums: Sums) -> float:
    """Of whoever has just moved, by what is known of that hand: of an empty one all, to whoever knows any cards."""
    hand, following, net = counter.hands[seat], (seat + 1) % standing.seats, nets(standing.seats).own
    if not hand and any(total is not None for total in sums):
        sums = (0.0,) * len(PRODUCTS)
    known = added(net.known, whole(known_hand(standing, seat, hand, sums)))
    return net.chances(standing.first(following, counter, True) + known)[-1]


def known_hand(standing: Board, seat: int, hand: int, sums: Sums) -> list[float]:
    """The open products that are worth most, one by one; of those that nobody told, as many points as are left."""
    hand = min(hand, LARGEST)
    told = [it for it in sums if it is not None]
    guess = max(hand - sum(told) / MEAN, 0) * MEAN / max(len(sums) - len(told), 1)
    slots = []
    for at, (total, best) in enumerate(zip(sums, standing.best_of_others(seat), strict=True)):
        if standing.scores[seat][at]:
            continue
        points = (guess if total is None else total) * hand
        gain = standing.gain(seat, at, points)
        ahead = min(max((points - best) / 50, -1), 1)
        slots.append((points / 100, ahead, gain / BEST, float(total is not None), points / max(hand, 1) / 20))
    whole = sum(points for points, *_ in slots) / 3
    slots.sort(key=lambda slot: -(slot[0] * 100 + slot[2] * BEST))
    shown = [*slots[:SLOTS], *[(0.0,) * 5] * (SLOTS - len(slots))]
    return [*(it for column in zip(*shown, strict=True) for it in column), whole, len(slots) / len(PRODUCTS)]
