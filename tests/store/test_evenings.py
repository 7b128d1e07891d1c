"""The evenings of a phone: what is kept of them is found without a log, and who is who is each phone's own."""

import contextlib
import json
import shutil
from datetime import UTC, date, datetime

import pytest
from sqlalchemy import event, update

from companion import store
from companion.rules.core import RuleBroken
from companion.rules.moves import End
from companion.store.database.engine import here, writing
from companion.store.results import evening_of
from companion.store.tables import Sitting

PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")


@contextlib.contextmanager
def asked():
    """What is asked of the database meanwhile."""
    statements = []

    def hear(connection, cursor, statement, *_):
        statements.append(statement)

    event.listen(here().engine, "before_cursor_execute", hear)
    yield statements
    event.remove(here().engine, "before_cursor_execute", hear)


def finish(table):
    for product in PRODUCTS:
        table.note("score", player=1, product=product, points=20)
    return table.sitting


@pytest.fixture
def seen(open_a_table):
    def see(phone="a-phone", may_score=True, slug="fiasko", **options):
        sitting = finish(open_a_table(slug, **options))
        store.visit(phone, sitting, may_score)
        return sitting

    return see


def test_a_phone_finds_its_own_evenings_the_oldest_first(seen):
    first, second = seen(), seen()
    seen("another")
    found = store.evenings("a-phone")
    assert [one.sitting for one in found] == [first.id, second.id]
    assert [(place.name, place.points, place.rank) for place in found[0].places] == [("Tom", 270, 1), ("Ana", 0, 2)]
    assert (found[0].game, found[0].whole, found[0].winners) == ("fiasko", True, 1)
    assert found[0].places[0].kept == {"dearest": 20, "product": "milk"}


def test_a_table_under_way_is_no_evening(open_a_table):
    table = open_a_table("fiasko", phone="a-phone")
    table.note("draw", player=0, card="goods")
    assert store.evenings("a-phone") == []


def test_one_that_was_put_away_says_so(seen):
    sitting = seen()
    store.put_away("a-phone", sitting)
    assert [one.put_away for one in store.evenings("a-phone")] == [True]


def test_a_corrected_entry_is_told_of(open_a_table):
    table = open_a_table("fiasko", phone="a-phone")
    finish(table)
    table.replace(1, "score", player=1, product="milk", points=88)
    assert store.evenings("a-phone")[0].places[0].points == 338


def test_one_of_unknown_rules_that_isnt_known_to_be_over_is_told_of_by_its_names(seen, open_a_table):
    over = seen()
    sitting = open_a_table("fiasko", phone="a-phone").sitting
    assert [one.sitting for one in store.evenings("a-phone")] == [over.id]
    with writing() as session:
        session.execute(update(Sitting).where(Sitting.id == sitting.id).values(rules=99))
    found, _ = store.evenings("a-phone")
    assert ([place.name for place in found.places], found.rules, found.put_away) == (["Ana", "Tom"], 99, False)
    store.put_away("a-phone", sitting)
    assert [one.put_away for one in store.evenings("a-phone")] == [True, False]


def test_however_many_there_are_two_statements_find_them_and_none_reads_a_log(seen):
    counts = []
    for _ in range(2):
        for _ in range(3):
            seen()
        with asked() as statements:
            store.evenings("a-phone")
        counts.append(len(statements))
        assert not any("entry" in statement for statement in statements)
    assert counts == [2, 2]


def test_a_phone_opens_an_evening_by_the_link_that_it_once_came_by(seen):
    scored, watched, of_another = seen(), seen(may_score=False), seen("another")
    found = store.links("a-phone", {scored.id, watched.id, of_another.id})
    assert found == {scored.id: scored.score_link, watched.id: watched.watch_link}


@pytest.mark.parametrize(("hour", "day"), [(23, 7), (4, 7), (6, 8)])
def test_an_evening_goes_on_after_midnight(hour, day):
    at = datetime(2026, 11, 7 if hour > 12 else 8, hour, 30).astimezone()
    assert evening_of(at.astimezone(UTC)) == date(2026, 11, day)


# Who is who


def test_a_name_counts_as_another_on_this_phone_alone_until_they_are_parted(app):
    store.join_names("a-phone", "Max", "Maximilian")
    assert store.aliases("a-phone") == {"Max": "Maximilian"}
    assert store.aliases("another") == {}
    store.part_names("a-phone", "max")
    assert store.aliases("a-phone") == {}


def test_whoever_counted_as_somebody_goes_along_with_them(app):
    store.join_names("a-phone", "Max", "Maxi")
    store.join_names("a-phone", "Maxi", "Maximilian")
    assert store.aliases("a-phone") == {"Max": "Maximilian", "Maxi": "Maximilian"}


