"""`companion serve`, as whoever runs it sees it."""

import contextlib
import http.client
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.slow


@contextmanager
def serving(folder, *arguments, files=None, largest=None, **environment):
    """The lines that it prints until it is ready, and the process; ended when the block ends. `files` it may open, and
    the `largest` that it may write, in bytes.
    """
    limits = {resource.RLIMIT_NOFILE: files, resource.RLIMIT_FSIZE: largest}

    def limit():
        for kind, most in limits.items():
            if most:
                resource.setrlimit(kind, (most, most))

    process = subprocess.Popen(
        [sys.executable, "-m", "companion", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COMPANION_INSTANCE": str(folder), **environment},
        preexec_fn=limit if any(limits.values()) else None,
    )
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "Ctrl+C" in line:
                break
        yield lines, process
    finally:
        process.terminate()
        process.communicate(timeout=20)


def address_in(lines):
    return re.search(r"http://\S+/", lines[0])[0]


def page(address):
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.status, answer.read().decode()


def test_a_thread_that_draws_a_long_page_lets_others_go_on_each_millisecond(tmp_path):
    """Python's own five keep a tap waiting at each step on its way, for as many as draw."""
    code = (
        "import sys; from companion import create_app, serve, store; app = create_app(); store.upgrade(app); "
        "serve._prepare(app, ('127.0.0.1', 8000)); print(sys.getswitchinterval())"
    )
    environment = {**os.environ, "COMPANION_INSTANCE": str(tmp_path)}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True, timeout=60)
    assert float(said.stdout) == pytest.approx(0.001)


@pytest.mark.parametrize(("proxies", "believed"), [("0", False), ("1", True)])
def test_it_believes_a_proxy_only_where_one_is_said_to_stand_before_it(tmp_path, proxies, believed):
    given = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "table.example"}
    with serving(tmp_path, "--host", "127.0.0.1", "--port", "0", COMPANION_PROXIES=proxies) as (lines, _):
        asked = urllib.request.Request(address_in(lines), headers=given)
        with urllib.request.urlopen(asked, timeout=10) as answer:
            cookies = answer.headers.get_all("Set-Cookie")
    assert cookies
    assert all(("; Secure" in cookie) == believed for cookie in cookies)


def test_it_says_what_it_did_to_an_old_database_and_serves_it(tmp_path, taken_back):
    with serving(tmp_path, "--host", "127.0.0.1", "--port", "0"):
        pass
    taken_back(f"sqlite:///{tmp_path}/companion.sqlite3", "0003")
    with serving(tmp_path, "--host", "127.0.0.1", "--port", "0") as (lines, process):
        assert page(address_in(lines))[0] == 200
        assert process.stderr.readline().startswith("companion: The database was upgraded from 0003 to ")
    assert len(list(tmp_path.glob("companion.sqlite3.before-*"))) == 1


# What comes by the wire


@pytest.fixture(scope="module", params=["1", "2"])
def served(request, tmp_path_factory):
    """By one process, and by two: the limits are the same."""
    folder = tmp_path_factory.mktemp("served")
    with serving(folder, "--host", "127.0.0.1", "--port", "0", "--workers", request.param) as (lines, _):
        yield urllib.parse.urlsplit(address_in(lines))


def answered(served, said):
    """The first line of what is answered."""
    with socket.create_connection((served.hostname, served.port), timeout=10) as line:
        line.sendall(said)
        return line.recv(200).split(b"\r\n")[0]


def test_a_hundred_and_fifty_idle_browsers_shut_nobody_out(served):
    with contextlib.ExitStack() as idle:
        for _ in range(150):
            idle.enter_context(socket.create_connection((served.hostname, served.port), timeout=10))
        assert page(served.geturl())[0] == 200


def test_half_requests_shut_nobody_out(served):
    with contextlib.ExitStack() as slow:
        for _ in range(100):
            line = slow.enter_context(socket.create_connection((served.hostname, served.port), timeout=10))
            line.sendall(b"POST /settings HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\nowner=")
        assert page(served.geturl())[0] == 200


