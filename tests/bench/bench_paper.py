"""How long a PDF takes, against the page that says the same: `python tests/bench/bench_paper.py [game.json …]`.

The first PDF of a process looks for its faces, too. Without files: the recorded evenings with the most moves.
"""

import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

from companion import create_app, store
from companion.store.database.engine import KEY

EVENINGS = Path(__file__).resolve().parent.parent / "evenings"
MOST, ROUNDS = 0.5, 20  # seconds


def longest():
    """A file of each game."""
    files = [path for path in EVENINGS.glob("*.json") if "tally" not in path.stem]
    told = sorted((len(json.loads(path.read_bytes())["moves"]), path) for path in files)
    return {path.stem.partition("-")[0]: path for _, path in told}.values()


def seconds(client, address):
    began = perf_counter()
    answer = client.get(address)
    took = perf_counter() - began
    assert answer.status_code == 200, answer.text
    return took


def main():
    slow = False
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder})
        store.upgrade(app)
        client = app.test_client()
        for path in map(Path, sys.argv[1:] or longest()):
            with app.app_context():
                (sitting,) = store.import_games(path.read_bytes())
            table = f"/s/{sitting.score_link}"
            first = seconds(client, f"{table}/paper.pdf")
            page = median(seconds(client, f"{table}/paper") for _ in range(ROUNDS))
            made = median(seconds(client, f"{table}/paper.pdf") for _ in range(ROUNDS))
            slow |= first > MOST
            print(
                f"{path.stem}: PDF {made * 1000:.0f} ms (first {first * 1000:.0f}), page {page * 1000:.0f} ms", end=""
            )
            print(f", {made / page:.1f} times")
        app.extensions[KEY].close()
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
