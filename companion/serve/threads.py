"""Who answers what: threads for taps and pages, and others for what may take long, or must not wait for either.

And who gives way, where lines, bodies or answers of one address are too many.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol, cast

from waitress.task import ThreadedTaskDispatcher

from companion.web.errors import HEALTH
from companion.web.evenings import PREFIX as PAST
from companion.web.imports import PATH
from companion.web.limits import UNREAD, UNREAD_OF_ONE, Shares, home_of
from companion.web.security import needs_key

FLOOD = 100  # requests of an address that wait: forty phones have fewer
GLIBC = {-8: 2, -3: 131_072, -1: 131_072}  # M_ARENA_MAX, M_MMAP_THRESHOLD, M_TRIM_THRESHOLD


class InTurn:
    """Requests that wait for a thread: those of an address in their order, and the addresses in turn. Whoever sends
    hundreds at once waits for them, and nobody else does.
    """

    def __init__(self, dispatcher: ThreadedTaskDispatcher, threads: int) -> None:
        self._dispatcher, self._threads = dispatcher, threads
        self._waiting: dict[str, deque[Any]] = {}  # by address, the one whose turn it is first
        self._answered: Counter[str] = Counter()  # how many of an address are, just now

    def __len__(self) -> int:
        """How many may be answered now."""
        return sum(len(waiting) for home, waiting in self._waiting.items() if self._may(home))

    def _may(self, home: str) -> bool:
        """Whether one more of this address may be answered: it has no more threads than stay free. So one alone has
        half of them, two have a third each, and who comes next finds one. The more threads work, the later others are
        let in: whoever floods us has one alone.
        """
        free = self._threads - self._answered.total()
        return self._answered[home] < (1 if len(self._waiting.get(home, ())) > FLOOD else free)

    def is_full_for(self, task: Any) -> bool:
        """As far as can be seen in passing, since the lock is the threads'."""
        door: Door = task.server.door
        return len(self._waiting.get(door.home_of_request(task.home, task.requests[0]), ())) >= door.most_waiting

    def append(self, task: Any) -> None:
        home = task.asker = task.server.door.home_of_request(task.home, task.requests[0])
        self._waiting.setdefault(home, deque()).append(task)

    def popleft(self) -> Any:
        home = next(filter(self._may, self._waiting))
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

    Files that come in take turns, and so do pages of past evenings, which may be thousands: each may need much memory
    for a while, and takes no thread that a tap might need.
    """

    def __init__(self, many: int) -> None:
        super().__init__()
        self._aside, self._health, self._files, self._past = (ThreadedTaskDispatcher() for _ in range(4))
        shares = (self, many), (self._aside, 2), (self._health, 1), (self._files, 2), (self._past, 2)
        for dispatcher, threads in shares:
            # As much of a deque as is used there
            dispatcher.queue = InTurn(dispatcher, threads)  # type: ignore[assignment]
            dispatcher.set_thread_count(threads)

    def add_task(self, task: Any) -> None:
        asked = task.requests[0]
        path = getattr(asked, "path", "/")  # of what isn't even HTTP, there is none
        dispatcher: ThreadedTaskDispatcher = self
        if path == HEALTH:
            dispatcher = self._health
        elif not needs_key(path):
            dispatcher = self._aside
        elif path == PATH and asked.command == "POST":
            dispatcher = self._files
        elif path.startswith(PAST):
            dispatcher = self._past
        task.turned_away = cast(InTurn, dispatcher.queue).is_full_for(task)  # which it says by itself
        if not task.turned_away:
            ThreadedTaskDispatcher.add_task(dispatcher, task)

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        for dispatcher in (self._aside, self._health, self._files, self._past):
            dispatcher.shutdown(cancel_pending, timeout)
        return super().shutdown(cancel_pending, timeout)


def give_memory_back() -> None:
    """What a large request took goes back to the system: glibc would keep it, for each thread anew."""
    with contextlib.suppress(AttributeError, OSError, TypeError):  # another library, another system
        library = ctypes.CDLL(None)
        for setting, value in GLIBC.items():
            library.mallopt(setting, value)


class GivesWay(Protocol):
    """A line, or a request with a body."""

    home: str

    def gives_way(self) -> bool:
        """Whether it could."""


class Door:
    """What there is of each address: lines that wait for a request, bodies until they are answered, and answers until
    they are read. Where that is too much, one of whoever has most gives way, and first what has been still for longest.

    Behind proxies all lines are theirs: where there are many, each ends with its answer. Bodies, and requests that wait
    for a thread, are of the address that the outermost one of ours names.
    """

    def __init__(self, config: Mapping[str, Any], most_lines: int) -> None:
        self._proxies, self._most_lines, self._config = int(config["PROXIES"]), most_lines, config
        # A proxy may pass on bodies as they come: each takes a line until it is whole, however little of it there is
        self._least = config["BODIES_OF_ONE"] // max(1, config["CONNECTIONS"]) if self._proxies else 0
        self._many = min(config["CONNECTIONS"], most_lines // 2)
        self.most_waiting = most_lines // 4  # requests of an address, for a thread: only a proxy has lines for more
        self._lines: Shares[GivesWay] = Shares()
        self._bodies: Shares[GivesWay] = Shares()
        self._unread: Shares[GivesWay] = Shares()
        self._lock = threading.Lock()  # for bodies: they are answered by threads

    def hold_line(self, home: str, line: GivesWay) -> None:
        """A new one, or one by which a whole request has come."""
        self._lines.hold(home, line)
        if not self._proxies:
            for one in self._lines.beyond(home, self._config["CONNECTIONS"], self._most_lines):
                if one.gives_way():
                    # From now on: of sixteen that come at once, not each may choose among the same two
                    self._lines.release(one.home, one)
                    break

    @property
    def is_crowded(self) -> bool:
        """A proxy may keep the line of each answer that somebody doesn't read."""
        return self._proxies > 0 and self._lines.total > self._many

    def release_line(self, home: str, line: GivesWay) -> None:
        self._lines.release(home, line)

    def hold_body(self, home: str, body: Any) -> None:
        """As much of it as has come by a line of this address."""
        body.home = self.home_of_request(home, body)
        with self._lock:
            if body.closed:  # a thread was quicker
                return
            came = body.body_bytes_received
            self._bodies.hold(body.home, body, came if body.completed else max(came, self._least))
            beyond = self._bodies.beyond(body.home, self._config["BODIES_OF_ONE"], self._config["BODIES"])
        for one in beyond:
            if one.gives_way():
                break

    def hold_unread(self, home: str, line: GivesWay, amount: int) -> None:
        """So many bytes of an answer wait for whoever asked to read them. Nobody's only one gives way, unless there are
        so many of these that all together hold twice as much as they may.
        """
        with self._lock:
            self._unread.hold(home, line, amount)
            beyond = self._unread.beyond(home, UNREAD_OF_ONE, UNREAD)[:-1]
            if self._unread.total > 2 * UNREAD:
                beyond = self._unread.all()
        for one in beyond:
            if one.gives_way():
                break

    def home_of_request(self, home: str, request: Any) -> str:
        """Of one that came by a line of `home`."""
        named = request.headers.get("X_FORWARDED_FOR", "").split(",") if self._proxies else []
        return home_of(named[-self._proxies].strip()) if 0 < self._proxies <= len(named) else home

    def release_body(self, body: Any) -> None:
        with self._lock:
            self._bodies.release(body.home, body)
