"""Back closes what is open before it leaves the table, and leaves nothing behind that wants a second Back."""

import pytest
from playwright.sync_api import expect

MENU = "a.icon[hx-get$='/menu']"


@pytest.fixture
def at_table(phone, told):
    """The phone has come from home."""
    phone.open("/").open(told.address)
    return phone


def slip(phone):
    return phone.find("#slip dialog")


def settled(phone):
    """An open slip is a step, a closed one is none: nobody is quicker than that."""
    step = "!!history.state?.slip === !!document.querySelector('#slip dialog')"
    phone.page.wait_for_function(f"() => {step}")


def back(phone):
    settled(phone)
    phone.page.evaluate("() => history.back()")


def forward(phone):
    phone.page.evaluate("() => history.forward()")


def assert_next_back_leaves(phone, to="/"):
    phone.page.wait_for_timeout(150)
    back(phone)
    phone.page.wait_for_url(f"{phone.server}{to}")


@pytest.mark.parametrize("key", [MENU, "#to-score", ".cell:not(.open) >> nth=0", ".chances"])
def test_back_closes_a_slip_and_then_leaves_the_table(at_table, told, key):
    at_table.tap(key)
    expect(slip(at_table)).to_be_visible()
    back(at_table)
    expect(slip(at_table)).to_have_count(0)
    assert at_table.path == told.address
    assert_next_back_leaves(at_table)


@pytest.mark.parametrize("close", ["Escape", "key"])
def test_a_closed_slip_leaves_no_step_behind(at_table, told, close):
    at_table.tap(MENU)
    expect(slip(at_table)).to_be_visible()
    if close == "Escape":
        at_table.page.keyboard.press("Escape")
    else:
        at_table.page.wait_for_timeout(600)  # it stands where the menu was opened: no second tap of a double tap
        at_table.tap("#slip [data-closes]")
    expect(slip(at_table)).to_have_count(0)
    assert_next_back_leaves(at_table)


@pytest.fixture
def something_to_shuffle(told):
    told.note("draw", player=0, card="fiasko")


def test_what_was_noted_in_a_slip_leaves_no_step_behind(something_to_shuffle, at_table, told):
    at_table.tap(MENU)
    at_table.tap("#slip button:has-text('We shuffled')")
    expect(at_table.find("#undo")).to_contain_text("Shuffled")
    expect(slip(at_table)).to_have_count(0)
    at_table.page.wait_for_url(f"{at_table.server}{told.address}")
    assert_next_back_leaves(at_table)


def test_one_slip_after_another_is_one_step(at_table):
    at_table.tap(MENU)
    at_table.tap("#slip a:has-text('Stop here and count')")
    expect(at_table.find("#stop")).to_be_visible()
    back(at_table)
    expect(slip(at_table)).to_have_count(0)
    assert_next_back_leaves(at_table)


def test_a_refused_slip_stays_one_step(at_table):
    at_table.tap("#to-score")
    at_table.tap("#score button.go")
    expect(at_table.find("#score .wrong").first).to_be_visible()
    back(at_table)
    expect(slip(at_table)).to_have_count(0)
    assert_next_back_leaves(at_table)


def test_back_drops_the_tap_that_is_asked_about(at_table, told):
    at_table.page.wait_for_timeout(800)
    told.note("draw", player=1, card="fiasko", phone="hers")
    at_table.page.evaluate("() => document.querySelector('#drew-fiasko').click()")
    expect(at_table.find(".asks")).to_be_visible()
    before = told.log.length
    back(at_table)
    expect(at_table.find(".asks")).to_have_count(0)
    at_table.page.wait_for_timeout(300)
    expect(at_table.find(".asks")).to_have_count(0)
    assert told.log.length == before
    assert_next_back_leaves(at_table)


REACHED = """() => {
  const key = document.activeElement, { left, top, width, bottom } = key.getBoundingClientRect();
  const slip = document.querySelector("#slip dialog");
  const seen = [top + 1, bottom - 1].some((y) => !slip?.contains(document.elementFromPoint(left + width / 2, y)));
  return { part: key.closest("#sheet, #counter, #shelf, #pad, #slip")?.id, seen };
}"""


def reached(phone):
    """Which parts the keyboard comes to in a round through the page; it comes to nothing that a slip hides."""
    parts = set()
    for _ in range(60):
        phone.page.keyboard.press("Shift+Tab")
        stop = phone.page.evaluate(REACHED)
        assert stop["seen"] or stop["part"] in ("slip", None), stop
        parts.add(stop["part"])
    return parts - {None}


