"""The stream for scripts: what phones and scripts note, as JSON, from where the listener was."""

import json
import socket
import threading
import uuid
from types import SimpleNamespace

import pytest

from companion.web.api import routes
from companion.web.live import hub
from companion.web.live import routes as live

GOODS = {"move": "draw", "player": 0, "card": "goods"}


class Listener:
    """A program with an open stream."""

    def __init__(self, app, link, query="", **headers):
        going_on, client = [], app.test_client(use_cookies=False)
        address = f"/api/sittings/{link}/stream{query}"
        self.answer = client.get(address, headers=headers, environ_overrides={live.KEEP: going_on.append})
        if self.answer.status_code == 200:
            self.line, theirs = socket.socketpair()
            self.line.settimeout(10)
            going_on[0](theirs, b"")
            self.file = self.line.makefile("r", encoding="utf-8")

    def next(self, name="tally"):
        """The next event of this name: its number, and what it says."""
        event = {}
        for line in self.file:
            key, _, text = line.rstrip("\n").partition(": ")
            if key:
                event[key] = text
            elif event.pop("event", None) == name:
                return SimpleNamespace(id=event.get("id"), data=json.loads(event["data"]))
            else:
                event = {}
        raise AssertionError("the stream has ended")

    def silent(self):
        self.line.settimeout(0.1)
        with pytest.raises(TimeoutError):
            self.next()
        return True

    def hang_up(self):
        if self.answer.status_code == 200:
            self.file.close()
            self.line.close()


@pytest.fixture(autouse=True)
def looks_often(monkeypatch):
    """At all streams, and nobody lingers."""
    monkeypatch.setattr(hub, "TICK", 0.05)
    monkeypatch.setattr("companion.web.live.room.LINGERS", 0.0)


@pytest.fixture
def listen(app, table):
    opened = []

    def open_one(query="", link=None, **headers):
        opened.append(Listener(app, link or table.sitting.watch_link, query, **headers))
        return opened[-1]

    yield open_one
    for one in opened:
        one.hang_up()


@pytest.fixture
def note(app, table):
    """A script's."""

    def note_one(after, **move):
        body = {**GOODS, **move, "tap": str(uuid.uuid4()), "after": after}
        answer = app.test_client().post(f"/api/sittings/{table.sitting.score_link}/moves", json=body)
        assert answer.status_code == 201, answer.text
        return answer

    return note_one


def test_a_listener_hears_at_once_how_it_stands(table, listen):
    table.note("draw", player=0, card="goods")
    heard = listen()
    assert heard.answer.mimetype == "text/event-stream"
    event = heard.next()
    assert (event.id, event.data["after"], event.data["counter"]["hands"]) == ("1", 1, [1, 0, 0, 0])
    assert [entry["number"] for entry in event.data["log"]] == [1]


def test_a_listener_hears_what_phones_tap(phone, table, listen):
    heard = listen("?after=0")
    table.tap(phone, "draw", player=0, card="goods")
    event = heard.next()
    assert (event.id, [entry["move"] for entry in event.data["log"]]) == ("1", [GOODS])


def test_a_listener_hears_what_scripts_note_and_so_do_the_phones(listen, note, table, other):
    heard = listen("?after=0")
    for number in range(3):
        note(number, player=number)
        assert heard.next().id == str(number + 1)
    assert 'data-after="3"' in other.open(table.address + "now?after=0").text


def test_phones_hear_at_once_what_a_script_notes(app, note, table, listen):
    page_stream, going_on = app.test_client(), []
    answer = page_stream.get(table.address + "stream?after=0", environ_overrides={live.KEEP: going_on.append})
    assert answer.status_code == 200
    line, theirs = socket.socketpair()
    line.settimeout(10)
    going_on[0](theirs, b"")
    note(0)
    with line, line.makefile("r", encoding="utf-8") as file:
        news = next(text for text in file if "data-said=" in text)
    assert 'data-said="Ana: Goods (a script). Tom’s turn"' in news


def test_what_it_hears_is_what_it_would_be_answered(app, table, listen):
    for seat in range(3):
        table.note("draw", player=seat, card="goods")
    asked = app.test_client().get(f"/api/sittings/{table.sitting.watch_link}?after=1").json
    assert listen("?after=1").next().data == asked
    assert [entry["number"] for entry in asked["log"]] == [2, 3]


def test_a_listener_says_where_it_was_in_either_way(table, listen):
    table.note("draw", player=0, card="goods")
    assert listen("?after=1").silent()
    assert listen("?after=0", **{"Last-Event-ID": "1"}).silent()
    assert listen(**{"Last-Event-ID": "0"}).next().id == "1"
    assert listen(**{"Last-Event-ID": "nonsense"}).next().id == "1"


def test_a_listener_that_knows_another_past_gets_it_all(table, listen):
    """A backup is back; or it speaks nonsense."""
    for seat in range(3):
        table.note("draw", player=seat, card="goods")
    assert len(listen("?after=7").next().data["log"]) == 3
    for said in ("7", "-1", "9" * 5000):
        assert len(listen(**{"Last-Event-ID": said}).next().data["log"]) == 3


def test_many_who_listen_alike_are_told_the_same_and_it_is_written_once(note, listen, monkeypatch):
    written, streams = [], [listen("?after=0") for _ in range(5)]
    monkeypatch.setattr("companion.web.api.routes.tally_of", lambda *given: written.append(given) or {"after": 1})
    note(0)
    assert {one.next().data["after"] for one in streams} == {1}
    assert len(written) == 1


def test_what_it_missed_is_written_by_no_thread_that_others_wait_for(table, listen, note, monkeypatch):
    """However many listen, each from another entry on."""
    for seat in range(3):
        table.note("draw", player=seat, card="goods")
    by, tally = [], routes.tally_of
    monkeypatch.setattr(routes, "tally_of", lambda *given: by.append(threading.current_thread().name) or tally(*given))
    streams = [listen(f"?after={number}") for number in range(3)]
    assert [len(one.next().data["log"]) for one in streams] == [3, 2, 1]
    assert "hub" not in by
    note(3, player=0)
    assert [len(one.next().data["log"]) for one in streams] == [1, 1, 1]
    assert by.count("hub") == 1


def test_who_only_listens_is_no_phone(table, listen, other, app):
    listen(), listen()
    going_on = []
    answer = other.client.get(table.address + "stream?after=0", environ_overrides={live.KEEP: going_on.append})
    assert answer.status_code == 200
    line, theirs = socket.socketpair()
    line.settimeout(10)
    going_on[0](theirs, b"")
    with line, line.makefile("r", encoding="utf-8") as file:
        assert [text for text in (next(file) for _ in range(4)) if text.startswith("data")] == ["data: 1\n"]


def test_no_stream_for_a_link_that_leads_nowhere(listen):
    answer = listen(link="x" * 22).answer
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_nonsense_is_refused(listen):
    assert listen("?after=x").answer.status_code == 400


def test_a_head_is_that_of_a_stream(app, table):
    answer = app.test_client().head(f"/api/sittings/{table.sitting.score_link}/stream")
    assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")


def test_a_server_without_streams_says_so(app, table):
    answer = app.test_client().get(f"/api/sittings/{table.sitting.score_link}/stream")
    assert (answer.status_code, answer.json["type"], answer.headers["Retry-After"]) == (503, "/api/#unavailable", "5")
