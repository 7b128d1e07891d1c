"""Who begins can be drawn, and a table can write a few words about its evening."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("sitting", sa.Column("drawn", sa.Integer))
    op.add_column("sitting", sa.Column("remark", sa.String(280)))
    op.create_table(
        "draw",
        sa.Column("phone", sa.String(64), nullable=False),
        sa.Column("players", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("phone", name="pk_draw"),
        sqlite_with_rowid=False,
    )
