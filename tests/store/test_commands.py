"""`companion export`, `import`, `backup` and `upgrade`, as whoever runs the server types them."""

import contextlib
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tracemalloc
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

import pytest

from companion import cli, store
from companion.store.database.engine import KEY

PLAIN = {
    "format": "companion.game/1",
    "game": "states",
    "players": ["Ana", "Tom"],
    "moves": [{"move": "battle", "state": "OH", "value": 20, "winner": 1}],
}


@pytest.fixture
def companion(companion_anew, ready, tmp_path):
    """Runs a command on an instance whose database is ready."""
    (tmp_path / "instance").mkdir(mode=0o700)
    shutil.copy(ready, tmp_path / "instance")
    return companion_anew


@pytest.fixture
def companion_anew(tmp_path, monkeypatch):
    """Runs a command on an instance that is not there yet: status, standard output and standard error. It says nothing
    of how long it takes on a busy machine.
    """
    monkeypatch.setattr("companion.cli.terminal.COUNTED_AFTER", 3600.0)
    created, application = [], store.application

    def remembered(folder, settings):
        created.append(application(folder, settings))
        return created[-1]

    monkeypatch.setattr(store, "application", remembered)
    for name in ("COMPANION_DATABASE_URL", "COMPANION_INSTANCE"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments, given=b"", at=tmp_path / "instance"):
        stdin = io.TextIOWrapper(io.BytesIO(given), "ascii")
        stdout = io.TextIOWrapper(io.BytesIO(), "ascii", write_through=True)
        stderr = io.StringIO()
        with patch.object(sys, "stdin", stdin), redirect_stdout(stdout), redirect_stderr(stderr):
            status = cli.main([*arguments, "--instance", str(at)])
        for app in created:  # a process of its own would have ended
            app.extensions[KEY].close()
        return status, stdout.buffer.getvalue().decode(), stderr.getvalue()

    yield run
    for app in created:
        app.extensions[KEY].close()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(PLAIN))
    return path


def test_upgrade_makes_the_database_and_is_quiet(companion_anew, tmp_path):
    assert companion_anew("upgrade") == (0, "", "")
    assert (tmp_path / "instance" / "companion.sqlite3").is_file()
    assert companion_anew("upgrade") == (0, "", "")


@pytest.mark.parametrize("command", ["upgrade", "import"])
def test_what_was_done_to_an_old_database_is_said_beside_the_output(companion, file, tmp_path, taken_back, command):
    _, brought, _ = companion("import", str(file))
    taken_back(f"sqlite:///{tmp_path}/instance/companion.sqlite3", "0003")
    given = [str(file)] if command == "import" else []
    status, said, told = companion(command, *given)
    assert (status, said) == (0, brought if given else "")
    (copy,) = (tmp_path / "instance").glob("companion.sqlite3.before-*")
    assert told.startswith("companion: The database was upgraded from 0003 to ")
    assert told.endswith(f"; as it was, it is kept in {copy}\n")


def test_what_import_brings_export_gives_by_the_link_that_was_printed(companion, file):
    status, said, _ = companion("import", str(file))
    link, game, players = said.split(maxsplit=2)
    assert (status, game, players) == (0, "states", "Ana, Tom\n")
    status, exported, _ = companion("export", f"http://kitchen:8000/s/{link}")
    moves = [{key: move[key] for key in move if key != "at"} for move in json.loads(exported)["moves"]]
    assert (status, moves) == (0, PLAIN["moves"])
    assert companion("import", "-", given=exported.encode()) == (0, said, "")


@pytest.fixture(params=["terminal", "log"])
def counted(request, companion, monkeypatch):
    """How a line that says how far it is begins and ends, from the first moment on."""
    monkeypatch.setattr("companion.cli.terminal.COUNTED_AFTER", 0.0)
    is_terminal = request.param == "terminal"
    monkeypatch.setattr(io, "StringIO", type("Said", (io.StringIO,), {"isatty": lambda self: is_terminal}))
    return ("\r\x1b[K{}\r\x1b[K" if is_terminal else "companion: {}\n").format


