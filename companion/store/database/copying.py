"""A whole database into another one, of either kind: links, phones, names, memories, and what signs the pages."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from itertools import islice, zip_longest
from typing import Any

from flask import Flask
from sqlalchemy import Connection, Row, String, Table, collate, delete, func, insert, select, text

from companion.rules.text import say
from companion.store.database.base import db
from companion.store.database.engine import KEY, Store
from companion.store.database.lock import only_server
from companion.store.database.trouble import NOT_SET_UP, StoreTrouble
from companion.store.database.upgrade import newest, upgrade, version
from companion.store.tables import Release, Secret, Sitting

AT_ONCE = 1000  # rows
NOT_THE_SAME = say("The copy differs from the original and was not kept: try again")


def copy_to(source: Flask, target: Flask, seen: Callable[[int, int], None]) -> int:
    """How many rows; all of them, and compared, or StoreTrouble and nothing. No server may have either. `seen` is told
    how many of how many steps are done.
    """
    one: Store = source.extensions[KEY]
    other: Store = target.extensions[KEY]
    if one.engine.url == other.engine.url or (one.is_sqlite and other.is_sqlite and one.file == other.file):
        raise StoreTrouble(say("A database can’t be copied to itself"))
    with only_server(source), only_server(target), source.app_context():
        upgrade(target)
        with one.reading() as reads, other.writing() as writes:
            one.take_time(reads)
            other.take_time(writes)
            if not one.is_sqlite:
                reads.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            if version(reads) != newest():
                raise StoreTrouble(NOT_SET_UP)
            if writes.scalar(select(Sitting.id).limit(1)) is not None:
                raise StoreTrouble(say("The other database holds tables already: name an empty one"))
            tables = [table for table in db.metadata.sorted_tables if table.name != Release.__tablename__]
            rows, done = sum(reads.scalar(select(func.count()).select_from(table)) or 0 for table in tables), 0
            for table in tables:
                for many in _fill(table, reads, writes):
                    done += many
                    seen(done, 2 * rows)
            if not other.is_sqlite:
                _count_on(tables, writes)
            for table in tables:
                with closing(_rows(table, reads)) as mine, closing(_rows(table, writes)) as its:
                    for was, now_is in zip_longest(mine, its):
                        done += 1
                        if was is None or now_is is None or tuple(was) != tuple(now_is):
                            raise StoreTrouble(NOT_THE_SAME)
                        if done % AT_ONCE == 0:
                            seen(done, 2 * rows)
    return rows


def _fill(table: Table, reads: Connection, writes: Connection) -> Iterator[int]:
    """How many rows at a time."""
    if table.name == Secret.__tablename__:  # the upgrade made one
        writes.execute(delete(table))
    rows = _rows(table, reads)
    while some := [dict(row._mapping) for row in islice(rows, AT_ONCE)]:
        writes.execute(insert(table), some)
        yield len(some)


def _rows(table: Table, connection: Connection) -> Generator[Row[Any]]:
    """In the same order by each kind of database, and not all of them in memory."""
    bytewise = "C" if connection.dialect.name == "postgresql" else "BINARY"
    keys = [
        collate(column, bytewise) if isinstance(column.type, String) else column for column in table.primary_key.columns
    ]
    query = select(table).order_by(*keys)
    with connection.execution_options(stream_results=True, yield_per=AT_ONCE).execute(query) as result:
        yield from result


def _count_on(tables: list[Table], writes: Connection) -> None:
    """PostgreSQL numbers new rows by a counter, which knows nothing of those that came with their numbers."""
    for table in tables:
        key = table.autoincrement_column
        if key is None:
            continue
        counter = writes.scalar(select(func.pg_get_serial_sequence(table.name, key.name)))
        newest_row = writes.scalar(select(func.max(key)))
        if counter and newest_row:
            writes.execute(text("SELECT setval(:counter, :newest)"), {"counter": counter, "newest": newest_row})
