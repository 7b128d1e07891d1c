"""Backups by themselves, tables that are deleted, and a database that moves."""

import contextlib
import itertools
import sqlite3
from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
from sqlalchemy import select

from companion import cli, store
from companion.serve import night
from companion.store.database import copying
from companion.store.database.backup import claimed
from companion.store.database.base import db
from companion.store.database.engine import KEY
from companion.store.tables import EntryRow, Sitting, Visit

EVENING = datetime(2026, 11, 20, 20, tzinfo=UTC)


# A copy each night


@pytest.fixture
def served(sqlite, opened, tmp_path):
    app = opened(sqlite, BACKUPS=3, KEEP=0)
    with app.app_context():
        yield app


def copies(tmp_path):
    return sorted(path.name for path in (tmp_path / "backups").iterdir())


def test_each_night_there_is_a_new_copy_and_the_oldest_goes(served, open_table, tmp_path):
    open_table()
    for hours in range(0, 24 * 6, 5):  # the clock goes on
        assert night.look(served, EVENING + timedelta(hours=hours))
    assert copies(tmp_path) == [f"companion-2026-11-{day}.sqlite3" for day in (24, 25, 26)]
    for path in (tmp_path / "backups").iterdir():
        assert path.stat().st_mode & 0o777 == 0o600
        with contextlib.closing(sqlite3.connect(path)) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert copy.execute("SELECT count(*) FROM sitting").fetchone() == (1,)


def test_an_evening_that_ends_after_midnight_is_in_the_copy_of_its_night(served, open_table, tmp_path):
    night.look(served, EVENING)
    before = (tmp_path / "backups" / "companion-2026-11-20.sqlite3").read_bytes()
    night.look(served, EVENING + timedelta(hours=6))  # two o'clock
    assert copies(tmp_path) == ["companion-2026-11-20.sqlite3"]
    open_table()
    night.look(served, EVENING + timedelta(hours=9))  # five
    assert copies(tmp_path) == ["companion-2026-11-20.sqlite3", "companion-2026-11-21.sqlite3"]
    assert (tmp_path / "backups" / "companion-2026-11-20.sqlite3").read_bytes() == before


def test_a_clock_that_was_wrong_for_a_while_costs_no_new_copy(served, tmp_path):
    for now in (EVENING.replace(year=2099), EVENING.replace(year=1970), EVENING, EVENING + timedelta(days=1)):
        night.look(served, now)
    assert {"companion-2026-11-20.sqlite3", "companion-2026-11-21.sqlite3"} <= set(copies(tmp_path))
    assert len(copies(tmp_path)) == 3


def test_of_two_processes_one_makes_the_copy(served, tmp_path):
    (tmp_path / "backups").mkdir()
    with claimed(tmp_path / "backups"):
        assert store.back_up_nightly(3, EVENING) is None
    assert copies(tmp_path) == []
    assert store.back_up_nightly(3, EVENING)
    assert store.back_up_nightly(3, EVENING) is None


def test_what_others_keep_there_stays(served, tmp_path):
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "companion-before-the-move.sqlite3").write_text("mine")
    (tmp_path / "backups" / "companion-2026-11-18.sqlite3.part-abcdefgh").touch()  # when the power went
    for days in range(5):
        night.look(served, EVENING + timedelta(days=days))
    assert len(copies(tmp_path)) == 4
    assert (tmp_path / "backups" / "companion-before-the-move.sqlite3").read_text() == "mine"


def test_where_no_copy_can_be_made_the_log_says_so_and_it_is_tried_again(served, tmp_path, caplog):
    (tmp_path / "backups").write_text("a file")
    assert not night.look(served, EVENING)
    assert "wasn't copied" in caplog.text
    (tmp_path / "backups").unlink()
    assert night.look(served, EVENING)
    assert len(copies(tmp_path)) == 1


# What is deleted


def moved_back(app, days):
    """All that was seen and noted, so many days ago."""
    with app.extensions[KEY].engine.begin() as connection:
        for column in (Sitting.opened_at, Visit.last_seen, EntryRow.at):
            then = datetime.now(UTC) - timedelta(days=days)
            connection.execute(column.class_.__table__.update().values({column.key: then}))


