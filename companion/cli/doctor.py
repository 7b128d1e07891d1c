"""`companion doctor` says of each thing that a server needs whether it is fine; `health` asks a running server."""

from __future__ import annotations

import argparse
import http.client
import json
import os
import platform
import shutil
import socket
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from companion import __version__, settings
from companion.cli.database import add_instance
from companion.cli.terminal import Commands, Trouble, chosen_settings, options_of, write

LEAST_FREE = 200_000_000  # bytes: two years of a club
WRITTEN = datetime(2026, 11, 1, tzinfo=UTC)  # no clock of today shows an earlier day
SKEW = timedelta(minutes=10)
PATIENCE = 10.0  # seconds
HEALTH = "/healthz"


class Finding(NamedTuple):
    well: bool
    sentence: str


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

    doctor = commands.add_parser(
        "doctor",
        help="look at settings, data folder, database, addresses and clock, and say of each what to do",
        description="Each line is fine, or says what to do. Nothing is changed. Ends with 0 where all is fine.",
    )
    add_instance(doctor)
    doctor.set_defaults(command=_doctor)


def _doctor(arguments: argparse.Namespace) -> None:
    wrong = 0
    for finding in _findings(arguments):
        wrong += not finding.well
        write(f"{'fine' if finding.well else 'TO DO'}: {finding.sentence}\n")
    if wrong:
        raise Trouble(f"{wrong} to do" if wrong > 1 else "1 thing to do")


def _findings(arguments: argparse.Namespace) -> Iterator[Finding]:
    yield Finding(True, f"Companion {__version__}, Python {platform.python_version()}, {platform.system()}")
    try:
        chosen = {**settings.read(os.environ), **options_of(arguments)}
        folder = settings.data_folder(chosen)
    except settings.BadSettings as bad:
        yield from (Finding(False, sentence) for sentence in (*bad.sentences, *settings.unknown(os.environ)))
        return
    said = [*settings.unknown(os.environ), *filter(None, [settings.former(chosen)])]
    yield from (Finding(False, sentence) for sentence in said)
    if not said:
        set_here = sorted(name for name in os.environ if name.startswith(settings.PREFIX) and os.environ[name])
        yield Finding(True, f"settings: {', '.join(set_here) or 'all as they are by themselves'}")
    for part in (_folder, _database, _server, _addresses):
        yield from part(chosen, folder)


def _folder(chosen: Mapping[str, Any], folder: Path) -> Iterator[Finding]:
    if not folder.is_dir():
        yield Finding(False, f"{folder} is not there: start the server once, or name the folder with --instance")
        return
    open_to_all = [path for path in sorted(folder.glob("companion.sqlite3*")) if path.stat().st_mode & 0o077]
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield Finding(False, f"{folder} can't be written by this user: change its owner, or run as that one")
    elif open_to_all and os.name == "posix":
        names = " ".join(str(path) for path in open_to_all)
        yield Finding(False, f"others on this machine can read the links of all tables: chmod 600 {names}")
    else:
        yield Finding(True, f"the data folder {folder} can be written, and nobody else reads what is in it")
    free = shutil.disk_usage(folder).free
    megabytes = f"{free // 1_000_000} MB are free on its disk"
    yield Finding(free >= LEAST_FREE, megabytes if free >= LEAST_FREE else f"only {megabytes}: make room")


def _database(chosen: Mapping[str, Any], folder: Path) -> Iterator[Finding]:
    from companion import store

    if not chosen.get("DATABASE_URL") and not folder.is_dir():
        return
    latest = None
    try:
        with store.application(folder, chosen).app_context():
            found = store.check_up()
        latest = found.latest
        if found.revision is None:
            yield Finding(False, f"the database {found.place} is empty: run “companion upgrade”, or restore a backup")
        elif found.revision != found.newest:
            behind = f"is of version {found.revision}, and this Companion wants {found.newest}"
            yield Finding(False, f"the database {found.place} {behind}: run “companion upgrade”")
        else:
            yield Finding(True, f"the database {found.place}, version {found.revision}, written by {found.release}")
    except store.StoreTrouble as trouble:
        yield Finding(False, f"the database: {trouble}")
    now = datetime.now(UTC)
    if now < WRITTEN:
        yield Finding(False, f"the clock shows {now:%Y-%m-%d}: set it, or evenings get wrong dates")
    elif latest and latest > now + SKEW:
        yield Finding(
            False, f"the clock shows {now:%Y-%m-%d %H:%M} UTC, and the last entry is of {latest:%Y-%m-%d %H:%M}"
        )
    else:
        yield Finding(True, f"the clock shows {now.astimezone():%Y-%m-%d %H:%M %Z}")


