"""The address that a table shares: one that phones can open, whatever the page's own is."""

import pytest

from companion import create_app
from companion.store.database.engine import KEY
from companion.web.addresses import FOUND


@pytest.fixture
def served(instance, database, phone_type):
    """A phone of a server with these settings, which phones find by this address."""
    apps = []

    def serve(found=None, **settings):
        apps.append(create_app({"INSTANCE": instance, "DATABASE_URL": database, "TESTING": True, **settings}))
        apps[-1].extensions[FOUND] = lambda: found
        return phone_type(apps[-1])

    yield serve
    for app in apps:
        app.extensions[KEY].close()


def shared(phone, table, host, **headers):
    return phone.request("GET", table.address + "share/", Host=host, **headers).text


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_a_table_opened_on_the_machine_itself_shares_an_address_that_phones_can_open(served, table, host):
    said = shared(served("http://192.168.1.20:8000"), table, host)
    assert f"http://192.168.1.20:8000{table.address}" in said
    assert "<b>192.168.1.20:8000/j</b>" in said
    assert f"http://{host}" not in said


def test_what_a_phone_has_opened_it_shares(served, table):
    assert f"http://kitchen:8000{table.address}" in shared(served("http://192.168.1.20:8000"), table, "kitchen:8000")


def test_without_a_network_it_shares_what_there_is(served, table):
    assert f"http://127.0.0.1:8000{table.address}" in shared(served(None), table, "127.0.0.1:8000")


def test_behind_a_proxy_of_this_machine_its_address_stays(served, table):
    phone = served("http://192.168.1.20:8000", PROXIES=1)
    assert f"http://localhost{table.address}" in shared(phone, table, "localhost")


@pytest.mark.parametrize("public", ["https://cards.example.org", "https://example.org/cards"])
def test_the_public_address_stands_in_links_and_codes(served, table, public):
    phone = served(ADDRESS=public)
    for host in ("127.0.0.1:8000", "192.168.1.20:8000"):
        said = shared(phone, table, host)
        assert f"{public}{table.address}" in said
        assert host not in said


def test_a_prefix_that_the_proxy_sends_is_not_doubled(served, table):
    phone = served(ADDRESS="https://example.org/cards", PROXIES=1)
    said = shared(phone, table, "example.org", **{"X-Forwarded-Prefix": "/cards"})
    assert f"https://example.org/cards{table.address}" in said
    assert "/cards/cards" not in said


def test_a_request_that_contradicts_the_public_address_is_said_once_and_without_a_link(served, table, caplog):
    phone = served(ADDRESS="https://cards.example.org")
    for _ in range(2):
        shared(phone, table, "cards.example.org")
    (record,) = caplog.records
    said = record.getMessage()
    assert said.startswith("A request came for http://cards.example.org, and COMPANION_ADDRESS is https://cards.")
    assert table.sitting.score_link not in said


def test_a_request_that_fits_is_not_said(served, table, caplog):
    phone = served(ADDRESS="https://cards.example.org", PROXIES=1)
    shared(phone, table, "cards.example.org", **{"X-Forwarded-Proto": "https"})
    assert caplog.records == []
