"""One more card, or score now? Both as a chance to win, for whoever is to move: by the sizes of hands, or cards told.

The cards that somebody types stay with whoever typed them: they go in here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.core import RuleBroken, set_seat
from companion.rules.fiasko.chances import LARGEST, Board, board, countable, nets, outcomes, usual_best, won
from companion.rules.fiasko.moves import PRODUCTS, Score
from companion.rules.fiasko.pack import GOODS, LOWEST, PER_PRODUCT
from companion.rules.fiasko.play import FiaskoSheet, play
from companion.rules.fiasko.standing import BEST, FINISH, SHARED

LEVEL = 0.025  # a smaller difference is noise
SLOTS = 3  # open products that the net hears of one by one
MEAN = 3  # the value of a card, on average
Sums = Sequence[float | None]  # of each product in hand, as far as it is known


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
        return _told(sheet, told, standing, stands)
    return _usual(sheet, standing, stands)


def _told(sheet: FiaskoSheet, told: Score, standing: Board, stands: tuple[float, ...]) -> Weighed | None:
    """With the cards of one product, and the hand as it was told."""
    assert told.values is not None
    assert told.hand is not None
    seat, total = told.player, sum(told.values)
    try:
        after = play(sheet, told)
    except RuleBroken:
        return None
    score = won(after)[seat] if after.over else board(after).chances(after.turn or 0, after.counter)[seat]
    draws = _Draws(sheet._replace(counter=sheet.counter.told_hand(seat, told.hand)), standing)
    ways = draws.ways(PRODUCTS.index(told.product), total, len(told.values))
    return Weighed(seat, stands, _mean(ways), ways, score, (told.product, total * told.hand), told.hand)


def _usual(sheet: FiaskoSheet, standing: Board, stands: tuple[float, ...]) -> Weighed:
    """As usual hands of so many have it: each open product in turn, in the worse half of hands and in the better."""
    seat, draws = sheet.turn or 0, _Draws(sheet, standing)
    hand, opened = sheet.counter.hands[seat], [at for at, mine in enumerate(standing.scores[seat]) if not mine]
    cases = [(at, total) for at in opened for total in usual_best(hand, len(opened))] if hand else []
    if not cases:
        ways = tuple(Way(card, likely, chances[seat]) for card, likely, chances in draws.outcomes)
        return Weighed(seat, stands, _mean(ways), ways, None, None, hand)
    each = [draws.ways(at, total, total / MEAN) for at, total in cases]
    ways = tuple(
        Way(same[0].card, same[0].likely, sum(way.chance for way in same) / len(same))
        for same in zip(*each, strict=True)
    )
    scores = [_scored(standing, sheet, at, total * hand) for at, total in cases if total * hand >= LOWEST]
    enough = len(scores) * 2 >= len(cases)  # such a hand makes a score, as a rule
    return Weighed(seat, stands, _mean(ways), ways, sum(scores) / len(scores) if enough else None, None, hand)


def _mean(ways: tuple[Way, ...]) -> float | None:
    return sum(way.likely * way.chance for way in ways) if ways else None


def _scored(standing: Board, sheet: FiaskoSheet, at: int, points: float) -> float:
    """The chance once so much of a product is scored, and the hand is on the discards."""
    seat, counter = sheet.turn or 0, sheet.counter
    mine = (*standing.scores[seat][:at], round(points), *standing.scores[seat][at + 1 :])
    after = Board(set_seat(tuple(standing.scores), seat, mine), standing.tie)
    if all(mine):
        totals = set_seat(tuple(after.totals), seat, after.totals[seat] + FINISH)
        return (totals[seat] == max(totals)) / totals.count(max(totals))
    counter = counter.discarded({seat: counter.hands[seat]}).renewed()
    return after.chances((seat + 1) % standing.seats, counter)[seat]


class _Draws:
    """What the next card may bring whoever is to move: reckoned once, whatever is known of the hand."""

    def __init__(self, sheet: FiaskoSheet, standing: Board) -> None:
        self.seat, self.counter, self.standing = sheet.turn or 0, sheet.counter, standing
        self.drawer_loses = sheet.table.options["catastrophe"] == "everyone"
        self.outcomes, self.net = outcomes(sheet, standing), nets(standing.seats).own
        following = (self.seat + 1) % standing.seats
        self.first = {}
        for card, _, _ in self.outcomes:
            after = self.counter.after(card, self.seat, self.drawer_loses)
            moved = self.net.moving.of(standing.moving(following, after))
            self.first[card] = [a + b for a, b in zip(standing.first(following, True), moved, strict=True)]

    def ways(self, at: int, total: float, cards: float) -> tuple[Way, ...]:
        """With so many cards of one product known: one more of it may come, or of another one."""
        hand, ways = self.counter.hands[self.seat], []
        for card, likely, chances in self.outcomes:
            chance = chances[self.seat]
            if card == "catastrophe" and not self.drawer_loses and hand:
                chance = self._own(card, hand, at, total)
            elif card == "goods":
                same = min(max(PER_PRODUCT - cards, 0) / max(GOODS - hand, 1), 1)
                more, else_ = (self._own(card, hand + 1, at, it) for it in (total + MEAN, total))
                chance = same * more + (1 - same) * else_
            ways.append(Way(card, likely, chance))
        return tuple(ways)

    def _own(self, card: str, hand: int, at: int, total: float) -> float:
        """The chance once that card has come, with what is known of the hand: the last one in turn order."""
        sums: list[float | None] = [None] * len(PRODUCTS)
        sums[at] = total
        known = self.net.known.of(known_hand(self.standing, self.seat, hand, sums))
        return self.net.chances([a + b for a, b in zip(self.first[card], known, strict=True)])[-1]


def known_hand(standing: Board, seat: int, hand: int, sums: Sums) -> list[float]:
    """The open products that are worth most, one by one; of those that nobody told, as many points as are left."""
    hand = min(hand, LARGEST)
    told = [it for it in sums if it is not None]
    guess = max(hand - sum(told) / MEAN, 0) * MEAN / max(len(sums) - len(told), 1)
    others = [max(column[:seat] + column[seat + 1 :]) for column in zip(*standing.scores, strict=True)]
    slots = []
    for total, best, mine in zip(sums, others, standing.scores[seat], strict=True):
        if mine:
            continue
        points = (guess if total is None else total) * hand
        gain = (BEST if points > best else SHARED if points == best else 0) if points > 0 else 0
        ahead = min(max((points - best) / 50, -1), 1)
        slots.append((points / 100, ahead, gain / BEST, float(total is not None), points / max(hand, 1) / 20))
    whole = sum(points for points, *_ in slots) / 3
    slots.sort(key=lambda slot: -(slot[0] * 100 + slot[2] * BEST))
    shown = [*slots[:SLOTS], *[(0.0,) * 5] * (SLOTS - len(slots))]
    return [*(it for column in zip(*shown, strict=True) for it in column), whole, len(slots) / len(PRODUCTS)]
