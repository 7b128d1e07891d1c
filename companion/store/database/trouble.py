"""When the database can't do its part: one exception, with a sentence that whoever runs the server can act on."""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from sqlalchemy.exc import DBAPIError

from companion.rules.text import Text, say


class StoreTrouble(Exception):
    """Nothing was written, or nothing could be read. The web answers 503, a command ends with 1."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Unreadable(StoreTrouble):
    """One sitting that this version can't read. Every other one can be."""


class Damaged(Unreadable):
    """One that lies where the database is damaged."""


FULL = say("The disk is full: make room, then try again")
READ_ONLY = say("The database can’t be written to: its file or its folder is read-only")
BUSY = say("The database is busy: something else keeps it locked. Try again in a moment")
CORRUPT = say("The database is damaged: put a backup in its place")
NOT_OURS = say("The database file is not a database: put a backup in its place or move it away")
CANT_OPEN = say("The database can’t be opened: does its folder exist, and can it be written to?")
DISK = say("The disk of the database doesn’t answer as it should")
READ_ONLY_DISK = say(
    "The disk of the database is read-only, which often follows a fault: check it, mount it for writing, then start "
    "Companion again"
)
STANDING = say("The disk of the database has not finished a write for %(seconds)s seconds: check it", seconds=10)
NOT_SET_UP = say("The database isn’t set up for this version: run “companion upgrade”")
UNREACHABLE = say("The PostgreSQL server can’t be reached: is it running, and is its address right?")
REFUSED = say("The PostgreSQL server accepts no connection from this machine, or not of this kind: see its pg_hba.conf")
WRONG_PASSWORD = say("The PostgreSQL server refuses the name or the password in COMPANION_DATABASE_URL")
NO_DATABASE = say("The PostgreSQL server has no such database: create it with “createdb --owner=USER DATABASE”")
NO_RIGHTS = say(
    "This PostgreSQL user may not create tables in the database: “ALTER DATABASE … OWNER TO …” makes the user its owner"
)


@contextmanager
def of_one() -> Iterator[None]:
    """Around what is read of one sitting: where that is damaged, the others may not be."""
    try:
        yield
    except StoreTrouble as trouble:
        if trouble.text == CORRUPT:
            raise Damaged(CORRUPT) from trouble
        raise


def of_disk(trouble: Text, folder: Path) -> Text:
    """SQLite says only that it couldn't write. A new file, which nobody sees, brings out why."""
    if trouble not in (READ_ONLY, CANT_OPEN, DISK):
        return trouble
    try:
        with TemporaryFile(dir=folder):
            return trouble
    except OSError as error:
        return {errno.EROFS: READ_ONLY_DISK, errno.ENOSPC: FULL}.get(error.errno or 0, trouble)


def no_sense(why: Exception) -> Text:
    return say("This version can’t read the log of this game: %(why)s", why=str(why))


_SQLITE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_CORRUPT: CORRUPT,
    sqlite3.SQLITE_NOTADB: NOT_OURS,
    sqlite3.SQLITE_CANTOPEN: CANT_OPEN,
    sqlite3.SQLITE_IOERR: DISK,
}
_POSTGRESQL = {  # by SQLSTATE, or its class
    "53100": FULL,
    "25006": READ_ONLY,
    "42501": READ_ONLY,
    "42P01": NOT_SET_UP,
    "42703": NOT_SET_UP,
    "3D000": NO_DATABASE,
    "28000": REFUSED,
    "28": WRONG_PASSWORD,
    "53": BUSY,
    "55": BUSY,
    "40": BUSY,
    "57014": BUSY,
    "57": UNREACHABLE,
    "58": DISK,
    "XX": CORRUPT,
}


_NOT_LET_IN = {  # what is said before there is any SQLSTATE
    r'password authentication failed|no password supplied|role ".*" does not exist': WRONG_PASSWORD,
    r'database ".*" does not exist': NO_DATABASE,
    r"no pg_hba\.conf entry": REFUSED,
}


def explain(error: Exception) -> Text | None:
    """The sentence for an error of a database, wrapped by SQLAlchemy or bare; None for any other."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the low byte: the rest only goes into detail
        said = str(cause)
        return _SQLITE.get(code) or (
            NOT_SET_UP if said.startswith("no such ") else CORRUPT if said.startswith("Could not decode") else None
        )
    if type(cause).__module__.partition(".")[0] != "psycopg":
        return None
    state = getattr(cause, "sqlstate", None)
    if state is None:  # it never got as far as the server, or the server went away, or was waited for in vain
        known = (trouble for said, trouble in _NOT_LET_IN.items() if re.search(said, str(cause)))
        return next(known, UNREACHABLE) if type(cause).__name__ in ("OperationalError", "ConnectionTimeout") else None
    if state == "42501" and "schema" in str(cause):  # from PostgreSQL 15 on, only the owner may make tables there
        return NO_RIGHTS
    return _POSTGRESQL.get(state) or _POSTGRESQL.get(state[:2])
