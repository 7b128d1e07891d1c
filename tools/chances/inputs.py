"""What a net is told of thousands of positions at once: the very numbers of `companion.rules.fiasko.position`.

Seats come in turn order, whoever is to move first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.rules.fiasko.moves import PRODUCTS
from tools.chances.simulator import Array, bonuses_of

SOFT = 40.0
SLOTS = 3


def public(pile: Array, fiasko: Array, catastrophe: Array, sizes: Array, scores: Array) -> Array:
    """The table, then ten numbers a seat."""
    scores, sizes = columns(scores), sizes.T.astype(float)
    some, opened, best = np.maximum(pile, 1), scores == 0, scores.max(1, keepdims=True)
    bonuses, done = bonuses_of(scores), 5 - opened.sum(0)
    more = bonuses.sum(0)
    totals = scores.sum(0) + more
    ease, takers = SOFT / (SOFT + best), opened.sum(1, keepdims=True) / (scores.shape[1] - 1)
    usual = 0.6 * sizes**2 + 1.4 * sizes**1.5  # points of the best product of a hand of so many, about
    each = (
        done / 5,
        done == 4,
        (totals - totals.max(0)) / 100,
        more / 100,
        (bonuses / 30 * takers * ease).sum(0),
        (opened * ease).sum(0) / 5,
        totals / 300,
        sizes / 10,
        (sizes / 10) ** 2,
        (opened * (usual / (usual + best + 1))).sum(0) / 5,
    )
    table = (pile / 88, fiasko / 6, catastrophe / 2, fiasko / some, catastrophe / some)
    of_seats = (row[seat] for seat in range(len(sizes)) for row in each)
    return rows_of((*table, *of_seats))


def own(scores: Array, size: Array, sums: Array, known: Array) -> Array:
    """What is known of the hand of the last seat: of each product its sum, where that is known."""
    scores, sums, known = columns(scores), sums.T.astype(float), known.T
    mine, others = scores[:, -1], scores[:, :-1].max(1)
    opened = mine == 0
    held = np.where(known, sums, 0)
    rest = np.maximum(size - held.sum(0) / 3, 0) * 3  # points in the cards that nobody told
    guess = rest / np.maximum((~known).sum(0), 1)
    total = np.where(known, sums, guess)
    points = total * size
    gain = np.where(points > others, 30, np.where(points == others, 15, 0)) * (points > 0)
    ranks = ranked(np.where(opened, points + gain, -1.0))
    ahead = np.clip((points - others) / 50, -1.0, 1.0)
    shown = [column * opened for column in (points / 100, ahead, gain / 30, known, total / 20)]
    slots = [(column * (ranks == slot)).sum(0) for column in shown for slot in range(SLOTS)]
    whole = np.where(opened, points, 0).sum(0) / 300
    return rows_of((*slots, whole, opened.sum(0) / len(PRODUCTS)))


def ranked(worth: Array) -> Array:
    """How many of the others come first: those that are worth more, and those before it that are worth as much."""
    ranks = np.zeros(worth.shape, dtype=np.int8)
    for at, one in enumerate(worth):
        ranks[at] = (worth[:at] >= one).sum(0) + (worth[at + 1 :] > one).sum(0)
    return ranks


def columns(scores: Array) -> Array:
    """By product and seat, so that positions lie side by side: NumPy goes through long rows many times faster."""
    return np.ascontiguousarray(scores.transpose(2, 1, 0), dtype=float)


def rows_of(numbers: Sequence[Array]) -> Array:
    told = np.empty((len(numbers), len(numbers[0])), dtype=np.float32)
    for at, one in enumerate(numbers):
        told[at] = one
    return np.ascontiguousarray(told.T)
