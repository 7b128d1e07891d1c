"""Who is renamed in a sitting, and what a correction strikes along."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("entry", sa.Column("seat", sa.Integer))
    op.add_column("entry", sa.Column("name", sa.String(24)))
    op.add_column("entry", sa.Column("strikes", sa.JSON))
