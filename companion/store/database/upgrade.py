"""The database is brought to this version's tables, all at once or not at all, before anybody is served."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from flask import Flask
from sqlalchemy import Connection, text

from companion.rules.text import say
from companion.store.database.backup import keep_beside, opened
from companion.store.database.engine import KEY, Store
from companion.store.database.trouble import CANT_OPEN, StoreTrouble
from companion.store.database.versions import migrate, newest, version
from companion.store.remake import remake_all

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(20261118)")


def upgrade(app: Flask) -> str | None:
    """An old database is upgraded; a newer one, or one that isn't ours, is refused with a sentence.

    What was done to an old one is said in a line for whoever runs the server.
    """
    store: Store = app.extensions[KEY]
    with app.app_context():
        if store.is_sqlite:
            make_room(store.file)
        with store.turns, ExitStack() as unless_done:
            with store.writing() as connection:
                done = _upgrade(store, connection, unless_done, Path(app.instance_path))
            unless_done.pop_all()
        store.close()  # no connection is handed down to processes that are forked from this one
    return done


def make_room(file: Path) -> None:
    """Nobody else on this machine may read it: it holds the links."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o600)
    except PermissionError:
        if not file.exists():
            raise StoreTrouble(CANT_OPEN) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreTrouble(say("%(file)s can’t be made: %(why)s", file=str(file), why=why)) from error


def _upgrade(store: Store, connection: Connection, unless_done: ExitStack, instance: Path) -> str | None:
    if not store.is_sqlite:
        connection.execute(ONE_AT_A_TIME)
    before = version(connection)
    if before == newest():
        return None
    said = f"The database was upgraded from {before} to {newest()}"
    if before and store.is_sqlite:
        copy = _keep(store.file, f"before-{newest()}")
        unless_done.callback(copy.unlink, missing_ok=True)  # it would be one more at each try
        said += f"; as it was, it is kept in {copy}"
    migrate(connection, instance)
    remake_all(store, connection)
    return said if before else None


def _keep(file: Path, name: str) -> Path:
    with opened(file) as original:
        return keep_beside(file, name, original)
