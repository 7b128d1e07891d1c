"""An entry of the log in a line: what was done at the table, or to an earlier entry."""

from __future__ import annotations

from companion.record.entries import Entry
from companion.record.history import Log, table_now
from companion.rules.text import Text, say, say_many
from companion.screens.core import Words


def happened(log: Log, entry: Entry, words: Words) -> Text:
    done = _done(log, entry, words)
    if not entry.strikes:
        return done
    return say_many(
        "%(done)s, %(count)s later entry struck out",
        "%(done)s, %(count)s later ones struck out",
        len(entry.strikes),
        done=done,
    )


def _done(log: Log, entry: Entry, words: Words) -> Text:
    table, number = log.sheet.table, entry.target
    match entry.kind:
        case "strike":
            return say("Entry %(number)s struck out", number=number)
        case "restore":
            return say("Entry %(number)s restored", number=number)
        case "replace":
            return say("Entry %(number)s corrected", number=number)
        case "insert" if entry.move is not None:
            return say("Put in before %(number)s: %(move)s", number=number, move=words.move(table, entry.move))
        case "rename" if entry.seat is not None:
            before = table_now(log.opened, log.entries[: entry.number - 1]).players[entry.seat]
            return say("%(old)s is now %(name)s", old=before, name=entry.name)
        case "undo":
            return say("Undone: %(what)s", what=happened(log, log.entries[(number or 0) - 1], words))
        case "redo":
            return say("Redone: %(what)s", what=happened(log, log.entries[(number or 0) - 1], words))
        case _:
            assert entry.move is not None, "what corrects nothing notes a move"
            return words.move(table, entry.move)
