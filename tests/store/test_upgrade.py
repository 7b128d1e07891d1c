"""A database is brought to this version before anybody is served, or refused with a sentence."""

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4, uuid5

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from companion import __version__, store
from companion.evenings.people import Place
from companion.rules import GAMES
from companion.store.database.base import db
from companion.store.database.connect import MIGRATIONS
from companion.store.database.engine import KEY
from companion.store.tables import Moment


@pytest.fixture
def empty(address, opened):
    """An application on a database without any table."""
    return emptied(opened(address))


def emptied(app):
    with engine(app).begin() as connection:
        db.metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
    return app


def engine(app):
    return app.extensions[KEY].engine


def tables(app):
    return set(inspect(engine(app)).get_table_names())


def revision(app):
    with engine(app).connect() as connection:
        return connection.scalar(text("SELECT version_num FROM alembic_version"))


def as_of(app, old):
    """The database as a version of then left it."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with app.app_context(), app.extensions[KEY].writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, old)


def test_the_tables_are_those_that_the_code_knows(address, opened):
    with engine(opened(address)).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, db.metadata) == []
        keys = {name: inspect(connection).get_pk_constraint(name) for name in db.metadata.tables}
    for name, table in db.metadata.tables.items():  # which a comparison leaves out
        assert keys[name]["constrained_columns"] == [column.name for column in table.primary_key], name


def test_sqlite_orders_a_table_by_the_key_that_the_code_knows(sqlite, opened):
    keyed = {name for name, table in db.metadata.tables.items() if not table.dialect_options["sqlite"]["with_rowid"]}
    with engine(opened(sqlite)).connect() as connection:
        made = connection.scalars(text("SELECT name FROM sqlite_master WHERE sql LIKE '%WITHOUT ROWID%'"))
        assert set(made) == keyed == {"alias", "code", "draw", "entry", "memory", "television", "visit"}


def test_an_old_database_is_upgraded_and_keeps_its_sittings(empty, open_table):
    as_of(empty, "0001")
    assert "memory" not in tables(empty)
    columns = "uid, game, options, players, rules, score_link, watch_link, opened_at"
    with engine(empty).begin() as connection:
        connection.execute(
            text(
                f"INSERT INTO sitting (id, {columns}) VALUES (1, 'old', 'states', '{{}}', '[\"Ana\", \"Tom\"]', 1, "
                "'scorescorescore1', 'watchwatchwatch1', '2026-11-18 20:00:00')"
            )
        )
    store.upgrade(empty)
    with empty.app_context():
        sitting, _ = store.find("scorescorescore1")
        store.note(sitting, store.Tap("one", 0, None), store.Wanted("move", move=_battle()))
        assert store.recall_all(sitting)["OH"] == 20


def _battle():
    return GAMES["states"].move_type("battle")("OH", 20, winner=1)


ROOT = Path(__file__).resolve().parents[2]
SHAPES = ["Macaroni", "Spaghetti", "Farfalle", "Fusilli", "Penne", "Conchiglie", "Rigatoni", "Ravioli", "Tagliatelle"]
NINE = [f"Shape {number}" for number in range(9)]
KEPT_THEN = [  # what the version before kept of a sitting's options, and what they were
    ("fiasko", {}, {"fiasko_loss": "hand", "catastrophe": "others", "three_way_tie": "fifteen", "count": "all"}),
    (
        "fiasko",
        {"count": "none", "three_way_tie": "split"},
        {"fiasko_loss": "hand", "catastrophe": "others", "three_way_tie": "split", "count": "none"},
    ),
    ("pasta", {}, {"al_dente": -2, "tiebreak": "largest", "track": "groups", "deck": None, "shapes": SHAPES}),
    (
        "pasta",
        {"al_dente": 0, "track": "hands", "deck": 90, "shapes": NINE},
        {"al_dente": 0, "tiebreak": "largest", "track": "hands", "deck": 90, "shapes": NINE},
    ),
    ("states", {}, {"goal": {}}),
    ("states", {"goal": {"points": 90}}, {"goal": {"points": 90}}),
    ("a game that came and went", {"deck": 5}, {"deck": 5}),
]
BEFORE = sa.table(
    "sitting",
    *(sa.column(name, sa.String) for name in ("uid", "game", "score_link", "watch_link")),
    *(sa.column(name, sa.JSON) for name in ("options", "players")),
    sa.column("rules", sa.Integer),
    sa.column("opened_at", Moment),
)


def keep_as_then(app, kept, since=0):
    """Sittings as the version before kept them."""
    with engine(app).begin() as connection:
        for number, (game, options, _) in enumerate(kept, since):
            row = {"uid": f"old-{number}", "game": game, "options": options, "players": ["Ana", "Tom"], "rules": 1}
            links = {name: f"{name}-{number:016}" for name in ("score_link", "watch_link")}
            connection.execute(sa.insert(BEFORE).values(**row, **links, opened_at=datetime(2026, 11, 18, tzinfo=UTC)))


def found(app, number):
    with app.app_context():
        return store.find(f"score_link-{number:016}")[0]


def test_sittings_of_before_keep_what_was_the_default_then(empty):
    as_of(empty, "0002")
    keep_as_then(empty, KEPT_THEN)
    store.upgrade(empty)
    for number, (_, _, options) in enumerate(KEPT_THEN):
        sitting = found(empty, number)
        assert (sitting.options, sitting.first, sitting.rules) == (options, 0, 1)


def test_a_token_that_is_worth_something_else_since_then_is_worth_what_it_was(empty, monkeypatch):
    as_of(empty, "0002")
    keep_as_then(empty, [("pasta", {}, None), ("pasta", {"al_dente": 0}, None)])
    store.upgrade(empty)
    old = GAMES["pasta"]
    options = tuple(replace(option, default=2) if option.key == "al_dente" else option for option in old.options)
    newest = replace(old, options=options, version=old.version + 1, earlier=(old, *old.earlier))
    monkeypatch.setitem(GAMES, "pasta", newest)
    with empty.app_context():
        new = store.open_sitting(newest, newest.table(("Ana", "Tom")))
        assert [worth(sitting) for sitting in (found(empty, 0), found(empty, 1), new)] == [-2, 0, 2]
        assert [worth(take_in_again(sitting)) for sitting in (found(empty, 0), found(empty, 1), new)] == [-2, 0, 2]


def worth(sitting):
    """Of the token, for Tom, who has it from a single card."""
    bank = sitting.ruleset.move_type("bank")
    log = store.read(sitting)
    if not log.length:
        log = store.note(sitting, store.Tap("bank", 0, None), store.Wanted("move", move=bank(1, 0, 1))).log
    return sitting.ruleset.tally(log.sheet)["players"][1]["token"]


def take_in_again(sitting):
    """As another sitting, out of its own export."""
    document = store.export(sitting)
    document["sitting"]["uid"] += "-again"
    return store.import_games(json.dumps(document).encode())[0]


def test_what_a_phone_has_seen_it_still_sees_after_the_upgrade_and_can_put_away(empty):
    as_of(empty, "0004")
    keep_as_then(empty, KEPT_THEN[:1])
    with engine(empty).begin() as connection:
        columns = "phone, sitting_id, may_score, first_seen, last_seen"
        seen = "'2026-11-18 20:00:00'"
        connection.execute(
            text(f"INSERT INTO visit ({columns}) SELECT 'a-phone', id, true, {seen}, {seen} FROM sitting")
        )
    store.upgrade(empty)
    with empty.app_context():
        (before,) = store.visits("a-phone")
        store.put_away("a-phone", before.sitting)
        (after,) = store.visits("a-phone")
    assert (before.put_away, after.put_away) == (False, True)


def test_an_evening_that_no_version_of_now_can_read_keeps_what_it_came_to_seat_by_seat(empty):
    """Its log makes no result any more: what two tables had of it goes into the one."""
    as_of(empty, "0009")
    keep_as_then(empty, [("a game that came and went", {}, None)])
    with engine(empty).begin() as connection:
        row = "1, '2026-11-18 20:00:00', '2026-11-18', true, 'a game that came and went', 1, 7, '[]'"
        columns = "sitting_id, ended_at, day, whole, game, rules, made, places"
        connection.execute(text(f"INSERT INTO finished ({columns}) VALUES ({row})"))
        columns = "sitting_id, seat, name, points, rank, sharers, kept"
        for seat in ("1, 0, 'Ana', 3, 2, 0, '{}'", "1, 1, 'Zoë', 9, 1, 1, '{\"run\": 4}'"):
            connection.execute(text(f"INSERT INTO placed ({columns}) VALUES ({seat})"))
    store.upgrade(empty)
    with empty.app_context():
        store.visit("a-phone", found(empty, 0), True)
        (evening,) = store.evenings("a-phone")
        (ended,) = store.ended_together(found(empty, 0))
    assert evening.places == (Place("Zoë", 9, 1, {"run": 4}, 1), Place("Ana", 3, 2, {}, 0))
    assert ended.places == evening.places[::-1]


def test_an_upgrade_can_be_run_again(empty):
    store.upgrade(empty)
    first = revision(empty)
    store.upgrade(empty)
    assert revision(empty) == first


def test_a_newer_database_is_refused_with_a_sentence_and_left_alone(address, opened):
    app = opened(address)
    with engine(app).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(store.StoreTrouble, match=r"newer version \(9999\)"):
        store.upgrade(app)
    assert revision(app) == "9999"


def test_a_newer_database_is_refused_with_the_name_of_the_version_that_wrote_it(address, opened):
    app = opened(address)
    with engine(app).begin() as connection:
        assert connection.scalar(text("SELECT version FROM release")) == __version__
        connection.execute(text("UPDATE release SET version = '9.9.9'"))
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(store.StoreTrouble, match=r"newer version \(9\.9\.9\)"):
        store.upgrade(app)


def test_the_version_that_writes_a_database_now_stands_in_it(address, opened):
    app = opened(address)
    with engine(app).begin() as connection:
        connection.execute(text("UPDATE release SET version = '0.1.9'"))
    store.upgrade(app)
    with engine(app).begin() as connection:
        assert connection.scalar(text("SELECT version FROM release")) == __version__


def test_somebody_else_s_database_is_refused_and_left_alone(empty):
    with engine(empty).begin() as connection:
        connection.execute(text("CREATE TABLE entry (anything INTEGER)"))
    with pytest.raises(store.StoreTrouble, match="holds something else"):
        store.upgrade(empty)
    assert "sitting" not in tables(empty)


def test_an_upgrade_that_fails_changes_nothing(empty, monkeypatch):
    as_of(empty, "0001")
    monkeypatch.setattr("alembic.operations.Operations.create_index", lambda *arguments, **options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        store.upgrade(empty)
    assert "memory" not in tables(empty)
    assert revision(empty) == "0001"
    assert copies(empty) == []


def test_a_migration_that_breaks_off_half_way_changes_no_sitting(empty, monkeypatch):
    as_of(empty, "0002")
    keep_as_then(empty, KEPT_THEN)
    monkeypatch.setattr(command, "upgrade", after_it(command.upgrade, lambda: 1 / 0))
    with pytest.raises(ZeroDivisionError):
        store.upgrade(empty)
    assert (revision(empty), copies(empty)) == ("0002", [])
    with engine(empty).connect() as connection:
        kept = [row.options for row in connection.execute(sa.select(BEFORE).order_by(BEFORE.c.uid))]
    assert kept == [options for _, options, _ in KEPT_THEN]


def after_it(do, then):
    def both(*arguments):
        do(*arguments)
        then()

    return both


# The copy of what it was


def copies(app):
    """What lies beside a database that is a file."""
    store_ = app.extensions[KEY]
    return sorted(store_.file.parent.glob("*.before-*")) if store_.is_sqlite else []


@pytest.fixture
def old(sqlite, opened):
    """A file of the version before, with a sitting in it."""
    app = emptied(opened(sqlite))
    as_of(app, "0002")
    keep_as_then(app, KEPT_THEN[:1])
    return app


def test_the_database_as_it_was_is_kept_beside_the_new_one(old, opened, tmp_path):
    said = store.upgrade(old)
    (copy,) = copies(old)
    assert copy == tmp_path / f"companion.sqlite3.before-{revision(old)}"
    assert said == f"The database was upgraded from 0002 to {revision(old)}; as it was, it is kept in {copy}"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.glob("*.part")) == []
    before = opened(f"sqlite:///{copy}")
    assert revision(before) == "0002"
    store.upgrade(before)
    assert found(before, 0).table == found(old, 0).table


def test_where_nothing_is_upgraded_nothing_is_copied_and_nothing_said(tmp_path, opened):
    app = opened(f"sqlite:///{tmp_path}/new.sqlite3")
    assert [store.upgrade(app), store.upgrade(app)] == [None, None]
    assert copies(app) == []


def test_a_copy_takes_no_other_s_place(old, tmp_path):
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    first, second = (tmp_path / f"companion.sqlite3.before-{newest}{ending}" for ending in ("", "-2"))
    first.write_text("of last year")
    assert store.upgrade(old).endswith(str(second))
    assert (first.read_text(), copies(old)) == ("of last year", [first, second])


def test_a_database_with_an_address_of_sqlite_s_own_kind_is_copied_too(old, tmp_path, opened, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    app = opened(f"sqlite:///file:{tmp_path}/companion.sqlite3?mode=rw&uri=true")
    assert store.upgrade(app).endswith(str(copies(old)[0]))
    with app.app_context():
        store.backup(tmp_path / "backup")
    assert revision(opened(f"sqlite:///{tmp_path}/backup")) == revision(app)
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.slow
def test_where_the_disk_has_no_room_for_the_copy_nothing_is_upgraded(old, tmp_path):
    keep_as_then(old, KEPT_THEN * 300, since=1)
    old.extensions[KEY].close()
    half = (tmp_path / "companion.sqlite3").stat().st_size // 2048
    command = f"ulimit -f {half} && exec {sys.executable} -m companion upgrade --instance {tmp_path}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment, cwd=ROOT)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("companion: The disk")
    assert (revision(old), copies(old), list(tmp_path.glob("*.part"))) == ("0002", [], [])


@pytest.mark.slow
def test_a_postgresql_is_upgraded_and_copied_by_its_own_tool(postgresql, opened, taken_back):
    app = opened(postgresql)
    taken_back(postgresql, "0003")
    assert store.upgrade(app) == f"The database was upgraded from 0003 to {revision(app)}"


def test_processes_that_start_together_upgrade_once(empty, address, opened):
    apps, troubles = [opened(address) for _ in range(4)], []

    def upgrade(app):
        try:
            store.upgrade(app)
        except BaseException as error:
            troubles.append(error)

    threads = [threading.Thread(target=upgrade, args=(app,)) for app in apps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []
    assert "memory" in tables(empty)


def test_a_database_that_is_not_set_up_says_so(empty):
    with empty.app_context(), pytest.raises(store.StoreTrouble, match="companion upgrade"):
        store.find("a" * 22)


def test_sqlite_is_opened_so_that_nothing_gets_lost(sqlite, opened):
    with engine(opened(sqlite)).connect() as connection:
        settings = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


def test_a_new_database_makes_its_own_folder(tmp_path, opened):
    app = opened(f"sqlite:///{tmp_path}/not/yet/there.sqlite3")
    store.upgrade(app)
    assert (tmp_path / "not/yet/there.sqlite3").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_can_not_be_made_says_so(tmp_path, opened):
    (tmp_path / "file").touch()
    with pytest.raises(store.StoreTrouble, match="can’t be made"):
        store.upgrade(opened(f"sqlite:///{tmp_path}/file/there.sqlite3"))


# A number that isn't true


def stamp(app, revision):
    with engine(app).begin() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))


@pytest.mark.parametrize("said", ["0001", "0002", "0003"])
def test_a_database_that_says_too_low_a_version_is_refused_and_left_alone(address, opened, open_table, said):
    app = opened(address)
    with app.app_context():
        table = open_table()
    stamp(app, said)
    with pytest.raises(store.StoreTrouble, match=rf"has a wrong version number \({said}\): put a backup"):
        store.upgrade(app)
    assert (revision(app), copies(app)) == (said, [])
    with app.app_context():
        assert [file["sitting"]["uid"] for file in store.export_all()] == [table.sitting.uid]


@pytest.mark.parametrize("made", ["0001", "0003"])
def test_a_database_that_says_too_high_a_version_is_refused_and_left_alone(empty, made):
    as_of(empty, made)
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    before = tables(empty)
    for said in {"0003", newest} - {made}:
        stamp(empty, said)
        with pytest.raises(store.StoreTrouble, match="has a wrong version number"):
            store.upgrade(empty)
    assert (tables(empty), copies(empty)) == (before, [])


def test_a_table_of_somebody_else_s_is_no_trouble(address, opened):
    app = opened(address)
    with engine(app).begin() as connection:
        connection.execute(text("CREATE TABLE recipes (pasta INTEGER)"))
    assert store.upgrade(app) is None


# Databases that older versions made themselves: two phones at three tables, with corrections, and one evening over


VERSIONS = Path(__file__).parent / "versions"  # and the tallies, which all of these versions made of them


@pytest.mark.parametrize("made_by", sorted(path.stem for path in VERSIONS.glob("*.sql")))
def test_what_an_older_version_kept_is_all_there_after_the_upgrade(tmp_path, opened, made_by):
    with contextlib.closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as database:
        database.executescript((VERSIONS / f"{made_by}.sql").read_text())
        links = dict(database.execute("SELECT game, score_link FROM sitting").fetchall())
        (phones,) = zip(*database.execute("SELECT DISTINCT phone FROM visit"), strict=True)
    app = opened(f"sqlite:///{tmp_path}/companion.sqlite3")
    assert store.upgrade(app).startswith(f"The database was upgraded from {made_by} to ")
    with app.app_context():
        sittings = {game: store.find(link)[0] for game, link in links.items()}
        for game, then in json.loads((VERSIONS / "tallies.json").read_text()).items():
            now = sittings[game].ruleset.tally(store.read(sittings[game]).sheet)
            assert {key: now[key] for key in then} == then
        for phone in phones:
            assert {visit.sitting.game for visit in store.visits(phone)} == set(links)
            assert [evening.game for evening in store.evenings(phone)] == ["fiasko"]
        log = store.read(sittings["states"])
        tap = store.Tap("after", log.length, phones[0])
        assert store.note(sittings["states"], tap, store.Wanted("move", move=_battle())).log.length == log.length + 1
        assert store.recall_all(sittings["states"]) == {"MA": 10, "NV": 12, "KY": 7, "OH": 20}


# What came by a file was not told from what was played here


NEXT = UUID("0d7a5f6c-4a43-4c1b-9a0e-5a8d8a3f6c52")


@pytest.fixture
def of_0010(empty):
    """Three games of a series that was played here, the last two renamed and squatted; a file's two; and a memory."""
    as_of(empty, "0010")
    first = uuid5(NEXT, "anything")
    second = uuid5(NEXT, str(first))
    third = uuid5(NEXT, f"{second} 1 Lea")
    about = "game, options, players, rules, first, score_link, watch_link, opened_at, id, uid, series"
    sittings = [
        (1, first, None, "Tom", "2026"),
        (2, second, first, "Tom", "1970"),
        (3, third, first, "Lea", "1971"),
        (4, "of-a-file-of-somebody", None, "Tom", "9998"),
        (5, "the-second-of-that-file", "of-a-file-of-somebody", "Tom", "9998"),
        (6, "alone-and-never-played", None, "Tom", "2026"),
    ]
    here = str(uuid4())
    with engine(empty).begin() as connection:
        for number, uid, series, other, year in sittings:
            row = f"""'states', '{{"goal": {{}}}}', '["Ana", "{other}"]', 1, 0, 'score-link-{number:016}', """
            row += f"'watch-link-{number:016}', '{year}-11-18 20:00:00', {number}, '{uid}', "
            row += f"'{series}'" if series else "NULL"
            connection.execute(sa.text("INSERT INTO sitting (" + about + ") VALUES (" + row.replace(":", r"\:") + ")"))
            if number < 6:
                move = r'{"move"\: "battle", "state"\: "OH", "value"\: %s, "winner"\: 0}' % (10 * number)
                phone = here if number < 4 else "phone-1"
                row = f"{number}, 1, 'move', '{move}', 'tap-{number}', '{phone}', '{year}-11-18 20\\:00\\:00'"
                columns = "sitting_id, number, kind, move, tap, phone, at"
                connection.execute(sa.text(f"INSERT INTO entry ({columns}) VALUES ({row})"))
                row = f"{number}, 'OH', 'states', '{10 * number}', '{year}-11-18 20\\:00\\:00'"
                connection.execute(sa.text(f"INSERT INTO memory (sitting_id, key, game, value, at) VALUES ({row})"))
            row = f"'{here}', {number}, true, '{year}-11-18 20\\:00\\:00', '{year}-11-18 20\\:00\\:00', false"
            columns = "phone, sitting_id, may_score, first_seen, last_seen, put_away"
            connection.execute(sa.text(f"INSERT INTO visit ({columns}) VALUES ({row})"))
    store.upgrade(empty)
    with empty.app_context():
        yield [store.find(f"score-link-{number:016}")[0] for number in range(1, 7)]


