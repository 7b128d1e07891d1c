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
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import BadRequest, Error, RequestEntityTooLarge

from companion.serve.threads import Threads
from companion.web.api import PREFIX
from companion.web.errors import MIMETYPE, early_problem
from companion.web.imports import LARGEST_UPLOAD, PATH
from companion.web.limits import Door, home_of
from companion.web.live.hub import hub
from companion.web.live.routes import KEEP
from companion.web.security import REFUSED

MOST_CONNECTIONS = 5600  # a browser keeps up to six open: with waitress's 100, a score of idle ones shut the door
OTHER_FILES = 100  # beside them
FEWEST_CONNECTIONS = 100  # lines, for any table to be served
LONGEST_LINE = 8192  # bytes around a chunk: waitress copies such a line with each piece of it that comes
REACH = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 3, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 15_000}  # s, s, times, ms
LIMITS: dict[str, Any] = {
    "log_socket_errors": False,  # that phones go is nothing to complain about
    "threads": 16,
    "channel_timeout": 60,  # seconds until an idle one is closed
    "backlog": 1024,
    "asyncore_use_poll": True,  # select() stops at 1024 descriptors
    "max_request_header_size": 65_536,  # which wait in memory
    "max_request_body_size": 6_500_000,  # else a body is written to disk whole before anybody refuses it
}


class TooMuchAtOnce(Error):
    code, reason = 429, "Too Many Requests"


class IncomingRequest(HTTPRequestParser):
    """A request as it arrives. Where files come in, several may come at once."""

    closed, home = False, ""  # whether it is answered, or given up; and whose it is
    channel: Any = None  # by which its body comes

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        known: Any = self
        if known.chunked and len(known.body_rcv.control_line + known.body_rcv.trailer) > LONGEST_LINE:
            known.error, self.completed = BadRequest("What stands around a chunk is too long"), True
        self.expect_continue &= not self.completed  # what is whole, or refused, waits for no leave to go on
        return taken

    def close(self) -> None:
        super().close()
        self.closed = True
        if self.channel is not None:
            self.channel.server.door.release_body(self)

    def gives_way(self) -> bool:
        """Unless it is whole. Nobody reads what has come of it; it is told so after those that came before it."""
        if self.completed:
            return False
        known: Any = self
        with self.channel.requests_lock:
            self.close()
            known.error = TooMuchAtOnce("Too much is on its way at once. Wait a minute, then send it again.")
            known.completed, known.body_rcv, known.headers["CONTENT_LENGTH"] = True, None, "0"
            self.channel.request = None
            self.channel.requests.append(self)
            if len(self.channel.requests) == 1:
                self.channel.server.add_task(self.channel)
        return True

    def parse_header(self, header_plus: bytes) -> None:
        known: Any = self
        super().parse_header(header_plus)
        if known.path == PATH:
            known.adj = copy(known.adj)
            known.adj.max_request_body_size = LARGEST_UPLOAD + 1


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


class RefusedInWords(WSGITask):
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
        if not getattr(request, "path", "").startswith(f"{PREFIX}/"):  # what isn't even HTTP has none
            super().execute()
            return
        error = request.error
        body = early_problem(error.code, error.body if isinstance(error, TooMuchAtOnce) else None)
        self.status, self.content_length = f"{error.code} {error.reason}", len(body)
        self.response_headers = [("Content-Type", MIMETYPE)]
        self.set_close_on_finish()
        self.write(body)


class Channel(HTTPChannel):
    parser_class = IncomingRequest
    task_class = Answer
    server: Any
    request: Any  # that is coming
    requests: Any  # that came, and are not answered
    requests_lock: Any

    def __init__(self, server: Any, line: socket.socket, address: Any, *more: Any, **named: Any) -> None:
        self.home = home_of(address[0])
        super().__init__(server, line, address, *more, **named)
        server.door.hold_line(self.home, self)

    def received(self, data: bytes) -> bool:
        going_on: bool = super().received(data)
        if whole := list(self.requests):
            self.server.door.hold_line(self.home, self)
        for request in (*whole, self.request):
            if request is not None and request.body_bytes_received:
                request.channel = self
                self.server.door.hold_body(self.home, request)
        return going_on

    def gives_way(self) -> bool:
        """Unless something that came by it is being answered."""
        with self.requests_lock:
            if self.requests or self.will_close:
                return False
            if self.request is not None:  # else it has been idle, and ends as after a while
                request, self.request = self.request, None
                request.error = TooMuchAtOnce(
                    "Too many connections from you wait for the rest of a request. Close some."
                )
                Refused(self, request).service()  # at once, by no thread: there may be thousands
                request.close()
            self.will_close = True
            return True

    def del_channel(self, map: Any = None) -> None:
        super().del_channel(map)
        self.server.door.release_line(self.home, self)
        if self.request is not None:
            self.request.close()

    @staticmethod
    def error_task_class(channel: HTTPChannel, request: Any) -> ErrorTask | WSGITask:  # type: ignore[override]
        """Once it is known where a request goes, the application can tell it."""
        known = isinstance(request.error, RequestEntityTooLarge | TooMuchAtOnce) and hasattr(request, "path")
        return (RefusedInWords if known else Refused)(channel, request)


def server_of(app: Flask, listener: socket.socket) -> Any:
    """What listens there; `run` it. The hub may have a quarter of the lines."""
    # A phone that is out of reach says nothing by itself. The lines that come by a listener take after it.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name in REACH.keys() & vars(socket).keys() if listener.family != getattr(socket, "AF_UNIX", None) else ():
        listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), REACH[name])
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that many phones come at once is no news
    allowed, phones = connections_allowed(), hub(app)
    phones.most = min(phones.most, allowed // 4)
    direct = not app.config["PROXIES"]  # then whatever speaks for a proxy is a phone's own invention
    most_lines = allowed - phones.most
    limits = {**LIMITS, "connection_limit": most_lines, "clear_untrusted_proxy_headers": direct}
    threads = Threads(LIMITS["threads"])
    server: Any = create_server(app, sockets=[listener], ident="companion", _dispatcher=threads, **limits)
    server.door = Door(app.config, most_lines - 4)  # beside them: its own, and one that comes while another goes
    server.channel_class = Channel
    return server


def connections_allowed() -> int:
    """How many may be open: as many as the system lets a process have, up to what we ask for."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_CONNECTIONS + OTHER_FILES
    wanted = most if hard == resource.RLIM_INFINITY else min(most, hard)
    if resource.RLIM_INFINITY != soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, soft - OTHER_FILES)
