"""Who answers what: threads for taps and pages, and others for what may take long, or must not wait for either."""

from __future__ import annotations

import contextlib
import ctypes
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from waitress.task import ThreadedTaskDispatcher

from companion.web.errors import HEALTH
from companion.web.imports import PATH
from companion.web.security import needs_key

GLIBC = {-8: 2, -3: 131_072, -1: 131_072}  # M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD


class InTurn:
    """Requests that wait for a thread: those of an address in their order, and the addresses in turn, each with so many
    at most being answered. Whoever sends hundreds at once waits for them, and nobody else does.
    """

    def __init__(self, dispatcher: ThreadedTaskDispatcher, most: int) -> None:
        self._dispatcher, self._most = dispatcher, most
        self._waiting: dict[str, deque[Any]] = {}  # by address, the one whose turn it is first
        self._answered: Counter[str] = Counter()  # how many of an address are, just now

    def __len__(self) -> int:
        """How many may be answered now."""
        return sum(len(waiting) for home, waiting in self._waiting.items() if self._answered[home] < self._most)

    def append(self, task: Any) -> None:
        home = task.server.door.home_of_request(task.home, task.requests[0])
        self._waiting.setdefault(home, deque()).append(task)

    def popleft(self) -> Any:
        home = next(home for home in self._waiting if self._answered[home] < self._most)
        waiting = self._waiting.pop(home)
        task = waiting.popleft()
        if waiting:
            self._waiting[home] = waiting
        self._answered[home] += 1
        return Begun(task, partial(self._done, home))

    def _done(self, home: str) -> None:
        with self._dispatcher.lock:
            self._answered[home] -= 1
            if not self._answered[home]:
                del self._answered[home]
            self._dispatcher.queue_cv.notify()  # one that had to wait for it may be answered now


class Begun(NamedTuple):
    """A request that has got a thread."""

    task: Any
    done: Callable[[], None]

    def service(self) -> None:
        try:
            self.task.service()
        finally:
            self.done()

    def cancel(self) -> None:
        self.task.cancel()


class Threads(ThreadedTaskDispatcher):
    """What needs no database waits for none: it has threads of its own, and so has the question whether all is well.

    Files that come in take turns: each may need much memory for a while, and takes no thread that a tap might need.
    """

    def __init__(self, many: int) -> None:
        super().__init__()
        self._aside, self._health, self._files = (ThreadedTaskDispatcher() for _ in range(3))
        for dispatcher, most in ((self, -(-many // 2)), (self._aside, 2), (self._files, 2)):
            dispatcher.queue = InTurn(dispatcher, most)  # type: ignore[assignment]  # as much of a deque as is used there
        self.set_thread_count(many)
        self._aside.set_thread_count(2)
        self._health.set_thread_count(1)
        self._files.set_thread_count(2)

    def add_task(self, task: Any) -> None:
        asked = task.requests[0]
        path = getattr(asked, "path", "/")  # of what isn't even HTTP, there is none
        if path == HEALTH:
            self._health.add_task(task)
        elif not needs_key(path):
            self._aside.add_task(task)
        elif path == PATH and asked.command == "POST":
            self._files.add_task(task)
        else:
            super().add_task(task)

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        for dispatcher in (self._aside, self._health, self._files):
            dispatcher.shutdown(cancel_pending, timeout)
        return super().shutdown(cancel_pending, timeout)


def give_memory_back() -> None:
    """What a large request took goes back to the system: glibc would keep it, for each thread anew."""
    with contextlib.suppress(AttributeError, OSError, TypeError):  # another library, another system
        library = ctypes.CDLL(None)
        for setting, value in GLIBC.items():
            library.mallopt(setting, value)