def test_a_body_that_is_too_large_is_refused_before_it_is_read(served):
    assert b" 413 " in answered(served, b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 400000000\r\n\r\n")


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (b"GET / HTTP/1.1\r\nHost : here\r\n\r\n", b" 400 "),
        (b"\x16\x03\x01 as if it were HTTPS\r\n\r\n", b" 400 "),
        (b"GET / HTTP/1.1\r\nHost: here\r\nCookie: " + b"a" * 300_000, b" 431 "),
    ],
)
def test_what_is_no_request_is_refused(served, said, status):
    assert status in answered(served, said)


def test_a_body_that_never_comes_is_waited_for_by_nobody(served):
    """`Expect: 100-continue` asks whether a body may come; where none is announced, the answer is the answer."""
    asked = b"GET /healthz HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\n\r\n"
    assert answered(served, asked) == b"HTTP/1.1 200 OK"


def refused(served, address, length):
    """What is said of a body of which nobody has read a byte."""
    with socket.create_connection((served.hostname, served.port), timeout=10) as line:
        head = f"POST {address} HTTP/1.1\r\nHost: here\r\nAccept-Language: fr\r\nContent-Length: {length}\r\n\r\n"
        line.sendall(head.encode())
        answer = http.client.HTTPResponse(line, method="POST")
        answer.begin()
        return answer.status, answer.read().decode()


@pytest.mark.parametrize(("address", "length"), [("/", 6_500_000), ("/import", 50_000_001), ("/import", 400_000_000)])
def test_it_is_told_in_a_sentence_and_in_ones_own_language(served, address, length):
    status, text = refused(served, address, length)
    assert status == 413
    assert "C’est trop gros" in text
    assert "<html" in text


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_disk_with_no_room_for_large_requests_ends_no_server(tmp_path, workers):
    """It ended with the first of anybody: the little that lay in memory could not be written when the line was shut."""
    many, sent = ["--port", "0", "--workers", workers], 1 << 19  # bytes, from which on they lie on the disk
    with serving(tmp_path, *many, COMPANION_HOST="127.0.0.1", largest=500_000) as (lines, process):
        served = urllib.parse.urlsplit(address_in(lines))
        for path in ("/import", "/import", "/"):
            with socket.create_connection((served.hostname, served.port), timeout=20) as line:
                head = f"POST {path} HTTP/1.1\r\nHost: here\r\nAccept-Language: fr\r\nContent-Length: 3000000\r\n\r\n"
                line.sendall(head.encode() + b"a" * sent)
                answer = http.client.HTTPResponse(line, method="POST")
                answer.begin()
                assert answer.status == 503
                assert "Le disque est plein" in answer.read().decode()
        assert page(served.geturl())[0] == 200
        assert process.poll() is None


