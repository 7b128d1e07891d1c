"""What a phone has just noted itself, with what came of it, for those who don't see the sheet change."""

from __future__ import annotations

from companion.record.entries import Entry
from companion.record.history import Log
from companion.rules.text import Text
from companion.screens.core import Words


def what_came(words: Words, log: Log, entry: Entry) -> tuple[Text, ...]:
    """Of the newest move; at the end, who wins is what came of it."""
    if entry is not log.last or log.sheet.over:
        return ()
    came = words.came(log.steps[-1]).text
    return () if came is None else (came,)
