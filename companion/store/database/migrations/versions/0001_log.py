"""Sittings, their logs, and the phones that saw them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "sitting",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("uid", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("players", sa.JSON, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("score_link", sa.String(64), nullable=False),
        sa.Column("watch_link", sa.String(64), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sitting"),
        sa.UniqueConstraint("uid", name="uq_sitting_uid"),
        sa.UniqueConstraint("score_link", name="uq_sitting_score_link"),
        sa.UniqueConstraint("watch_link", name="uq_sitting_watch_link"),
    )
    op.create_table(
        "entry",
        sa.Column("sitting_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("target", sa.Integer),
        sa.Column("move", sa.JSON),
        sa.Column("tap", sa.String(64), nullable=False),
        sa.Column("phone", sa.String(64)),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("sitting_id", "number", name="pk_entry"),
        sa.UniqueConstraint("sitting_id", "tap", name="uq_entry_sitting_id_tap"),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name="fk_entry_sitting_id_sitting"),
        sa.CheckConstraint("number >= 1", name=op.f("ck_entry_number")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "visit",
        sa.Column("phone", sa.String(64), nullable=False),
        sa.Column("sitting_id", sa.Integer, nullable=False),
        sa.Column("may_score", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(24)),
        sa.Column("first_seen", MOMENT, nullable=False),
        sa.Column("last_seen", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("phone", "sitting_id", name="pk_visit"),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name="fk_visit_sitting_id_sitting"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_visit_sitting_id", "visit", ["sitting_id"])
