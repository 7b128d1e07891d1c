"""The token of an open page: good for as long as the phone keeps its cookie, whatever the clocks and servers do."""

import contextlib
import re
import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from companion import create_app, store
from companion.store.database.engine import KEY
from companion.web.security import COOKIE

CHOICE = {"theme": "dark"}


@pytest.fixture
def clock():
    """The server's clock, moved by so many days."""
    return lambda days: time_machine.travel(datetime.now(UTC) + timedelta(days=days))


def session_of(phone):
    (cookie,) = (
        cookie for cookie in phone.client._cookies.values() if re.fullmatch("companion-[0-9a-f]{8}", cookie.key)
    )
    return cookie


@pytest.mark.parametrize("days", [-4000, -1, 40, 300])
def test_an_open_page_is_good_after_the_server_s_clock_was_moved(phone, clock, days):
    fields = {**CHOICE, "csrf_token": phone.token}
    with clock(days):
        assert phone.send("/settings", fields).came_by.status_code == 303


@pytest.mark.parametrize("days", [-20_000, 0])
def test_a_phone_keeps_its_token_when_its_browser_ends_though_the_server_lives_in_another_year(phone, clock, days):
    with clock(days):
        assert phone.token
    cookie = session_of(phone)
    assert cookie.expires > datetime.now(UTC) + timedelta(days=400)  # which is the longest that a browser keeps one


def test_without_its_cookie_a_token_is_worth_nothing(phone):
    fields = {**CHOICE, "csrf_token": phone.token}
    phone.client.delete_cookie(session_of(phone).key)
    assert phone.send("/settings", fields).status == 400


# The key


@pytest.fixture
def process(tmp_path):
    """A server of one database, as a process of its own would be; each may have a folder of its own, too."""
    apps = []

    def start(folder="instance", **config):
        database = f"sqlite:///{tmp_path}/tables.sqlite3"
        apps.append(create_app({"INSTANCE": tmp_path / folder, "DATABASE_URL": database, "TESTING": True, **config}))
        return apps[-1]

    yield start
    for app in apps:
        app.extensions[KEY].close()


def choose(phone, token):
    return phone.send("/settings", {**CHOICE, "csrf_token": token}).came_by.status_code


def moved(phone, app):
    """The same phone, whose next request another process answers."""
    token, cookies = phone.token, phone.client._cookies
    phone.client = app.test_client()
    phone.client._cookies.update(cookies)
    return token


def test_a_page_of_one_process_is_taken_by_another_and_after_a_restart(process, phone_type):
    first = process("one")
    store.upgrade(first)
    phone = phone_type(first)
    assert choose(phone, moved(phone, process("two"))) == 303


def test_an_upgrade_breaks_no_open_page(process, phone_type, tmp_path):
    phone = phone_type(process(SECRET_KEY="of-former-days"))
    token = moved(phone, process())
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance" / "secret_key").write_text("of-former-days")
    store.upgrade(phone.client.application)
    assert choose(phone, token) == 303


def test_an_empty_file_of_former_days_keeps_nobody_out(process, phone_type, tmp_path):
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance" / "secret_key").touch()
    app = process()
    store.upgrade(app)
    phone = phone_type(app)
    assert choose(phone, phone.token) == 303


@pytest.mark.parametrize("key", ["told", "1234567890"])
def test_a_key_that_was_told_is_the_one(process, phone_type, monkeypatch, key):
    store.upgrade(process())
    monkeypatch.setenv("COMPANION_SECRET_KEY", key)
    phone = phone_type(process())
    token = moved(phone, process(SECRET_KEY=key))
    assert choose(phone, token) == 303
    monkeypatch.delenv("COMPANION_SECRET_KEY")
    moved(phone, process())
    assert choose(phone, token) == 400


def test_a_key_comes_when_it_is_needed_and_nothing_is_written_for_it(process, phone_type, tmp_path):
    store.upgrade(process())
    app = process(BUSY_MS=50)
    assert not app.secret_key
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert phone_type(app).open("/settings").status == 200
    assert app.secret_key


