"""`python -m tools.chances` learns all nets on two cores, measures them and writes them, with the record of the run.

SETTINGS says how long each number of seats is learnt: less than half an hour of both cores in all.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tools.chances.measure import duel, fields, fit
from tools.chances.players import CARDS, COUNTED, FORMER, POINTS, TOLD, TYPED, Nets
from tools.chances.shipped import RECORD, SHIPPED, digest, packed, unpacked
from tools.chances.training import FIELDS, joined, learn, mixture, play


class Setting(NamedTuple):
    """Games a round; rounds of playing with what was learnt; games of each field and each duel that measure it.

    The units between what a net is told and what it says. Of how many rounds it learns at once, how often it goes
    through them (in the last round twice as often), and in which of the FIELDS the games are played.
    """

    games: int
    rounds: int
    measured: int
    public: int
    own: int
    kept: int = 2
    epochs: int = 6
    field: str = "wide"


SETTINGS = {
    2: Setting(60000, 4, 6000, public=16, own=192, kept=3, epochs=4, field="quick"),
    3: Setting(36000, 3, 6000, public=16, own=192, kept=3, epochs=4, field="typed"),
    4: Setting(22000, 5, 4000, public=16, own=128),
    5: Setting(8000, 4, 3000, public=16, own=96),
}
PLAIN = {"points 30": (POINTS, 30), "points 45": (POINTS, 45), "points 70": (POINTS, 70), "cards 5": (CARDS, 5)}


def learnt(seats: int, seed: int, setting: Setting) -> Nets:
    rng, kept, nets = np.random.default_rng([seed, seats]), [], None
    for at in range(setting.rounds + 1):
        began = time.monotonic()
        _, positions = play(seats, setting.games, mixture(seats, setting.games, nets, rng, FIELDS[setting.field]), rng)
        kept = [*kept[1 - setting.kept :], positions] if at > 1 else [positions]
        wide, epochs = ((setting.public,), (setting.own,)), setting.epochs * (2 if at == setting.rounds else 1)
        nets = learn(joined(kept), *wide, rng, epochs)
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


def one(seats: int, seed: int, setting: Setting) -> tuple[int, bytes]:
    return seats, packed({seats: learnt(seats, seed, setting)})


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tools.chances", description=__doc__)
    asked.add_argument("--seats", type=int, nargs="+", default=[*SETTINGS], help="those learnt anew; the others stay")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--games", type=int, help="a round, in the place of SETTINGS")
    asked.add_argument("--measured", type=int, help="games of each field and each duel, likewise")
    asked.add_argument("--processes", type=int, default=2)
    asked.add_argument("--to", type=Path, help="a folder for both files, in the place of the shipped ones")
    said = asked.parse_args()
    shipped, recorded = (said.to / it.name if said.to else it for it in (SHIPPED, RECORD))
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {"seats": {}}
    nets = {} if len(said.seats) == len(SETTINGS) else unpacked(SHIPPED.read_bytes())
    changed = {name: value for name in ("games", "measured") if (value := getattr(said, name)) is not None}
    largest = sorted(said.seats, reverse=True)
    settings, seeds = [SETTINGS[it]._replace(**changed) for it in largest], [said.seed] * len(largest)
    with ProcessPoolExecutor(said.processes) as pool:
        for seats, alone in pool.map(one, largest, seeds, settings):
            nets[seats] = unpacked(alone)[seats]
        data = packed(nets)
        shipped.write_bytes(data)
        alike = unpacked(data)
        many = [setting.measured for setting in settings]
        told = pool.map(measured, largest, [alike[it] for it in largest], seeds, many)
        for seats, setting, figures in zip(largest, settings, told, strict=True):
            record["seats"][str(seats)] = {"seed": said.seed, **setting._asdict(), **figures}
    record |= {"sha256": digest(data)}
    recorded.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")
    print(f"{len(data)} bytes")


if __name__ == "__main__":
    main()
