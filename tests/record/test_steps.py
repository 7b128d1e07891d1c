"""What each of the last moves did: the sheet before it and after it."""

import pytest

from companion.record import history
from companion.record.history import Entry
from companion.rules import GAMES
from companion.rules.fiasko.moves import Draw

GAME = GAMES["fiasko"]


@pytest.fixture
def four_draws():
    log = history.start(GAME, GAME.table(("Ana", "Bo")))
    for number in range(1, 5):
        log = history.with_entry(GAME, log, entry(number, "move", None, Draw(number % 2, "goods")))
    return log


def entry(number, kind, target=None, move=None):
    return Entry(number, kind, target, move, move, str(number), None, None)


def hands(steps):
    return [(step.entry.number, step.before.counter.hands, step.after.counter.hands) for step in steps]


def test_the_last_moves_each_have_their_before_and_after(four_draws):
    assert hands(four_draws.steps[-2:]) == [(3, (1, 1), (1, 2)), (4, (1, 2), (2, 2))]


def test_no_more_steps_than_moves(four_draws):
    assert [step.entry.number for step in four_draws.steps[-9:]] == [1, 2, 3, 4]
    assert history.start(GAME, GAME.table(("Ana", "Bo"))).steps == ()


def test_the_last_sheet_is_the_one_of_the_log(four_draws):
    assert four_draws.steps[-3:][-1].after == four_draws.sheet


def test_what_was_struck_out_is_no_step(four_draws):
    struck = history.correct(GAME, four_draws, entry(5, "strike", 4))
    assert [step.entry.number for step in struck.steps[-2:]] == [2, 3]


def test_what_was_corrected_stands_as_it_is_now(four_draws):
    corrected = history.correct(GAME, four_draws, entry(5, "replace", 3, Draw(1, "fiasko")))
    assert hands(corrected.steps[-2:]) == [(3, (1, 1), (1, 0)), (4, (1, 0), (2, 0))]
