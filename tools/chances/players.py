"""Who plays: plain players, whoever followed the former advice, and those who follow a net. All decide at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

import numpy as np

from companion.rules.fiasko.pack import GOODS, PER_PRODUCT
from tools.chances.inputs import own, public
from tools.chances.net import Net
from tools.chances.simulator import A_CATASTROPHE, A_FIASKO, KINDS, PRODUCTS, Array, Games, totals_of

CARDS, POINTS, BARGAIN, FORMER, TOLD, TYPED, COUNTED = range(7)
PLAIN = (CARDS, POINTS, BARGAIN)
MOST, DRAWN_HANDS, PARTS, MEAN = 40, 4000, 2, 3


@dataclass(frozen=True)
class Nets:
    public: Net
    own: Net


@dataclass
class Players:
    """`kinds` and `bars` have one a game and seat: how somebody decides, and from how much on."""

    kinds: Array
    bars: Array
    nets: Nets | None = None
    noise: float = 0.0
    patience: Array | float = 0.0  # how much better than a card a score has to be, of each a game and seat: to explore

    def choose(self, games: Games) -> Array:
        """The product that each scores now, or -1: one more card."""
        seat, number = games.turn, games.number
        kinds, bars, points = self.kinds[number, seat], self.bars[number, seat], games.points(seat)
        sizes, can = games.sizes[:, seat], points.max(1) > 0
        worth = np.where(points > 0, points + gains(games, seat, points), 0)
        best, each, pick = worth.max(1), np.arange(len(number)), worth.argmax(1)
        scores = (kinds == CARDS) & (sizes >= bars)
        scores |= (kinds == POINTS) & (points.max(1) >= bars)
        pick = np.where(kinds == POINTS, points.argmax(1), pick)
        scores |= (kinds == BARGAIN) & (best >= bars * (0.6 + 0.1 * (games.scores[:, seat] == 0).sum(1)))
        scores |= (kinds == FORMER) & (former_gain(games, seat) <= 0)
        scores |= (kinds <= FORMER) & wins_now(games, seat, points[each, pick], pick)
        for kind, reckon in ((TOLD, self._told), (TYPED, self._typed), (COUNTED, self._counted)):
            mine = np.flatnonzero((kinds == kind) & can)
            if len(mine):
                draw, score, product = reckon(games, mine, worth[mine])
                patience = np.broadcast_to(self.patience, self.kinds.shape)[number[mine], seat]
                scores[mine] = score > draw + patience + games.rng.normal(0, self.noise, len(mine))
                pick[mine] = product
        return np.where(scores & can, pick, -1)

    def _told(self, games: Games, rows: Array, worth: Array) -> tuple[Array, Array, Array]:
        """With one's own cards: what drawing and what the best score would lead to."""
        points = games.points(games.turn)[rows]
        first = worth.argmax(1)
        rest = worth.copy()
        rest[np.arange(len(rows)), first] = -1
        second = rest.argmax(1)
        known = np.ones(points.shape, dtype=bool)
        score = [self._scored(games, rows, it, points[np.arange(len(rows)), it], known) for it in (first, second)]
        score[1] = np.where(rest.max(1) > 0, score[1], -1.0)
        draw = self._draw(games, rows, self._drawn(games, rows), games.sums(games.turn)[rows], known, first)
        return draw, np.maximum(*score), np.where(score[0] >= score[1], first, second)

    def _typed(self, games: Games, rows: Array, worth: Array) -> tuple[Array, Array, Array]:
        """With the cards of one product, and the size of the hand."""
        product, each = worth.argmax(1), np.arange(len(rows))
        known = np.arange(5) == product[:, None]
        score = self._scored(games, rows, product, games.points(games.turn)[rows][each, product], known)
        draw = self._draw(games, rows, self._drawn(games, rows), games.sums(games.turn)[rows], known, product)
        return draw, score, product

    def _counted(self, games: Games, rows: Array, worth: Array) -> tuple[Array, Array, Array]:
        """By the sizes of hands alone, as usual hands of so many have it; which product is scored, the player sees.

        Which product is the hand's best, nobody knows: each open one in turn, the next best after it.
        """
        seat = games.turn
        opened = games.scores[rows, seat] == 0
        size, left = np.minimum(games.sizes[rows, seat], MOST), opened.sum(1)
        nothing, place = np.zeros(opened.shape), opened.cumsum(1) - 1
        draw = self._draw(games, rows, self._drawn(games, rows), nothing, nothing > 0, worth.argmax(1))
        score = np.zeros(len(rows))
        for turned in range(len(PRODUCTS)):
            here = np.flatnonzero(turned < left)
            rank = (place[here] + turned) % left[here, None]
            for part in range(PARTS):
                usual = usual_hands()[size[here], left[here], part]
                sums = np.where(opened[here], np.take_along_axis(usual, rank, 1), 0)
                points = sums * size[here, None]
                product = np.where(opened[here], points + gains(games, seat, points, rows[here]), -1).argmax(1)
                points = points[np.arange(len(here)), product]
                scored = self._scored(games, rows[here], product, points, nothing[here] > 0)
                score[here] += scored / left[here] / PARTS
        return draw, score, worth.argmax(1)

    def _draw(
        self, games: Games, rows: Array, drawn: tuple[Any, ...], sums: Array, known: Array, product: Array
    ) -> Array:
        """The chance of whoever draws now, with so much known of the hand: one more of this product, or of others."""
        assert self.nets
        fiasko, catastrophe, goods, base = drawn
        size, scores = games.sizes[rows, games.turn], rolled(games, rows)
        one, seen = np.arange(len(PRODUCTS)) == product[:, None], known.any(1, keepdims=True)
        left = np.maximum(PER_PRODUCT - sums / MEAN, 0)
        same = np.minimum((one * left).sum(1) / np.maximum(GOODS - size, 1), 1)
        others = known & ~one
        spread = others * left
        spread = spread / np.maximum(spread.sum(1, keepdims=True), 1e-9)
        nothing = np.zeros_like(size)
        lost, spared, more, else_ = (
            self.nets.own.chances(
                np.concatenate([inputs, own(scores, many, told, known | (many == 0)[:, None] & seen)], 1)
            )[:, -1]
            for inputs, many, told in (
                (base[0], nothing, nothing[:, None] * sums),
                (base[1], size, sums),
                (base[2], size + 1, sums + MEAN * one),
                (base[2], size + 1, sums + MEAN * spread),
            )
        )
        return np.asarray(fiasko * lost + catastrophe * spared + goods * (same * more + (1 - same) * else_))

    def _scored(self, games: Games, rows: Array, product: Array, points: Array, known: Array) -> Array:
        """The chance of whoever is to move, once this is scored. A game that it ends is won, shared or lost.

        With an empty hand all of it is known, to whoever goes by cards at all.
        """
        assert self.nets
        seat, each = games.turn, np.arange(len(rows))
        scores = games.scores[rows].astype(np.float32)
        scores[each, seat, product] = points
        last = np.flatnonzero((scores[:, seat] > 0).all(1))
        totals = totals_of(scores[last])
        totals[:, seat] += 20
        won = totals == totals.max(1, keepdims=True)
        sizes = games.sizes[rows]
        gone = sizes[:, seat].copy()
        sizes[:, seat] = 0
        pile = games.left[rows]
        inputs = public(
            *renewed(pile, games.pile[rows, A_FIASKO], games.pile[rows, A_CATASTROPHE], sizes, gone),
            np.roll(sizes, -seat - 1, 1),
            np.roll(scores, -seat - 1, 1),
        )
        seen = np.broadcast_to(known.any(1, keepdims=True), known.shape)
        empty = own(np.roll(scores, -seat - 1, 1), sizes[:, seat], np.zeros(known.shape), seen)
        chances = self.nets.own.chances(np.concatenate([inputs, empty], 1))[:, -1].astype(float)
        chances[last] = won[:, seat] / won.sum(1)
        return np.asarray(chances)

    def _drawn(self, games: Games, rows: Array) -> tuple[Array, Array, Array, list[Array]]:
        """The chances of the next card, and what everybody knows after each."""
        seat, pile = games.turn, games.pile[rows]
        left = np.maximum(games.left[rows], 1)
        fiasko, catastrophe = pile[:, A_FIASKO], pile[:, A_CATASTROPHE]
        scores, base = rolled(games, rows), []
        for kind in (A_FIASKO, A_CATASTROPHE, 0):
            sizes = games.sizes[rows]
            if kind == A_FIASKO:
                sizes[:, seat] = 0
            elif kind == A_CATASTROPHE:
                sizes = np.where(np.arange(games.seats) == seat, sizes, 0)
            else:
                sizes[:, seat] += 1
            after = renewed(left - 1, fiasko - (kind == A_FIASKO), catastrophe - (kind == A_CATASTROPHE), sizes, 1)
            base.append(public(*after, np.roll(sizes, -seat - 1, 1), scores))
        chances = fiasko / left, catastrophe / left
        return *chances, 1 - chances[0] - chances[1], base