def test_who_is_counted_as_is_nobody_else(app):
    store.join_names("a-phone", "Max", "Maximilian")
    store.join_names("a-phone", "Maximilian", "Max")
    assert store.aliases("a-phone") == {"Maximilian": "Max"}


# Brought by a phone


@pytest.fixture
def elsewhere(opened, ready, tmp_path):
    return opened(f"sqlite:///{shutil.copy(ready, tmp_path / 'elsewhere.sqlite3')}")


def test_whoever_brings_a_file_sees_what_it_holds_and_may_score_there(seen, elsewhere):
    document = json.dumps(store.export(seen())).encode()
    with elsewhere.app_context():
        (sitting,) = store.import_games(document, "a-phone")
        assert store.links("a-phone", [sitting.id]) == {sitting.id: sitting.score_link}
        assert [one.places[0].name for one in store.evenings("a-phone")] == ["Tom"]


def test_a_file_of_an_evening_that_others_played_here_is_one_of_its_own(seen):
    """However well it is made: it opens nothing of theirs, and brings its own game all the same, once."""
    sitting = seen("another")
    document = store.export(sitting)
    forged = {**document, "log": document["log"][:-1], "moves": document["moves"][:-1]}
    for file in (document, forged):
        (came,) = store.import_games(json.dumps(file).encode(), f"a-phone-{len(file['log'])}")
        assert came.id != sitting.id
    (came,) = store.import_games(json.dumps(document).encode(), "a-phone")
    (again,) = store.import_games(json.dumps(document).encode(), "a-phone")
    assert (again.id, [visit.sitting_id for visit in store.visits("a-phone")]) == (came.id, [came.id])
    assert store.links("a-phone", [sitting.id]) == {}


def test_of_very_many_evenings_the_newest_are_read(seen, monkeypatch):
    _, *newest = (seen().id for _ in range(3))
    monkeypatch.setitem(store.evenings.__globals__, "MOST_EVENINGS", 2)  # the module has the function's name
    assert [evening.sitting for evening in store.evenings("a-phone")] == newest


@pytest.fixture
def series(open_a_table):
    """The files of three games that one table has played."""
    table = open_a_table("fiasko", phone="a-phone")
    sittings, files = [table.sitting], []
    for _ in range(2):
        sittings.append(store.go_on(sittings[-1], table.sitting.ruleset, table.sitting.table, "a-phone"))
    for sitting in sittings:
        for move in (table.move("draw", player=0, card="goods"), table.move("end")):
            tap = store.Tap(f"tap-{move.kind}", store.read(sitting).length, "a-phone")
            store.note(sitting, tap, store.Wanted("move", move=move))
        files.append(store.export(sitting))
    return files


def bring(files, phone):
    return [store.import_games(json.dumps(file).encode(), phone)[0] for file in files]


def together(sitting):
    return {ended.sitting.id for ended in store.ended_together(store.find_named(sitting.uid))}


@pytest.mark.parametrize("phone", ["a-phone", None])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2)])
def test_files_of_one_series_are_one_on_another_machine_whatever_comes_first(series, elsewhere, phone, order):
    files = [series[place] for place in order]
    with elsewhere.app_context():
        came = bring(files, phone)
        assert [together(one) for one in came] == [{one.id for one in came}] * len(came)
        assert [store.export(one) for one in came] == files
        on = store.go_on(came[-1], came[-1].ruleset, came[-1].table, "a-phone")
        store.note(on, store.Tap("end", 0, "a-phone"), store.Wanted("move", move=End()))
        assert together(came[0]) == {*(one.id for one in came), on.id}
        assert store.export(on)["sitting"]["series"] == series[0]["sitting"]["uid"]


def of_the_series(file, number):
    return {**file, "sitting": {**file["sitting"], "uid": f"number-{number:016}"}}


def test_a_series_of_files_has_its_limit_and_the_rest_makes_another(series, monkeypatch):
    monkeypatch.setattr("companion.store.sittings.MOST_TOGETHER", 3)
    came = bring([of_the_series(series[1], number) for number in range(5)], "another")
    ids = [one.id for one in came]
    assert [together(one) for one in came] == [{*ids[:3]}] * 3 + [{*ids[3:]}] * 2
    with pytest.raises(RuleBroken, match="at most 3 games: go on at a new table"):
        store.go_on(came[0], came[0].ruleset, came[0].table, "another")


def test_who_comes_from_an_old_game_of_a_long_series_is_led_to_the_last_at_once(open_a_table):
    first = last = open_a_table().sitting
    for _ in range(5):
        last = store.go_on(last, last.ruleset, last.table, "a-phone")
    assert store.follower(first).id == last.id
    assert store.go_on(first, first.ruleset, first.table, "another").id == last.id


