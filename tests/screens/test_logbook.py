"""The log as it is read: newest first, all of it or one player's, with ways to its tens."""

from datetime import UTC, datetime

import pytest

from companion.record import history
from companion.record.history import Entry
from companion.rules import GAMES
from companion.rules.fiasko.moves import Draw
from companion.screens import SCREENS
from companion.screens.log.logbook import logbook

GAME = GAMES["fiasko"]
AT = datetime(2026, 11, 14, 20, 41, tzinfo=UTC)


def book(draws, seat=None):
    """Of so many cards drawn in turn by two players."""
    moves = [Draw(number % 2, "goods") for number in range(draws)]
    entries = [Entry(number, "move", None, move, move, str(number), None, AT) for number, move in enumerate(moves, 1)]
    log = history.with_accepted(GAME, history.start(GAME, GAME.table(("Ana", "Bo"), {})), entries)
    return logbook(SCREENS["fiasko"], log, seat)


def test_the_newest_entry_is_read_first():
    assert [line.entry.number for line in book(3).lines] == [3, 2, 1]


def test_of_one_player_only_what_is_about_them_is_read():
    assert [line.entry.number for line in book(5, seat=1).lines] == [4, 2]


@pytest.mark.parametrize(
    ("draws", "seat", "tens"),
    [
        (34, None, ((30, 34), (20, 29), (10, 19), (0, 9))),
        (60, 1, ((60, 60), (50, 58), (40, 48), (30, 38), (20, 28), (10, 18), (0, 8))),
        (3, None, ()),
    ],
)
def test_a_long_log_has_a_way_to_the_newest_of_each_ten(draws, seat, tens):
    assert book(draws, seat).tens == tens