def test_what_older_databases_remember_is_what_was_learnt_here_in_the_order_of_the_tables(of_0010):
    assert store.recall_all(of_0010[5]) == {"OH": 30}


def test_a_series_of_an_older_database_leads_on_as_it_did(of_0010):
    one, two, three, *_ = of_0010
    assert store.follower(one).id == store.follower(two).id == three.id
    assert one.series == two.series == three.series != one.uid
    assert store.export(three)["sitting"]["series"] == one.uid


def test_what_an_older_database_has_of_a_file_stays_a_series_of_its_own(of_0010):
    *played, file, second, alone = of_0010
    assert (file.came_as, file.came_of, second.came_of) == (file.uid, None, file.uid)
    assert file.series == second.series not in (played[0].series, None)
    assert [sitting.came_as for sitting in (*played, alone)] == [None] * 4
    assert store.export(second)["sitting"]["series"] == file.uid
    assert (alone.series, alone.follows) == (None, None)


def test_a_database_that_is_up_to_date_is_served_without_the_tool_that_migrates(tmp_path):
    """It takes a seventh of the memory of a server."""
    code = (
        "import sys; from companion import create_app, store; app = create_app({'INSTANCE': sys.argv[1]});"
        " store.upgrade(app); print([name for name in ('alembic', 'mako', 'flask_migrate') if name in sys.modules])"
    )
    said = [
        subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert said == ["['alembic', 'mako']\n", "[]\n"]


def test_each_migration_is_in_a_file_of_its_number():
    config = Config(attributes={"connection": None})
    config.set_main_option("script_location", str(MIGRATIONS))
    for script in ScriptDirectory.from_config(config).walk_revisions():
        assert Path(script.path).name.startswith(f"{script.revision}_")
        assert script.down_revision is None or script.down_revision < script.revision
