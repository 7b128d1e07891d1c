"""`python -m tools.chances` learns the nets on two cores, measures them and writes them: minutes on an idle machine."""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

from tools.chances.measure import duel, fields, fit
from tools.chances.players import CARDS, COUNTED, FORMER, POINTS, TOLD, TYPED, Nets
from tools.chances.shipped import RECORD, SHIPPED, digest, packed, unpacked
from tools.chances.training import joined, learn, mixture, play

PUBLIC, OWN = (24,), (32,)
PLAIN = {"points 30": (POINTS, 30), "points 45": (POINTS, 45), "points 70": (POINTS, 70), "cards 5": (CARDS, 5)}


def learnt(seats: int, seed: int, games: int, rounds: int) -> Nets:
    rng, kept, nets = np.random.default_rng([seed, seats]), [], None
    for at in range(rounds + 1):
        began = time.monotonic()
        _, positions = play(seats, games, mixture(seats, games, nets, rng), rng)
        kept = [*kept[-1:], positions] if at > 1 else [positions]
        nets = learn(joined(kept), PUBLIC, OWN, rng, epochs=12 if at == rounds else 6)
        seconds = time.monotonic() - began
        print(f"{seats} seats, round {at}: {len(positions.public)} positions, {seconds:.0f} s", flush=True)
    assert nets
    return nets


def measured(seats: int, nets: Nets, seed: int, games: int) -> dict[str, Any]:
    rng = np.random.default_rng([seed, seats, 1])
    told: dict[str, Any] = {"fits": {}, "duels": {}}
    for name, players in fields(seats, games, nets, rng).items():
        one = fit(nets, seats, players, games, rng)
        told["fits"][name] = {"error": round(one.error, 4), "loss": round(one.loss, 4), "gain": round(one.gain, 4)}
    for name, kind in (("by hand sizes", COUNTED), ("with one product typed", TYPED), ("with all cards", TOLD)):
        for other, (others, bar) in {"former advice": (FORMER, 0), **PLAIN}.items():
            won, off = duel(nets, seats, kind, others, bar, games, rng)
            told["duels"][f"{name} among {other}"] = [round(won, 3), round(off, 3)]
    return told


def one(seats: int, seed: int, games: int, rounds: int) -> tuple[int, bytes]:
    return seats, packed({seats: learnt(seats, seed, games, rounds)})


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tools.chances", description=__doc__)
    asked.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5], help="those learnt anew; the others stay")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int, default=3500, help="a round")
    asked.add_argument("--rounds", type=int, default=2, help="of playing with what was learnt")
    asked.add_argument("--measured", type=int, default=500, help="games of each field and each duel")
    asked.add_argument("--processes", type=int, default=2)
    said, record = asked.parse_args(), json.loads(RECORD.read_text()) if RECORD.exists() else {"seats": {}}
    nets = unpacked(SHIPPED.read_bytes()) if SHIPPED.exists() else {}
    largest, many = sorted(said.seats, reverse=True), len(said.seats)
    with ProcessPoolExecutor(said.processes) as pool:
        for seats, alone in pool.map(one, largest, [said.seed] * many, [said.games] * many, [said.rounds] * many):
            nets[seats] = unpacked(alone)[seats]
        data = packed(nets)
        SHIPPED.write_bytes(data)
        shipped = unpacked(data)
        told = pool.map(measured, largest, [shipped[it] for it in largest], [said.seed] * many, [said.measured] * many)
        for seats, figures in zip(largest, told, strict=True):
            run = {"seed": said.seed, "games": said.games, "rounds": said.rounds, "measured": said.measured}
            record["seats"][str(seats)] = run | figures
    record |= {"sha256": digest(data)}
    RECORD.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")
    print(f"{len(data)} bytes")


if __name__ == "__main__":
    main()
