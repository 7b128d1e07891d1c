"""What waits at the door, of one address and of all: whose line or body gives way, and what is said."""

import json
import re
import socket
from collections import Counter
from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments
from waitress.task import ThreadedTaskDispatcher

from companion.serve import threads
from companion.serve.connections import LIMITS, WAITED, Channel
from companion.serve.threads import Door, InTurn, Threads
from companion.settings import DEFAULTS

ROOM = {"PROXIES": 0, "CONNECTIONS": 3, "BODIES": 5_000, "BODIES_OF_ONE": 3_000}
HALF = b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: "
GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


def post(size, of=10_000, path="/import", named=""):
    head = f"POST {path} HTTP/1.1\r\nHost: here\r\nContent-Length: {of}\r\nX-Forwarded-For: {named}\r\n\r\n"
    return head.encode() + b"x" * size


@pytest.fixture
def new_line():
    """A line to a server that answers nothing until it is told to, by which this has come."""
    ends, lines = [], []

    def server_with(most_lines=100, **room):
        return SimpleNamespace(
            adj=Adjustments(ident="companion", **LIMITS),
            active_channels={},
            tasks=[],
            add_task=lambda task: server.tasks.append(task),
            pull_trigger=lambda: None,
            application=lambda environ, start: (start("204 No Content", []), [b""])[1],
            effective_host="here",
            effective_port=80,
            server_name="here",
            door=Door({**ROOM, **room}, most_lines),
        )

    def one(said=b"", home="10.0.0.1", on=None):
        ours, theirs = socket.socketpair()
        ends.extend((ours, theirs))
        theirs.settimeout(5)
        channel = Channel(on or server, ours, (home, 1), (on or server).adj, map={})
        channel.theirs = theirs
        lines.append(channel)
        if said:
            channel.received(said)
        return channel

    server = server_with()
    one.server, one.server_with = server, server_with
    yield one
    for line in lines:
        line.handle_close()
        for request in line.requests:
            request.close()
    for end in ends:
        end.close()


def refused(*lines):
    return [line.will_close or any(request.error is not None for request in line.requests) for line in lines]


@pytest.mark.parametrize(("said", "answered"), [(GET, 0), (post(3, of=3, path="/s/x/taps"), 1)])
def test_what_waits_of_a_phone_that_has_gone_is_made_for_nobody_but_its_tap_is_noted(new_line, said, answered):
    """Who reloads a large page and goes, again and again, kept others waiting for pages that nobody saw."""
    asked = []
    server = new_line.server_with(most_lines=10, BODIES_OF_ONE=99_000)
    server.application = lambda environ, start: (asked.append(environ), start("204 No Content", []), [b""])[2]
    there, gone = (new_line(said, on=server) for _ in range(2))
    gone.theirs.close()
    gone.last_activity -= WAITED
    there.service()
    assert len(asked) == 1
    gone.service()
    assert len(asked) == 1 + answered
    gone.handle_write()
    assert not gone.connected
    assert there.connected


def test_who_says_that_nothing_more_comes_is_answered(new_line):
    """As soon as it has asked, as some probes and proxies do: only what was waited for is asked about."""
    probe = new_line(GET)
    probe.theirs.shutdown(socket.SHUT_WR)
    assert told(probe).startswith("HTTP/1.1 ")


def told(line):
    line.service()
    line._flush_some()
    return line.theirs.recv(4000).decode()


# Lines


def test_of_too_many_half_requests_of_an_address_the_oldest_goes(new_line):
    lines = [new_line(HALF) for _ in range(5)]
    assert refused(*lines) == [True, True, False, False, False]
    answer = lines[0].theirs.recv(4000).decode()
    assert answer.startswith("HTTP/1.0 429 Too Many Requests")
    assert "Too many connections from you wait for the rest of a request. Close some." in answer
    assert lines[0].will_close


def test_a_script_is_told_so_in_json(new_line):
    lines = [new_line(post(0, path="/api/sittings")) for _ in range(4)]
    head, _, body = lines[0].theirs.recv(4000).decode().partition("\r\n\r\n")
    assert "application/problem+json" in head
    said = json.loads(body)
    assert (said["type"], said["title"]) == ("/api/#too-often", "Too much at once")
    assert "Close some." in said["detail"]


