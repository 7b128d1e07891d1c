"""The database is brought to this version's tables, all at once or not at all, before anybody is served."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import Connection, inspect, text

from companion.rules.text import brief, say
from companion.store.connections import MIGRATIONS
from companion.store.database import KEY, Store
from companion.store.tables import db
from companion.store.trouble import CANT_OPEN, StoreTrouble

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(20261118)")


def upgrade(app: Flask) -> None:
    """An old database is upgraded; a newer one, or one that isn't ours, is refused with a sentence."""
    store: Store = app.extensions[KEY]
    with app.app_context():
        if store.is_sqlite:
            _make_room(store.file)
        with store.turns, store.writing() as connection:
            _upgrade(store, connection)
        store.close()  # no connection is handed down to processes that are forked from this one


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


def _upgrade(store: Store, connection: Connection) -> None:
    if not store.is_sqlite:
        connection.execute(ONE_AT_A_TIME)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    _refuse_a_stranger(connection, ScriptDirectory.from_config(config))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _refuse_a_stranger(connection: Connection, scripts: ScriptDirectory) -> None:
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