def rolled(games: Games, rows: Array) -> Array:
    """The scores as the next seat sees them: whoever is to move now comes last."""
    return np.roll(games.scores[rows], -games.turn - 1, 1)


def renewed(
    pile: Array, fiasko: Array, catastrophe: Array, sizes: Array, discarded: Array | int
) -> tuple[Array, Array, Array]:
    """A pile that has run out is made anew from whatever is in no hand."""
    empty = pile <= 0
    return (
        np.where(empty, 88 - sizes.sum(1), pile),
        np.where(empty, 6, np.maximum(fiasko, 0)),
        np.where(empty, 2, np.maximum(catastrophe, 0)),
    )


def gains(games: Games, seat: int, points: Array, rows: Array | slice = slice(None)) -> Array:
    """What each product would bring beside its points."""
    others = games.scores[rows].copy()
    others[:, seat] = 0
    best = others.max(1)
    return np.where(points > best, 30, np.where(points == best, 15, 0)) * (points > 0)


def wins_now(games: Games, seat: int, points: Array, product: Array) -> Array:
    """Whether this score ends it, and nobody is ahead then."""
    scores, each = games.scores.copy(), np.arange(len(product))
    scores[each, seat, product] = np.maximum(scores[each, seat, product], points)
    totals = totals_of(scores)
    totals[:, seat] += 20
    return (scores[:, seat] > 0).all(1) & (totals[:, seat] == totals.max(1)) & (points > 0)


