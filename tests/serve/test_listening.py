"""A socket instead of a port, one server at a time on a file, and the address that others are told."""

import http.client
import os
import re
import socket
import subprocess
import sys
from contextlib import closing

import pytest

from companion import store
from companion.serve import listener
from companion.store.database import lock


class AtSocket(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=10)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


@pytest.fixture
def place(tmp_path):
    """Short enough for a socket."""
    return tmp_path / "s"


def test_a_socket_that_a_killed_server_has_left_is_taken(place):
    listener.listen({"UDS": place}).close()
    assert place.is_socket()
    with listener.listen({"UDS": place}):
        assert place.stat().st_mode & 0o777 == 0o666


def test_a_socket_at_which_another_server_listens_is_left_to_it(place, monkeypatch):
    monkeypatch.setattr(listener, "PATIENCE", 0.1)
    with listener.listen({"UDS": place}), pytest.raises(listener.NoServer, match="the socket of another server"):
        listener.listen({"UDS": place})


@pytest.mark.parametrize(
    ("what", "sentence"), [("file", "is no socket"), ("nowhere", "can't listen"), ("long", "can't")]
)
def test_where_no_socket_can_be_is_a_sentence(place, what, sentence):
    place.write_text("mine")
    at = {"file": place, "nowhere": place.with_name("no") / "s", "long": place.with_name("s" * 150)}[what]
    with pytest.raises(listener.NoServer, match=r"is no socket|can't listen at"):
        listener.listen({"UDS": at})
    assert place.read_text() == "mine"


def test_behind_a_proxy_the_usual_port_is_the_only_one(taken, monkeypatch):
    monkeypatch.setattr(listener, "USUAL_PORT", taken)
    monkeypatch.setattr(listener, "PATIENCE", 0.1)
    for known in ({"PROXIES": 1}, {"ADDRESS": "https://cards.example.org"}):
        with pytest.raises(listener.NoServer, match="is taken"):
            listener.listen({"HOST": "127.0.0.1", **known})


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_socket_is_served_and_gone_afterwards(tmp_path, place, workers):
    command = [sys.executable, "-m", "companion", "--uds", str(place), "--workers", workers]
    told = {
        **os.environ,
        "COMPANION_INSTANCE": str(tmp_path / "data"),
        "COMPANION_ADDRESS": "https://cards.example.org/",
    }
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=told) as server:
        try:
            said = [server.stdout.readline() for _ in range(2)]
            with closing(AtSocket(place)) as line:
                line.request("GET", "/", headers={"Host": "cards.example.org"})
                answer = line.getresponse()
                assert (answer.status, b"Fiasko" in answer.read()) == (200, True)
        finally:
            server.terminate()
    assert said == [
        f"Companion is ready on this machine, at the socket {place}\n",
        "For the phones: https://cards.example.org/\n",
    ]
    assert not place.exists()


def test_a_second_server_on_a_file_says_so_and_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr(lock, "PATIENCE", 0.1)
    one, other = (store.application(tmp_path, {}) for _ in range(2))
    with store.only_server(one):
        with pytest.raises(store.StoreTrouble) as refused, store.only_server(other):
            pass
        assert f"(process {os.getpid()}). Stop that one first" in str(refused.value)
    with store.only_server(other):
        pass


def test_a_server_that_is_just_stopping_is_waited_for(tmp_path):
    command = (
        "import sys, time; from companion import store\n"
        "with store.only_server(store.application(sys.argv[1], {})): print('held', flush=True); time.sleep(0.2)"
    )
    with subprocess.Popen([sys.executable, "-c", command, str(tmp_path)], stdout=subprocess.PIPE, text=True) as before:
        assert before.stdout.readline() == "held\n"
        with store.only_server(store.application(tmp_path, {})):
            assert re.fullmatch(r"\d+", (tmp_path / "companion.sqlite3.lock").read_text())
