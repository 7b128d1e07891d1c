"""`companion restore FILE`: a backup in the place of the database, whole, or not at all."""

import io
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, redirect_stderr
from pathlib import Path

import pytest

from companion import cli, store
from companion.store.database.backup import MOST_COPIES, claimed
from companion.store.database.engine import KEY
from companion.store.database.upgrade import newest

ROOT = Path(__file__).resolve().parents[2]


class Tables:
    """An instance folder, as whoever runs the server has it: one command after the other, and nothing open between."""

    def __init__(self, folder, opened, ready):
        self.folder, self.file, self._opened, self._ready = folder, folder / "companion.sqlite3", opened, ready

    def app(self):
        return self._opened(f"sqlite:///{self.file}")

    def open_one(self, open_table):
        if not self.file.exists():
            self.folder.mkdir(exist_ok=True)
            shutil.copy(self._ready, self.file)
        app = self.app()
        with app.app_context():
            uid = open_table().sitting.uid
        app.extensions[KEY].close()
        return uid

    def back_up(self, target):
        app = self.app()
        with app.app_context():
            store.backup(target)
        app.extensions[KEY].close()
        return target

    @property
    def uids(self):
        return uids(self.file)

    @property
    def beside(self):
        return sorted(path.name for path in self.folder.iterdir() if path != self.file)

    def restore(self, file):
        """Its status, and what it says on standard error."""
        said = io.StringIO()
        with redirect_stderr(said):
            status = cli.main(["restore", str(file), "--instance", str(self.folder)])
        return status, said.getvalue()


def uids(file):
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [uid for (uid,) in database.execute("SELECT uid FROM sitting ORDER BY id")]


@pytest.fixture
def tables(tmp_path, opened, ready, monkeypatch):
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)
    return Tables(tmp_path / "instance", opened, ready)


@pytest.fixture
def backup(tables, open_table, tmp_path):
    """Of the first table; another one was opened after it."""
    tables.first = tables.open_one(open_table)
    file = tables.back_up(tmp_path / "backup")
    tables.second = tables.open_one(open_table)
    return file


def test_a_backup_comes_back_and_what_was_there_is_kept(tables, backup):
    before = backup.read_bytes()
    kept = f"{tables.file}.before-restore"
    assert tables.restore(backup) == (
        0,
        f"companion: The database is what {backup} holds; as it was, it is kept in {kept}\n",
    )
    assert (tables.uids, uids(kept)) == ([tables.first], [tables.first, tables.second])
    assert tables.beside == ["companion.sqlite3.before-restore"]
    assert backup.read_bytes() == before
    assert [path.stat().st_mode & 0o077 for path in (tables.file, Path(kept))] == [0, 0]


def test_what_was_kept_comes_back_too_and_takes_no_other_s_place(tables, backup):
    tables.restore(backup)
    tables.restore(f"{tables.file}.before-restore")
    assert tables.uids == [tables.first, tables.second]
    assert uids(f"{tables.file}.before-restore-2") == [tables.first]


def asked(file, question):
    with closing(sqlite3.connect(file)) as database:
        (answer,) = database.execute(question).fetchone()
        database.commit()
    return answer


def test_pages_that_were_open_when_the_backup_was_made_are_good_again(tables, backup):
    key = asked(backup, "SELECT key FROM secret")
    assert asked(tables.file, "UPDATE secret SET key = 'another' RETURNING key") == "another"
    tables.restore(backup)
    assert asked(tables.file, "SELECT key FROM secret") == key


def leave_a_log_behind(tables, open_table):
    """As a server that was killed leaves it: its last table is in the -wal alone."""
    app = tables.app()
    with app.app_context():
        uid = open_table().sitting.uid
        killed = {path: path.read_bytes() for path in tables.folder.iterdir()}
    app.extensions[KEY].close()
    for path, content in killed.items():
        path.write_bytes(content)
    assert (tables.folder / "companion.sqlite3-wal").stat().st_size
    return uid


def test_a_log_that_a_killed_server_left_behind_damages_nothing_and_is_kept(tables, backup, open_table):
    third = leave_a_log_behind(tables, open_table)
    assert tables.restore(backup)[0] == 0
    assert tables.beside == ["companion.sqlite3.before-restore"]
    assert tables.uids == [tables.first]
    assert uids(f"{tables.file}.before-restore") == [tables.first, tables.second, third]


def test_an_older_backup_is_upgraded_and_stays_as_it_is(tables, backup, taken_back):
    taken_back(f"sqlite:///{backup}", "0003")
    before = backup.read_bytes()
    status, said = tables.restore(backup)
    assert status == 0
    assert f"{backup} holds, upgraded from 0003 to {newest()}; as it was" in said
    assert (tables.uids, backup.read_bytes()) == ([tables.first], before)
    assert asked(tables.file, "SELECT length(key) FROM secret") == 64


