"""Requests that no program of ours would send, made up from the description of the door for scripts.

`python tools/strangers.py 20000` sends so many: half of them as the description has them, half not quite. Each is to be
answered as it says, never with a 500, and nothing may be half written. Tables of every game are there to be met.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from itertools import cycle
from pathlib import Path
from random import Random

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion import create_app, store
from companion.rules import GAMES
from companion.store.database.engine import KEY
from companion.web.api import schemas
from companion.web.live.routes import KEEP

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
ROUNDS = 40  # requests to a table, until another one is laid


class World:
    """An application, and the table that the next requests meet."""

    def __init__(self, folder):
        unlimited = {"GUESSES": 0, "TABLES": 0, "IMPORTS": 0}
        self.app = create_app({"INSTANCE": folder, "COMPRESS_MIN_SIZE": 10**9, **unlimited})
        store.upgrade(self.app)
        self.file = Path(folder, "companion.sqlite3")
        self.answers, self.asked = Counter(), 0
        self.games, self.dice = cycle(GAMES.values()), Random(7)

    def served(self, environ, start_response):
        """By a server that keeps lines, and whoever listens goes at once."""
        return self.app({**environ, KEEP: lambda go_on: go_on(None, b"")}, start_response)

    def lay(self):
        """Each game in its turn, with some moves to correct."""
        client, self.game = self.app.test_client(), next(self.games)
        players = list(schemas.SAMPLE[: self.game.seats.low])
        self.link = client.post("/api/sittings", json={"game": self.game.slug, "players": players}).json["score"]
        for kind in self.game.moves:
            body = {**schemas.example(self.game, kind), "tap": kind.kind, "after": 0, "twice": True}
            client.post(f"/api/sittings/{self.link}/moves", json=body)

    def written(self):
        with closing(sqlite3.connect(self.file)) as connection:
            return sum(
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("entry", "sitting")
            )

    def send(self, case, mode, as_made):
        """`as_made`: nothing was put into it that belongs to the table."""
        before = self.written()
        response = case.call()
        self.asked += 1
        self.answers[response.status_code] += 1
        wrong = [negative_data_rejection] if as_made and mode is GenerationMode.NEGATIVE else []
        case.validate_response(response, checks=[*CHECKS, *wrong])
        assert mode is GenerationMode.NEGATIVE or response.status_code != 400, response.text
        written = self.written() - before
        assert written == (response.status_code == 201), (response.status_code, written)
        if response.status_code >= 400:
            said = json.loads(response.content)
            assert said["detail"].strip(), said
            assert said["status"] == response.status_code


def sent(world, operation, mode, count):
    """So many requests to one operation."""

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode))
    def send(case):
        if world.asked % ROUNDS == 0:
            world.lay()
        world.send(case, mode, _as_made(world, case))

    send()


def _as_made(world, case):
    """Mostly they come by a link that leads somewhere, and know what there is: then they aren't as made up."""
    dice, path = world.dice, case.path_parameters or {}
    if "link" not in path or dice.random() < 0.1:
        return True
    path["link"] = world.link
    for number in {"number", "seat"} & path.keys():
        path[number] = dice.randint(1, 3)
    if isinstance(case.body, dict) and type(case.body.get("after")) is int:
        case.body["after"] = dice.randint(0, 6)
        if "move" in case.body and dice.random() < 0.5:
            kind = dice.choice(world.game.moves)
            case.body = {"tap": case.body.get("tap"), "after": case.body["after"], **schemas.example(world.game, kind)}
    return False


def strangers(count, folder):
    world = World(folder)
    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", world.served)
    operations = [found.ok() for found in schema.get_all_operations()]
    each = -(-count // (len(operations) * len(MODES)))
    for operation in operations:
        for mode in MODES:
            sent(world, operation, mode, each)
    world.app.extensions[KEY].close()
    return world


def main():
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        world = strangers(int(sys.argv[1]) if sys.argv[1:] else 20_000, folder)
    print(f"{world.asked} requests in {time.monotonic() - began:.0f} s: nothing found")
    for status, times in sorted(world.answers.items()):
        print(f"  {status}: {times}")


if __name__ == "__main__":
    main()
