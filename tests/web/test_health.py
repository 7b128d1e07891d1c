"""What looks after the server asks it how it is."""

import socket
import threading
from time import monotonic, sleep

import pytest

from companion import __version__, create_app
from companion.serve import watchdog
from companion.store.database import trouble
from companion.web.live.stream import Stream


def test_once_the_database_answers_it_is_ok_and_says_its_version(phone):
    answer = phone.request("GET", "/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok", "version": __version__})


def test_no_phone_is_made_of_whoever_asks(app):
    answer = app.test_client().get("/healthz")
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"


def test_where_the_database_does_not_answer_it_says_why(tmp_path):
    app = create_app({"INSTANCE": tmp_path / "nothing" / "here"})
    answer = app.test_client().get("/healthz")
    assert answer.status_code == 503
    assert answer.json["error"] == str(trouble.CANT_OPEN)
    assert answer.headers["Retry-After"]


def test_a_database_that_is_not_set_up_is_not_ok(tmp_path):
    app = create_app({"INSTANCE": tmp_path, "SECRET_KEY": "known"})
    (tmp_path / "companion.sqlite3").touch()
    assert app.test_client().get("/healthz").json["error"] == str(trouble.NOT_SET_UP)


def test_where_phones_no_longer_hear_what_is_noted_a_watchdog_has_it_started_anew(phone, table, listen, monkeypatch):
    """One phone's line keeps the thread that tells all of them; pages and taps go on."""
    goes_on = threading.Event()
    monkeypatch.setattr("companion.web.live.hub.TICK", 0.05)
    monkeypatch.setattr("companion.web.live.hub.HANGS", 0.5)
    listen(phone, table.address, 0)
    assert phone.request("GET", "/healthz").status_code == 200
    monkeypatch.setattr(Stream, "push", lambda *_: goes_on.wait(20) and False)
    table.tap(phone, "draw", player=0, card="goods")
    until = monotonic() + 10
    while phone.request("GET", "/healthz").status_code == 200:
        assert monotonic() < until
        sleep(0.05)
    answer = phone.request("GET", "/healthz")
    goes_on.set()
    assert (answer.status_code, answer.json["status"]) == (500, "trouble")


@pytest.mark.parametrize(("status", "well"), [(b"200 OK", True), (b"503 Not now", True), (b"500 Stuck", False)])
def test_a_watchdog_has_only_a_stuck_server_started_anew(status, well):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            line, _ = server.accept()
            with line:
                line.recv(1000)
                line.sendall(b"HTTP/1.0 " + status + b"\r\n\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        assert watchdog._answers(socket.AF_INET, server.getsockname()) == well
        thread.join()
