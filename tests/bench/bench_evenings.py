"""What past evenings cost when they are many: `python tests/bench/bench_evenings.py`.

Three phones of one database have seen 50, 500 and 5,000 finished sittings. They open the page through HTTP (Flask's
test client), in turns, so that the machine's other work hits all. The sittings are of all three games, by friends who
come and go; only their results are dealt, for the page reads no log. `--all=GAME` makes them all of one game;
`--profile` says where the time goes. Nothing is kept from one page to the next: at most 150 ms for 500, or it is felt.
"""

import cProfile
import pstats
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from sqlalchemy import insert

from companion import create_app, store
from companion.evenings.people import Place
from companion.rules import GAMES
from companion.store.database.engine import KEY, writing
from companion.store.results import write_places
from companion.store.sittings import new_sitting
from companion.store.tables import Finished, Visit
from companion.web.security import COOKIE

FEW, SOME, MANY = 50, 500, 5_000
PHONES = {many: f"{many:08}-5050-4050-8050-505050505050" for many in (FEW, SOME, MANY)}
CAST = ("Ana", "Tom", "Chloé", "Bo", "Maximilian", "Eve", "Kim", "Lea")
ROUNDS = 40
BEGAN = datetime(2021, 1, 2, 20, tzinfo=UTC)


def kept(game, chance):
    """As past evenings keep it of this game."""
    return {
        "fiasko": {
            "dearest": chance.randint(20, 150),
            "product": chance.choice(("milk", "corn", "pickles")),
            "draws": 30,
            "run": chance.randint(3, 44),
            "fiaskos": chance.randint(0, 6),
            "fiaskos_expected": 2.8312,
            "fiaskos_variance": 2.4871,
        },
        "pasta": {"largest": chance.randint(3, 12)},
        "states": {
            "states": chance.randint(0, 20),
            "battles": 40,
            "matched": 3,
            "matched_expected": 2.03,
            "matched_variance": 1.9,
        },
    }[game]


def results(game, chance):
    """Of a table: names, points and ranks."""
    names = chance.sample(CAST, chance.randint(2, 5))
    points = sorted((chance.randint(10, 400) for _ in names), reverse=True)
    return [
        Place(name, mine, 1 + points.index(mine), kept(game, chance), seat)
        for seat, (name, mine) in enumerate(zip(names, points, strict=True))
    ]


def deal(phone, many, chance, games):
    """So many finished sittings, an evening after the other."""
    for number in range(many):
        game, ended_at = GAMES[chance.choice(games)], BEGAN + timedelta(hours=9 * number)
        places = results(game.slug, chance)
        table = game.table([place.name for place in places])
        with writing() as session:
            sitting = new_sitting(game, table, f"{phone[:8]}-{number}", ended_at)
            session.add(sitting)
            session.flush()
            session.add(
                Visit(phone=phone, sitting_id=sitting.id, may_score=True, first_seen=ended_at, last_seen=ended_at)
            )
            row = {"sitting_id": sitting.id, "ended_at": ended_at, "whole": True}
            told = {
                "game": game.slug,
                "rules": game.version,
                "places": write_places(places),
            }
            session.execute(insert(Finished), row | told)


def opened(app, many, path="/evenings/"):
    client = app.test_client()
    client.set_cookie(COOKIE, PHONES[many])

    def go():
        answer = client.get(path, headers={"Accept-Encoding": "gzip"}, buffered=True)
        assert answer.status_code == 200, answer.text
        return len(answer.data)

    return go


def timed(action):
    started = perf_counter()
    action()
    return (perf_counter() - started) * 1000


def measured(app, path="/evenings/"):
    pages = {many: opened(app, many, path) for many in PHONES}
    first = {many: timed(page) for many, page in pages.items()}
    times = {many: [] for many in pages}
    for _ in range(ROUNDS):
        for many, page in pages.items():
            times[many].append(timed(page))
    return first, {many: median(taken) for many, taken in times.items()}, {many: page() for many, page in pages.items()}


def main():
    games = [word.removeprefix("--all=") for word in sys.argv if word.startswith("--all=")] or list(GAMES)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": Path(folder)})
        store.upgrade(app)
        with app.app_context():
            for many, phone in PHONES.items():
                deal(phone, many, Random(many), games)
        if "--profile" in sys.argv:
            page, profile = opened(app, MANY), cProfile.Profile()
            page()
            profile.runcall(lambda: [page() for _ in range(20)])
            pstats.Stats(profile).sort_stats("tottime").print_stats(30)
        for path in ("/evenings/", "/evenings/?game=fiasko", "/evenings/?with=Ana", "/evenings/?page=2"):
            first, times, sizes = measured(app, path)
            told = (f"{many}: {times[many]:.1f} ms (first {first[many]:.0f}), {sizes[many]} bytes" for many in PHONES)
            print(path, ", ".join(told), sep="  ")
        app.extensions[KEY].close()


if __name__ == "__main__":
    main()
