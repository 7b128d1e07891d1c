"""What the database can't do is said in a sentence, and leaves nothing half done."""

import contextlib
import errno
import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import event, make_url, text
from sqlalchemy.exc import DBAPIError

from attacked.disk import Disk
from companion import store
from companion.store.database import connect, presence, queue, trouble
from companion.store.database import engine as database
from companion.store.database.engine import KEY, here, plainly
from companion.store.tables import Alias

ROOT = Path(__file__).resolve().parents[2]
EVENING = {
    "format": "companion.game/1",
    "game": "fiasko",
    "options": {"count": "specials"},
    "players": ["Ana", "Tom"],
    "moves": [{"move": "reshuffle"}] * 3_000,
}


def engine(app):
    return app.extensions[KEY].engine


def count(path, of="entry"):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"SELECT count(*) FROM {of}").fetchone()[0]


def test_however_often_somebody_asks_whether_it_can_be_written_it_is_once_a_second(app, monkeypatch):
    writes, writing = [], database.Store.writing
    monkeypatch.setattr(database.Store, "writing", lambda store: (writes.append(store), writing(store))[1])
    with app.app_context():
        for _ in range(20):
            store.answer(writes=True)
        assert len(writes) == 1
        here().asked -= 1
        store.answer(writes=True)
        assert len(writes) == 2


def test_an_error_of_the_database_says_no_link_and_no_phone(app):
    """It ends in the log where it is a fault of ours."""
    with pytest.raises(DBAPIError) as error, engine(app).connect() as connection:
        connection.execute(text("SELECT :link FROM nowhere"), {"link": "j0hYElFjqMgneNGopgXbzg"})
    assert "nowhere" in str(error.value)
    assert "j0hYElFjqMgneNGopgXbzg" not in str(error.value)


@pytest.fixture
def file(tmp_path, sqlite):
    return tmp_path / "companion.sqlite3"


def until_it_fails(table, most=20_000):
    """Taps; the ones that were answered, and what ended it."""
    for number in range(most):
        try:
            table.note("recount", fiasko=6, tap=f"tap-{number}")
        except store.StoreTrouble as error:
            return number, error.text
    raise AssertionError("it never ended")


# A full disk


def test_a_full_disk_refuses_a_tap_and_loses_none(small_disk, opened, open_table):
    folder, real = small_disk
    app = opened(f"sqlite:///{folder}/companion.sqlite3")
    if not real:
        event.listen(engine(app), "connect", lambda connection, _: connection.execute("PRAGMA max_page_count = 66"))
    store.upgrade(app)
    with app.app_context():
        table = open_table(count="specials")
        answered, sentence = until_it_fails(table)
        assert sentence == trouble.FULL
        assert answered > 100
        if real:  # elsewhere what is asked needs no new page
            with pytest.raises(store.StoreTrouble) as asked:
                store.answer()
            assert asked.value.text == trouble.FULL
        with pytest.raises(store.StoreTrouble):
            store.import_games(as_json(EVENING))
    app.extensions[KEY].close()
    with opened(f"sqlite:///{folder}/companion.sqlite3").app_context():
        assert table.log.length == answered
        assert len(list(store.export_all())) == 1


def as_json(document):
    return json.dumps(document).encode()


@pytest.mark.slow
def test_room_on_the_disk_lets_the_same_tap_through(opened, sqlite, open_table):
    app, pages = opened(sqlite), [60]
    event.listen(engine(app), "checkout", lambda raw, *_: raw.execute(f"PRAGMA max_page_count = {pages[0]}"))
    with app.app_context():
        table = open_table(count="specials")
        answered, _ = until_it_fails(table)
        pages[0] = 10_000
        app.extensions[KEY].close()
        assert table.note("recount", fiasko=6, tap=f"tap-{answered}").length == answered + 1


@pytest.mark.slow
def test_an_import_that_may_not_grow_the_file_brings_nothing(file, tmp_path):
    """As `ulimit -f` says it: a command that fails half way ends with a sentence, and with nothing."""
    (tmp_path / "evening.json").write_bytes(as_json(EVENING))
    limited = f"ulimit -f {file.stat().st_size // 1024 + 20} && exec {sys.executable} -m companion"
    done = companion(f"{limited} import {tmp_path}/evening.json", tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("companion: The disk")
    assert (count(file), count(file, "sitting")) == (0, 0)


def companion(command, instance):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COMPANION_INSTANCE": str(instance)}
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment, cwd=ROOT)


