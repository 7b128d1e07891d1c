"""`companion health` asks a server whether it is well: for a container's check, a timer, a script."""

from __future__ import annotations

import argparse
import http.client
import json
import socket
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from companion.cli.database import add_instance
from companion.cli.terminal import Commands, Trouble, chosen_settings, write

PATIENCE = 10.0  # seconds
HEALTH = "/healthz"


class AtSocket(http.client.HTTPConnection):
    """By a socket that is a file."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=PATIENCE)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(self._path)


def add(commands: Commands) -> None:
    health = commands.add_parser(
        "health",
        help="ask a running server whether it is well, and can write; ends with 0 where it is",
        description="Ask a running server whether it is well. Where no address is named, it is looked for on this "
        "machine, by the settings with which it was started.",
    )
    health.add_argument(
        "address", metavar="ADDRESS", nargs="?", help="such as https://example.org/cards: to ask by way of its proxy"
    )
    add_instance(health)
    health.set_defaults(command=_health)


def _health(arguments: argparse.Namespace) -> None:
    address = arguments.address
    said = ask(address, f"{HEALTH}?write=1") if address else ask_here(chosen_settings(arguments))
    write(f"ok: Companion {said.get('version')}\n")


def ask_here(settings: Mapping[str, Any]) -> dict[str, Any]:
    if uds := settings.get("UDS"):
        return _answer(AtSocket(str(uds)), f"{HEALTH}?write=1", f"the socket {uds}")
    host = settings.get("HOST") or "127.0.0.1"
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    port = settings.get("PORT") or 8000
    return ask(f"http://[{here}]:{port}" if ":" in here else f"http://{here}:{port}", f"{HEALTH}?write=1")


def ask(address: str, path: str) -> dict[str, Any]:
    """What the server there says as JSON; or Trouble."""
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        port = parts.port
    except ValueError:
        raise Trouble(f"{address} is no address") from None
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    if not parts.hostname:
        raise Trouble(f"{address} is no address")
    return _answer(kind(parts.hostname, port, timeout=PATIENCE), parts.path.rstrip("/") + path, address)


def _answer(line: http.client.HTTPConnection, path: str, where: str) -> dict[str, Any]:
    try:
        line.request("GET", path, headers={"Accept": "application/json"})
        answer = line.getresponse()
        raw = answer.read(100_000)
    except (OSError, http.client.HTTPException) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise Trouble(f"no server answers at {where}: {why}") from None
    finally:
        line.close()
    try:
        said = json.loads(raw)
        known = isinstance(said, dict) and said.get("status") in ("ok", "trouble")
    except ValueError:
        known = False
    if not known:
        raise Trouble(f"what answers at {where} is not Companion: status {answer.status}")
    if said["status"] != "ok":
        raise Trouble(f"the server at {where} is not well: {said.get('error')}")
    return dict(said)
