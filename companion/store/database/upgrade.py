"""The database is brought to this version's tables, all at once or not at all, before anybody is served."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import cache
from glob import escape
from pathlib import Path

from flask import Flask
from sqlalchemy import Connection, create_engine, delete, insert, inspect, select, text
from sqlalchemy.dialects import postgresql, sqlite

from companion import __version__
from companion.rules.text import brief, say
from companion.store.database.backup import free_name, keep_beside, opened, sweep
from companion.store.database.base import db
from companion.store.database.connect import MIGRATIONS
from companion.store.database.engine import KEY, Store, reading, writing
from companion.store.database.queue import OF_UPGRADE, ONE_AT_A_TIME
from companion.store.database.trouble import CANT_OPEN, NOT_OURS, READ_ONLY_DISK, StoreTrouble
from companion.store.results import remake_all
from companion.store.tables import Release, Secret

OURS = {(table.name, column.name) for table in db.metadata.tables.values() for column in table.columns}
SAVED = "saved"  # of a database that was taken from under a server
LONGEST_SECRET = 1000  # bytes: what is longer, or no file at all, is no key
FORMER_SECRET = "secret_key"  # the file in the instance folder where it lay until version 0004


def upgrade(app: Flask, seen: Callable[[str], None] = lambda _: None) -> str | None:
    """An old database is upgraded; a newer one, or one that isn't ours, is refused with a sentence.

    What was done to an old one, and what waits to be put back, is said in a line for whoever runs the server. `seen` is
    told how far it is.
    """
    store: Store = app.extensions[KEY]
    with app.app_context():
        if store.is_sqlite:
            make_room(store.file)
        with store.turns, ExitStack() as unless_done:
            with store.writing() as connection:
                done = _upgrade(store, connection, unless_done, Path(app.instance_path), seen)
            unless_done.pop_all()
        store.close()  # no connection is handed down to processes that are forked from this one
    said = [done] if done else []
    if store.is_sqlite and (saved := sorted(store.file.parent.glob(f"{escape(store.file.name)}.{SAVED}-*"))):
        said.append(f"What a server saved when its database was taken away waits in {', '.join(map(str, saved))}")
    return "; ".join(said) or None


def lonely_wal(file: Path) -> Path | None:
    """Where the file is gone or empty, all that was noted last may be in what lay beside it: SQLite would delete it."""
    wal = Path(f"{file}-wal")
    return wal if wal.exists() and wal.stat().st_size and not (file.exists() and file.stat().st_size) else None


def make_room(file: Path) -> None:
    """Nobody else on this machine may read it: it holds the links."""
    if lonely_wal(file):
        raise StoreTrouble(
            say(
                "%(file)s is missing, but its -wal is still there: put the file back beside the -wal, or restore a "
                "backup with “companion restore”",
                file=file.name,
            )
        )
    try:
        if file.exists() and not file.is_file():  # a device would be closed to others, too
            raise StoreTrouble(CANT_OPEN if file.is_dir() else NOT_OURS)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o600)
        for ending in ("", "-wal", "-shm"):  # also one that others brought, or an earlier version made
            with suppress(PermissionError, FileNotFoundError):
                Path(f"{file}{ending}").chmod(0o600)
    except PermissionError:
        if not file.exists():
            raise StoreTrouble(CANT_OPEN) from None
    except OSError as error:
        if error.errno == errno.EROFS:
            raise StoreTrouble(READ_ONLY_DISK) from error
        why = error.strerror or str(error)
        raise StoreTrouble(say("%(file)s can’t be made: %(why)s", file=str(file), why=why)) from error


def _upgrade(
    store: Store, connection: Connection, unless_done: ExitStack, instance: Path, seen: Callable[[str], None]
) -> str | None:
    store.take_time(connection)
    if store.is_sqlite:
        sweep(store.file)
    else:
        connection.execute(ONE_AT_A_TIME, {"key": OF_UPGRADE})
    before = version(connection)
    if before == newest():
        _write_release(connection)
        return None
    said, kept = f"The database was upgraded from {before} to {newest()}", None
    if before and store.is_sqlite:
        with opened(store.file) as original:
            kept = keep_beside(store.file, f"before-{newest()}.part", original)  # another try sweeps it away
        unless_done.callback(kept.unlink, missing_ok=True)
    migrate(connection, instance)
    remake_all(store, connection, seen)
    if kept:
        copy = free_name(store.file, f"before-{newest()}")
        unless_done.callback(copy.unlink, missing_ok=True)
        os.replace(kept, copy)
        said += f"; as it was, it is kept in {copy}"
    return said if before else None


# Versions


def newest() -> str:
    return _migrations()[-1]


def version(connection: Connection) -> str | None:
    """None of an empty database. A stranger is refused, and a number that isn't true.

    One that says too little, or too much, comes from no upgrade: nobody knows what else is wrong there.
    """
    present: list[str] = []
    if inspect(connection).has_table("alembic_version"):
        present = [*connection.scalars(text("SELECT version_num FROM alembic_version"))]
    if unknown := [revision for revision in present if revision not in _migrations()]:
        wrote = release(connection)
        raise StoreTrouble(
            say(
                "The database was written by a newer version (%(version)s): install that or name another database",
                version=brief(wrote if wrote and wrote != __version__ else unknown[0]),
            )
        )
    if not present:
        if set(db.metadata.tables) & set(inspect(connection).get_table_names()):
            raise StoreTrouble(say("The database holds something else: name another one"))
        return None
    expected = OURS if present[0] == newest() else columns_of(present[0])
    if _columns(connection) & (OURS | expected) != expected:
        raise StoreTrouble(
            say(
                "The database has a wrong version number (%(revision)s): put a backup in its place or "
                "save the games with “companion export all”",
                revision=present[0],
            )
        )
    return present[0]


def migrate(connection: Connection, instance: Path) -> None:
    """To the newest version, in the transaction of this connection."""
    _migrate_to("head", connection)
    _keep_secret(connection, instance)
    _write_release(connection)


def _write_release(connection: Connection) -> None:
    if connection.scalar(select(Release.version)) != __version__:
        connection.execute(delete(Release))
        connection.execute(insert(Release).values(id=1, version=__version__))


def release(connection: Connection) -> str | None:
    """The version of Companion that wrote it, also where that is a newer one than this."""
    if "release" not in inspect(connection).get_table_names():
        return None
    return connection.scalar(select(Release.version))


@cache
def _migrations() -> tuple[str, ...]:
    """The numbers of those that are installed, the newest last: each file is called after its own."""
    return tuple(sorted(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*_*.py")))


def _migrate_to(revision: str, connection: Connection) -> None:
    from alembic import command  # 11 MB, in a process that mostly has nothing to migrate
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, revision)


def _columns(connection: Connection) -> set[tuple[str, str]]:
    inspector = inspect(connection)
    return {(table, column["name"]) for table in inspector.get_table_names() for column in inspector.get_columns(table)}


def columns_of(revision: str) -> set[tuple[str, str]]:
    """As the migrations make them in a database of nobody's."""
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            _migrate_to(revision, connection)
            return _columns(connection)
    finally:
        engine.dispose()


# The key that signs the pages' tokens: it lies with the sittings, so that every process takes every other's token


def secret_key() -> str:
    """An upgrade made it; where there is none, the first who asks does."""
    with reading() as session:
        key = session.scalar(select(Secret.key))
    if key is None:
        with writing() as session:
            _keep_secret(session.connection())
            key = session.scalars(select(Secret.key)).one()
    return key


def _keep_secret(connection: Connection, folder: Path | None = None) -> None:
    """Made once: who comes second keeps what is there. The one of former days is in `folder`."""
    former = ""  # several starts at once could leave an empty one behind
    file = folder / FORMER_SECRET if folder else None
    with suppress(OSError, UnicodeDecodeError):
        if file and file.is_file() and file.stat().st_size <= LONGEST_SECRET:
            former = file.read_text().strip()
    keep = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(Secret)
    connection.execute(keep.values(id=1, key=former or secrets.token_hex(32)).on_conflict_do_nothing())
