"""A phone says by itself which zone it is in, and has its own times from its first tap on."""

from datetime import UTC, datetime

import pytest
import time_machine
from playwright.sync_api import expect

BEGAN = datetime(2026, 11, 8, 6, 30, tzinfo=UTC)
PLACES = {
    "Pacific/Auckland": ("19:30", "Sunday, 8 November 2026"),
    "Europe/Berlin": ("07:30", "Sunday, 8 November 2026"),
    "Pacific/Honolulu": ("20:30", "Saturday, 7 November 2026"),
}


@pytest.fixture
def game(open_table):
    with time_machine.travel(BEGAN, tick=False):
        table = open_table(players=("Ana", "Tom"))
        table.note("score", player=0, product="milk", points=40)
        table.note("end")
    return table


@pytest.mark.parametrize("zone", PLACES)
def test_each_phone_sees_its_own_times(new_phone, game, zone):
    began, day = PLACES[zone]
    phone = new_phone(timezone_id=zone).open(game.address)
    phone.open(game.address + "log")
    expect(phone.find("#log time").first).to_have_text(began)
    phone.open(game.address + "paper")
    expect(phone.find("main")).to_contain_text(f"{began}–{began}")
    expect(phone.find("main")).to_contain_text(day)


def test_the_zone_is_kept_for_our_pages_alone_and_is_told_anew_only_after_a_journey(new_phone, game):
    phone = new_phone()
    session = phone.session()
    session.send("Emulation.setTimezoneOverride", {"timezoneId": "Europe/Berlin"})
    phone.page.add_init_script(
        """{
          const kept = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
          window.told = [];
          const told = { get() { return kept.get.call(this); },
                         set(text) { window.told.push(text); kept.set.call(this, text); } };
          Object.defineProperty(Document.prototype, 'cookie', told);
        }"""
    )
    phone.open(game.address)
    (told,) = phone.page.evaluate("window.told")
    assert told == "zone=Europe/Berlin; Path=/; Max-Age=63072000; SameSite=Lax"
    phone.open(game.address + "log")
    assert phone.page.evaluate("window.told") == []
    session.send("Emulation.setTimezoneOverride", {"timezoneId": "America/Halifax"})
    phone.open(game.address + "log")
    assert phone.page.evaluate("window.told")[0].startswith("zone=America/Halifax;")
    phone.open(game.address + "log")
    expect(phone.find("#log time").first).to_have_text("02:30")
