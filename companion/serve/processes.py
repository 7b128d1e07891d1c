"""Several processes on one listener: gunicorn starts them, and starts another where one has ended.

In each of them waitress serves as where there is only one: with its limits, and its streams cost no threads.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from types import FrameType
from typing import Any, NoReturn

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.workers.base import Worker

from companion.serve.connections import server_of
from companion.web.live.hub import hub


def _end(arbiter: Any) -> NoReturn:
    """Who closes the terminal ends the server, as where there is one process; there are no settings to be read anew."""
    raise StopIteration


SETTINGS: dict[str, Any] = {
    "on_reload": _end,
    "timeout": 60,  # seconds without a sign of life, until it is ended
    "graceful_timeout": 2,  # seconds for it to end by itself
    "control_socket_disable": True,
    "loglevel": "warning",
}


class Waitress(Worker):  # type: ignore[misc]  # gunicorn is an extra, and has no types
    """A process that serves."""

    def run(self) -> None:
        app: Flask = self.wsgi
        server = server_of(app, self.sockets[0].sock)
        try:
            while self.alive and os.getppid() == self.ppid:  # whoever kills the first process means all of them
                if not hub(app).hangs:  # else another one takes its place
                    self.notify()
                server.asyncore.loop(timeout=1, map=server._map, use_poll=True, count=1)
        finally:
            hub(app).close()
            server.task_dispatcher.shutdown()
            server.close()

    def handle_exit(self, number: int, frame: FrameType | None) -> NoReturn:
        raise SystemExit(0)

    handle_quit = handle_exit


class Workers(BaseApplication):  # type: ignore[misc]
    def __init__(self, make: Callable[[], Flask], listener: socket.socket, many: int) -> None:
        self._make, self._door, self._many = make, listener.detach(), many
        super().__init__()

    def load_config(self) -> None:
        given = {**SETTINGS, "bind": f"fd://{self._door}", "workers": self._many, "worker_class": Waitress}
        for name, value in given.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """In each process anew: nothing of a database is handed down."""
        return self._make()
