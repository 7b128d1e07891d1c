"""The lines to the phones: how many there may be, for how long, and which of them outlive their request."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import create_server
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

from companion.web.api import PREFIX
from companion.web.errors import HEALTH, MIMETYPE, early_problem
from companion.web.evenings.files import LARGEST_UPLOAD, PATH
from companion.web.live.hub import hub
from companion.web.live.routes import KEEP
from companion.web.security import REFUSED, needs_key

MOST_CONNECTIONS = 5600  # a browser keeps up to six open: with waitress's 100, a score of idle ones shut the door
OTHER_FILES = 100  # beside them
FEWEST_CONNECTIONS = 100  # lines, for any table to be served
REACH = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 3, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 15_000}  # s, s, times, ms
LIMITS: dict[str, Any] = {
    "log_socket_errors": False,  # that phones go is nothing to complain about
    "threads": 16,
    "channel_timeout": 60,  # seconds until an idle one is closed
    "backlog": 1024,
    "asyncore_use_poll": True,  # select() stops at 1024 descriptors
    "max_request_body_size": 6_500_000,  # else a body is written to disk whole before anybody refuses it
}


class IncomingRequest(HTTPRequestParser):
    """A request as it arrives. Where files come in, several may come at once."""

    def parse_header(self, header_plus: bytes) -> None:
        known: Any = self
        super().parse_header(header_plus)
        if not known.chunked and not known.content_length:
            known.expect_continue = False  # with no body: waitress would wait for one
        if known.path == PATH:
            known.adj = copy(known.adj)
            known.adj.max_request_body_size = LARGEST_UPLOAD + 1


class Threads(ThreadedTaskDispatcher):
    """What needs no database waits for none: it has threads of its own, and so has the question whether all is well."""

    def __init__(self, many: int) -> None:
        super().__init__()
        self._aside, self._health = ThreadedTaskDispatcher(), ThreadedTaskDispatcher()
        self.set_thread_count(many)
        self._aside.set_thread_count(2)
        self._health.set_thread_count(1)

    def add_task(self, task: Any) -> None:
        path = getattr(task.requests[0], "path", "/")  # of what isn't even HTTP, there is none
        if path == HEALTH:
            self._health.add_task(task)
        elif needs_key(path):
            super().add_task(task)
        else:
            self._aside.add_task(task)

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        for dispatcher in (self._aside, self._health):
            dispatcher.shutdown(cancel_pending, timeout)
        return super().shutdown(cancel_pending, timeout)


class Answer(WSGITask):
    """The answer to a request. It may go on: then its line is handed on with the answer's head, and no thread waits."""

    _go_on: Callable[[socket.socket | None, bytes], None] | None = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        if environ["REQUEST_METHOD"] == "GET":
            environ[KEEP] = partial(setattr, self, "_go_on")
        return environ

    def finish(self) -> None:
        if self._go_on is None:
            super().finish()
            return
        self.version = "1.0"  # the answer ends where the line does: it has no length and comes in no chunks
        head = self.build_response_header()
        self.close_on_finish, self.wrote_header = True, True  # for waitress it is over
        line = self.channel.socket
        try:
            line = line and line.dup()
        except OSError:  # closed in this very moment
            line = None
        self._go_on(line, head)


class TooLarge(WSGITask):
    """Refused before its body is read. The application says so all the same, to a phone in its own language."""

    def get_environment(self) -> dict[str, Any]:
        request: Any = self.request
        self.set_close_on_finish()
        environ: dict[str, Any] = super().get_environment()
        return environ | {REFUSED: request.error.code}


class Refused(ErrorTask):
    """What else waitress itself refuses is JSON as well where a script asked."""

    def execute(self) -> None:
        request: Any = self.request
        path: str = getattr(request, "path", "")  # of what isn't even HTTP, it has none
        if not path.startswith(f"{PREFIX}/"):
            super().execute()
            return
        body = early_problem(request.error.code)
        self.status, self.content_length = f"{request.error.code} {request.error.reason}", len(body)
        self.response_headers = [("Content-Type", MIMETYPE)]
        self.set_close_on_finish()
        self.write(body)


class Channel(HTTPChannel):
    parser_class = IncomingRequest
    task_class = Answer

    @staticmethod
    def error_task_class(channel: HTTPChannel, request: Any) -> ErrorTask | WSGITask:  # type: ignore[override]
        return (TooLarge if isinstance(request.error, RequestEntityTooLarge) else Refused)(channel, request)


def server_of(app: Flask, listener: socket.socket) -> Any:
    """What listens there; `run` it. The hub may have a quarter of the lines."""
    # A phone that is out of reach says nothing by itself. The lines that come by a listener take after it.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in REACH.items():
        if hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that many phones come at once is no news
    allowed, phones = connections_allowed(), hub(app)
    phones.most = min(phones.most, allowed // 4)
    direct = not app.config["PROXIES"]  # then whatever speaks for a proxy is a phone's own invention
    limits = {**LIMITS, "connection_limit": allowed - phones.most, "clear_untrusted_proxy_headers": direct}
    threads = Threads(LIMITS["threads"])
    server: Any = create_server(app, sockets=[listener], ident="companion", _dispatcher=threads, **limits)
    server.channel_class = Channel
    return server


def connections_allowed() -> int:
    """How many may be open: as many as the system lets a process have, up to what we ask for."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = (
        MOST_CONNECTIONS + OTHER_FILES if hard == resource.RLIM_INFINITY else min(MOST_CONNECTIONS + OTHER_FILES, hard)
    )
    if resource.RLIM_INFINITY != soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, soft - OTHER_FILES)
