"""What leads to a sitting: its two links; for some minutes, a short code, and what was sent to a television."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice

from sqlalchemy import ColumnElement, String, and_, bindparam, delete, func, not_, or_, select
from sqlalchemy.orm import Session, aliased

from companion.store.database.engine import LONG_LOG, here, reading, writing
from companion.store.database.queue import Turns, tried_twice
from companion.store.database.trouble import BUSY, StoreTrouble
from companion.store.tables import Code, EntryRow, Sitting, Television, Visit

LINK = re.compile(r"[A-Za-z0-9_-]{16,64}")
SECRET = 16  # bytes
TRIES = 50  # letters at random, of which hardly all are taken; and while they are tried, others wait
LIVES = timedelta(minutes=10)  # since the page that shows it was last heard of
APART = timedelta(minutes=1)  # clocks of machines with one database may be


class NoSuchSitting(Exception):
    """No sitting has this link."""


def find(link: str) -> tuple[Sitting, bool]:
    """The sitting with this link, and whether the link is the one for scoring; or NoSuchSitting."""
    if not LINK.fullmatch(link):
        raise NoSuchSitting
    store = here()
    with store.reading() as connection:
        row = connection.execute(_LINKED, {"link": link}).one_or_none()
        if row is None:
            raise NoSuchSitting
        known = store.logs.get(row.id)
        length = known.length if known else connection.scalar(_LENGTH, {"sitting": row.id})
    sitting = Sitting(**row._mapping)
    sitting.long = (length or 0) >= LONG_LOG
    if known:
        sitting.table = known.opened  # never another one, and so it isn't read out of its options with each request
    return sitting, secrets.compare_digest(sitting.score_link, link)


# Every request asks for it: as plain columns, which takes a third of the ORM's time.
_LINK = bindparam("link", type_=String)
_LINKED = select(*Sitting.__table__.columns).where(or_(Sitting.score_link == _LINK, Sitting.watch_link == _LINK))
_LENGTH = select(func.max(EntryRow.number)).where(EntryRow.sitting_id == bindparam("sitting"))


def long_turns() -> Turns:
    """What is made of a long log takes a thread for long, and each of them slows all others down: one at a time."""
    return here().long_turns


def together_with(sitting: Sitting) -> ColumnElement[bool]:
    """A statement's condition: it, and the others of its series."""
    itself = aliased(Sitting)
    series = select(itself.series).where(itself.id == sitting.id).scalar_subquery()
    return or_(Sitting.id == sitting.id, Sitting.series == series)


def new_links(sitting: Sitting, phone: str | None = None) -> dict[int, Sitting]:
    """Of the whole series, which each of its links leads through: its sittings, by their ids.

    The old ones lead nowhere from now on, and the other phones forget these sittings: they need a new link. Also a
    phone that asks for new ones at the same time.
    """
    numbers = select(Sitting.id).where(together_with(sitting))
    with writing() as session:
        # Whoever opens the next one comes before, or after
        session.scalars(numbers.order_by(Sitting.id).with_for_update()).all()
        together = {one.id: one for one in session.scalars(select(Sitting).where(together_with(sitting)))}
        if sitting.id not in together or together[sitting.id].score_link != sitting.score_link:
            raise NoSuchSitting
        for one in together.values():
            one.score_link, one.watch_link = secrets.token_urlsafe(SECRET), secrets.token_urlsafe(SECRET)
        others = delete(Visit).where(Visit.sitting_id.in_(numbers))
        session.execute(others if phone is None else others.where(Visit.phone != phone))
        for leads in (Code, Television):
            session.execute(delete(leads).where(leads.sitting_id.in_(numbers)))
        here().tell_processes(session.connection(), *together)
    return together


def check_links(session: Session, sitting: Sitting) -> None:
    """NoSuchSitting where it has new links since it was found: what was on its way by then opens nothing any more."""
    found = select(Sitting.id).where(Sitting.id == sitting.id, Sitting.score_link == sitting.score_link)
    if session.scalar(found.with_for_update(read=True)) is None:
        raise NoSuchSitting


def still_leads(session: Session, sitting: Sitting) -> bool:
    """Whether it has the links that it was found with. Asked after the links of others of its series were read: who is
    shut out just now learns no new one.
    """
    found = select(Sitting.id).where(Sitting.id == sitting.id, Sitting.score_link == sitting.score_link)
    return session.scalar(found) is not None


def held(session: Session, sitting: Sitting) -> Sitting:
    """As it is by now, until this transaction ends: nobody else changes it. NoSuchSitting as above. Whoever locked it
    first only to look would wait for others who do the same.
    """
    found = select(Sitting).where(Sitting.id == sitting.id, Sitting.score_link == sitting.score_link)
    if (known := session.scalars(found.with_for_update(key_share=True)).one_or_none()) is None:
        raise NoSuchSitting
    return known


# Codes and televisions lie in the database: any process knows them, and a restart ends none


def _alive(leads: type[Code | Television], now: datetime) -> ColumnElement[bool]:
    """None that a clock made which was years ahead: it would lead there for years."""
    return and_(leads.until > now, leads.until <= now + LIVES + APART)


@tried_twice
def show_code(sitting: Sitting, may_score: bool, proposed: Iterator[str]) -> str:
    """The code that leads there for ten minutes from now: the one that does already, else the first that is free."""
    now = datetime.now(UTC)
    same = select(Code).where(Code.sitting_id == sitting.id, Code.may_score == may_score).order_by(Code.until.desc())
    with writing() as session:
        check_links(session, sitting)
        session.execute(delete(Code).where(not_(_alive(Code, now))))
        code = session.scalars(same.limit(1)).one_or_none()
        if code is None:
            letters = next((one for one in islice(proposed, TRIES) if session.get(Code, one) is None), None)
            if letters is None:  # somebody has them nearly all
                raise StoreTrouble(BUSY)
            code = Code(letters=letters, sitting_id=sitting.id, may_score=may_score)
            session.add(code)
        code.until = now + LIVES
        return code.letters


def find_code(letters: str) -> tuple[Sitting, bool] | None:
    """The sitting that it leads to, and whether by the link for scoring."""
    led = select(Sitting, Code.may_score).join(Code, Code.sitting_id == Sitting.id)
    with reading() as session:
        found = session.execute(led.where(Code.letters == letters, _alive(Code, datetime.now(UTC)))).one_or_none()
        return (found[0], found[1]) if found else None


@tried_twice
def send_to_television(key: str, sitting: Sitting) -> None:
    """In the place of what was sent there before. A television that doesn't look within ten minutes gets nothing."""
    now = datetime.now(UTC)
    with writing() as session:
        check_links(session, sitting)
        session.execute(delete(Television).where(not_(_alive(Television, now))))
        session.merge(Television(key=key, sitting_id=sitting.id, until=now + LIVES))


def sent_to_television(key: str) -> Sitting | None:
    sent = select(Sitting).join(Television, Television.sitting_id == Sitting.id)
    with reading() as session:
        alive = _alive(Television, datetime.now(UTC))
        return session.scalars(sent.where(Television.key == key, alive)).one_or_none()


def clear_television(key: str) -> None:
    """It waits for the next one."""
    with writing() as session:
        session.execute(delete(Television).where(Television.key == key))
