"""Where the database is, by the settings of an application, and how each connection to it is set up."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask
from sqlalchemy import URL, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from companion.rules.text import say
from companion.store.database.base import db
from companion.store.database.engine import KEY, Store
from companion.store.database.presence import HeldFile, watch
from companion.store.database.trouble import NOT_SET_UP, StoreTrouble

FILE = "companion.sqlite3"
MIGRATIONS = Path(__file__).resolve().parent / "migrations"
BUSY_MS = 5_000
# A server that went without a word, or a network, is noticed within some seconds.
REACH: dict[str, int] = {
    "connect_timeout": 3,
    **{"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 2, "tcp_user_timeout": 4000},
}
SQLITE = (
    "PRAGMA busy_timeout = {busy}",  # first: the next one may have to wait
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA cache_size = -500",  # kB, in each of two dozen connections: the system has the file for all
)
NO_DRIVER = say("For PostgreSQL, install psycopg where Companion is: pip install 'psycopg[binary]>=3.3,<3.4'")
POSTGRESQL = (
    "SET lock_timeout = {busy}",
    "SET statement_timeout = 3500",  # less than we wait for it
    "SET idle_in_transaction_session_timeout = 30000",  # whoever has gone in the midst of one keeps nobody waiting
    "SET TIME ZONE 'UTC'",
)


def init_app(app: Flask) -> None:
    """Settings: `DATABASE_URL` (PostgreSQL, or another SQLite file), `BUSY_MS` (how long to wait for a lock)."""
    app.config["SQLALCHEMY_DATABASE_URI"] = url = _url(app)
    # An error that ends in the log says no links, phones and names
    options = {"connect_args": reach(url), "hide_parameters": True}
    options |= {"pool_size": 16, "max_overflow": 8, "pool_timeout": 3}
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options)
    try:
        db.init_app(app)
    except ModuleNotFoundError as error:
        raise StoreTrouble(NO_DRIVER) from error
    with app.app_context():
        engine = db.engine
    app.extensions[KEY] = store = Store(engine)
    _prepare_connections(store, app.config.get("BUSY_MS", BUSY_MS))
    if os.environ.get("FLASK_RUN_FROM_CLI"):  # for whoever writes one: flask --app companion db revision --autogenerate
        from flask_migrate import Migrate

        Migrate(app, db, str(MIGRATIONS))


def application(folder: Path, settings: Mapping[str, Any]) -> Flask:
    """With a database and nothing else, for the commands: the web takes longer to load than most of them take."""
    app = Flask("companion", instance_path=str(folder), static_folder=None)
    app.config.from_mapping(settings)
    init_app(app)
    return app


def open_file(file: Path) -> Store:
    """A database of SQLite that no application has."""
    store = Store(create_engine(URL.create("sqlite", database=str(file))))
    _prepare_connections(store, BUSY_MS)
    return store


def _url(app: Flask) -> URL:
    given = app.config.get("DATABASE_URL")
    if not given:
        return URL.create("sqlite", database=str(Path(app.instance_path, FILE)))
    try:
        url = make_url(str(given))
    except (ArgumentError, ValueError):
        raise StoreTrouble(say("COMPANION_DATABASE_URL is not the address of a database")) from None
    if "@" in (url.host or ""):
        raise StoreTrouble(say("In COMPANION_DATABASE_URL, an @ of the password is written as %(code)s", code="%40"))
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database not in (None, "", ":memory:"):
        return url
    raise StoreTrouble(say("COMPANION_DATABASE_URL must begin with postgresql:// or sqlite:///"))


def reach(url: URL) -> dict[str, int]:
    """For the driver, beside what the address says of it."""
    if url.get_backend_name() == "sqlite":
        return {}
    return {name: value for name, value in REACH.items() if name not in url.query}


def _prepare_connections(store: Store, busy: int) -> None:
    engine, on_sqlite = store.engine, store.is_sqlite

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, record: Any) -> None:
        if on_sqlite:
            connection.isolation_level = None  # we say ourselves when a transaction begins
        else:
            connection.autocommit = True
        cursor = connection.cursor()
        for setting in SQLITE if on_sqlite else POSTGRESQL:
            cursor.execute(setting.format(busy=busy))
        cursor.close()
        if not on_sqlite:
            connection.autocommit = False

    if not on_sqlite:
        watch(engine)
        return

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Any, record: Any, given: Any, named: Any) -> Any:
        """Never to a new file: in the place of one that was moved it would empty the -wal, which others still need."""
        if isinstance(store.presence, HeldFile):
            store.presence.look()
        if store.file.parent.is_dir() and not store.file.exists():
            raise StoreTrouble(NOT_SET_UP)
        name, *more = given
        if not name.startswith("file:"):
            name, named = f"file:{quote(str(store.file))}?mode=rw", {**named, "uri": True}
        return dialect.connect(name, *more, **named)
