"""Which version a database is of, and the way to the newest one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect

from companion.rules.text import brief, say
from companion.store.database.connections import MIGRATIONS
from companion.store.database.secret import keep_secret
from companion.store.database.trouble import StoreTrouble
from companion.store.tables import db

OURS = {(table.name, column.name) for table in db.metadata.tables.values() for column in table.columns}


def newest() -> str:
    head = _migrations().get_current_head()
    assert head is not None, "there is a first migration"
    return head


def version(connection: Connection) -> str | None:
    """None of an empty database. A stranger is refused, and a number that isn't true."""
    revision = _revision(connection)
    if revision:
        _compare(connection, revision, OURS if revision == newest() else columns_of(revision))
    return revision


def migrate(connection: Connection, instance: Path) -> None:
    """To the newest version, in the transaction of this connection."""
    command.upgrade(_config(connection), "head")
    keep_secret(connection, instance)


@cache
def _migrations() -> ScriptDirectory:
    """Those that are installed: reading their files costs more than all that is asked of them."""
    return ScriptDirectory.from_config(_config())


def _config(connection: Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _revision(connection: Connection) -> str | None:
    known = {script.revision for script in _migrations().walk_revisions()}
    present = MigrationContext.configure(connection).get_current_heads()
    if unknown := [revision for revision in present if revision not in known]:
        raise StoreTrouble(
            say(
                "The database was written by a newer version (%(revision)s): install that or name another database",
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
                "The database isn’t of the version that it names (%(revision)s): put a backup in its place or "
                "save what “companion export all” can read",
                revision=revision,
            )
        )


def _columns(connection: Connection) -> set[tuple[str, str]]:
    inspector = inspect(connection)
    return {(table, column["name"]) for table in inspector.get_table_names() for column in inspector.get_columns(table)}


def columns_of(revision: str) -> set[tuple[str, str]]:
    """As the migrations make them in a database of nobody's."""
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            command.upgrade(_config(connection), revision)
            return _columns(connection)
    finally:
        engine.dispose()
