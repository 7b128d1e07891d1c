"""Which sittings are one series."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("sitting", sa.Column("series", sa.String(64)))
    op.create_index("ix_sitting_series", "sitting", ["series"])
