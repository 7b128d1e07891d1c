"""What other processes write reaches the phones of this one: a thread hears of it, while any phone listens here."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic, sleep

from flask import Flask

from companion import store
from companion.web.live.hub import Hub
from companion.web.live.room import Room

SAYS = 0.5  # seconds between two words to the others of who listens here
AGAIN = 1.0  # seconds until a database that went is asked for again
MINUTE = 60.0  # until it is logged again that it is away
logger = logging.getLogger(__name__)


class OtherProcesses:
    """Also where a process serves alone: commands write into the same database."""

    def __init__(self, app: Flask, hub: Hub) -> None:
        self._app, self._hub = app, hub
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._logged = -MINUTE

    @property
    def is_listening(self) -> bool:
        """To what others write, or about to."""
        return self._thread is not None

    def listen(self) -> None:
        """A phone has come into a room."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="other-processes", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while self._somebody_is_there():
            try:
                with self._app.app_context(), store.channel() as channel:
                    self._follow(channel)
            except store.StoreTrouble as trouble:
                if monotonic() - self._logged >= MINUTE:
                    self._logged = monotonic()
                    logger.warning("for now, what other processes write isn't heard: %s", trouble)
                sleep(AGAIN)
            except Exception:  # a thread that ends would leave every phone behind
                logger.exception("what other processes write isn't heard, by a fault of ours")
                sleep(AGAIN)

    def _somebody_is_there(self) -> bool:
        with self._lock:
            if self._hub.rooms():
                return True
            self._thread = None
            return False

    def _follow(self, channel: store.ProcessChannel) -> None:
        said, everything = 0.0, True  # whatever was written before it listened
        while self._hub.rooms():
            received = store.Received(anything=True) if everything else channel.wait(SAYS)
            everything = False
            rooms = self._hub.rooms()  # of which some have begun meanwhile
            for sitting, phones in received.listening:
                self._hub.listen_elsewhere(sitting, phones)
            self._look(rooms if received.anything else {id: rooms[id] for id in received.written & rooms.keys()})
            if monotonic() - said > SAYS:
                channel.say_who_listens(self._hub.listening())
                said = monotonic()

    def _look(self, rooms: Mapping[int, Room]) -> None:
        """Where the links are new, or the others play at the next table since a phone first came in, streams end."""
        known = store.snapshots(rooms) if rooms else {}
        for id, room in rooms.items():
            stand, mark = known.get(id), room.mark
            if stand is None or not room.links <= stand.links or stand.onward != (room.stand or stand).onward:
                self._hub.shut(id)
            elif mark is not None and stand.tap != mark.tap:
                with suppress(store.Unreadable):  # its own page says why
                    self._hub.tell(id, store.read(room.sitting))
