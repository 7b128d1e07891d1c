"""A sitting leaves as a game file with its whole log, and comes in again as the same sitting."""

import copy
import json
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import event, update

from companion import store
from companion.record.files import game_file
from companion.record.files.strict_json import NotAGameFile
from companion.rules import GAMES
from companion.rules.core import RuleBroken
from companion.rules.text import say
from companion.store import files as imports
from companion.store.database.engine import KEY, here, writing
from companion.store.tables import Sitting

ANA, TOM = "phone-of-ana", "phone-of-tom"
PLAIN = {
    "format": "companion.game/1",
    "game": "fiasko",
    "options": {"count": "none"},
    "players": ["Ana", "Tom"],
    "moves": [
        {"move": "score", "player": 1, "product": "milk", "points": 88, "at": "2026-11-18T21:00:00+01:00"},
        {"move": "end"},
    ],
}


def as_file(document):
    return json.dumps(document).encode()


def take_in(document):
    (sitting,) = store.import_games(as_file(document))
    return sitting


def with_every_kind_of_entry(table):
    """By two phones, and one without a name."""
    table.note("battle", state="OH", value=2, winner=0)
    table.note("battle", state="TX", value=38, tanks=[30, 30, 4], phone=TOM)
    table.note("battle", state="CA", value=55, winner=2, phone=None)
    table.replace(1, "battle", state="OH", value=20, winner=0, phone=TOM)
    table.strike(3)
    table.restore(3, phone=TOM)
    table.strike(2)
    return table


@pytest.fixture
def played(open_a_table):
    return with_every_kind_of_entry(open_a_table("states", 3))


@pytest.fixture
def kept(sqlite, opened):
    """A database that is a file."""
    app = opened(sqlite)
    with app.app_context():
        yield app


@pytest.fixture
def elsewhere(opened, tmp_path):
    """Another household's database."""
    app = opened(f"sqlite:///{tmp_path}/elsewhere.sqlite3")
    store.upgrade(app)
    return app


# Out


def test_an_export_is_a_game_file_with_what_stands(played):
    document = store.export(played.sitting)
    assert [(move["state"], move["value"]) for move in document["moves"]] == [("OH", 20), ("CA", 55)]
    assert game_file.tally(game_file.parse(as_file(document))) == played.sitting.ruleset.tally(played.log.sheet)


def test_an_export_carries_every_entry_as_it_was_made(played):
    log = store.export(played.sitting)["log"]
    assert [entry["kind"] for entry in log] == ["move"] * 3 + ["replace", "strike", "restore", "strike"]
    assert [entry.get("target") for entry in log] == [None] * 3 + [1, 3, 3, 2]
    assert [entry["move"]["value"] for entry in log if "move" in entry] == [2, 38, 55, 20]
    assert [entry["at"] for entry in log] == [line.at.isoformat() for line in played.log.entries]


def test_an_export_tells_phones_apart_and_doesn_t_name_them(played):
    document = store.export(played.sitting)
    assert [entry.get("phone") for entry in document["log"]] == [
        "phone-1", "phone-2", None, "phone-2", "phone-1", "phone-2", "phone-1",
    ]  # fmt: skip
    assert TOM not in json.dumps(document)


def test_an_export_holds_no_link(played):
    text = json.dumps(store.export(played.sitting))
    assert played.sitting.score_link not in text
    assert played.sitting.watch_link not in text


def test_a_sitting_is_found_by_its_links_and_by_its_uid(played):
    sitting = played.sitting
    for name in (
        sitting.score_link,
        sitting.watch_link,
        sitting.uid,
        f"http://10.0.0.2:8000/s/{sitting.score_link}",
        f"http://10.0.0.2:8000/s/{sitting.watch_link}/log?x=1",
    ):
        assert store.find_named(name).uid == sitting.uid
    for name in ("", "all", "http://10.0.0.2:8000/", "a" * 22):
        with pytest.raises(store.NoSuchSitting):
            store.find_named(name)


# In


