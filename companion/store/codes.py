"""Short codes that lead to a sitting for some minutes, and what a phone has sent to a television.

They lie in the database: any process knows them, and a restart ends none.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select

from companion.store.database.engine import reading, writing
from companion.store.database.queue import tried_twice
from companion.store.sittings import check_links
from companion.store.tables import Code, Sitting, Television

LIVES = timedelta(minutes=10)  # since the page that shows it was last heard of


@tried_twice
def show_code(sitting: Sitting, may_score: bool, proposed: Iterator[str]) -> str:
    """The code that leads there for ten minutes from now: the one that does already, else the first that is free."""
    now = datetime.now(UTC)
    same = select(Code).where(Code.sitting_id == sitting.id, Code.may_score == may_score).order_by(Code.until.desc())
    with writing() as session:
        check_links(session, sitting)
        session.execute(delete(Code).where(Code.until <= now))
        code = session.scalars(same.limit(1)).one_or_none()
        if code is None:
            letters = next(one for one in proposed if session.get(Code, one) is None)
            code = Code(letters=letters, sitting_id=sitting.id, may_score=may_score)
            session.add(code)
        code.until = now + LIVES
        return code.letters


def find_code(letters: str) -> tuple[Sitting, bool] | None:
    """The sitting that it leads to, and whether by the link for scoring."""
    alive = select(Sitting, Code.may_score).join(Code, Code.sitting_id == Sitting.id)
    with reading() as session:
        found = session.execute(alive.where(Code.letters == letters, Code.until > datetime.now(UTC))).one_or_none()
        return (found[0], found[1]) if found else None


def send_to_television(key: str, sitting: Sitting) -> None:
    """In the place of what was sent there before. A television that doesn't look within ten minutes gets nothing."""
    now = datetime.now(UTC)
    with writing() as session:
        check_links(session, sitting)
        session.execute(delete(Television).where(Television.until <= now))
        session.merge(Television(key=key, sitting_id=sitting.id, until=now + LIVES))


def sent_to_television(key: str) -> Sitting | None:
    sent = select(Sitting).join(Television, Television.sitting_id == Sitting.id)
    with reading() as session:
        return session.scalars(sent.where(Television.key == key, Television.until > datetime.now(UTC))).one_or_none()


def clear_television(key: str) -> None:
    """It waits for the next one."""
    with writing() as session:
        session.execute(delete(Television).where(Television.key == key))
