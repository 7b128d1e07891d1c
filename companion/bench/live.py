"""`companion bench live`: how long a tap is on its way to the others, what it costs, and what phones do that vanish."""

from __future__ import annotations

import http.client
import os
import re
import sys
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import NamedTuple
from uuid import uuid4

from companion import create_app, store
from companion.bench.phones import Entry, Lines, Table
from companion.bench.served import Served, served
from companion.record.moves import read_move
from companion.rules import GAMES
from companion.serve.connections import lines as lines_allowed
from companion.store.database.engine import KEY

EVERY = 10.0  # seconds between two taps at a sitting
VANISHED = 300
PLAYERS = ("Ana", "Tom", "Chloé", "Maximilian")
SCORES = ((0, "milk"), (1, "milk"), (2, "corn"), (3, "corn"), (0, "pickles"), (1, "tomatoes"))


class Asked(NamedTuple):
    phones: int
    sittings: int
    seconds: float


class Figures(NamedTuple):
    """Of one server."""

    taps: int
    delays: list[float]  # from a tap to each other phone's having the last byte
    pushed: int
    answered: int
    share: float  # of one core
    megabytes: float
    let_in: float  # seconds until as many new phones were served as had vanished
    vanished: int
    stopped: float  # seconds
    streams: int  # that were open then
    load: float  # of the machine


class Sittings(NamedTuple):
    links: list[str]
    length: int  # of their logs


def measure(asked: Asked) -> tuple[Figures, Figures]:
    """Ours, and the floor."""
    lines_allowed()  # as many lines as the system allows
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name)
        sittings = open_sittings(folder, asked.sittings)
        command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0", "--instance", name]
        with served(command, {"COMPANION_DATABASE_URL": ""}) as ours:
            mine = _measured(ours, sittings, entry_of(ours, sittings), asked)
        told = [str(folder / "floor"), str(mine.pushed), str(mine.answered)]
        with served([sys.executable, "-m", "companion.bench.floor", *told]) as bare:
            floor = _measured(bare, sittings, Entry("none", "none"), asked)
    return mine, floor


def open_sittings(folder: Path, many: int, database: str | None = None) -> Sittings:
    """Late enough in a game for a sheet of the usual size."""
    app, game = create_app({"INSTANCE": folder, "DATABASE_URL": database}), GAMES["fiasko"]
    store.upgrade(app)
    links = []
    with app.app_context():
        for _ in range(many):
            sitting = store.open_sitting(game, game.table(PLAYERS))
            for length, (seat, product) in enumerate(SCORES):
                told = {"move": "score", "player": seat, "product": product, "points": 60 + 12 * seat}
                move = read_move(game, sitting.table, told)
                store.append(sitting, store.Tap(str(uuid4()), length, None), move)
            links.append(sitting.score_link)
    app.extensions[KEY].close()
    return Sittings(links, len(SCORES))


def entry_of(ours: Served, sittings: Sittings) -> Entry:
    """One session will do for all: what tells phones apart is another cookie."""
    with closing(http.client.HTTPConnection(*ours.address, timeout=30)) as line:
        line.request("GET", f"/s/{sittings.links[0]}/")
        answer = line.getresponse()
        page = answer.read().decode()
    session = re.search(r"session=([^;]+)", str(answer.headers))
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert session is not None, "whoever may score gets a session"
    assert token is not None, "and a token with it"
    return Entry(session[1], token[1])


def _measured(server: Served, sittings: Sittings, entry: Entry, asked: Asked) -> Figures:
    lines = Lines(server.address)
    try:
        tables = [Table(lines, link, sittings.length, entry) for link in sittings.links]
        let_in(lines, tables, asked.phones)
        before, began = server.seconds(), perf_counter()
        taps = tap_for(lines, tables, asked.seconds)
        share = (server.seconds() - before) / (perf_counter() - began)
        vanished = min(VANISHED, asked.phones)
        served_again = _vanish(lines, tables, vanished)
        megabytes, streams = server.megabytes(), asked.phones + vanished
        delays = [delay for table in tables for delay in table.delays]
        sizes = tables[0].pushed, tables[0].answered
        return Figures(
            taps, delays, *sizes, share, megabytes, served_again, vanished, server.stop(), streams, os.getloadavg()[0]
        )
    finally:
        lines.hang_up()


def let_in(lines: Lines, tables: list[Table], phones: int) -> None:
    """One after the other, as they come to their tables."""
    for number in range(phones):
        (new,) = tables[number % len(tables)].join(1)
        lines.until(partial(getattr, new, "ready"), "a stream opens")


def tap_for(lines: Lines, tables: list[Table], seconds: float) -> int:
    """At each table in turn, evenly spread."""
    began, taps = perf_counter(), 0
    while (due := began + taps * EVERY / len(tables)) < began + seconds:
        while (now := perf_counter()) < due:
            lines.turn(due - now)
        tables[taps % len(tables)].tap()
        taps += 1
    tapped = tables[: min(taps, len(tables))]
    lines.until(lambda: all(table.quiet for table in tapped), "the others hear of the last taps")
    return taps


def _vanish(lines: Lines, tables: list[Table], many: int) -> float:
    """Without a word; and then as many new ones come, at once."""
    for number in range(many):
        table = tables[number % len(tables)]
        lines.lose(table.streams[number // len(tables)].line)
    began = perf_counter()
    new = [stream for number in range(many) for stream in tables[number % len(tables)].join(1)]
    lines.until(lambda: all(stream.ready for stream in new), "new phones are served")
    return perf_counter() - began
