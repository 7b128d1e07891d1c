"""The database is brought to this version's tables, all at once or not at all, before anybody is served."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import Connection, create_engine, inspect, text

from companion.rules.text import brief, say
from companion.store.connections import MIGRATIONS
from companion.store.copies import keep_beside
from companion.store.database import KEY, Store
from companion.store.secret import keep_secret
from companion.store.tables import db
from companion.store.trouble import CANT_OPEN, StoreTrouble

MAIN_FILE = text("SELECT file FROM pragma_database_list WHERE name = 'main'")
ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(20261118)")
OURS = {(table.name, column.name) for table in db.metadata.tables.values() for column in table.columns}


def upgrade(app: Flask) -> str | None:
    """An old database is upgraded; a newer one, or one that isn't ours, is refused with a sentence.

    What was done to an old one is said in a line for whoever runs the server.
    """
    store: Store = app.extensions[KEY]
    with app.app_context():
        if store.is_sqlite:
            _make_room(store.file)
        with store.turns, ExitStack() as unless_done:
            with store.writing() as connection:
                done = _upgrade(store, connection, unless_done, Path(app.instance_path))
            unless_done.pop_all()
        store.close()  # no connection is handed down to processes that are forked from this one
    return done


def _make_room(file: Path) -> None:
    """Nobody else on this machine may read it: it holds the links."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not str(file).startswith("file:"):  # SQLite's own kind of address
            file.touch(0o600)
    except PermissionError:
        if not file.exists():
            raise StoreTrouble(CANT_OPEN) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreTrouble(say("%(file)s can't be made: %(why)s", file=str(file), why=why)) from error


def _upgrade(store: Store, connection: Connection, unless_done: ExitStack, instance: Path) -> str | None:
    if not store.is_sqlite:
        connection.execute(ONE_AT_A_TIME)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    before, newest = _revision(connection, scripts), scripts.get_current_head()
    if before:
        _compare(connection, before, OURS if before == newest else _columns_of(before, config))
    if before == newest:
        return None
    said = f"The database was upgraded from {before} to {newest}"
    if before and store.is_sqlite:
        copy = keep_beside(_file(connection), f"before-{newest}")
        unless_done.callback(copy.unlink, missing_ok=True)  # it would be one more at each try
        said += f"; as it was, it is kept in {copy}"
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    keep_secret(connection, instance)
    return said if before else None


def _file(connection: Connection) -> Path:
    """As SQLite itself names it, however the address did."""
    return Path(str(connection.scalar(MAIN_FILE)))


def _revision(connection: Connection, scripts: ScriptDirectory) -> str | None:
    """The one that the database is of; None of an empty one. A stranger is refused."""
    known = {script.revision for script in scripts.walk_revisions()}
    present = MigrationContext.configure(connection).get_current_heads()
    if unknown := [revision for revision in present if revision not in known]:
        raise StoreTrouble(
            say(
                "The database was written by a newer version (%(revision)s): install that, or name another database",
                revision=brief(unknown[0]),
            )
        )
    if not present and set(db.metadata.tables) & set(inspect(connection).get_table_names()):
        raise StoreTrouble(say("The database holds something else: name another one"))
    return present[0] if present else None


def _compare(connection: Connection, revision: str, expected: set[tuple[str, str]]) -> None:
    """A number that says too little, or too much, comes from no upgrade: nobody knows what else is wrong there."""
    if _columns(connection) & (OURS | expected) != expected:
        raise StoreTrouble(
            say(
                "The database isn't of the version that it names (%(revision)s): put a backup in its place, or "
                "save what “companion export all” can read",
                revision=revision,
            )
        )


def _columns(connection: Connection) -> set[tuple[str, str]]:
    inspector = inspect(connection)
    return {(table, column["name"]) for table in inspector.get_table_names() for column in inspector.get_columns(table)}


def _columns_of(revision: str, config: Config) -> set[tuple[str, str]]:
    """As the migrations make them in a database of nobody's."""
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
            return _columns(connection)
    finally:
        engine.dispose()
