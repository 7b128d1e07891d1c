"""What is told to the system and to whoever speaks no HTTP, before any page is asked for."""

import json
from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments

from companion.serve import connections
from companion.serve.connections import MOST_CONNECTIONS, OTHER_FILES, connections_allowed
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
    request = connections.Channel.parser_class(Adjustments(**connections.LIMITS))
    request.received(f"POST {path} HTTP/1.1\r\nHost: here\r\nContent-Length: {length}\r\n\r\n".encode())
    assert (request.error is not None) is refused


def answered(said):
    """What whoever says this is told, before any of the application."""
    told = []
    server = SimpleNamespace(adj=Adjustments(ident="companion"))
    channel = SimpleNamespace(server=server, write_soon=lambda data: told.append(data) or len(data))
    request = connections.Channel.parser_class(server.adj)
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


@pytest.mark.parametrize("begun", [b"", b"5;a=", b"0\r\n", b"0\r\nA: "])
def test_what_stands_around_a_chunk_has_an_end(begun):
    request = connections.Channel.parser_class(Adjustments(**connections.LIMITS))
    request.received(b"POST /import HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n")
    request.received(begun)
    came = 0
    while not request.completed:
        came += request.received(b"a" * 4096)
    assert came <= 12_288
    assert request.error.code == 400


def test_a_body_in_chunks_comes_in_whole():
    request = connections.Channel.parser_class(Adjustments(**connections.LIMITS))
    said = b"POST /import HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n" + b"x" * 65536 + b"\r\n0\r\n\r\n"
    while said:
        said = said[request.received(said[:1000]) :]
    assert (request.completed, request.error, len(request.body_rcv)) == (True, None, 65536)
