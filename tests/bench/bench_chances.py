"""How good Fiasko's chances to win are, and what they cost: `python tests/bench/bench_chances.py [--games 400]`.

Calibration by bins and log loss, among players like those that the nets learnt from and four other kinds; duels of
whoever follows the advice; how often what is claimed of luck comes (`--evenings 20000`); milliseconds a call.
"""

import argparse
import sys
from math import log
from pathlib import Path
from time import perf_counter

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from companion.rules.core import fold  # noqa: E402
from companion.rules.fiasko import GAME  # noqa: E402
from companion.rules.fiasko.chances import board  # noqa: E402
from companion.rules.fiasko.moves import Draw, Score  # noqa: E402
from companion.rules.fiasko.weighing import weigh  # noqa: E402
from companion.rules.luck import longest_run, luck  # noqa: E402
from tools.chances import simulator  # noqa: E402
from tools.chances.measure import duel, fields, fit  # noqa: E402
from tools.chances.players import CARDS, COUNTED, FORMER, POINTS, TOLD, TYPED, Players, plain_bars  # noqa: E402
from tools.chances.shipped import SHIPPED, unpacked  # noqa: E402

WAYS = {"by hand sizes": COUNTED, "one product typed": TYPED, "all cards": TOLD}
OTHERS = {"former advice": (FORMER, 0), "30 points": (POINTS, 30), "45 points": (POINTS, 45), "5 cards": (CARDS, 5)}
NAMES = ("Ana", "Bo", "Cy", "Di", "Eve")


def evenings(seats, count, rng):
    """Of each game every seat's draws: the chance of a Fiasko, and whether it came."""
    kinds = rng.integers(0, 3, (count, seats))
    games, players = simulator.Games(seats, count, rng), Players(kinds, plain_bars(kinds, rng))
    drawn = [[([], []) for _ in range(seats)] for _ in range(count)]
    while len(games.number):
        seat, number, pile = games.turn, games.number, games.pile.copy()
        card = games.play(players.choose(games))
        odds = pile[:, simulator.A_FIASKO] / pile.sum(1)
        for at in np.flatnonzero(card >= 0):
            chances, hits = drawn[number[at]][seat]
            chances.append(float(odds[at]))
            hits.append(bool(card[at] == simulator.A_FIASKO))
    return drawn


def claimed(drawn):
    """How often runs and bad luck are claimed to be so rare or rarer, and how often they are."""
    runs, worst = {5: 0, 10: 0, 20: 0}, {19: 0, 18: 0, 15: 0}
    for game in drawn:
        each = [longest_run(*seat) for seat in game]
        one_in = min(each, key=lambda run: run.chance).one_in(each) or 0
        runs = {many: came + (one_in >= many) for many, came in runs.items()}
        lucks = [luck(chances, sum(hits)) for chances, hits in game]
        shared = max(lucks, key=lambda one: one.fewer).shared_by(lucks)
        worst = {parts: came + (shared <= 20 - parts) for parts, came in worst.items()}
    return runs, worst


def milliseconds(call, rounds):
    began = perf_counter()
    for _ in range(rounds):
        call()
    return 1000 * (perf_counter() - began) / rounds


def cost(seats):
    moves = [Draw(at % seats, "goods") for at in range(5 * seats)]
    moves += [Score(seat, "milk", (5, 4), 5) for seat in range(seats)]
    sheet = fold(GAME, GAME.table(NAMES[:seats]), [*moves, *moves[: 5 * seats]])
    told = Score(sheet.turn, "corn", (5, 3), 5)
    silent = sheet._replace(table=GAME.table(NAMES[:seats], {"advice": "off"}))
    return {
        "everybody’s chances": milliseconds(lambda: board(sheet).chances(sheet.turn, sheet.counter), 300),
        "after another draw": (lambda known: milliseconds(lambda: known.chances(sheet.turn, sheet.counter), 300))(
            board(sheet)
        ),
        "draw or score, by sizes": milliseconds(lambda: weigh(sheet), 100),
        "draw or score, typed": milliseconds(lambda: weigh(sheet, told), 100),
        "a tally with chances": milliseconds(lambda: GAME.tally(sheet._replace(played=0)), 300),
        "a tally without": milliseconds(lambda: GAME.tally(silent._replace(played=0)), 300),
    }


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--evenings", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=7)
    said = asked.parse_args()
    nets, rng = unpacked(SHIPPED.read_bytes()), np.random.default_rng(said.seed)
    for seats in sorted(nets):
        print(f"{seats} seats (an even guess has a log loss of {log(seats):.3f})")
        for name, ms in cost(seats).items():
            print(f"  {ms:7.3f} ms  {name}")
        for name, players in fields(seats, said.games, nets[seats], rng).items():
            one = fit(nets[seats], seats, players, said.games, rng)
            print(f"  {name}: off by {one.error:.1%}, log loss {one.loss:.3f}, {one.gain:.0%} below an even guess")
            print("    told → came:", *(f"{it.told:.0%}→{it.came:.0%}" for it in one.bins))
        for name, kind in WAYS.items():
            for other, (others, bar) in OTHERS.items():
                won, off = duel(nets[seats], seats, kind, others, bar, said.games, rng)
                print(f"  {name} among {other}: {won:.0%} ± {off:.0%} (fair {1 / seats:.0%})")
        runs, worst = claimed(evenings(seats, said.evenings, rng))
        for many, came in runs.items():
            print(f"  a run of 1 evening in {many} or rarer: claimed {1 / many:.1%}, came {came / said.evenings:.1%}")
        for parts, came in worst.items():
            share = came / said.evenings
            print(f"  bad luck of {20 - parts} in 20 or rarer: claimed {1 - parts / 20:.0%}, came {share:.1%}")


if __name__ == "__main__":
    main()
