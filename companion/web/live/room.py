"""A room: all those that listen to one sitting, and how far they have been told."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from operator import itemgetter
from time import monotonic

from companion.record.entries import SCRIPT
from companion.record.history import Log, Mark
from companion.store import Sitting, Snapshot
from companion.web.live.sheet import Drawn
from companion.web.live.stream import Stream

LINGERS = 3.0  # seconds for which a phone still counts: between two pages, and between two streams of its own
MOST_KEPT = 25_000  # entries of all logs that are kept for phones that don't read: each takes some kilobytes
SHORT = 8  # characters of a phone's id


class Room:
    """A sitting, for as long as phones have it open. Changed only under its hub's lock."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.mark: Mark | None = None  # of the newest log that was told
        self.log: Log | None = None  # that one, until all have heard it: it is large
        self._taps = array("q")  # of its entries, as much of them as tells a late word from another past
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
        if self.mark is not None and self._has_told(log.mark):
            return False
        known = self.mark.length if self.mark is not None and log.follows(self.mark) else 0
        del self._taps[known:]
        self._taps.extend(hash(entry.tap) for entry in log.entries[known:])
        self.mark, self.log, self.drawn = log.mark, log, drawn
        return True

    def _has_told(self, mark: Mark) -> bool:
        """As `Log.follows`, without the log."""
        at = mark.length
        return at <= len(self._taps) and (at == 0 or mark.tap is None or self._taps[at - 1] == hash(mark.tap))

    @property
    def behind(self) -> list[Stream]:
        """Those that haven't heard the newest."""
        return [stream for stream in self.streams if stream.heard != self.mark]

    def let_go(self) -> None:
        """Of the log, once all have heard it, and nobody is about to come who might not have."""
        if not self.coming and not self.behind:
            self.log = None


def let_longest_go(rooms: Iterable[Room]) -> None:
    """Where too many are kept for phones that don't read. These come again, and what they missed is made for them."""
    kept = [(room.log.length, room) for room in rooms if room.log and not room.coming]
    entries = sum(length for length, _ in kept)
    for length, room in sorted(kept, key=itemgetter(0), reverse=True):
        if entries <= MOST_KEPT:
            break
        entries -= length
        for stream in room.behind:
            stream.end()
        room.log = None
