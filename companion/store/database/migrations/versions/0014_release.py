"""Which version of Companion wrote the database."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "release",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.CheckConstraint("id = 1", name="ck_release_id"),
        sa.PrimaryKeyConstraint("id", name="pk_release"),
    )
