"""How good Fiasko's chances to win are, and what they cost: `python tests/bench/bench_chances.py [PART …]`.

`fits`: calibration by bins and log loss, among players like those that the nets learnt from and four other kinds.
`duels`: of whoever follows the advice. `luck`: how often what is claimed of it comes (`--evenings 5000`). `cost`:
milliseconds a call. `taps` and `end`: what it adds to them. Without a part: all of them. Times are those of this
process, so that the machine’s other work isn’t in them.
"""

import argparse
import json
import sys
import tempfile
from dataclasses import replace
from math import log
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench_end import GAMES_OF_300, played  # noqa: E402
from bench_web import Ours  # noqa: E402
from companion import create_app, store  # noqa: E402
from companion.record.files import game_file  # noqa: E402
from companion.record.files.game_file import write_move  # noqa: E402
from companion.rules.core import fold  # noqa: E402
from companion.rules.fiasko import GAME  # noqa: E402
from companion.rules.fiasko.chances import Board, board  # noqa: E402
from companion.rules.fiasko.moves import Draw, Score  # noqa: E402
from companion.rules.fiasko.weighing import weigh  # noqa: E402
from companion.rules.luck import longest_run, luck  # noqa: E402
from companion.screens.end import ending  # noqa: E402
from companion.web.sitting import view as sitting_view  # noqa: E402
from tools.chances import simulator  # noqa: E402
from tools.chances.measure import duel, fields, fit  # noqa: E402
from tools.chances.players import CARDS, COUNTED, FORMER, POINTS, TOLD, TYPED, Players, plain_bars  # noqa: E402
from tools.chances.shipped import SHIPPED, unpacked  # noqa: E402

WAYS = {"by hand sizes": COUNTED, "one product typed": TYPED, "all cards": TOLD}
OTHERS = {"former advice": (FORMER, 0), "30 points": (POINTS, 30), "45 points": (POINTS, 45), "5 cards": (CARDS, 5)}
TABLES = {"off": {"advice": "off"}, "asked": {"watch": "off"}, "asked, and bars on the wall": {}}
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
    began = process_time()
    for _ in range(rounds):
        call()
    return 1000 * (process_time() - began) / rounds


def cost(seats):
    moves = [Draw(at % seats, "goods") for at in range(5 * seats)]
    moves += [Score(seat, "milk", (5, 4), 5) for seat in range(seats)]
    sheet = fold(GAME, GAME.table(NAMES[:seats]), [*moves, *moves[: 5 * seats]])
    known, told = board(sheet), Score(sheet.turn, "corn", (5, 3), 5)
    silent = sheet._replace(table=GAME.table(NAMES[:seats], {"advice": "off"}))
    return {
        "everybody’s chances": milliseconds(
            lambda: Board(known.scores, known.tie).chances(sheet.turn, sheet.counter), 300
        ),
        "after another draw": milliseconds(lambda: known.chances(sheet.turn, sheet.counter), 300),
        "draw or score, by sizes": milliseconds(lambda: weigh(sheet), 100),
        "draw or score, typed": milliseconds(lambda: weigh(sheet, told), 100),
        "a tally with chances": milliseconds(lambda: GAME.tally(sheet._replace(played=0)), 300),
        "a tally without": milliseconds(lambda: GAME.tally(silent._replace(played=0)), 300),
    }


def taps(rounds=400):
    """Through WSGI, one by one in turns: a sheet that shows no chances, at a table with and without; and the wall."""
    with tempfile.TemporaryDirectory() as folder:
        tables = {name: Ours(Path(folder) / name, **options) for name, options in TABLES.items()}
        times = {name: ([], []) for name in tables}
        for _ in range(rounds):
            for name, ours in tables.items():
                times[name][0].append(milliseconds(ours, 1))
                times[name][1].append(milliseconds(lambda ours=ours: ours.client.get(ours.watching + "now"), 1))
        plain = [median(took) for took in times["off"]]
        for name, both in times.items():
            tap, wall = (median(took) for took in both)
            told = f"{tap / plain[0] - 1:+.1%}; with the wall’s sheet {(tap + wall) / sum(plain) - 1:+.1%} (at most 5%)"
            print(f"a tap, {name}: {tap:.2f} ms and {wall:.2f} ms: {told}")
            tables[name].close()


