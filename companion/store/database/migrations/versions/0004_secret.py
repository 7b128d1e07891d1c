"""The key that signs the pages' tokens, the same for every process."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "secret",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("key", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_secret"),
        sa.CheckConstraint("id = 1", name=op.f("ck_secret_id")),
    )
