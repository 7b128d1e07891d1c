"""What a sitting came to, kept beside its log from the moment that it is over, and made anew when that is corrected."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, datetime, timedelta, tzinfo
from time import monotonic, sleep
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from companion.evenings.people import Place
from companion.record.history import Log
from companion.store.database.engine import Store, here
from companion.store.database.trouble import Unreadable
from companion.store.log import caught_up
from companion.store.tables import Finished, Sitting

LATE = timedelta(hours=5)  # after midnight an evening still goes on
SLICE = 0.02  # seconds for which others' taps wait while results are made anew, before it is their turn


class ResultRow(NamedTuple):
    """What a game came to: a row, but for what is known of its sitting."""

    ended_at: datetime
    whole: bool
    places: str


def result_of(sitting: Sitting, log: Log) -> ResultRow | None:
    """None where it isn't over. Of a very long game this takes long."""
    if not log.sheet.over:
        return None
    game, table = sitting.ruleset, log.sheet.table
    seats = zip(table.players, game.results(log.sheet), game.kept(log.sheet, log.steps), strict=True)
    places = [Place(name, *result, kept, seat) for seat, (name, result, kept) in enumerate(seats)]
    return ResultRow(log.played_last or sitting.opened_at, game.whole(log.sheet), write_places(places))


def keep_result(connection: Connection, sitting: Sitting, result: ResultRow | None) -> None:
    """In the place of whatever was kept of it until now; in the transaction that writes the entry which changes it."""
    connection.execute(_FORGET, {"sitting": sitting.id})
    if result:
        about = {"sitting_id": sitting.id, "game": sitting.game, "rules": sitting.rules}
        connection.execute(_FINISHED, {**about, **result._asdict()})


def write_places(places: Iterable[Place]) -> str:
    """All in one column: read in a tenth of the time that a row each takes."""
    return json.dumps(sorted(places, key=lambda place: place.rank), ensure_ascii=False)


def read_places(text: str) -> tuple[Place, ...]:
    return tuple(Place(*place) for place in json.loads(text))


def evening_of(at: datetime, zone: tzinfo | None = None) -> date:
    """By the clocks of that zone; None: of the server's."""
    try:
        return (at.astimezone(zone) - LATE).date()
    except OverflowError:  # in the first or the last night that a date can be of
        return at.date()


def remake_results(seen: Callable[[str], None] = lambda _: None) -> None:
    """Of all sittings, from their logs: they are worth no more than those. Others write in between."""
    store = here()
    with store.reading() as connection:
        numbers = [*connection.scalars(select(Sitting.id).order_by(Sitting.id))]
    left, done = iter(numbers), 0
    while done < len(numbers):
        with store.turns, store.writing() as connection, Session(connection) as session:
            until = monotonic() + SLICE
            for number in left:
                # Locked: whoever notes something in it does so before its log is read, or after its result is written
                if sitting := session.get(Sitting, number, with_for_update=True):
                    _remake(store, connection, sitting)
                done += 1
                if monotonic() > until:
                    break
        seen(_far(done, len(numbers)))
        sleep(SLICE)  # another process finds a file of SQLite free only when it looks


def remake_all(store: Store, connection: Connection, seen: Callable[[str], None] = lambda _: None) -> None:
    """At once, while nobody is served."""
    with Session(connection) as session:
        of = session.scalar(select(func.count()).select_from(Sitting)) or 0
        for done, sitting in enumerate(session.scalars(select(Sitting).order_by(Sitting.id))):
            seen(_far(done, of))
            _remake(store, connection, sitting)


def _remake(store: Store, connection: Connection, sitting: Sitting) -> None:
    """One that this version can't read keeps what it has, and harms no other."""
    with suppress(Unreadable):
        keep_result(connection, sitting, result_of(sitting, caught_up(store, connection, sitting)))


def _far(done: int, of: int) -> str:
    return f"{done} of {of} tables upgraded"


_FINISHED = insert(Finished)
_FORGET = delete(Finished).where(Finished.sitting_id == bindparam("sitting"))
