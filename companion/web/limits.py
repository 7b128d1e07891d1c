"""How much of this server one address may take. The numbers are settings.

A household, a café and a school are one address each. What is counted is kept in memory, by each process for itself.
"""

from __future__ import annotations

import ipaddress
import threading
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Generic, TypeVar

from flask import Flask, current_app, request
from werkzeug.exceptions import NotFound, TooManyRequests

from companion.rules.core import RuleBroken
from companion.rules.text import say, say_many
from companion.web.errors import TOO_OFTEN, TurnedAway

MINUTE, TEN_MINUTES, HOUR = 60.0, 600.0, 3600.0
UNREAD_OF_ONE, UNREAD = 16_000_000, 48_000_000  # bytes of answers that nobody has read yet
REMEMBERED = 10_000  # addresses, and right links: a process forgets the oldest ones
GUESSES, TABLES, IMPORTS = "companion.guesses", "companion.tables", "companion.imports"
CODES, DRAWS, VISITS = "companion.codes", "companion.draws", "companion.visits"
TELEVISIONS = "companion.televisions"

T = TypeVar("T")


def init_app(app: Flask) -> None:
    app.extensions[GUESSES] = Guesses(app.config["GUESSES"], MINUTE)
    app.extensions[TABLES] = Lately(app.config["TABLES"], HOUR)
    app.extensions[IMPORTS] = Lately(app.config["IMPORTS"], HOUR)
    app.extensions[DRAWS] = Lately(app.config["TABLES"], HOUR)  # mostly one for each table
    app.extensions[VISITS] = Lately(4 * app.config["TABLES"], HOUR)  # by so many phones
    app.extensions[TELEVISIONS] = Lately(app.config["TABLES"], HOUR)  # mostly fewer than tables
    app.extensions[CODES] = (
        Lately(app.config["CODES"], TEN_MINUTES),
        Lately(app.config["CODES_IN_ALL"], TEN_MINUTES),
    )


def home_of(address: str | None) -> str:
    """What one router stands for: an address of version 4, or the network of one of version 6, a phone having many."""
    try:
        ip = ipaddress.ip_address(address or "")
    except ValueError:  # of a socket that has none
        return address or ""
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((int(ip), 64), strict=False))
    return str(ip)


