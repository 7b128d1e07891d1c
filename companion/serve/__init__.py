"""WHO ANSWERS AT THE DOOR. `companion serve` listens, and says where: to this machine and to the phones."""

from __future__ import annotations

import errno
import ipaddress
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

import segno
from flask import Flask

from companion import create_app, store
from companion.serve.connections import FEWEST_CONNECTIONS, OTHER_FILES, connections_allowed, server_of
from companion.serve.threads import give_memory_back
from companion.web.live.hub import hub

EVERYWHERE = "0.0.0.0"  # phones must reach it
USUAL_PORT = 8000
PATIENCE = 5.0  # seconds for whatever had the port to leave it, a server that is just stopping
NO_WIFI = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "tun", "tap", "utun", "wg", "tailscale", "zt", "ppp")


class NoServer(Exception):
    """Nothing can be served so. Says why."""


def serve(settings: Mapping[str, Any]) -> None:
    """With all of the settings that `create_app` reads by itself, and those of the command's options."""
    make, workers = partial(create_app, settings), settings["WORKERS"]
    if workers > 1:
        if not hasattr(os, "fork"):
            raise NoServer("several processes share one port on Linux and macOS only: leave --workers out")
        try:
            from companion.serve.processes import Workers
        except ModuleNotFoundError:
            raise NoServer("for --workers, install the extra: pip install 'companion[workers]'") from None
    if connections_allowed() < FEWEST_CONNECTIONS:
        least = FEWEST_CONNECTIONS + OTHER_FILES
        raise NoServer(f"a process must be allowed {least} open files, for the lines of phones: ulimit -n 1024")
    give_memory_back()
    app = make()
    if upgraded := store.upgrade(app):
        print(f"companion: {upgraded}", file=sys.stderr, flush=True)
    find_temporary_folder(Path(app.instance_path))
    listener = listen(settings.get("HOST") or EVERYWHERE, settings.get("PORT"))
    if workers > 1:
        announce(*listener.getsockname()[:2])
        Workers(partial(_make_and_be_seen, make), listener, workers).run()
    else:
        _serve_alone(app, listener)


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


def _make_and_be_seen(make: Callable[[], Flask]) -> Flask:
    """A process that comes while the database doesn't answer serves all the same: taps say so until it does."""
    app = make()
    with suppress(store.StoreTrouble):
        store.be_seen(app)
    return app


def _serve_alone(app: Flask, listener: socket.socket) -> None:
    store.be_seen(app)
    server = server_of(app, listener)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    announce(*listener.getsockname()[:2])
    try:
        server.run()
    finally:
        hub(app).close()
        server.close()


def listen(host: str, told: int | None) -> socket.socket:
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


class Address(NamedTuple):
    """An address of this machine, and the adapter that it belongs to."""

    address: str
    adapter: str


def announce(host: str, port: int) -> None:
    """Flushed, since scripts and tests wait for these lines."""
    here, reachable = addresses(host)
    print(f"Companion is ready on this machine: {_url(here, port)}", flush=True)
    for address, adapter in reachable:
        print(f"For the phones on the same network: {_url(address, port)} ({adapter})", flush=True)
    if reachable:
        try:
            segno.make(_url(reachable[0].address, port), error="l").terminal(compact=True)
        except UnicodeEncodeError:  # a terminal without block characters still has the address above
            print("(this terminal can't show the QR code)")
    else:
        print("Phones can't reach it: it listens on this machine only, or there is no network.")
    print("Stop it with Ctrl+C.", flush=True)


def addresses(host: str) -> tuple[str, list[Address]]:
    """Where this machine finds a listener on `host`, and where phones do, the likeliest first."""
    address = ipaddress.ip_address(host)
    if address.is_loopback:
        return host, []
    known = _reachable()
    if not address.is_unspecified:
        return host, [one for one in known if one.address == host] or [Address(host, "as told")]
    here = "127.0.0.1" if address.version == 4 else "::1"
    return here, sorted((one for one in known if address.version == 6 or ":" not in one.address), key=_unlikely)


def _reachable() -> list[Address]:
    """Every address of this machine that another one could reach, whether or not there is a way to the internet."""
    import ifaddr  # which looks for the C library in a process of its own: a tenth of a start that nobody else needs

    found = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            address = str(ip.ip if ip.is_IPv4 else ip.ip[0])
            parsed = ipaddress.ip_address(address)
            if not parsed.is_loopback and not parsed.is_link_local:
                found.append(Address(address, adapter.nice_name))
    return found


def _unlikely(one: Address) -> tuple[bool, bool]:
    """A phone in the kitchen is hardly in a VPN, nor among a machine's own guests; and IPv4 is shorter to type."""
    return one.adapter.lower().startswith(NO_WIFI), ":" in one.address


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
