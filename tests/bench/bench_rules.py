"""How long the rules take. `python tests/bench/bench_rules.py` prints figures; it passes no judgement."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from companion.record.files import game_file  # noqa: E402
from companion.record.files.game_file import LARGEST, write_move  # noqa: E402
from companion.rules import GAMES, fiasko, pasta, states  # noqa: E402
from companion.rules.core import fold  # noqa: E402

CAST = ("Ana", "Bo", "Cy", "Di", "Eve")
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


def fiasko_moves(count):
    """Five seats draw round after round; every twelfth card is a Fiasko, every fortieth move a shuffle."""
    for number in range(count):
        if number % 40 == 39:
            yield fiasko.Reshuffle()
        else:
            yield fiasko.Draw(number % 5, "fiasko" if number % 12 == 11 else "goods")


def pasta_moves(count):
    for number in range(count):
        seat, turn = number % 5, number // 5
        if turn % 2 == 0:
            yield pasta.Take(seat, 3)
        else:
            victim = (seat - 1) % 5 if turn > 1 else None
            yield pasta.Bank(seat, turn // 2 % 2 * 2, 2, 1, victim if turn > 5 else None)


def states_moves(count):
    """Battles that nobody wins go on for ever: forty States taken, the others turned up again and again."""
    codes = list(states.STATE_NAMES)
    for number in range(count):
        tanks = tuple(1 + (number * 5 + seat) % 30 for seat in range(5))
        if number < 40:
            yield states.Battle(codes[number], 3, tanks)
        else:
            yield states.Battle(codes[40 + number % 10], 3, winner=None)


GAME_MOVES = {"fiasko": fiasko_moves, "pasta": pasta_moves, "states": states_moves}
OPTIONS = {"fiasko": {}, "pasta": {"track": "hands"}, "states": {"goal": {"points": 9999}}}


def table_of(slug):
    return GAMES[slug].table(CAST, OPTIONS[slug])


def file_of(slug, moves):
    return game_file.write(GAMES[slug], table_of(slug), [write_move(move) for move in moves])


def largest_file_of(slug):
    """As many moves as fit into the largest file that is answered, filled up with blanks to the last byte."""
    few, many = (len(json.dumps(file_of(slug, GAME_MOVES[slug](n))).encode()) for n in (1000, 2000))
    count = int(LARGEST / (many - few) * 1000 * 0.97)
    return count, json.dumps(file_of(slug, GAME_MOVES[slug](count))).encode().ljust(LARGEST)


def milliseconds(call, times):
    call()
    taken = []
    for _ in range(times):
        start = perf_counter()
        call()
        taken.append(1000 * (perf_counter() - start))
    return median(taken)


def process(arguments, expected, **more):
    def call():
        done = subprocess.run([sys.executable, *arguments], env=ENV, capture_output=True, check=False, **more)
        assert done.returncode == expected, done.stderr.decode()

    return call


def main():
    for slug, game in GAMES.items():
        moves, table = list(GAME_MOVES[slug](1000)), table_of(slug)
        print(f"fold of 1,000 moves of {slug}: {milliseconds(lambda: fold(game, table, moves), 50):.2f} ms")  # noqa: B023

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.json")
        bare = milliseconds(process(["-c", "import json"], 0), 30)
        print(f"python -c 'import json': {bare:.0f} ms, so the bound is {1.5 * bare + 60:.0f} ms")
        for slug in GAMES:
            path.write_text(json.dumps(file_of(slug, GAME_MOVES[slug](300))))
            taken = milliseconds(process(["-m", "companion", "tally", str(path)], 0), 30)
            print(f"companion tally, 300 moves of {slug}: {taken:.0f} ms")
        for slug in GAMES:
            count, raw = largest_file_of(slug)
            path.write_bytes(raw)
            taken = milliseconds(process(["-m", "companion", "tally", str(path)], 0), 3)
            print(f"companion tally, {len(raw):,} bytes, {count:,} moves of {slug}, answered: {taken:.0f} ms")
        path.write_bytes(raw + b" ")
        taken = milliseconds(process(["-m", "companion", "tally", str(path)], 2), 3)
        print(f"companion tally, {len(raw) + 1:,} bytes, refused: {taken:.0f} ms")
        path.write_bytes(b"[" * LARGEST)
        taken = milliseconds(process(["-m", "companion", "tally", str(path)], 2), 3)
        print(f"companion tally, {LARGEST:,} opening brackets, refused: {taken:.0f} ms")


if __name__ == "__main__":
    main()
