"""Short codes that lead to a sitting, and what was sent to a television."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "code",
        sa.Column("letters", sa.String(8), nullable=False),
        sa.Column("sitting_id", sa.Integer, nullable=False),
        sa.Column("may_score", sa.Boolean, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("letters", name="pk_code"),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name="fk_code_sitting_id_sitting"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "television",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("sitting_id", sa.Integer, nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_television"),
        sa.ForeignKeyConstraint(["sitting_id"], ["sitting.id"], name="fk_television_sitting_id_sitting"),
        sqlite_with_rowid=False,
    )