def test_an_import_elsewhere_gives_the_same_sheet_and_the_same_log(played, elsewhere):
    document, log = store.export(played.sitting), played.log
    with elsewhere.app_context():
        sitting = take_in(document)
        there = store.read(sitting)
        assert store.export(sitting) == document
        assert sitting.score_link != played.sitting.score_link
    assert there.sheet == log.sheet
    assert [(step.before, step.after) for step in there.steps] == [(step.before, step.after) for step in log.steps]
    assert [line._replace(phone=None) for line in there.entries] == [line._replace(phone=None) for line in log.entries]


def test_a_file_that_comes_twice_makes_one_sitting(played, elsewhere):
    document = store.export(played.sitting)
    with elsewhere.app_context():
        assert take_in(document).uid == take_in(document).uid == played.sitting.uid
        assert len(list(store.export_all())) == 1


def test_a_file_that_comes_home_changes_nothing(played):
    document = store.export(played.sitting)
    sitting = take_in(document)
    assert (sitting.id, sitting.score_link) == (played.sitting.id, played.sitting.score_link)
    assert store.export(sitting) == document


def test_a_file_that_went_on_elsewhere_brings_what_is_missing(played, elsewhere):
    document = store.export(played.sitting)
    with elsewhere.app_context():
        sitting = take_in(document)
        length = store.read(sitting).length
        battle = store.Wanted("move", move=played.move("battle", state="NY", value=30, winner=1))
        store.note(sitting, store.Tap("new", length, "phone-of-lea"), battle)
        store.note(sitting, store.Tap("newer", length, None), store.Wanted("strike", 1))
        longer = store.export(sitting)
    take_in(longer)
    assert store.export(played.sitting) == longer
    assert [line.phone for line in played.log.entries[:4]] == [ANA, TOM, None, TOM]
    assert store.recall_all(played.sitting) == {"CA": 55}  # what a file struck is forgotten, what it added no lesson
    assert played.log.sheet.points == (0, 30, 55)


def test_a_game_that_many_phones_have_brought_is_brought_by_one_more(app):
    """SQLite may take as few as 32,766 values in a statement, and each of those phones was one."""

    def few_values(connection, *_):
        if isinstance(connection, sqlite3.Connection):
            connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 40)

    engine = app.extensions[KEY].engine
    event.listen(engine, "checkout", few_values)
    brought = [store.import_games(as_file(PLAIN), f"phone-{number}")[0].id for number in range(45)]
    assert len(set(brought)) == 45
    assert [store.import_games(as_file(PLAIN), f"phone-{number}")[0].id for number in (0, 44)] == [
        brought[0],
        brought[-1],
    ]
    event.remove(engine, "checkout", few_values)


def test_a_shorter_file_takes_nothing_away(played):
    document = store.export(played.sitting)
    played.note("battle", state="NY", value=30, winner=1)
    take_in(document)
    assert played.log.length == 8


def test_two_different_pasts_of_one_sitting_are_refused(played, elsewhere):
    document = store.export(played.sitting)
    with elsewhere.app_context():
        sitting = take_in(document)
        store.note(sitting, store.Tap("there", 7, ANA), store.Wanted("strike", 1))
        there = store.export(sitting)
    played.strike(3)
    with pytest.raises(store.ImportRefused, match="another log from entry 8 on"):
        take_in(there)
    assert played.log.length == 8


def test_the_same_uid_at_another_table_is_refused(played):
    document = store.export(played.sitting)
    document["players"] = ["Ana", "Tom", "Somebody"]
    with pytest.raises(store.ImportRefused):
        take_in(document)


def test_a_plain_game_file_makes_a_sitting_with_its_times(app):
    sitting = take_in(PLAIN)
    log = store.read(sitting)
    assert sitting.opened_at == log.entries[0].at == datetime(2026, 11, 18, 20, tzinfo=UTC)
    assert log.sheet.over
    assert sitting.ruleset.tally(log.sheet) == game_file.tally(game_file.parse(as_file(PLAIN)))


