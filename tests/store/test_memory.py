"""What a circle of phones typed once, its next table finds filled in."""

import json

import pytest
import time_machine

from companion import store
from companion.rules import GAMES
from companion.rules.core import RuleBroken

PASTA = GAMES["pasta"]
ANA, TOM, LEA, MALLORY = "phone-of-ana", "phone-of-tom", "phone-of-lea", "phone-of-mallory"


@pytest.fixture
def open_states(open_a_table):
    """A table of Ana's."""
    return lambda phone=ANA: open_a_table("states", phone=phone)


@pytest.fixture
def states(open_states):
    return open_states()


def offered(table):
    return store.recall_all(table.sitting)


def battle(table, state, value, **tap):
    return table.note("battle", state=state, value=value, winner=0, **tap)


def test_a_value_is_remembered_once_it_was_typed(states):
    assert offered(states) == {}
    battle(states, "OH", 20)
    assert offered(states) == {"OH": 20}


def test_the_newest_value_counts(states, open_states):
    later = open_states()
    battle(later, "OH", 21)
    battle(states, "OH", 20)
    assert offered(states)["OH"] == 20


def test_no_clock_says_which_is_newer(states, open_states):
    """A board without a battery begins in 1970, where it believes that all others lie ahead."""
    for year, value in ((2026, 20), (1970, 21), (1998, 22)):
        with time_machine.travel(f"{year}-11-18T20:00:00Z", tick=False):
            battle(open_states(), "OH", value)
            assert offered(states) == {"OH": value}


def test_a_correction_of_something_else_makes_an_old_value_no_newer(states, open_states):
    battle(states, "OH", 20)
    battle(states, "TX", 38)
    battle(open_states(), "OH", 21)
    states.strike(2)
    assert offered(states) == {"OH": 21}


# Whose it is


def test_what_others_typed_is_offered_to_nobody_else(states, open_states):
    battle(open_states(MALLORY), "OH", 99)
    assert offered(states) == {}
    battle(states, "OH", 20)
    assert offered(open_states(TOM)) == {}


def test_what_any_phone_of_the_table_has_typed_elsewhere_is_offered_to_it(states, open_states):
    battle(open_states(TOM), "OH", 20)
    battle(open_states(LEA), "TX", 38)
    store.visit(TOM, states.sitting, may_score=True)
    store.visit(LEA, states.sitting, may_score=False)
    assert offered(states) == {"OH": 20}


def test_scripts_of_one_name_make_no_circle_of_two_tables(states, open_states):
    """Whoever knows how the family calls its camera can call one so at a table of their own."""
    strangers = open_states(MALLORY)
    battle(strangers, "OH", 99)
    for table in (states, strangers):
        store.visit("script-camera", table.sitting, True, "Camera")
    battle(states, "TX", 38)
    assert (offered(states), offered(strangers)) == ({"TX": 38}, {"OH": 99})


def test_who_was_shut_out_takes_no_part_in_it_any_more(states, open_states):
    battle(open_states(MALLORY), "OH", 99)
    store.visit(MALLORY, states.sitting, may_score=True)
    assert offered(states) == {"OH": 99}
    store.new_links(states.sitting, ANA)
    assert offered(states) == {}


@pytest.mark.parametrize("phone", [ANA, MALLORY, None])
def test_a_file_teaches_nobody_anything_whoever_brings_it(states, open_states, phone):
    """The family notes 10 and is offered 10, whatever a file of the year 2198 says."""
    move = {"move": "battle", "state": "MA", "value": 99, "winner": 0, "at": "2198-01-01T00:00:00Z"}
    file = {"format": "companion.game/1", "game": "states", "players": ["Ana", "Tom"], "moves": [move]}
    (came,) = store.import_games(json.dumps(file).encode(), phone)
    store.visit(ANA, came, may_score=True)
    assert offered(states) == {}
    battle(open_states(), "MA", 10)
    store.remake_results(lambda far: None)
    assert offered(states) == {"MA": 10}


