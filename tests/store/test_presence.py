"""Whether the database is still there: found out by one, told to all."""

import errno
import logging
import os
import shutil
import sqlite3
from contextlib import closing
from functools import partial

import pytest

from companion import store
from companion.store.database import lock, presence
from companion.store.database.engine import reading
from companion.store.database.presence import Silence
from companion.store.database.trouble import BUSY, DISK, UNREACHABLE, StoreTrouble

# A server that has fallen silent


@pytest.fixture
def clock(monkeypatch):
    """Moved by hand."""
    now = [1000.0]
    monkeypatch.setattr(presence, "monotonic", lambda: now[0])
    return now


def ask(silence, clock, seconds=0.0, trouble=None):
    """What one hears who asks, and is told after so many seconds."""
    try:
        with silence.noticed():
            clock[0] += seconds
            if trouble:
                raise StoreTrouble(trouble)
    except StoreTrouble as heard:
        return heard.text
    return None


def test_after_one_has_waited_in_vain_nobody_else_waits_until_it_is_asked_again(clock):
    silence = Silence()
    assert ask(silence, clock, presence.PATIENCE, UNREACHABLE) == UNREACHABLE
    assert ask(silence, clock) == UNREACHABLE
    clock[0] += presence.AGAIN
    with silence.noticed():
        assert ask(silence, clock) == UNREACHABLE
    assert ask(silence, clock) is None


@pytest.mark.parametrize(("seconds", "trouble"), [(0.1, UNREACHABLE), (presence.PATIENCE, BUSY)])
def test_a_server_that_says_so_itself_is_asked_by_everybody(clock, seconds, trouble):
    silence = Silence()
    assert ask(silence, clock, seconds, trouble) == trouble
    assert ask(silence, clock) is None


# A file that is taken from under those who serve it


def move(file):
    file.rename(file.with_name("elsewhere.sqlite3"))


def replace(file):
    shutil.copy(file, file.with_name("other"))
    file.with_name("other").replace(file)


def lose_folder(file):
    file.parent.rename(file.parent.with_name("moved"))


def delete(file):
    file.unlink()


def delete_wal(file):
    file.with_name(f"{file.name}-wal").unlink()


@pytest.fixture
def folder(tmp_path, sqlite):
    """Of a database that can be taken away whole."""
    (tmp_path / "folder").mkdir()
    shutil.copy(tmp_path / "companion.sqlite3", tmp_path / "folder")
    return tmp_path / "folder"


@pytest.mark.parametrize("take", [move, delete, replace, lose_folder, delete_wal], ids=lambda take: take.__name__)
def test_nothing_is_noted_where_nobody_would_find_it_and_all_that_was_is_saved(
    folder, opened, open_table, take, caplog, monkeypatch
):
    file = folder / "companion.sqlite3"
    monkeypatch.setattr("companion.store.database.restore.gettempdir", lambda: folder.parent)
    app = opened(f"sqlite:///{file}")
    store.be_seen(app)
    with app.app_context(), caplog.at_level(logging.ERROR):
        table = open_table(count="specials")
        for _ in range(50):
            table.note("recount", fiasko=6)
        take(file)
        for again in range(3):
            with pytest.raises(store.StoreTrouble, match="moved, deleted or replaced, and nothing is noted any more"):
                table.note("recount", fiasko=6, tap=f"lost-{again}")
        with pytest.raises(store.StoreTrouble, match="restore that file with “companion restore”"):
            store.answer()
    (said,) = caplog.messages
    (saved,) = (*folder.parent.glob("*.saved-*"), *folder.parent.glob("folder/*.saved-*"))
    assert str(saved) in said
    assert saved.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(saved)) as copy:
        assert copy.execute("SELECT count(*) FROM entry WHERE tap NOT LIKE 'lost-%'").fetchone() == (50,)


