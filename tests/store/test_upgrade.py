"""A database is brought to this version before anybody is served, or refused with a sentence."""

import threading

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from companion import store
from companion.rules import GAMES
from companion.store.connections import MIGRATIONS
from companion.store.database import KEY
from companion.store.tables import db


@pytest.fixture
def empty(address, opened):
    """An application on a database without any table."""
    app = opened(address)
    with engine(app).begin() as connection:
        for table in ("alembic_version", "memory", "visit", "entry", "sitting"):
            connection.execute(text(f"DROP TABLE {table}"))
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


def test_sqlite_orders_a_table_by_the_key_that_the_code_knows(sqlite, opened):
    keyed = {name for name, table in db.metadata.tables.items() if not table.dialect_options["sqlite"]["with_rowid"]}
    with engine(opened(sqlite)).connect() as connection:
        made = connection.scalars(text("SELECT name FROM sqlite_master WHERE sql LIKE '%WITHOUT ROWID%'"))
        assert set(made) == keyed == {"entry", "visit", "memory"}


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
        store.append(sitting, store.Tap("one", 0, None), _battle())
        assert store.recall(GAMES["states"], "OH") == 20


def _battle():
    return GAMES["states"].move_type("battle")("OH", 20, winner=1)


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
    with pytest.raises(store.StoreTrouble, match="can't be made"):
        store.upgrade(opened(f"sqlite:///{tmp_path}/file/there.sqlite3"))