def test_what_is_noted_at_a_table_that_a_file_brought_is_remembered(app, states):
    move = {"move": "battle", "state": "MA", "value": 99, "winner": 0}
    file = {"format": "companion.game/1", "game": "states", "players": ["Ana", "Tom"], "moves": [move]}
    (came,) = store.import_games(json.dumps(file).encode(), ANA)
    noted = store.Wanted("move", move=states.move("battle", state="OH", value=20, winner=0))
    for tap, wanted in enumerate((noted, store.Wanted("strike", 2), store.Wanted("restore", 2)), 1):
        store.note(came, store.Tap(f"tap-{tap}", tap, ANA), wanted)
        assert offered(states) == ({} if wanted.kind == "strike" else {"OH": 20})


# What stands


def test_what_a_slip_offers_is_found_without_reading_what_every_table_taught(states, open_states, monkeypatch):
    for value in range(20, 30):
        battle(open_states(), "OH", value)
    values = []
    monkeypatch.setattr("json.loads", lambda text: values.append(text) or int(text))
    assert offered(states) == {"OH": 29}
    assert len(values) <= 1  # psycopg has read it by itself


def test_a_struck_typing_error_is_forgotten(states, open_states):
    battle(open_states(), "OH", 20)
    battle(states, "OH", 99)
    states.strike(1)
    assert offered(states)["OH"] == 20
    states.restore(1)
    assert offered(states)["OH"] == 99


def test_a_replaced_typing_error_is_forgotten_and_the_correction_is_new(states, open_states):
    battle(states, "OH", 2)
    battle(open_states(), "OH", 21)
    states.replace(1, "battle", state="OH", value=20, winner=0)
    assert offered(states)["OH"] == 20


def test_a_replacement_by_another_state_forgets_the_first(states):
    battle(states, "OH", 20)
    states.replace(1, "battle", state="TX", value=38, winner=0)
    assert offered(states) == {"TX": 38}


def test_a_refused_move_teaches_nothing(states):
    battle(states, "OH", 20)
    with pytest.raises(RuleBroken):
        battle(states, "OH", 21)
    assert offered(states)["OH"] == 20


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
    assert offered(states)["OH"] == 20


NAMES = [f"Shape {number}" for number in range(9)]


def test_the_names_of_the_shapes_come_back_at_the_next_table_of_the_same_phone(open_a_table):
    named = open_a_table("pasta", shapes=tuple(NAMES)).sitting
    assert store.recall(PASTA, "shapes", "Ana's") is None
    store.visit("Ana's", named, may_score=True)
    store.visit("Tom's", named, may_score=False)
    assert store.recall(PASTA, "shapes", "Ana's") == NAMES
    assert store.recall(PASTA, "shapes", "Tom's") is store.recall(PASTA, "shapes", "a stranger's") is None


def test_names_that_a_file_brought_come_back_nowhere(app):
    file = {"format": "companion.game/1", "game": "pasta", "options": {"shapes": NAMES}, "players": ["Ana", "Tom"]}
    store.import_games(json.dumps({**file, "moves": []}).encode(), ANA)
    assert store.recall(PASTA, "shapes", ANA) is None


def test_the_newest_names_of_the_tables_where_a_phone_scores_come_back(open_a_table):
    for shapes in (NAMES, list(PASTA.options[-1].default)):
        store.visit("Ana's", open_a_table("pasta", shapes=tuple(shapes)).sitting, may_score=True)
        assert store.recall(PASTA, "shapes", "Ana's") == shapes


def test_a_correction_keeps_what_the_opening_taught(open_a_table):
    pasta = open_a_table("pasta", shapes=tuple(NAMES))
    store.visit("Ana's", pasta.sitting, may_score=True)
    pasta.note("bank", player=0, shape=0, pasta=3)
    pasta.strike(1)
    assert store.recall(PASTA, "shapes", "Ana's") == NAMES


def test_one_game_knows_nothing_of_another(states, open_a_table):
    battle(states, "OH", 20)
    assert "OH" not in offered(open_a_table("pasta", phone=ANA))
    assert offered(open_a_table("fiasko", phone=ANA)) == {}