@pytest.mark.parametrize("why", [errno.EIO, errno.EACCES, errno.ESTALE])
def test_a_file_that_the_disk_says_nothing_of_is_a_sentence_until_it_does(folder, opened, open_table, monkeypatch, why):
    """As where a disk dies, or somebody takes away the right to look into the folder."""
    app = opened(f"sqlite:///{folder}/companion.sqlite3")
    store.be_seen(app)
    monkeypatch.setattr(presence, "LOOKS", 0.0)
    with app.app_context():
        table = open_table(count="specials")
        with monkeypatch.context() as patched:

            def says_nothing(path, **_):
                raise OSError(why, os.strerror(why), path)

            patched.setattr(os, "stat", says_nothing)
            for ask in (partial(table.note, "recount", fiasko=6, tap="one"), partial(store.read, table.sitting)):
                with pytest.raises(store.StoreTrouble) as refused:
                    ask()
                assert refused.value.text == DISK
        assert table.note("recount", fiasko=6, tap="one").length == 1


def test_a_link_to_the_file_is_the_file(folder, opened, open_table, monkeypatch):
    """Whoever came by it looked for the -wal beside the link, and noted on when the file was moved."""
    monkeypatch.setattr(lock, "PATIENCE", 0.1)
    (link := folder.parent / "link.sqlite3").symlink_to(folder / "companion.sqlite3")
    app, other = opened(f"sqlite:///{link}"), opened(f"sqlite:///{folder}/companion.sqlite3")
    with store.only_server(app), pytest.raises(store.StoreTrouble, match="Another server"), store.only_server(other):
        pass
    store.be_seen(app)
    with app.app_context():
        table = open_table(count="specials")
        table.note("recount", fiasko=6)
        move(folder / "companion.sqlite3")
        with pytest.raises(store.StoreTrouble, match="nothing is noted any more"):
            table.note("recount", fiasko=6)
    with pytest.raises(store.StoreTrouble, match="its -wal is still there"):
        store.upgrade(app)


@pytest.mark.parametrize("looks_first", [True, False])
def test_no_connection_takes_from_the_wal_of_a_file_that_was_moved_and_comes_back(
    folder, opened, open_table, monkeypatch, looks_first
):
    """SQLite would make a new file where there is none, and empty the -wal beside it."""
    app, file = opened(f"sqlite:///{folder}/companion.sqlite3"), folder / "companion.sqlite3"
    store.be_seen(app)
    if not looks_first:  # as where the file goes in this very moment
        monkeypatch.setattr(presence.HeldFile, "look", lambda self: None)
    with app.app_context():
        table = open_table(count="specials")
        table.note("recount", fiasko=6)
        move(file)
        with pytest.raises(store.StoreTrouble), reading(), reading():  # more than were open so far
            pass
        assert not file.exists()
        (folder / "elsewhere.sqlite3").rename(file)
        with closing(sqlite3.connect(file)) as now:
            assert now.execute("SELECT count(*) FROM entry").fetchone() == (1,)


def test_who_begins_to_serve_makes_no_new_file_where_it_was_moved_just_now(folder, opened, monkeypatch):
    app, file, connect = opened(f"sqlite:///{folder}/companion.sqlite3"), folder / "companion.sqlite3", sqlite3.connect

    def moved(*named, **more):
        move(file)
        return connect(*named, **more)

    monkeypatch.setattr(sqlite3, "connect", moved)
    with pytest.raises(store.StoreTrouble, match="can’t be opened"):
        store.be_seen(app)
    assert not file.exists()


def test_pages_hear_of_it_soon_though_nobody_taps(folder, opened, monkeypatch):
    monkeypatch.setattr(presence, "LOOKS", 0)
    app = opened(f"sqlite:///{folder}/companion.sqlite3")
    store.be_seen(app)
    with app.app_context():
        store.answer()
        delete(folder / "companion.sqlite3")
        with pytest.raises(store.StoreTrouble, match="moved, deleted or replaced"):
            store.answer()


def test_where_nothing_can_be_saved_it_says_so(folder, opened, monkeypatch):
    app = opened(f"sqlite:///{folder}/companion.sqlite3")
    store.be_seen(app)
    monkeypatch.setattr("companion.store.database.restore.gettempdir", lambda: folder / "nowhere")
    lose_folder(folder / "companion.sqlite3")
    with app.app_context(), pytest.raises(store.StoreTrouble, match=r"couldn’t be saved: .* can’t be written"):
        store.put_away("phone", store.Sitting(id=1))
