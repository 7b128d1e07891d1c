"""The token of an open page: it is good for as long as the phone keeps its cookie, whatever the clocks say."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

CHOICE = {"theme": "dark"}


@pytest.fixture
def clock():
    """The server's clock, moved by so many days."""
    return lambda days: time_machine.travel(datetime.now(UTC) + timedelta(days=days))


@pytest.mark.parametrize("days", [-4000, -1, 40, 300])
def test_an_open_page_is_good_after_the_server_s_clock_was_moved(phone, clock, days):
    fields = {**CHOICE, "csrf_token": phone.token}
    with clock(days):
        assert phone.send("/settings", fields).came_by.status_code == 303


@pytest.mark.parametrize("days", [-20_000, 0])
def test_a_phone_keeps_its_token_when_its_browser_ends_though_the_server_lives_in_another_year(phone, clock, days):
    with clock(days):
        assert phone.token
    cookie = phone.client.get_cookie("session")
    assert cookie.expires > datetime.now(UTC) + timedelta(days=400)  # which is the longest that a browser keeps one


def test_without_its_cookie_a_token_is_worth_nothing(phone):
    fields = {**CHOICE, "csrf_token": phone.token}
    phone.client.delete_cookie("session")
    assert phone.send("/settings", fields).status == 400
