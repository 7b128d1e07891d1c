"""Where the server listens: at a port, or at a socket that is a file; and how many connections it may have."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import stat
from collections.abc import Mapping
from pathlib import Path
from time import monotonic, sleep
from typing import Any

EVERYWHERE = "0.0.0.0"  # phones must reach it
USUAL_PORT = 8000
MOST_CONNECTIONS = 5600  # a browser keeps up to six open: with waitress's 100, a score of idle ones shut the door
OTHER_FILES = 100  # beside them
FEWEST_CONNECTIONS = 100  # lines, for any table to be served
PATIENCE = 5.0  # seconds for whatever had the port to leave it, a server that is just stopping


class NoServer(Exception):
    """Nothing can be served so. Says why."""


def listen(settings: Mapping[str, Any]) -> socket.socket:
    if uds := settings.get("UDS"):
        return _at_file(Path(uds))
    # Who stands before it, or is told its address, looks for it at one port alone
    known = settings.get("PROXIES") or settings.get("ADDRESS")
    return at_port(settings.get("HOST") or EVERYWHERE, settings.get("PORT", USUAL_PORT if known else None))


def at_port(host: str, told: int | None) -> socket.socket:
    """On the port that was told, once the server before has left it; where none was, on the next one that is free."""
    port, until = USUAL_PORT if told is None else told, monotonic() + PATIENCE
    while True:
        try:
            return _bound(host, port)
        except socket.gaierror:
            raise NoServer(f"there is no address {host!r} on this machine") from None
        except PermissionError:
            raise NoServer(f"port {port} is not for this user: try one above 1023") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise NoServer(f"can't listen on {host}: {error.strerror}") from None
        if told is None:
            port += 1
        elif monotonic() < until:
            sleep(0.05)
        else:
            raise NoServer(f"port {port} is taken: stop what listens there, or name another one")


def _bound(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def _at_file(path: Path) -> socket.socket:
    """Whoever may enter its folder may connect. One that a killed server has left is taken away."""
    if not hasattr(socket, "AF_UNIX"):
        raise NoServer("sockets that are files are there on Linux and macOS only: leave --uds out")
    until = monotonic() + PATIENCE
    while _is_answered(path):
        if monotonic() > until:
            raise NoServer(f"{path} is the socket of another server: stop that, or name another one")
        sleep(0.05)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        path.unlink(missing_ok=True)
        listener.bind(str(path))
        os.chmod(path, 0o666)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise NoServer(f"can't listen at {path}: {error.strerror or error}") from None
    return listener


def _is_answered(path: Path) -> bool:
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise NoServer(f"{path} is there and is no socket: name another one")
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
            caller.settimeout(1)
            caller.connect(str(path))
        return True
    except FileNotFoundError:
        return False
    except OSError as error:
        if error.errno == errno.ECONNREFUSED:
            return False
        raise NoServer(f"can't listen at {path}: {error.strerror or error}") from None


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
