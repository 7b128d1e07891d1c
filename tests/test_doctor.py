"""`companion health` and `companion doctor`, on a sound set-up and on broken ones."""

import contextlib
import os
import shutil
import sqlite3
import threading
from collections import namedtuple
from datetime import UTC, datetime
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from werkzeug.serving import WSGIRequestHandler, make_server

from companion import __version__, cli, create_app, store
from companion.cli import doctor
from companion.serve import addresses
from companion.store.database.engine import KEY

WELL = f"ok: Companion {__version__}\n"


class Quiet(WSGIRequestHandler):
    def log(self, *_, **__):
        pass


@pytest.fixture
def folder(tmp_path, monkeypatch, ready):
    """Of an instance that is set up, and whose settings are all unset."""
    for name in [name for name in os.environ if name.startswith("COMPANION_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "data"))
    (tmp_path / "data").mkdir(mode=0o700)
    return Path(shutil.copy(ready, tmp_path / "data")).parent


@pytest.fixture
def serve(folder, monkeypatch):
    """Starts a server with these settings, and says by the settings of the environment where it is."""
    with contextlib.ExitStack() as servers:

        def start(host="127.0.0.1", **settings):
            app = create_app({"INSTANCE": folder, **settings})
            server = make_server(host, 0, app, threaded=True, request_handler=Quiet)
            thread = threading.Thread(target=server.serve_forever, args=[0.01])
            thread.start()
            servers.callback(app.extensions[KEY].close)
            servers.callback(server.server_close)
            servers.callback(thread.join)
            servers.callback(server.shutdown)
            if host.startswith("unix://"):
                monkeypatch.setenv("COMPANION_UDS", host.removeprefix("unix://"))
            else:
                monkeypatch.setenv("COMPANION_PORT", str(server.server_port))
            return f"http://127.0.0.1:{server.server_port}"

        yield start


@pytest.fixture
def ask(capsys):
    def run(*arguments):
        status = cli.main(arguments)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def test_a_server_that_is_well_is_well(serve, ask):
    address = serve()
    assert ask("health") == (0, WELL, "")
    assert ask("health", address) == ask("health", f"{address}/") == (0, WELL, "")


def test_it_is_asked_at_its_socket(serve, ask, tmp_path):
    serve(f"unix://{tmp_path}/s")
    assert ask("health") == (0, WELL, "")


def test_a_server_that_can_not_write_is_not_well(serve, ask, folder):
    address = serve(BUSY_MS=20)
    with contextlib.closing(sqlite3.connect(folder / "companion.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        status, said, complaint = ask("health")
    assert (status, said) == (1, "")
    assert complaint.startswith(f"companion: the server at {address} is not well: The database is busy")


@pytest.mark.parametrize("asker", ["192.168.1.30", "localhost"])
def test_a_stranger_who_asks_makes_nobody_write(serve, app, asker):
    """Nor does one who may have come by a proxy and its socket."""
    asked = app.test_client().get("/healthz?write=1", environ_base={"REMOTE_ADDR": asker})
    with app.app_context():
        wal = store.check_up().place + "-wal"
    before = os.stat(wal).st_size if os.path.exists(wal) else 0
    assert asked.status_code == 200
    assert (os.stat(wal).st_size if os.path.exists(wal) else 0) == before


@pytest.mark.parametrize(
    ("address", "sentence"),
    [("http://127.0.0.1:1", "no server answers at"), ("http://:x", "is no address"), ("ftp://", "is no address")],
)
def test_where_nobody_answers_is_a_sentence(folder, ask, address, sentence):
    status, said, complaint = ask("health", address)
    assert (status, said) == (1, "")
    assert sentence in complaint


def test_what_is_not_companion_is_said(folder, ask):
    def other(environ, start_response):
        start_response("200 OK", [])
        return [b"Welcome to nginx!"]

    server = make_server("127.0.0.1", 0, other, request_handler=Quiet)
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    assert "is not Companion" in ask("health", f"http://127.0.0.1:{server.server_port}")[2]
    thread.join()
    server.server_close()


# The doctor


@pytest.fixture
def network(monkeypatch):
    """A machine in a Wi-Fi."""
    monkeypatch.setattr(addresses, "_reachable", lambda: [addresses.Address("192.168.1.20", "wlan0")])


@pytest.fixture
def sound(serve, network, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage(10**10, 10**9, 9 * 10**9))
    return serve()


def to_do(said):
    return [line.removeprefix("TO DO: ") for line in said.splitlines() if not line.startswith("fine: ")]


def test_of_a_sound_set_up_every_line_is_fine(sound, ask, folder):
    status, said, complaint = ask("doctor")
    assert (status, to_do(said), complaint) == (0, [], "")
    for expected in (
        f"fine: Companion {__version__}, Python ",
        f"the data folder {folder} can be written",
        "9000 MB are free",
        f"the database {folder}/companion.sqlite3, version 00",
        "a server runs with these settings",
        "proxies: none seen yet",
        f"phones on the same network open http://192.168.1.20:{os.environ['COMPANION_PORT']}/ (wlan0)",
        "the clock shows",
    ):
        assert expected in said


def found(ask):
    status, said, complaint = ask("doctor")
    assert status == 1
    assert complaint.startswith("companion: ")
    (finding,) = to_do(said)
    return finding


def test_it_says_each_wrong_setting(sound, ask, monkeypatch):
    monkeypatch.setenv("COMPANION_PROXIES", "-1")
    assert found(ask).startswith("COMPANION_PROXIES: '-1' is no number of proxies")


def test_it_says_beside_a_wrong_setting_what_is_none(sound, ask, monkeypatch):
    monkeypatch.setenv("COMPANION_PROXIES", "-1")
    monkeypatch.setenv("COMPANION_ADRESS", "https://cards.example.org")
    wrong, none = to_do(ask("doctor")[1])
    assert wrong.startswith("COMPANION_PROXIES: '-1' is no number of proxies")
    assert none.startswith("COMPANION_ADRESS is not a setting")


def test_it_says_what_is_no_setting(sound, ask, monkeypatch):
    monkeypatch.setenv("COMPANION_ADRESS", "https://cards.example.org")
    assert "is COMPANION_ADDRESS meant?" in found(ask)


def test_it_says_that_others_can_read_the_links(sound, ask, folder):
    (folder / "companion.sqlite3").chmod(0o644)
    assert found(ask).endswith(f"chmod 600 {folder}/companion.sqlite3")


def test_it_says_that_the_disk_is_nearly_full(sound, ask, monkeypatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage(10**9, 10**9, 5_000_000))
    assert found(ask) == "only 5 MB are free on its disk: make room"


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "written by a newer version"),
        ("DROP TABLE entry", "wrong version number"),
    ],
)
def test_it_says_what_is_wrong_with_the_database(sound, ask, folder, statement, sentence):
    with contextlib.closing(sqlite3.connect(folder / "companion.sqlite3", isolation_level=None)) as database:
        database.execute(statement)
    _, said, _ = ask("doctor")
    assert any(sentence in line for line in to_do(said))


def test_it_says_that_no_server_runs(folder, network, ask, monkeypatch):
    monkeypatch.setenv("COMPANION_PORT", "1")
    assert "no server answers at http://127.0.0.1:1" in found(ask)


def test_it_says_that_no_phone_can_come(sound, ask, monkeypatch):
    monkeypatch.setattr(addresses, "_reachable", list)
    assert found(ask).startswith("no phone can open it: join a network")


def test_it_says_that_the_clock_is_wrong(sound, ask, monkeypatch):
    class Then(datetime):
        @classmethod
        def now(cls, zone=None):
            return datetime(1970, 1, 2, tzinfo=UTC)

    monkeypatch.setattr(doctor, "datetime", Then)
    assert found(ask).startswith("the clock shows 1970-01-02: set it")


def test_it_says_what_a_proxy_forgets(sound, ask, monkeypatch):
    """Here the address leads to the server, which is told nothing of it."""
    monkeypatch.setenv("COMPANION_ADDRESS", f"{sound.replace('127.0.0.1', 'localhost')}/cards")
    monkeypatch.setattr(doctor, "ask", lambda *_: {"address": f"{sound}/", "version": __version__})
    assert found(ask).endswith(f"takes that for {sound}/: set COMPANION_PROXIES to 1")


@pytest.mark.parametrize(
    ("chain", "headers", "trusted", "sentence"),
    [
        ("10.0.0.7", 3, 1, "names 1 address, and COMPANION_PROXIES is 1\n"),
        ("6.6.6.6, 10.0.0.7", 3, 1, "is 1: of these only the last one counts\n"),  # a phone may say so itself
        ("6.6.6.6, 10.0.0.7, 10.0.0.8", 3, 2, "is 2: of these only the last 2 count\n"),
        ("10.0.0.7", 3, 0, "COMPANION_PROXIES is 0: set it to 1, if that proxy is yours"),
        ("10.0.0.7", 3, 2, "names 1 address, and COMPANION_PROXIES is 2: set it to 1"),
        ("10.0.0.7", 1, 1, "lacks X-Forwarded-Proto and X-Forwarded-Host: let the proxy send that"),
    ],
)
def test_it_says_what_proxies_said_of_the_last_request(
    serve, network, ask, monkeypatch, chain, headers, trusted, sentence
):
    address = serve(PROXIES=trusted)
    said = {"X-Forwarded-For": chain, "X-Forwarded-Proto": "http", "X-Forwarded-Host": "cards.example.org"}
    with urlopen(Request(f"{address}/settings", headers=dict(list(said.items())[:headers])), timeout=10):
        monkeypatch.setenv("COMPANION_PROXIES", str(trusted))
        monkeypatch.setenv("COMPANION_ADDRESS", "https://cards.example.org")
        monkeypatch.setattr(doctor, "_public", lambda *_: doctor.Finding(True, ""))
    if sentence.endswith("\n"):  # fine
        status, said, _ = ask("doctor")
        assert (status, sentence in said) == (0, True)
    else:
        assert sentence in found(ask)


def test_it_says_that_a_public_address_leads_here(sound, ask, monkeypatch):
    monkeypatch.setenv("COMPANION_ADDRESS", sound)
    status, said, _ = ask("doctor")
    assert status == 0
    assert f"phones open {sound}/, and the server knows it by that name" in said


def test_it_says_that_a_folder_is_not_there(sound, ask, monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "gone"))
    assert f"{tmp_path}/gone is not there" in found(ask)
    assert not (tmp_path / "gone").exists()
