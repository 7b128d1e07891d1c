"""The line of a phone that listens: what goes out by it, what is still to go, and whether anybody is there.

A room has all those that listen to one sitting.
"""

from __future__ import annotations

import random
import selectors
import socket
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import NamedTuple

from companion.record.entries import SCRIPT
from companion.record.history import Log
from companion.store import Sitting, Snapshot
from companion.web.live.sheet import Drawn, Listener, event

BEAT = 15.0  # seconds until a silent stream says that it is there
LIFE = (240.0, 300.0)  # and until it ends: the phone opens another
MOST_MISSED = 20  # entries that are noted while a phone doesn't read
LINGERS = 3.0  # seconds for which a phone still counts: between two pages, and between two streams of its own
SHORT = 8  # characters of a phone's id
AT_ONCE = 4096  # bytes that are read, of what no phone has reason to send


class Shown(NamedTuple):
    """A sitting as it is now: its log, what has been drawn of it, and how many phones have it open."""

    log: Log | None  # None where nobody has read it yet
    drawn: Drawn
    phones: int


class Stream:
    """Used by one thread only, its hub's; but whoever needs its place may have it end."""

    def __init__(self, line: socket.socket, said: bytes, listener: Listener, heard: Log | None, home: str = "") -> None:
        """`said`: what begins it, with what there was to hear until this log."""
        line.setblocking(False)
        self.phone, self.home = listener.phone, home
        self._line, self._listener, self._heard = line, listener, heard
        self._phones = 0
        self._unsent = memoryview(said)  # mostly the same bytes for all
        self._ends, self._spoke = monotonic() + random.uniform(*LIFE), monotonic()
        self._gone = False
        self._waits_for = 0

    def push(self, shown: Shown) -> bool:
        """Say what is new, once all that was said before has gone out. Whether it goes on."""
        if self._unsent and shown.log and self._heard and shown.log.length > self._heard.length + MOST_MISSED:
            return False  # when it opens another, what it missed is made for it alone
        self._send()
        if not self._unsent:
            self._unsent = memoryview(b"".join(self._news(shown)))
            self._send()
        return not self._gone and monotonic() < self._ends

    def _news(self, shown: Shown) -> Iterator[bytes]:
        if shown.phones != self._phones:
            self._phones = shown.phones
            yield event("phones", str(shown.phones))
        if shown.log is not None and shown.log is not self._heard:
            yield self._listener.event(shown.log, self._heard and self._heard.length, shown.drawn)
            self._heard = shown.log
        if monotonic() - self._spoke > BEAT:
            yield b": still here\n\n"

    def _send(self) -> None:
        if not self._unsent:
            return
        self._spoke = monotonic()
        try:
            sent = self._line.send(self._unsent)
            self._unsent = self._unsent[sent:]
        except BlockingIOError:
            pass
        except OSError:
            self._gone = True

    @property
    def unread(self) -> int:
        """Bytes that are kept until its phone has taken them all."""
        return memoryview(self._unsent.obj).nbytes if self._unsent else 0

    def attend(self) -> None:
        """The socket is ready: send what is left. Its end, an error, or anything that is received ends the stream."""
        try:
            self._line.recv(AT_ONCE)
            self._gone = True
        except BlockingIOError:
            pass
        except OSError:
            self._gone = True

    def wait(self, lines: selectors.BaseSelector, room: object) -> None:
        """Have `lines` wait for it, with its room."""
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._unsent else 0)
        if not self._waits_for:
            lines.register(self._line, wanted, (self, room))
        elif wanted != self._waits_for:
            lines.modify(self._line, wanted, (self, room))
        self._waits_for = wanted

    def end(self) -> None:
        """When it is served next."""
        self._ends = 0.0

    def hang_up(self, lines: selectors.BaseSelector) -> None:
        if self._waits_for:
            lines.unregister(self._line)
        self._line.close()


class Room:
    """A sitting, for as long as phones have it open. Changed only under its hub's lock."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.log: Log | None = None  # the newest that was told
        self.stand: Snapshot | None = None  # of the sitting, when a phone first came in
        self.links: set[str] = set()  # by which phones have come in
        self.shut = False
        self.coming = 0  # phones that are about to listen
        self.streams: set[Stream] = set()
        self.drawn: Drawn = {}  # of that log, for all who look alike
        self._until: dict[str, float] = {}  # phones that count without a stream here

    @property
    def phones(self) -> int:
        """Two tabs of one phone are one."""
        return len(self.here | self._counted().keys())

    @property
    def here(self) -> set[str]:
        """By as much of a phone's id as tells it from the others of a table. A script is no phone."""
        return {stream.phone[:SHORT] for stream in self.streams if not stream.phone.startswith(SCRIPT)}

    def leave(self, stream: Stream) -> None:
        self.streams.discard(stream)
        if not stream.phone.startswith(SCRIPT):
            self.count([stream.phone[:SHORT]], LINGERS)

    def count(self, phones: Iterable[str], seconds: float) -> None:
        self._until = {**self._counted(), **dict.fromkeys(phones, monotonic() + seconds)}

    def _counted(self) -> dict[str, float]:
        now = monotonic()
        return {phone: until for phone, until in self._until.items() if until > now}

    def hear(self, log: Log, drawn: Drawn) -> bool:
        """Whether it is news, and no late word of what was told already."""
        if self.log is not None and self.log.follows(log.mark):
            return False
        self.log, self.drawn = log, drawn
        return True
