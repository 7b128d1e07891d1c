"""What sittings taught: remembered for as long as the entry stands that taught it.

A circle of phones has its own memory: of what was noted here, at tables at which they score. A file teaches nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Text, and_, bindparam, cast, delete, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import aliased

from companion.record.entries import SCRIPT
from companion.record.history import Log
from companion.rules.core import Ruleset
from companion.store.database.engine import here
from companion.store.tables import Memory, Sitting, Visit


def recall(game: Ruleset[Any], key: str, phone: str) -> Any:
    """The newest that a sitting of this game says of it, of those at which this phone scores; or None."""
    with here().reading() as connection:
        return connection.scalar(_MINE, {"game": game.slug, "key": key, "phone": phone})


def recall_all(sitting: Sitting) -> dict[str, Any]:
    """The newest of each key that this sitting's game has, of the tables at which whoever scores at this one scores."""
    with here().reading() as connection:
        rows = connection.execute(_OURS, {"game": sitting.game, "sitting": sitting.id})
        return {row.key: row.value for row in rows}


def remember_all(connection: Connection, sitting: Sitting, log: Log) -> None:
    """All over again, from what stands: a typing error that was struck is forgotten, and what is as it was stays."""
    standing = {key: (value, 0) for key, value in sitting.ruleset.remembers(sitting.table, None).items()}
    for entry in log.effective:
        taught = sitting.ruleset.remembers(sitting.table, entry.move)
        standing |= {key: (value, entry.replaced_by or entry.number) for key, value in taught.items()}
    by_file = -1 if sitting.brought is None else sitting.brought
    lessons = {key: value for key, (value, number) in standing.items() if number > by_file}
    kept = {*lessons}
    if by_file >= 0:  # what was noted here before a file came
        known = connection.execute(_KNOWN, {"sitting": sitting.id}).all()
        kept |= {row.key for row in known if row.key in standing and standing[row.key][0] == row.value}
    connection.execute(_FORGET, {"sitting": sitting.id, "keys": [*kept]})
    remember(connection, sitting, lessons)


def remember(connection: Connection, sitting: Sitting, lessons: Mapping[str, Any]) -> None:
    """What was taught; in the transaction that writes the entry which taught it."""
    about = {"sitting_id": sitting.id, "game": sitting.game}
    if lessons:
        rows = [{**about, "key": key, "value": value} for key, value in lessons.items()]
        connection.execute(_KEEP[connection.dialect.name], rows)


def _upsert(insert: Any) -> Any:
    other = aliased(Memory)
    row = insert(Memory).values(noted=select(func.coalesce(func.max(other.noted), 0) + 1).scalar_subquery())
    newer = {"value": row.excluded.value, "noted": row.excluded.noted}
    changed = cast(Memory.value, Text) != cast(row.excluded.value, Text)
    return row.on_conflict_do_update(index_elements=["sitting_id", "key"], set_=newer, where=changed)


# What a circle has noted is looked through, however much there is of others'
# A script is known by its name alone: two tables at which one of that name notes are no circle
_SCORING = select(Visit.phone).where(
    Visit.sitting_id == bindparam("sitting"), Visit.may_score, Visit.phone.not_like(f"{SCRIPT}%")
)
_TABLES = select(Visit.sitting_id).where(Visit.phone.in_(_SCORING), Visit.may_score)
_THEIRS = and_(Memory.game == bindparam("game"), Memory.sitting_id.in_(_TABLES.union(select(bindparam("sitting")))))
_NOTED = select(Memory.key, func.max(Memory.noted).label("noted")).where(_THEIRS).group_by(Memory.key).subquery()
_OURS = (
    select(Memory.key, Memory.value)
    .join(_NOTED, and_(Memory.noted == _NOTED.c.noted, Memory.key == _NOTED.c.key))
    .where(_THEIRS)
)
_MINE = (
    select(Memory.value)
    .where(Memory.game == bindparam("game"), Memory.key == bindparam("key"))
    .where(Memory.sitting_id.in_(select(Visit.sitting_id).where(Visit.phone == bindparam("phone"), Visit.may_score)))
    .order_by(Memory.noted.desc(), Memory.sitting_id.desc())
    .limit(1)
)
_KNOWN = select(Memory.key, Memory.value).where(Memory.sitting_id == bindparam("sitting"))
_FORGET = delete(Memory).where(
    Memory.sitting_id == bindparam("sitting"), Memory.key.not_in(bindparam("keys", expanding=True))
)
_KEEP = {dialect.dialect.name: _upsert(dialect.insert) for dialect in (sqlite, postgresql)}
