"""Out of the database: game files with their whole log."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from sqlalchemy import select

from companion import __version__
from companion.record.files import game_file, log_file
from companion.record.files.game_file import write_move
from companion.store.access import LINK, NoSuchSitting, find
from companion.store.database.engine import reading
from companion.store.database.trouble import Damaged, Unreadable, of_one
from companion.store.log import read
from companion.store.tables import EntryRow, Sitting


def export(sitting: Sitting, remark: str | None = None) -> dict[str, Any]:
    """A game file of what stands, and beside it where it came from and every entry, corrections too.

    `remark`: the note on its evening, which a copy of the database has in it. A file for others has none: former
    versions would not read it.
    """
    log, series = read(sitting), _said_series(sitting)
    moves = [{**write_move(entry.move), "at": entry.at.isoformat()} for entry in log.effective if entry.move]
    renamed = log.sheet.table != log.opened
    return {
        **game_file.write(sitting.ruleset, log.sheet.table, moves),
        "written_by": f"Companion {__version__}",
        "sitting": {
            "uid": sitting.uid,
            "opened_at": sitting.opened_at.isoformat(),
            **({"series": series} if series else {}),
            **({"players": list(log.opened.players)} if renamed else {}),
            **({"remark": remark} if remark else {}),
        },
        "log": log_file.write_log(log.entries),
    }


def _said_series(sitting: Sitting) -> str | None:
    """The uid of its first game, where this goes on one."""
    if sitting.came_of or not sitting.series:
        return sitting.came_of
    first = select(Sitting.uid, Sitting.came_of).where(Sitting.series == sitting.series).order_by(Sitting.id).limit(1)
    with reading() as session:
        uid, came_of = session.execute(first).one()
    return None if (came_of or uid) in (sitting.uid, sitting.came_as) else came_of or uid


def export_all(skip: Callable[[str, Unreadable], None] | None = None) -> Iterator[dict[str, Any]]:
    """Each sitting of the database, in the order in which they came; `skip` is told of those that can't be read."""
    for number in _every():
        name = f"sitting {number}"
        try:
            with of_one(), reading() as session:
                sitting = session.get_one(Sitting, number)
            name = sitting.uid
            yield export(sitting, sitting.remark)
        except Unreadable as unreadable:
            if skip is None:
                raise
            skip(name, unreadable)


def _every() -> list[int]:
    """The numbers of all sittings, by whatever way to them is not damaged."""
    *ways, last = select(Sitting.id).order_by(Sitting.id), select(Sitting.id), select(EntryRow.sitting_id).distinct()
    for way in ways:
        with suppress(Damaged), of_one(), reading() as session:
            return sorted(session.scalars(way))
    with reading() as session:
        return sorted(session.scalars(last))


def find_named(name: str) -> Sitting:
    """By a link, whole or only its secret part, or by its uid."""
    for part in reversed(name.split("?")[0].split("/")):
        if LINK.fullmatch(part):
            with reading() as session:
                known = session.scalar(select(Sitting).where(Sitting.uid == part))
            return known or find(part)[0]
    raise NoSuchSitting
