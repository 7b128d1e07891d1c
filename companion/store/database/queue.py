"""Who writes next: first come, first served, one at a time in this process; and a second try after another one's."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import wraps
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import ParamSpec, TypeVar

from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.exc import StaleDataError

from companion.store.database.trouble import BUSY, StoreTrouble

# On PostgreSQL, for one process after the other; and the keys of these locks: no two may be the same
ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(:key)")
OF_UPGRADE = 20261118
OF_FILES = 1 << 32  # and what follows, by whoever brings a file

PATIENCE = 10.0  # seconds; longer than a database takes to say that it is locked
P = ParamSpec("P")
R = TypeVar("R")


class Turns:
    """A lock that hands itself on in order. With a plain one, whoever just wrote often gets it again."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._waiting: deque[Lock] = deque()
        self._taken = False
        self._since = 0.0

    def __enter__(self) -> None:
        with self._guard:
            if not self._taken:
                self._taken, self._since = True, monotonic()
                return
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=PATIENCE):
            self._since = monotonic()
            return
        with self._guard:
            if mine not in self._waiting:  # our turn came in this very moment
                return
            self._waiting.remove(mine)
        raise StoreTrouble(BUSY)

    @property
    def stands(self) -> bool:
        """Whether somebody has written for longer than anybody waits."""
        return self._taken and monotonic() - self._since > PATIENCE

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


def tried_twice(write: Callable[P, R]) -> Callable[P, R]:
    """Where another process has just written a row of the same key, or deleted it, the second try finds that done."""

    @wraps(write)
    def written(*args: P.args, **named: P.kwargs) -> R:
        try:
            return write(*args, **named)
        except (IntegrityError, StaleDataError):
            return write(*args, **named)

    return written
