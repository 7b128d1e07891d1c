"""What a sitting came to: there with its last move, gone when it goes on, and made anew from the logs at any time."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from sqlalchemy import delete, select

from companion import store
from companion.store import results as remade
from companion.store.database.engine import here, reading, writing
from companion.store.results import read_places
from companion.store.tables import EntryRow, Finished

PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")


def rows():
    with reading() as session:
        return {one.sitting_id: (one.whole, by_seat(one)) for one in session.scalars(select(Finished))}


def by_seat(finished):
    return sorted(read_places(finished.places), key=lambda place: place.seat)


def results():
    """Of every sitting that is over: whether it is whole, and each seat's name, points and rank."""
    return {sitting: (whole, *(place[:3] for place in places)) for sitting, (whole, places) in rows().items()}


def kept(table):
    _, places = rows()[table.sitting.id]
    return [place.kept for place in places]


@pytest.fixture
def finished(open_a_table):
    """Ana has scored five products, and Tom one."""
    table = open_a_table("fiasko")
    table.note("score", player=1, product="milk", points=88)
    for product in PRODUCTS:
        table.note("score", player=0, product=product, points=20)
    return table


def test_a_sitting_has_its_result_with_its_last_move(finished):
    assert results() == {finished.sitting.id: (True, ("Ana", 240, 1), ("Tom", 118, 2))}


def test_a_sitting_under_way_has_none(open_a_table):
    open_a_table("fiasko").note("score", player=1, product="milk", points=88)
    assert results() == {}


def test_a_corrected_score_makes_the_result_anew(finished):
    finished.replace(2, "score", player=0, product="milk", points=99)
    assert results() == {finished.sitting.id: (True, ("Ana", 349, 1), ("Tom", 88, 2))}


def test_where_the_last_move_is_struck_the_result_goes_and_comes_back_with_it(finished):
    finished.strike(6)
    assert results() == {}
    finished.restore(6)
    assert len(results()) == 1


def test_a_game_that_was_stopped_is_not_whole_and_a_tie_is_shared(open_a_table):
    table = open_a_table("fiasko")
    for seat in (0, 1):
        table.note("score", player=seat, product="milk", points=60)
    table.note("end")
    assert results() == {table.sitting.id: (False, ("Ana", 75, 1), ("Tom", 75, 1))}


def test_what_the_game_finds_worth_keeping_is_kept(finished, open_a_table):
    assert kept(finished) == [{"dearest": 20, "product": "milk"}, {"dearest": 88, "product": "milk"}]
    counted = open_a_table("fiasko")
    counted.note("draw", player=0, card="goods")
    counted.note("draw", player=1, card="fiasko")
    counted.note("end")
    ana, tom = kept(counted)
    assert (ana["draws"], ana["run"], ana["fiaskos"], tom["fiaskos"]) == (1, 1, 0, 1)
    assert ana["fiaskos_expected"] == round(6 / 88, 4)


def test_an_evening_that_a_forgotten_move_ends_is_of_the_day_when_it_was_played(open_a_table):
    """Corrected later: by one move put in, and by another that was forgotten before that one."""
    with time_machine.travel("2026-05-02T20:00:00Z", tick=False) as clock:
        table = open_a_table("fiasko")
        for product in PRODUCTS[:4]:
            table.note("score", player=0, product=product, points=20)
        clock.shift(timedelta(minutes=30))
        table.note("score", player=1, product="milk", points=88)
        clock.shift(timedelta(days=9))
        table.insert_before(5, "score", player=0, product=PRODUCTS[4], points=20, along=(5,))
        assert ended() == datetime(2026, 5, 2, 20, 30, tzinfo=UTC)
        table.strike(6)
        table.insert_before(6, "end")
        assert ended() == datetime(2026, 5, 2, 20, 30, tzinfo=UTC)


def ended():
    with reading() as session:
        return session.scalars(select(Finished.ended_at)).one()


def test_results_that_were_thrown_away_are_made_again_from_the_logs(finished):
    before = results()
    with writing() as session:
        session.execute(delete(Finished))
    assert results() == {}
    store.remake_results(lambda far: None)
    assert results() == before


def test_while_results_are_made_again_others_note_in_between(finished, open_a_table, monkeypatch):
    """`companion upgrade` beside a server with thousands of tables."""
    monkeypatch.setattr(remade, "SLICE", 0)
    before, others = results(), [open_a_table("fiasko") for _ in range(3)]
    told = []

    def tap(far):
        told.append(far)
        others[0].note("draw", player=0, card="goods")

    store.remake_results(tap)
    assert told == [f"{done} of 4 tables upgraded" for done in range(1, 5)]
    assert others[0].log.length == 4
    assert results() == before


def test_one_sitting_that_cant_be_read_keeps_no_other_from_its_result(finished, open_a_table):
    broken = open_a_table("fiasko")
    broken.note("score", player=0, product="milk", points=88)
    with writing() as session:
        row = session.scalars(select(EntryRow).where(EntryRow.sitting_id == broken.sitting.id)).one()
        row.move = {"move": "of another age"}
    here().logs.pop(broken.sitting.id)
    store.remake_results(lambda far: None)
    assert list(results()) == [finished.sitting.id]


def test_a_file_that_comes_in_brings_its_result(finished, opened, tmp_path):
    document = json.dumps(store.export(finished.sitting)).encode()
    elsewhere = opened(f"sqlite:///{tmp_path}/elsewhere.sqlite3")
    store.upgrade(elsewhere)
    with elsewhere.app_context():
        store.import_games(document)
        assert list(results().values()) == [(True, ("Ana", 240, 1), ("Tom", 118, 2))]


def test_each_game_keeps_what_it_finds_worth_keeping(open_a_table):
    pasta, states = open_a_table("pasta"), open_a_table("states")
    pasta.note("bank", player=0, shape=0, pasta=3)
    pasta.note("bank", player=1, shape=1, pasta=3, sauce=1)
    pasta.note("end")
    states.note("battle", state="OH", value=13, tanks=[12, 30])
    states.note("end")
    assert kept(pasta) == [{"largest": 3}, {"largest": 4}]
    ana, tom = kept(states)
    assert (ana["states"], tom["states"], ana["battles"], ana["matched"]) == (0, 1, 1, 0)


def test_what_broke_a_tie_is_kept(open_a_table):
    table = open_a_table("pasta")
    for seat, shapes in enumerate(((0, 1), (2, 3))):
        for shape, cards in zip(shapes, ((3, 3), (4, 3))[seat], strict=True):
            table.note("bank", player=seat, shape=shape, pasta=cards)
    table.note("lay", player=0, shape=4, pasta=1)
    table.note("end")
    assert [one["level"] for one in kept(table)] == ["largest", "largest"]
    assert [seat[1:] for seat in results()[table.sitting.id][1:]] == [(7, 2), (7, 1)]
