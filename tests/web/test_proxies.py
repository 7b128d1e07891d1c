"""Behind a proxy, as HTTPS needs one: by which address a phone has come, and whom we believe that."""

import re

import pytest

from companion import create_app
from companion.store.database.engine import KEY
from companion.web.live import routes as live

PROXIED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "table.example", "X-Forwarded-For": "10.0.0.7"}


@pytest.fixture
def behind(instance, database, phone_type):
    """A phone that comes by so many proxies."""
    apps = []

    def come(proxies, **settings):
        told = {"INSTANCE": instance, "DATABASE_URL": database, "TESTING": True, "PROXIES": proxies}
        apps.append(create_app({**told, **settings}))
        return phone_type(apps[-1])

    yield come
    for app in apps:
        app.extensions[KEY].close()


def test_behind_a_proxy_links_and_cookies_are_those_of_its_address(behind, table):
    phone = behind(1)
    answer = phone.request("GET", table.address + "share/", **PROXIED)
    assert f"https://table.example{table.address}" in answer.text
    assert "http://localhost" not in answer.text
    cookies = answer.headers.get_all("Set-Cookie")
    assert cookies
    assert all("; Secure" in cookie for cookie in cookies)


def test_a_phone_that_only_says_so_is_not_behind_a_proxy(behind, table):
    answer = behind(0).request("GET", table.address + "share/", **PROXIED)
    assert f"http://localhost{table.address}" in answer.text
    assert "table.example" not in answer.text
    assert not any("; Secure" in cookie for cookie in answer.headers.get_all("Set-Cookie"))


def test_a_path_before_ours_is_in_every_link(behind, table):
    headers = {**PROXIED, "X-Forwarded-Prefix": "/cards"}
    phone = behind(1)
    page = phone.request("GET", table.address, **headers).text
    ours = re.findall(r'(?:href|src|action|data-secure)="(/[^"]*)"', page)
    assert ours
    assert all(address.startswith("/cards/") for address in ours)


@pytest.mark.parametrize("path", ["/" + "x" * 3000, "//[", "//evil.example", "/ä", "/\x85", "/a\\b"])
def test_a_path_before_ours_that_is_none_is_told_so(behind, table, path):
    phone = behind(1)
    for ours in ("/", "/tv", "/new/fiasko", table.address + "share/", table.address + "text"):
        answer = phone.request("GET", ours, **PROXIED, **{"X-Forwarded-Prefix": path})
        assert (answer.status_code, answer.location) == (400, None), ours


def test_below_a_path_cookies_are_for_that_path(behind, table):
    answer = behind(1).request("GET", table.address, **PROXIED, **{"X-Forwarded-Prefix": "/cards"})
    cookies = answer.headers.get_all("Set-Cookie")
    assert cookies
    assert all("; Path=/cards" in cookie for cookie in cookies)
    (cookie_terms,) = re.findall(r'data-cookie="([^"]*)"', answer.text)
    assert cookie_terms == "; Path=/cards; Max-Age=63072000; SameSite=Lax; Secure"


def test_a_path_before_ours_is_in_every_link_of_what_is_pushed_too(behind, phone_type, table, listen):
    one = behind(1)
    for prefix, phone in (("/cards", one), ("", phone_type(one.app))):  # that comes past the proxy, say
        sheet = listen(phone, table.address, 9, **PROXIED, **{"X-Forwarded-Prefix": prefix}).next("sheet")
        ours = re.findall(r'(?:href|action|hx-get|data-undo)="(/[^"]*)"', sheet)
        assert ours
        assert all(address.startswith((f"{prefix}/s/", f"{prefix}/static/")) for address in ours)


def test_no_stranger_names_paths_for_each_of_which_a_sheet_would_be_pushed(behind, table):
    phone, going_on = behind(1, ADDRESS="https://table.example/cards"), []
    for prefix, status in (("/cards", 200), ("", 200), ("/odd", 503), ("/cards/1", 503)):
        headers = {**PROXIED, "X-Forwarded-Prefix": prefix}
        answer = phone.client.get(
            table.address + "stream?after=0", headers=headers, environ_overrides={live.KEEP: going_on.append}
        )
        assert (prefix, answer.status_code) == (prefix, status)
    for go_on in going_on:
        go_on(None, b"")


def test_over_https_a_form_is_noted(behind, table):
    phone = behind(1)
    page = phone.client.get(table.address, headers=PROXIED, base_url="https://table.example").text
    fields = {
        "csrf_token": re.search(r'name="csrf_token" value="([^"]+)"', page)[1],
        **{"tap": "6f1c3b1e-1f0e-4f5e-9d0a-0123456789ab", "after": 0, "move": "draw", "player": 0, "card": "goods"},
    }
    answer = phone.client.post(
        table.address + "taps",
        data=fields,
        headers=PROXIED,  # without a Referer, as some browsers send none
        base_url="https://table.example",
    )
    assert (answer.status_code, answer.location) == (303, table.address)
    assert table.log.length == 1
