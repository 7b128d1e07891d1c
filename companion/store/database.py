"""The database of an application, as this process has it open: read, written, and the logs that it knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from flask import current_app
from sqlalchemy import Connection, Engine, PoolProxiedConnection
from sqlalchemy.orm import Session

from companion.store.prepared import Prepared
from companion.store.trouble import plainly
from companion.store.turns import Turns

if TYPE_CHECKING:
    from companion.record.history import Log

KEY = "companion.store"
IDLE = 10.0  # seconds after which a connection to a server may be a dead one
CACHED = 200  # folded logs that a process keeps


@dataclass
class Store:
    """What an application keeps of its database in this process."""

    engine: Engine
    turns: Turns = field(default_factory=Turns)
    logs: dict[int, Log] = field(default_factory=dict)  # by sitting, the longest unused first
    _keeping: Lock = field(default_factory=Lock)
    _prepared: dict[str, Prepared] = field(default_factory=dict)
    _writer: PoolProxiedConnection | None = None
    _used: float = 0.0

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def file(self) -> Path:
        return Path(self.engine.url.database or "")

    @cached_property
    def lost(self) -> type[Exception]:
        """What the database raises for a second entry of the same number, or of the same tap."""
        error: type[Exception] = self.engine.dialect.loaded_dbapi.IntegrityError
        return error

    def keep(self, sitting: int, log: Log) -> None:
        with self._keeping:
            self.logs.pop(sitting, None)
            self.logs[sitting] = log
            if len(self.logs) > CACHED:
                del self.logs[next(iter(self.logs))]

    def forget(self, sitting: int) -> None:
        with self._keeping:
            self.logs.pop(sitting, None)

    def prepared(self, name: str, statement: Callable[[str], Any]) -> Prepared:
        if name not in self._prepared:
            self._prepared[name] = Prepared(statement(self.engine.dialect.name), self.engine)
        return self._prepared[name]

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One moment of the database, however many statements it takes."""
        with plainly(), self.engine.connect() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All of it is committed, or nothing. SQLite locks at once: a lock taken later could be refused."""
        with plainly(), self.engine.begin() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection

    @contextmanager
    def tapping(self) -> Iterator[Any]:
        """The same as `writing`, for whoever holds `turns`, as a bare cursor of a connection that is kept.

        SQLAlchemy's own work, and its pool's, would make a tap twice as long.
        """
        with plainly():
            connection, self._writer = self._kept_writer() or self.engine.raw_connection(), None
            try:
                cursor = connection.cursor()
                if self.is_sqlite:
                    cursor.execute("BEGIN IMMEDIATE")
                yield cursor
                connection.commit()
            except BaseException:
                connection.close()  # to the pool, which rolls it back
                raise
            self._writer, self._used = connection, monotonic()

    def _kept_writer(self) -> PoolProxiedConnection | None:
        writer = self._writer
        if writer is not None and not self.is_sqlite and monotonic() - self._used > IDLE:
            writer.invalidate()  # the server may have been restarted since
            return None
        return writer

    def close(self) -> None:
        """No connection stays open: before a fork, and at the end."""
        with self.turns:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
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
