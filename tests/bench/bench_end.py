"""What the end of a game costs the server: `python tests/bench/bench_end.py`.

A game of 300 moves of each kind that nobody has finished, stopped: of Fiasko cards as they come, of Pasta takes and
banks, of States battles that hardly anybody wins, for it has but fifty States. The tally alone has verdict and sheet,
too; then comes the course, with the table behind it; then luck and what if: the whole end, reckoned for each phone
that looks. All are asked for through WSGI, in turns.
"""

import json
import sys
import tempfile
from random import Random
from statistics import median
from time import perf_counter

from companion import create_app, store
from companion.record.files import game_file
from companion.record.files.game_file import write_move
from companion.rules import GAMES
from companion.rules.core import RuleBroken, step
from companion.rules.fiasko.moves import Draw, Score
from companion.rules.moves import End
from companion.rules.pasta.moves import Bank, Take
from companion.rules.states.moves import STATE_NAMES, Battle, TankReshuffle
from companion.screens.end import Ending, ending
from companion.web.sitting import view as sitting_view

MOVES, ROUNDS, PLAYERS = 300, 30, ("Ana", "Tom", "Chloé", "Bo")
SEATS = range(len(PLAYERS))
PRODUCTS = ("milk", "pickles", "tomatoes", "corn")
BOUND = 3


def fiasko(dice, sheet):
    """Cards as they come, seat after seat; now and then somebody scores one of four products."""
    counter, seat = sheet.counter, sheet.turn
    if counter.hands[seat] > 5 and (left := [one for one in PRODUCTS if one not in sheet.scores[seat]]):
        return Score(seat, left[0], values=(5, 4, 3), hand=counter.hands[seat])
    cards = (counter.goods, counter.fiasko, counter.catastrophe)
    return Draw(seat, dice.choices(("goods", "fiasko", "catastrophe"), cards)[0])


def pasta(dice, sheet):
    """A hand that is filled, and banked; now and then with a theft."""
    seat, shape = sheet.turn, dice.randrange(9)
    if sheet.hands[seat] < 3:
        return Take(seat, dice.randint(1, 4))
    others = [one for one in SEATS if one != seat and shape in sheet.groups[one]]
    rob = dice.choice(others) if others and dice.random() < 0.3 else None
    return Bank(seat, shape, dice.randint(1, 3), steal_from=rob)


def states(dice, sheet):
    """Two pairs of tanks cancel out, but for one battle in six."""
    if sheet.tanks.played and not dice.randrange(4):
        return TankReshuffle()
    left = [one for one in STATE_NAMES if one not in sheet.battles or sheet.battles[one].winner is None]
    won = len(left) > 1 and not dice.randrange(6)
    tanks = dice.sample(range(1, 31), 4) if won else 2 * dice.sample(range(1, 31), 2)
    return Battle(dice.choice(left), dice.randint(1, 37), tuple(tanks))


GAMES_OF_300 = {
    "fiasko": (fiasko, {}),
    "pasta": (pasta, {"track": "hands"}),
    "states": (states, {"goal": {"points": 9999}}),
}


def played(game, table, tell):
    dice, sheet, moves = Random(11), game.start(table), []
    while len(moves) < MOVES - 1:
        move = tell(dice, sheet)
        try:
            sheet = step(game, sheet, move)
        except RuleBroken:  # a tank too many
            continue
        moves.append(move)
    return [*moves, End()]


def tally_alone(game, screen, log):
    """The end without what this is about."""
    return Ending(True, (), screen.afterwards.tally(log.sheet), None, None, None, ())


def with_course(game, screen, log):
    return tally_alone(game, screen, log)._replace(course=screen.afterwards.course(log))


AS_LONG = {"fiasko"}  # as 300 moves: the other games are forced to be, so that a row for each is most of their end
WAYS = {"tally": tally_alone, "course": with_course, "whole": ending}


def timed(client, address, reckon):
    sitting_view.ending = reckon
    begin = perf_counter()
    assert client.get(address).status_code == 200
    return perf_counter() - begin


def measured(client, address):
    """The median of each way."""
    times = {name: [] for name in WAYS}
    for _ in range(ROUNDS):
        for name, reckon in WAYS.items():
            times[name].append(timed(client, address, reckon))
    return {name: median(took) for name, took in times.items()}


def main():
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder})
        store.upgrade(app)
        for slug, (tell, options) in GAMES_OF_300.items():
            game = GAMES[slug]
            table = game.table(PLAYERS, options)
            document = game_file.write(game, table, [write_move(move) for move in played(game, table, tell)])
            with app.app_context():
                (sitting,) = store.import_games(json.dumps(document).encode())
            took = measured(app.test_client(), f"/s/{sitting.score_link}/")
            shown = ", ".join(f"{name} {median * 1000:.1f} ms" for name, median in took.items())
            times, beside = (took["whole"] / took[name] for name in ("tally", "course"))
            print(f"{slug:6} {shown}: {times:.2f} times the tally alone, {beside:.2f} times that with its course")
            slow |= beside > BOUND or (slug in AS_LONG and times > BOUND)
    return slow


if __name__ == "__main__":
    sys.exit(main())
