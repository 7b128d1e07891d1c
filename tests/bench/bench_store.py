"""What a tap costs in the store, as ratios: `python tests/bench/bench_store.py [URL of a PostgreSQL]`.

SQLite is measured in a folder beside this checkout's own disk (`TMPDIR` says another).
"""

import sys
import tempfile
import threading
import uuid
from contextlib import contextmanager
from itertools import cycle
from statistics import median
from time import perf_counter

from flask import Flask

from companion import store
from companion.rules import GAMES
from companion.store.database.engine import KEY

TAPS = 1_500  # of each kind, in turn: whatever else the machine does hits both alike
GAME = GAMES["fiasko"]
DRAW = GAME.move_type("draw")
PLAYERS = ["Ana", "Tom", "Bo", "Kim"]


@contextmanager
def application(url=None):
    with tempfile.TemporaryDirectory() as folder:
        app = Flask("companion", instance_path=folder)
        app.config["DATABASE_URL"] = url
        store.init_app(app)
        store.upgrade(app)
        with app.app_context():
            yield app
            app.extensions[KEY].close()


def opened():
    return store.open_sitting(GAME, GAME.table(PLAYERS, {"count": "specials"}))


def moves():
    """Two Fiaskos and a shuffle, for ever: a game that never ends."""
    return cycle([DRAW(0, "fiasko"), DRAW(1, "fiasko"), GAME.move_type("reshuffle")()])


def timed(action):
    started = perf_counter()
    action()
    return perf_counter() - started


class Sitting:
    """One whose log grows by one at each call."""

    def __init__(self):
        self.sitting, self.length, self.moves = opened(), 0, moves()

    def tap(self):
        tap, wanted = store.Tap(str(uuid.uuid4()), self.length, "phone"), store.Wanted("move", None, next(self.moves))
        log = store.note(self.sitting, tap, wanted).log
        self.length = log.length


class Bare:
    """The same row, by the driver alone: begin, insert, commit."""

    def __init__(self, app):
        kept = app.extensions[KEY]
        self.sitting, self.moves, self.number = opened(), moves(), 0
        self.connection = kept.engine.raw_connection()
        self.cursor = self.connection.cursor()
        self.on_sqlite = kept.is_sqlite
        mark = "?" if self.on_sqlite else "%s"
        columns = ("sitting_id", "number", "kind", "target", "move", "tap", "phone", "at")
        self.insert = f"INSERT INTO entry ({', '.join(columns)}) VALUES ({', '.join([mark] * len(columns))})"

    def tap(self):
        self.number += 1
        row = (self.sitting.id, self.number, "move", None, '{"move":"draw","player":0,"card":"fiasko"}')
        if self.on_sqlite:
            self.cursor.execute("BEGIN IMMEDIATE")
        self.cursor.execute(self.insert, (*row, str(uuid.uuid4()), "phone", "2026-11-18 20:00:00.000000"))
        self.connection.commit()


def microseconds(seconds):
    return f"{seconds * 1e6:.0f} µs"


def against_a_bare_insert(app):
    bare, whole = Bare(app), Sitting()
    times = {bare: [], whole: []}
    for _ in range(TAPS):
        for one, taken in times.items():
            taken.append(timed(one.tap))
    plain, tap = median(times[bare]), median(times[whole])
    bare.connection.close()
    return f"a tap is {tap / plain:.2f} bare inserts (at most 2): {microseconds(tap)} and {microseconds(plain)}"


def late_against_early():
    early, late = [], []
    long = Sitting()
    while long.length < 900:
        long.tap()
    while long.length < 1100:
        young = Sitting()
        for _ in range(14):
            young.tap()
        for _ in range(12):
            early.append(timed(young.tap))  # around entry 20
            late.append(timed(long.tap))  # around entry 1,000
    old, new = median(late), median(early)
    return f"entry 1,000 is {old / new:.2f} times entry 20 (at most 1.25): {microseconds(old)} and {microseconds(new)}"


def eight_writers(app, together):
    """`together`: all in one sitting."""
    times, shared = [], opened()

    def write():
        with app.app_context():
            sitting = shared if together else opened()
            recount = store.Wanted("move", None, GAME.move_type("recount")(fiasko=6))
            for _ in range(250):
                tap = store.Tap(str(uuid.uuid4()), 0, "phone")
                times.append(timed(lambda tap=tap: store.note(sitting, tap, recount)))

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times.sort()
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    where = "one sitting" if together else "eight sittings"
    figures = f"{microseconds(p99)} and {microseconds(p50)}"
    return f"eight writers, {where}: p99 is {p99 / p50:.1f} times p50 (at most 10): {figures}"


def main():
    for name, url in {"SQLite": None, **({"PostgreSQL": sys.argv[1]} if len(sys.argv) > 1 else {})}.items():
        with application(url) as app:
            print(f"{name}: {against_a_bare_insert(app)}")
            print(f"{name}: {late_against_early()}")
            print(f"{name}: {eight_writers(app, False)}")
            print(f"{name}: {eight_writers(app, True)}")


if __name__ == "__main__":
    main()
