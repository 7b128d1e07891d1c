"""The whole database in one more file, as it is at one moment."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from itertools import chain, count
from pathlib import Path
from urllib.parse import quote

from companion.rules.text import say
from companion.store.database import here
from companion.store.trouble import CORRUPT, StoreTrouble, plainly


def backup(target: Path) -> None:
    """While others read and write; `target` is replaced by it at once, or stays as it was."""
    store = here()
    if not store.is_sqlite:
        raise StoreTrouble(say("A PostgreSQL database is copied by its own tool: pg_dump"))
    _copy_to(target, store.file)


def keep_beside(file: Path, name: str) -> Path:
    """A copy that takes no other's place. Its name ends with the first of `name`, `name-2`, `name-3` that is free."""
    endings = chain([name], (f"{name}-{number}" for number in count(2)))
    copies = (file.with_name(f"{file.name}.{ending}") for ending in endings)
    copy = next(copy for copy in copies if not copy.exists())
    _copy_to(copy, file)
    return copy


def _copy_to(target: Path, file: Path) -> None:
    part = target.with_name(f"{target.name}.part")
    try:
        if target.exists() and target.samefile(file):
            raise StoreTrouble(say("A backup can't take the place of the database itself"))
        os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))  # it holds every link
        with plainly():
            _copy(file, part)
        os.replace(part, target)
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreTrouble(say("%(file)s can't be written: %(why)s", file=str(target), why=why)) from error
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{quote(str(source))}?mode=rw", uri=True)) as original,
        closing(sqlite3.connect(target)) as copy,
    ):
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, and nothing beside it
        if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise StoreTrouble(CORRUPT)
