"""The database of an application, as this process has it open: read, written, and the logs that it knows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import unquote, urlsplit

from flask import current_app
from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

from companion.store.database.queue import Turns
from companion.store.database.trouble import plainly

if TYPE_CHECKING:
    from companion.record.history import Log
    from companion.store.evenings import Seen

KEY = "companion.store"
CACHED = 200  # folded logs that a process keeps
PHONES = 50  # whose evenings it keeps

K = TypeVar("K")
V = TypeVar("V")


@dataclass
class Store:
    """What an application keeps of its database in this process."""

    engine: Engine
    turns: Turns = field(default_factory=Turns)
    logs: dict[int, Log] = field(default_factory=dict)  # by sitting, the longest unused first
    seen: dict[str, Seen] = field(default_factory=dict)  # by phone, likewise
    name: str = field(default_factory=partial(token_hex, 4))  # of this process, among those with the same database
    _keeping: Lock = field(default_factory=Lock)

    @cached_property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def file(self) -> Path:
        """Also where the address is of SQLite's own kind: file:/a/b?mode=rw."""
        name = self.engine.url.database or ""
        return Path(unquote(urlsplit(name).path) if name.startswith("file:") else name)

    def keep(self, sitting: int, log: Log) -> None:
        self._keep(self.logs, sitting, log, CACHED)

    def keep_seen(self, phone: str, seen: Seen) -> None:
        self._keep(self.seen, phone, seen, PHONES)

    def _keep(self, kept: dict[K, V], key: K, value: V, most: int) -> None:
        with self._keeping:
            kept.pop(key, None)
            kept[key] = value
            if len(kept) > most:
                del kept[next(iter(kept))]

    def forget(self, sitting: int) -> None:
        with self._keeping:
            self.logs.pop(sitting, None)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One moment of the database, however many statements it takes."""
        with plainly(), self.engine.connect() as connection:
            if self.is_sqlite:
                connection.connection.execute("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All of it is committed, or nothing. SQLite locks at once: a lock taken later could be refused."""
        with plainly(), self.engine.begin() as connection:
            if self.is_sqlite:  # said by the driver: by way of SQLAlchemy it is a tenth of a tap
                connection.connection.execute("BEGIN IMMEDIATE")
            yield connection

    def close(self) -> None:
        """No connection stays open: before a fork, and at the end."""
        with self.turns:
            self.engine.dispose()


def here() -> Store:
    store: Store = current_app.extensions[KEY]
    return store


@contextmanager
def reading() -> Iterator[Session]:
    with here().reading() as connection, Session(connection) as session:
        yield session


@contextmanager
def writing() -> Iterator[Session]:
    """In turn with every other writer of this process."""
    store = here()
    with store.turns, store.writing() as connection, Session(connection, expire_on_commit=False) as session:
        yield session
        session.flush()
