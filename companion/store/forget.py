"""What is deleted for good: a table that somebody wants forgotten, and those that nobody finished."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from companion.store.database.engine import here, writing
from companion.store.tables import Code, EntryRow, Finished, Memory, Sitting, Television, Visit

EMPTY = timedelta(days=1)  # for which a table in which nobody noted anything is kept
AT_ONCE = 500  # sittings


def forget(sitting: Sitting) -> None:
    """With its log, its phones, its results and what it taught. Other games of its series stay."""
    with writing() as session:
        _delete(session, [sitting.id])
    here().logs.pop(sitting.id, None)


def prune(days: int, now: datetime) -> int:
    """Unfinished tables that nobody opened for so many days, and empty ones after one day. How many those were.

    Finished evenings stay, whatever their age, and so does what came from a file. So does the newest table, until there
    is another: SQLite would give its number to that one, and who still listens to the old one would be sent its sheet.
    """
    with writing() as session:
        opened = select(Visit.sitting_id, func.max(Visit.last_seen).label("at")).group_by(Visit.sitting_id).subquery()
        noted = select(EntryRow.sitting_id, func.max(EntryRow.at).label("at")).group_by(EntryRow.sitting_id).subquery()
        rows = session.execute(
            select(Sitting.id, Sitting.opened_at, opened.c.at, noted.c.at)
            .outerjoin(opened, opened.c.sitting_id == Sitting.id)
            .outerjoin(noted, noted.c.sitting_id == Sitting.id)
            .where(Sitting.id.not_in(select(Finished.sitting_id)), Sitting.brought.is_(None))
            .where(Sitting.id < select(func.max(Sitting.id)).scalar_subquery())
        ).all()
        gone = []
        for number, *moments in rows:
            newest = max(moment for moment in moments if moment is not None)
            empty = moments[-1] is None
            if now - newest > (min(EMPTY, timedelta(days=days)) if empty else timedelta(days=days)):
                gone.append(number)
        for start in range(0, len(gone), AT_ONCE):
            _delete(session, gone[start : start + AT_ONCE])
    if gone:
        here().logs.clear()
    return len(gone)


def _delete(session: Session, sittings: list[int]) -> None:
    for table in (Code, Television, Memory, Finished, Visit, EntryRow):
        session.execute(delete(table).where(table.sitting_id.in_(sittings)))
    session.execute(delete(Sitting).where(Sitting.id.in_(sittings)))
