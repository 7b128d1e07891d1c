"""What a sitting that is over came to, beside its log."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "finished",
        sa.Column("sitting_id", sa.Integer, sa.ForeignKey("sitting.id", name="fk_finished_sitting_id_sitting")),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("whole", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("sitting_id", name="pk_finished"),
    )
    op.create_table(
        "placed",
        sa.Column("sitting_id", sa.Integer, sa.ForeignKey("sitting.id", name="fk_placed_sitting_id_sitting")),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("sharers", sa.Integer, nullable=False),
        sa.Column("kept", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("sitting_id", "seat", name="pk_placed"),
        sqlite_with_rowid=False,
    )