def test_the_evenings_of_an_older_backup_are_there(tables, open_table, taken_back, tmp_path):
    """No upgrade takes them along: they are made again from the logs."""
    tables.open_one(lambda: ended(open_table()))
    backup = tables.back_up(tmp_path / "backup")
    taken_back(f"sqlite:///{backup}", "0005")
    assert tables.restore(backup)[0] == 0
    assert asked(tables.file, "SELECT count(*) FROM finished") == 1


def ended(table):
    table.note("end")
    return table


def test_a_plain_copy_of_a_database_that_is_served_is_a_backup_too_and_gets_nothing_beside_it(tables, backup):
    assert asked(backup, "PRAGMA journal_mode = WAL") == "wal"
    before = sorted(backup.parent.iterdir()), backup.read_bytes()
    assert tables.restore(backup)[0] == 0
    assert (sorted(backup.parent.iterdir()), backup.read_bytes()) == before
    assert tables.uids == [tables.first]


# Not while somebody is in it


def test_nothing_is_put_back_while_something_has_the_database_open(tables, backup, monkeypatch):
    monkeypatch.setattr("companion.store.database.restore.PATIENCE", 0.1)
    app = tables.app()
    store.be_seen(app)
    status, said = tables.restore(backup)
    assert (status, said) == (
        1,
        "companion: Another program has the database open, perhaps a server: stop it, then try again\n",
    )
    app.extensions[KEY].close()
    assert tables.uids == [tables.first, tables.second]
    assert tables.beside == []
    assert tables.restore(backup)[0] == 0