def test_of_two_tables_that_followed_one_in_an_older_version_the_newest_game_of_either_goes_on(open_a_table):
    first = open_a_table().sitting
    ways = [store.go_on(first, first.ruleset, first.table, "a-phone")]
    ways += [store.go_on(ways[0], first.ruleset, first.table, "a-phone")]
    with writing() as session:
        session.execute(update(Sitting).where(Sitting.id == ways[1].id).values(follows=first.id))
    assert store.follower(first).id == ways[1].id
    assert store.follower(ways[0]) is None


def test_the_four_hundredth_file_of_a_series_takes_hardly_more_than_the_fortieth(sqlite, opened):
    """In hundreds of SQLite's own steps: whoever brings a long series holds nobody up for longer and longer."""
    at, end, steps, took = "2026-11-18T20:00:00+00:00", {"move": "end"}, [], []
    about = {"format": "companion.game/1", "game": "fiasko", "rules": 1, "players": ["Ana", "Tom"]}
    moves = {"moves": [{**end, "at": at}], "log": [{"number": 1, "kind": "move", "tap": "end", "at": at, "move": end}]}

    def bring_some(numbers):
        origins = [{"uid": f"number-{number}", "opened_at": at, "series": "theirs"} for number in numbers]
        files = [{**about, **moves, "sitting": origin} for origin in origins]
        store.import_games(json.dumps(files).encode(), "a-phone")

    with opened(sqlite).app_context():
        with here().engine.connect() as connection:  # the only one that is used here
            connection.connection.driver_connection.set_progress_handler(lambda: steps.append(1), 100)
        for many in (40, 400):
            bring_some(range(many))
            steps.clear()
            bring_some([f"{many}th"])
            took.append(len(steps))
    assert 0 < took[1] - took[0] < 20, took  # to count them takes 13


def test_a_file_is_never_of_the_series_that_is_played_here(series):
    files = [
        {**file, "sitting": {**file["sitting"], "uid": f"of-another-machine-{number}"}}
        for number, file in enumerate(series)
    ]
    played = store.find_named(series[0]["sitting"]["uid"])
    for phone in ("a-phone", "another", None):
        came = bring(files[1:], phone)
        assert together(played).isdisjoint(one.id for one in came)
        assert together(came[0]).isdisjoint(together(played))


def test_files_of_one_series_that_different_phones_bring_are_apart(series, elsewhere):
    with elsewhere.app_context():
        by_phone = {phone: bring(series, phone) for phone in ("mallory", "a-phone", None)}
        for phone in by_phone:
            assert [together(one) for one in by_phone[phone]] == [{one.id for one in by_phone[phone]}] * 3


def test_who_was_shut_out_of_what_it_brought_comes_back_by_no_file(series, elsewhere):
    with elsewhere.app_context():
        came = bring(series[:2], "mallory")
        store.visit("a-phone", came[0], True)
        store.new_links(came[0], "a-phone")
        again = bring(series, "mallory")
        assert {one.id for one in again}.isdisjoint(one.id for one in came)
        assert together(again[0]) == {one.id for one in again}


def test_a_file_is_no_key_to_a_table_under_way(open_a_table):
    table = open_a_table("fiasko", phone="another")
    table.note("draw", player=0, card="goods")
    document = json.dumps(store.export(table.sitting)).encode()
    with pytest.raises(store.ImportRefused, match="under way on other phones"):
        store.import_games(document, "a-phone")
    assert store.links("a-phone", [table.sitting.id]) == {}
    assert [sitting.id for sitting in store.import_games(document, "another")] == [table.sitting.id]


def test_only_whoever_scores_at_a_table_adds_to_its_log_by_a_file(open_a_table, elsewhere):
    table = open_a_table("fiasko", phone="another")
    table.note("draw", player=0, card="goods")
    document = json.dumps(store.export(table.sitting)).encode()
    with elsewhere.app_context():
        (copy,) = store.import_games(document)
        store.note(copy, store.Tap("later", 1, None), store.Wanted("move", move=table.move("end")))
        longer = json.dumps(store.export(copy)).encode()
    store.visit("a-phone", table.sitting, may_score=False)
    with pytest.raises(store.ImportRefused):
        store.import_games(longer, "a-phone")
    assert table.log.length == 1
    store.import_games(longer, "another")
    assert table.log.sheet.over


def test_a_move_of_a_file_that_says_no_time_came_with_the_one_before(app):
    moves = [
        {"move": "draw", "player": 0, "card": "goods", "at": "2026-05-02T20:10:00Z"},
        {"move": "draw", "player": 1, "card": "goods"},
        {"move": "end"},
    ]
    file = {"format": "companion.game/1", "game": "fiasko", "players": ["Ana", "Tom"], "moves": moves}
    store.import_games(json.dumps(file).encode(), "a-phone")
    assert [one.day for one in store.evenings("a-phone")] == [date(2026, 5, 2)]
