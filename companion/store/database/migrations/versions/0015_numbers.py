"""A sitting’s number is never given again, also by SQLite; old draws and a series of files are found at once."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _number_for_ever(op.get_bind())
    op.create_index("ix_draw_at", "draw", ["at"], if_not_exists=True)
    op.drop_index("ix_sitting_came_of", "sitting", if_exists=True)
    op.create_index("ix_sitting_came_of_id", "sitting", ["came_of", "id"], if_not_exists=True)


def _number_for_ever(bind: sa.Connection) -> None:
    """What points to a sitting waits until they are all there again: keys are checked at the end."""
    sitting = sa.Table("sitting", sa.MetaData(), autoload_with=bind)
    sitting.dialect_options["sqlite"]["autoincrement"] = True
    op.execute("PRAGMA defer_foreign_keys = ON")
    op.execute("CREATE TABLE sitting_before AS SELECT * FROM sitting")
    sitting.drop(bind)
    sitting.create(bind)
    op.execute("INSERT INTO sitting SELECT * FROM sitting_before")
    op.execute("DROP TABLE sitting_before")
