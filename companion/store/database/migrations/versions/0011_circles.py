"""What a file brought proves nothing: it is told from what was played here. What was learnt is in order of its noting.

Nobody wrote down until now which tables a file brought. Files call their phones “phone-1”, and here they have UUIDs: so
a table with entries, and none by a phone of here, came by a file.
"""

import secrets
from collections import defaultdict
from typing import Any
from uuid import UUID, uuid5

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

NEXT = UUID("0d7a5f6c-4a43-4c1b-9a0e-5a8d8a3f6c52")  # by which the table that follows another was named until now
entry = sa.table("entry", *map(sa.column, ("sitting_id", "number", "phone")))
sitting = sa.table(
    "sitting",
    *map(sa.column, ("id", "uid", "series", "follows", "came_as", "came_of", "brought")),
    sa.column("players", sa.JSON),
)
memory = sa.table("memory", *map(sa.column, ("sitting_id", "key", "game", "noted")), sa.column("value", sa.JSON))


def upgrade() -> None:
    for name in ("came_as", "came_of", "brought_by"):
        op.add_column("sitting", sa.Column(name, sa.String(64)))
    for name in ("follows", "brought"):
        op.add_column("sitting", sa.Column(name, sa.Integer))
    for name in ("follows", "came_as", "came_of"):
        op.create_index(f"ix_sitting_{name}", "sitting", [name])
    connection = op.get_bind()
    brought = _brought(connection)
    _name_series(connection, brought)
    _order_memory(connection, brought)


def _brought(connection: sa.Connection) -> dict[int, int]:
    """By sitting, how many entries came by a file; of those that did."""
    of_here = sa.or_(sa.func.length(entry.c.phone) == 36, entry.c.phone.like("script-%-%-%-%-%"))
    asked = sa.select(entry.c.sitting_id, sa.func.max(entry.c.number)).group_by(entry.c.sitting_id)
    rows = connection.execute(asked.having(sa.func.sum(sa.case((of_here, 1), else_=0)) == 0))
    return {row[0]: row[1] for row in rows}


def _name_series(connection: sa.Connection, brought: dict[int, int]) -> None:
    """At random, apart for what was played here and for what came by files; and who follows whom."""
    rows = connection.execute(sa.select(sitting.c.id, sitting.c.uid, sitting.c.series, sitting.c.players)).all()
    series = {row.series for row in rows if row.series}
    together = defaultdict(list)
    for row in sorted(rows):
        if (said := row.series or row.uid) in series:
            together[said, row.id in brought].append(row)
    about: dict[int, dict[str, object]] = {
        row.id: {"came_as": row.uid, "came_of": row.series, "brought": brought[row.id], "series": None}
        for row in rows
        if row.id in brought
    }
    for (_, by_file), games in together.items():
        key = secrets.token_urlsafe(16) if len(games) > 1 else None
        called = {tuple(row.players) for row in games if not by_file}
        by_uid = {_successor(one, players): one.id for one in games for players in called}
        for row in games:
            follows = by_uid.get(row.uid)
            about.setdefault(row.id, {}).update(series=key, follows=follows)
    for number, values in about.items():
        connection.execute(sitting.update().where(sitting.c.id == number).values(**values))


def _successor(before: Any, players: tuple[str, ...]) -> str:
    if len(players) != len(before.players):
        return ""
    named = enumerate(zip(before.players, players, strict=True))
    return str(uuid5(NEXT, " ".join([before.uid, *(f"{seat} {name}" for seat, (then, name) in named if then != name)])))


def _order_memory(connection: sa.Connection, brought: dict[int, int]) -> None:
    """By the sittings' ids, whatever the clock said."""
    kept = sa.select(*(column for column in memory.c if column.name != "noted")).order_by("sitting_id", "key")
    learnt = [row._asdict() for row in connection.execute(kept) if row.sitting_id not in brought]
    op.drop_table("memory")
    op.create_table(
        "memory",
        sa.Column("sitting_id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("value", sa.JSON, nullable=False),
        sa.Column("noted", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("sitting_id", "key", name="pk_memory"),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name="fk_memory_sitting_id_sitting"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_memory_noted", "memory", ["noted"])
    if learnt:
        connection.execute(memory.insert(), [{**row, "noted": noted} for noted, row in enumerate(learnt, 1)])