def test_a_plain_game_file_that_comes_twice_makes_one_sitting(app):
    first = take_in(PLAIN)
    again = json.dumps(PLAIN, indent=4).replace('"none"', '"none", "three_way_tie": "fifteen"').encode()
    assert store.import_games(again)[0].id == first.id
    other = {**PLAIN, "players": ["Ana", "Tim"]}
    assert take_in(other).id != first.id


def test_a_plain_game_file_can_come_again_when_its_sitting_has_gone_on(app):
    sitting = take_in(PLAIN)
    store.note(sitting, store.Tap("on", 2, ANA), store.Wanted("strike", 2))
    assert take_in(PLAIN).id == sitting.id
    assert store.read(sitting).length == 3


def test_the_note_on_an_evening_is_in_a_copy_of_the_database_and_in_no_file_for_others(played, elsewhere):
    store.write_remark(played.sitting, "Pizza", None)
    assert "remark" not in store.export(played.sitting)["sitting"]
    (copied,) = (one for one in store.export_all() if one["sitting"]["uid"] == played.sitting.uid)
    with elsewhere.app_context():
        assert store.remark_of(take_in(copied)) == "Pizza"
        copied["sitting"]["remark"] = "Soup"  # what stands in a database no file changes
        assert store.remark_of(take_in(copied)) == "Pizza"
        copied["sitting"]["remark"] = "x" * 281
        with pytest.raises(NotAGameFile, match="281"):
            take_in(copied)


def test_an_empty_game_can_travel(open_a_table, elsewhere):
    document = store.export(open_a_table("pasta").sitting)
    with elsewhere.app_context():
        assert store.read(take_in(document)).entries == ()


def test_what_is_deleted_while_everything_is_exported_is_not_in_it(open_a_table):
    """The night deletes old tables, and an export of thousands takes its time."""
    tables = [open_a_table(game) for game in GAMES]
    documents = store.export_all()
    kept = [next(documents)]
    store.forget(tables[1].sitting)
    assert [one["game"] for one in (*kept, *documents)] == [table.sitting.game for table in (tables[0], tables[2])]


def test_a_game_that_is_deleted_with_its_series_while_it_is_exported_leaves_whole(open_a_table, elsewhere):
    table = open_a_table("fiasko")
    table.note("end")
    game, ours = table.sitting.ruleset, table.sitting.table
    second = store.go_on(table.sitting, game, ours, ANA)
    for one in (table.sitting, second):
        store.forget(one)
    document = store.export(second)
    with elsewhere.app_context():
        assert take_in(document).players == second.players


def test_everything_travels_at_once(open_a_table, elsewhere):
    for game in GAMES:
        open_a_table(game).note("end")
    documents = list(store.export_all())
    with elsewhere.app_context():
        assert len(store.import_games(as_file(documents))) == 3
        assert list(store.export_all()) == documents


def test_of_a_list_comes_all_or_nothing(app):
    broken = {**PLAIN, "moves": [{"move": "end"}, {"move": "end"}]}
    other = {**PLAIN, "players": ["Lea", "Max"]}
    with pytest.raises(store.ImportRefused, match="move 2"):
        store.import_games(as_file([other, broken]))
    with pytest.raises(NotAGameFile, match="entry 2 of “the list”"):
        store.import_games(as_file([other, 7]))
    assert list(store.export_all()) == []


@pytest.mark.parametrize("raw", [b"", b"{}", b"[1", b"null", b"\xff", b"[NaN]"])
def test_what_is_no_game_file_is_refused(app, raw):
    with pytest.raises(NotAGameFile):
        store.import_games(raw)


def test_no_name_of_a_file_has_what_no_xml_can_have(app):
    with pytest.raises(NotAGameFile, match="has a character that can’t be printed"):
        take_in({**PLAIN, "players": ["An\uffffa", "Tom"]})


