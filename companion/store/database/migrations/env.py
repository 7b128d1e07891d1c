"""Run by Alembic: by `upgrade` on its own connection, or by `flask db` for whoever writes a revision."""

from alembic import context
from sqlalchemy import Connection

from companion.store.database.base import db
from companion.store.database.engine import here


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_as_batch=True,
        transactional_ddl=True,  # also on SQLite, where we say BEGIN ourselves
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with here().writing() as own:
        run(own)
