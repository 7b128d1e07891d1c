"""Sittings to be tapped at, in a database of their own."""

from __future__ import annotations

import http.client
import re
from contextlib import closing
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from companion import create_app, store
from companion.record.files.game_file import read_move
from companion.rules import GAMES
from companion.store.database.engine import KEY
from load.phones import Entry
from load.served import Served

PLAYERS = ("Ana", "Tom", "Chloé", "Maximilian")
SCORES = ((0, "milk"), (1, "milk"), (2, "corn"), (3, "corn"), (0, "pickles"), (1, "tomatoes"))


class Sittings(NamedTuple):
    links: list[str]
    length: int  # of their logs


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
                store.note(sitting, store.Tap(str(uuid4()), length, None), store.Wanted("move", move=move))
            links.append(sitting.score_link)
    app.extensions[KEY].close()
    return Sittings(links, len(SCORES))


def entry_of(ours: Served, sittings: Sittings) -> Entry:
    """One session will do for all: what tells phones apart is another cookie."""
    with closing(http.client.HTTPConnection(*ours.address, timeout=30)) as line:
        line.request("GET", f"/s/{sittings.links[0]}/")
        answer = line.getresponse()
        page = answer.read().decode()
    cookies = [line.partition(";")[0] for line in answer.headers.get_all("Set-Cookie") or ()]
    session = next((cookie for cookie in cookies if not cookie.startswith("companion-phone=")), None)
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert session is not None, "whoever may score gets a session"
    assert token is not None, "and a token with it"
    return Entry(session, token[1])
