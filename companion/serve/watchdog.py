"""What systemd wants to know of a server (Type=notify): that it is ready, and again and again that it still answers."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any

from companion.web.errors import HEALTH

PATIENCE = 5.0  # seconds for an answer
ASKED = f"GET {HEALTH} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode()


@contextmanager
def told(listener: socket.socket) -> Iterator[None]:
    """Around serving whoever comes by this listener."""
    if not os.environ.get("NOTIFY_SOCKET") or not hasattr(socket, "AF_UNIX"):
        yield
        return
    ends, begun_by, name = Event(), os.getpid(), listener.getsockname()
    if not isinstance(name, str):
        name = ({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(name[0], name[0]), *name[1:])
    Thread(target=_go_on, args=(ends, listener.family, name), name="watchdog", daemon=True).start()
    try:
        yield
    finally:
        ends.set()
        if os.getpid() == begun_by:  # and not in a process that it has started
            _tell("STOPPING=1")


def _go_on(ends: Event, family: socket.AddressFamily, address: Any) -> None:
    """systemd ends and starts anew a server that keeps silent for WATCHDOG_USEC."""
    pause, ready = int(os.environ.get("WATCHDOG_USEC") or 20_000_000) / 2_000_000, False
    while True:
        if _answers(family, address):
            _tell("WATCHDOG=1" if ready else "READY=1")
            ready = True
        if ends.wait(pause if ready else 0.1):
            return


def _answers(family: socket.AddressFamily, address: Any) -> bool:
    """Also where it says that its database has trouble: starting anew would mend nothing of that. 500 is no answer:
    phones no longer hear what is noted.
    """
    try:
        with socket.socket(family, socket.SOCK_STREAM) as line:
            line.settimeout(PATIENCE)
            line.connect(address)
            line.sendall(ASKED)
            kind, _, status = line.recv(100).partition(b" ")
            return kind.startswith(b"HTTP/") and not status.startswith(b"500")
    except OSError:
        return False


def _tell(word: str) -> None:
    name = os.environ["NOTIFY_SOCKET"]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.connect(f"\0{name[1:]}" if name.startswith("@") else name)
        systemd.sendall(word.encode())
