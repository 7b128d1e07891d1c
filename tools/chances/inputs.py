"""What a net is told of thousands of positions at once: the very numbers of `companion.rules.fiasko.position`.

Seats come in turn order, whoever is to move first.
"""

from __future__ import annotations

import numpy as np

from companion.rules.fiasko.moves import PRODUCTS
from tools.chances.simulator import Array, bonuses_of

SOFT = 40.0
SLOTS = 3


def public(pile: Array, fiasko: Array, catastrophe: Array, sizes: Array, scores: Array) -> Array:
    """The table, then ten numbers a seat."""
    seats = scores.shape[1]
    some = np.maximum(pile, 1)
    table = np.stack([pile / 88, fiasko / 6, catastrophe / 2, fiasko / some, catastrophe / some], 1)
    bonuses, opened = bonuses_of(scores), scores == 0
    totals, done = scores.sum(2) + bonuses.sum(2), 5 - opened.sum(2)
    best = scores.max(1)[:, None, :]
    ease, takers = SOFT / (SOFT + best), opened.sum(1)[:, None, :] / (seats - 1)
    usual = usual_points(sizes)
    each = np.stack(
        [
            done / 5,
            done == 4,
            (totals - totals.max(1, keepdims=True)) / 100,
            bonuses.sum(2) / 100,
            (bonuses / 30 * takers * ease).sum(2),
            (opened * ease).sum(2) / 5,
            totals / 300,
            sizes / 10,
            (sizes / 10) ** 2,
            (opened * (usual / (usual + best + 1))).sum(2) / 5,
        ],
        2,
    )
    return np.concatenate([table, each.reshape(len(each), -1)], 1).astype(np.float32)


def usual_points(sizes: Array) -> Array:
    """Of the best product of a hand of so many, about."""
    return np.asarray((0.6 * sizes**2 + 1.4 * sizes**1.5)[:, :, None])


def own(scores: Array, size: Array, sums: Array, known: Array) -> Array:
    """What is known of the hand of the last seat: of each product its sum, where that is known."""
    mine, others = scores[:, -1], scores[:, :-1].max(1)
    opened = mine == 0
    held = np.where(known, sums, 0)
    rest = np.maximum(size - held.sum(1) / 3, 0) * 3  # points in the cards that nobody told
    guess = rest[:, None] / np.maximum((~known).sum(1), 1)[:, None]
    total = np.where(known, sums, guess)
    points = total * size[:, None]
    gain = np.where(points > others, 30, np.where(points == others, 15, 0)) * (points > 0)
    worth = np.where(opened, points + gain, -1.0)
    order = np.argsort(-worth, axis=1, kind="stable")[:, :SLOTS]
    slots = [
        np.take_along_axis(column, order, 1) * np.take_along_axis(opened, order, 1)
        for column in (
            points / 100,
            np.clip((points - others) / 50, -1.0, 1.0),
            gain / 30,
            known,
            total / 20,
        )
    ]
    whole = [(np.where(opened, points, 0).sum(1) / 300)[:, None], opened.sum(1)[:, None] / len(PRODUCTS)]
    return np.concatenate([*slots, *whole], 1).astype(np.float32)
