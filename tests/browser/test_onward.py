"""After the end: phones that are taken along to the next game, and what leaves for the world."""

import re

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


def test_who_is_typing_stays_until_it_is_done(new_phone, ended):
    ana, tom = new_phone().open(ended.address), new_phone().open(ended.address + "seats/1/name")
    live(ana)
    tom.find("input[name=name]").fill("Thomas")
    ana.tap("#again button")
    expect(ana.find("#counter")).to_be_visible()
    tom.page.wait_for_timeout(1500)
    expect(tom.find("input[name=name]")).to_have_value("Thomas")
    tom.open(ended.address)
    assert tom.find("#onward").get_attribute("href") == ana.path


def test_who_has_a_tap_that_waits_stays_until_it_is_settled(new_phone, open_table):
    table = open_table(players=("Ana", "Tom"))
    for product in PRODUCTS[1:]:
        table.note("score", player=0, product=product, points=40)
    ana, tom = new_phone(), new_phone().open(table.address)
    expect(tom.find("#live")).to_have_text("Live")
    tom.may_fail = True  # Chromium writes to its console that the tap isn't answered
    tom.page.route("**/taps", lambda route: route.fulfill(status=503, body="<p>The disk is full.</p>"))
    tom.tap("#drew-goods")
    expect(tom.find("#waits button")).to_have_count(1, timeout=8000)
    table.note("score", player=0, product=PRODUCTS[0], points=40)
    ana.open(table.address).tap("#again button")
    expect(ana.find("#counter")).to_be_visible()
    tom.page.wait_for_timeout(1000)
    assert tom.path == table.address
    tom.page.unroute("**/taps")
    expect(tom.find("#waits")).to_have_count(0, timeout=8000)
    expect(tom.find(".wrong, .asks").first).to_be_visible()
    tom.page.evaluate("() => dispatchEvent(new Event('online'))")  # it looks once more
    tom.page.wait_for_timeout(500)
    assert tom.path == table.address


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


def test_the_text_is_copied_where_a_phone_has_no_share_sheet(new_phone, ended):
    """On plain HTTP it has no clipboard either, and what is selected is copied."""
    phone = new_phone()
    phone.page.add_init_script(
        "delete Navigator.prototype.share;"
        "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });"
    )
    phone.open(ended.address + "text")
    phone.tap(".share button")
    expect(phone.find("#copied")).to_have_text("Copied")
    selected = phone.page.evaluate("address.value.slice(address.selectionStart, address.selectionEnd)")
    assert selected.splitlines()[-1] == phone.server + ended.watching


def test_the_share_sheet_is_given_the_text(new_phone, ended):
    phone = new_phone()
    phone.page.add_init_script("Navigator.prototype.share = async (what) => { window.shared = what; };")
    phone.open(ended.address + "text")
    phone.tap(".share button")
    shared = phone.page.evaluate("window.shared")
    assert shared["text"].startswith("Fiasko, ")
    assert "url" not in shared


def test_the_picture_is_made_a_png_by_the_browser_itself(new_phone, ended):
    phone = new_phone()
    phone.page.add_init_script("delete Navigator.prototype.canShare;")
    phone.open(ended.address + "picture")
    with phone.page.expect_download() as coming:
        phone.tap("#post")
    assert re.fullmatch(r"fiasko-[\d-]+\.png", coming.value.suggested_filename)
    data = coming.value.path().read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(data[at : at + 4], "big") for at in (16, 20)] == [1080, 1080]
    expect(phone.find("#copied")).to_contain_text("Saved")


def test_a_share_sheet_that_takes_files_is_given_the_picture(new_phone, ended):
    phone = new_phone()
    phone.page.add_init_script(
        "Navigator.prototype.canShare = () => true;"
        "Navigator.prototype.share = async ({ files: [file] }) => {"
        " document.title = `${file.name} ${file.type} ${file.size}`; };"
    )
    phone.open(ended.address + "picture")
    phone.tap("#post")
    expect(phone.page).to_have_title(re.compile(r"fiasko-[\d-]+\.png image/png \d{5,}"))


@pytest.mark.parametrize("way", ["", "text", "picture", "series"])
def test_every_key_is_large_enough_and_nothing_leaves_for_the_outside(new_phone, ended, way):
    phone = new_phone().open(ended.address + way)
    for box in phone.page.locator("main a:visible, main button:visible").evaluate_all(
        "(keys) => keys.map((key) => key.getBoundingClientRect()).map(({ width, height }) => [width, height])"
    ):
        assert min(box) >= 44
    assert phone.overflow[1] <= 0
    assert phone.strangers == []


@pytest.mark.parametrize("size", [(390, 664), (360, 560), (844, 390)])
def test_a_series_of_long_names_stays_on_the_phone(new_phone, open_table, size):
    table = open_table(players=tuple(letter * 24 for letter in "WMQOG"))
    table.note("score", player=0, product="milk", points=40)
    table.note("end")
    phone = new_phone({"width": size[0], "height": size[1]}).open(table.address)
    phone.tap("#again button")
    expect(phone.find("#counter")).to_be_visible()
    phone.open(table.address + "series")
    expect(phone.find(".games")).to_be_visible()
    assert phone.overflow[1] <= 0
    assert phone.find(".series").evaluate("part => part.scrollWidth <= part.clientWidth")
    phone.open("/evenings/")
    assert phone.overflow[1] <= 0