def test_how_far_an_import_is_can_be_seen(companion, counted, monkeypatch):
    with monkeypatch.context() as later:
        later.setattr("companion.cli.terminal.COUNTED_AFTER", 60.0)
        companion("upgrade")
    status, _, said = companion("import", "-", given=json.dumps([PLAIN]).encode())
    assert (status, said) == (0, counted("1 of 1 games checked"))


def test_how_far_an_upgrade_is_can_be_seen(companion, file, tmp_path, taken_back, counted):
    companion("import", str(file))
    taken_back(f"sqlite:///{tmp_path}/instance/companion.sqlite3", "0003")
    assert counted("0 of 1 tables upgraded") in companion("upgrade")[2]


def test_export_all_is_a_list_that_import_takes(companion, file):
    companion("import", str(file))
    _, exported, _ = companion("export", "all")
    assert len(json.loads(exported)) == 1
    assert companion("import", "-", given=exported.encode())[0] == 0
    assert companion("export", "all")[1] == exported


def test_export_of_nothing_is_an_empty_list(companion):
    companion("upgrade")
    assert json.loads(companion("export", "all")[1]) == []


def test_a_link_that_leads_nowhere_is_an_error(companion):
    companion("upgrade")
    assert companion("export", "nowhere") == (1, "", "companion: nowhere: no table here has this link\n")


def test_export_before_any_upgrade_says_what_to_do(companion_anew, tmp_path):
    (tmp_path / "instance").mkdir()
    status, said, complaint = companion_anew("export", "all")
    assert (status, said) == (1, "")
    assert "companion upgrade" in complaint


@pytest.mark.parametrize(
    ("given", "status", "complaint"),
    [
        (b"nonsense", 2, "is not JSON"),
        (b"[7]", 2, "entry 1 of “the list”"),
        (json.dumps({**PLAIN, "game": "chess"}).encode(), 2, "chess"),
        (json.dumps({**PLAIN, "moves": PLAIN["moves"] * 2}).encode(), 1, "move 2 (battle): Ohio was already taken"),
    ],
)
def test_what_can_not_come_in_is_an_error_and_changes_nothing(companion, given, status, complaint):
    companion("upgrade")
    result = companion("import", "-", given=given)
    assert result[:2] == (status, "")
    assert complaint in result[2]
    assert result[2].startswith("companion: -: ")
    assert result[2].count("\n") == 1
    assert json.loads(companion("export", "all")[1]) == []


def test_backup_is_a_database_that_can_be_put_in_the_place_of_the_other(companion, file, tmp_path):
    companion("import", str(file))
    _, exported, _ = companion("export", "all")
    assert companion("backup", str(tmp_path / "copy")) == (0, "", "")
    for path in (tmp_path / "instance").glob("companion.sqlite3*"):
        path.unlink()
    (tmp_path / "copy").rename(tmp_path / "instance" / "companion.sqlite3")
    assert companion("export", "all") == (0, exported, "")


def test_backup_of_nothing_is_an_error(companion_anew, tmp_path):
    status, _, complaint = companion_anew("backup", str(tmp_path / "copy"))
    assert status == 1
    assert complaint.startswith("companion: ")
    assert not (tmp_path / "copy").exists()


def test_an_address_that_is_none_is_an_error(companion, monkeypatch):
    monkeypatch.setenv("COMPANION_DATABASE_URL", "nonsense")
    status, _, complaint = companion("upgrade")
    assert (status, complaint) == (1, "companion: COMPANION_DATABASE_URL is not the address of a database\n")


def test_how_to_restore_is_in_the_help(capsys):
    with pytest.raises(SystemExit):
        cli.main(["restore", "--help"])
    assert "Stop the server first" in " ".join(capsys.readouterr().out.split())


def test_commands_of_the_database_make_no_file_but_the_database(companion, tmp_path):
    companion("upgrade")
    assert {path.name.partition("-")[0] for path in (tmp_path / "instance").iterdir()} == {"companion.sqlite3"}


