"""What sittings taught about their box: remembered for as long as the entry stands that taught it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from companion.record.history import Entry, Log
from companion.rules.core import Ruleset
from companion.store.database import Store, reading
from companion.store.tables import Memory, Sitting


def recall(game: Ruleset[Any], key: str) -> Any:
    """The newest that any sitting of this game says of it, or None."""
    newest = select(Memory.value).where(Memory.game == game.slug, Memory.key == key)
    with reading() as session:
        return session.scalar(newest.order_by(Memory.at.desc(), Memory.sitting_id.desc()).limit(1))


def recall_all(game: Ruleset[Any]) -> dict[str, Any]:
    """Everything that is remembered of this game: the newest of each key."""
    oldest_first = select(Memory.key, Memory.value).where(Memory.game == game.slug)
    with reading() as session:
        newest_last = session.execute(oldest_first.order_by(Memory.at, Memory.sitting_id))
        return {row.key: row.value for row in newest_last}


def remember(store: Store, cursor: Any, sitting: Sitting, log: Log) -> None:
    """After a new entry, in the transaction that writes it."""
    newest = log.entries[-1]
    if newest.kind == "move":
        _keep(store, cursor, sitting, _taught(sitting, newest), newest.at)
    else:
        remember_all(store, cursor, sitting, log)


def remember_all(store: Store, cursor: Any, sitting: Sitting, log: Log) -> None:
    """All over again, from what stands: a typing error that was struck is forgotten."""
    store.prepared("forget", _forget).run(cursor, {"sitting": sitting.id})
    _keep(store, cursor, sitting, sitting.ruleset.remembers(sitting.table, None), sitting.opened_at)
    for entry in log.effective:
        typed = entry if entry.replaced_by is None else log.entries[entry.replaced_by - 1]
        _keep(store, cursor, sitting, _taught(sitting, entry), typed.at)


def _taught(sitting: Sitting, entry: Entry) -> dict[str, Any]:
    return sitting.ruleset.remembers(sitting.table, entry.move)


def _keep(store: Store, cursor: Any, sitting: Sitting, taught: dict[str, Any], at: datetime) -> None:
    for key, value in taught.items():
        row = {"sitting_id": sitting.id, "key": key, "game": sitting.game, "value": value, "at": at}
        store.prepared("remember", _upsert).run(cursor, row)


def _forget(dialect: str) -> Any:
    return delete(Memory).where(Memory.sitting_id == bindparam("sitting"))


def _upsert(dialect: str) -> Any:
    row = (sqlite if dialect == "sqlite" else postgresql).insert(Memory)
    newer = {"value": row.excluded.value, "at": row.excluded.at}
    return row.on_conflict_do_update(index_elements=["sitting_id", "key"], set_=newer)
