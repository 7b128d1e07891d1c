"""The key that signs the pages' tokens. It lies with the sittings, so that every process takes every other's token."""

from __future__ import annotations

import secrets
from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from companion.store.database.engine import reading, writing
from companion.store.tables import Secret

FORMER = "secret_key"  # the file in the instance folder where it lay until version 0004
_KEY = select(Secret.key)


def secret_key() -> str:
    """An upgrade made it; where there is none, the first who asks does."""
    with reading() as session:
        key = session.scalar(_KEY)
    if key is None:
        with writing() as session:
            keep_secret(session.connection())
            key = session.scalars(_KEY).one()
    return key


def keep_secret(connection: Connection, folder: Path | None = None) -> None:
    """Made once: who comes second keeps what is there. The one of former days is in `folder`."""
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(Secret)
    key = (_former(folder) if folder else "") or secrets.token_hex(32)
    connection.execute(insert.values(id=1, key=key).on_conflict_do_nothing())


def _former(folder: Path) -> str:
    """Nothing where there is none, or an empty one: several starts at once could leave that behind."""
    try:
        return (folder / FORMER).read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""