def test_what_lies_beside_a_file_stays_small_though_somebody_reads_at_any_time(file, sqlite, opened, monkeypatch):
    """Two read in turn, each before the other has finished: SQLite finds no moment to begin its -wal anew."""
    monkeypatch.setattr(database, "LARGEST_WAL", 1_000_000)
    monkeypatch.setattr(database, "WAL_PAUSE", 0.0)
    app, written, sizes = opened(sqlite), threading.Event(), []
    store.be_seen(app)

    def read(late):
        written.wait(late)
        while not written.is_set():
            with app.app_context(), here().reading() as connection:
                connection.execute(text("SELECT count(*) FROM sitting"))
                time.sleep(0.06)

    threads = [threading.Thread(target=read, args=(late,)) for late in (0.0, 0.03)]
    for thread in threads:
        thread.start()
    with app.app_context():
        for number in range(14):
            with database.writing() as session:
                session.add(Alias(phone="phone", name=f"Ana {number}", person="x" * 500_000))
            sizes.append(Path(f"{file}-wal").stat().st_size)
            time.sleep(0.02)
    written.set()
    for thread in threads:
        thread.join()
    assert max(sizes) < 4_000_000


def test_a_disk_that_fills_up_is_full_before_a_tap_meets_it(sqlite, opened, monkeypatch):
    with opened(sqlite).app_context():
        store.answer()
        monkeypatch.setattr(database, "disk_usage", lambda folder: shutil._ntuple_diskusage(10**9, 10**9, 4096))
        with pytest.raises(store.StoreTrouble) as asked:
            store.answer()
    assert asked.value.text == trouble.FULL


def test_a_database_that_refused_a_write_is_asked_by_a_write_until_it_takes_one(sqlite, opened, open_table):
    app, refuses = opened(sqlite), ["ON"]
    with app.app_context():
        table, key = open_table(), store.secret_key()
        event.listen(engine(app), "checkout", lambda raw, *_: raw.execute(f"PRAGMA query_only = {refuses[0]}"))
        store.answer()
        for ask in (lambda: table.note("recount", pile=88), store.answer, store.answer):
            with pytest.raises(store.StoreTrouble) as refused:
                ask()
            assert refused.value.text == trouble.READ_ONLY
        refuses[0] = "OFF"
        store.answer()
        assert store.secret_key() == key


def test_who_asks_hears_of_a_write_that_never_ends(sqlite, opened, monkeypatch):
    """As on a disk that stands still; and once it goes on, all is well."""
    monkeypatch.setattr(queue, "PATIENCE", 0.01)
    with opened(sqlite).app_context():
        with here().turns:
            store.answer()
            time.sleep(0.02)
            with pytest.raises(store.StoreTrouble) as asked:
                store.answer()
        assert asked.value.text == trouble.STANDING
        store.answer()


# Read-only, locked, damaged


@pytest.fixture
def disk(tmp_path):
    try:
        disk = Disk(tmp_path / "image", tmp_path / "disk")
    except OSError:
        disk = None
    if disk is None or not disk.is_whole:
        pytest.skip("it takes a disk of one's own (mount, a loop device)")
    yield disk
    disk.close()


@pytest.mark.slow
def test_a_disk_that_became_read_only_is_said_to_be_and_so_to_who_asks_how_it_is(disk, opened, open_table):
    address = f"sqlite:///{disk.folder}/companion.sqlite3"
    app = opened(address)
    store.upgrade(app)
    store.be_seen(app)
    with app.app_context():
        table = open_table(count="specials")
        table.note("recount", fiasko=6)
        disk.refuse_writes()
        for ask in (lambda: table.note("recount", fiasko=6), store.answer):
            with pytest.raises(store.StoreTrouble) as refused:
                ask()
            assert refused.value.text == trouble.READ_ONLY_DISK
        assert table.log.length == 1
    app.extensions[KEY].close()
    with pytest.raises(store.StoreTrouble) as refused:
        store.upgrade(opened(address))
    assert refused.value.text == trouble.READ_ONLY_DISK


