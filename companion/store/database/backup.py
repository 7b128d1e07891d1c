"""The whole database in one more file, as it is at one moment."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import datetime, timedelta
from glob import escape
from itertools import chain, count
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote

from companion.rules.text import say
from companion.store.database.engine import here, plainly
from companion.store.database.trouble import CORRUPT, NOT_SET_UP, READ_ONLY, StoreTrouble

FOLDER_ASIDE, ASIDE = "restore-", "aside.sqlite3"  # where a copy is made ready; begins the folder's name
FOLDER = "backups"  # beside the database
NIGHT = timedelta(hours=4)  # when most evenings are over; a machine that sleeps then makes its copy when it wakes
MOST_COPIES = 5  # of the database as it was before upgrades and restores
ABANDONED = 3600.0  # seconds since anything was written to a copy that nobody finished


def backup(target: Path) -> None:
    """While others read and write; `target` is replaced by it at once, or stays as it was.

    What is replaced is a backup, or an empty file: never a folder, a device, a pipe, or what others wrote.
    """
    with _to_be_copied() as (file, original):
        if target.exists() and not (target.is_file() and (not target.stat().st_size or _is_companions(target))):
            raise StoreTrouble(say("%(file)s already exists and is not a backup: name another file", file=str(target)))
        _copy_to(Path(os.path.realpath(target)), file, original)  # a link stays, and leads to the backup


def backup_to(output: BinaryIO) -> None:
    """The same, whole, to whatever reads it."""
    with _to_be_copied() as (file, original), folder_beside(file) as folder:
        whole = folder / ASIDE
        copy_into(whole, original, "quick_check")
        with whole.open("rb") as copied:
            shutil.copyfileobj(copied, output)


def is_file() -> bool:
    """Whether the database can be copied so."""
    return here().is_sqlite


def back_up_nightly(keep: int, now: datetime) -> Path | None:
    """The copy of this night, checked; or None where there is one already, or another process is about to make it.
    Those that are too many go, the oldest first, but never the new one.
    """
    file = here().file
    folder = file.parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    target = folder / f"companion-{now - NIGHT:%Y-%m-%d}.sqlite3"
    try:
        with claimed(folder):
            if target.exists():
                return None
            for left in folder.glob("companion-*.part-*"):
                left.unlink(missing_ok=True)
            backup(target)
            others = sorted(path for path in folder.glob("companion-????-??-??.sqlite3") if path != target)
            for old in others[: max(0, len(others) + 1 - keep)]:
                old.unlink(missing_ok=True)
            return target
    except BlockingIOError:
        return None


@contextmanager
def _to_be_copied() -> Iterator[tuple[Path, sqlite3.Connection]]:
    store = here()
    if not store.is_sqlite:
        raise StoreTrouble(say("A PostgreSQL database is copied by its own tool: pg_dump"))
    with opened(store.file) as original:
        if not _has_sittings(original):
            raise StoreTrouble(NOT_SET_UP)
        yield store.file, original


def _is_companions(file: Path) -> bool:
    try:
        with opened(file, "ro&immutable=1") as database:
            return _has_sittings(database)
    except StoreTrouble:
        return False


def _has_sittings(database: sqlite3.Connection) -> bool:
    return database.execute("SELECT 1 FROM sqlite_master WHERE name = 'sitting'").fetchone() is not None


def keep_beside(file: Path, name: str, original: sqlite3.Connection, sound: bool = True) -> Path:
    """A copy that takes no other's place. Where it needn't be `sound`, a damaged one is better than none."""
    copy = free_name(file, name)
    _copy_to(copy, file, original, sound)
    return copy


def sweep(file: Path) -> None:
    """What killed commands have left, and of the copies all but the newest. Nobody else may be upgrading."""
    beside = f"{escape(file.name)}."
    for left in file.parent.glob(f"{beside}*.part*"):
        left.unlink(missing_ok=True)
    for folder in file.parent.glob(f"{FOLDER_ASIDE}*"):
        with suppress(OSError), claimed(folder):  # not where it is still used, nor where anything else lies in it
            for left in folder.glob(f"{ASIDE}*"):
                left.unlink()
            folder.rmdir()
    copies = [one for one in file.parent.glob(f"{beside}before-*") if not one.name.endswith(("-wal", "-journal"))]
    for old in sorted(copies, key=lambda copy: copy.stat().st_mtime, reverse=True)[MOST_COPIES:]:
        for ending in ("", "-wal", "-journal"):
            Path(f"{old}{ending}").unlink(missing_ok=True)


@contextmanager
def folder_beside(file: Path) -> Iterator[Path]:
    """For a copy that is made ready: on the same disk, and swept at the next start where this process is killed."""
    try:
        folder = tempfile.TemporaryDirectory(prefix=FOLDER_ASIDE, dir=file.parent)
    except PermissionError as error:
        raise StoreTrouble(READ_ONLY) from error
    with folder, claimed(Path(folder.name)) if os.name == "posix" else nullcontext():
        yield Path(folder.name)


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """For this process, as long as it lives; or BlockingIOError."""
    import fcntl  # which Windows hasn't got

    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(held)


def free_name(file: Path, name: str) -> Path:
    """Beside the file, with the first of `name`, `name-2`, `name-3` that nothing has."""
    endings = chain([name], (f"{name}-{number}" for number in count(2)))
    copies = (file.with_name(f"{file.name}.{ending}") for ending in endings)
    return next(copy for copy in copies if not copy.exists())


@contextmanager
def opened(file: Path, mode: str = "rw", **options: Any) -> Iterator[sqlite3.Connection]:
    """Without any of the settings that serving needs; never a new file."""
    address = f"file:{quote(str(file))}?mode={mode}"
    with plainly(), closing(sqlite3.connect(address, uri=True, **options)) as connection:
        yield connection


def _copy_to(target: Path, file: Path, original: sqlite3.Connection, sound: bool = True) -> None:
    part: Path | None = None
    try:
        if target.exists() and target.samefile(file):
            raise StoreTrouble(say("A backup can’t take the place of the database itself"))
        for left in target.parent.glob(f"{escape(target.name)}.part-*"):  # by commands that were killed
            if time.time() - left.stat().st_mtime > ABANDONED:
                left.unlink()
        made, name = tempfile.mkstemp(prefix=f"{target.name}.part-", dir=target.parent)  # for nobody else: every link
        os.close(made)
        part = Path(name)
        copy_into(part, original, "quick_check" if sound else None)
        os.replace(part, target)
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreTrouble(say("%(file)s can’t be written: %(why)s", file=str(target), why=why)) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def copy_into(target: Path, original: sqlite3.Connection, check: str | None) -> None:
    """One file, for nobody else to read, and nothing beside it."""
    target.touch(0o600)
    with plainly(), closing(sqlite3.connect(target)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        if check and copy.execute(f"PRAGMA {check}").fetchone() != ("ok",):
            raise StoreTrouble(CORRUPT)
