"""A backup in the place of the database: looked at and upgraded aside, then put there whole, or not at all."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from tempfile import gettempdir
from typing import BinaryIO
from urllib.parse import quote

from flask import Flask, current_app

from companion.rules.text import say
from companion.store.database.backup import ASIDE, copy_into, folder_beside, free_name, keep_beside, opened
from companion.store.database.connect import open_file
from companion.store.database.engine import here, plainly, reading
from companion.store.database.presence import HeldFile
from companion.store.database.trouble import CORRUPT, NOT_OURS, StoreTrouble
from companion.store.database.upgrade import SAVED, lonely_wal, make_room, migrate, newest, version
from companion.store.results import remake_all

KEPT = "before-restore"
PATIENCE = 1.0  # seconds for another command to be done; a server never is
NO_COMPANION = say("This is not a Companion database")
DAMAGED = say("This backup is damaged: take another one")
OPEN = say("Another program has the database open, perhaps a server: stop it, then try again")


class BadBackup(StoreTrouble):
    """What is wrong with the file that was to be put back."""


def be_seen(app: Flask) -> None:
    """Whoever serves has a connection open from the start: by it others know that the database is in use."""
    with app.app_context(), reading():
        store = here()
        store.served = bool(app.logger)  # by whose handler the line is written
        if store.is_sqlite:
            with plainly():
                name = f"file:{quote(str(store.file))}?mode=rw"  # never a new one, where it was moved just now
                held = sqlite3.connect(name, uri=True, check_same_thread=False)
                held.execute("SELECT 1 FROM sqlite_master").fetchall()  # by this it has the -wal, too
            store.presence = HeldFile(store.file, held, partial(_save, store.file))


def _save(file: Path, held: sqlite3.Connection) -> Path:
    """Under the name of this process: each has something to save."""
    folder = file.parent if file.parent.is_dir() else Path(gettempdir())
    return keep_beside(folder / file.name, f"{SAVED}-{os.getpid()}", held, sound=False)


def put_back_from(given: BinaryIO) -> str:
    """What comes bit by bit lies beside the database until it is whole."""
    _file().parent.mkdir(parents=True, exist_ok=True)
    with folder_beside(_file()) as folder:
        whole = folder / f"{ASIDE}-given"
        with whole.open("xb") as file:
            shutil.copyfileobj(given, file)
        return put_back(whole, "standard input")


def put_back(backup: Path, called: str = "") -> str:
    """Says what was done in a line for whoever runs the server."""
    database = _file()
    if wal := lonely_wal(database):
        os.replace(wal, f"{free_name(database, KEPT)}-wal")
    make_room(database)
    with folder_beside(database) as folder:
        aside = folder / ASIDE
        said = f"The database is what {called or backup} holds{_made_ready(backup, aside)}"
        kept = _put(aside, database)
    return f"{said}; as it was, it is kept in {kept}" if kept else said


def _file() -> Path:
    """That of the database, where it is one."""
    if not here().is_sqlite:
        raise StoreTrouble(say("A PostgreSQL database is restored by its own tool: pg_restore"))
    return here().file


def _made_ready(backup: Path, aside: Path) -> str:
    """A copy of it, checked whole and of this version. The backup itself stays as it is."""
    try:
        # Without a -wal beside it nobody writes it, and neither do we: not even a -shm is made
        with opened(backup, "ro" if Path(f"{backup}-wal").exists() else "ro&immutable=1") as original:
            copy_into(aside, original, "integrity_check")
        with closing(open_file(aside)) as store, store.writing() as connection:
            before = version(connection)
            if before not in (None, newest()):
                migrate(connection, Path(current_app.instance_path))
                remake_all(store, connection)
    except StoreTrouble as trouble:
        raise BadBackup({CORRUPT: DAMAGED, NOT_OURS: NO_COMPANION}.get(trouble.text, trouble.text)) from trouble
    if before is None:
        raise BadBackup(NO_COMPANION)
    return "" if before == newest() else f", upgraded from {before} to {newest()}"


def _put(aside: Path, file: Path) -> Path | None:
    """By SQLite itself, in one transaction. Where what is there is past that, it makes way as it is."""
    new = not file.stat().st_size
    try:
        with _alone(file) as database, opened(aside) as restored:
            kept = None if new else keep_beside(file, KEPT, database, sound=False)
            restored.backup(database)
            return kept
    except StoreTrouble as trouble:
        if trouble.text not in (CORRUPT, NOT_OURS):
            raise
    kept = free_name(file, KEPT)
    for ending in ("-wal", "-journal", ""):
        if Path(f"{file}{ending}").exists():
            os.replace(f"{file}{ending}", f"{kept}{ending}")
    Path(f"{file}-shm").unlink(missing_ok=True)
    os.replace(aside, file)
    return kept


@contextmanager
def _alone(file: Path) -> Iterator[sqlite3.Connection]:
    """With nobody else in it, and what its -wal held in its place: no -wal and no -shm is left for what comes."""
    with opened(file, isolation_level=None, timeout=PATIENCE) as database:
        try:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("PRAGMA journal_mode = DELETE")  # refused while another connection is open
            database.execute("BEGIN EXCLUSIVE")
            database.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise StoreTrouble(OPEN) from error
            raise
        Path(f"{file}-shm").unlink(missing_ok=True)
        yield database
