"""WHO ANSWERS AT THE DOOR. `companion serve` listens, and says where: to this machine and to the phones."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from flask import Flask

from companion import create_app, store
from companion.serve import night, watchdog
from companion.serve.addresses import addresses_of, announce, url_of
from companion.serve.connections import server_of
from companion.serve.listener import FEWEST_CONNECTIONS, OTHER_FILES, NoServer, connections_allowed, listen
from companion.serve.threads import give_memory_back
from companion.web.addresses import FOUND
from companion.web.live.hub import hub

TURN = 0.001  # seconds of a thread: beside four large pages a tap took 0.09 s (at most 0.3), not 0.25 (at most 0.9)
Listens: TypeAlias = tuple[str, int] | str  # at a port, or at a socket that is a file


def serve(settings: Mapping[str, Any], counter: Callable[[], AbstractContextManager[Callable[[str], None]]]) -> None:
    """With all of the settings that `create_app` reads by itself, and those of the command's options. `counter` shows
    how far an upgrade is.
    """
    make, workers = partial(create_app, settings), settings["WORKERS"]
    if workers > 1:
        if not hasattr(os, "fork"):
            raise NoServer("several processes share one port on Linux and macOS only: leave --workers out")
        try:
            from companion.serve.processes import Workers
        except ModuleNotFoundError:
            raise NoServer(
                "for --workers, install gunicorn where Companion is: pip install 'gunicorn>=27.0.1,<28'"
            ) from None
    if connections_allowed() < FEWEST_CONNECTIONS:
        least = FEWEST_CONNECTIONS + OTHER_FILES
        raise NoServer(f"a process must be allowed {least} open files, for the lines of phones: ulimit -n 1024")
    give_memory_back()
    app = make()
    with store.only_server(app):
        with counter() as count:
            upgraded = store.upgrade(app, count)
        if upgraded:
            print(f"companion: {upgraded}", file=sys.stderr, flush=True)
        find_temporary_folder(Path(app.instance_path))
        listener = listen(settings)
        name = listener.getsockname()
        listens: Listens = name if isinstance(name, str) else name[:2]
        if isinstance(listens, str) and not settings["PROXIES"]:
            print("companion: COMPANION_PROXIES is 0: all phones at this socket count as one address", file=sys.stderr)
        if settings["BACKUPS"] and settings.get("DATABASE_URL", "").startswith("postgres"):
            print("companion: COMPANION_BACKUPS is for SQLite: let pg_dump run nightly", file=sys.stderr)
        with watchdog.told(listener):
            if workers > 1:
                announce(listens, settings)
                Workers(lambda: _prepare(make(), listens), listener, workers).run()
            else:
                _serve_alone(_prepare(app, listens, must=True), listener, partial(announce, listens, settings))


def find_temporary_folder(data: Path) -> None:
    """Large uploads lie there until they are whole, and each of several processes says there that it is alive."""
    try:
        tempfile.gettempdir()
    except FileNotFoundError:
        if not os.access(data, os.W_OK):
            raise NoServer(
                "no folder for temporary files can be written: make /tmp writable, or name another one in TMPDIR"
            ) from None
        tempfile.tempdir = str(data)


def _prepare(app: Flask, listens: Listens, must: bool = False) -> Flask:
    """To serve. A process that comes while the database doesn't answer serves all the same, unless it must: taps say so
    until it does.
    """

    def found() -> str | None:
        """Asked anew each time: a laptop goes to another network."""
        reachable = [] if isinstance(listens, str) else addresses_of(listens[0])[1]
        return url_of(reachable[0].address, int(listens[1])) if reachable else None

    app.extensions[FOUND] = found
    night.begin(app)
    try:
        store.be_seen(app)
    except store.StoreTrouble:
        if must:
            raise
    sys.setswitchinterval(TURN)
    gc.freeze()  # to look through all of the program for garbage takes 40 ms, for which all phones wait
    return app


def _serve_alone(app: Flask, listener: socket.socket, say_so: Callable[[], None]) -> None:
    server = server_of(app, listener)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    say_so()
    try:
        server.run()
    finally:
        hub(app).close()
        if isinstance(name := listener.getsockname(), str):
            Path(name).unlink(missing_ok=True)  # before another one may take its place
        server.close()
