"""When the database can't do its part: what can be shown is shown, and what can't be noted is said."""

import contextlib
import json
import sqlite3

import pytest
from sqlalchemy import text

from companion import create_app, store
from companion.cli import main
from companion.rules import GAMES
from companion.rules.moves import End
from companion.rules.text import say
from companion.store.database.engine import KEY


@pytest.fixture
def alone(tmp_path):
    """An application with a database of its own, that doesn't wait long for a lock."""
    app = create_app({"INSTANCE": tmp_path, "TESTING": True, "BUSY_MS": 50})
    store.upgrade(app)
    yield app
    app.extensions[KEY].close()


@pytest.fixture
def address(alone):
    with alone.app_context():
        return f"/s/{store.open_sitting(GAMES['fiasko'], GAMES['fiasko'].table(['Ana', 'Tom'])).score_link}/"


@contextlib.contextmanager
def locked(app):
    """Another program holds the database."""
    with contextlib.closing(sqlite3.connect(app.extensions[KEY].file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def test_a_sheet_opens_where_the_visit_can_not_be_noted(alone, address, phone_type):
    phone = phone_type(alone)
    with locked(alone):
        assert phone.open(address).status == 200
        assert address not in phone.open("/").links
    phone.open(address)
    assert address in phone.open("/").links


@pytest.fixture
def unreadable(alone):
    """A table whose log no rules accept: something was noted after its end."""
    game = GAMES["pasta"]
    with alone.app_context():
        sitting = store.open_sitting(game, game.table(["Eve", "Max"]))
        store.note(sitting, store.Tap("the-end", 0, None), store.Wanted("move", move=End()))
    rest = "phone, at, seat, name, strikes"
    forged = f"INSERT INTO entry SELECT sitting_id, 2, kind, target, move, 'forged', {rest} FROM entry"
    with alone.extensions[KEY].engine.begin() as connection:
        connection.execute(text(forged))
    alone.extensions[KEY].logs.clear()
    return sitting


def test_one_table_that_can_not_be_read_keeps_nobody_from_the_others(alone, address, phone_type, unreadable):
    phone = phone_type(alone)
    with alone.app_context():
        store.visit(phone.id, unreadable, True)
    phone.open(address)
    page = phone.open("/")
    assert page.status == 200
    assert address in page.links
    assert "Eve and Max" in page.words
    assert f"/s/{unreadable.score_link}/" not in page.links
    assert phone.open(f"/s/{unreadable.score_link}/").status == 503


def test_all_the_others_are_exported_and_it_is_said_which_one_is_not(alone, address, unreadable, capfdbinary, tmp_path):
    alone.extensions[KEY].close()
    status = main(["export", "all", "--instance", str(tmp_path)])
    said, complained = capfdbinary.readouterr()
    assert status == 1
    assert [file["players"] for file in json.loads(said)] == [["Ana", "Tom"]]
    assert f"{unreadable.uid}: This version can’t read the log of this game".encode() in complained
    assert b"1 of 2 games" in complained


# One bad page of the database


@pytest.fixture
def tables(alone, phone_type):
    """Thirty, which this phone has seen; the first and the last have long logs, on pages of their own."""
    phone, game = phone_type(alone), GAMES["fiasko"]
    with alone.app_context():
        opened = [store.open_sitting(game, game.table([f"Ana {n}", "Tom"]), phone.id) for n in range(30)]
        for sitting in (opened[0], opened[-1]):
            for number in range(200):
                wanted = store.Wanted("move", move=game.move_type("recount")(pile=88))
                store.note(sitting, store.Tap(f"{sitting.id}-{number}", number, phone.id), wanted)
    return phone, opened


def scratch(app, *words):
    """The page of its file that holds all of these; each process reads it anew."""
    file, size = app.extensions[KEY].file, 4096
    app.extensions[KEY].logs.clear()
    app.extensions[KEY].close()
    content = file.read_bytes()
    pages = [content[at : at + size] for at in range(0, len(content), size)]
    bad = next(number for number, page in enumerate(pages) if all(word.encode() in page for word in words))
    file.write_bytes(b"".join([*pages[:bad], b"\xa5" * size, *pages[bad + 1 :]]))


def exported(folder, capfdbinary):
    status = main(["export", "all", "--instance", str(folder)])
    said, complained = capfdbinary.readouterr()
    return status, [file["players"][0] for file in json.loads(said)], complained.decode()


def test_of_a_log_on_a_bad_page_the_other_tables_are_shown_and_exported(alone, tables, tmp_path, capfdbinary):
    phone, opened = tables
    scratch(alone, f"{opened[-1].id}-150{phone.id}", '"recount"')  # as they lie there: 15 and a phone's 0 is none
    page = phone.open("/")
    assert page.status == 200
    assert "The database is damaged here: a backup may still have this table." in page.words
    assert f"/s/{opened[-1].score_link}/" not in page.links
    assert f"/s/{opened[-2].score_link}/" in page.links
    assert phone.open(f"/s/{opened[-1].score_link}/").status == 503
    alone.extensions[KEY].close()
    status, names, complained = exported(tmp_path, capfdbinary)
    assert (status, names) == (1, [f"Ana {n}" for n in range(29)])
    assert f"{opened[-1].uid}: The database is damaged" in complained
    assert "1 of 30 games can't be read" in complained


def test_of_tables_on_a_bad_page_the_others_are_shown_and_exported(alone, tables, tmp_path, capfdbinary):
    phone, opened = tables
    scratch(alone, opened[-1].uid, '"Ana 29"')
    page = phone.open("/")
    assert page.status == 200
    assert "tables can’t be read, since the database is damaged: a backup may still have them." in page.words
    alone.extensions[KEY].close()
    status, names, complained = exported(tmp_path, capfdbinary)
    assert status == 1
    assert f"table {opened[-1].id}: The database is damaged" in complained
    assert 10 < len(names) < 30
    assert names == [f"Ana {n}" for n in range(len(names))]
    shown = [sitting for sitting in opened if f"/s/{sitting.score_link}/" in page.links]
    assert shown[-1].players[0] == names[-1]


# And when we can't


@pytest.mark.parametrize(("fault", "status"), [(ZeroDivisionError(), 500), (store.StoreTrouble(say("Full.")), 503)])
def test_what_breaks_when_a_tap_has_been_noted_says_so_and_sends_it_again_safely(
    alone, address, phone_type, monkeypatch, fault, status
):
    def breaks(*_):
        raise fault

    alone.config["PROPAGATE_EXCEPTIONS"] = False  # as it is served
    phone = phone_type(alone)
    form = phone.open(address).form_with(id="drew-goods")
    with monkeypatch.context() as broken:
        broken.setattr("companion.web.live.hub.Hub.tell", breaks)
        part, page = (form.press("card", "goods", htmx=htmx) for htmx in (True, False))
    assert (part.status, page.status) == (status, status)
    assert (
        part.words
        == "That was noted. Only its sheet can’t be shown just now. You can send it again: nothing is noted twice."
    )
    sheet = page.form_with(name="tap").press()
    assert (sheet.status, sheet.one(id="sitting").get("data-after")) == (200, "1")


def test_what_breaks_before_a_tap_is_noted_doesn_t_say_that_it_was(alone, address, phone_type):
    form = phone_type(alone).open(address).form_with(id="drew-goods")
    with locked(alone):
        page = form.press("card", "goods")
        again = page.form_with(name="tap").press()
    assert (page.status, again.status) == (503, 503)
    assert "That was noted" not in page.words
    sheet = again.form_with(name="tap").press()
    assert (sheet.status, sheet.one(id="sitting").get("data-after")) == (200, "1")


@pytest.mark.parametrize("path", ["/", "/settings?back=/", "/%5Cevil.example", "/%2Fevil.example"])
def test_a_page_that_can_not_be_shown_now_is_asked_for_again_by_a_key(tmp_path, phone_type, path):
    app = create_app({"INSTANCE": tmp_path / "nothing" / "here"})
    page = phone_type(app).open(path)
    assert page.status == 503
    again = page.one("a", class_="key big full go")
    assert (again.get("href"), again.text) == (path.replace("%2F", ""), "Try again")


def test_what_breaks_is_logged_without_the_link_that_opens_the_table(alone, address, phone_type, monkeypatch, caplog):
    def breaks(**_):
        raise ZeroDivisionError

    alone.config["PROPAGATE_EXCEPTIONS"] = False  # as it is served
    monkeypatch.setitem(alone.view_functions, "sittings.page", breaks)
    assert phone_type(alone).open(address).status == 500
    assert "ZeroDivisionError" in caplog.text
    assert "sittings.page" in caplog.text
    assert address.split("/")[2] not in caplog.text
