"""What a tap costs the server, against a bare Flask route that commits a row: `python tests/bench/bench_web.py`.

The bare route writes one row through Flask-SQLAlchemy, as that comes, and renders a page of the same length: a table
of names and points. Both are called through WSGI in this process, in turns, so that the machine's other work hits both.
`--tuned` gives the bare one our SQLite settings too (WAL, `synchronous=FULL`); `--profile` says where the time of a tap
goes. How much a commit costs depends on the disk: where that is much, the ratio is small.
"""

import cProfile
import io
import pstats
import sys
import tempfile
import uuid
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from flask import Flask, render_template
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from companion import create_app, store
from companion.rules import GAMES
from companion.store.database.engine import KEY

ROUNDS, BLOCK = 20, 25
PLAYERS = ("Ana", "Tom", "Chloé", "Maximilian")
PAGE = """<table>{% for line in lines %}
  <tr>
    <th scope="row">{{ line.name }}</th>
    <td>{{ line.points }}</td>
  </tr>{% endfor %}
</table>"""
LINE = 70.5  # characters of it
HTMX = {"HX-Request": "true", "Accept-Language": "fr", "Accept-Encoding": "gzip"}


class Ours:
    """A table late in its game, and a phone that taps Goods; when the pile is empty, it says that they shuffled."""

    def __init__(self, folder, **options):
        self.app = create_app({"INSTANCE": folder})
        store.upgrade(self.app)
        game = GAMES["fiasko"]
        with self.app.app_context():
            sitting = store.open_sitting(game, game.table(PLAYERS, options))
        self.watching = f"/s/{sitting.watch_link}/"
        self.address, self.client, self.length = f"/s/{sitting.score_link}/", self.app.test_client(), 0
        page = self.client.get(self.address).text
        self.token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
        for seat, product in ((0, "milk"), (1, "milk"), (2, "corn"), (3, "corn"), (0, "pickles"), (1, "tomatoes")):
            assert self.tap("score", player=seat, product=product, points=60 + 12 * seat).status_code == 200
        self.moves = cycle([("draw", {"card": "fiasko"}), ("reshuffle", {})])
        self.seats = cycle(range(4))

    def tap(self, move, **fields):
        data = {"csrf_token": self.token, "tap": str(uuid.uuid4()), "after": self.length, "move": move, **fields}
        answer = self.client.post(self.address + "taps", data=data, headers=HTMX, buffered=True)
        self.length += answer.status_code == 200
        return answer

    def __call__(self):
        move, fields = next(self.moves)
        answer = self.tap(move, **fields, **({"player": next(self.seats)} if fields else {}))
        assert answer.status_code == 200, answer.text
        return answer

    def close(self):
        self.app.extensions[KEY].close()


class Bare:
    """Flask and Flask-SQLAlchemy, and nothing else."""

    def __init__(self, folder, length):
        class Base(DeclarativeBase):
            pass

        db = SQLAlchemy(model_class=Base)

        class Row(db.Model):
            id: Mapped[int] = mapped_column(primary_key=True)
            text: Mapped[str]

        self.app = Flask("bare", template_folder=str(folder))
        self.app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{folder}/bare.sqlite3"
        (folder / "page.html").write_text(PAGE)
        lines = [{"name": f"Maximilian {number}", "points": number} for number in range(round(length / LINE))]
        db.init_app(self.app)
        with self.app.app_context():
            if "--tuned" in sys.argv:
                event.listen(db.engine, "connect", self._as_ours)
            db.create_all()

        @self.app.post("/taps")
        def tap():
            db.session.add(Row(text="a tap"))
            db.session.commit()
            return render_template("page.html", lines=lines)

        self.db, self.client = db, self.app.test_client()

    @staticmethod
    def _as_ours(connection, _):
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    def __call__(self):
        answer = self.client.post("/taps", data={"tap": str(uuid.uuid4())}, headers=HTMX, buffered=True)
        assert answer.status_code == 200
        return answer

    def close(self):
        with self.app.app_context():
            self.db.engine.dispose()


def timed(action):
    started = perf_counter()
    action()
    return (perf_counter() - started) * 1000


def measured(ours, bare):
    times = {ours: [], bare: []}
    for one in times:
        for _ in range(20):
            one()
    for _ in range(ROUNDS):
        for one, taken in times.items():
            taken.extend(timed(one) for _ in range(BLOCK))
    return times[ours], times[bare]


def p95(times):
    return quantiles(times, n=20)[-1]


def profiled(ours):
    profile = cProfile.Profile()
    for _ in range(300):
        profile.runcall(ours)
    out = io.StringIO()
    pstats.Stats(profile, stream=out).sort_stats("cumulative").print_stats(45)
    print(out.getvalue())


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = Ours(folder / "instance")
        answer = ours.client.get(ours.address, headers={**HTMX, "Accept-Encoding": "identity"})
        bare = Bare(folder, len(answer.data))
        if "--profile" in sys.argv:
            profiled(ours)
        taps, rows = measured(ours, bare)
        ratio = median(taps) / median(rows)
        print(f"a tap: p50 {median(taps):.2f} ms (at most 15), p95 {p95(taps):.2f} ms (at most 30), {len(taps)} taps")
        sizes = f"{len(bare().data)} bytes (ours: {len(answer.data)})"
        print(f"a bare row and a page of {sizes}: p50 {median(rows):.2f} ms, p95 {p95(rows):.2f} ms")
        print(f"a tap is {ratio:.2f} bare ones (at most 2)")
        ours.close()
        bare.close()


if __name__ == "__main__":
    main()