@pytest.mark.parametrize(
    ("command", "unneeded"),
    [("tally -", "flask sqlalchemy companion.store"), ("backup -", "companion.web jinja2.ext wtforms flask_babel")],
    ids=["what reads a game file loads no database", "what copies a database loads no page"],
)
def test_a_command_starts_at_once_because_it_loads_only_the_rooms_that_it_needs(companion, tmp_path, command, unneeded):
    code = (
        f"import sys; from companion.cli import main; status = main({command.split()});"
        f" print(status, [name for name in {unneeded.split()} if name in sys.modules], file=sys.stderr)"
    )
    env = {**os.environ, "COMPANION_INSTANCE": str(tmp_path / "instance")}
    done = subprocess.run([sys.executable, "-c", code], input=json.dumps(PLAIN).encode(), capture_output=True, env=env)
    assert done.stderr == b"0 []\n"


# Where a backup goes, and what it never replaces


@pytest.fixture
def played(companion, file):
    """An instance with one game."""
    companion("import", str(file))


@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "somebody's file", "somebody's database"])
def test_a_backup_replaces_nothing_but_a_backup(companion, played, tmp_path, kind):
    target = tmp_path / "target"
    if kind == "folder":
        target.mkdir()
    elif kind == "pipe":
        os.mkfifo(target)
    elif kind == "device":
        target.symlink_to("/dev/null")
    elif kind == "somebody's file":
        target.write_text("The only copy of my novel")
    else:
        with contextlib.closing(sqlite3.connect(target)) as other:
            other.execute("CREATE TABLE novel (text)")
    before = target.lstat()
    status, _, complaint = companion("backup", str(target))
    assert (status, complaint.endswith("is not a backup: name another file\n")) == (1, True)
    assert (target.lstat().st_ino, target.lstat().st_mode, target.lstat().st_size) == (
        before.st_ino,
        before.st_mode,
        before.st_size,
    )
    assert list(tmp_path.glob("*.part*")) == []


@pytest.mark.slow
def test_a_backup_to_where_the_output_goes_names_what_was_typed(companion, played, tmp_path):
    """By a link of the system's, which leads to a pipe that has no name."""
    backup = [sys.executable, "-m", "companion", "backup", "/dev/stdout", "--instance", str(tmp_path / "instance")]
    told = subprocess.run(backup, capture_output=True, text=True, check=False, timeout=60)
    complaint = "companion: /dev/stdout already exists and is not a backup: name another file\n"
    assert (told.returncode, told.stdout, told.stderr) == (1, "", complaint)
    assert os.path.islink("/dev/stdout")


def test_a_backup_takes_the_place_of_an_older_one_and_of_an_empty_file(companion, played, tmp_path):
    target, other = tmp_path / "target", tmp_path / "other"
    target.touch(0o644)
    other.write_text("not ours")
    other.rename(tmp_path / "target.part")
    killed, busy = tmp_path / "target.part-killed", tmp_path / "target.part-busy"
    for part in (killed, busy):
        part.touch()
    os.utime(killed, (1_000_000, 1_000_000))
    (tmp_path / "link").symlink_to(target)
    assert [companion("backup", str(tmp_path / name))[0] for name in ("target", "target", "link")] == [0, 0, 0]
    assert (tmp_path / "link").is_symlink()
    assert target.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "target.part").read_text() == "not ours"
    assert (killed.exists(), busy.exists()) == (False, True)


def test_a_backup_without_a_name_is_a_sentence(companion, played):
    assert companion("backup", "") == (
        1,
        "",
        "companion: backup needs the name of a file, or - for standard output\n",
    )


def test_a_backup_goes_to_standard_output_whole(companion, played, tmp_path):
    with (tmp_path / "copy").open("w") as output, patch.object(sys, "stdout", output):
        assert cli.main(["backup", "-", "--instance", str(tmp_path / "instance")]) == 0
    with contextlib.closing(sqlite3.connect(tmp_path / "copy")) as copied:
        assert copied.execute("SELECT game FROM sitting").fetchall() == [("states",)]
        assert copied.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert not (tmp_path / "-").exists()


