"""The line of a phone that listens: what it is waited for, while it reads and while it does not."""

import selectors
import socket
from types import SimpleNamespace

import pytest

from companion.web.live.stream import Shown, Stream

HEARS, READS = selectors.EVENT_READ, selectors.EVENT_READ | selectors.EVENT_WRITE
LONG = b"x" * 1_000_000
NEW = SimpleNamespace(length=1)


@pytest.fixture
def ends():
    """Both of a line: ours, and the phone's."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.settimeout(10)
        yield ours, theirs


def test_a_phone_that_reads_slowly_is_waited_for_until_it_has_read_all(ends):
    ours, phone = ends
    stream = Stream(ours, b"", SimpleNamespace(phone="a", event=lambda log, seen, drawn: LONG), 0)
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
