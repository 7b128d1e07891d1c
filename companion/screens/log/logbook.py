"""An entry of the log in a line, and the log as a page: the newest first, what each did, and ways to an older one."""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple

from companion.record.entries import Entry
from companion.record.history import Log, table_now
from companion.rules.moves import fields_of
from companion.rules.text import Text, say, say_many
from companion.screens.core import Came, Screen, Words


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
            return say("Added before %(number)s: %(move)s", number=number, move=words.move(table, entry.move))
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


def what_came(words: Words, log: Log, entry: Entry) -> tuple[Text, ...]:
    """Of the newest move; at the end, who wins is what came of it."""
    if entry is not log.last or log.sheet.over:
        return ()
    came = words.came(log.steps[-1]).text
    return () if came is None else (came,)


FEW = 20  # entries that a thumb goes through without a way


class Line(NamedTuple):
    """An entry: what happened, what stood there at first, and what came of it."""

    entry: Entry
    happened: Text
    first: Text | None
    came: Text | None


class Logbook(NamedTuple):
    lines: tuple[Line, ...]
    tens: tuple[tuple[int, int], ...]  # what a way is called, and the entry that it leads to


def logbook(screen: Screen[Any], log: Log, seat: int | None) -> Logbook:
    """All of it, or what is about one player. Each step is reckoned once."""
    came = {step.entry.number: screen.words.came(step) for step in log.steps}
    entries = [entry for entry in reversed(log.entries) if seat is None or seat in _about(log, entry, came)]
    lines = tuple(_line(screen, log, entry, came) for entry in entries)
    tens = groupby(entries if len(entries) > FEW else (), lambda entry: entry.number // 10 * 10)
    return Logbook(lines, tuple((ten, next(group).number) for ten, group in tens))


def _line(screen: Screen[Any], log: Log, entry: Entry, came: dict[int, Came]) -> Line:
    words, table = screen.words, log.sheet.table
    first = words.move(table, entry.first) if entry.first and entry.first != entry.move else None
    if entry.notes:
        stands = came.get(entry.number)
        return Line(entry, happened(log, entry, words), first, stands and stands.text)
    about = entry.move or (entry.target and log.entries[entry.target - 1].move)
    said = words.move(table, about) if about and entry.kind not in ("undo", "redo") else None
    return Line(entry, happened(log, entry, words), None, said)


def _about(log: Log, entry: Entry, came: dict[int, Came]) -> set[int | None]:
    """The seats that it names, or that what came of it is about; of a correction, also those of what it corrects."""
    seats = {entry.seat}
    for move in (entry.move, entry.first):
        if move is not None:
            named = (getattr(move, field.name) for field in fields_of(type(move)) if field.seat)
            seats |= {seat for seat in named if isinstance(seat, int)}
    if entry.number in came:
        seats.add(came[entry.number].seat)
    if entry.target is None or entry.kind == "insert":
        return seats
    return seats | _about(log, log.entries[entry.target - 1], came)
