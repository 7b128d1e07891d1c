"""One server at a time on a file of SQLite: two wouldn't hear of each other's taps, nor of each other's upgrades."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from flask import Flask

from companion.rules.text import say
from companion.store.database.engine import KEY, Store
from companion.store.database.trouble import StoreTrouble
from companion.store.database.upgrade import make_room

PATIENCE = 5.0  # seconds for a server that is just stopping
ENDING = ".lock"  # beside the database; who holds it stands in it


@contextmanager
def only_server(app: Flask) -> Iterator[None]:
    """As long as this process, or one that it has started, lives; or StoreTrouble."""
    store: Store = app.extensions[KEY]
    if not store.is_sqlite or os.name != "posix":  # several may use a PostgreSQL; Windows has no such lock
        yield
        return
    make_room(store.file)
    try:
        held = os.open(Path(f"{store.file}{ENDING}"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # a folder that can't be written is no place for two writers
        yield
        return
    try:
        _wait(held)
        os.truncate(held, 0)
        os.write(held, str(os.getpid()).encode())
        yield
    finally:
        os.close(held)


def _wait(held: int) -> None:
    import fcntl

    until = monotonic() + PATIENCE
    while True:
        try:
            return fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() > until:
                break
        except OSError:  # a file system without locks
            return None
        sleep(0.05)
    number = ""
    with suppress(OSError):
        number = os.pread(held, 20, 0).decode("ascii", "replace")
    raise StoreTrouble(
        say(
            "Another server has this database (process %(number)s). Stop that one first, or let one serve with several "
            "processes: --workers 2",
            number=number or "?",
        )
    )
