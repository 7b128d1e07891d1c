"""Many phones in one process: their lines are waited for together, so that they take little from the server."""

from __future__ import annotations

import re
import selectors
import socket
from collections.abc import Callable
from functools import partial
from itertools import cycle
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

EVERY = 10.0  # seconds between two taps at a sitting
AT_ONCE = 1 << 16  # bytes that are read at once
EVENT_ENDS = b"\n\n"
NUMBER = re.compile(rb"\nid: (\d+)\n")
FORM = "application/x-www-form-urlencoded"
MOVES: tuple[dict[str, object], ...] = (  # for ever: a game that never ends
    {"move": "draw", "player": 0, "card": "fiasko"},
    {"move": "reshuffle"},
)
LENGTH = re.compile(rb"\r\nContent-Length: (\d+)")


class NotServed(Exception):
    """The server refused, or took longer than anybody would wait. Says which."""


class Line:
    """A connection, and what to do with what comes by it."""

    def __init__(self, address: tuple[str, int], heard: Callable[[Line, float], None]) -> None:
        self.heard, self.came, self.open = heard, b"", True
        self.socket = socket.create_connection(address, timeout=10)
        self.socket.setblocking(False)

    def read(self) -> None:
        try:
            more = self.socket.recv(AT_ONCE)
        except ConnectionError:
            more = b""
        self.open = bool(more)
        self.came += more
        self.heard(self, perf_counter())


class Lines:
    """All lines of all phones."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._address = address
        self._waiting = selectors.DefaultSelector()
        self._all: list[Line] = []

    def dial(self, heard: Callable[[Line, float], None], request: str) -> Line:
        line = Line(self._address, heard)
        self._all.append(line)
        self._waiting.register(line.socket, selectors.EVENT_READ, line)
        line.socket.sendall(request.encode())  # so little always fits
        return line

    def lose(self, line: Line) -> None:
        """As a phone that is out of reach: it says nothing more, and its line stays."""
        self._waiting.unregister(line.socket)

    def turn(self, patience: float) -> None:
        for key, _ in self._waiting.select(max(patience, 0)):
            line: Line = key.data
            line.read()
            if not line.open:
                self._waiting.unregister(line.socket)

    def until(self, done: Callable[[], bool], what: str, seconds: float = 30.0) -> float:
        """How long it takes."""
        began = perf_counter()
        while not done():
            if perf_counter() - began > seconds:
                raise NotServed(f"{what}: not within {seconds:g} s")
            self.turn(0.01)
        return perf_counter() - began

    def hang_up(self) -> None:
        self._waiting.close()
        for line in self._all:
            line.socket.close()


class Entry(NamedTuple):
    """What lets phones tap: the cookie of a session, and the token that goes with it."""

    session: str  # with its name
    token: str


class Stream:
    """A phone that listens. A sheet has come when the last of its bytes has."""

    def __init__(self, table: Table, phone: str) -> None:
        self.table, self.phone, self.ready, self.last = table, phone, False, 0
        request = f"GET {table.path}stream?after={table.length} HTTP/1.1\r\nHost: here\r\n"
        request += f"Cookie: companion-phone={phone}\r\n\r\n"
        self.line = table.lines.dial(self._hears, request)

    def _hears(self, line: Line, at: float) -> None:
        if line.came.startswith(b"HTTP/1.1 ") and not line.came.startswith(b"HTTP/1.1 200"):
            raise NotServed(f"a stream was refused: {line.came[:40]!r}")
        if not line.came.endswith(EVENT_ENDS):
            return
        self.ready = self.ready or b"event: phones" in line.came
        if numbers := NUMBER.findall(line.came):
            self.last = int(numbers[-1])
            self.table.heard(self, len(line.came), at)
        line.came = b""


class Table:
    """A sitting and its phones. The first of them taps; the others are to hear of it."""

    def __init__(self, lines: Lines, link: str, length: int, entry: Entry) -> None:
        self.lines, self.path, self.length, self.entry = lines, f"/s/{link}/", length, entry
        self.streams: list[Stream] = []
        self.delays: list[float] = []
        self.pushed = self.answered = 0  # bytes
        self._pad: Line | None = None
        self._tapped_at = 0.0
        self._moves = cycle(MOVES)

    def join(self, phones: int) -> list[Stream]:
        new = [Stream(self, str(uuid4())) for _ in range(phones)]
        self.streams += new
        return new

    @property
    def quiet(self) -> bool:
        """Whoever tapped has an answer, and all others have heard of it."""
        return bool(self.answered) and all(stream.last == self.length for stream in self.streams)

    def tap(self) -> None:
        fields = {"csrf_token": self.entry.token, "tap": uuid4(), "after": self.length, **next(self._moves)}
        body = urlencode(fields)
        cookies = f"companion-phone={self.streams[0].phone}; {self.entry.session}"
        head = f"POST {self.path}taps HTTP/1.1\r\nHost: here\r\nHX-Request: true\r\nCookie: {cookies}\r\n"
        request = f"{head}Content-Type: {FORM}\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        if self._pad is not None and not self.quiet:
            raise NotServed("at one sitting, a tap was still on its way when the next came")
        self.answered, self.length, self._tapped_at = 0, self.length + 1, perf_counter()
        if self._pad is None or not self._pad.open:
            self._pad = self.lines.dial(self._is_answered, request)
        else:
            self._pad.socket.sendall(request.encode())

    def _is_answered(self, line: Line, at: float) -> None:
        head, _, body = line.came.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if length is None or len(body) < int(length[1]):
            return
        if not head.startswith(b"HTTP/1.1 200"):
            raise NotServed(f"a tap was refused: {head[:40]!r}")
        self.answered, line.came = len(line.came), b""

    def heard(self, stream: Stream, size: int, at: float) -> None:
        self.pushed = size
        if stream is not self.streams[0]:
            self.delays.append(at - self._tapped_at)


def let_in(lines: Lines, tables: list[Table], phones: int) -> None:
    """One after the other, as they come to their tables."""
    for number in range(phones):
        (new,) = tables[number % len(tables)].join(1)
        lines.until(partial(getattr, new, "ready"), "a stream opens")


def tap_for(lines: Lines, tables: list[Table], seconds: float) -> int:
    """At each table in turn, evenly spread."""
    began, taps = perf_counter(), 0
    while (due := began + taps * EVERY / len(tables)) < began + seconds:
        while (now := perf_counter()) < due:
            lines.turn(due - now)
        tables[taps % len(tables)].tap()
        taps += 1
    tapped = tables[: min(taps, len(tables))]
    lines.until(lambda: all(table.quiet for table in tapped), "the others hear of the last taps")
    return taps
