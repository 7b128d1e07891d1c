"""Thousands of games of Fiasko abreast, by the very rules of `companion.rules.fiasko` in their default."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.rules.fiasko.moves import PRODUCTS
from companion.rules.fiasko.pack import CATASTROPHE, COPIES, FIASKO, LOWEST
from companion.rules.fiasko.standing import BEST, FINISH, SHARED

Array = NDArray[Any]

VALUES = np.array(tuple(COPIES), dtype=np.int16)
KINDS = len(PRODUCTS) * len(VALUES)  # of goods: product by product, value by value
A_FIASKO, A_CATASTROPHE = KINDS, KINDS + 1
BOX = np.array([*COPIES.values()] * len(PRODUCTS) + [FIASKO, CATASTROPHE], dtype=np.int16)
LONGEST = 1200  # moves; whoever plays on is stopped


class Games:
    """They all move at once, so that the same seat is to move in all of them. A product not scored yet has 0."""

    def __init__(self, seats: int, count: int, rng: np.random.Generator) -> None:
        self.seats, self.rng = seats, rng
        self.number = np.arange(count)  # those that go on
        self.pile = np.tile(BOX, (count, 1))
        self.left = np.full(count, BOX.sum(), dtype=int)  # in the pile
        self.hands = np.zeros((count, seats, KINDS), dtype=np.int16)
        self.sizes = np.zeros((count, seats), dtype=int)
        self.held = np.zeros((count, seats, len(PRODUCTS)), dtype=np.int16)  # the sum of each product
        self.scores = np.zeros((count, seats, len(PRODUCTS)), dtype=np.int16)
        self.moves = 0
        self.shares = np.zeros((count, seats), dtype=np.float32)  # of the victory, of all games

    @property
    def turn(self) -> int:
        return self.moves % self.seats

    def sums(self, seat: int) -> Array:
        """What a seat holds of each product."""
        return np.asarray(self.held[:, seat])

    def points(self, seat: int) -> Array:
        """What each product would score now; 0 where that can't be noted."""
        points = self.held[:, seat] * self.sizes[:, seat, None]
        return np.where((points >= LOWEST) & (self.scores[:, seat] == 0), points, 0)

    def play(self, score: Array) -> Array:
        """One move in every game: the product that is scored, or -1 for a card. What was drawn, -1 for a score."""
        seat, each = self.turn, np.arange(len(self.number))
        points = self.points(seat)
        left = self.left
        score = np.where((left == 0) & (score < 0), points.argmax(1), score)
        draws = score < 0
        at = (self.rng.random(len(each)) * left).astype(np.int16)
        card = np.where(draws, (self.pile.cumsum(1) <= at[:, None]).sum(1), -1)
        drew = each[draws]
        self.pile[drew, card[draws]] -= 1
        self.left[drew] -= 1
        goods = each[draws & (card < KINDS)]
        product, value = np.divmod(card[goods], len(VALUES))
        self.hands[goods, seat, card[goods]] += 1
        self.sizes[goods, seat] += 1
        self.held[goods, seat, product] += VALUES[value]
        self._lose(each[card == A_FIASKO], [seat])
        self._lose(each[card == A_CATASTROPHE], [other for other in range(self.seats) if other != seat])
        scored = each[~draws]
        self.scores[scored, seat, score[scored]] = points[scored, score[scored]]
        self._lose(scored, [seat])
        self._renew()
        finished = ~draws & (self.scores[:, seat] > 0).all(1)
        self.moves += 1
        self._end(finished, seat)
        return card

    def _lose(self, rows: Array, seats: list[int]) -> None:
        for kept in (self.hands, self.sizes, self.held):
            kept[np.ix_(rows, seats)] = 0

    def _renew(self) -> None:
        empty = self.left == 0
        if empty.any():
            self.pile[empty] = BOX
            held = self.hands[empty].sum(1)
            self.pile[empty, :KINDS] -= held
            nothing = held.sum(1) == BOX.sum()  # never: the eight are in no hand
            self.pile[np.flatnonzero(empty)[nothing]] = 0
            self.left[empty] = self.pile[empty].sum(1)

    def _end(self, finished: Array, seat: int) -> None:
        if self.moves >= LONGEST:
            finished = np.ones_like(finished)
        if not finished.any():
            return
        totals = totals_of(self.scores[finished])
        full = (self.scores[finished][:, seat] > 0).all(1)
        totals[:, seat] += FINISH * full
        won = totals == totals.max(1, keepdims=True)
        self.shares[self.number[finished]] = won / won.sum(1, keepdims=True)
        on = ~finished
        self.number, self.pile, self.left, self.scores = (
            kept[on] for kept in (self.number, self.pile, self.left, self.scores)
        )
        self.hands, self.sizes, self.held = (kept[on] for kept in (self.hands, self.sizes, self.held))


def bonuses_of(scores: Array) -> Array:
    """For each seat and product, as it stands."""
    best = scores.max(1, keepdims=True)
    at_top = (scores == best) & (scores > 0)
    return np.asarray(at_top * np.where(at_top.sum(1, keepdims=True) == 1, BEST, SHARED))


def totals_of(scores: Array) -> Array:
    """With the bonuses as they stand, and without the points for finishing."""
    return np.asarray(scores.sum(2) + bonuses_of(scores).sum(2))