def test_another_address_has_as_many_of_its_own(new_line):
    greedy, family = [new_line(HALF) for _ in range(5)], [new_line(home="10.0.0.2") for _ in range(3)]
    assert refused(*greedy, *family) == [True, True, *[False] * 6]


def test_a_line_that_just_waits_is_closed_without_a_word(new_line):
    idle, *others = [new_line() for _ in range(4)]
    assert refused(idle, *others) == [True, False, False, False]
    assert idle.requests == new_line.server.tasks == []


def test_who_has_just_asked_something_stays_and_who_is_being_answered_too(new_line):
    first, second, third = (new_line() for _ in range(3))
    first.received(GET)
    assert refused(first, second, third, new_line()) == [False, True, False, False]
    first.service()
    assert refused(first, third, new_line(), new_line()) == [True, True, False, False]


def test_where_all_lines_are_taken_one_of_who_has_most_goes(new_line):
    full = new_line.server_with(most_lines=4)
    greedy = [new_line(HALF, on=full) for _ in range(3)]
    family = [new_line(home=f"10.0.0.{number}", on=full) for number in (2, 3)]
    assert refused(*greedy, *family) == [True, False, False, False, False]


def test_lines_that_have_ended_count_no_more(new_line):
    for _ in range(9):
        new_line(HALF).handle_close()
    assert refused(*[new_line(HALF) for _ in range(3)]) == [False] * 3


def test_a_line_whose_phone_went_before_it_was_given_leave_to_go_on_is_not_held(new_line):
    line = new_line()
    line.theirs.close()
    line.received(post(5, of=5).replace(b"Host", b"Expect: 100-continue\r\nHost", 1))
    assert (line.connected, new_line.server.door._lines.total) == (False, 0)


def test_behind_a_proxy_lines_are_its_own(new_line):
    proxied = new_line.server_with(PROXIES=1)
    assert refused(*[new_line(HALF, on=proxied) for _ in range(9)]) == [False] * 9


def test_behind_a_proxy_with_many_lines_each_ends_with_its_answer(new_line):
    """Some proxies keep the lines of answers that nobody reads, and open another one for each request."""
    proxied = new_line.server_with(PROXIES=1, CONNECTIONS=3)
    proxied.application = lambda environ, start: (start("200 OK", [("Content-Length", "2")]), [b"ok"])[1]
    lines = [new_line(GET, on=proxied) for _ in range(3)]
    assert "Connection: close" not in told(lines[0])
    lines.append(new_line(GET, on=proxied))
    assert "Connection: close" in told(lines[1])
    assert not lines[1].readable()
    lines[1].handle_close()
    assert "Connection: close" not in told(lines[2])


# Answers


def until_read(line, server):
    """What comes by it, while everybody does what is theirs."""
    said = b""
    line.theirs.setblocking(False)
    while True:
        line.readable()
        while server.tasks:
            server.tasks.pop(0).service()
        if line.total_outbufs_len:
            line.handle_write()
        try:
            said += line.theirs.recv(1_000_000)
        except BlockingIOError:
            if not line.requests and not line.rest:
                return said


@pytest.mark.parametrize("between", [b"", b"\r\n"])
def test_what_is_asked_at_once_is_answered_one_by_one_and_in_its_order(new_line, between):
    new_line.server.application = lambda asked, start: (start("200 OK", []), [f"<{asked['PATH_INFO']}>".encode()])[1]
    asked = [f"GET /{number} HTTP/1.1\r\nHost: here\r\n\r\n".encode() for number in range(20)]
    post = b"POST /last HTTP/1.1\r\nContent-Length: 3\r\n\r\n"
    line = new_line(between.join([*asked, post + b"a"]))
    assert len(line.requests) == len(new_line.server.tasks) == 1
    said = until_read(line, new_line.server)
    assert re.findall(rb"<(.*?)>", said) == [b"/%d" % number for number in range(20)]
    line.received(b"bc" + asked[0])
    assert re.findall(rb"<(.*?)>", until_read(line, new_line.server)) == [b"/last", b"/0"]


