"""What the end of a game costs the server: `python tests/bench/bench_end.py`.

A game of Fiasko of 300 moves that nobody has finished, stopped. The plain end has verdict, tally and sheet alone; the
whole one its course, luck and what if beside, reckoned for each phone that looks. Both are asked for through WSGI, in
turns.
"""

import json
import sys
import tempfile
from random import Random
from statistics import median
from time import perf_counter

from companion import create_app, store
from companion.record import gamefile
from companion.record.moves import write_move
from companion.rules import GAMES
from companion.rules.core import End, RuleBroken, step
from companion.rules.fiasko.moves import Draw, Score
from companion.screens.ending import Ending, ending
from companion.web import common_view

MOVES, ROUNDS, PLAYERS = 300, 30, ("Ana", "Tom", "Chloé", "Bo")
PRODUCTS = ("milk", "pickles", "tomatoes", "corn")


def played():
    """Cards as they come, seat after seat; now and then somebody scores one of four products."""
    dice, game = Random(11), GAMES["fiasko"]
    sheet, moves = game.start(game.table(PLAYERS)), []
    while len(moves) < MOVES - 1:
        counter = sheet.counter
        card = dice.choices(("goods", "fiasko", "catastrophe"), (counter.goods, counter.fiasko, counter.catastrophe))[0]
        move = Draw(sheet.turn, card)
        if counter.hands[sheet.turn] > 5 and (left := [one for one in PRODUCTS if one not in sheet.scores[sheet.turn]]):
            move = Score(sheet.turn, left[0], values=(5, 4, 3), hand=counter.hands[sheet.turn])
        try:
            sheet = step(game, sheet, move)
        except RuleBroken:
            break
        moves.append(move)
    return game, [*moves, End()]


def plain(game, screen, log):
    """The ending without what this is about."""
    return Ending((), screen.tally_steps(log.sheet), None, None, ())


def main():
    game, moves = played()
    document = gamefile.write(game, game.table(PLAYERS), [write_move(move) for move in moves])
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder})
        store.upgrade(app)
        with app.app_context():
            (sitting,) = store.import_games(json.dumps(document).encode())
        client, address = app.test_client(), f"/s/{sitting.score_link}/"

        def timed(reckon):
            common_view.ending = reckon
            begin = perf_counter()
            assert client.get(address).status_code == 200
            return perf_counter() - begin

        ways = {"plain": plain, "whole": ending}
        times = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, reckon in ways.items():
                times[name].append(timed(reckon))
    print(f"{len(moves)} moves")
    base = median(times["plain"])
    for name, took in times.items():
        print(f"{name:6} {median(took) * 1000:6.1f} ms, {median(took) / base:.2f} times the plain one")
    return median(times["whole"]) > 3 * base


if __name__ == "__main__":
    sys.exit(main())
