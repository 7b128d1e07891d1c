"""Many tables in one database, made of a few that were played: for measuring what so many cost."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple
from uuid import uuid4

from flask import Flask
from sqlalchemy import Connection, func, insert, select

from companion import store
from companion.record.files.game_file import read_move
from companion.rules import GAMES
from companion.store.database.engine import KEY, Store
from companion.store.tables import EntryRow, Finished, Memory, Sitting, Visit

GAME = GAMES["fiasko"]
PLAYERS = ("Ana", "Tom", "Chloé", "Maximilian")
PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")
ROUNDS = 10  # of two moves for each
PHONES = 4  # at each table
AT_ONCE = 500  # rows


class Crowd(NamedTuple):
    live: list[str]  # links of the tables that go on
    length: int  # of their logs
    phone: str  # that has ten of them at home


def fill(app: Flask, many: int, live: int) -> Crowd:
    """So many tables that are over, but for those that are live."""
    phone = str(uuid4())
    with app.app_context():
        played, _ = _played(ends=True)
        begun, length = _played(ends=False)
        kept: Store = app.extensions[KEY]
        _copies(kept, played, many - live - 1)
        links = [*_copies(kept, begun, live - 1), begun.score_link]
        with kept.writing() as connection:
            _visit(connection, phone, links[:10])
    return Crowd(links, length, phone)


def _copies(kept: Store, model: store.Sitting, many: int) -> list[str]:
    """The links of so many, a few with each commit: no statement takes as long as a server would stop."""
    links: list[str] = []
    while len(links) < many:
        with kept.writing() as connection:
            links += _copy(connection, model, min(AT_ONCE, many - len(links)))
    return links


def _played(ends: bool) -> tuple[store.Sitting, int]:
    """An evening as evenings are: some eighty moves, scores, and where it `ends` a winner."""
    sitting, length = store.open_sitting(GAME, GAME.table(PLAYERS, {"count": "specials"})), 0
    for move in _evening(ends):
        tap = store.Tap(str(uuid4()), length, None, confirmed=True)
        length = store.note(sitting, tap, store.Wanted("move", move=read_move(GAME, sitting.table, move))).log.length
    return sitting, length


def _evening(ends: bool) -> Iterator[dict[str, Any]]:
    seats = range(len(PLAYERS))
    for _ in range(ROUNDS):
        for seat in seats:
            yield {"move": "draw", "player": seat, "card": "fiasko"}
            yield {"move": "reshuffle"}
    for product in PRODUCTS[: 4 if ends else 2]:
        for seat in seats:
            yield {"move": "score", "player": seat, "product": product, "points": 36 + 12 * seat}
    if ends:
        yield {"move": "score", "player": 0, "product": PRODUCTS[4], "points": 36}


def _copy(connection: Connection, model: store.Sitting, many: int) -> list[str]:
    """Of its rows, as many as there would be. The links for scoring."""
    last = connection.execute(select(func.max(Sitting.id))).scalar_one()
    rows = [_sitting(model) for _ in range(many)]
    _insert(connection, Sitting, rows)
    for table in (EntryRow, Finished, Memory):
        kept = [column for column in table.__table__.columns if column.name != "sitting_id"]
        source = select(Sitting.id, *kept).join_from(Sitting, table, table.sitting_id == model.id)
        names = ["sitting_id", *(column.name for column in kept)]
        connection.execute(insert(table).from_select(names, source.where(Sitting.id > last)))
    _insert(connection, Visit, _visits(connection, last))
    return [row["score_link"] for row in rows]


def _sitting(model: store.Sitting) -> dict[str, Any]:
    known = {column.name: getattr(model, column.name) for column in Sitting.__table__.columns if column.name != "id"}
    links = {"score_link": secrets.token_urlsafe(16), "watch_link": secrets.token_urlsafe(16)}
    return {**known, "uid": str(uuid4()), **links}


def _visits(connection: Connection, last: int) -> list[dict[str, Any]]:
    ids = connection.execute(select(Sitting.id, Sitting.opened_at).where(Sitting.id > last)).all()
    return [_visited(str(uuid4()), id, at) for id, at in ids for _ in range(PHONES)]


def _visit(connection: Connection, phone: str, links: list[str]) -> None:
    asked = select(Sitting.id, Sitting.opened_at).where(Sitting.score_link.in_(links))
    _insert(connection, Visit, [_visited(phone, id, at) for id, at in connection.execute(asked).all()])


def _visited(phone: str, sitting: int, at: Any) -> dict[str, Any]:
    return {"phone": phone, "sitting_id": sitting, "may_score": True, "name": None, "first_seen": at, "last_seen": at}


def _insert(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    left = iter(rows)
    while some := list(islice(left, AT_ONCE)):
        connection.execute(insert(table), some)


def size(app: Flask) -> int:
    """Of the database, in bytes."""
    kept: Store = app.extensions[KEY]
    if kept.is_sqlite:
        return sum(file.stat().st_size for file in kept.file.parent.glob(f"{kept.file.name}*") if file.is_file())
    with kept.reading() as connection:
        return int(connection.execute(select(func.pg_database_size(func.current_database()))).scalar_one())
