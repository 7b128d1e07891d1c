"""The log of a sitting: read, and added to. No entry is ever changed or deleted."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from companion.record import history
from companion.record.history import Entry, Log
from companion.record.moves import read_move, write_move
from companion.record.strict import NotAGameFile
from companion.rules.core import Move, RuleBroken
from companion.rules.text import Text, say
from companion.store.database import Store, here
from companion.store.memory import remember
from companion.store.tables import EntryRow, Sitting
from companion.store.trouble import BUSY, StoreTrouble, Unreadable, no_sense

ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
TRIES = 50
PAUSE = 0.005  # seconds at most, between two tries


class Tap(NamedTuple):
    """One POST: its own id, the length of the log that it was drawn from, and the phone that sent it."""

    id: str
    after: int
    phone: str | None


class Stale(Exception):
    """A tap that can't come from any page of this sitting."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class SameAgain(Exception):
    """Another phone has just noted the very same: perhaps one event, seen by two."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(f"the same as entry {entry.number}")
        self.entry = entry


Grow = Callable[[Log, datetime], Log]  # the log with one more entry, or why not


def read(sitting: Sitting) -> Log:
    store = here()
    with store.reading() as connection:
        log = caught_up(store, connection, sitting)
    store.keep(sitting.id, log)
    return log


def append(sitting: Sitting, tap: Tap, move: Move, twice: bool = False) -> Log:
    """Note a move. `twice`: the table has said that the same did happen again."""
    if misfit := move.misfit(sitting.table.options):
        raise ValueError(misfit)  # a form let it through; once in the log, it couldn't be read again

    def grow(log: Log, at: datetime) -> Log:
        entry = Entry(log.length + 1, "move", None, move, move, tap.id, tap.phone, at)
        grown = history.note(sitting.ruleset, log, entry)
        if not twice:
            _ask_about_the_same(log, tap, move)
        return grown

    return _write(sitting, tap, grow)


def strike(sitting: Sitting, tap: Tap, number: int) -> Log:
    return _correct(sitting, tap, "strike", number, None)


def restore(sitting: Sitting, tap: Tap, number: int) -> Log:
    return _correct(sitting, tap, "restore", number, None)


def replace(sitting: Sitting, tap: Tap, number: int, move: Move) -> Log:
    if misfit := move.misfit(sitting.table.options):
        raise ValueError(misfit)
    return _correct(sitting, tap, "replace", number, move)


def _correct(sitting: Sitting, tap: Tap, kind: str, number: int, move: Move | None) -> Log:
    def grow(log: Log, at: datetime) -> Log:
        entry = Entry(log.length + 1, kind, number, move, None, tap.id, tap.phone, at)
        return history.correct(sitting.ruleset, log, entry)

    return _write(sitting, tap, grow)


def _ask_about_the_same(log: Log, tap: Tap, move: Move) -> None:
    for entry in log.entries[tap.after :]:
        if entry.stands and entry.move == move and (tap.phone is None or entry.phone != tap.phone):
            raise SameAgain(entry)


def _write(sitting: Sitting, tap: Tap, grow: Grow) -> Log:
    """Believe the log that this process knows; whatever speaks against the tap is said only after reading again."""
    if not ID.fullmatch(tap.id) or not (tap.phone is None or ID.fullmatch(tap.phone)):
        raise Stale(say("This tap has no proper name: reload the page"))
    store = here()
    with store.turns:
        known = store.logs.get(sitting.id)
        if known is None or (log := _at_once(store, sitting, tap, known, grow)) is None:
            log = _in_the_end(store, sitting, tap, grow)
    return log


def _at_once(store: Store, sitting: Sitting, tap: Tap, known: Log, grow: Grow) -> Log | None:
    """None if the log isn't what this process knows of it, or this tap is in it, or makes no sense."""
    try:
        log = _grown(known, tap, grow)
        with store.writing() as connection:
            if not _ends_as(connection, sitting, known):
                return None
            _enter(connection, sitting, log)
    except (IntegrityError, RuleBroken, SameAgain, Stale):
        return None
    store.keep(sitting.id, log)
    return log


