"""The log of a sitting, out of its rows and into them. No entry is ever changed or deleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select, text

from companion.record import history
from companion.record.entries import NOTING, Entry
from companion.record.files.game_file import read_move, write_move
from companion.record.files.strict_json import NotAGameFile
from companion.record.history import Log, Mark
from companion.rules.core import RuleBroken
from companion.store.database.engine import Store, here
from companion.store.database.trouble import Unreadable, no_sense, of_one
from companion.store.tables import EntryRow, Sitting


def read(sitting: Sitting) -> Log:
    store = here()
    with of_one(), store.reading() as connection:
        log = caught_up(store, connection, sitting)
    store.keep(sitting.id, log)
    return log


def row_of(sitting: Sitting, entry: Entry) -> dict[str, Any]:
    brought = entry.first if entry.kind in NOTING else entry.move
    return {
        "sitting_id": sitting.id,
        "number": entry.number,
        "kind": entry.kind,
        "target": entry.target,
        "move": None if brought is None else write_move(brought),
        "tap": entry.tap,
        "phone": entry.phone,
        "at": entry.at,
        "seat": entry.seat,
        "name": entry.name,
        "strikes": list(entry.strikes) or None,
    }


NOTHING = Mark(0)
_END = "SELECT number, tap FROM entry WHERE sitting_id = {} ORDER BY number DESC LIMIT 1"
_END_HERE, _END_THERE = _END.format("?"), text(_END.format(":sitting"))
_LATER = (
    select(*(column for column in EntryRow.__table__.columns if column.name != "sitting_id"))
    .where(EntryRow.sitting_id == bindparam("sitting"), EntryRow.number >= bindparam("number"))
    .order_by(EntryRow.number)
)


def caught_up(store: Store, connection: Connection, sitting: Sitting) -> Log:
    """The log that this process knows, with what came since; all of it anew if it knows another past (a backup's)."""
    game = sitting.ruleset
    known = store.logs.get(sitting.id) or history.start(game, sitting.table)
    if store.is_sqlite:  # asked by the driver, as with each tap: by way of SQLAlchemy it takes ten times as long
        last = connection.connection.execute(_END_HERE, (sitting.id,)).fetchone()
    else:
        last = connection.execute(_END_THERE, {"sitting": sitting.id}).first()
    if (last or NOTHING) == known.mark:  # nearly always
        return known
    rows = connection.execute(_LATER, {"sitting": sitting.id, "number": known.length}).all()
    if known.length and (not rows or Mark(rows[0].number, rows[0].tap) != known.mark):
        known = history.start(game, sitting.table)
        rows = connection.execute(_LATER, {"sitting": sitting.id, "number": 0}).all()
    new = rows[1:] if known.length else rows
    try:
        return history.with_accepted(game, known, [_entry(sitting, row) for row in new])
    except (RuleBroken, NotAGameFile) as error:
        raise Unreadable(no_sense(error)) from error


def _entry(sitting: Sitting, row: Row[Any]) -> Entry:
    move = None if row.move is None else read_move(sitting.ruleset, sitting.table, row.move)
    return Entry(
        row.number,
        row.kind,
        row.target,
        move,
        first=move if row.kind in NOTING else None,
        tap=row.tap,
        phone=row.phone,
        at=row.at,
        seat=row.seat,
        name=row.name,
        strikes=tuple(dict.fromkeys(row.strikes or ())),
    )


def names_now(sittings: Sequence[Sitting]) -> list[tuple[str, ...]]:
    """What the players of many tables are called by now, each with its seats clockwise, without reading a log."""
    names = {sitting.id: list(sitting.players) for sitting in sittings}
    said: dict[tuple[int, int], tuple[int, str]] = {}  # by sitting and entry, in the order in which it was said
    taken_back: set[tuple[int, int | None]] = set()
    with here().reading() as connection:
        for row in connection.execute(_NAMING, {"sittings": list(names)}):
            target = row.sitting_id, row.target
            if row.kind == "undo":
                taken_back.add(target)
            elif row.kind == "redo":
                taken_back.discard(target)
            elif row.seat is not None and row.name is not None:
                said[row.sitting_id, row.number] = row.seat, row.name
    for (sitting, number), (seat, name) in said.items():
        if (sitting, number) not in taken_back and seat < len(names[sitting]):
            names[sitting][seat] = name
    return [tuple(names[sitting.id]) for sitting in sittings]


_NAMING = (
    select(EntryRow.sitting_id, EntryRow.number, EntryRow.kind, EntryRow.target, EntryRow.seat, EntryRow.name)
    .where(EntryRow.sitting_id.in_(bindparam("sittings", expanding=True)))
    .where(EntryRow.kind.in_(("rename", "undo", "redo")))
    .order_by(EntryRow.sitting_id, EntryRow.number)
)