def left(app):
    with app.extensions[KEY].engine.connect() as connection:
        return set(connection.scalars(select(Sitting.id)))


def listed(phone):
    return {visit.sitting.id for visit in store.visits(phone) if not visit.put_away}


def test_what_nobody_finished_is_put_away_then_deleted_and_a_finished_evening_stays(app, open_table):
    begun, over, empty = tables = [open_table() for _ in range(3)]
    begun.note("draw", player=0, card="goods")
    over.note("draw", player=0, card="goods")
    over.note("end")
    for table in tables:
        store.visit("a-phone", table.sitting, True)
    ids = [table.sitting.id for table in tables]
    for days, done, left_then, listed_then in (
        (0, (0, 0), ids, ids),
        (1.5, (1, 0), ids, ids[:2]),
        (2.5, (0, 1), ids[:2], ids[:2]),
        (91, (1, 0), ids[:2], ids[1:2]),
        (179, (0, 0), ids[:2], ids[1:2]),
        (181, (0, 1), ids[1:2], ids[1:2]),
        (9999, (0, 0), ids[1:2], ids[1:2]),
    ):
        assert store.prune(90, datetime.now(UTC) + timedelta(days=days)) == done, days
        assert (left(app), listed("a-phone")) == (set(left_then), set(listed_then)), days
    assert empty.sitting.id not in left(app)


def test_who_opens_what_was_put_away_has_it_back(app, open_table):
    table = open_table()
    table.note("draw", player=0, card="goods")
    store.visit("a-phone", table.sitting, True)
    moved_back(app, 100)
    assert store.prune(90, datetime.now(UTC)) == (1, 0)
    store.visit("a-phone", store.find(table.sitting.score_link)[0], True)
    assert listed("a-phone") == {table.sitting.id}
    assert store.prune(90, datetime.now(UTC) + timedelta(days=89)) == (0, 0)


def test_while_many_tables_are_deleted_others_note_in_between(app, open_table, monkeypatch):
    """Five hundred at once, of 300 entries each, kept all taps waiting for almost three seconds."""
    *_, tonight = [open_table() for _ in range(26)]
    forgetting = import_module(store.forget.__module__)
    monkeypatch.setattr(forgetting, "sleep", lambda pause: tonight.note("draw", player=0, card="goods"), raising=False)
    then = datetime.now(UTC) + timedelta(days=3)
    tonight.note("draw", player=0, card="goods")
    assert store.prune(90, then) == (0, 25)
    assert tonight.log.length == 4
    assert left(app) == {tonight.sitting.id}


def test_a_clock_that_was_in_1970_while_they_played_deletes_nothing_of_tonight(app, open_table):
    """A board without a battery hears the time after an hour; the first look at old tables comes soon after that."""
    tonight, empty = open_table(), open_table()
    tonight.note("draw", player=0, card="goods")
    for table in (tonight, empty):
        store.visit("a-phone", table.sitting, True)
    moved_back(app, 20_000)
    assert store.prune(90, datetime.now(UTC)) == (2, 0)
    for table in (tonight, empty):
        store.visit("a-phone", store.find(table.sitting.score_link)[0], True)
    assert listed("a-phone") == {tonight.sitting.id, empty.sitting.id}
    assert store.prune(90, datetime.now(UTC)) == (0, 0)


def test_a_table_that_is_forgotten_leaves_nothing_and_its_number_to_nobody(app, open_table):
    other, gone = open_table(), open_table()
    for table in (gone, other):
        table.note("draw", player=0, card="goods")
        table.note("end")
        store.visit("a-phone", table.sitting, True)
    store.forget(gone.sitting)
    with pytest.raises(store.NoSuchSitting):
        store.find(gone.sitting.score_link)
    with app.extensions[KEY].engine.connect() as connection:
        for table in db.metadata.sorted_tables:
            if "sitting_id" in table.columns:
                assert set(connection.scalars(select(table.columns.sitting_id))) <= {other.sitting.id}
    assert other.log.length == 2
    assert open_table().sitting.id > gone.sitting.id


