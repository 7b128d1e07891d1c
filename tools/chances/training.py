"""Rounds of games, each played by what the last one has learnt: first plain players, then the nets with some noise."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tools.chances.inputs import own, public
from tools.chances.net import Net
from tools.chances.players import BARGAIN, CARDS, FORMER, POINTS, TOLD, TYPED, Nets, Players, plain_bars
from tools.chances.simulator import A_CATASTROPHE, A_FIASKO, KINDS, Array, Games

KEPT = 0.35  # of the positions: those of one game are much alike


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
        card = games_move(games, players)
        if card is not None and len(card[0]):
            rows = card[0]
            owned.append((own_view(games, rows, rng).astype(np.float16), games.number[rows], games.turn))
    return games, Positions(*gathered(views, games.shares), *gathered(owned, games.shares))


def games_move(games: Games, players: Players) -> tuple[Array, int] | None:
    """Plays, and names the games where goods came or a catastrophe spared the hand."""
    before = games.number
    seat = games.turn
    card = games.play(players.choose(games))
    if not len(games.number):
        return None
    went_on = np.isin(before, games.number, assume_unique=True)
    card = card[went_on]
    held = games.sizes[:, seat] > 0
    some = games.rng.random(len(card)) < KEPT
    return np.flatnonzero(((card >= 0) & (card < KINDS) | (card == A_CATASTROPHE)) & held & some), seat


def view(games: Games, rows: Array) -> Array:
    pile = games.pile[rows]
    return public(
        pile.sum(1),
        pile[:, A_FIASKO],
        pile[:, A_CATASTROPHE],
        np.roll(games.sizes[rows], -games.turn, 1),
        np.roll(games.scores[rows], -games.turn, 1),
    )


def own_view(games: Games, rows: Array, rng: np.random.Generator) -> Array:
    """Whoever has just drawn knows all of the hand, or has told the cards of one product."""
    seat = (games.turn - 1) % games.seats
    sums = games.sums(seat)[rows]
    one = np.arange(5) == np.where(rng.random(len(rows)) < 0.6, sums.argmax(1), rng.integers(0, 5, len(rows)))[:, None]
    known = one | (rng.random(len(rows)) < 0.6)[:, None]
    scores = np.roll(games.scores[rows], -games.turn, 1)
    return np.concatenate([view(games, rows), own(scores, games.sizes[rows, seat], sums, known)], 1)


def gathered(views: list[tuple[Array, Array, int]], shares: Array) -> tuple[Array, Array]:
    return (
        np.concatenate([inputs for inputs, _, _ in views]),
        np.concatenate([np.roll(shares[number], -seat, 1) for _, number, seat in views]),
    )


def mixture(seats: int, count: int, nets: Nets | None, rng: np.random.Generator) -> Players:
    """Before there is a net, plain players; then half of the games by the net alone, the others by everybody."""
    plain = rng.choice([CARDS, POINTS, BARGAIN, FORMER], (count, seats), p=[0.3, 0.3, 0.3, 0.1])
    if nets is None:
        return Players(plain, plain_bars(plain, rng))
    everybody = np.where(rng.random((count, seats)) < 0.5, rng.choice([TOLD, TYPED], (count, seats)), plain)
    same = rng.choice([CARDS, POINTS, BARGAIN], (count, 1)).repeat(seats, 1)
    kinds = np.select(
        [np.arange(count)[:, None] < count * 0.45, np.arange(count)[:, None] < count * 0.75],
        [np.full((count, seats), TOLD), everybody],
        same,
    )
    return Players(kinds, plain_bars(kinds, rng), nets, noise=0.015)


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
