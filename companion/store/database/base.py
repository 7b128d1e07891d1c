"""What all tables have in common: how a time and a list are stored, the names of keys and indexes, and `db` itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, DateTime, Dialect, MetaData
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator

from companion.record.files.strict_json import FIRST_YEAR, LAST_YEAR

EARLIEST, LATEST = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC), datetime(LAST_YEAR, 12, 31, tzinfo=UTC)


class Moment(TypeDecorator[datetime]):
    """A time that knows its zone, always UTC. SQLite keeps no zones.

    One that no clock of here can show, which former versions let in, is read as the first or the last that can be.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:  # in UTC already, as our connections are on PostgreSQL
            value = value.replace(tzinfo=UTC)
        return min(max(value, EARLIEST), LATEST).astimezone(UTC)


Json = JSON(none_as_null=True)


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


Base.registry.update_type_annotation_map({datetime: Moment, dict[str, Any]: Json, list[str]: Json, list[int]: Json})
db = SQLAlchemy(model_class=Base, disable_autonaming=True)

if TYPE_CHECKING:
    from flask_sqlalchemy.model import Model as _FlaskModel

    class Model(_FlaskModel, Base):
        __abstract__ = True
else:
    Model = db.Model
