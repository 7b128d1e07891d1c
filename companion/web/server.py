"""`companion serve`: listens, and says where, for this machine and for the phones at the table."""

from __future__ import annotations

import errno
import ipaddress
import signal
import socket
from pathlib import Path
from types import FrameType
from typing import NoReturn

import segno
from waitress.server import create_server

from companion import create_app, store

EVERYWHERE = "0.0.0.0"  # phones must reach it
LAST_PORT = 65535
THREADS = 16


class NoPort(Exception):
    """Nothing can listen there. Says why."""


def serve(host: str | None, port: int, instance: Path | None) -> None:
    app = create_app({"INSTANCE": instance} if instance else None)
    store.upgrade(app)
    listener = listen(host or EVERYWHERE, port)
    server = create_server(
        app, sockets=[listener], threads=THREADS, ident="companion", clear_untrusted_proxy_headers=True
    )
    signal.signal(signal.SIGTERM, _stop)
    announce(*listener.getsockname()[:2])
    try:
        server.run()
    finally:
        server.close()


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)


def listen(host: str, port: int) -> socket.socket:
    """On this port, or on the next one that is free."""
    while True:
        try:
            return _bound(host, port)
        except socket.gaierror:
            raise NoPort(f"there is no address {host!r} on this machine") from None
        except PermissionError:
            raise NoPort(f"port {port} is not for this user: try one above 1023") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise NoPort(f"can't listen on {host}: {error.strerror}") from None
            if port == LAST_PORT:
                raise NoPort("every port up to the last one is taken") from None
            port += 1


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


def announce(host: str, port: int) -> None:
    """Flushed, since scripts and tests wait for these lines."""
    here, phones = addresses(host)
    print(f"Companion is ready on this machine: {_url(here, port)}", flush=True)
    if phones:
        print(f"For the phones on the same Wi-Fi:   {_url(phones, port)}", flush=True)
        _print_qr(_url(phones, port))
    else:
        print("Phones can't reach it: it listens on this machine only, or there is no network.")
    print("Stop it with Ctrl+C.", flush=True)


def addresses(host: str) -> tuple[str, str | None]:
    """Where this machine finds a listener on `host`, and where phones do."""
    address = ipaddress.ip_address(host)
    if address.is_unspecified:
        return ("127.0.0.1" if address.version == 4 else "::1"), _own_address()
    return host, None if address.is_loopback else host


def _own_address() -> str | None:
    """The address that this machine has in its network; asking for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nobody's
        except OSError:
            return None
        own: str = probe.getsockname()[0]
    return None if ipaddress.ip_address(own).is_loopback else own


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _print_qr(url: str) -> None:
    try:
        segno.make(url, error="l").terminal(compact=True)
    except UnicodeEncodeError:  # a terminal without block characters still has the address above
        print("(this terminal can't show the QR code)")