def test_a_backup_that_comes_by_standard_input_is_restored(companion, played, tmp_path):
    _, exported, _ = companion("export", "all")
    companion("backup", str(tmp_path / "copy"))
    elsewhere, raw = tmp_path / "another" / "disk", (tmp_path / "copy").read_bytes()
    said = companion("restore", "-", given=raw, at=elsewhere)
    assert said == (0, "", "companion: The database is what standard input holds\n")
    assert companion("export", "all", at=elsewhere) == (0, exported, "")
    assert {path.name for path in elsewhere.iterdir()} == {"companion.sqlite3"}


@pytest.mark.parametrize("given", [b"", b"no backup", bytes(100_000)])
def test_what_comes_by_standard_input_and_is_no_backup_changes_nothing(companion, played, tmp_path, given):
    before = whole(tmp_path / "instance" / "companion.sqlite3")
    status, said, complaint = companion("restore", "-", given=given)
    assert (status, said, complaint) == (1, "", "companion: -: This is not a Companion database\n")
    assert whole(tmp_path / "instance" / "companion.sqlite3") == before
    assert {path.name for path in (tmp_path / "instance").iterdir()} == {"companion.sqlite3"}


def test_a_backup_is_not_awaited_from_a_terminal(companion, played, monkeypatch):
    monkeypatch.setattr(io, "TextIOWrapper", type("Terminal", (io.TextIOWrapper,), {"isatty": lambda self: True}))
    assert companion("restore", "-") == (1, "", "companion: -: send a backup in: companion restore - < FILE\n")


def test_a_backup_is_not_printed_on_a_terminal(companion, played, monkeypatch):
    monkeypatch.setattr(io, "TextIOWrapper", type("Terminal", (io.TextIOWrapper,), {"isatty": lambda self: True}))
    status, said, complaint = companion("backup", "-")
    assert (status, said) == (1, "")
    assert "send it into a file" in complaint


@pytest.mark.parametrize("target", ["copy", "-"])
def test_a_backup_of_an_empty_database_is_an_error(companion_anew, tmp_path, target):
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance" / "companion.sqlite3").touch()
    status, said, complaint = companion_anew("backup", target if target == "-" else str(tmp_path / target))
    assert (status, said) == (1, "")
    assert "companion upgrade" in complaint
    assert not (tmp_path / "copy").exists()


def test_a_database_that_others_could_read_is_closed_to_them(companion, played, tmp_path):
    database = tmp_path / "instance" / "companion.sqlite3"
    database.chmod(0o644)
    assert companion("upgrade")[0] == 0
    assert database.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_whatever_a_command_makes_is_for_nobody_else(tmp_path):
    command = [sys.executable, "-m", "companion"]
    told = {**os.environ, "COMPANION_INSTANCE": str(tmp_path / "new")}
    subprocess.run([*command, "export", "all"], env=told, capture_output=True, check=False, timeout=60)
    subprocess.run([*command, "upgrade"], env=told, check=True, timeout=60)
    assert [path for path in (tmp_path / "new", *(tmp_path / "new").iterdir()) if path.stat().st_mode & 0o077] == []


# Bad moments


SPECIAL = [
    ("restore", "{pipe}", "is none"),
    ("restore", "/dev/null", "is none"),
    ("restore", "{folder}", "Is a directory"),
    ("import", "{folder}", "Is a directory"),
    ("import", "/dev/null", "is not JSON"),
    ("copy --to", "sqlite:////dev/null", "is not a database"),
    ("copy --to", "sqlite:///{pipe}", "is not a database"),
    ("copy --to", "sqlite:///{folder}", "can’t be opened"),
]


@pytest.mark.parametrize(("command", "name", "sentence"), SPECIAL)
def test_what_is_no_plain_file_is_a_sentence_and_stays_as_it_is(companion, played, tmp_path, command, name, sentence):
    pipe, folder, null = tmp_path / "pipe", tmp_path / "folder", os.stat("/dev/null")
    os.mkfifo(pipe, 0o644)
    folder.mkdir(0o755)
    status, said, complaint = companion(*command.split(), name.format(pipe=pipe, folder=folder))
    assert (status in (1, 2), said, complaint.count("\n")) == (True, "", 1)
    assert sentence in complaint
    assert (pipe.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o644, 0o755)
    assert os.stat("/dev/null").st_mode == null.st_mode
    assert list(folder.iterdir()) == []


