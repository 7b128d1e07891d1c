"""What is told to the system and to whoever speaks no HTTP, before any page is asked for."""

import contextlib
import json
import socket
from time import process_time
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from waitress.adjustments import Adjustments

from companion.serve import connections
from companion.serve.listener import MOST_CONNECTIONS, OTHER_FILES, connections_allowed
from companion.serve.request import IncomingRequest
from companion.web.imports import LARGEST_UPLOAD

resource = pytest.importorskip("resource", reason="Windows limits no process's files")
WITHOUT_END = resource.RLIM_INFINITY


@pytest.fixture
def allowed(monkeypatch):
    """Lets a process have so many open files, up to so many if it asks; returns what it asks for."""

    def allow(soft, hard, denied=False):
        asked = []

        def ask(_, limits):
            if denied:
                raise ValueError("not allowed to raise maximum limit")
            asked.append(limits)

        monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
        monkeypatch.setattr(resource, "setrlimit", ask)
        return asked

    return allow


@pytest.mark.parametrize(
    ("soft", "hard", "asks", "gets"),
    [
        (1024, 1_048_576, [(MOST_CONNECTIONS + OTHER_FILES, 1_048_576)], MOST_CONNECTIONS),
        (1024, WITHOUT_END, [(MOST_CONNECTIONS + OTHER_FILES, WITHOUT_END)], MOST_CONNECTIONS),
        (1024, 2000, [(2000, 2000)], 2000 - OTHER_FILES),
        (1024, 1024, [], 1024 - OTHER_FILES),
        (9000, WITHOUT_END, [], MOST_CONNECTIONS),
        (WITHOUT_END, WITHOUT_END, [], MOST_CONNECTIONS),
    ],
)
def test_a_process_asks_for_as_many_lines_as_it_may_have(allowed, soft, hard, asks, gets):
    asked = allowed(soft, hard)
    assert connections_allowed() == gets
    assert asked == asks


def test_a_process_that_is_denied_more_lines_makes_do_with_what_it_has(allowed):
    allowed(1024, WITHOUT_END, denied=True)
    assert connections_allowed() == 1024 - OTHER_FILES


@pytest.mark.parametrize(
    ("path", "length", "refused"),
    [
        ("/import", LARGEST_UPLOAD, False),
        ("/import", LARGEST_UPLOAD + 1, True),
        ("/settings", connections.LIMITS["max_request_body_size"] - 1, False),
        ("/settings", connections.LIMITS["max_request_body_size"], True),
    ],
)
def test_where_files_come_in_there_is_more_room_and_no_byte_beyond_it(path, length, refused):
    request = IncomingRequest(Adjustments(**connections.LIMITS))
    request.received(f"POST {path} HTTP/1.1\r\nHost: here\r\nContent-Length: {length}\r\n\r\n".encode())
    assert (request.error is not None) is refused


def answered(said):
    """What whoever says this is told, before any of the application."""
    told = []
    server = SimpleNamespace(adj=Adjustments(ident="companion"))
    channel = SimpleNamespace(server=server, write_soon=lambda data: told.append(data) or len(data))
    request = IncomingRequest(server.adj)
    while not request.completed:
        said = said[request.received(said) :]
    connections.Channel.error_task_class(channel, request).service()
    head, _, body = b"".join(bytes(part) for part in told).partition(b"\r\n\r\n")
    return head.decode().split("\r\n"), body


NO_LENGTH = b" HTTP/1.1\r\nHost: here\r\nContent-Length: many\r\n\r\n"


def test_what_is_no_request_is_refused_in_words():
    head, body = answered(b"POST /settings" + NO_LENGTH)
    assert head[0] == "HTTP/1.1 400 Bad Request"
    assert b"Content-Length" in body


def test_a_script_is_refused_in_json():
    head, body = answered(b"POST /api/sittings" + NO_LENGTH)
    assert head[0] == "HTTP/1.1 400 Bad Request"
    assert "Content-Type: application/problem+json" in head
    assert json.loads(body)["status"] == 400


HOST = b"Host: here\r\n"


@pytest.mark.parametrize(
    "head",
    [
        b"GET http://[ HTTP/1.1\r\n" + HOST,
        b"POST / HTTP/1.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n",
        b"GET / HTTP/1.1\r\nX:" + b" " * 30_000 + b"a\r\n",
        b"GET / HTTP/1.1\r\nX:" + b"\r\n " * 10_000 + b"a\r\n",
        b"GET a://" + b"1" * 30_000 + b" b\r\n" + HOST,
        b"GET / HTTP/1.1\r\n" + b"X:\r\n" * 200,
        b"GET /\r\n" + HOST,
    ],
    ids=[
        "no address",
        "a number too long",
        "padded",
        "folded",
        "an endless first line",
        "many headers",
        "older than HTTP/1.0",
    ],
)
def test_a_head_that_waitress_would_read_forever_or_fail_at_is_refused_at_once(head):
    began = process_time()
    lines, _ = answered(head + b"\r\n")
    assert lines[0].endswith("400 Bad Request")
    assert process_time() - began < 0.5  # it took some seconds


def end(server):
    for line in list(server.active_channels.values()):
        line.handle_close()
    server.task_dispatcher.shutdown()
    server.close()


