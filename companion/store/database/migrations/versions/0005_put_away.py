"""A phone can put a table away: one that was opened by mistake is no longer on its first page."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("visit", sa.Column("put_away", sa.Boolean, nullable=False, server_default=sa.false()))