def ends(copies=12):
    """A game of 300 moves as a phone first sees its end, and once more: with what turned it, and without."""
    game, (tell, options) = GAME, GAMES_OF_300["fiasko"]
    table = game.table(NAMES[:4], options)
    document = game_file.write(game, table, [write_move(move) for move in played(game, table, tell)])
    times = {(way, look): [] for way in ("without", "with") for look in ("first", "again")}
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder})
        store.upgrade(app)
        client = app.test_client()
        for copy in range(2 * copies):
            way = ("without", "with")[copy % 2]
            with app.app_context():
                (sitting,) = store.import_games(
                    json.dumps({**document, "players": [f"{n}{copy}" for n in "ABCD"]}).encode()
                )
            sitting_view.ending = without_turns if way == "without" else ending
            for look in ("first", "again"):
                times[way, look].append(milliseconds(lambda: seen(client, sitting), 1))  # noqa: B023
    for look in ("first", "again"):
        without, whole = (median(times[way, look]) for way in ("without", "with"))
        print(f"an end of 300 moves, {look}: {whole:.1f} ms, without {without:.1f}: {whole / without:.2f} times")


def seen(client, sitting):
    assert client.get(f"/s/{sitting.score_link}/").status_code == 200


def without_turns(game, screen, log):
    silent = replace(screen, afterwards=screen.afterwards._replace(turns=lambda log: None))
    return ending(game, silent, log)


def print_fits(seats, net, games, rng):
    for name, players in fields(seats, games, net, rng).items():
        one = fit(net, seats, players, games, rng)
        print(f"  {name}: off by {one.error:.1%}, log loss {one.loss:.3f}, {one.gain:.0%} below an even guess")
        print("    told → came:", *(f"{it.told:.0%}→{it.came:.0%}" for it in one.bins))


def print_duels(seats, net, games, rng):
    for name, kind in WAYS.items():
        for other, (others, bar) in OTHERS.items():
            won, off = duel(net, seats, kind, others, bar, games, rng)
            print(f"  {name} among {other}: {won:.0%} ± {off:.0%} (fair {1 / seats:.0%})")


def print_luck(seats, count, rng):
    runs, worst = claimed(evenings(seats, count, rng))
    for many, came in runs.items():
        print(f"  a run of 1 evening in {many} or rarer: claimed {1 / many:.1%}, came {came / count:.1%}", flush=True)
    for parts, came in worst.items():
        print(
            f"  bad luck of {20 - parts} in 20 or rarer: claimed {1 - parts / 20:.0%}, came {came / count:.1%}",
            flush=True,
        )


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    parts = ("cost", "fits", "duels", "luck", "taps", "end")
    asked.add_argument("parts", nargs="*", default=parts, help=" ".join(parts))
    asked.add_argument("--games", type=int, default=400)
    asked.add_argument("--evenings", type=int, default=1000, help="of each number of seats")
    asked.add_argument("--seed", type=int, default=7)
    said = asked.parse_args()
    nets, rng = unpacked(SHIPPED.read_bytes()), np.random.default_rng(said.seed)
    for seats in sorted(nets):
        print(f"{seats} seats (an even guess has a log loss of {log(seats):.3f})")
        if "cost" in said.parts:
            for name, ms in cost(seats).items():
                print(f"  {ms:7.3f} ms  {name}")
        if "fits" in said.parts:
            print_fits(seats, nets[seats], said.games, rng)
        if "duels" in said.parts:
            print_duels(seats, nets[seats], said.games, rng)
        if "luck" in said.parts:
            print_luck(seats, said.evenings, rng)
    if "taps" in said.parts:
        taps()
    if "end" in said.parts:
        ends()


if __name__ == "__main__":
    main()
