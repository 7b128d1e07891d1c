"""Which phones have which sitting open here, and how many; a thread tells them all what was noted.

A phone that listens costs a line and a little memory, and no thread of its own.
"""

from __future__ import annotations

import logging
import selectors
import socket
import threading
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from time import monotonic

from flask import Flask, current_app

from companion.record.history import Log
from companion.store import Sitting
from companion.web.errors import HUB
from companion.web.limits import UNREAD, UNREAD_OF_ONE, Shares
from companion.web.live.room import Room, let_longest_go
from companion.web.live.sheet import Drawn
from companion.web.live.stream import Shown, Stream

ELSEWHERE = 5.0  # and after another process has said that it is there
TICK = 1.0  # seconds between two looks at all of them
LONG = 0.05  # to draw sheets: then it is the turn of others
HANGS = 30.0  # seconds without one, after which it will never come
logger = logging.getLogger(__name__)


class Full(Exception):
    """As many streams are open as there may be, or the server is about to end."""


class Hub:
    """The rooms of a process. Its thread runs while anybody listens, and only that one writes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Shares[tuple[Stream, Room]] = Shares()
        self._unread: Shares[tuple[Stream, Room]] = Shares()  # bytes
        self._closed = False
        self._rooms: dict[int, Room] = {}
        self._to_push: set[Room] = set()  # to be told at once
        self._lock = threading.Lock()
        self._bell: socket.socket | None = None
        self._thread: threading.Thread | None = None
        self._turned = 0.0  # when its thread last went round
        self._spent = defaultdict[str, float](float)  # seconds of that thread, by whose tables they were for, lately

    @property
    def hangs(self) -> bool:
        """Asked without the lock, which may be what it waits for."""
        thread = self._thread
        return thread is not None and (not thread.is_alive() or monotonic() - self._turned > HANGS)

    def enter(self, sitting: Sitting, link: str, home: str = "") -> Room:
        """Before the log is read, so that nothing falls between; then `listen`, or `back_out`."""
        with self._lock:
            streams = self._open.total + sum(room.coming for room in self._rooms.values())
            if self._closed or (streams >= self.most and not self._makes_room(home)):
                raise Full
            room = self._rooms.setdefault(sitting.id, Room(sitting))
            room.coming += 1
            room.links.add(link)
            return room

    def back_out(self, room: Room) -> None:
        with self._lock:
            room.coming -= 1
            self._forget(room)

    def listen(self, room: Room, stream: Stream) -> None:
        with self._lock:
            room.coming -= 1
            room.streams.add(stream)
            self._open.hold(stream.home, (stream, room))
            if self._thread is None:
                ears, self._bell = socket.socketpair()
                self._turned = monotonic()
                thread = threading.Thread(target=self._run, args=(ears, self._bell), name="hub", daemon=True)
                thread.start()
                self._thread = thread
            self._push_soon(room)

    def rooms(self) -> dict[int, Room]:
        with self._lock:
            return dict(self._rooms)

    def listening(self) -> dict[int, set[str]]:
        """Which phones have which sitting open here."""
        with self._lock:
            return {sitting: room.here for sitting, room in self._rooms.items()}

    def listen_elsewhere(self, sitting: int, phones: Iterable[str]) -> None:
        """Another process has said so."""
        with self._lock:
            if room := self._rooms.get(sitting):
                before = room.phones
                room.count(phones, ELSEWHERE)
                if room.phones != before:
                    self._push_soon(room)

    def tell(self, sitting: int, log: Log, drawn: Drawn | None = None) -> None:
        """After the commit, or whenever somebody has read it. `drawn`: what of it has been drawn already."""
        with self._lock:
            room = self._rooms.get(sitting)
            if room is not None and room.hear(log, drawn or {}):
                self._push_soon(room)

    def shut(self, sitting: int) -> None:
        """Its streams end at once: their link opens nothing any more, or leads on."""
        with self._lock:
            if room := self._rooms.pop(sitting, None):
                room.shut = True
                self._push_soon(room)

    def close(self) -> None:
        """All streams end at once, and none begins."""
        with self._lock:
            self._closed = True
            for room in self._rooms.values():
                room.shut = True
                self._push_soon(room)
            thread = self._thread
        if thread is not None:
            thread.join(1.0)

    def _push_soon(self, room: Room) -> None:
        self._to_push.add(room)
        if self._bell is not None:
            with suppress(OSError):  # it rings already
                self._bell.send(b"!")

    def _makes_room(self, home: str) -> bool:
        """The address that has most ends its oldest, where it has more than who comes now: its phone can poll."""
        greediest = self._open.greediest()
        if self._open.of(greediest) < self._open.of(home) + 2:
            return False
        self._end(self._open.oldest(greediest), self._open)
        return True

    def _end(self, one: tuple[Stream, Room], held: Shares[tuple[Stream, Room]]) -> None:
        stream, room = one
        held.release(stream.home, one)
        stream.end()
        self._push_soon(room)

    def _forget(self, room: Room) -> None:
        """Once nobody has it open any more."""
        if not room.streams and not room.coming and self._rooms.get(room.sitting.id) is room:
            del self._rooms[room.sitting.id]

    # The thread

    def _run(self, ears: socket.socket, bell: socket.socket) -> None:
        looked = monotonic()
        with ears, bell, selectors.DefaultSelector() as lines:
            bell.setblocking(False)
            lines.register(ears, selectors.EVENT_READ)
            while self._somebody_listens():
                self._attend(lines, ears, 0 if self._to_push else TICK)
                self._turned = monotonic()
                everybody = self._turned - looked > TICK
                looked = self._turned if everybody else looked
                with self._lock:
                    due, self._to_push = self._to_push, set()
                    if everybody:
                        due.update(self._rooms.values())
                        let_longest_go(self._rooms.values())
                        self._spent = defaultdict(float, {of: s / 2 for of, s in self._spent.items() if s > LONG})
                self._push_some(due, lines)

    def _push_some(self, due: set[Room], lines: selectors.BaseSelector) -> None:
        """Those of whoever took least time lately come first. Of one address those with short logs: the end of a very
        long one takes a second, in each language anew."""
        with self._lock:
            homes = {room: next((stream.home for stream in room.streams), "") for room in due}
        begun = monotonic()
        for room in sorted(due, key=lambda room: (self._spent[homes[room]], room.log.length if room.log else 0)):
            pushed = self._push(room, lines)
            spent, begun = monotonic() - begun, monotonic()
            self._spent[homes[room]] += spent
            if pushed:
                due.discard(room)
            if not pushed or spent > LONG:
                break
        with self._lock:
            self._to_push |= due

    def _attend(self, lines: selectors.BaseSelector, ears: socket.socket, patience: float) -> None:
        for key, _ in lines.select(patience):
            if key.data is None:
                ears.recv(4096)
            else:
                stream, room = key.data
                stream.attend()
                with self._lock:
                    self._to_push.add(room)

    def _somebody_listens(self) -> bool:
        with self._lock:
            if self._rooms or self._to_push:
                return True
            self._bell = self._thread = None
            return False

    def _push(self, room: Room, lines: selectors.BaseSelector) -> bool:
        """Whether all have been told: after a sheet that took long, others may be due."""
        with self._lock:
            streams, shut = list(room.streams), room.shut
            shown = Shown(room.log, room.drawn, room.phones)
        begun = monotonic()
        for stream in streams:
            goes_on, one = not shut and _push_to(stream, shown, lines, room), (stream, room)
            if not goes_on:
                stream.hang_up(lines)
            with self._lock:
                self._unread.hold(stream.home, one, stream.unread if goes_on else 0)
                for oldest in self._unread.beyond(stream.home, UNREAD_OF_ONE, UNREAD)[:1]:
                    self._end(oldest, self._unread)
                if not goes_on:
                    room.leave(stream)
                    self._open.release(stream.home, one)
                    self._forget(room)
            if monotonic() - begun > LONG:
                return False
        shown.drawn.clear()  # whoever comes later has mostly seen it, on a page
        with self._lock:
            room.let_go()
        return True


def hub(app: Flask | None = None) -> Hub:
    known: Hub = (app or current_app).extensions[HUB]
    return known


def _push_to(stream: Stream, shown: Shown, lines: selectors.BaseSelector, room: Room) -> bool:
    try:
        if not stream.push(shown):
            return False
        stream.wait(lines, room)
    except Exception:  # what one table can't be shown takes the others' streams not along
        logger.exception("a stream has ended by a fault of ours")
        return False
    return True
