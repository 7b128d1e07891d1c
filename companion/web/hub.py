"""Which phones have which sitting open, and how they hear of a new entry. Knows neither HTTP nor how a sheet looks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from companion.record.history import Log

LINGERS = 3.0  # seconds for which a phone still counts: between two pages, and between two streams of its own


class Full(Exception):
    """As many streams are open as there may be, or the server is about to end."""


Drawn = dict[Hashable, Any]


class Room:
    """A sitting, for as long as phones have it open."""

    def __init__(self) -> None:
        self.log: Log | None = None  # the newest that was told
        self.shut = False
        self._streams: dict[object, str] = {}  # each with its phone
        self._left: dict[str, float] = {}
        self._changed = threading.Condition()
        self._drawing = threading.Lock()
        self._drawn_of: Log | None = None
        self._drawn: Drawn = {}

    @property
    def phones(self) -> int:
        """Two tabs of one phone are one."""
        with self._changed:
            lately = monotonic() - LINGERS
            return len({*self._streams.values(), *(phone for phone, at in self._left.items() if at > lately)})

    def enter(self, stream: object, phone: str) -> None:
        with self._changed:
            self._streams[stream] = phone

    def leave(self, stream: object) -> bool:
        """Whether it was the last one."""
        with self._changed:
            lately = monotonic() - LINGERS
            self._left = {phone: at for phone, at in self._left.items() if at > lately}
            self._left[self._streams.pop(stream)] = monotonic()
            return not self._streams

    def tell(self, log: Log) -> None:
        with self._changed:
            if self.log is None or not _led_to(log, self.log):
                self.log = log
                self._changed.notify_all()

    def close(self) -> None:
        with self._changed:
            self.shut = True
            self._changed.notify_all()

    def wait(self, heard: Log | None, patience: float) -> None:
        """Until there is another log than the one that was heard, or nobody may listen any more, or patience ends."""
        with self._changed:
            self._changed.wait_for(lambda: self.shut or self.log is not heard, patience)

    @contextmanager
    def drawing(self) -> Iterator[tuple[Log, Drawn]]:
        """The newest log, and what has been drawn of it: nobody draws what another one draws just now."""
        with self._drawing:
            log = self.log
            assert log is not None, "whoever draws has entered, and told what was read"
            if self._drawn_of is not log:
                self._drawn_of, self._drawn = log, {}
            yield log, self._drawn


def _led_to(log: Log, known: Log) -> bool:
    """A late word never goes back in time. A log with another past does: a backup has come back."""
    if not log.length:
        return True
    return log.length <= known.length and known.entries[log.length - 1].tap == log.entries[-1].tap


class Hub:
    """The rooms of a process. `grow` hears how many streams are open, with each new one."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.grow: Callable[[int], object] = lambda streams: None
        self._streams = 0
        self._closed = False
        self._rooms: dict[int, Room] = {}
        self._lock = threading.Lock()

    def enter(self, sitting: int, stream: object, phone: str) -> Room:
        with self._lock:
            if self._closed or self._streams >= self.most:
                raise Full
            self._streams += 1
            self.grow(self._streams)
            room = self._rooms.setdefault(sitting, Room())
            room.enter(stream, phone)
            return room

    def leave(self, sitting: int, room: Room, stream: object) -> None:
        with self._lock:
            self._streams -= 1
            if room.leave(stream) and self._rooms.get(sitting) is room:
                del self._rooms[sitting]

    def tell(self, sitting: int, log: Log) -> None:
        """After the commit, or whenever somebody has read it."""
        with self._lock:
            room = self._rooms.get(sitting)
        if room is not None:
            room.tell(log)

    def shut(self, sitting: int) -> None:
        """Its streams end at once: their link opens nothing any more."""
        with self._lock:
            room = self._rooms.pop(sitting, None)
        if room is not None:
            room.close()

    def close(self) -> None:
        """All streams end at once, and none begins."""
        with self._lock:
            self._closed = True
            rooms = list(self._rooms.values())
        for room in rooms:
            room.close()