def former_gain(games: Games, seat: int) -> Array:
    """The advice that was given until now: a card more, at the risk of losing the hand by the next turn."""
    pile, hand = games.left, games.sizes[:, seat]
    marked = games.pile[:, A_CATASTROPHE]
    goods = pile - marked - games.pile[:, A_FIASKO]
    kept = none_within()[np.maximum(pile - 1, 0), marked, games.seats - 1]
    spared = none_within()[np.maximum(pile - 1, 0), np.maximum(marked - 1, 0), games.seats - 1]
    some = np.maximum(pile, 1)
    return np.asarray(
        np.where(hand > 0, goods / some * kept * (hand + 1) / np.maximum(hand, 1) + marked / some * spared - 1, 1.0)
    )


@cache
def none_within() -> Array:
    """By the pile, the marked cards in it, and the draws: the look ends with the pile."""
    table = np.ones((89, 3, 5))
    for pile in range(89):
        for marked in range(min(pile, 2) + 1):
            for draws in range(5):
                drawn = min(draws, pile)
                table[pile, marked, draws] = comb(pile - marked, drawn) / comb(pile, drawn)
    return table


@cache
def usual_hands() -> Array:
    """The sums of a hand by its cards and the open products, the best first: the worse part of hands, the better."""
    rng, table = np.random.default_rng(1), np.zeros((MOST + 1, len(PRODUCTS) + 1, PARTS, len(PRODUCTS)))
    cards = np.arange(KINDS).repeat([3, 3, 4, 3, 3] * 5)
    packs = rng.permuted(np.tile(cards, (DRAWN_HANDS, 1)), axis=1)[:, :MOST]
    sums = np.zeros((DRAWN_HANDS, len(PRODUCTS)))
    for size in range(1, MOST + 1):
        card = packs[:, size - 1]
        sums[np.arange(DRAWN_HANDS), card // 5] += card % 5 + 1
        for left in range(1, 6):
            ranked = -np.sort(-sums[:, :left], axis=1)
            ranked = ranked[np.argsort(ranked[:, 0], kind="stable")]
            table[size, left, :, :left] = ranked.reshape(PARTS, -1, left).mean(1)
    return table


def plain_bars(kinds: Array, rng: np.random.Generator) -> Array:
    """From how much on: cards, points, or points with their bonus."""
    cards, points = rng.integers(3, 10, kinds.shape), np.exp(rng.uniform(np.log(20), np.log(110), kinds.shape))
    return np.where(kinds == CARDS, cards, points)