def test_a_name_that_a_former_version_let_in_is_in_the_way_of_no_correction(table):
    table.note("draw", player=0, card="goods")
    with writing() as session:
        session.execute(update(Sitting).values(players=["An\uffffa", "Tom"]))
    sitting = store.find_named(table.sitting.uid)
    here().logs.clear()
    log = store.note(sitting, store.Tap("strike", 1, ANA), store.Wanted("strike", 1)).log
    named = store.Wanted("rename", seat=0, name="Ana")
    assert store.note(sitting, store.Tap("name", log.length, ANA), named).log.sheet.table.players == ("Ana", "Tom")


def test_at_a_table_with_an_old_name_that_turns_text_round_others_get_new_names_and_no_such_one(app):
    turned = take_in({**PLAIN, "players": ["An\u202ea", "Tom"]})  # by whoever runs the server: as it was there
    log = store.read(turned)
    assert log.sheet.table.players == ("An\u202ea", "Tom")
    with pytest.raises(RuleBroken, match="has a character that can’t be printed"):
        store.note(turned, store.Tap("bad", 2, ANA), store.Wanted("rename", seat=1, name="T\u2069om"))
    renamed = store.note(turned, store.Tap("good", 2, ANA), store.Wanted("rename", seat=1, name="Tim")).log
    assert renamed.sheet.table.players == ("An\u202ea", "Tim")


def test_a_list_that_a_phone_brings_loses_what_can_not_be_seen_in_its_names(app, elsewhere):
    with elsewhere.app_context():
        for names in (["An\u202ea", "Tom"], ["Kim", "Lea"]):
            take_in({**PLAIN, "players": names})
        games = as_file([*store.export_all()])
    for came in (store.import_games(games, TOM) for _ in range(2)):
        assert [store.read(one).sheet.table.players for one in came] == [("Ana", "Tom"), ("Kim", "Lea")]
    assert len(store.visits(TOM)) == 2


def test_a_table_of_one_s_own_with_such_a_name_is_known_again_by_its_file(app):
    turned = take_in({**PLAIN, "players": ["An\u202ea", "Tom"]})
    store.visit(TOM, turned, True)
    assert store.import_games(as_file(store.export(turned)), TOM)[0].id == turned.id


def test_a_table_that_another_process_forgot_and_brought_again_is_read_with_its_new_names(app, address, opened):
    sitting = take_in({**PLAIN, "moves": []})
    document = store.export(sitting)
    with opened(address).app_context():
        store.forget(store.find(sitting.score_link)[0])
        take_in({**document, "players": ["Kim", "Lea"]})
    assert store.read(store.find_named(sitting.uid)).sheet.table.players == ("Kim", "Lea")


def test_a_file_by_newer_rules_is_refused(played):
    with pytest.raises(NotAGameFile, match="was made by newer rules of States: version 2"):
        take_in({**store.export(played.sitting), "rules": 2})


def test_where_an_older_file_said_its_rules_they_are_read_too(played):
    document = changed(store.export(played.sitting), "sitting", "rules", to=1)
    del document["rules"]
    assert take_in(document).uid == played.sitting.uid


def changed(document, *path, to=...):
    """A copy with one place changed, or left out."""
    document = copy.deepcopy(document)
    *way, last = path
    place = document
    for step in way:
        place = place[step]
    if to is ...:
        del place[last]
    else:
        place[last] = to
    return document


