"""A real server, and one address that wants all of it: another one's phones are served as before."""

import http.client
import os
import socket
import sys
from contextlib import closing, contextmanager
from pathlib import Path
from select import select
from time import monotonic, sleep

import pytest

from load.served import served

pytestmark = pytest.mark.slow

GREEDY, FAMILY = "127.0.0.1", "127.0.0.2"
SOON = 5.0  # seconds: a page takes hundredths of one, on a machine that is idle


@contextmanager
def at_the_door(folder, **environment):
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
    settings = {f"COMPANION_{name}": str(value) for name, value in environment.items()}
    with served(command, {"COMPANION_INSTANCE": str(folder), **settings}) as running:
        yield running


@pytest.fixture
def line_to():
    """A line from this address, by which this has been said, or as much of it as is taken."""
    lines = []

    def one(server, said=b"", home=GREEDY):
        line = socket.create_connection(server.address, timeout=20, source_address=(home, 0))
        lines.append(line)
        try:
            line.sendall(said)
        except OSError:  # it was refused meanwhile
            assert said
        return line

    yield one
    for line in lines:
        line.close()


def opened(server, path, home=FAMILY):
    """The status of a page, and after how many seconds."""
    began = monotonic()
    with closing(http.client.HTTPConnection(*server.address, timeout=60, source_address=(home, 0))) as line:
        line.request("GET", path)
        status = line.getresponse().status
    return status, monotonic() - began


def said_to(line):
    answer = http.client.HTTPResponse(line, method="POST")
    answer.begin()
    return answer.status, answer.headers, answer.read().decode()


def held_on_disk(server):
    """Bytes in files that have no name any more."""
    sizes = []
    for file in Path("/proc", str(server.process.pid), "fd").iterdir():
        try:
            sizes.append(file.stat().st_size if "(deleted)" in os.readlink(file) else 0)
        except FileNotFoundError:
            continue
    return sum(sizes)


def until(done):
    began = monotonic()
    while not done():
        assert monotonic() - began < 20
        sleep(0.02)


def test_uploads_that_never_end_hold_no_more_of_the_disk_than_an_address_may(tmp_path, line_to):
    head = b"POST /import HTTP/1.1\r\nHost: here\r\nAccept-Language: fr\r\nContent-Length: 4000000\r\n\r\n"
    with at_the_door(tmp_path, BODIES_OF_ONE=10_000_000) as server:
        lines = [line_to(server, head + b"x" * 3_000_000) for _ in range(12)]
        until(lambda: held_on_disk(server) >= 6_000_000)
        assert held_on_disk(server) <= 10_100_000
        answered, _, _ = select(lines, [], [], 20)  # on a busy machine it needn't be the first that gives way
        status, headers, text = said_to(answered[0])
        assert (status, headers["Retry-After"]) == (429, "60")
        assert "Trop à la fois" in text
        status, took = opened(server, "/import")
        assert status == 200
        assert took < SOON
        for line in lines:
            line.close()
        until(lambda: held_on_disk(server) == 0)


def test_half_requests_of_one_address_keep_no_other_waiting(tmp_path, line_to):
    with at_the_door(tmp_path, CONNECTIONS=40) as server:
        lines = [line_to(server, b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ") for _ in range(400)]
        for home in (FAMILY, GREEDY):
            status, took = opened(server, "/", home)
            assert status == 200
            assert took < SOON
        status, _, text = said_to(lines[0])
        assert status == 429
        assert "Close some." in text
        files = list(Path("/proc", str(server.process.pid), "fd").iterdir())
        assert len(files) < 100


def test_who_asks_for_much_at_once_and_reads_nothing_holds_little(tmp_path, line_to):
    """A text whole, and a file as it lies on the disk."""
    with at_the_door(tmp_path) as server:
        opened(server, "/api/openapi.json")
        before = server.megabytes()
        for path in ("/api/openapi.json", "/static/vendor/htmx.min.js"):
            for _ in range(30):
                line_to(server, f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode() * 150)
        for _ in range(3):
            status, took = opened(server, "/")
            assert (status, took < SOON) == (200, True)
        assert server.megabytes() < before + 30
        assert len(list(Path("/proc", str(server.process.pid), "fd").iterdir())) < 100


def test_streams_of_one_address_leave_some_for_another(tmp_path, line_to):
    with at_the_door(tmp_path, STREAMS=30) as server:
        with closing(http.client.HTTPConnection(*server.address, timeout=20)) as line:
            body = b'{"game": "fiasko", "players": ["Ana", "Tom", "Eve"]}'
            line.request("POST", "/api/sittings", body, {"Content-Type": "application/json"})
            address = line.getresponse().headers["Location"]
        listen = f"GET {address}/stream HTTP/1.1\r\nHost: here\r\n\r\n".encode()

        def status(home):
            line = line_to(server, listen, home)
            return line.recv(12)[-3:]

        assert [status(GREEDY) for _ in range(31)] == [b"200"] * 30 + [b"503"]
        assert [status(FAMILY) for _ in range(15)] == [b"200"] * 15
        assert [status(FAMILY), status(GREEDY)] == [b"503"] * 2


@pytest.mark.parametrize("homes", [1, 50])
@pytest.mark.parametrize("said", [b"", b"POST /import HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nhalf"])
def test_where_few_files_may_be_open_a_new_phone_finds_room(tmp_path, line_to, homes, said):
    """Lines of whoever has most of them end, though an address might have more where there is room; also where a
    stranger has many addresses, with a few lines each.
    """
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
    few = ["sh", "-c", 'ulimit -n 220 && exec "$@"', "sh", *command]
    with served(few, {"COMPANION_INSTANCE": str(tmp_path)}) as server:
        for number in range(200):
            line_to(server, said, f"127.0.1.{number % homes + 1}")
        status, took = opened(server, "/")
        assert status == 200
        assert took < SOON


def test_lines_that_a_proxy_keeps_for_answers_that_nobody_reads_leave_some_for_others(tmp_path, line_to):
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--port", "0"]
    few = ["sh", "-c", 'ulimit -n 220 && exec "$@"', "sh", *command]
    with served(few, {"COMPANION_INSTANCE": str(tmp_path), "COMPANION_PROXIES": "1"}) as server:
        for _ in range(200):
            line = line_to(server, b"GET /settings HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: 10.0.0.7\r\n\r\n")
            line.settimeout(SOON)
            assert line.recv(12) == b"HTTP/1.1 200"
        status, took = opened(server, "/")
        assert status == 200
        assert took < SOON
