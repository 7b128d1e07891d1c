"""After the end: phones that are taken along to the next game."""

import pytest
from playwright.sync_api import expect

PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")


@pytest.fixture
def ended(open_table):
    table = open_table(players=("Ana", "Tom"))
    for product in PRODUCTS:
        table.note("score", player=0, product=product, points=40)
    return table


def live(phone, phones=2):
    expect(phone.find("#live")).to_contain_text(f"{phones} phones", timeout=10_000)


def test_one_tap_opens_the_next_game_and_takes_the_others_along(new_phone, ended):
    ana, tom, watcher = (new_phone().open(way) for way in (ended.address, ended.address, ended.watching))
    live(ana, 3)
    ana.tap(".begins button[value='0']")
    expect(ana.find("#pad")).to_contain_text("Fiasko")
    expect(tom.find("#counter")).to_be_visible(timeout=5000)
    expect(watcher.find("#lately")).to_be_visible(timeout=5000)
    print("taps to the next game:", ana.taps)
    assert (ana.taps, tom.taps) == (1, 0)
    assert ana.path == tom.path
    assert watcher.path not in (ana.path, ended.watching)


def test_who_is_typing_stays_and_is_shown_the_way(new_phone, ended):
    ana, tom = new_phone().open(ended.address), new_phone().open(ended.address + "seats/1/name")
    live(ana)
    tom.find("input[name=name]").fill("Thomas")
    ana.tap("#again button")
    expect(tom.find("#onward")).to_be_visible(timeout=5000)
    expect(tom.find("input[name=name]")).to_have_value("Thomas")
    assert tom.find("#onward").get_attribute("href") == ana.path


def test_who_comes_back_to_an_old_evening_is_not_led_away(new_phone, ended):
    ana = new_phone().open(ended.address)
    ana.tap("#again button")
    expect(ana.find("#counter")).to_be_visible()
    tom = new_phone().open(ended.address)
    expect(tom.find("#live")).to_contain_text("Live")
    tom.page.wait_for_timeout(1500)
    assert tom.path == ended.address
    tom.tap("#onward")
    expect(tom.find("#counter")).to_be_visible()
    assert tom.path == ana.path


@pytest.mark.parametrize("way", ["", "series"])
def test_every_key_is_large_enough_and_nothing_leaves_for_the_outside(new_phone, ended, way):
    phone = new_phone().open(ended.address + way)
    for box in phone.page.locator("main a:visible, main button:visible").evaluate_all(
        "(keys) => keys.map((key) => key.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    ):
        assert min(box) >= 44
    assert phone.overflow[1] <= 0
    assert phone.strangers == []
