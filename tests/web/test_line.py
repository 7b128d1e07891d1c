"""The line of a phone that listens: what it is waited for, while it reads and while it does not."""

import select
import selectors
import socket
from time import monotonic, sleep
from types import SimpleNamespace

import pytest

from companion.record.history import Mark
from companion.web.live import hub
from companion.web.live.stream import MOST_MISSED, Shown, Stream

HEARS, READS = selectors.EVENT_READ, selectors.EVENT_READ | selectors.EVENT_WRITE
LONG = b"x" * 1_000_000


def log_of(length):
    entries = [SimpleNamespace(tap=str(number)) for number in range(length)]
    known = {"entries": entries, "follows": lambda mark: mark.length <= length}
    return SimpleNamespace(length=length, mark=Mark(length), **known)


NEW = log_of(1)


@pytest.fixture
def ends():
    """Both of a line: ours, and the phone's."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.settimeout(10)
        yield ours, theirs


def test_a_phone_that_reads_slowly_is_waited_for_until_it_has_read_all(ends):
    ours, phone = ends
    stream = Stream(ours, b"", SimpleNamespace(phone="a", event=lambda log, seen, drawn: LONG), None)
    with selectors.DefaultSelector() as lines:
        waited_for = []
        for log in (None, NEW, None):
            assert stream.push(Shown(log, {}, 1))
            stream.wait(lines, "room")
            waited_for.append(lines.get_key(ours).events)
        assert waited_for == [HEARS, READS, READS]
        left = len(LONG)
        while left > 0:
            left -= len(phone.recv(left))
            stream.push(Shown(None, {}, 1))
        stream.wait(lines, "room")
        assert lines.get_key(ours).events == HEARS
        stream.hang_up(lines)
        assert not lines.get_map()


def test_a_phone_that_reads_nothing_while_much_is_noted_is_left_to_come_again(ends):
    """And its bytes count until all of them are gone."""
    ours, phone = ends
    log = [log_of(length) for length in range(MOST_MISSED + 2)]
    stream = Stream(ours, LONG, SimpleNamespace(phone="a", event=lambda log, seen, drawn: b"news"), log[0].mark)
    assert stream.push(Shown(log[MOST_MISSED], {}, 1))
    phone.recv(100)
    assert stream.unread == len(LONG)
    assert not stream.push(Shown(log[-1], {}, 1))


def test_who_reads_as_it_comes_is_told_however_much_is_noted_at_once(ends):
    ours, phone = ends
    stream = Stream(ours, b"", SimpleNamespace(phone="a", event=lambda log, seen, drawn: b"news"), NEW.mark)
    assert stream.push(Shown(log_of(500), {}, 1))
    assert phone.recv(1000).endswith(b"news")
    assert stream.unread == 0


def test_of_too_much_that_phones_of_an_address_do_not_read_one_stream_ends(monkeypatch):
    monkeypatch.setattr(hub, "UNREAD_OF_ONE", 2_500_000)
    here, sitting, phones, ends = hub.Hub(10), SimpleNamespace(id=1), {}, select.poll()
    listener = SimpleNamespace(phone="a", event=lambda log, seen, drawn: b"")
    for home in ("10.0.0.1", "10.0.0.2", "10.0.0.1", "10.0.0.1"):
        ours, theirs = socket.socketpair()
        phones[theirs.fileno()] = theirs, home
        ends.register(theirs, 0)  # it is told of nothing else
        here.listen(here.enter(sitting, "link", home), Stream(ours, LONG, listener, None, home))
    ended = [phones[number][1] for number, _ in ends.poll(10_000)]
    here.close()
    for theirs, _ in phones.values():
        theirs.close()
    assert ended == ["10.0.0.1"]


def test_tables_of_one_address_however_often_they_change_leave_time_for_those_of_others():
    """Those with short logs came first: 24 that ended on and on kept all others' pushes waiting for 15 s."""
    here, ends, opened = hub.Hub(10), monotonic() + 2, []

    def open_stream(number, home, event):
        ours, theirs = socket.socketpair()
        opened.append(theirs)
        sitting, listener = SimpleNamespace(id=number), SimpleNamespace(phone="a", event=event)
        here.listen(here.enter(sitting, "link", home), Stream(ours, b"", listener, None, home))
        return theirs

    def of_greedy(other):
        def event(log, seen, drawn):
            sleep(0.06)
            if monotonic() < ends:
                here.tell(other, log_of(log.length + 1))
            return b"greedy"

        return event

    for number, other in ((1, 2), (2, 1)):
        open_stream(number, "10.0.0.1", of_greedy(other))
    family = open_stream(3, "10.0.0.2", lambda log, seen, drawn: b"family")
    family.settimeout(5)
    here.tell(1, log_of(1))
    sleep(0.3)
    here.tell(3, log_of(400))
    while b"family" not in family.recv(1000):
        pass
    assert monotonic() < ends - 1
    here.close()
    for theirs in opened:
        theirs.close()