def renamed(seat):
    about = {"tap": "another", "at": "2026-11-18T20:00:00Z"}
    return {"number": 5, "kind": "rename", "seat": seat, "name": "Eve", **about}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ((("log",),), "lacks “log”"),
        ((("sitting",),), "lacks “sitting”"),
        ((("sitting", "uid"),), "lacks “uid”"),
        ((("sitting", "uid"), 7), "“uid” must be a text"),
        ((("sitting", "uid"), "a b"), "“uid” can't be “a b”"),
        ((("sitting", "uid"), ""), "“uid” can't be"),
        ((("sitting", "rules"), True), "“rules” must be a whole number"),
        ((("sitting", "rules"), 2), "its “sitting” and the file say different “rules”"),
        ((("rules",), 0), "“rules” goes from 1"),
        ((("sitting", "opened_at"), "yesterday"), "is not a time"),
        ((("sitting", "opened_at"), "0001-01-01T00:00:00+05:00"), "is not a time"),
        ((("sitting", "link"), "secret"), "unknown key “link”"),
        ((("log",), {}), "“log” must be a list"),
        ((("log", 0), []), "entry 1 of “log”: an entry must be"),
        ((("log", 0, "kind"), "forget"), "entry 1 of “log”: there are no entries of the kind “forget”"),
        ((("log", 0, "kind"),), "entry 1 of “log”: “kind” must be a text"),
        ((("log", 0, "number"), 2), "entry 1 of “log”: has the number 2"),
        ((("log", 0, "number"), 1.0), "must be a whole number"),
        ((("log", 0, "at"),), "lacks “at”"),
        ((("log", 0, "tap"),), "lacks “tap”"),
        ((("log", 0, "phone"), None), "“phone” must be a text"),
        ((("log", 0, "target"), 1), "unknown key “target”"),
        ((("log", 0, "struck"), True), "unknown key “struck”"),
        ((("log", 0, "move", "value"), "2"), "entry 1 of “log”: “value” must be a whole number"),
        ((("log", 4, "move"), {"move": "end"}), "entry 5 of “log”: the entry has an unknown key “move”"),
        ((("log", 4, "target"), 6), "entry 5 of “log”: There is no entry 6"),
        ((("log", 4, "target"), 4), "entry 5 of “log”: Entry 4 is not a move"),
        ((("log", 5, "target"), 1), "entry 6 of “log”: Entry 1 isn’t struck"),
        ((("log", 4), renamed(9)), "entry 5 of “log”: “seat” is a seat from 0 to 2, not 9"),
        ((("log", 4), renamed(-1)), "entry 5 of “log”: “seat” is a seat from 0 to 2, not -1"),
        ((("log", 1, "tap"), "same"), "“moves”|tap"),
        ((("log", 6, "target"), 1), "“moves” are not what its “log” comes to"),
        ((("log", 3, "move", "value"), 21), "“moves” are not what its “log” comes to"),
        ((("moves", 0, "value"), 21), "“moves” are not what its “log” comes to"),
    ],
)
def test_a_log_of_the_wrong_shape_is_no_game_file(kept, open_table, change, sentence):
    document = store.export(with_every_kind_of_entry(open_table("states", 3)).sitting)
    if change[0] == ("log", 1, "tap"):
        document["log"][0]["tap"] = "same"
    changed_one = changed(document, *change[0], **({"to": change[1]} if len(change) > 1 else {}))
    with pytest.raises(NotAGameFile, match=sentence):
        game_file.parse(as_file(changed_one))


def test_a_log_that_no_table_could_have_played_is_refused(played):
    document = store.export(played.sitting)
    document["sitting"]["uid"] = "forged"
    for place in (document["moves"][1], document["log"][2]["move"]):
        place["state"] = "OH"
    with pytest.raises(store.ImportRefused, match=r"move 2 \(battle\): Ohio was already taken by Ana"):
        take_in(document)
    assert len(list(store.export_all())) == 1


def test_a_struck_entry_of_a_forged_log_must_be_one_of_this_game_all_the_same(played):
    """It could be restored."""
    document = store.export(played.sitting)
    document["sitting"]["uid"] = "forged"
    document["log"][1]["move"]["value"] = 1000
    with pytest.raises(store.ImportRefused, match="from 1 to 99"):
        take_in(document)


@pytest.mark.parametrize(("field", "value"), [("winner", 7), ("value", 10**25)])
def test_so_must_what_an_undone_correction_brought(open_a_table, field, value):
    """It could be redone."""
    table = open_a_table("states", 3)
    table.note("battle", state="OH", value=2, winner=0)
    table.replace(1, "battle", state="OH", value=20, winner=0)
    table.undo()
    document = store.export(table.sitting)
    document["sitting"]["uid"] = "forged"
    document["log"][1]["move"][field] = value
    with pytest.raises(store.ImportRefused):
        take_in(document)


