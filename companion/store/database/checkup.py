"""What `companion doctor` wants to know of a database, without changing anything in it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select

from companion.store.database.backup import opened
from companion.store.database.engine import here
from companion.store.database.trouble import CORRUPT, StoreTrouble
from companion.store.database.upgrade import newest, release, version
from companion.store.tables import EntryRow


class Checkup(NamedTuple):
    place: str  # a file, or a server and its database: without a password
    revision: str | None  # none of an empty one
    newest: str  # that this version knows
    release: str | None  # of Companion, that wrote it last
    latest: datetime | None  # when the last entry was noted, by the clock of then


def check_up() -> Checkup:
    """Or StoreTrouble, with the sentence that says what to do."""
    store = here()
    url = store.engine.url
    place = str(store.file) if store.is_sqlite else f"{url.host or 'this machine'}/{url.database}"
    with store.reading() as connection:
        revision, latest = version(connection), None
        if revision == newest():
            latest = connection.scalar(select(func.max(EntryRow.at)))
        known = Checkup(place, revision, newest(), release(connection), latest)
    if store.is_sqlite:
        with opened(store.file) as database:
            if database.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise StoreTrouble(CORRUPT)
    return known
