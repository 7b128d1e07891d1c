"""Whether the database is still there: found out by one, told to all."""

import pytest

from companion.store.database import presence
from companion.store.database.presence import Silence
from companion.store.database.trouble import BUSY, UNREACHABLE, StoreTrouble


@pytest.fixture
def clock(monkeypatch):
    """Moved by hand."""
    now = [1000.0]
    monkeypatch.setattr(presence, "monotonic", lambda: now[0])
    return now


def ask(silence, clock, seconds=0.0, trouble=None):
    """What one hears who asks, and is told after so many seconds."""
    try:
        with silence.noticed():
            clock[0] += seconds
            if trouble:
                raise StoreTrouble(trouble)
    except StoreTrouble as heard:
        return heard.text
    return None


def test_after_one_has_waited_in_vain_nobody_else_waits_until_it_is_asked_again(clock):
    silence = Silence()
    assert ask(silence, clock, presence.PATIENCE, UNREACHABLE) == UNREACHABLE
    assert ask(silence, clock) == UNREACHABLE
    clock[0] += presence.AGAIN
    with silence.noticed():
        assert ask(silence, clock) == UNREACHABLE
    assert ask(silence, clock) is None


@pytest.mark.parametrize(("seconds", "trouble"), [(0.1, UNREACHABLE), (presence.PATIENCE, BUSY)])
def test_a_server_that_says_so_itself_is_asked_by_everybody(clock, seconds, trouble):
    silence = Silence()
    assert ask(silence, clock, seconds, trouble) == trouble
    assert ask(silence, clock) is None
