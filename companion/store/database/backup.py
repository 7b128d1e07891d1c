"""The whole database in one more file, as it is at one moment."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from glob import escape
from itertools import chain, count
from pathlib import Path
from typing import Any
from urllib.parse import quote

from companion.rules.text import say
from companion.store.database.engine import here, plainly
from companion.store.database.trouble import CORRUPT, StoreTrouble

ASIDE = "restore-"  # begins the name of a folder in which a backup is made ready
MOST_COPIES = 5  # of the database as it was before upgrades and restores


def backup(target: Path) -> None:
    """While others read and write; `target` is replaced by it at once, or stays as it was."""
    store = here()
    if not store.is_sqlite:
        raise StoreTrouble(say("A PostgreSQL database is copied by its own tool: pg_dump"))
    with opened(store.file) as original:
        _copy_to(target, store.file, original)


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
    for folder in file.parent.glob(f"{ASIDE}*"):
        with suppress(OSError), claimed(folder):  # not where it is still used, nor where anything else lies in it
            for left in folder.glob("aside.sqlite3*"):
                left.unlink()
            folder.rmdir()
    copies = [one for one in file.parent.glob(f"{beside}before-*") if not one.name.endswith(("-wal", "-journal"))]
    for old in sorted(copies, key=lambda copy: copy.stat().st_mtime, reverse=True)[MOST_COPIES:]:
        for ending in ("", "-wal", "-journal"):
            Path(f"{old}{ending}").unlink(missing_ok=True)


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
    part = target.with_name(f"{target.name}.part")
    try:
        if target.exists() and target.samefile(file):
            raise StoreTrouble(say("A backup can’t take the place of the database itself"))
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))  # it holds every link
        copy_into(part, original, "quick_check" if sound else None)
        os.replace(part, target)
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreTrouble(say("%(file)s can’t be written: %(why)s", file=str(target), why=why)) from error
    finally:
        part.unlink(missing_ok=True)


def copy_into(target: Path, original: sqlite3.Connection, check: str | None) -> None:
    """One file, and nothing beside it."""
    with plainly(), closing(sqlite3.connect(target)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        if check and copy.execute(f"PRAGMA {check}").fetchone() != ("ok",):
            raise StoreTrouble(CORRUPT)