def _in_the_end(store: Store, sitting: Sitting, tap: Tap, grow: Grow) -> Log:
    for _ in range(TRIES):
        try:
            with store.writing() as connection:
                log = _with_the_tap(store, connection, sitting, tap, grow)
        except IntegrityError:
            time.sleep(random.uniform(0, PAUSE))
        else:
            store.keep(sitting.id, log)
            return log
    raise StoreTrouble(BUSY)


def _with_the_tap(store: Store, connection: Connection, sitting: Sitting, tap: Tap, grow: Grow) -> Log:
    connection.execute(_QUEUE, {"sitting": sitting.id})
    log = caught_up(store, connection, sitting)
    if any(entry.tap == tap.id for entry in log.entries):
        return log
    log = _grown(log, tap, grow)
    _enter(connection, sitting, log)
    return log


def _grown(log: Log, tap: Tap, grow: Grow) -> Log:
    if not 0 <= tap.after <= log.length:
        raise Stale(say("This page is not of this sitting as it is here: reload it"))
    return grow(log, datetime.now(UTC))


def _ends_as(connection: Connection, sitting: Sitting, known: Log) -> bool:
    """Not longer, not with a gap, and not after another past: a backup may have come back since it was read."""
    end = connection.execute(_END, {"sitting": sitting.id}).all()
    return [(row.number, row.tap) for row in end] == [(entry.number, entry.tap) for entry in known.entries[-1:]]


def _enter(connection: Connection, sitting: Sitting, log: Log) -> None:
    connection.execute(_ENTER, row_of(sitting, log.entries[-1]))
    remember(connection, sitting, log)


def row_of(sitting: Sitting, entry: Entry) -> dict[str, Any]:
    brought = entry.first if entry.kind == "move" else entry.move
    return {
        "sitting_id": sitting.id,
        "number": entry.number,
        "kind": entry.kind,
        "target": entry.target,
        "move": None if brought is None else write_move(brought),
        "tap": entry.tap,
        "phone": entry.phone,
        "at": entry.at,
    }


_ENTER = insert(EntryRow)
_END = (
    select(EntryRow.number, EntryRow.tap)
    .where(EntryRow.sitting_id == bindparam("sitting"))
    .order_by(EntryRow.number.desc())
    .limit(1)
)
# On PostgreSQL, whoever lost a race queues up. Not `FOR UPDATE`: that would wait for entries, and they for it.
_QUEUE = select(Sitting.id).where(Sitting.id == bindparam("sitting")).with_for_update(key_share=True)
_LATER = (
    select(EntryRow.number, EntryRow.kind, EntryRow.target, EntryRow.move, EntryRow.tap, EntryRow.phone, EntryRow.at)
    .where(EntryRow.sitting_id == bindparam("sitting"), EntryRow.number >= bindparam("number"))
    .order_by(EntryRow.number)
)


def caught_up(store: Store, connection: Connection, sitting: Sitting) -> Log:
    """The log that this process knows, with what came since; all of it anew if it knows another past (a backup's)."""
    known = store.logs.get(sitting.id) or history.start(sitting.ruleset, sitting.table)
    rows = connection.execute(_LATER, {"sitting": sitting.id, "number": known.length}).all()
    if known.length and (not rows or rows[0].tap != known.entries[-1].tap):
        store.forget(sitting.id)
        return caught_up(store, connection, sitting)
    new = rows[1:] if known.length else rows
    try:
        return history.go_on(sitting.ruleset, known, [_entry(sitting, row) for row in new])
    except (RuleBroken, NotAGameFile) as error:
        raise Unreadable(no_sense(error)) from error


def _entry(sitting: Sitting, row: Row[Any]) -> Entry:
    move = None if row.move is None else read_move(sitting.ruleset, sitting.table, row.move)
    first = move if row.kind == "move" else None
    return Entry(row.number, row.kind, row.target, move, first, row.tap, row.phone, row.at)
