"""How lines to phones are kept: how many, for how long, and by which threads."""

from __future__ import annotations

import contextlib
import socket
from typing import Any

from flask import Flask
from waitress.server import create_server
from waitress.task import ThreadedTaskDispatcher

from companion.web.hub import Hub
from companion.web.live import hub_of

THREADS = 16  # beside one for each stream
CONNECTIONS = 4000  # a browser keeps up to six open: with waitress's 100, a score of idle ones shut the door
FILES = 100  # beside the connections
REACH = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 3, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 15_000}  # s, s, times, ms
WIRE: dict[str, Any] = {
    "log_socket_errors": False,  # that phones go is nothing to complain about
    "channel_request_lookahead": 1,  # else nobody notices it while a stream goes on
    "channel_timeout": 60,  # seconds until an idle one is closed
    "backlog": 1024,
    "asyncore_use_poll": True,  # select() stops at 1024 descriptors
    "max_request_body_size": 6_500_000,  # else a body is written to disk whole before anybody refuses it
    "clear_untrusted_proxy_headers": True,
}


class Threads(ThreadedTaskDispatcher):
    """One for each stream, and some for all else. When the server ends, the streams do so first."""

    def __init__(self, hub: Hub) -> None:
        super().__init__()
        self._hub = hub
        hub.grow = self.grow
        self.grow(0)

    def grow(self, streams: int) -> None:
        """Those of streams that have ended stay for the next."""
        if len(self.threads) < THREADS + streams:
            self.set_thread_count(THREADS + streams)

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        self._hub.close()
        return super().shutdown(cancel_pending, timeout)


def server_of(app: Flask, listener: socket.socket) -> Any:
    _ask_whether_phones_are_there(listener)
    limit = connections()
    threads = Threads(hub_of(app))
    return create_server(
        app, _dispatcher=threads, sockets=[listener], ident="companion", connection_limit=limit, **WIRE
    )


def _ask_whether_phones_are_there(listener: socket.socket) -> None:
    """One that is out of reach says nothing by itself. The lines that come by a listener take after it."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in REACH.items():
        if hasattr(socket, name):
            listener.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def connections() -> int:
    """As many as the system lets a process have, up to what we ask for."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES if hard == resource.RLIM_INFINITY else min(CONNECTIONS + FILES, hard)
    if resource.RLIM_INFINITY != soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return CONNECTIONS if soft == resource.RLIM_INFINITY else min(CONNECTIONS, soft - FILES)
