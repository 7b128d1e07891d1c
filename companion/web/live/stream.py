"""The line of a phone that listens: what goes out by it, what is still to go, and whether anybody is there."""

from __future__ import annotations

import random
import selectors
import socket
from collections.abc import Iterator
from time import monotonic
from typing import NamedTuple

from companion.record.history import Log, Mark
from companion.web.live.sheet import Drawn, Listener, event

BEAT = 15.0  # seconds until a silent stream says that it is there
LIFE = (240.0, 300.0)  # and until it ends: the phone opens another
MOST_MISSED = 20  # entries that are noted while a phone doesn't read
AT_ONCE = 4096  # bytes that are read, of what no phone has reason to send


class Shown(NamedTuple):
    """A sitting as it is now: its log, what has been drawn of it, and how many phones have it open."""

    log: Log | None  # None where nobody has read it yet, or all have been told
    drawn: Drawn
    phones: int


class Stream:
    """Used by one thread only, its hub's; but whoever needs its place may have it end."""

    def __init__(self, line: socket.socket, said: bytes, who: Listener, heard: Mark | None, home: str = "") -> None:
        """`said`: what begins it, with what there was to hear until this mark. The log itself, which is large, isn't
        kept.
        """
        line.setblocking(False)
        self.phone, self.home = who.phone, home
        self.heard = heard
        self._line, self._listener = line, who
        self._phones = 0
        self._unsent = memoryview(said)  # mostly the same bytes for all
        self._ends, self._spoke = monotonic() + random.uniform(*LIFE), monotonic()
        self._gone = False
        self._waits_for = 0

    def push(self, shown: Shown) -> bool:
        """Say what is new, once all that was said before has gone out. Whether it goes on."""
        if self._unsent and shown.log and self.heard and shown.log.length > self.heard.length + MOST_MISSED:
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
        if shown.log is not None and shown.log.mark != self.heard:
            yield self._listener.event(shown.log, self.heard and self.heard.length, shown.drawn)
            self.heard = shown.log.mark
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
