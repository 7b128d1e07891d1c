"""Whether the database is still there: a server that has fallen silent, a file that was taken from under this one."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

from companion.rules.text import Text, say
from companion.store.database.trouble import DISK, UNREACHABLE, StoreTrouble

if TYPE_CHECKING:
    from psycopg import Connection

PATIENCE = 4.0  # seconds without a word from a server
NOTICEABLE = 1.0  # seconds that one waits in vain for it: where a server is down, it is said sooner
IDLE = 10.0  # seconds after which a connection to a server may be a dead one
AGAIN = 1.0  # seconds until somebody asks it again
READ_ONLY = "25006"  # as its SQLSTATE says it
LOOKS = 0.1  # seconds between two looks at a file that is only read
logger = logging.getLogger(__name__)


class Silence:
    """One waits for it in vain; then all others are told at once, until one of them finds that it speaks again."""

    wal = 0  # bytes of what lies beside a file

    def __init__(self) -> None:
        self._until = 0.0
        self._lock = Lock()

    @contextmanager
    def noticed(self, writes: bool = False) -> Iterator[None]:
        """Around a transaction."""
        if self._until:
            with self._lock:
                now = monotonic()
                if now < self._until:
                    raise StoreTrouble(UNREACHABLE)
                self._until = now + 2 * PATIENCE  # for so long it is this one who asks
        began, silent = monotonic(), False
        try:
            yield
        except StoreTrouble as trouble:
            silent = trouble.text == UNREACHABLE and (self._until > 0 or monotonic() - began > NOTICEABLE)
            raise
        finally:
            self._until = monotonic() + AGAIN if silent else 0.0


def watch(engine: Engine) -> None:
    """A server that was restarted costs nobody a tap; one that is there isn't asked before each."""

    @event.listens_for(engine, "do_connect")
    def connect(dialect: Any, record: Any, given: Any, named: Any) -> Any:
        return impatient().connect(*given, **named)

    @event.listens_for(engine, "handle_error")
    def give_up(context: Any) -> None:
        """All connections to a server that can only be read: where another has taken over, the next one leads there."""
        if getattr(context.original_exception, "sqlstate", None) == READ_ONLY:
            context.is_disconnect = True

    @event.listens_for(engine, "checkin")
    def remember(connection: Any, record: Any) -> None:
        record.info["used"] = monotonic()

    @event.listens_for(engine, "checkout")
    def ask(connection: Any, record: Any, proxy: Any) -> None:
        began = monotonic()
        if began - record.info.get("used", began) < IDLE:
            return
        try:
            alive = engine.dialect.do_ping(connection)
        except engine.dialect.loaded_dbapi.Error:
            alive = False
        if not alive and monotonic() - began > NOTICEABLE:  # another one wouldn't hear more
            raise StoreTrouble(UNREACHABLE)
        if not alive:
            raise DisconnectionError


@cache
def impatient() -> type[Connection[Any]]:
    """A connection to a PostgreSQL that is waited for as long as it says something, and PATIENCE longer.

    A server that stands still can't end its statements in time, and its machine still acknowledges what it is sent:
    only whoever waits can tell.
    """
    import psycopg

    class Impatient(psycopg.Connection[Any]):
        patience = PATIENCE

        def wait(self, gen: Generator[Any, Any, Any], interval: float = 0.1, timeout: float | None = None) -> Any:
            return super().wait(gen if timeout is not None else self._heard(gen), interval, timeout)

        def _heard(self, steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
            ready, until = None, monotonic() + self.patience
            while True:
                try:
                    wanted = steps.send(ready)
                except StopIteration as done:
                    return done.value
                ready = yield wanted
                if ready:
                    until = monotonic() + self.patience
                elif monotonic() > until:
                    self.close()
                    raise psycopg.OperationalError("the server has said nothing for too long")

    return Impatient


class HeldFile:
    """SQLite's file as it was when this process began to serve it, and its -wal, known by their inodes.

    Where another one lies in its place, or none, what is written would be found by nobody. The connection that is held
    open still has all of it: that is saved beside it, by `save`, and nothing is noted any more.
    """

    def __init__(self, file: Path, held: sqlite3.Connection, save: Callable[[sqlite3.Connection], Path]) -> None:
        self._files = str(file), f"{file}-wal"
        self.held, self._save = held, save
        self.wal = 0  # bytes, when last looked at
        self._known, self._looked = self._inodes(), monotonic()
        self.lost: Text | None = None
        self._lock = Lock()

    @contextmanager
    def noticed(self, writes: bool = False) -> Iterator[None]:
        """After a write: what was committed before the file went is in what is saved."""
        if self.lost:
            raise StoreTrouble(self.lost)
        try:
            yield
        except StoreTrouble:
            self.look()
            raise
        if writes or monotonic() - self._looked > LOOKS:
            self.look()

    def look(self) -> None:
        self._looked = monotonic()
        if self._inodes() != self._known:
            self._lose()

    def _inodes(self) -> list[tuple[int, int]]:
        try:
            stats = [os.stat(file) for file in self._files]
            self.wal = stats[-1].st_size
            return [(found.st_dev, found.st_ino) for found in stats]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:  # nobody knows: a dying disk, or a folder that nobody may look into
            raise StoreTrouble(DISK) from error

    def _lose(self) -> NoReturn:
        with self._lock:
            if self.lost is None:
                try:
                    saved = self._save(self.held)
                    self.lost = say(
                        "The database’s file was moved, deleted or replaced, and nothing is noted any more. All the "
                        "data is saved in %(file)s: stop the server, then restore that file with “companion restore”",
                        file=saved.name,
                    )
                    logger.error("%s (%s)", self.lost, saved)
                except StoreTrouble as trouble:
                    self.lost = say(
                        "The database’s file was moved, deleted or replaced, and nothing is noted any more. The data "
                        "couldn’t be saved: %(why)s",
                        why=trouble.text,
                    )
                    logger.error("%s", self.lost)
        raise StoreTrouble(self.lost)