HUGE = 20 * 1024**3
TOO_LARGE = {
    "tally {huge}": "is larger than 5 MB",
    "tally -": "is larger than 5 MB",
    "tally /dev/zero": "is larger than 5 MB",
    "import {huge}": "is larger than 500 MB",
    "import -": "is larger than 500 MB",
    "restore {huge}": "is not a Companion database",
    "backup {huge}": "is not a backup: name another file",
    "copy --to sqlite:///{huge}": "is not a database",
    **dict.fromkeys(
        ("upgrade", "export all", "import {file}", "backup {other}", "backup -", "forget {link}", "prune --keep 9"),
        "is not a database",
    ),
    "copy --to sqlite:///{other}": "is not a database",
    "doctor": "to do",
}


@pytest.mark.parametrize("command", TOO_LARGE)
def test_a_file_of_twenty_gigabytes_is_a_sentence_and_takes_no_memory(
    companion, played, file, tmp_path, capsys, monkeypatch, command
):
    """As what a command is given, else as the database itself. It is one hole: the disk has room for it."""
    huge, database = tmp_path / "huge", tmp_path / "instance" / "companion.sqlite3"
    link, *_ = companion("import", str(file))[1].split()
    if not {"{huge}", "-", "/dev/zero"} & set(command.replace("/{", " {").split()) or command == "backup -":
        huge = database
    huge.unlink(missing_ok=True)
    huge.touch()
    os.truncate(huge, HUGE)
    names = {"huge": huge, "file": file, "other": tmp_path / "other", "link": link}
    monkeypatch.setenv("COMPANION_INSTANCE", str(database.parent))
    with huge.open() as given, patch.object(sys, "stdin", given):
        tracemalloc.start()
        status = cli.main(command.format(**names).split())
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    said, complaint = capsys.readouterr()
    assert status in (1, 2)
    assert TOO_LARGE[command] in complaint.splitlines()[-1]
    assert command == "doctor" or (said, complaint.count("\n")) == ("", 1)
    assert most < 40_000_000
    assert huge.stat().st_size == HUGE
    assert not (tmp_path / "other").exists() or command.startswith("copy")


def test_an_export_of_many_games_takes_the_memory_of_one(played, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.store.export_all", lambda _: ({"text": "x" * 1_000_000} for _ in range(100)))
    with (tmp_path / "all.json").open("w") as output, patch.object(sys, "stdout", output):
        tracemalloc.start()
        assert cli.main(["export", "all", "--instance", str(tmp_path / "instance")]) == 0
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 40_000_000
    assert len(json.loads((tmp_path / "all.json").read_text())) == 100


@pytest.mark.parametrize("kind", ["huge", "pipe"])
def test_a_former_key_that_is_none_is_left_alone(companion_anew, tmp_path, kind):
    key = tmp_path / "instance" / "secret_key"
    key.parent.mkdir()
    if kind == "huge":
        key.touch()
        os.truncate(key, HUGE)
    else:
        os.mkfifo(key)
    assert companion_anew("upgrade") == (0, "", "")
    assert key.exists()


@pytest.mark.parametrize("end", ["full", "closed"])
@pytest.mark.parametrize(
    "command",
    [
        *("export all", "backup -", "prune --keep 9", "import {file}", "tally {file}", "doctor", "forget {link}"),
        *("copy --to sqlite:///{other}", "--version", "--help", "backup --help"),
    ],
)
def test_who_can_not_write_its_answer_says_so(companion, file, tmp_path, capsys, monkeypatch, command, end):
    link, *_ = companion("import", str(file))[1].split()
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "instance"))
    if end == "full":
        descriptor = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, descriptor = os.pipe()
        os.close(reader)
    arguments = command.format(file=file, link=link, other=tmp_path / "other").split()
    with os.fdopen(descriptor, "w") as output, patch.object(sys, "stdout", output):
        assert cli.main(arguments) == 1
    said = capsys.readouterr().err
    assert said == ("companion: can't write: No space left on device\n" if end == "full" else "")
    made = {path.name.partition("-")[0] for path in (tmp_path / "instance").iterdir()}
    assert made - {"companion.sqlite3.lock"} == {"companion.sqlite3"}


