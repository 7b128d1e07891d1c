"""The results of all sittings, made again from their logs: they are worth no more than those."""

from __future__ import annotations

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from companion.store.database.engine import Store, here
from companion.store.database.trouble import Unreadable
from companion.store.log import caught_up
from companion.store.results import keep_result_anew
from companion.store.tables import Sitting


def remake_results() -> None:
    store = here()
    with store.turns, store.writing() as connection:
        remake_all(store, connection)


def remake_all(store: Store, connection: Connection) -> None:
    """One that this version can't read keeps what it has, and harms no other."""
    with Session(connection) as session:
        for sitting in session.scalars(select(Sitting).order_by(Sitting.id)):
            try:
                log = caught_up(store, connection, sitting)
            except Unreadable:
                continue
            keep_result_anew(connection, sitting, log)
