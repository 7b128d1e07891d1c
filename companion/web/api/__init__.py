"""The door for scripts and displays: JSON in, JSON out, into the same log that the phones write to.

No cookie is read or set here, and no token is asked for: the link in the address is the whole key. Another site gains
nothing from somebody's browser: it doesn't know the link, and if it did, it would need nobody's browser. Besides, for a
body that says it is JSON a browser asks leave first, and nobody here gives leave: there is no CORS, on purpose.
"""

from __future__ import annotations

import threading
from collections import deque
from time import monotonic

from flask import Flask, request
from werkzeug.exceptions import TooManyRequests

PREFIX = "/api"
GUESSES = "companion.guesses"
MOST_WRONG = 30  # links of an address
WHILE = 60.0  # seconds, in which it may try so many
REMEMBERED = 10_000  # addresses, and right links: a process forgets the oldest ones


def is_asked() -> bool:
    """Whether this request is for the door for scripts, also where nothing lies behind its address."""
    return request.path == PREFIX or request.path.startswith(f"{PREFIX}/")


class Guesses:
    """Who guesses at links is stopped for a while, and nobody else is: a household, or a café, is one address.

    A process counts what it has seen: several of them allow so many more, which is still none of 2¹²⁸."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._wrong: dict[str, deque[float]] = {}
        self._right: dict[tuple[str, str], None] = {}
        self._lock = threading.Lock()

    def admit(self, address: str, link: str) -> None:
        """Or TooManyRequests. A link that was right before goes on working, whoever else guesses from there."""
        with self._lock:
            wrong = self._lately(address)
            if wrong and len(wrong) >= self.most and (address, link) not in self._right:
                raise TooManyRequests(retry_after=max(1, round(wrong[0] + WHILE - monotonic())))

    def was_wrong(self, address: str, link: str) -> None:
        """One that was right before is no guess: its table has new links, and a display may ask on and on."""
        with self._lock:
            if (address, link) in self._right:
                return
            wrong = self._lately(address)
            wrong.append(monotonic())
            self._wrong[address] = wrong
            if len(self._wrong) > REMEMBERED:
                del self._wrong[next(iter(self._wrong))]

    def was_right(self, address: str, link: str) -> None:
        with self._lock:
            self._right[address, link] = self._right.pop((address, link), None)
            if len(self._right) > REMEMBERED:
                del self._right[next(iter(self._right))]

    def _lately(self, address: str) -> deque[float]:
        wrong = self._wrong.pop(address, deque(maxlen=self.most))
        while wrong and wrong[0] < monotonic() - WHILE:
            wrong.popleft()
        if wrong:
            self._wrong[address] = wrong
        return wrong


def init_app(app: Flask) -> None:
    """Setting: `GUESSES`, how many wrong links of an address a minute takes; 0: as many as come."""
    app.extensions[GUESSES] = Guesses(app.config.get("GUESSES", MOST_WRONG))