# A copy of everything


def test_a_backup_holds_everything_and_opens_as_a_database(kept, tmp_path, opened):
    sitting = take_in(PLAIN)
    store.backup(tmp_path / "copy")
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy"]
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600
    before = store.export(sitting)
    with opened(f"sqlite:///{tmp_path}/copy").app_context():
        assert list(store.export_all()) == [before]
        assert store.find(sitting.score_link)[1]


def test_an_export_brings_an_old_backup_up_to_date_with_every_phone_known_again(kept, tmp_path, opened, open_table):
    table = with_every_kind_of_entry(open_table("states", 3))
    store.backup(tmp_path / "copy")
    table.restore(2, phone=TOM)
    table.strike(1, phone="phone-of-lea")
    latest = store.export(table.sitting)
    with opened(f"sqlite:///{tmp_path}/copy").app_context():
        take_in(latest)
        assert store.export(table.sitting) == latest
        phones = [line.phone for line in store.read(table.sitting).entries]
    assert phones == [line.phone for line in table.log.entries[:8]] + ["phone-3"]


def test_a_backup_replaces_the_one_before(kept, tmp_path):
    store.backup(tmp_path / "copy")
    take_in(PLAIN)
    store.backup(tmp_path / "copy")
    with sqlite3.connect(tmp_path / "copy") as copied:
        assert copied.execute("SELECT count(*) FROM entry").fetchone() == (2,)
    copied.close()


def test_a_backup_never_replaces_the_database_itself(kept, tmp_path):
    with pytest.raises(store.StoreTrouble, match="itself"):
        store.backup(tmp_path / "companion.sqlite3")
    assert list(store.export_all()) == []


def test_a_backup_that_can_not_be_written_says_so(kept, tmp_path):
    with pytest.raises(store.StoreTrouble, match="can’t be written: No such file"):
        store.backup(tmp_path / "nowhere" / "copy")