class Lately:
    """How much of something each address has done within so many seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self._done: dict[str, deque[tuple[float, int]]] = {}  # when, and how much; who did something last comes last
        self._lock = threading.RLock()

    def wait(self, home: str) -> int:
        """Seconds until it may do more; 0 where it may at once."""
        with self._lock:
            done = self._done.get(home, deque())
            while done and done[0][0] <= monotonic() - self.seconds:
                done.popleft()
            if not done or sum(many for _, many in done) < self.most:
                return 0
            return max(1, round(done[0][0] + self.seconds - monotonic()))

    def take(self, home: str) -> int:
        """As `wait`; and where it is 0, this one is noted, so that of many at once no more come through."""
        with self._lock:
            seconds = self.wait(home)
            if not seconds:
                self.note(home)
            return seconds

    def give_back(self, home: str) -> None:
        """What was taken last counts for nothing."""
        with self._lock:
            if done := self._done.get(home):
                done.pop()

    def note(self, home: str, many: int = 1) -> None:
        if not self.most:
            return
        with self._lock:
            done = self._done.pop(home, deque())
            done.append((monotonic(), many))
            self._done[home] = done
            if len(self._done) > REMEMBERED:
                del self._done[next(iter(self._done))]


class Guesses(Lately):
    """Who guesses at links is stopped for a while, and nobody else is."""

    def __init__(self, most: int, seconds: float) -> None:
        super().__init__(most, seconds)
        self._right: dict[tuple[str, str], None] = {}

    @contextmanager
    def trying(self, home: str, link: str) -> Iterator[None]:
        """Around looking for it, or TooManyRequests. It counts as wrong until it isn't, so that of many at once no more
        come through. A link that was right before goes on working, whoever else guesses from there; nor is it a guess
        where its table has new ones: a display may ask on and on.
        """
        known, wrong = (home, link) in self._right, False
        if not known and (seconds := self.take(home)):
            raise TooManyRequests(retry_after=seconds)
        try:
            yield
        except NotFound:
            wrong = True
            raise
        finally:
            if not known and not wrong:
                self.give_back(home)
        with self._lock:
            self._right[home, link] = self._right.pop((home, link), None)
            if len(self._right) > REMEMBERED:
                del self._right[next(iter(self._right))]


def one_more_table() -> None:
    """Asked before a table is made: it is counted, or whoever asks is told to wait."""
    tables: Lately = current_app.extensions[TABLES]
    home = home_of(request.remote_addr)
    if seconds := tables.take(home):
        advice = say_many(
            "%(count)s table was opened from here within an hour. It still works; open the next one in "
            "%(minutes)s min.",
            "%(count)s tables were opened from here within an hour. All of them still work; open the next one in "
            "%(minutes)s min.",
            tables.most,
            minutes=-(-seconds // 60),
        )
        raise TurnedAway(TOO_OFTEN, say("Too many new tables"), advice, seconds)


def one_more_draw() -> None:
    """Asked before a draw among new people: each keeps a row for hours."""
    draws: Lately = current_app.extensions[DRAWS]
    if draws.take(home_of(request.remote_addr)):
        raise RuleBroken(say("Too many draws came from here within an hour: say who begins, or draw later"))


def one_more_visit() -> None:
    """Asked before it is noted that a phone is new to a table: whoever keeps no cookie is new each time."""
    visits: Lately = current_app.extensions[VISITS]
    if seconds := visits.take(home_of(request.remote_addr)):
        raise TooManyRequests(retry_after=seconds)


def one_more_television() -> None:
    """Asked before a table is sent to one: it keeps a row for ten minutes, and whoever sends can make its key up."""
    televisions: Lately = current_app.extensions[TELEVISIONS]
    if seconds := televisions.take(home_of(request.remote_addr)):
        advice = say(
            "Tables were sent to televisions from here too often within an hour. Type the table’s five letters on the"
            " television, or send the table later."
        )
        raise TurnedAway(TOO_OFTEN, say("Too many televisions"), advice, seconds)


def take_code() -> int:
    """Seconds until this address may try a short code; 0 where it tries one now. A right one is given back."""
    of_one: Lately
    of_all: Lately
    of_one, of_all = current_app.extensions[CODES]
    home = home_of(request.remote_addr)
    if not (seconds := of_one.take(home)) and (seconds := of_all.take("")):
        of_one.give_back(home)
    return seconds


def give_code_back() -> None:
    of_one, of_all = current_app.extensions[CODES]
    of_one.give_back(home_of(request.remote_addr))
    of_all.give_back("")


class Shares(Generic[T]):
    """What there is only so much of: who holds how much, and what gives way where that is too much."""

    def __init__(self) -> None:
        self.total = 0
        self._sums: Counter[str] = Counter()
        self._held: dict[str, dict[T, int]] = {}  # what moved last comes last

    def hold(self, home: str, one: T, amount: int = 1) -> None:
        self.release(home, one)
        if amount:
            self._held.setdefault(home, {})[one] = amount
            self._sums[home] += amount
            self.total += amount

    def release(self, home: str, one: T) -> bool:
        """Whether it was held."""
        held = self._held.get(home, {})
        if one not in held:
            return False
        amount = held.pop(one)
        self._sums[home] -= amount
        self.total -= amount
        if not held:
            del self._held[home], self._sums[home]
        return True

    def of(self, home: str) -> int:
        return self._sums[home]

    def all(self) -> list[T]:
        """Of everybody, whoever has held something for longest first."""
        return [one for held in self._held.values() for one in held]

    def oldest(self, home: str) -> T:
        return next(iter(self._held[home]))

    def greediest(self) -> str:
        return max(self._sums, key=self._sums.__getitem__, default="")

    def beyond(self, home: str, most_of_one: int, most: int) -> list[T]:
        """What may give way, the one that has been still for longest first: of this address where it holds more than
        its share, and of the one that holds most where all do. Nothing where there is enough.
        """
        if self.of(home) > most_of_one:
            return list(self._held[home])
        return list(self._held[self.greediest()]) if self.total > most else []