@pytest.mark.parametrize(("size", "under"), [((390, 664), ["sheet"]), ((844, 390), ["sheet", "counter"])])
def test_the_keyboard_reaches_nothing_that_a_slip_or_a_question_lies_over(at_table, told, size, under):
    at_table.page.set_viewport_size({"width": size[0], "height": size[1]})
    at_table.tap("#to-score")
    expect(at_table.find("#score")).to_be_visible()
    expect(at_table.find("#drew-goods[inert]")).to_have_count(1)
    assert reached(at_table) == {"slip", *under}  # another seat can be chosen for it
    back(at_table)
    expect(slip(at_table)).to_have_count(0)
    expect(at_table.find("[inert]")).to_have_count(0)
    expect(at_table.find("#to-score")).to_be_focused()
    at_table.page.wait_for_timeout(800)
    told.note("draw", player=1, card="fiasko", phone="hers")
    at_table.page.evaluate("() => document.querySelector('#drew-fiasko').click()")
    expect(at_table.find(".asks")).to_be_visible()
    expect(at_table.find("#sitting[inert]")).to_have_count(1)
    assert reached(at_table) == {"slip"}


def test_a_reload_keeps_the_slip_open_and_back_still_closes_it(at_table, told):
    at_table.tap("#to-score")
    expect(slip(at_table)).to_be_visible()
    settled(at_table)
    at_table.page.reload()
    expect(slip(at_table)).to_be_visible()
    back(at_table)
    expect(slip(at_table)).to_have_count(0)
    assert_next_back_leaves(at_table)


@pytest.mark.parametrize(("key", "page"), [("Log", "The log"), ("Share", "Share"), ("Settings", "Settings")])
def test_back_from_another_page_finds_the_sheet(at_table, told, key, page):
    at_table.tap(MENU)
    at_table.tap(f"#slip a:has-text('{key}')")
    expect(at_table.find("h1")).to_have_text(page)
    back(at_table)
    at_table.page.wait_for_url(f"{at_table.server}{told.address}")
    expect(at_table.find("#sheet")).to_be_visible()
    expect(slip(at_table)).to_have_count(0)
    assert_next_back_leaves(at_table)


def test_what_was_typed_survives_a_back_by_mistake(at_table, told):
    at_table.tap("#to-score")
    at_table.tap("#score .pick.sardines")
    at_table.tap("#score .pick:has([name=without][value='points'])")
    at_table.tap("#score [data-to=values][data-adds='5']")
    at_table.page.wait_for_function("() => location.search.includes('values=5')")  # by then it has an address
    back(at_table)
    expect(slip(at_table)).to_have_count(0)
    at_table.tap("#to-score")
    expect(at_table.find("#score [name=values]")).to_have_value("5")
    back(at_table)  # and once more
    expect(slip(at_table)).to_have_count(0)
    at_table.tap("#to-score")
    expect(at_table.find("#score [name=values]")).to_have_value("5")
    assert at_table.find("#score .sardines input").is_checked()
    at_table.tap("#score [data-closes]")
    expect(slip(at_table)).to_have_count(0)
    at_table.tap("#to-score")
    expect(at_table.find("#score [name=values]")).to_have_value("")


def test_forward_brings_back_what_back_closed_and_nothing_else(at_table, told):
    at_table.tap("#to-score")
    at_table.tap("#score .pick.sardines")
    back(at_table)
    expect(slip(at_table)).to_have_count(0)
    forward(at_table)
    expect(at_table.find("#score .sardines input")).to_be_checked()
    at_table.tap("#score [data-closes]")
    expect(slip(at_table)).to_have_count(0)
    at_table.page.wait_for_timeout(150)
    forward(at_table)
    at_table.page.wait_for_timeout(300)
    expect(slip(at_table)).to_have_count(0)
    assert at_table.path == told.address
    assert_next_back_leaves(at_table)


def test_what_others_note_meanwhile_changes_no_step(at_table, told):
    at_table.tap("#to-score")
    at_table.tap("#score .pick.sardines")
    told.note("draw", player=1, card="goods", phone="hers")
    at_table.page.evaluate("() => dispatchEvent(new Event('online'))")  # it looks
    expect(at_table.find("#said")).to_contain_text("Goods")
    at_table.page.wait_for_timeout(900)
    expect(at_table.find("#score .sardines input")).to_be_checked()
    back(at_table)
    expect(slip(at_table)).to_have_count(0)
    assert_next_back_leaves(at_table)


def test_a_slip_that_came_as_a_page_closes_to_the_sheet(phone, told):
    phone.open(told.address + "log").open(told.address + "log/1")
    expect(slip(phone)).to_be_visible()
    phone.page.keyboard.press("Escape")
    phone.page.wait_for_url(f"{phone.server}{told.address}")
    assert_next_back_leaves(phone, told.address + "log")


def test_without_a_script_slips_are_pages(new_phone, told):
    phone = new_phone(java_script_enabled=False)
    phone.open("/").open(told.address)
    phone.tap(MENU)
    expect(slip(phone)).to_be_visible()
    phone.tap("#slip a:has-text('Stop here and count')")
    expect(phone.find("#stop")).to_be_visible()
    phone.page.go_back()
    phone.page.go_back()
    assert phone.path == told.address