def test_a_fault_in_what_came_right_after_a_request_ends_that_line_and_not_the_server(new_line, monkeypatch):
    new_line.server.application = lambda asked, start: (start("200 OK", []), [b"answer"])[1]
    line = new_line(GET + GET)
    monkeypatch.setattr(line, "received", lambda data: 1 // 0)
    monkeypatch.setattr(line, "log_info", lambda *said: None)
    line.service()
    line._flush_some()
    line.readable()
    assert not line.connected


def test_who_does_not_read_is_answered_once(new_line):
    new_line.server.application = lambda environ, start: (start("200 OK", []), [b"x" * 500_000])[1]
    line = new_line(GET * 9)
    for _ in range(3):
        while new_line.server.tasks:
            new_line.server.tasks.pop().service()
        assert not line.readable()
    assert line.total_outbufs_len < 510_000
    assert until_read(line, new_line.server).count(b"200 OK") == 9


def test_of_too_much_that_an_address_does_not_read_the_oldest_goes(new_line, monkeypatch):
    new_line.server.application = lambda environ, start: (start("200 OK", []), [b"x" * 1_000_000])[1]
    monkeypatch.setattr(threads, "UNREAD_OF_ONE", 1_500_000)

    def unread(home="10.0.0.1"):
        line = new_line(GET, home)
        line.service()
        line.readable()
        return line

    first, second, other, third = unread(), unread(), unread("10.0.0.2"), unread()
    assert refused(first, second, other, third) == [True, True, False, False]
    assert not first.readable()
    assert not first.connected, "it can't be waited for until it reads"


def test_of_too_much_that_many_addresses_do_not_read_the_oldest_goes_though_it_is_the_only_one(new_line, monkeypatch):
    """A stranger with a thousand addresses held a thousand pages in memory."""
    new_line.server.application = lambda environ, start: (start("200 OK", []), [b"x" * 1_000_000])[1]
    monkeypatch.setattr(threads, "UNREAD", 1_000_000)

    def unread(home):
        line = new_line(GET, home)
        line.service()
        line.readable()
        return line

    lines = [unread(f"10.0.0.{number}") for number in range(6)]
    assert refused(lines[0], lines[1], lines[-1]) == [True, True, False]


def test_no_answer_keeps_a_file_open(new_line):
    environs = []
    new_line.server.application = lambda environ, start: (environs.append(environ), start("200 OK", []), [b""])[2]
    new_line(GET).service()
    assert "wsgi.file_wrapper" not in environs[0]


# Bodies


def test_of_too_much_of_an_address_what_was_still_for_longest_goes_and_gives_its_bytes_back(new_line):
    first, second, third = (new_line(post(1_000)) for _ in range(3))
    first.received(b"x" * 500)
    assert refused(first, second, third) == [False, True, False]
    third.received(b"x" * 400)
    assert refused(first, second, third) == [False, True, False]
    assert "\r\n\r\n" in told(second)
    assert second.close_when_flushed


def test_of_too_much_in_all_it_goes_where_there_is_most(new_line):
    greedy = [new_line(post(1_400)) for _ in range(2)]
    small = [new_line(post(900), home=f"10.0.1.{number}") for number in range(3)]
    assert refused(*greedy, *small) == [True, False, False, False, False]


def test_a_body_is_counted_until_it_is_answered(new_line):
    whole = new_line(post(2_500, of=2_500))
    late = new_line(post(1_000))
    assert refused(whole, late) == [False, True]
    whole.service()
    assert refused(new_line(post(2_900))) == [False]


def test_a_body_whose_line_has_ended_counts_no_more(new_line):
    for _ in range(9):
        new_line(post(2_900)).handle_close()
    assert refused(new_line(post(2_900))) == [False]


def test_behind_a_proxy_bodies_are_of_the_address_that_it_names(new_line):
    proxied = new_line.server_with(PROXIES=1)
    greedy = [new_line(post(1_600, named="made, up, 10.0.0.7"), on=proxied) for _ in range(2)]
    family = new_line(post(1_600, named="10.0.0.8"), on=proxied)
    assert refused(*greedy, family) == [True, False, False]
    nameless = [new_line(b"POST /import HTTP/1.1\r\nContent-Length: 9999\r\n\r\n" + b"x" * 1_600, on=proxied)]
    assert refused(greedy[1], family, *nameless) == [False, False, False]


def test_behind_a_proxy_an_address_has_no_more_half_requests_than_it_may_have_lines(new_line):
    proxied = new_line.server_with(PROXIES=1)
    greedy = [new_line(post(0, named="10.0.0.7"), on=proxied) for _ in range(3)]
    family = new_line(post(0, named="10.0.0.8"), on=proxied)
    assert refused(*greedy, family) == [False] * 4
    new_line(post(0, named="10.0.0.7"), on=proxied)
    assert refused(*greedy, family) == [True, False, False, False]


@pytest.mark.parametrize("of", ["one", "all"])
def test_a_cafe_of_forty_phones_meets_none_of_it(new_line, of):
    home = "10.0.0.1" if of == "one" else "10.0.{}.1"
    cafe = new_line.server_with(most_lines=4_000, **{name: DEFAULTS[name] for name in ROOM if name != "PROXIES"})
    lines = [new_line(home=home.format(phone), on=cafe) for phone in range(40) for _ in range(6)]
    for line in lines[::6]:
        line.received(post(2_000_000, of=2_400_000))
    assert not any(refused(*lines))


# What waits for leave to go on


@pytest.mark.parametrize("head", ["", "Content-Length: 0\r\n", "Content-Length: 400000000\r\n"])
def test_who_waits_for_leave_to_send_nothing_is_answered(new_line, head):
    line = new_line(f"POST /import HTTP/1.1\r\nHost: here\r\nExpect: 100-continue\r\n{head}\r\n".encode())
    assert new_line.server.tasks == [line]
    assert told(line).startswith("HTTP/1.1 204")


@pytest.mark.parametrize(("proxies", "home"), [(0, "10.0.0.{}"), (1, "127.0.0.1")])
def test_who_sends_hundreds_at_once_waits_for_them_and_nobody_else_does(new_line, proxies, home):
    """Behind a proxy it is the one that it names."""
    server, waiting = new_line.server_with(PROXIES=proxies, CONNECTIONS=10), InTurn(ThreadedTaskDispatcher(), 16)
    for sender in (1, 1, 1, 2, 1, 3, 2):
        named = f"GET / HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: 10.0.0.{sender}\r\n\r\n".encode()
        line = new_line(named, home.format(sender), server)
        line.sender = sender
        waiting.append(line)
    assert [waiting.popleft().task.sender for _ in range(len(waiting))] == [1, 2, 3, 1, 2, 1, 1]
    assert not waiting


def test_one_address_is_answered_by_half_of_the_threads_at_most(new_line):
    waiting = InTurn(ThreadedTaskDispatcher(), 4)
    for home in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.2"):
        line = new_line(GET, home)
        line.service = lambda: None
        waiting.append(line)
    begun = [waiting.popleft() for _ in range(3)]
    assert sorted(one.task.home for one in begun) == ["10.0.0.1", "10.0.0.1", "10.0.0.2"]
    assert not waiting
    begun[0].service()
    assert waiting.popleft().task.home == "10.0.0.1"


@pytest.mark.parametrize("many", [1, 2, 4])
def test_however_much_some_addresses_ask_for_the_next_one_finds_a_thread(new_line, many):
    """Two who asked again and again for the paper of a very long game kept a tap waiting for 12 s."""
    server, waiting, begun = new_line.server_with(CONNECTIONS=30), InTurn(ThreadedTaskDispatcher(), 16), []

    def ask(home, times):
        for _ in range(times):
            line = new_line(GET, home, server)
            line.service = lambda: None
            waiting.append(line)
        while waiting:
            begun.append(waiting.popleft())

    for greedy in range(many):
        ask(f"10.0.0.{greedy}", 20)
    assert len(begun) < 16
    ask("10.0.1.1", 1)
    assert begun.pop().task.home == "10.0.1.1"
    for _ in range(10):  # as they are answered, the greedy ones have the same share
        begun.pop(0).service()
        while waiting:
            begun.append(waiting.popleft())
    homes = Counter(one.task.home for one in begun)
    assert max(homes.values()) <= -(-16 // (many + 1))


def test_whoever_floods_us_is_answered_by_one_thread_until_few_wait(new_line, monkeypatch):
    monkeypatch.setattr(threads, "FLOOD", 3)
    server, waiting = new_line.server_with(CONNECTIONS=10), InTurn(ThreadedTaskDispatcher(), 5)
    for home in ("10.0.0.1",) * 5 + ("10.0.0.2",) * 2:
        line = new_line(GET, home, server)
        line.service = lambda: None
        waiting.append(line)
    begun = [waiting.popleft() for _ in range(3)]
    assert sorted(one.task.home for one in begun) == ["10.0.0.1", "10.0.0.2", "10.0.0.2"]
    assert not waiting
    begun[0].service()
    assert [waiting.popleft().task.home for _ in range(2)] == ["10.0.0.1"] * 2
    assert not waiting


@pytest.mark.parametrize("path", ["/", "/static/x", "/healthz", "/import"])
def test_of_an_address_whose_requests_wait_for_a_quarter_of_the_lines_the_next_are_refused(new_line, path):
    """At once, by no thread; behind a proxy, which has lines for them all."""
    dispatcher, server = Threads(1), new_line.server_with(PROXIES=1, most_lines=12)
    dispatcher.shutdown()
    server.add_task = dispatcher.add_task

    def asks(home):
        method = "POST" if path == "/import" else "GET"
        said = f"{method} {path} HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: {home}\r\n\r\n"
        return new_line(said.encode(), on=server)

    greedy, family = [asks("10.0.0.7") for _ in range(5)], asks("10.0.0.8")
    assert [bool(line.requests) for line in (*greedy, family)] == [True] * 3 + [False] * 2 + [True]
    for line in greedy[3:]:
        line._flush_some()
        answer = line.theirs.recv(4000).decode()
        assert "429 Too Many Requests" in answer
        assert "Too many requests from you wait" in answer
        assert line.close_when_flushed


def test_pages_of_past_evenings_are_made_one_at_a_time_for_an_address_and_no_tap_waits_for_them(new_line):
    threads, server = Threads(16), new_line.server_with(CONNECTIONS=10)
    threads.shutdown()
    server.add_task = threads.add_task
    asked = GET.replace(b"GET / ", b"GET /evenings/?with=Ana ")
    assert asked != GET
    for _ in range(3):
        new_line(asked, on=server)
    assert len(threads.queue) == 0
    threads._past.queue.popleft()
    assert len(threads._past.queue) == 0, "may be answered beside it"


def test_a_half_request_that_gives_way_while_too_many_wait_is_told_so_at_once(new_line):
    dispatcher, server = Threads(1), new_line.server_with(PROXIES=1, most_lines=4)
    dispatcher.shutdown()
    server.add_task = dispatcher.add_task
    new_line(GET.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 10.0.0.7\r\n\r\n"), on=server)
    half = [new_line(post(0, path="/s/x/taps", named="10.0.0.7"), on=server) for _ in range(4)]
    half[0]._flush_some()
    assert "429 Too Many Requests" in half[0].theirs.recv(4000).decode()
    assert refused(*half[1:]) == [False] * 3


def test_all_threads_serve_addresses_in_turn_and_one_never_has_them_all(new_line):
    threads, server = Threads(1), new_line.server_with(CONNECTIONS=10)
    threads.shutdown()
    for dispatcher in (threads._aside, threads._files, threads._health, threads._past):
        for home in ("10.0.0.1", "10.0.0.1", "10.0.0.2"):
            dispatcher.queue.append(new_line(GET, home, server))
        first = dispatcher.queue.popleft()
        assert first.task.home == "10.0.0.1"
        if dispatcher is threads._health:  # which is one
            assert not dispatcher.queue
            first.done()
        assert dispatcher.queue.popleft().task.home == "10.0.0.2"
        assert not dispatcher.queue