def test_a_database_that_is_in_trouble_says_so_and_is_asked_again(process, phone_type):
    app = process()
    phone = phone_type(app)
    for page in (phone.open("/settings"), phone.send("/settings", CHOICE)):
        assert page.status == 503
        assert "companion upgrade" in page.words or "can’t be opened" in page.words
    assert phone.request("GET", "/static/css/companion.css").status_code == 200
    store.upgrade(app)
    assert phone.open("/settings").status == 200


@pytest.mark.parametrize("path", ["/static/x", "/sw.js", "/healthz"])
def test_what_is_too_long_is_told_so_before_the_key_was_needed(process, phone_type, path):
    """Right after a start, sent to an address that needs no key, it was an error of ours with a traceback."""
    app = process()
    store.upgrade(app)
    refused = phone_type(app).request("POST", path, data={"name": "a" * 2001})
    assert not app.secret_key
    assert refused.status_code == 413


# Its cookie


@pytest.mark.parametrize("path", ["/", "/nowhere", "/settings", "/static/x", "/s/AAAAAAAAAAAAAAAAAAAAAA/taps"])
def test_a_form_of_another_site_makes_no_new_phone_of_a_known_one(app, path):
    """Browsers send it without cookies and keep those of its answer: all tables of the phone were gone."""
    asks = app.test_client().post
    for origin in ("https://evil.example", "null"):
        assert not asks(path, headers={"Origin": origin}).headers.getlist("Set-Cookie")


def test_whose_phone_it_is_is_kept_with_its_first_page_or_form(app):
    for asked in (app.test_client().get("/"), app.test_client().post("/", headers={"Origin": "http://localhost"})):
        assert any(cookie.startswith(f"{COOKIE}=") for cookie in asked.headers.getlist("Set-Cookie"))


def test_another_companion_on_the_same_host_takes_no_token_away(process, phone_type, tmp_path):
    """Phones tell no ports apart: whatever one of them is sent, the other one gets as well."""
    here, there = process("one"), process("two", DATABASE_URL=f"sqlite:///{tmp_path}/others.sqlite3")
    for app in (here, there):
        store.upgrade(app)
    phone, other = phone_type(here), phone_type(there)
    token = phone.token
    other.client._cookies.update(phone.client._cookies)
    assert choose(other, other.token) == 303
    phone.client._cookies.update(other.client._cookies)
    assert choose(phone, token) == 303


def test_a_token_of_the_former_cookie_is_taken_and_gets_the_name_of_today(phone):
    fields, cookie = {**CHOICE, "csrf_token": phone.token}, session_of(phone)
    phone.client.delete_cookie(cookie.key)
    phone.client.set_cookie("session", cookie.value)
    assert phone.send("/settings", fields).came_by.status_code == 303
    assert session_of(phone).key == cookie.key


@pytest.mark.parametrize("session", ["", "of another program", "e30.aaaa.bbbb"])
def test_the_cookie_of_another_program_breaks_nothing(phone, session):
    phone.client.set_cookie("session", session)
    assert phone.send("/settings", {**CHOICE, "csrf_token": phone.token}).came_by.status_code == 303


# The phone's own id


def test_a_phone_that_is_known_by_the_former_cookie_keeps_its_shelf_and_gets_the_cookie_of_today(phone, table):
    phone.open(table.address)
    known = phone.id
    phone.client.delete_cookie(COOKIE)
    phone.client.set_cookie("phone", known)
    assert table.address in phone.open("/").text
    assert phone.client.get_cookie(COOKIE).value == known


@pytest.mark.parametrize("other", ["x", "7ea9a6a8-9d7f-4a31-8f5b-1f6a6f0c7f11"])
def test_another_program_s_cookie_takes_no_shelf_away(phone, table, other):
    phone.open(table.address)
    phone.client.set_cookie("phone", other)
    assert table.address in phone.open("/").text