def test_files_that_are_large_together_come_in_each_for_itself(served):
    """A film by mistake, a file of 5 MB and one that is fine: more than any other form of ours may hold."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    token = re.search(r'name="csrf_token" value="([^"]+)"', opener.open(f"{served.geturl()}import").read().decode())[1]
    game = {"format": "companion.game/1", "game": "fiasko", "players": ["Ana", "Tom"], "moves": []}
    files = {"film.mp4": b"\0" * 20_000_000, "large.json": b" " * 4_999_999, "good.json": json.dumps(game).encode()}
    parts = [b'name="csrf_token"\r\n\r\n' + token.encode()]
    parts += [f'name="files"; filename="{name}"\r\n\r\n'.encode() + content for name, content in files.items()]
    body = b"".join(b"--part\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--part--\r\n"
    asked = urllib.request.Request(
        f"{served.geturl()}import", body, {"Content-Type": "multipart/form-data; boundary=part"}
    )
    with opener.open(asked, timeout=60) as answer:
        text = answer.read().decode()
    assert "“film.mp4” was not imported: it is larger than 5 MB." in text
    assert "“large.json” was not imported" in text
    assert "“good.json”: 1 game imported." in text


def test_large_requests_of_many_at_once_leave_it_as_small_as_it_was(tmp_path):
    """A form of many fields, and files of 4 MB that hold no game: what they took goes back to the system."""
    fields = urllib.parse.urlencode({f"field-{number}": "y" * 500 for number in range(900)})
    with serving(tmp_path, "--host", "127.0.0.1", "--port", "0") as (lines, process):
        here = address_in(lines)
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(f"{here}import") as answer:
            token = re.search(r'name="csrf_token" value="([^"]+)"', answer.read().decode())[1]
        junk = json.dumps({"format": "companion.game/1", "game": "fiasko", "junk": ["x"] * 800_000})
        body = "".join(
            f"--part\r\nContent-Disposition: form-data; {part}\r\n"
            for part in (f'name="csrf_token"\r\n\r\n{token}', f'name="files"; filename="junk.json"\r\n\r\n{junk}')
        )
        several = {"Content-Type": "multipart/form-data; boundary=part"}
        files = urllib.request.Request(f"{here}import", f"{body}--part--\r\n".encode(), several)

        def send(asked):
            with pytest.raises(urllib.error.HTTPError) as refused:
                opener.open(asked, timeout=120)
            with refused.value as answer:
                return answer.code

        with ThreadPoolExecutor(16) as phones:
            sent = [urllib.request.Request(f"{here}settings", fields.encode()) for _ in range(120)] + [files] * 16
            assert set(phones.map(send, sent)) == {400, 422}
        assert psutil.Process(process.pid).memory_info().rss < 120_000_000


@pytest.mark.parametrize(("address", "fields"), [("settings", 2_900_000), ("import", 8_000_000)])
def test_a_form_of_millions_of_fields_takes_no_memory(tmp_path, address, fields):
    """Each took a hundred bytes, whoever sent it: 49 MB of them to where files come in made the server 2 GB large."""
    for field in (b"a&", b"%41"):
        with serving(tmp_path, "--host", "127.0.0.1", "--port", "0") as (lines, process):
            asked = urllib.request.Request(f"{address_in(lines)}{address}", field * (2 * fields // len(field)))
            with pytest.raises(urllib.error.HTTPError) as refused, urllib.request.urlopen(asked, timeout=60):
                pass
            with refused.value as answer:
                assert answer.code == 413
            status = Path(f"/proc/{process.pid}/status").read_text()
            assert int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) < 160_000


def test_what_stands_between_the_parts_of_forms_is_not_kept(tmp_path):
    """Of each a pattern was kept, of half a megabyte: 256 requests made the server 300 MB larger, for good."""
    with serving(tmp_path, "--host", "127.0.0.1", "--port", "0") as (lines, process):
        for number in range(60):
            kind = f"multipart/form-data; boundary={str(number).zfill(60_000)}"
            asked = urllib.request.Request(f"{address_in(lines)}settings", b"x", {"Content-Type": kind})
            with pytest.raises(urllib.error.HTTPError) as refused, urllib.request.urlopen(asked, timeout=60):
                pass
            with refused.value as answer:
                assert answer.code == 400
        assert psutil.Process(process.pid).memory_info().rss < 110_000_000


def test_a_script_is_told_so_in_json(served):
    for head, kind in ((b"Content-Length: 400000000", "too-large"), (b"Transfer-Encoding: odd", "ours")):
        with socket.create_connection((served.hostname, served.port), timeout=10) as line:
            line.sendall(b"POST /api/sittings HTTP/1.1\r\nHost: here\r\n" + head + b"\r\n\r\n")
            answer = http.client.HTTPResponse(line, method="POST")
            answer.begin()
            assert answer.headers["Content-Type"] == "application/problem+json"
            said = json.load(answer)
        assert (said["type"], said["status"]) == (f"/api/#{kind}", answer.status)


def test_whoever_does_not_speak_http_is_refused_at_once_and_without_a_complaint(tmp_path):
    """A browser that tries HTTPS first, say: what it asks for can't be told."""
    with serving(tmp_path, "--host", "127.0.0.1", "--port", "0") as (lines, process):
        at = urllib.parse.urlsplit(address_in(lines))
        for line in (b"GARBAGE", b"\x16\x03\x01\x02", b"get / HTTP/1.1", b"GET /\xff HTTP/1.1"):
            with socket.create_connection((at.hostname, at.port), timeout=10) as phone:
                phone.sendall(line + b"\r\n\r\n")
                assert b" 400 " in phone.recv(200), line
        process.terminate()
        assert process.stderr.read() == ""


