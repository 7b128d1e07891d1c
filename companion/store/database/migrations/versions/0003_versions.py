"""A sitting keeps all of its options, and who began. What it left to the default then is written out."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

SHAPES = "Macaroni Spaghetti Farfalle Fusilli Penne Conchiglie Rigatoni Ravioli Tagliatelle"
# As they were in version 1, by which every sitting of then was played: never what the code says now.
DEFAULTS: dict[str, dict[str, object]] = {
    "fiasko": {"fiasko_loss": "hand", "catastrophe": "others", "three_way_tie": "fifteen", "count": "all"},
    "pasta": {"al_dente": -2, "tiebreak": "largest", "track": "groups", "deck": None, "shapes": SHAPES.split()},
    "states": {"goal": {}},
}
SITTING = sa.table("sitting", sa.column("id", sa.Integer), sa.column("game", sa.String), sa.column("options", sa.JSON))


def upgrade() -> None:
    op.add_column("sitting", sa.Column("first", sa.Integer, nullable=False, server_default="0"))
    connection = op.get_bind()
    for row in connection.execute(sa.select(SITTING).where(SITTING.c.game.in_(DEFAULTS))).all():
        options = {**DEFAULTS[row.game], **row.options}
        connection.execute(sa.update(SITTING).where(SITTING.c.id == row.id).values(options=options))