def _server(chosen: Mapping[str, Any], folder: Path) -> Iterator[Finding]:
    try:
        said = ask_here(chosen)
    except Trouble as trouble:
        yield Finding(False, f"{trouble}. Start it with “companion”")
        return
    other = f": it is {said.get('version')}, so start it again" if said.get("version") != __version__ else ""
    yield Finding(not other, f"a server runs with these settings{other}")
    yield _proxies(said.get("forwarded"), chosen["PROXIES"])


def _proxies(seen: Mapping[str, Any] | None, trusted: int) -> Finding:
    """What the last request that came by any said of itself, against COMPANION_PROXIES."""
    if not seen:
        return Finding(True, f"proxies: none seen yet since the server started, and COMPANION_PROXIES is {trusted}")
    many, lacks = seen["proxies"], seen["lacks"]
    last = f"the last request that came by a proxy names {many} address{'es' if many > 1 else ''}"
    if many < trusted or not trusted:
        own = "" if trusted else ", if that proxy is yours"
        return Finding(False, f"{last}, and COMPANION_PROXIES is {trusted}: set it to {many}{own}")
    if lacks:
        return Finding(False, f"{last}, and lacks {' and '.join(lacks)}: let the proxy send that")
    few = "" if many == trusted else f": of these only the last {'one counts' if trusted == 1 else f'{trusted} count'}"
    return Finding(True, f"{last}, and COMPANION_PROXIES is {trusted}{few}")


def _addresses(chosen: Mapping[str, Any], folder: Path) -> Iterator[Finding]:
    from companion.serve.addresses import addresses_of, url_of

    proxies, public = chosen["PROXIES"], chosen.get("ADDRESS")
    if public:
        yield _public(public, proxies)
        return
    if proxies or chosen.get("UDS"):
        yield Finding(False, "links and codes need the address of the proxy: set COMPANION_ADDRESS to it")
        return
    try:
        found = addresses_of(chosen.get("HOST") or "0.0.0.0")[1]
    except ValueError:
        yield Finding(True, f"the address to listen on is a name, {chosen['HOST']}")
        return
    for number, (address, adapter) in enumerate(found):
        likely = "phones on the same network open" if not number else "another address is"
        yield Finding(True, f"{likely} {url_of(address, chosen.get('PORT') or 8000)}/ ({adapter})")
    if not found:
        yield Finding(False, "no phone can open it: join a network, and listen on every address (--host 0.0.0.0)")


def _public(public: str, proxies: int) -> Finding:
    """By way of it, what does the server believe that it was asked for?"""
    try:
        seen = ask(public, f"{HEALTH}?address=1").get("address", "")
    except Trouble as trouble:
        return Finding(False, f"COMPANION_ADDRESS: {trouble}")
    if str(seen).rstrip("/") == public:
        return Finding(True, f"phones open {public}/, and the server knows it by that name (proxies: {proxies})")
    advice = "let it send X-Forwarded-Host, -Proto and -Prefix" if proxies else "set COMPANION_PROXIES to 1"
    return Finding(False, f"a proxy at {public} answers, and the server takes that for {seen}: {advice}")


class AtSocket(http.client.HTTPConnection):
    """By a socket that is a file."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=PATIENCE)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(self._path)


def _health(arguments: argparse.Namespace) -> None:
    address = arguments.address
    said = ask(address, f"{HEALTH}?write=1") if address else ask_here(chosen_settings(arguments))
    write(f"ok: Companion {said.get('version')}\n")


def ask_here(settings: Mapping[str, Any]) -> dict[str, Any]:
    path = f"{HEALTH}?write=1&proxies=1"
    if uds := settings.get("UDS"):
        return _answer(AtSocket(str(uds)), path, f"the socket {uds}")
    host = settings.get("HOST") or "127.0.0.1"
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    port = settings.get("PORT") or 8000
    return ask(f"http://[{here}]:{port}" if ":" in here else f"http://{here}:{port}", path)


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
