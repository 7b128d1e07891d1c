"""Sittings: opened, found by their links, and seen by phones."""

from __future__ import annotations

import re
import secrets
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, String, bindparam, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session, contains_eager

from companion.record import history
from companion.rules.core import Ruleset, Table
from companion.rules.options import kept
from companion.store.database.engine import here, reading, writing
from companion.store.memory import remember_all
from companion.store.processes.hear import tell_processes
from companion.store.tables import Sitting, Visit

LINK = re.compile(r"[A-Za-z0-9_-]{16,64}")
SECRET = 16  # bytes
NEXT = uuid.UUID("0d7a5f6c-4a43-4c1b-9a0e-5a8d8a3f6c52")  # names the table that follows another
SEEN_ANEW = timedelta(minutes=1)  # a visit isn't written again for each page of it


class NoSuchSitting(Exception):
    """No sitting has this link."""


def open_sitting(
    game: Ruleset[Any], table: Table, phone: str | None = None, uid: str | None = None, series: str | None = None
) -> Sitting:
    """`phone` may score in it from the start. Asked for twice by the same `uid`, the same table is opened once: unless
    new links have shut this phone out since.

    Where it goes on a `series`, whoever asks first says who begins, and the others join.
    """
    return open_once(game, table, phone, uid, series).sitting


class Opened(NamedTuple):
    sitting: Sitting
    anew: bool  # not when it was asked for before


def open_once(
    game: Ruleset[Any], table: Table, phone: str | None = None, uid: str | None = None, series: str | None = None
) -> Opened:
    """For whoever wants to know whether it was."""
    try:
        return _open(game, table, phone, uid, series)
    except IntegrityError:  # another process has just opened it
        return _open(game, table, phone, uid, series)


def _open(game: Ruleset[Any], table: Table, phone: str | None, uid: str | None, series: str | None) -> Opened:
    with writing() as session:
        known = session.scalar(select(Sitting).where(Sitting.uid == uid))
        found = None
        if known and (known.game, known.rules, known.series) == (game.slug, game.version, series):
            same = known.table == (table if series is None else table._replace(first=known.first))
            # Whoever goes on with a series has come by a link of it
            let_in = phone is None or series is not None or session.get(Visit, (phone, known.id)) is not None
            found = known if same and let_in else None
        if found is None:
            new = str(uuid.uuid4()) if known or uid is None else uid
            sitting = new_sitting(game, table, new, datetime.now(UTC), series)
            add_sitting(session, sitting, history.start(game, table))
            if series is not None:  # whoever still looks at its last game is taken along, by whichever process
                before = select(func.max(Sitting.id)).where(of_series(series), Sitting.id != sitting.id)
                if (last := session.scalar(before)) is not None:
                    tell_processes(session.connection(), last)
        else:
            sitting = found
        if phone is not None:
            session.execute(seen_by(phone, sitting, True))
    return Opened(sitting, found is None)


def successor(sitting: Sitting, players: Sequence[str]) -> str:
    """The uid of the table that goes on after this one, by its names of now: the same for every phone that asks."""
    seats = enumerate(zip(sitting.players, players, strict=True))
    renamed = [f"{seat} {name}" for seat, (then, name) in seats if then != name]
    return str(uuid.uuid5(NEXT, " ".join([sitting.uid, *renamed])))


def new_sitting(game: Ruleset[Any], table: Table, uid: str, opened_at: datetime, series: str | None = None) -> Sitting:
    return Sitting(
        uid=uid,
        game=game.slug,
        options=kept(game.options, table.options),
        players=list(table.players),
        first=table.first,
        rules=game.version,
        score_link=secrets.token_urlsafe(SECRET),
        watch_link=secrets.token_urlsafe(SECRET),
        opened_at=opened_at,
        series=series,
    )


def add_sitting(session: Session, sitting: Sitting, log: history.Log) -> None:
    """With what its opening, and its log so far, have taught."""
    session.add(sitting)
    session.flush()
    remember_all(session.connection(), sitting, log)