@pytest.mark.slow
def test_a_server_that_has_answered_nobody_yet_is_noticed(tables, backup):
    command = [sys.executable, "-m", "companion", "--host", "127.0.0.1", "--port", "0", "--instance"]
    with subprocess.Popen([*command, str(tables.folder)], stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        try:
            while "Ctrl+C" not in server.stdout.readline():
                pass
            refused = tables.restore(backup)
        finally:
            server.terminate()
    assert (refused[0], tables.restore(backup)[0]) == (1, 0)


# What is no backup


def of_somebody_else(file):
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE sitting (anything INTEGER)")


def of_nobody(file):
    file.unlink()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE recipes (pasta INTEGER)")


def stamped(revision):
    def stamp(file):
        with closing(sqlite3.connect(file)) as database:
            database.execute(f"UPDATE alembic_version SET version_num = '{revision}'")
            database.commit()

    return stamp


def empty(file):
    file.write_bytes(b"")


def of_words(file):
    file.write_text("My recipes for pasta\n" * 100)


def half(file):
    os.truncate(file, file.stat().st_size // 2)


def scratched(file):
    with file.open("r+b") as damaged:
        damaged.seek(4096)
        damaged.write(b"\xa5" * 8192)


def a_folder(file):
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    ("done", "sentence"),
    [
        (Path.unlink, "No such file or directory"),
        (a_folder, "Is a directory"),
        (empty, "This is not a Companion database"),
        (of_words, "This is not a Companion database"),
        (of_nobody, "This is not a Companion database"),
        (of_somebody_else, "holds something else"),
        (half, "This backup is damaged"),
        (scratched, "This backup is damaged"),
        (stamped("9999"), "newer version (9999)"),
        (stamped("0002"), "has a wrong version number (0002)"),
    ],
)
def test_what_is_no_sound_backup_is_refused_with_a_sentence(tables, backup, done, sentence):
    done(backup)
    status, said = tables.restore(backup)
    assert status == 1
    assert said.startswith(f"companion: {backup}: ")
    assert sentence in said
    assert said.count("\n") == 1
    assert tables.uids == [tables.first, tables.second]
    assert tables.beside == []


# What may be in its place


def test_a_backup_makes_a_new_instance(tables, backup):
    shutil.rmtree(tables.folder)
    assert tables.restore(backup) == (0, f"companion: The database is what {backup} holds\n")
    assert (tables.uids, tables.beside) == ([tables.first], [])
    assert tables.file.stat().st_mode & 0o077 == 0


def test_a_log_without_its_database_damages_nothing_and_is_kept(tables, backup, open_table):
    leave_a_log_behind(tables, open_table)
    tables.file.unlink()
    assert tables.restore(backup)[0] == 0
    assert (tables.uids, tables.beside) == ([tables.first], ["companion.sqlite3.before-restore-wal"])


def test_a_database_that_has_gone_from_its_log_is_not_begun_anew(tables, backup, open_table):
    """SQLite would delete the log, and what was noted last may be in it alone."""
    leave_a_log_behind(tables, open_table)
    for go in (tables.file.unlink, tables.file.touch):
        go()
        with pytest.raises(store.StoreTrouble, match="its -wal is still there: put the file back"):
            store.upgrade(tables.app())
    assert (tables.folder / "companion.sqlite3-wal").stat().st_size


def test_what_a_server_saved_is_named_at_each_start_until_it_is_put_back(tables, backup):
    tables.back_up(Path(f"{tables.file}.saved-7"))
    assert f"waits in {tables.file}.saved-7" in store.upgrade(tables.app())


# What killed commands leave


def test_what_a_killed_command_left_is_swept_at_the_next_start(tables, backup):
    left = [tables.folder / f"companion.sqlite3.before-{end}" for end in ("0014.part", "0014.part-journal")]
    left += [tables.folder / "restore-abcdefgh" / "aside.sqlite3", tables.folder / "restore-mine" / "notes"]
    for path in left:
        path.parent.mkdir(exist_ok=True)
        path.touch()
    with claimed(tables.folder / "restore-abcdefgh"):  # another one, which is still at it
        store.upgrade(tables.app())
        assert tables.beside == ["restore-abcdefgh", "restore-mine"]
    store.upgrade(tables.app())
    assert tables.beside == ["restore-mine"]
    assert left[-1].exists()


def test_of_the_copies_the_newest_are_kept(tables, backup):
    copies = [Path(f"{tables.file}.before-{name}") for name in ("0009", "restore", "0010", "restore-2", "a", "b", "c")]
    for age, path in enumerate(copies):
        path.touch()
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    Path(f"{copies[-1]}-wal").touch()
    store.upgrade(tables.app())
    assert tables.beside == sorted(path.name for path in copies[:MOST_COPIES])


KILLED = """
import os, sys
from companion.store.database import backup, restore, upgrade
upgrade.remake_all = restore.keep_beside = backup.shutil.copyfileobj = lambda *_, **more: os.kill(os.getpid(), 9)
from companion.cli import main
main(sys.argv[1:])
"""


@pytest.mark.slow
def test_killed_upgrades_restores_and_backups_leave_nothing_that_piles_up(tables, backup, taken_back):
    commands = [["backup", "-"]] * 2 + [["upgrade"]] * 3 + [["restore", str(backup)]] * 3
    for command in commands:
        taken_back(f"sqlite:///{tables.file}", "0005")
        done = subprocess.run(
            [sys.executable, "-c", KILLED, *command, "--instance", str(tables.folder)], capture_output=True, cwd=ROOT
        )
        assert done.returncode == -9
    store.upgrade(tables.app())
    assert tables.beside == [f"companion.sqlite3.before-{newest()}"]
    assert tables.uids == [tables.first, tables.second]


@pytest.mark.parametrize("size", [0, 30, 5000])
def test_a_database_that_is_damaged_makes_way_as_it_is(tables, backup, open_table, size):
    leave_a_log_behind(tables, open_table)
    (tables.folder / "companion.sqlite3-wal").unlink()
    damaged, kept = os.urandom(size), f"; as it was, it is kept in {tables.file}.before-restore" if size else ""
    tables.file.write_bytes(damaged)
    assert tables.restore(backup) == (0, f"companion: The database is what {backup} holds{kept}\n")
    assert (tables.uids, tables.beside) == ([tables.first], ["companion.sqlite3.before-restore"] if size else [])
    if size:
        assert Path(f"{tables.file}.before-restore").read_bytes() == damaged
    assert tables.file.stat().st_mode & 0o777 == 0o600


def test_a_database_that_is_damaged_inside_is_kept_as_it_is(tables, backup):
    scratched(tables.file)
    assert tables.restore(backup)[0] == 0
    assert tables.uids == [tables.first]
    assert b"\xa5" * 8192 in Path(f"{tables.file}.before-restore").read_bytes()


@pytest.mark.slow
def test_where_the_disk_has_no_room_everything_stays_as_it_was(tables, backup):
    limited = f"ulimit -f 40 && exec {sys.executable} -m companion restore {backup} --instance {tables.folder}"
    done = subprocess.run(["bash", "-c", limited], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout) == (1, "")
    assert "companion: " in done.stderr
    assert "The disk" in done.stderr
    assert (tables.uids, tables.beside) == ([tables.first, tables.second], [])


@pytest.mark.slow
def test_a_folder_that_may_not_be_written_is_said_to_be_one(tables, backup):
    tables.folder.chmod(0o555)
    drop = "setpriv --bounding-set=-dac_override --inh-caps=-all " if os.getuid() == 0 else ""  # root minds no mode
    command = f"{drop}{sys.executable} -m companion restore {backup} --instance {tables.folder}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT)
    tables.folder.chmod(0o755)
    assert (done.returncode, "read-only" in done.stderr) == (1, True)
    assert (tables.uids, tables.beside) == ([tables.first, tables.second], [])


def test_a_postgresql_is_left_to_its_own_tool(psycopg, opened, tmp_path):
    app = opened("postgresql://app@127.0.0.1:1/none")
    with app.app_context(), pytest.raises(store.StoreTrouble, match="pg_restore"):
        store.put_back(tmp_path / "backup")