# Streams of many phones at once


TABLE = {"format": "companion.game/1", "game": "fiasko", "players": ["Ana", "Tom"], "moves": []}


@contextmanager
def table_served(folder, **environment):
    """A served table's two addresses, and the process."""
    (folder / "game.json").write_text(json.dumps(TABLE))
    command = [sys.executable, "-m", "companion", "import", str(folder / "game.json"), "--instance", str(folder)]
    link = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[0]
    with serving(folder, "--host", "127.0.0.1", "--port", "0", **environment) as (lines, process):
        yield urllib.parse.urlsplit(f"{address_in(lines)}s/{link}/"), process


class Stream:
    """A phone with an open stream."""

    def __init__(self, table, after=0):
        self.line = http.client.HTTPConnection(table.hostname, table.port, timeout=20)
        self.line.request(
            "GET", f"{table.path}stream?after={after}", headers={"Cookie": f"companion-phone={uuid.uuid4()}"}
        )
        self.answer = self.line.getresponse()

    def read_until(self, beginning):
        for line in iter(self.answer.readline, b""):
            if line.startswith(beginning):
                return line.decode().strip()
        raise AssertionError(f"the stream ended before {beginning}")

    def vanish(self):
        self.answer.close()
        self.line.close()


@pytest.fixture
def streams():
    """Opens streams, some of them with another one's number of phones in view."""
    opened = []

    def open_some(table, many):
        opened.extend(Stream(table) for _ in range(many))
        return opened[-many:]

    yield open_some
    for stream in opened:
        stream.vanish()


class Tapper:
    """A phone without a script, that has opened the page."""

    def __init__(self, table):
        self.table, self.jar = table, urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with self.jar.open(table.geturl(), timeout=20) as answer:
            self.token = re.search(r'name="csrf_token" value="([^"]+)"', answer.read().decode())[1]

    def draw(self, player=0, after=0):
        fields = {"csrf_token": self.token, "tap": str(uuid.uuid4()), "after": after}
        body = urllib.parse.urlencode({**fields, "move": "draw", "player": player, "card": "goods"}).encode()
        with self.jar.open(self.table.geturl() + "taps", body, timeout=20) as answer:
            return answer.status


def tapped(table):
    """A new phone notes that Ana draws goods."""
    return Tapper(table).draw()


def test_twelve_phones_behind_one_address_tap_all_evening(tmp_path, streams):
    """Each of them with its stream, and as fast as they can: nobody is told to wait."""
    with table_served(tmp_path) as (table, _):
        phones, listening = [Tapper(table) for _ in range(12)], streams(table, 12)
        for number in range(36):
            assert phones[number % 12].draw(player=number % 2, after=number) == 200
        assert {stream.read_until(b"id: 36") for stream in listening} == {"id: 36"}


def test_a_tap_reaches_the_other_phones_by_their_streams(tmp_path, streams):
    with table_served(tmp_path) as (table, _):
        others = streams(table, 3)
        assert others[0].read_until(b"data: 3") == "data: 3"
        assert tapped(table) == 200
        assert [other.read_until(b"id: ") for other in others] == ["id: 1"] * 3


def test_phones_that_never_read_hold_up_nobody(tmp_path, streams):
    with table_served(tmp_path) as (table, _):
        streams(table, 30)
        (reader,) = streams(table, 1)
        assert tapped(table) == 200
        assert reader.read_until(b"id: ") == "id: 1"


def test_phones_that_vanished_keep_no_new_ones_out(tmp_path, streams):
    with table_served(tmp_path, COMPANION_STREAMS="20") as (table, _):
        for one in streams(table, 20):
            assert one.answer.status == 200
            one.vanish()
        began, served = time.monotonic(), 0
        while served < 20:
            (new,) = streams(table, 1)
            served += new.answer.status == 200
            assert time.monotonic() - began < 10
            time.sleep(0 if new.answer.status == 200 else 0.1)


