"""Sittings: opened, gone on with, and seen by phones."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, contains_eager

from companion.rules.core import RuleBroken, Ruleset, Table
from companion.rules.options import kept, read_new_names
from companion.rules.text import say
from companion.store.access import SECRET, check_links, held, still_leads
from companion.store.database.engine import here, reading, writing
from companion.store.database.queue import tried_twice
from companion.store.database.trouble import Damaged, of_one
from companion.store.memory import remember
from companion.store.tables import BeginnerDraw, Sitting, Visit

MOST_VISITS = 500  # that are read for a page: whoever brings thousands of games has them in their evenings
MOST_TOGETHER = 1000  # games of a series: they are read, and get new links, together
SEEN_ANEW = timedelta(minutes=1)  # a visit isn't written again for each page of it


May = Callable[[], None]  # is asked before a row is made for a table or a phone, and can refuse it


class Opened(NamedTuple):
    sitting: Sitting
    anew: bool  # not when it was asked for before


def open_sitting(game: Ruleset[Any], table: Table, phone: str | None = None, **asked: Any) -> Sitting:
    """As `open_once`, for whoever needn't know whether it was there already."""
    return open_once(game, table, phone, **asked).sitting


@tried_twice
def open_once(
    game: Ruleset[Any],
    table: Table,
    phone: str | None = None,
    uid: str | None = None,
    may: May = lambda: None,
    drawn: int | None = None,
) -> Opened:
    """`phone` may score in it from the start. Asked for twice by the same `uid`, the same table is opened once: unless
    new links have shut this phone out since. `drawn`: how often who begins was drawn.
    """
    for names in (table.players, *table.options.values()):
        if isinstance(names, tuple):
            read_new_names(names)
    with writing() as session:
        # New links come before the visit is looked for, or after it was noted again
        asked = select(Sitting).where(Sitting.uid == uid).with_for_update(read=True, key_share=True)
        known = session.scalar(asked)
        same = known and (known.game, known.rules, known.table) == (game.slug, game.version, table)
        if known and same and (phone is None or session.get(Visit, (phone, known.id)) is not None):
            sitting, anew = known, False
        else:
            may()
            sitting = new_sitting(game, table, str(uuid.uuid4()) if known or uid is None else uid, datetime.now(UTC))
            sitting.drawn, anew = drawn, True
            add_sitting(session, sitting)
            session.execute(delete(BeginnerDraw).where(BeginnerDraw.phone == phone))
        if phone is not None:
            note_visit(session, phone, sitting, True)
    return Opened(sitting, anew)


def go_on(
    before: Sitting, game: Ruleset[Any], table: Table, phone: str, may: May = lambda: None, drawn: int | None = None
) -> Sitting:
    """The table that goes on after this one, of the same series: one for all phones. Who asks first says who begins.
    RuleBroken where the series is full.
    """
    with writing() as session:
        # Whoever asks with another process waits here: two who press together are at one table
        before = held(session, before)
        sitting = _following(session, before)
        if sitting is None:
            if before.series and not has_room(session, before.series):
                raise RuleBroken(say("A series has at most %(most)s games: go on at a new table", most=MOST_TOGETHER))
            may()
            before.series = before.series or secrets.token_urlsafe(SECRET)
            sitting = new_sitting(game, table, str(uuid.uuid4()), datetime.now(UTC), before.series)
            sitting.follows, sitting.drawn = before.id, drawn
            add_sitting(session, sitting)
            here().tell_processes(session.connection(), before.id)  # whoever still looks at it is taken along
        note_visit(session, phone, sitting, True)
    return sitting


def follower(sitting: Sitting) -> Sitting | None:
    """The table that goes on after this one, if somebody has opened it already."""
    with reading() as session:
        following = _following(session, sitting)
        return following if following and still_leads(session, sitting) else None


def _following(session: Session, before: Sitting) -> Sitting | None:
    """The newest of those that go on after it, one after the other, whatever its seats are called by now: by the id
    that each has here alone, which no file can name.
    """
    series = select(Sitting.series).where(Sitting.id == before.id).scalar_subquery()
    later = select(Sitting.id, Sitting.follows).where(Sitting.series == series)
    found, last = {before.id}, before.id
    for row in session.execute(later.where(Sitting.follows >= before.id).order_by(Sitting.id)):
        if row.follows in found:  # by earlier versions several followed one, when its names had changed
            found.add(last := row.id)
    return None if last == before.id else session.get(Sitting, last)