HALF_WAY = {
    "backup {other}": "companion.store.database.backup.os.replace",
    "backup -": "companion.store.database.backup.shutil.copyfileobj",
    "restore {backup}": "companion.store.database.restore.keep_beside",
    "upgrade": "companion.store.database.upgrade.remake_all",
    "import {file}": "companion.store.files.come_in",
    "copy --to sqlite:///{other}": "companion.store.database.copying.zip_longest",
}


@pytest.mark.parametrize("command", HALF_WAY)
@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit], ids=["Ctrl+C", "SIGTERM"])
def test_what_is_stopped_half_way_changes_nothing(
    companion, played, file, tmp_path, taken_back, monkeypatch, command, stop
):
    database = tmp_path / "instance" / "companion.sqlite3"
    companion("backup", str(tmp_path / "backup"))
    if command == "upgrade":
        taken_back(f"sqlite:///{database}", "0003")
    before = whole(database)

    def stopped(*_, **__):
        raise stop

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(HALF_WAY[command], stopped)
        names = {"other": tmp_path / "other", "backup": tmp_path / "backup", "file": file}
        with contextlib.suppress(SystemExit):
            assert companion(*command.format(**names).split()) == (130, "", "")
    assert whole(database) == before
    made = {path.name.partition("-")[0] for path in (tmp_path / "instance").iterdir()}
    assert made <= {"companion.sqlite3", "companion.sqlite3.lock"}
    assert list(tmp_path.glob("*.part*")) == []
    if (tmp_path / "other").exists():  # empty, and good for another try
        assert 'INSERT INTO "sitting"' not in whole(tmp_path / "other")
    assert companion("upgrade")[0] == 0
    assert len(json.loads(companion("export", "all")[1])) == 1


def whole(database):
    with contextlib.closing(sqlite3.connect(database)) as opened:
        return "\n".join(opened.iterdump())


@pytest.mark.parametrize("command", ["backup {disk}/copy", "copy --to sqlite:///{disk}/copy"])
def test_where_a_disk_is_full_nothing_half_is_left_on_it(companion, played, small_disk, command):
    disk, real = small_disk
    if not real:
        pytest.skip("only root may mount a small disk")
    (disk / "photos").write_bytes(bytes(1_050_000))
    status, said, complaint = companion(*command.format(disk=disk).split())
    assert (status, said, complaint.count("\n")) == (1, "", 1)
    assert "disk" in complaint or "space" in complaint
    assert list(disk.glob("*.part*")) == []
    if (disk / "copy").exists():  # empty, and good for another try
        assert 'INSERT INTO "sitting"' not in whole(disk / "copy")


@pytest.mark.parametrize(
    "command", ["import {file}", "upgrade", "restore {backup}", "restore -", "backup -", "backup {disk}/copy"]
)
def test_where_the_disk_of_the_database_is_full_it_stays_as_it_was(
    companion, file, tmp_path, small_disk, taken_back, command
):
    disk, real = small_disk
    if not real:
        pytest.skip("only root may mount a small disk")
    companion("import", str(file), at=disk)
    companion("backup", str(tmp_path / "backup"), at=disk)
    if command == "upgrade":
        taken_back(f"sqlite:///{disk}/companion.sqlite3", "0003")
    before, names = whole(disk / "companion.sqlite3"), {path.name for path in disk.iterdir()}
    many = tmp_path / "many.json"
    many.write_text(json.dumps([{**PLAIN, "players": ["Ana", f"Tom {number}"]} for number in range(300)]))
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    (disk / "photos").write_bytes(bytes(free - 50_000))
    given = {"file": many, "backup": tmp_path / "backup", "disk": disk}
    raw = (tmp_path / "backup").read_bytes()
    status, said, complaint = companion(*command.format(**given).split(), at=disk, given=raw)
    assert (status, said, complaint.count("\n")) == (1, "", 1), complaint
    assert "disk" in complaint or "space" in complaint
    (disk / "photos").unlink()
    assert whole(disk / "companion.sqlite3") == before
    assert {path.name for path in disk.iterdir()} - names <= {"companion.sqlite3.lock"}
