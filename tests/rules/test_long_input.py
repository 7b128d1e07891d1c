"""What is far too long is refused as fast as what is a little too long: while it is reckoned nobody else is served."""

from time import process_time

import pytest

from companion.rules.options import alike, alphabetical
from companion.rules.states.moves import Battle
from companion.screens.states.search import plain
from companion.web.share.join import read_code

ACCENTS = "a" + "\u0301\u0323" * 50_000  # of two classes in turn, which are put in order one by one


@pytest.fixture(autouse=True)
def at_once():
    start = process_time()
    yield
    assert process_time() - start < 1.0


@pytest.mark.parametrize("read", [alike, alphabetical, plain, read_code])
def test_a_hundred_thousand_accents_are_read_at_once(read):
    """They took the square of their time: half a minute, for which the whole server stood."""
    assert read(ACCENTS)


def test_of_forty_thousand_tanks_it_is_told_at_once_which_were_matched():
    """A tap of 80 kB was reckoned for 15 s, in everybody's turn."""
    battle = Battle("MA", 10, tanks=(*range(1, 30), *[3] * 40_000, 30))
    assert (battle.winning, battle.cancelled, battle.taker) == (30, (3,), 40_029)
