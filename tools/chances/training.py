"""Rounds of games, each played by what the last one has learnt: first plain players, then the nets with some noise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tools.chances.inputs import own, public
from tools.chances.net import Net
from tools.chances.players import BARGAIN, CARDS, COUNTED, FORMER, POINTS, TOLD, TYPED, Nets, Players, plain_bars
from tools.chances.simulator import A_CATASTROPHE, A_FIASKO, Array, Games

KEPT = 0.35  # of the positions: those of one game are much alike
PATIENCE = 0.08  # how far half of the taught players differ in it: else nobody learns what a large hand is worth


class Field(NamedTuple):
    """Who plays against whom, once there is a net."""

    itself: float  # of all games: the net with itself alone
    anybody: float  # up to here: the net with anybody
    alone: float  # up to here: one that the net teaches, alone among players who are alike; then these among themselves
    fast: float = 0.0  # of the players alike: those who score at 25 to 40 points
    taught: tuple[float, ...] | None = None  # how many see all their cards, those of one product, or none
    by_hand: bool = False  # patience is drawn anew for each hand, not once a game


WIDE = Field(0.35, 0.6, 0.9)
QUICK = Field(0.1, 0.2, 0.98, fast=0.25, taught=(0.2, 0.2, 0.6), by_hand=True)
TYPED_MORE = Field(0.1, 0.2, 0.98, taught=(0.25, 0.5, 0.25))
FIELDS = {"wide": WIDE, "quick": QUICK, "typed": TYPED_MORE}


class Positions(NamedTuple):
    public: Array
    public_shares: Array
    own: Array
    own_shares: Array


def play(seats: int, count: int, players: Players, rng: np.random.Generator) -> tuple[Games, Positions]:
    """All of them to their ends, and positions of them with what came of them: shares of victory in turn order."""
    games = Games(seats, count, rng)
    views: list[tuple[Array, Array, int]] = []
    owned: list[tuple[Array, Array, int]] = []
    while len(games.number):
        seat = games.turn
        rows = np.flatnonzero(rng.random(len(games.number)) < KEPT)
        if len(rows):
            views.append((view(games, rows).astype(np.float16), games.number[rows], seat))
        games.play(players.choose(games))
        rows = of_the_taught(games, players)
        if len(rows):
            owned.append((own_view(games, rows, players, rng).astype(np.float16), games.number[rows], games.turn))
    return games, Positions(*gathered(views, games.shares), *gathered(owned, games.shares))


def of_the_taught(games: Games, players: Players) -> Array:
    """Some of the games in which whoever has just moved goes by the net: what others do says nothing of its worth.

    Somebody who scores early is most often a good player: among all players a small score would look like a good one.
    """
    taught = np.isin(players.kinds, (TOLD, TYPED, COUNTED))
    among = taught[games.number, games.turn - 1] | ~taught.any()
    return np.flatnonzero(among & (games.rng.random(len(among)) < KEPT))


def view(games: Games, rows: Array) -> Array:
    pile = games.pile[rows]
    return public(
        games.left[rows],
        pile[:, A_FIASKO],
        pile[:, A_CATASTROPHE],
        np.roll(games.sizes[rows], -games.turn, 1),
        np.roll(games.scores[rows], -games.turn, 1),
    )


def own_view(games: Games, rows: Array, players: Players, rng: np.random.Generator) -> Array:
    """Whoever has just moved knows all of the hand, or has told the cards of one product, or goes by its size alone."""
    seat = (games.turn - 1) % games.seats
    sums, sizes = games.sums(seat)[rows], games.sizes[rows, seat][:, None]
    asked = rng.random((len(rows), 1))
    one = np.arange(5) == np.where(rng.random(len(rows)) < 0.8, sums.argmax(1), rng.integers(0, 5, len(rows)))[:, None]
    known = (asked < 0.4) | one | (asked > 0.7) & (rng.random(sums.shape) < 0.6) | (sizes == 0)
    known &= ~np.isin(players.kinds[games.number[rows], seat], (CARDS, COUNTED))[:, None]
    scores = np.roll(games.scores[rows], -games.turn, 1)
    return np.concatenate([view(games, rows), own(scores, sizes[:, 0], sums, known)], 1)


def gathered(views: list[tuple[Array, Array, int]], shares: Array) -> tuple[Array, Array]:
    return (
        np.concatenate([inputs for inputs, _, _ in views]),
        np.concatenate([np.roll(shares[number], -seat, 1) for _, number, seat in views]),
    )


@dataclass
class Explorers(Players):
    """Each hand anew they are more or less patient."""

    def choose(self, games: Games) -> Array:
        assert isinstance(self.patience, np.ndarray)
        anew = games.number[games.sizes[:, games.turn] == 0]
        self.patience[anew, games.turn] = patience((len(anew),), games.rng)
        return super().choose(games)


def patience(shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    return np.asarray(rng.normal(0, PATIENCE, shape) * (rng.random(shape) < 0.5))


def mixture(seats: int, count: int, nets: Nets | None, rng: np.random.Generator, field: Field = WIDE) -> Players:
    """Before there is a net, plain players; then the net with itself, with anybody, and alone among players alike."""
    plain, bars = plain_players((count, seats), rng)
    if nets is None:
        return Players(plain, bars)
    same, same_bars = players_alike(count, rng, field.fast)
    same, same_bars = same.repeat(seats, 1), same_bars.repeat(seats, 1)
    taught = rng.choice([TOLD, TYPED, COUNTED], (count, seats), p=field.taught)
    share = (np.arange(count) / count)[:, None]
    alone = np.arange(seats) == rng.integers(0, seats, (count, 1))
    kinds = np.select(
        [share < field.itself, share < field.anybody, share < field.alone],
        [
            rng.choice([TOLD, COUNTED], (count, 1), p=[0.7, 0.3]).repeat(seats, 1),
            np.where(rng.random((count, seats)) < 0.5, taught, plain),
            np.where(alone, taught, same),
        ],
        same,
    )
    bars = np.where(share < field.anybody, bars, same_bars)
    explorers = Explorers if field.by_hand else Players
    return explorers(kinds, bars, nets, noise=0.015, patience=patience((count, seats), rng))


def players_alike(count: int, rng: np.random.Generator, fast: float) -> tuple[Array, Array]:
    """One kind a game. With two seats those who score fast are the hardest to beat, so that more of them are needed."""
    plain, bars = plain_players((count, 1), rng)
    if not fast:
        return plain, bars
    here, points = rng.random((count, 1)) < fast, np.exp(rng.uniform(np.log(25), np.log(40), (count, 1)))
    return np.where(here, POINTS, plain), np.where(here, points, bars)


def plain_players(shape: tuple[int, int], rng: np.random.Generator) -> tuple[Array, Array]:
    kinds = rng.choice([CARDS, POINTS, BARGAIN, FORMER], shape, p=[0.3, 0.3, 0.2, 0.2])
    return kinds, plain_bars(kinds, rng)


def learn(
    positions: Positions, wide: tuple[int, ...], own_wide: tuple[int, ...], rng: np.random.Generator, epochs: int
) -> Nets:
    seats = positions.public_shares.shape[1]
    nets = Nets(
        Net((positions.public.shape[1], *wide, seats), rng), Net((positions.own.shape[1], *own_wide, seats), rng)
    )
    nets.public.learn(positions.public, positions.public_shares, rng, epochs)
    nets.own.learn(positions.own, positions.own_shares, rng, epochs)
    return nets


def joined(many: list[Positions]) -> Positions:
    return Positions(*(np.concatenate(parts) for parts in zip(*many, strict=True)))