@pytest.mark.slow
def test_postgresql_is_copied_by_its_own_tool(postgresql, opened, tmp_path):
    with opened(postgresql).app_context(), pytest.raises(store.StoreTrouble, match="pg_dump"):
        store.backup(tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


# Many at once


def plain(number):
    return {**PLAIN, "players": ["Ana", f"Tom {number}"]}


@pytest.fixture
def slices(monkeypatch):
    """One game each."""
    monkeypatch.setattr(imports, "SLICE", -1)


def test_while_many_games_come_in_others_tap_between_them(table, slices, monkeypatch):
    """Whoever taps from within the turn of another waits for itself: so between two games it is nobody's."""
    came_in = imports._slice

    def then_tapped(*arguments):
        came = came_in(*arguments)
        table.note("draw", player=0, card="goods")
        return came

    monkeypatch.setattr(imports, "_slice", then_tapped)
    assert len(store.import_games(as_file([plain(number) for number in range(3)]), ANA)) == 3
    assert table.log.length == 3


def test_a_command_that_brings_many_games_rests_until_other_processes_have_looked(slices, app, monkeypatch):
    """On SQLite they look each tenth of a second whether they may write."""
    rests = []

    def rest(seconds):
        if seconds:
            with closing(sqlite3.connect(here().file, timeout=0, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
            rests.append(seconds)

    monkeypatch.setattr(imports, "sleep", rest)
    monkeypatch.setattr(imports, "WORK", 0)
    store.import_games(as_file([plain(number) for number in range(3)]))
    assert len(rests) == (3 if here().is_sqlite else 0)
    assert all(seconds > 0.1 for seconds in rests)


def test_what_came_in_before_a_disk_was_full_is_there_and_is_said(app, slices, monkeypatch):
    came_in, left = imports._slice, [2]

    def full(*arguments):
        left[0] -= 1
        if left[0] < 0:
            raise store.StoreTrouble(say("The disk is full"))
        return came_in(*arguments)

    file, steps = as_file([plain(number) for number in range(4)]), []
    with monkeypatch.context() as context:
        context.setattr(imports, "_slice", full)
        with pytest.raises(store.StoreTrouble, match="The disk is full"):
            store.import_games(file, ANA, steps.append)
    assert [sitting.players[1] for sitting in steps[-1].came] == ["Tom 0", "Tom 1"]
    assert len(list(store.export_all())) == 2
    assert len(store.import_games(file, ANA)) == len(list(store.export_all())) == 4


def test_a_game_that_can_t_come_in_keeps_back_none_of_those_before_it(open_a_table):
    table = open_a_table("fiasko", phone=TOM)
    theirs = store.export(table.sitting)
    steps = []
    with pytest.raises(store.ImportRefused, match="under way on other phones"):
        store.import_games(as_file([plain(1), plain(2), theirs, plain(3)]), ANA, steps.append)
    assert [sitting.players[1] for sitting in steps[-1].came] == ["Tom 1", "Tom 2"]
    assert len(store.visits(ANA)) == 2


def test_a_file_of_a_phone_has_a_bound(app, monkeypatch):
    monkeypatch.setattr(imports, "MOST_GAMES", 2)
    file = as_file([plain(number) for number in range(3)])
    with pytest.raises(store.ImportRefused, match="A file has at most 2 games: import it in parts"):
        store.import_games(file, ANA)
    assert len(store.import_games(file)) == 3  # whoever runs the server knows what they do


def test_files_of_phones_come_in_one_after_the_other_and_few_wait(app, monkeypatch):
    """Else a stranger's would have all that serve the others."""
    monkeypatch.setattr(imports, "_row", threading.BoundedSemaphore(1))
    reads = imports.incoming
    refusals = []

    def and_another(*arguments):
        with pytest.raises(store.ImportRefused, match="Other files are being imported just now") as refused:
            store.import_games(as_file(plain(2)), TOM)
        refusals.append(refused)
        return reads(*arguments)

    with monkeypatch.context() as context:
        context.setattr(imports, "incoming", and_another)
        store.import_games(as_file(plain(1)), ANA)
    assert len(refusals) == 1
    assert len(store.import_games(as_file(plain(2)), TOM)) == 1


def test_whoever_brings_many_games_sees_how_far_they_are(app, slices):
    steps = []
    store.import_games(as_file([plain(number) for number in range(3)]), ANA, lambda step: steps.append(step[:2]))
    assert steps == [(3, 1), (3, 2), (3, 3), (3, 3), (3, 3), (3, 3)]


def test_whoever_looks_on_no_more_ends_it_and_keeps_what_came_and_nobody_waiting(app, slices):
    file = as_file([plain(number) for number in range(4)])
    steps = store.bring_in(file, ANA)
    assert next(len(step.came) for step in steps if len(step.came) == 2) == 2
    steps.close()
    assert len(list(store.export_all())) == 2
    assert len(store.import_games(file, ANA)) == len(list(store.export_all())) == 4


def test_a_file_of_an_evening_waits_for_none_of_thousands(app, monkeypatch):
    many = as_file([plain(1), plain(2)])
    monkeypatch.setattr(imports, "LARGE", len(many) - 1)
    first = store.bring_in(many, ANA)
    next(first)
    steps = list(store.bring_in(as_file(plain(3)), TOM))
    assert len(steps[-1].came) == 1
    assert len(list(first)[-1].came) == 2


def test_a_file_that_waits_for_another_says_so(app, monkeypatch):
    monkeypatch.setattr(imports, "WAITS", 0.01)
    monkeypatch.setattr(imports, "LARGE", 0)
    first = store.bring_in(as_file([plain(1), plain(2)]), ANA)
    next(first)
    second = store.bring_in(as_file(plain(3)), TOM)
    assert next(second) == store.Progress()
    first.close()
    assert len(list(second)[-1].came) == 1
