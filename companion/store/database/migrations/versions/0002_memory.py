"""What sittings taught about their box."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "memory",
        sa.Column("sitting_id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("value", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("sitting_id", "key", name="pk_memory"),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name="fk_memory_sitting_id_sitting"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_memory_game_key_at", "memory", ["game", "key", "at"])
