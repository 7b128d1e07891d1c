"""What a table typed once, the next one finds filled in."""

import pytest
import time_machine

from companion import store
from companion.rules import GAMES
from companion.rules.core import RuleBroken

STATES, PASTA = GAMES["states"], GAMES["pasta"]


@pytest.fixture
def states(open_a_table):
    return open_a_table("states")


def battle(table, state, value, **tap):
    return table.note("battle", state=state, value=value, winner=0, **tap)


def test_a_value_is_remembered_once_it_was_typed(states):
    assert store.recall_all(STATES) == {}
    battle(states, "OH", 20)
    assert store.recall_all(STATES) == {"OH": 20}


def test_the_newest_value_counts(states, open_a_table):
    later = open_a_table("states")
    battle(later, "OH", 21)
    battle(states, "OH", 20)
    assert store.recall_all(STATES)["OH"] == 20


def test_of_two_typed_at_one_moment_the_later_table_s_counts(open_a_table):
    first, second = (open_a_table("states") for _ in range(2))
    with time_machine.travel("2026-11-18T20:00:00Z", tick=False):
        battle(second, "OH", 21)
        battle(first, "OH", 20)
        battle(first, "TX", 38)
    assert store.recall_all(STATES) == {"OH": 21, "TX": 38}


def test_what_a_slip_offers_is_found_without_reading_what_every_table_taught(open_a_table, monkeypatch):
    for value in range(20, 30):
        battle(open_a_table("states"), "OH", value)
    values = []
    monkeypatch.setattr("json.loads", lambda text: values.append(text) or int(text))
    assert store.recall_all(STATES) == {"OH": 29}
    assert len(values) <= 1  # psycopg has read it by itself


def test_a_struck_typing_error_is_forgotten(states, open_a_table):
    battle(open_a_table("states"), "OH", 20)
    battle(states, "OH", 99)
    states.strike(1)
    assert store.recall_all(STATES)["OH"] == 20
    states.restore(1)
    assert store.recall_all(STATES)["OH"] == 99


def test_a_replaced_typing_error_is_forgotten_and_the_correction_is_new(states, open_a_table):
    battle(states, "OH", 2)
    battle(open_a_table("states"), "OH", 21)
    states.replace(1, "battle", state="OH", value=20, winner=0)
    assert store.recall_all(STATES)["OH"] == 20


def test_a_replacement_by_another_state_forgets_the_first(states):
    battle(states, "OH", 20)
    states.replace(1, "battle", state="TX", value=38, winner=0)
    assert store.recall_all(STATES) == {"TX": 38}


def test_a_refused_move_teaches_nothing(states):
    battle(states, "OH", 20)
    with pytest.raises(RuleBroken):
        battle(states, "OH", 21)
    assert store.recall_all(STATES)["OH"] == 20


def test_an_entry_and_what_it_taught_are_written_together_or_not_at_all(states, monkeypatch):
    def no_room(*arguments):
        raise RuntimeError

    battle(states, "TX", 38)
    with monkeypatch.context() as context:
        context.setattr("companion.store.tap.remember", no_room)
        with pytest.raises(RuntimeError):
            battle(states, "OH", 20, tap="twice")
    assert states.log.length == 1
    battle(states, "OH", 20, tap="twice")
    assert store.recall_all(STATES)["OH"] == 20


NAMES = [f"Shape {number}" for number in range(9)]


def test_the_names_of_the_shapes_come_back_at_the_next_table_of_the_same_phone(open_a_table):
    named = open_a_table("pasta", shapes=tuple(NAMES)).sitting
    assert store.recall(PASTA, "shapes", "Ana's") is None
    store.visit("Ana's", named, may_score=True)
    store.visit("Tom's", named, may_score=False)
    assert store.recall(PASTA, "shapes", "Ana's") == store.recall(PASTA, "shapes", "Tom's") == NAMES
    assert store.recall(PASTA, "shapes", "a stranger's") is None


def test_the_newest_names_that_a_phone_has_seen_come_back(open_a_table):
    for shapes in (NAMES, list(PASTA.options[-1].default)):
        store.visit("Ana's", open_a_table("pasta", shapes=tuple(shapes)).sitting, may_score=True)
        assert store.recall(PASTA, "shapes", "Ana's") == shapes


def test_a_correction_keeps_what_the_opening_taught(open_a_table):
    pasta = open_a_table("pasta", shapes=tuple(NAMES))
    store.visit("Ana's", pasta.sitting, may_score=True)
    pasta.note("bank", player=0, shape=0, pasta=3)
    pasta.strike(1)
    assert store.recall(PASTA, "shapes", "Ana's") == NAMES


def test_one_game_knows_nothing_of_another(states):
    battle(states, "OH", 20)
    assert "OH" not in store.recall_all(PASTA)
    assert store.recall_all(GAMES["fiasko"]) == {}