def test_a_phone_that_vanished_counts_no_more(tmp_path, streams):
    with table_served(tmp_path) as (table, _):
        first, second = streams(table, 2)
        assert first.read_until(b"data: 2") == "data: 2"
        second.vanish()
        assert first.read_until(b"data: 1") == "data: 1"


@pytest.mark.parametrize("signal_sent", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_with_all_streams_open_takes_less_time_than_the_start(tmp_path, streams, signal_sent):
    """At one of three tries, also where the machine is busy: a stop that waits is slow each time."""
    folders = [tmp_path / name for name in ("first", "second", "third")]
    tries = (started_and_stopped(folder, streams, signal_sent) for folder in folders)
    assert any(stopping < starting for starting, stopping in tries)


def started_and_stopped(folder, streams, signal_sent):
    """How long each took, with as many streams open as there may be."""
    folder.mkdir()
    began = time.monotonic()
    with table_served(folder, COMPANION_STREAMS="60") as (table, process):
        starting = time.monotonic() - began
        opened = streams(table, 60)
        assert all(stream.answer.status == 200 for stream in opened)
        began = time.monotonic()
        process.send_signal(signal_sent)
        assert process.wait(timeout=20) == 0
        stopping = time.monotonic() - began
        assert all(stream.answer.read().startswith(b"retry") for stream in opened)
        assert process.stderr.read() == ""
    return starting, stopping


def test_as_many_lines_as_the_system_allows(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", "from companion.serve.listener import connections_allowed as most; print(most())"],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 700)),
    )
    assert done.stdout == "600\n"


@pytest.mark.long
def test_where_few_files_may_be_open_some_are_kept_for_what_is_answered_in_one_go(tmp_path):
    """Streams and idle browsers of other families hold what there is: a new phone is served all the same."""
    files = 200
    with contextlib.ExitStack() as held:
        table, _ = held.enter_context(table_served(tmp_path, files=files))
        streams = [Stream(table) for _ in range(files)]
        for stream in streams:
            held.callback(stream.vanish)
        for _ in range(files):
            held.enter_context(socket.create_connection((table.hostname, table.port), timeout=10))
        began = time.monotonic()
        assert Tapper(table).draw() == 200
        assert time.monotonic() - began < 5


def test_where_too_few_files_may_be_open_it_says_what_to_do_and_serves_nobody(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--instance", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (150, 150)),
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "ulimit -n" in done.stderr


def test_the_environment_names_host_and_port_and_a_restart_serves_at_the_same(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    given = {"COMPANION_HOST": "127.0.0.1", "COMPANION_PORT": port, "COMPANION_WORKERS": "2"}
    with serving(tmp_path, **given) as (lines, process):
        assert address_in(lines) == f"http://127.0.0.1:{port}/"
        process.terminate()
        with serving(tmp_path, **given) as (again, _):
            assert again[0] == lines[0]


def test_it_makes_its_instance_folder_and_keeps_what_is_in_it_to_itself(tmp_path):
    with serving(tmp_path / "new" / "folder", "--host", "127.0.0.1", "--port", "0"):
        files = list((tmp_path / "new" / "folder").iterdir())
        assert tmp_path / "new" / "folder" / "companion.sqlite3" in files
        assert [file for file in files if file.stat().st_mode & 0o077] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--host", "no.such.address.invalid"], "no address"),
        (["--port", "70000"], "no port"),
        (["--port", "eight"], "no port"),
        (["--workers", "0"], "no number of processes"),
        (["--instance", "/dev/null/here"], "/dev/null"),
    ],
)
def test_what_cant_be_served_is_a_sentence(tmp_path, arguments, sentence):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "serve", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "COMPANION_INSTANCE": str(tmp_path)},
    )
    assert done.returncode
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_the_version_is_that_of_the_code(capsys):
    from companion import __version__
    from companion.cli import main

    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"companion {__version__}\n"