def find(link: str) -> tuple[Sitting, bool]:
    """The sitting with this link, and whether the link is the one for scoring; or NoSuchSitting."""
    if not LINK.fullmatch(link):
        raise NoSuchSitting
    store = here()
    with store.reading() as connection:
        row = connection.execute(_LINKED, {"link": link}).one_or_none()
    if row is None:
        raise NoSuchSitting
    sitting = Sitting(**row._mapping)
    if known := store.logs.get(sitting.uid):
        sitting.table = known.opened  # never another one, and so it isn't read out of its options with each request
    return sitting, secrets.compare_digest(sitting.score_link, link)


# Every request asks for it: as plain columns, which takes a third of the ORM's time.
_LINK = bindparam("link", type_=String)
_LINKED = select(*Sitting.__table__.columns).where(or_(Sitting.score_link == _LINK, Sitting.watch_link == _LINK))


def series_of(sitting: Sitting) -> str:
    """The uid of its first game, which may have been the only one yet."""
    return sitting.series or sitting.uid


def of_series(series: str) -> ColumnElement[bool]:
    """A statement's condition."""
    return or_(Sitting.series == series, Sitting.uid == series)


def new_links(sitting: Sitting, phone: str | None = None) -> dict[int, Sitting]:
    """Of the whole series, which each of its links leads through: its sittings, by their ids.

    The old ones lead nowhere from now on, and the other phones forget these sittings: they need a new link.
    """
    with writing() as session:
        together = {one.id: one for one in session.scalars(select(Sitting).where(of_series(series_of(sitting))))}
        for one in together.values():
            one.score_link, one.watch_link = secrets.token_urlsafe(SECRET), secrets.token_urlsafe(SECRET)
        others = delete(Visit).where(Visit.sitting_id.in_(together))
        session.execute(others if phone is None else others.where(Visit.phone != phone))
        for number in together:
            tell_processes(session.connection(), number)
    return together


def visit(phone: str, sitting: Sitting, may_score: bool, name: str | None = None) -> None:
    """This phone has the sitting open. `name`: whose phone it is. What it may do, it may from then on.

    One that it had put away is there again.
    """
    with reading() as session:
        before = session.get(Visit, (phone, sitting.id))
    recent = before and not before.put_away and datetime.now(UTC) - before.last_seen < SEEN_ANEW
    if before and recent and (before.may_score or not may_score) and name in (None, before.name):
        return
    with writing() as session:
        session.execute(seen_by(phone, sitting, may_score, name))


def seen_by(phone: str, sitting: Sitting, may_score: bool, name: str | None = None) -> Any:
    """The statement that notes it."""
    now = datetime.now(UTC)
    row = (sqlite if here().is_sqlite else postgresql).insert(Visit)
    row = row.values(phone=phone, sitting_id=sitting.id, may_score=may_score, name=name, first_seen=now, last_seen=now)
    newer: dict[str, Any] = {"last_seen": now, "put_away": False}
    if may_score:
        newer["may_score"] = True
    if name is not None:
        newer["name"] = name
    return row.on_conflict_do_update(index_elements=["phone", "sitting_id"], set_=newer)


def visits(phone: str) -> Sequence[Visit]:
    """What this phone has seen, the newest sitting first, also what it put away. Each visit has its `sitting`."""
    with reading() as session:
        seen = select(Visit).join(Visit.sitting).options(contains_eager(Visit.sitting)).where(Visit.phone == phone)
        return session.scalars(seen.order_by(Sitting.opened_at.desc(), Sitting.id.desc())).all()


def put_away(phone: str, sitting: Sitting, away: bool = True) -> None:
    """This phone no longer lists it, or does again. For every other phone it is as before, and so is its link."""
    mine = update(Visit).where(Visit.phone == phone, Visit.sitting_id == sitting.id)
    with writing() as session:
        session.execute(mine.values(put_away=away))


def owners(sitting: Sitting) -> dict[str, str]:
    """Whose phone it is, by phone, where they said so."""
    with here().reading() as connection:
        return {row.phone: row.name for row in connection.execute(_OWNERS, {"sitting": sitting.id})}


# Asked with each tap where several phones note: made once, and without a session, it takes half the time.
_OWNERS = select(Visit.phone, Visit.name).where(Visit.sitting_id == bindparam("sitting"), Visit.name.is_not(None))
