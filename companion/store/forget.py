"""What is put away or deleted: a table that somebody wants forgotten, and those that nobody finished."""

from __future__ import annotations

from datetime import datetime, timedelta
from time import sleep
from typing import NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from companion.store.database.engine import reading, writing
from companion.store.tables import Code, EntryRow, Finished, Memory, Sitting, Television, Visit

EMPTY = timedelta(days=1)  # for which a table in which nobody noted anything is listed
AT_ONCE = 10  # sittings, whose entries can be thousands: others write in between
PAUSE = 0.02  # seconds, in which another process finds a file of SQLite free


def forget(sitting: Sitting) -> None:
    """With its log, its phones, its results and what it taught. Other games of its series stay."""
    with writing() as session:
        _delete(session, _locked(session, [sitting.id]))


class Pruned(NamedTuple):
    put_away: int = 0
    deleted: int = 0


def prune(days: int, now: datetime) -> Pruned:
    """Unfinished tables that nobody opened for so many days, and empty ones after one day, are put away: no phone lists
    them any more, until somebody opens their link. After as long again they are deleted.

    What a phone still lists is put away first, however old it is, and deleted the next time: a clock that was wrong
    when it was played, or is wrong now, deletes no table of tonight. Finished evenings stay, whatever their age, and so
    does what came from a file.
    """
    away = deleted = 0
    with reading() as session:
        old = [number for number, _ in _old(session, days, now)]
    for start in range(0, len(old), AT_ONCE):
        with writing() as session:  # by now somebody may have opened one
            gone, some = [], _locked(session, old[start : start + AT_ONCE])
            for number, goes in _old(session, days, now, some):
                listed = update(Visit).where(Visit.sitting_id == number, Visit.put_away.is_(False))
                if session.execute(listed.values(put_away=True)).rowcount:  # type: ignore[attr-defined]
                    away += 1
                elif goes:
                    gone.append(number)
            _delete(session, gone)
        deleted += len(gone)
        sleep(PAUSE)
    return Pruned(away, deleted)


def _old(session: Session, days: int, now: datetime, among: list[int] | None = None) -> list[tuple[int, bool]]:
    """The sittings, and whether their time is over for the second time."""
    opened = select(func.max(Visit.last_seen)).where(Visit.sitting_id == Sitting.id).scalar_subquery()
    noted = select(func.max(EntryRow.at)).where(EntryRow.sitting_id == Sitting.id).scalar_subquery()
    query = select(Sitting.id, Sitting.opened_at, opened, noted).where(
        Sitting.id.not_in(select(Finished.sitting_id)), Sitting.brought.is_(None)
    )
    found = []
    for number, *moments in session.execute(query if among is None else query.where(Sitting.id.in_(among))):
        age = now - max(filter(None, moments))
        empty = moments[-1] is None
        kept = min(EMPTY, timedelta(days=days)) if empty else timedelta(days=days)
        if age > kept:
            found.append((number, age > 2 * kept))
    return found


def _locked(session: Session, sittings: list[int]) -> list[int]:
    """Those still there. What others are just writing of them is waited for; whoever comes later finds them gone."""
    return [*session.scalars(select(Sitting.id).where(Sitting.id.in_(sittings)).order_by(Sitting.id).with_for_update())]


def _delete(session: Session, sittings: list[int]) -> None:
    for table in (Code, Television, Memory, Finished, Visit, EntryRow):
        session.execute(delete(table).where(table.sitting_id.in_(sittings)))
    session.execute(delete(Sitting).where(Sitting.id.in_(sittings)))
