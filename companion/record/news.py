"""What others noted since a phone last looked."""

from __future__ import annotations

from typing import NamedTuple

from companion.record.entries import Entry
from companion.record.history import Log


class News(NamedTuple):
    """The last of it, and how many entries of others came before that."""

    entry: Entry
    more: int


def since(log: Log, seen: int, phone: str) -> News | None:
    """`seen`: the length of the log that the phone has. What it noted itself is no news to it."""
    others = [entry for entry in log.entries[seen:] if entry.phone != phone] if seen >= 0 else []
    return News(others[-1], len(others) - 1) if others else None