@pytest.mark.parametrize(("why", "sentence"), [
    (errno.EROFS, trouble.READ_ONLY_DISK), (errno.ENOSPC, trouble.FULL), (errno.EIO, trouble.DISK),
])  # fmt: skip
def test_why_a_disk_refuses_is_what_it_says_of_another_file(sqlite, opened, monkeypatch, why, sentence):
    def refused(**_):
        raise OSError(why, "refused")

    class Failed(sqlite3.OperationalError):
        sqlite_errorcode = sqlite3.SQLITE_IOERR_WRITE

    monkeypatch.setattr(trouble, "TemporaryFile", refused)
    with opened(sqlite).app_context(), pytest.raises(store.StoreTrouble) as said, here().reading():
        raise Failed("disk I/O error")
    assert said.value.text == sentence


@pytest.mark.slow
def test_a_read_only_file_is_said_to_be_one(file, tmp_path):
    (tmp_path / "evening.json").write_bytes(as_json(EVENING))
    file.chmod(0o444)
    tmp_path.chmod(0o555)
    drop = "setpriv --bounding-set=-dac_override --inh-caps=-all " if os.getuid() == 0 else ""  # root minds no mode
    done = companion(f"{drop}{sys.executable} -m companion import {tmp_path}/evening.json", tmp_path)
    tmp_path.chmod(0o755)
    assert (done.returncode, done.stdout) == (1, "")
    assert "read-only" in done.stderr or "can it be written to" in done.stderr
    assert count(file) == 0


def test_a_database_that_may_only_be_read_refuses_a_tap(sqlite, opened, open_table, file):
    with opened(sqlite).app_context():
        table = open_table()
        table.note("draw", player=0, card="goods")
    with opened(f"sqlite:///file:{file}?mode=ro&uri=true").app_context():
        assert table.log.length == 1
        with pytest.raises(store.StoreTrouble) as refused:
            table.note("draw", player=0, card="goods")
        assert refused.value.text == trouble.READ_ONLY
        assert table.log.length == 1


def test_a_locked_database_is_said_to_be_busy_and_works_again_afterwards(sqlite, opened, open_table, file):
    with opened(sqlite, BUSY_MS=50).app_context():
        table = open_table()
        table.note("draw", player=0, card="goods")
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for _ in range(2):
                with pytest.raises(store.StoreTrouble) as refused:
                    table.note("draw", player=1, card="goods", tap="second", after=1)
                assert refused.value.text == trouble.BUSY
            assert table.log.length == 1
        assert table.note("draw", player=1, card="goods", tap="second", after=1).length == 2


def test_a_file_that_is_no_database_is_left_alone(tmp_path, opened):
    file = tmp_path / "companion.sqlite3"
    file.write_text("My recipes for pasta\n" * 100)
    with pytest.raises(store.StoreTrouble) as refused:
        store.upgrade(opened(f"sqlite:///{file}"))
    assert refused.value.text == trouble.NOT_OURS
    assert file.read_text().startswith("My recipes")


