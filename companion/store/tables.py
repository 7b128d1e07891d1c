"""The tables: what sittings there are, what happened in them, which phone saw them, what they taught; and the key."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    String,
    UnicodeText,
    UniqueConstraint,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

from companion import rules
from companion.record.files.strict_json import FIRST_YEAR, LAST_YEAR
from companion.rules.core import Ruleset, Table
from companion.rules.options import BadOption, read_kept
from companion.rules.text import brief, say
from companion.store.database.base import Base, Model
from companion.store.database.trouble import Unreadable, no_sense

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
Base.registry.update_type_annotation_map({datetime: Moment, dict[str, Any]: Json, list[str]: Json, list[int]: Json})


class Sitting(Model):
    """One group playing one game once. What it is played by never changes, only its links can."""

    __tablename__ = "sitting"
    # A number is never given again: streams and other processes still know what was deleted
    __table_args__ = (Index(None, "came_of", "id"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(String(64), unique=True)  # the same in every export, wherever it goes
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, Any]]  # all of them, whatever their defaults become
    players: Mapped[list[str]]
    first: Mapped[int] = mapped_column(server_default="0")  # the seat that has the first turn
    rules: Mapped[int]  # their version: a sitting is played to its end, and read for ever, by those that it began with
    score_link: Mapped[str] = mapped_column(String(64), unique=True)
    watch_link: Mapped[str] = mapped_column(String(64), unique=True)
    opened_at: Mapped[datetime]
    series: Mapped[str | None] = mapped_column(String(64), index=True)  # of all its games, made here at random
    follows: Mapped[int | None] = mapped_column(index=True)  # the id of the one after which “Play again” opened it
    drawn: Mapped[int | None]  # how often who begins was drawn, where that was
    remark: Mapped[str | None] = mapped_column(String(280))  # what the table wrote about its evening
    # Of one that a file brought, which proves nothing: what the file called it and its series, which phone brought it
    # (none: who runs the server), and how many entries came so, also to one that was opened here
    came_as: Mapped[str | None] = mapped_column(String(64), index=True)
    came_of: Mapped[str | None] = mapped_column(String(64))
    brought_by: Mapped[str | None] = mapped_column(String(64))
    brought: Mapped[int | None]
    long = False  # whether its log was, when it was found by its link

    @cached_property
    def ruleset(self) -> Ruleset[Any]:
        if known := rules.ruleset(self.game, self.rules):
            return known
        if newest := rules.GAMES.get(self.game):
            unknown = say(
                "This game needs rules of %(game)s that are not known here: version %(version)s",
                game=newest.name,
                version=self.rules,
            )
        else:
            unknown = say("This log is for a game that is not known here: “%(game)s”", game=brief(self.game))
        raise Unreadable(unknown)

    @cached_property
    def table(self) -> Table:
        try:
            options = read_kept(self.ruleset.options, self.options)
        except BadOption as bad:
            raise Unreadable(no_sense(bad)) from bad
        return Table(tuple(self.players), options, self.first)


class EntryRow(Model):
    """A line of the log. Written once. Its key is what decides between two writers."""

    __tablename__ = "entry"
    __table_args__ = (
        UniqueConstraint("sitting_id", "tap"),
        CheckConstraint("number >= 1", name="number"),
        {"sqlite_with_rowid": False},
    )

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    target: Mapped[int | None]
    move: Mapped[dict[str, Any] | None]
    tap: Mapped[str] = mapped_column(String(64))
    phone: Mapped[str | None] = mapped_column(String(64))
    at: Mapped[datetime]
    seat: Mapped[int | None]  # that is renamed
    name: Mapped[str | None] = mapped_column(String(24))  # and what it is called from then on
    strikes: Mapped[list[int] | None]  # entries that a correction strikes along


class Visit(Model):
    """A phone that has seen a sitting."""

    __tablename__ = "visit"
    __table_args__ = (Index(None, "sitting_id"), {"sqlite_with_rowid": False})

    phone: Mapped[str] = mapped_column(String(64), primary_key=True)
    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True)
    may_score: Mapped[bool]
    name: Mapped[str | None] = mapped_column(String(24))  # whose phone it is, where they said so
    first_seen: Mapped[datetime]
    last_seen: Mapped[datetime]
    put_away: Mapped[bool] = mapped_column(server_default=false())  # this phone wants to see no more of it at home

    sitting: Mapped[Sitting] = relationship(lazy="raise")


class Memory(Model):
    """What a sitting taught about its box, for the tables to come."""

    __tablename__ = "memory"
    __table_args__ = (Index(None, "noted"), {"sqlite_with_rowid": False})

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    value: Mapped[Any] = mapped_column(JSON)
    noted: Mapped[int] = mapped_column(BigInteger)  # grows with each: no clock says which is newer


class Finished(Model):
    """A sitting that is over: what its log came to, beside it. Whatever stands here can be made again from the log."""

    __tablename__ = "finished"

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"), primary_key=True, autoincrement=False)
    ended_at: Mapped[datetime]
    whole: Mapped[bool]  # played to its end
    game: Mapped[str] = mapped_column(String(40))
    rules: Mapped[int]
    day: Mapped[date] = mapped_column(default=date.min)  # like `made` only for databases of earlier versions
    made: Mapped[int] = mapped_column(BigInteger, default=0)
    places: Mapped[str] = mapped_column(UnicodeText)  # of all seats, as JSON


class BeginnerDraw(Model):
    """Who begins at the table that a phone is setting, as it was drawn."""

    __tablename__ = "draw"
    __table_args__ = (Index(None, "at"), {"sqlite_with_rowid": False})

    phone: Mapped[str] = mapped_column(String(64), primary_key=True)
    players: Mapped[list[str]]
    seat: Mapped[int]
    times: Mapped[int]
    at: Mapped[datetime]


class Alias(Model):
    """Whom a phone takes somebody for: “Max” counts as Maximilian there."""

    __tablename__ = "alias"
    __table_args__ = ({"sqlite_with_rowid": False},)

    phone: Mapped[str] = mapped_column(String(64), primary_key=True)
    name: Mapped[str] = mapped_column(String(24), primary_key=True)
    person: Mapped[str] = mapped_column(String(24))


class _LeadsFor:
    """Leads to a sitting for some minutes."""

    __table_args__ = ({"sqlite_with_rowid": False},)

    sitting_id: Mapped[int] = mapped_column(ForeignKey("sitting.id"))
    until: Mapped[datetime]


class Code(_LeadsFor, Model):
    """By five letters."""

    __tablename__ = "code"

    letters: Mapped[str] = mapped_column(String(8), primary_key=True)
    may_score: Mapped[bool]


class Television(_LeadsFor, Model):
    """What a phone has sent to a television, until that has taken it."""

    __tablename__ = "television"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)


class Secret(Model):
    """What signs the pages' tokens: one row."""

    __tablename__ = "secret"
    __table_args__ = (CheckConstraint("id = 1", name="id"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[str]


class Release(Model):
    """Which version of Companion wrote here last: one row, for older versions to name it."""

    __tablename__ = "release"
    __table_args__ = (CheckConstraint("id = 1", name="id"),)

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[str] = mapped_column(String(32))