def has_room(session: Session, series: str) -> bool:
    many = session.scalar(select(func.count()).where(Sitting.series == series))
    return many is not None and many < MOST_TOGETHER


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


def add_sitting(session: Session, sitting: Sitting) -> None:
    """With what its opening taught."""
    session.add(sitting)
    session.flush()
    remember(session.connection(), sitting, sitting.ruleset.remembers(sitting.table, None))


def visit(phone: str, sitting: Sitting, may_score: bool, name: str | None = None, may: May = lambda: None) -> None:
    """This phone has the sitting open. `name`: whose phone it is. What it may do, it may from then on.

    One that it had put away is there again.
    """
    with reading() as session:
        before = session.get(Visit, (phone, sitting.id))
    recent = before and not before.put_away and datetime.now(UTC) - before.last_seen < SEEN_ANEW
    if before and recent and (before.may_score or not may_score) and name in (None, before.name):
        return
    if not before:
        may()
    with writing() as session:
        check_links(session, sitting)
        note_visit(session, phone, sitting, may_score, name)


def note_visit(session: Session, phone: str, sitting: Sitting, may_score: bool, name: str | None = None) -> None:
    """It may from then on what it may now, and lists it again."""
    connection, now = session.connection(), datetime.now(UTC)
    seen = {"phone": phone, "sitting_id": sitting.id, "may_score": may_score, "name": name}
    connection.execute(_SEEN[connection.dialect.name], {**seen, "first_seen": now, "last_seen": now})


def _seen(insert: Any) -> Any:
    row = insert(Visit)
    newer = {
        "last_seen": row.excluded.last_seen,
        "put_away": False,
        "may_score": or_(Visit.may_score, row.excluded.may_score),
        "name": func.coalesce(row.excluded.name, Visit.name),
    }
    return row.on_conflict_do_update(index_elements=["phone", "sitting_id"], set_=newer)


_SEEN = {dialect.dialect.name: _seen(dialect.insert) for dialect in (sqlite, postgresql)}


class Visits(list[Visit]):
    lost = 0  # of which nothing can be read


def visits(phone: str) -> Visits:
    """What it has seen, also what it put away, each with its `sitting`: the newest first, by no clock; files' last."""
    seen = select(Visit).join(Visit.sitting).options(contains_eager(Visit.sitting)).where(Visit.phone == phone)
    with suppress(Damaged), of_one(), reading() as session:
        ordered = seen.order_by(Sitting.came_as.is_not(None), Sitting.id.desc())
        return Visits(session.scalars(ordered.limit(MOST_VISITS)))
    found = Visits()
    for number in sorted(visited(phone), reverse=True)[:MOST_VISITS]:
        try:
            with of_one(), reading() as session:
                found += session.scalars(seen.where(Visit.sitting_id == number))
        except Damaged:
            found.lost += 1
    return found


def visited(phone: str) -> set[int]:
    """The ids of all sittings that this phone has seen."""
    with reading() as session:
        return set(session.scalars(select(Visit.sitting_id).where(Visit.phone == phone)))


def put_away(phone: str, sitting: Sitting, away: bool = True) -> None:
    """This phone no longer lists it, or does again. For every other phone it is as before, and so is its link."""
    with writing() as session:
        session.execute(update(Visit).where(Visit.phone == phone, Visit.sitting_id == sitting.id).values(put_away=away))


def owners(sitting: Sitting) -> dict[str, str]:
    """Whose phone it is, by phone, where they said so."""
    with here().reading() as connection:
        return {row.phone: row.name for row in connection.execute(_OWNERS, {"sitting": sitting.id})}


# Asked with each tap where several phones note: made once, and without a session, it takes half the time.
_OWNERS = select(Visit.phone, Visit.name).where(Visit.sitting_id == bindparam("sitting"), Visit.name.is_not(None))
