"""What a sitting came to is kept once: all of its seats in the one row."""

import json
from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

finished = sa.table("finished", sa.column("sitting_id"), sa.column("places"))
kept = ("name", "points", "rank", sa.column("kept", sa.JSON), "seat")
placed = sa.table("placed", *(sa.column(one) if isinstance(one, str) else one for one in ("sitting_id", *kept)))


def upgrade() -> None:
    """Also of those that this version can't read, and so can't make anew from their logs."""
    connection = op.get_bind()
    rows = connection.execute(sa.select(placed).order_by("sitting_id", "rank", "seat")).all()
    for sitting, seats in groupby(rows, lambda row: row.sitting_id):
        places = json.dumps([list(seat[1:]) for seat in seats], ensure_ascii=False)
        connection.execute(finished.update().where(finished.c.sitting_id == sitting).values(places=places))
    op.drop_table("placed")