def test_a_damaged_database_is_said_to_be_damaged(file, sqlite, opened, open_table, tmp_path):
    app = opened(sqlite)
    with app.app_context():
        table = open_table(count="specials")
        for _ in range(200):
            table.note("recount", fiasko=6)
    app.extensions[KEY].close()
    with file.open("r+b") as damaged:
        damaged.seek(4096)
        damaged.write(os.urandom(file.stat().st_size - 4096))
    with opened(sqlite).app_context():
        with pytest.raises(store.StoreTrouble) as refused:
            store.find(table.sitting.score_link)
        assert refused.value.text == trouble.CORRUPT
        with pytest.raises(store.StoreTrouble):
            store.backup(tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_log_that_no_rules_accept_is_no_answer_to_anything(app, open_table):
    table = open_table()
    table.note("end")
    with engine(app).begin() as connection:
        connection.execute(text("INSERT INTO entry (sitting_id, number, kind, move, tap, at) "
                                "SELECT sitting_id, 2, kind, move, 'forged', at FROM entry"))  # fmt: skip
    with pytest.raises(store.StoreTrouble, match="can’t read the log"):
        store.read(table.sitting)


def test_our_own_mistakes_are_not_the_database_s(app):
    with pytest.raises(ZeroDivisionError), plainly():
        raise ZeroDivisionError
    with pytest.raises(Exception, match="syntax"), plainly(), engine(app).connect() as connection:
        connection.execute(text("SELEKT 1"))


# PostgreSQL


@pytest.mark.usefixtures("psycopg")
def test_a_postgresql_that_is_not_there_is_said_to_be_unreachable(opened):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = opened(f"postgres://app@127.0.0.1:{port}/companion")
    with app.app_context(), pytest.raises(store.StoreTrouble) as refused:
        store.find("a" * 22)
    assert refused.value.text == trouble.UNREACHABLE
    with pytest.raises(store.StoreTrouble):
        store.upgrade(app)


@pytest.mark.slow
@pytest.mark.usefixtures("psycopg")
def test_a_postgresql_that_never_says_a_word_is_unreachable_soon(opened, monkeypatch):
    """As in a network that swallows everything: nobody refuses, and nobody answers."""
    monkeypatch.setitem(connect.REACH, "connect_timeout", 2)  # the least that the driver knows
    with socket.create_server(("127.0.0.1", 0)) as silent:
        app = opened(f"postgres://app@127.0.0.1:{silent.getsockname()[1]}/companion")
        with app.app_context(), pytest.raises(store.StoreTrouble) as refused:
            store.answer()
    assert refused.value.text == trouble.UNREACHABLE


def test_what_an_address_says_of_the_connection_goes_before_ours():
    here = "postgresql+psycopg://here/x"
    assert connect.reach(make_url(here))["connect_timeout"] == 3
    assert "connect_timeout" not in connect.reach(make_url(f"{here}?connect_timeout=2"))
    assert connect.reach(make_url("sqlite:///x")) == {}


@pytest.mark.slow
def test_a_locked_table_of_postgresql_is_said_to_be_busy(postgresql, opened, open_table):
    app, other = opened(postgresql, BUSY_MS=50), opened(postgresql)
    with app.app_context():
        table = open_table()
        with engine(other).begin() as connection:
            connection.execute(text("LOCK TABLE entry IN ACCESS EXCLUSIVE MODE"))
            with pytest.raises(store.StoreTrouble) as refused:
                table.note("draw", player=0, card="goods", tap="one")
        assert refused.value.text == trouble.BUSY
        assert table.note("draw", player=0, card="goods", tap="one").length == 1


def restart(app):
    """What a restart of the server does to those who are connected."""
    everybody_else = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    with engine(app).connect() as connection:
        connection.execute(text(f"{everybody_else} AND datname = current_database()"))


@pytest.mark.slow
def test_a_restarted_postgresql_costs_at_most_one_answer(postgresql, opened, open_table):
    with opened(postgresql).app_context():
        table = open_table()
        table.note("draw", player=0, card="goods")
        restart(opened(postgresql))
        with pytest.raises(store.StoreTrouble):
            table.note("draw", player=1, card="goods", tap="second", after=1)
        assert table.note("draw", player=1, card="goods", tap="second", after=1).length == 2


@pytest.mark.slow
def test_a_postgresql_that_was_restarted_while_nobody_tapped_costs_nothing(postgresql, opened, open_table, monkeypatch):
    with opened(postgresql).app_context():
        table = open_table()
        table.note("draw", player=0, card="goods")
        restart(opened(postgresql))
        monkeypatch.setattr(presence, "IDLE", 0)
        assert store.read(table.sitting).length == 1
        assert table.note("draw", player=1, card="goods").length == 2


@pytest.mark.slow
def test_a_postgresql_that_could_only_be_read_for_a_while_costs_at_most_one_answer_more(postgresql, opened, open_table):
    """As where another server has taken over: a connection to the one before stays one that only reads."""
    other = opened(postgresql)
    with opened(postgresql).app_context():
        table = open_table()
        with engine(other).begin() as connection:
            name = connection.scalar(text("SELECT current_database()"))
            connection.execute(text(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'))
        restart(other)
        for _ in range(3):
            with pytest.raises(store.StoreTrouble) as refused:
                table.note("draw", player=0, card="goods", tap="one")
        assert refused.value.text == trouble.READ_ONLY
        assert store.read(table.sitting).length == 0
        with engine(other).begin() as connection:
            connection.execute(text(f'ALTER DATABASE "{name}" RESET default_transaction_read_only'))
        with pytest.raises(store.StoreTrouble):
            table.note("draw", player=0, card="goods", tap="one")
        assert table.note("draw", player=0, card="goods", tap="one").length == 1


# Addresses


@pytest.mark.parametrize("address", ["nonsense", "mysql://a@b/c", "sqlite://", "sqlite:///:memory:", "://", "http://x"])
def test_an_address_that_is_none_is_refused_with_a_sentence(opened, address):
    with pytest.raises(store.StoreTrouble, match="COMPANION_DATABASE_URL"):
        opened(address)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
@pytest.mark.usefixtures("psycopg")
def test_postgresql_goes_by_each_of_its_names(opened, scheme):
    url = engine(opened(f"{scheme}://app:p%40ss@db.example/companion")).url
    assert (url.drivername, url.password, url.database) == ("postgresql+psycopg", "p@ss", "companion")


def test_without_an_address_the_database_lies_in_the_instance_folder(tmp_path):
    from flask import Flask

    app = Flask("companion", instance_path=str(tmp_path / "a?b %c"))
    store.init_app(app)
    store.upgrade(app)
    assert (tmp_path / "a?b %c" / "companion.sqlite3").is_file()
    app.extensions[KEY].close()


@pytest.fixture
def refused(opened):
    def why(address):
        with pytest.raises(store.StoreTrouble) as trouble_:
            store.upgrade(opened(address))
        return trouble_.value.text

    return why


@pytest.mark.slow
def test_a_missing_database_and_an_unknown_name_of_postgresql_are_said(server, refused):
    address, _ = server
    for changed, sentence in (
        (address.set(database="nothing"), trouble.NO_DATABASE),
        (address.set(username="nobody-here"), trouble.WRONG_PASSWORD),
    ):
        assert refused(changed.render_as_string(hide_password=False)) == sentence


@pytest.mark.slow
def test_one_who_may_make_no_tables_is_told_so(server, refused):
    """From PostgreSQL 15 on, that is whoever doesn't own the database."""
    address, engine_ = server
    with engine_.connect() as connection:
        connection.exec_driver_sql("CREATE ROLE guest LOGIN")
        connection.exec_driver_sql("CREATE DATABASE theirs")
        try:
            guests = address.set(username="guest", database="theirs")
            assert refused(guests.render_as_string(hide_password=False)) == trouble.NO_RIGHTS
        finally:
            connection.exec_driver_sql("DROP DATABASE theirs WITH (FORCE)")
            connection.exec_driver_sql("DROP ROLE guest")


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ('FATAL:  password authentication failed for user "companion"', trouble.WRONG_PASSWORD),
        ("fe_sendauth: no password supplied", trouble.WRONG_PASSWORD),
        ('FATAL:  no pg_hba.conf entry for host "10.0.0.5", user "companion"', trouble.REFUSED),
        ("FATAL:  the database system is starting up", trouble.UNREACHABLE),
        ("Connection refused", trouble.UNREACHABLE),
    ],
)
def test_what_postgresql_says_at_its_door_has_a_sentence_each(psycopg, said, sentence):
    at = 'connection failed: connection to server at "127.0.0.1", port 5432 failed: '
    assert trouble.explain(psycopg.OperationalError(at + said)) == sentence


def test_an_at_sign_in_a_password_is_said_to_be_written_otherwise(opened):
    with pytest.raises(store.StoreTrouble, match="an @ of the password is written as %40"):
        opened("postgresql://companion:p@ss@127.0.0.1/companion")


# In the log


def test_trouble_is_logged_once_a_minute_for_each_kind_and_without_a_link(
    sqlite, opened, open_table, caplog, monkeypatch
):
    app, now = opened(sqlite, BUSY_MS=10), [1000.0]
    monkeypatch.setattr(database, "monotonic", lambda: now[0])
    store.be_seen(app)
    with app.app_context():
        table = open_table()
        with contextlib.closing(sqlite3.connect(here().file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            for seconds in (0, 1, 58, 1):
                now[0] += seconds
                with pytest.raises(store.StoreTrouble):
                    table.note("reshuffle")
    said = [record.getMessage() for record in caplog.records]
    assert said == [f"{trouble.BUSY} (SQLITE_BUSY)"] * 2
    assert table.sitting.score_link not in caplog.text


def test_a_command_says_its_trouble_itself_and_logs_nothing(sqlite, opened, caplog):
    app = opened(sqlite, BUSY_MS=10)
    with app.app_context(), contextlib.closing(sqlite3.connect(here().file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(store.StoreTrouble):
            store.upgrade(app)
    assert caplog.records == []
