"""How good the nets are: log loss and calibration among any players, and duels of who follows them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tools.chances.net import log_loss
from tools.chances.players import BARGAIN, CARDS, FORMER, POINTS, TOLD, Nets, Players, plain_bars
from tools.chances.simulator import Games
from tools.chances.training import play

BINS = 20


class Bin(NamedTuple):
    """Of the chances that were told between two twentieths: how many, their mean, and how many of them won."""

    many: int
    told: float
    came: float


class Fit(NamedTuple):
    """`gain`: how far the log loss is below that of an even guess."""

    error: float
    loss: float
    gain: float
    bins: tuple[Bin, ...]


def fields(seats: int, count: int, nets: Nets, rng: np.random.Generator) -> dict[str, Players]:
    """Players like those that it learnt from, and four other kinds."""

    def all_of(kind: int, bars: object = 0.0, noise: float = 0.015) -> Players:
        return Players(np.full((count, seats), kind), np.full((count, seats), bars, dtype=float), nets, noise)

    own_bars = rng.choice([25.0, 40.0, 60.0, 90.0], (count, seats))
    kinds = rng.choice([CARDS, POINTS, BARGAIN, TOLD], (count, seats))
    return {
        "like itself": all_of(TOLD),
        "each at points of their own": Players(np.full((count, seats), POINTS), own_bars, nets),
        "all at six cards": all_of(CARDS, 6),
        "all by the former advice": all_of(FORMER),
        "anybody": Players(kinds, plain_bars(kinds, rng), nets, 0.05),
    }


def fit(nets: Nets, seats: int, players: Players, count: int, rng: np.random.Generator) -> Fit:
    _, positions = play(seats, count, players, rng)
    told, came = nets.public.chances(positions.public.astype(np.float32)), positions.public_shares
    at = np.minimum((told * BINS).astype(int), BINS - 1)
    bins = []
    for part in range(BINS):
        here = at == part
        if here.any():
            bins.append(Bin(int(here.sum()), float(told[here].mean()), float(came[here].mean())))
    error = sum(one.many * abs(one.told - one.came) for one in bins) / told.size
    loss = log_loss(told, came)
    return Fit(error, loss, 1 - loss / float(np.log(seats)), tuple(bins))


def duel(
    nets: Nets, seats: int, one: int, others: int, bar: float, count: int, rng: np.random.Generator
) -> tuple[float, float]:
    """How often one who plays so wins in a field of others, each seat as often; and how far that is by chance."""
    kinds, at = np.full((count, seats), others), np.arange(count) % seats
    kinds[np.arange(count), at] = one
    games, players = Games(seats, count, rng), Players(kinds, np.full((count, seats), float(bar)), nets)
    while len(games.number):
        games.play(players.choose(games))
    won = games.shares[np.arange(count), at]
    return float(won.mean()), float(won.std() / np.sqrt(count))
