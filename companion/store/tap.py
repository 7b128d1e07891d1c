"""A tap as the store gets it: what it is to enter, and what may be wrong with it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from companion.record.doubts import Doubt
from companion.record.entries import NOTING, Entry
from companion.record.history import Log
from companion.rules.core import Move
from companion.rules.text import Text


class Tap(NamedTuple):
    """One POST: its own id, the length of the log that its person has seen, and the phone that sent it."""

    id: str
    after: int
    phone: str | None
    twice: bool = False  # it is meant, whatever others noted


class Wanted(NamedTuple):
    """What a tap is to enter."""

    kind: str
    target: int | None = None
    move: Move | None = None
    seat: int | None = None
    name: str | None = None
    strikes: tuple[int, ...] = ()  # later entries, along with a correction that ends the game before them

    def entry(self, number: int, tap: Tap) -> Entry:
        first = self.move if self.kind in NOTING else None
        return Entry(
            *(number, self.kind, self.target, self.move, first, tap.id, tap.phone, datetime.now(UTC)),
            seat=self.seat,
            name=self.name,
            strikes=self.strikes,
        )

    @classmethod
    def by(cls, entry: Entry) -> Wanted:
        """What was wanted where this was entered."""
        return cls(entry.kind, entry.target, entry.brought, entry.seat, entry.name, entry.strikes)


class Noted(NamedTuple):
    """What has come of a tap."""

    log: Log
    entry: Entry
    anew: bool  # not of this tap when it had come before


class Stale(Exception):
    """A tap that can't come from any page of this sitting."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Doubtful(Exception):
    """A tap to ask about: others noted something since that may have made it a mistake. The log is as it was then."""

    def __init__(self, doubt: Doubt, wanted: Wanted, log: Log) -> None:
        super().__init__(str(doubt))
        self.doubt = doubt
        self.wanted = wanted
        self.log = log
