"""The log of a sitting: read, and added to. No entry is ever changed or deleted."""

from __future__ import annotations

import random
import re
import time
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from companion.record import doubts, history
from companion.record.doubts import EndsHere
from companion.record.entries import NOTING, Entry
from companion.record.files.strict_json import NotAGameFile
from companion.record.history import Log
from companion.record.moves import read_move, write_move
from companion.record.refusals import EndsEarlier
from companion.rules.core import Move, RuleBroken
from companion.rules.text import say
from companion.store.database.engine import Store, here
from companion.store.database.trouble import BUSY, StoreTrouble, Unreadable, no_sense
from companion.store.memory import remember
from companion.store.processes.hear import tell_processes
from companion.store.results import keep_result
from companion.store.tables import EntryRow, Sitting
from companion.store.tap import Doubtful, Noted, Stale, Tap, Wanted

ID = re.compile(r"[A-Za-z0-9._:-]{1,64}")
TRIES = 50
PAUSE = 0.005  # seconds at most, between two tries


def read(sitting: Sitting) -> Log:
    store = here()
    with store.reading() as connection:
        log = caught_up(store, connection, sitting)
    store.keep(sitting.id, log)
    return log


def append(sitting: Sitting, tap: Tap, move: Move) -> Noted:
    return _write(sitting, tap, Wanted("move", None, _fitting(sitting, move)))


def strike(sitting: Sitting, tap: Tap, number: int, along: tuple[int, ...] = ()) -> Noted:
    return _write(sitting, tap, Wanted("strike", number, strikes=along))


def restore(sitting: Sitting, tap: Tap, number: int, along: tuple[int, ...] = ()) -> Noted:
    return _write(sitting, tap, Wanted("restore", number, strikes=along))


def replace(sitting: Sitting, tap: Tap, number: int, move: Move, along: tuple[int, ...] = ()) -> Noted:
    return _write(sitting, tap, Wanted("replace", number, _fitting(sitting, move), strikes=along))


def insert_before(sitting: Sitting, tap: Tap, number: int, move: Move, along: tuple[int, ...] = ()) -> Noted:
    return _write(sitting, tap, Wanted("insert", number, _fitting(sitting, move), strikes=along))


def rename(sitting: Sitting, tap: Tap, seat: int, name: str) -> Noted:
    """`name`: as it was typed."""
    return _write(sitting, tap, Wanted("rename", seat=seat, name=name.strip()))


def undo(sitting: Sitting, tap: Tap, number: int) -> Noted:
    return _write(sitting, tap, Wanted("undo", number))


def redo(sitting: Sitting, tap: Tap, number: int) -> Noted:
    return _write(sitting, tap, Wanted("redo", number))


def _fitting(sitting: Sitting, move: Move) -> Move:
    if misfit := move.misfit(sitting.table.options):
        raise ValueError(misfit)  # a form let it through; once in the log, it couldn't be read again
    return move


def _write(sitting: Sitting, tap: Tap, wanted: Wanted) -> Noted:
    """Believe the log that this process knows; whatever speaks against the tap is said only after reading again."""
    if not ID.fullmatch(tap.id) or not (tap.phone is None or ID.fullmatch(tap.phone)):
        raise Stale(say("That tap came without its number: reload the page"))
    store = here()
    with store.turns:
        known = store.logs.get(sitting.id)
        if known is None or (noted := _at_once(store, sitting, tap, known, wanted)) is None:
            noted = _in_the_end(store, sitting, tap, wanted)
        store.keep(sitting.id, noted.log)
    return noted


def _at_once(store: Store, sitting: Sitting, tap: Tap, known: Log, wanted: Wanted) -> Noted | None:
    """None if the log isn't what this process knows of it, or this tap is in it, or makes no sense."""
    try:
        log = _grown(sitting, known, tap, wanted)
        with store.writing() as connection:
            if not _ends_as(connection, sitting, known):
                return None
            _enter(connection, sitting, log)
    except (IntegrityError, RuleBroken, Doubtful, Stale):
        return None
    return Noted(log, log.entries[-1], True)


def _in_the_end(store: Store, sitting: Sitting, tap: Tap, wanted: Wanted) -> Noted:
    for _ in range(TRIES):
        try:
            with store.writing() as connection:
                return _with_the_tap(store, connection, sitting, tap, wanted)
        except IntegrityError:
            time.sleep(random.uniform(0, PAUSE))
    raise StoreTrouble(BUSY)


def _with_the_tap(store: Store, connection: Connection, sitting: Sitting, tap: Tap, wanted: Wanted) -> Noted:
    connection.execute(_QUEUE, {"sitting": sitting.id})
    log = caught_up(store, connection, sitting)
    if known := next((entry for entry in log.entries if entry.tap == tap.id), None):
        if Wanted.by(known) != wanted:
            arrived = doubts.arrived(sitting.ruleset, log, known, wanted.entry(log.length + 1, tap))
            raise Doubtful(arrived, wanted, log)
        return Noted(log, known, False)
    log = _grown(sitting, log, tap, wanted)
    _enter(connection, sitting, log)
    return Noted(log, log.entries[-1], True)


def _grown(sitting: Sitting, log: Log, tap: Tap, wanted: Wanted) -> Log:
    if not 0 <= tap.after <= log.length:
        raise Stale(say("This page is not of this game as it is here: reload it"))
    entry = wanted.entry(log.length + 1, tap)
    try:
        grown = history.grow(sitting.ruleset, log, entry)
    except EndsEarlier as ends:
        raise Doubtful(EndsHere(log.entries[ends.later[0] - 1], ends), wanted, log) from None
    if not tap.twice and (doubt := doubts.doubt(sitting.ruleset, log, entry, tap.after)):
        raise Doubtful(doubt, wanted, log)
    return grown


def _ends_as(connection: Connection, sitting: Sitting, known: Log) -> bool:
    """Not longer, not with a gap, and not after another past: a backup may have come back since it was read."""
    end = connection.execute(_END, {"sitting": sitting.id}).all()
    return [(row.number, row.tap) for row in end] == [(entry.number, entry.tap) for entry in known.entries[-1:]]


def _enter(connection: Connection, sitting: Sitting, log: Log) -> None:
    connection.execute(_ENTER, row_of(sitting, log.entries[-1]))
    remember(connection, sitting, log)
    keep_result(connection, sitting, log)
    tell_processes(connection, sitting.id)


def row_of(sitting: Sitting, entry: Entry) -> dict[str, Any]:
    return {
        "sitting_id": sitting.id,
        "number": entry.number,
        "kind": entry.kind,
        "target": entry.target,
        "move": None if entry.brought is None else write_move(entry.brought),
        "tap": entry.tap,
        "phone": entry.phone,
        "at": entry.at,
        "seat": entry.seat,
        "name": entry.name,
        "strikes": list(entry.strikes) or None,
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
    select(*(column for column in EntryRow.__table__.columns if column.name != "sitting_id"))
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
    first = move if row.kind in NOTING else None
    return Entry(
        *(row.number, row.kind, row.target, move, first, row.tap, row.phone, row.at),
        seat=row.seat,
        name=row.name,
        strikes=tuple(row.strikes or ()),
    )
