"""Whether the database is still there: a server that has fallen silent is noticed, and not waited for by everybody."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from companion.store.database.trouble import UNREACHABLE, StoreTrouble

if TYPE_CHECKING:
    from psycopg import Connection

PATIENCE = 4.0  # seconds without a word from a server
NOTICEABLE = 1.0  # seconds that one waits in vain for it: where a server is down, it is said sooner
AGAIN = 1.0  # seconds until somebody asks it again


class Silence:
    """One waits for it in vain; then all others are told at once, until one of them finds that it speaks again."""

    def __init__(self) -> None:
        self._until = 0.0
        self._lock = Lock()

    @contextmanager
    def noticed(self) -> Iterator[None]:
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
