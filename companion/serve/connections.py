"""The lines to the phones: how many there may be, for how long, and which of them outlive their request."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from functools import partial
from time import time
from typing import Any

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import RequestEntityTooLarge

from companion.serve.listener import connections_allowed
from companion.serve.request import IncomingRequest, NoRoom, TooMuchAtOnce
from companion.serve.threads import Door, Threads
from companion.web.api import PREFIX
from companion.web.errors import MIMETYPE, early_problem
from companion.web.limits import home_of
from companion.web.live.hub import hub
from companion.web.live.routes import KEEP
from companion.web.security import REFUSED

ACCEPTED = 16  # lines that are let in before those that are there are heard again
WAITED = 1.0  # seconds that a request has waited for a thread, for anybody to ask whether its phone has gone
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


class Answer(WSGITask):
    """The answer to a request. It may go on: then its line is handed on with the answer's head, and no thread waits."""

    channel: Any
    _go_on: Callable[[socket.socket | None, bytes], None] | None = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        del environ["wsgi.file_wrapper"]  # it keeps a file open until all of it has been read: here it is copied
        if environ["REQUEST_METHOD"] == "GET":
            environ[KEEP] = partial(setattr, self, "_go_on")
        if self.channel.server.door.is_crowded:
            self.set_close_on_finish()
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
        return {**super().get_environment(), REFUSED: request.error.code}


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
    """A line. Of requests that come by it at once, each is begun when the answer to the one before has gone out.

    So whoever doesn't read is answered once.
    """

    task_class = Answer
    server: Any
    request: Any  # that is coming
    requests: Any  # the one that came, and is not answered
    requests_lock: Any
    rest = b""  # what came right after it
    unread = 0  # bytes of its answer, when last looked at
    turned_away = False  # since too many of whoever asks wait already

    def __init__(self, server: Any, line: socket.socket, address: Any, *more: Any, **named: Any) -> None:
        self.home = self.asker = home_of(address[0])  # whose line it is, and whose request was answered last
        super().__init__(server, line, address, *more, **named)
        server.door.hold_line(self.home, self)

    def parser_class(self, adj: Any) -> IncomingRequest:  # type: ignore[override]  # who makes them
        request = IncomingRequest(adj)
        request.channel = self
        return request

    def received(self, data: bytes) -> bool:
        going_on: bool = super().received(data)
        whole = list(self.requests)
        if whole and self.connected:  # leave to go on can find its phone gone, and that line would be held for ever
            self.server.door.hold_line(self.home, self)
        for request in (*whole, self.request):
            if request is not None and request.body_rcv is not None:
                self.server.door.hold_body(self.home, request)
        self.say_if_turned_away()
        return going_on

    def say_if_turned_away(self) -> None:
        """At once, by no thread: there may be thousands."""
        if self.turned_away and self.connected:
            (request,) = self.requests
            request.error = TooMuchAtOnce("Too many requests from you wait for an answer. Ask again in a minute.")
            Refused(self, request).service()
            with self.requests_lock:
                self.requests, self.close_when_flushed = [], True
            request.close()

    def service(self) -> None:
        """By a thread. Nothing is shown to whoever has gone meanwhile; but a tap is noted."""
        request = self.requests[0]
        if request.error or request.command != "GET" or not self._has_gone():
            super().service()
            return
        with self.requests_lock:
            self.requests, self.close_when_flushed = [], True
        request.close()
        self.server.pull_trigger()

    def _has_gone(self) -> bool:
        """Asked of the line itself: while a request waits, nothing is read from it. Some probes say that nothing more
        comes as soon as they have asked, which looks the same: before it has waited for long, whoever asked is there.
        """
        if time() - self.last_activity < WAITED:
            return False
        line = self.socket
        try:
            return self.connected and line is not None and not line.recv(1, socket.MSG_PEEK)
        except OSError as error:
            return not isinstance(error, BlockingIOError)

    def readable(self) -> bool:
        """Asked by the thread that waits for all lines, before it does."""
        if self.total_outbufs_len != self.unread:
            self.unread = self.total_outbufs_len
            self.server.door.hold_unread(self.asker, self, self.unread)
        if self.will_close and self.unread:  # what isn't read can't be waited for
            self.handle_close()
        if self.rest and super().readable():
            rest, self.rest = self.rest, b""
            try:
                self.received(rest)
            except Exception:  # which would end the server
                self.handle_error()
        return bool(self.connected and super().readable())

    def writable(self) -> bool:
        """Not once it was closed right before: by then its descriptor may be another phone's, which would be closed."""
        return bool(self.connected and super().writable())

    def handle_expt(self) -> None:
        """Urgent bytes: no browser sends any, and they would be said again and again."""
        self.handle_close()

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
        self.server.door.hold_unread(self.asker, self, 0)
        if self.request is not None:
            self.request.close()

    @staticmethod
    def error_task_class(channel: HTTPChannel, request: Any) -> ErrorTask | WSGITask:  # type: ignore[override]
        """Once it is known where a request goes, the application can tell it."""
        known = isinstance(request.error, RequestEntityTooLarge | TooMuchAtOnce | NoRoom) and hasattr(request, "path")
        return (RefusedInWords if known else Refused)(channel, request)


def _without_address(said: logging.LogRecord) -> bool:
    """Of what went wrong behind the application's back: the address of a sitting is its key."""
    said.msg = str(said.msg).partition(" while serving ")[0]
    return True


def server_of(app: Flask, listener: socket.socket) -> Any:
    """What listens there; `run` it. The hub may have a quarter of the lines."""
    # A phone that is out of reach says nothing by itself. The lines that come by a listener take after it.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name in REACH.keys() & vars(socket).keys() if listener.family != getattr(socket, "AF_UNIX", None) else ():
        listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), REACH[name])
    logging.getLogger("waitress").addFilter(_without_address)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that many phones come at once is no news
    allowed, phones = connections_allowed(), hub(app)
    phones.most = min(phones.most, allowed // 4)
    most_lines = allowed - phones.most
    # What a proxy says is believed by ProxyFix alone, and only where there is one; the doctor wants to see the rest
    limits = {**LIMITS, "connection_limit": most_lines, "clear_untrusted_proxy_headers": False, "ident": "companion"}
    server: Any = create_server(app, sockets=[listener], _dispatcher=Threads(LIMITS["threads"]), **limits)
    server.door = Door(app.config, most_lines - 4 - ACCEPTED)  # beside them: its own, and those that come as others go
    server.channel_class = Channel
    server.handle_close = lambda: None  # no fault with one line, for which there may be no memory, ends the listener
    let_in = server.handle_accept
    server.handle_accept = lambda: [let_in() for _ in range(ACCEPTED)]  # where only one, a new phone waits behind them
    return server