# A database that moves


def rows(app):
    with app.extensions[KEY].engine.connect() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in db.metadata.sorted_tables
        }


@pytest.fixture
def evening(open_table):
    """At the app of this test: two tables, phones with names, and what a box taught."""

    def play():
        tables = [open_table(), open_table()]
        for number, table in enumerate(tables):
            for phone in ("a-phone", "Zoë", "_", "a-Phone"):
                store.visit(phone, table.sitting, number == 0)
            table.note("draw", player=0, card="goods")
            table.note("end")
        store.join_names("a-phone", "Max", "Maximilian")
        return tables

    return play


@pytest.mark.slow
def test_a_database_goes_to_postgresql_and_back_whole(sqlite, postgresql, opened, app, evening, tmp_path):
    tables = evening()
    there = opened(postgresql) if app.extensions[KEY].is_sqlite else opened(f"sqlite:///{tmp_path}/there.sqlite3")
    back = opened(f"sqlite:///{tmp_path}/back/companion.sqlite3")
    steps = []
    many = copying.copy_to(app, there, lambda *step: steps.append(step))
    assert many == sum(map(len, rows(app).values())) - 1  # but for the version
    assert steps[-1][0] <= steps[-1][1] == 2 * many
    assert rows(there) == rows(app)
    copying.copy_to(there, back, lambda *_: None)
    assert rows(back) == rows(app)
    with there.app_context():
        found, may_score = store.find(tables[0].sitting.score_link)
        assert (found.uid, may_score) == (tables[0].sitting.uid, True)
        new = store.open_sitting(found.ruleset, found.table)  # by a number that nothing has
        assert new.id not in {table.sitting.id for table in tables}


def test_a_database_that_holds_tables_is_not_written_over(sqlite, opened, tmp_path, open_table, app):
    other = opened(f"sqlite:///{tmp_path}/other.sqlite3")
    store.upgrade(other)
    open_table()
    copying.copy_to(app, other, lambda *_: None)
    before = rows(other)
    with pytest.raises(store.StoreTrouble, match="holds tables already"):
        copying.copy_to(app, other, lambda *_: None)
    with pytest.raises(store.StoreTrouble, match="to itself"):
        copying.copy_to(app, app, lambda *_: None)
    assert rows(other) == before


def test_a_copy_that_differs_is_not_kept(app, opened, tmp_path, evening, monkeypatch):
    evening()
    other, honest = opened(f"sqlite:///{tmp_path}/other.sqlite3"), copying._rows
    passes = itertools.count()

    def cut(table, connection):
        found = honest(table, connection)
        short = table.name == "entry" and next(passes) == 0
        return (row for row in list(found)[: 1 if short else None])

    monkeypatch.setattr(copying, "_rows", cut)
    with pytest.raises(store.StoreTrouble, match="was not kept"):
        copying.copy_to(app, other, lambda *_: None)
    assert rows(other)["sitting"] == []


def test_the_commands_say_what_they_did(tmp_path, capsys, monkeypatch):
    for name in ("DATABASE_URL", "INSTANCE", "KEEP"):
        monkeypatch.delenv(f"COMPANION_{name}", raising=False)
    here = ["--instance", str(tmp_path / "data")]
    assert cli.main(["upgrade", *here]) == 0
    assert cli.main(["prune", *here]) == 1
    assert cli.main(["prune", "--keep", "90", *here]) == 0
    assert cli.main(["forget", "nothing", *here]) == 1
    assert cli.main(["copy", "--to", f"sqlite:///{tmp_path}/other.sqlite3", *here]) == 0
    assert cli.main(["copy", "--to", "nonsense", *here]) == 1
    said = capsys.readouterr()
    assert said.out == "0 put away, 0 deleted\n1 rows copied and compared\n"
    assert "--keep 90" in said.err
    assert (tmp_path / "other.sqlite3").stat().st_mode & 0o777 == 0o600
