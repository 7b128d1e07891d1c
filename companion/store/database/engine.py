"""The database of an application: read and written in transactions, with the logs that this process knows."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from os.path import realpath
from pathlib import Path
from secrets import token_hex
from shutil import disk_usage
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from flask import current_app
from sqlalchemy import Connection, Engine, select, text, update
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.orm import Session

from companion.store.database.presence import HeldFile, Silence
from companion.store.database.queue import Turns
from companion.store.database.trouble import (
    BUSY,
    DISK,
    FULL,
    READ_ONLY,
    READ_ONLY_DISK,
    STANDING,
    StoreTrouble,
    Unreadable,
    explain,
    of_disk,
)
from companion.store.tables import Secret, Sitting

if TYPE_CHECKING:
    from companion.record.history import Log

KEY = "companion.store"
SECOND, MINUTE = 1.0, 60.0
logger = logging.getLogger(__name__)
CACHED = 200  # folded logs that a process keeps
CACHED_ENTRIES = 25_000  # and how many they have together: each takes one to three kilobytes
LONG_LOG = 500  # entries: no evening has so many
LONG_ENTRIES = 4_000  # of all such logs that are kept: one of the longest, or several of those that somebody plays
LARGEST_WAL = 32_000_000  # bytes beside a file of SQLite
WAL_MS, WAL_PAUSE = 500, 5.0  # for which those who write wait until it is begun anew; and seconds until another try
LEAST_ROOM = 100_000  # bytes on the disk, with which a tap may still be noted

WROTE = "wrote"
_SAME_NUMBER = text("PRAGMA user_version = 0")
_TELL = text("SELECT pg_notify('companion', :word)")
LONG = 600  # seconds that a step of an upgrade may take
LIMITS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")


@contextmanager
def plainly(store: Store | None = None) -> Iterator[None]:
    """Around whatever talks to the database: its errors come out as StoreTrouble. Our own mistakes pass."""
    try:
        yield
    except NoConnectionFree as error:
        raise StoreTrouble(BUSY) from error
    except Exception as error:
        why = explain(error)
        if why is None:
            raise
        raise StoreTrouble(of_disk(why, store.file.parent) if store and store.is_sqlite else why) from error


@dataclass
class Store:
    """What an application keeps of its database in this process."""

    engine: Engine
    turns: Turns = field(default_factory=Turns)
    long_turns: Turns = field(default_factory=Turns)  # of those who ask for long logs, or note in them
    presence: Silence | HeldFile = field(default_factory=Silence)
    logs: dict[int, Log] = field(default_factory=dict)  # by the sitting's id, never given again; oldest use first
    name: str = field(default_factory=partial(token_hex, 4))  # of this process, among those with the same database
    unwritable: bool = False  # when it was last tried
    asked: float = -MINUTE  # when it last wrote just because somebody asked whether it could
    shortened: float = -MINUTE  # when that was last tried with its -wal
    served: bool = False  # then nobody but the log tells whoever runs the server what goes wrong
    logged: dict[str, float] = field(default_factory=dict)  # when, by the kind of trouble
    _keeping: Lock = field(default_factory=Lock)

    @cached_property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @cached_property
    def file(self) -> Path:
        """Also where the address is of SQLite's own kind: file:/a/b?mode=rw. Where a link leads to it, the file itself:
        its -wal lies beside that, and other servers may come to it by another way.
        """
        name = self.engine.url.database or ""
        return Path(realpath(unquote(urlsplit(name).path) if name.startswith("file:") else name))

    def keep(self, sitting: int, log: Log) -> None:
        with self._keeping:
            if self.logs.pop(sitting, None) is None:
                self._make_room(log.length)
            self.logs[sitting] = log

    def _make_room(self, length: int) -> None:
        """Long logs make it for each other: they put out no table of an evening."""
        long = length >= LONG_LOG
        alike = {id: log.length for id, log in self.logs.items() if (log.length >= LONG_LOG) == long}
        entries = length + sum(alike.values())
        for many, id in zip(range(len(alike), 0, -1), alike, strict=True):
            if many < CACHED and entries <= (LONG_ENTRIES if long else CACHED_ENTRIES):
                break
            entries -= self.logs.pop(id).length

    def log(self, trouble: StoreTrouble) -> None:
        """A line for each kind of trouble, once a minute at most, and no link in it. One bad sitting is none."""
        kind, now = trouble.text.one, monotonic()
        told = isinstance(self.presence, HeldFile) and self.presence.lost  # there, with where it is saved
        quiet = told or isinstance(trouble, Unreadable) or not self.served
        if quiet or self.logged.get(kind, -MINUTE) + MINUTE > now:
            return
        self.logged[kind] = now
        cause = getattr(trouble.__cause__, "orig", trouble.__cause__)
        code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
        logger.error("%s (%s)", trouble, code or "the database")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One moment of the database, however many statements it takes."""
        try:
            with self.presence.noticed(), plainly(self), self.engine.connect() as connection:
                if self.is_sqlite:
                    connection.connection.execute("BEGIN")
                yield connection
        except StoreTrouble as trouble:
            self.log(trouble)
            raise

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All of it is committed, or nothing. SQLite locks at once: a lock taken later could be refused."""
        try:
            with self.presence.noticed(writes=True), plainly(self), self.engine.begin() as connection:
                if self.is_sqlite:  # said by the driver: by way of SQLAlchemy it is a tenth of a tap
                    connection.connection.execute("BEGIN IMMEDIATE")
                yield connection
        except StoreTrouble as trouble:
            self.unwritable = trouble.text in (FULL, READ_ONLY, READ_ONLY_DISK, DISK)
            self.log(trouble)
            raise
        self.unwritable = False
        if self.presence.wal > LARGEST_WAL and self.shortened + WAL_PAUSE < monotonic():
            self._shorten_wal()

    def _shorten_wal(self) -> None:
        """SQLite begins it anew in a moment in which nobody reads what is in it. Where none came, it would grow until
        the disk is full: those who read just now are waited for.
        """
        self.shortened = monotonic()
        with suppress(StoreTrouble), plainly(self):
            pooled = self.engine.raw_connection()
            pooled.detach()  # with a patience of its own
            with closing(pooled) as connection:
                for said in (f"PRAGMA busy_timeout = {WAL_MS}", "PRAGMA wal_checkpoint(TRUNCATE)"):
                    connection.cursor().execute(said)

    def tell_processes(self, connection: Connection, *sittings: int) -> None:
        """That something of these is written, in the transaction that writes it."""
        if not self.is_sqlite:
            connection.execute(_TELL, [{"word": f"{self.name} {WROTE} {sitting}"} for sitting in sittings])

    def take_time(self, connection: Connection) -> None:
        """For this transaction: nobody is served before it is done."""
        if not self.is_sqlite:
            raw: Any = connection.connection.dbapi_connection
            raw.patience = LONG
            for limit in LIMITS:
                connection.exec_driver_sql(f"SET LOCAL {limit} = '{LONG}s'")

    def close(self) -> None:
        """No connection stays open: before a fork, and at the end."""
        with self.turns:
            self.engine.dispose()
        if isinstance(self.presence, HeldFile):
            self.presence.held.close()


def here() -> Store:
    store: Store = current_app.extensions[KEY]
    return store


def answer(writes: bool = False) -> None:
    """The database does, and can be written, or this raises StoreTrouble. Unless asked whether it `writes`, that is
    tried only after a write has failed: whoever looks after a server asks often. Once a second is enough for all.
    """
    store = here()
    try:
        if store.turns.stands:
            raise StoreTrouble(STANDING)
        with store.reading() as connection:
            connection.execute(select(Sitting.id).limit(1)).first()
        if store.is_sqlite and disk_usage(store.file.parent).free < LEAST_ROOM:
            raise StoreTrouble(FULL)
        if store.unwritable or (writes and store.asked + SECOND <= monotonic()):
            with store.turns, store.writing() as connection:
                # SQLite writes no row that stays as it is, but always this number
                connection.execute(_SAME_NUMBER if store.is_sqlite else update(Secret).values(key=Secret.key))
            store.asked = monotonic()
    except StoreTrouble as trouble:
        store.log(trouble)
        raise


@contextmanager
def reading() -> Iterator[Session]:
    with here().reading() as connection, Session(connection) as session:
        yield session


@contextmanager
def writing() -> Iterator[Session]:
    """In turn with every other writer of this process."""
    store = here()
    try:
        with store.turns, store.writing() as connection, Session(connection, expire_on_commit=False) as session:
            yield session
            session.flush()
    except StoreTrouble as trouble:
        store.log(trouble)
        raise
