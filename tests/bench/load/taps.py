"""How many taps a second: at each of some tables somebody taps as soon as the last tap was answered."""

from __future__ import annotations

from itertools import cycle
from time import perf_counter
from urllib.parse import urlencode
from uuid import uuid4

from load.phones import FORM, LENGTH, MOVES, Entry, Line, Lines, NotServed


class Tapper:
    """Somebody at a table of their own."""

    def __init__(self, lines: Lines, link: str, length: int, entry: Entry) -> None:
        self.taps, self.answered = 0, 0  # and bytes
        self.resting = True
        self._path, self._length, self._entry = f"/s/{link}/taps", length, entry
        self._lines = lines
        self._line: Line | None = None
        self._phone, self._moves = uuid4(), cycle(MOVES)

    def tap(self) -> None:
        request, self.resting = self._request(), False
        if self._line is None:
            self._line = self._lines.dial(self._hears, request)
        else:
            self._line.socket.sendall(request.encode())

    def _request(self) -> str:
        fields = {"csrf_token": self._entry.token, "tap": uuid4(), "after": self._length, **next(self._moves)}
        cookies, body = f"companion-phone={self._phone}; {self._entry.session}", urlencode(fields)
        head = f"POST {self._path} HTTP/1.1\r\nHost: here\r\nHX-Request: true\r\nCookie: {cookies}\r\n"
        return f"{head}Content-Type: {FORM}\r\nContent-Length: {len(body)}\r\n\r\n{body}"

    def _hears(self, line: Line, at: float) -> None:
        head, _, body = line.came.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if not line.open or (length and not head.startswith(b"HTTP/1.1 200")):
            raise NotServed(f"a tap was refused: {head[:40]!r}")
        if length is None or len(body) < int(length[1]):
            return
        self.answered, line.came = len(body), b""
        self.taps, self._length, self.resting = self.taps + 1, self._length + 1, True


class Tappers:
    """All those of one server."""

    def __init__(self, address: tuple[str, int], links: list[str], length: int, entry: Entry) -> None:
        self._lines = Lines(address)
        self._all = [Tapper(self._lines, link, length, entry) for link in links]
        self._taps, self._seconds = 0, 0.0

    def __enter__(self) -> Tappers:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.hang_up()

    @property
    def answered(self) -> int:
        """Bytes, the last time."""
        return self._all[0].answered

    @property
    def a_second(self) -> float:
        return self._taps / self._seconds

    def tap_for(self, seconds: float) -> None:
        """Until the last of them has its answer."""
        began, before = perf_counter(), self._so_far()
        while perf_counter() - began < seconds:
            for tapper in self._all:
                if tapper.resting:
                    tapper.tap()
            self._lines.turn(seconds)
        self._lines.until(lambda: all(tapper.resting for tapper in self._all), "a tap is answered")
        self._taps += self._so_far() - before
        self._seconds += perf_counter() - began

    def forget(self) -> None:
        """What was measured so far."""
        self._taps, self._seconds = 0, 0.0

    def _so_far(self) -> int:
        return sum(tapper.taps for tapper in self._all)