def test_of_new_lines_many_are_let_in_at_once(app):
    """Each look at all lines takes its time: whoever keeps coming makes nobody wait for one look after another."""
    with socket.create_server(("127.0.0.1", 0)) as listener, contextlib.ExitStack() as phones:
        server = connections.server_of(app, listener)
        for _ in range(10):
            phones.enter_context(socket.create_connection(listener.getsockname()))
        server.handle_accept()
        lines = list(server.active_channels.values())
        end(server)
    assert len(lines) == 10


def test_urgent_bytes_end_their_line(app):
    """Else the one thread that hears all lines would be told of them without end, and write that down each time."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()) as phone:
        server = connections.server_of(app, listener)
        phone.send(b"!", socket.MSG_OOB)
        for _ in range(2):
            server.asyncore.loop(timeout=1, map=server._map, use_poll=True, count=1)
        lines = list(server.active_channels.values())
        end(server)
    assert lines == []


def test_where_all_lines_are_taken_who_comes_next_is_let_in_and_the_log_says_nothing(app, monkeypatch, caplog):
    monkeypatch.setattr(connections, "connections_allowed", lambda: 60)
    with socket.create_server(("127.0.0.1", 0)) as listener, contextlib.ExitStack() as phones:
        server = connections.server_of(app, listener)
        for _ in range(6):
            for _ in range(connections.ACCEPTED):
                phones.enter_context(socket.create_connection(listener.getsockname()))
            server.asyncore.loop(timeout=0.01, map=server._map, use_poll=True, count=1)
        end(server)
    assert "limit" not in caplog.text


def test_who_connects_while_a_line_gives_way_does_not_end_in_its_place(app):
    """A descriptor that was closed is given to the next line at once."""
    with socket.create_server(("127.0.0.1", 0)) as listener, contextlib.ExitStack() as phones:
        server = connections.server_of(app, listener)
        phones.enter_context(socket.create_connection(listener.getsockname()))
        server.handle_accept()
        (old,) = server.active_channels.values()
        before, old.will_close, old.total_outbufs_len = old.socket.fileno(), True, 9
        phones.enter_context(socket.create_connection(listener.getsockname()))
        server.asyncore.loop(timeout=1, map=server._map, use_poll=True, count=1)
        lines = list(server.active_channels)
        end(server)
    assert (lines, old.connected) == ([before], False)


def test_a_line_for_which_there_is_no_room_ends_none_of_those_to_come(app, monkeypatch):
    """It would end the listener."""
    held = Mock(side_effect=[MemoryError, None])
    with socket.create_server(("127.0.0.1", 0)) as listener, contextlib.ExitStack() as phones:
        server = connections.server_of(app, listener)
        monkeypatch.setattr(server.door, "hold_line", held)
        for _ in range(2):
            phones.enter_context(socket.create_connection(listener.getsockname()))
            server.asyncore.loop(timeout=1, map=server._map, use_poll=True, count=1)
        lines = list(server.active_channels.values())
        end(server)
    assert len(lines) == 2


def test_empty_lines_are_no_requests_however_many_come():
    request = IncomingRequest(Adjustments(**connections.LIMITS))
    for empty in (b"\r\n" * 4096, b"\r", b"\n", b" \r\n\r\n" * 9):
        assert (request.received(empty), request.completed) == (len(empty), False)
    said = b"\r\n\r\nGET / HTTP/1.1\r\nHost: here\r\n\r\n"
    assert (request.received(said + b"more"), request.completed, request.empty) == (len(said), True, False)


@pytest.mark.parametrize("begun", [b"", b"5;a=", b"0\r\n", b"0\r\nA: "])
def test_what_stands_around_a_chunk_has_an_end(begun):
    request = IncomingRequest(Adjustments(**connections.LIMITS))
    request.received(b"POST /import HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n")
    request.received(begun)
    came = 0
    while not request.completed:
        came += request.received(b"a" * 4096)
    assert came <= 12_288
    assert request.error.code == 400


def test_a_body_in_thousands_of_tiny_chunks_is_refused():
    request = IncomingRequest(Adjustments(**connections.LIMITS))
    request.received(b"POST /import HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n")
    request.received(b"1\r\na\r\n" * 1300)
    assert not request.completed
    request.received(b"1\r\na\r\n" * 1300)
    assert request.error.code == 400


def test_a_body_in_chunks_comes_in_whole():
    request = IncomingRequest(Adjustments(**connections.LIMITS))
    said = b"POST /import HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n" + b"x" * 65536 + b"\r\n0\r\n\r\n"
    while said:
        said = said[request.received(said[:1000]) :]
    assert (request.completed, request.error, len(request.body_rcv)) == (True, None, 65536)


def test_what_goes_wrong_after_an_answer_is_logged_without_its_address(app, caplog):
    """It is a key, and waitress would say it."""
    ours, theirs = socket.socketpair()
    with socket.create_server(("127.0.0.1", 0)) as listener, ours, theirs:
        server = connections.server_of(app, listener)
        server.application = lambda environ, start: 1 // 0
        line = connections.Channel(server, ours, ("10.0.0.1", 1), server.adj, map={})
        server.task_dispatcher.shutdown()
        line.received(b"GET /s/j0hYElFjqMgneNGopgXbzg/ HTTP/1.1\r\nHost: here\r\n\r\n")
        line.service()
        end(server)
    assert "ZeroDivisionError" in caplog.text
    assert "j0hYElFjqMgneNGopgXbzg" not in caplog.text
