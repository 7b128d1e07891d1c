"""A sitting that is over is found with all that it came to in one row; and phones say who is who.

What was kept of the former kind is made again from the logs, by whatever brought this migration.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.drop_table("finished")
    op.create_table(
        "finished",
        sa.Column("sitting_id", sa.Integer, sa.ForeignKey("sitting.id", name="fk_finished_sitting_id_sitting")),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("whole", sa.Boolean, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("places", sa.UnicodeText, nullable=False),
        sa.PrimaryKeyConstraint("sitting_id", name="pk_finished"),
    )
    op.create_table(
        "alias",
        sa.Column("phone", sa.String(64), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("phone", "name", name="pk_alias"),
        sqlite_with_rowid=False,
    )
