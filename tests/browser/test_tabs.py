"""Two tabs of one table on one phone, as a second scan of the code leaves them: one line of taps for both."""

import json
import time

import pytest
from playwright.sync_api import expect

IN_TIME = 15_000
WITHOUT_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined })"  # as over plain HTTP
PRESS_ON = """([times, longest]) => {
  window.pressing = (async () => {
    for (let press = 0; press < times; press++) {
      document.getElementById('drew-goods').click();
      await new Promise((done) => setTimeout(done, Math.random() * longest));
    }
    return true;
  })();
}"""
TOGETHER = """([at, times]) => {
  window.pressing = (async () => {
    for (let press = 0; press < times; press++) {
      while (Date.now() < at + press * 20);
      document.getElementById('drew-goods').click();
      await new Promise((done) => setTimeout(done));
    }
    return true;
  })();
}"""
KEPT = "() => Object.keys(localStorage).filter((key) => key.startsWith('companion ')).length"


@pytest.fixture
def two_tabs(phone):
    """Over plain HTTP, as most tables have it."""
    phone.may_fail = True
    phone.context.add_init_script(WITHOUT_LOCKS)
    tabs = phone.page, phone.context.new_page()

    def open_both(table):
        for tab in tabs:
            tab.goto(phone.server + table.address)
            expect(tab.locator("#live")).to_contain_text("Live")
        return tabs

    yield open_both
    tabs[1].close()


@pytest.fixture(scope="module")
def process_per_tab(launch):
    """As a second scan opens it: what one tab writes, the other sees a little later."""
    with launch(args=["--no-sandbox", "--in-process-gpu"]) as browser:
        yield browser


@pytest.fixture(params=["locks", "plain HTTP"])
def tabs_apart(request, process_per_tab, server):
    context = process_per_tab.new_context(has_touch=True, is_mobile=True, service_workers="block")
    if request.param == "plain HTTP":
        context.add_init_script(WITHOUT_LOCKS)
    tabs = context.new_page(), context.new_page()

    def open_both(table):
        for tab in tabs:
            tab.goto(server + table.address)
            expect(tab.locator("#live")).to_contain_text("Live")
        return tabs

    yield open_both
    context.close()


def all_noted(tabs, entries):
    for tab in tabs:
        expect(tab.locator("#shelf input[name=after]")).to_have_value(str(entries), timeout=30_000)
        expect(tab.locator("#waits")).to_have_count(0)
        tab.wait_for_function(f"() => ({KEPT})() === 0")


def each_once_and_for_the_seats_in_turn(table, presses):
    entries = table.log.entries
    assert len({entry.tap for entry in entries}) == len(entries) == presses
    assert [entry.move.player for entry in entries] == [number % 4 for number in range(presses)]


@pytest.mark.long
@pytest.mark.slow
def test_40_presses_in_two_tabs_in_view_are_noted_once_each(tabs_apart, table):
    tabs = tabs_apart(table)
    for tab in tabs:
        tab.evaluate(PRESS_ON, [20, 60])
    for tab in tabs:
        assert tab.evaluate("() => pressing")
    all_noted(tabs, 40)
    each_once_and_for_the_seats_in_turn(table, 40)


@pytest.mark.slow
def test_24_presses_that_fall_together_offline_are_noted_once_each(tabs_apart, table):
    tabs = tabs_apart(table)
    tabs[0].context.set_offline(True)
    at = time.time() * 1000 + 500
    for tab in tabs:
        tab.evaluate(TOGETHER, [at, 12])
    for tab in tabs:
        assert tab.evaluate("() => pressing")
        expect(tab.locator("#waits button")).to_have_count(24, timeout=IN_TIME)
        expect(tab.locator("#live")).to_contain_text("24 taps wait")
    tabs[0].context.set_offline(False)
    all_noted(tabs, 24)
    each_once_and_for_the_seats_in_turn(table, 24)


@pytest.mark.slow
def test_what_a_closed_tab_has_left_the_other_one_sends(tabs_apart, table):
    one, other = tabs_apart(table)
    one.context.set_offline(True)
    for _ in range(3):
        one.locator("#drew-goods").tap()
    expect(other.locator("#live")).to_contain_text("3 taps wait", timeout=IN_TIME)
    one.goto("about:blank")
    other.context.set_offline(False)
    all_noted([other], 3)
    each_once_and_for_the_seats_in_turn(table, 3)


def test_a_question_that_is_answered_in_one_tab_goes_in_the_other(two_tabs, table, phone):
    one, other = two_tabs(table)
    phone.context.set_offline(True)
    one.locator("#drew-goods").tap()
    expect(one.locator("#waits button")).to_have_count(1, timeout=IN_TIME)
    table.note("draw", player=0, card="fiasko", phone="hers")
    phone.context.set_offline(False)
    for tab in (one, other):
        expect(tab.locator(".asks")).to_be_visible(timeout=IN_TIME)
    other.wait_for_timeout(600)
    other.locator(".asks [name=player][value='1']").tap()
    all_noted((one, other), 2)
    for tab in (one, other):
        expect(tab.locator("#slip dialog")).to_have_count(0)
    assert [entry.move.player for entry in table.log.entries] == [0, 1]


def test_a_slip_that_was_noted_by_the_other_tab_closes(two_tabs, table, phone):
    """This one couldn't reach the table."""
    one, other = two_tabs(table)
    one.goto(phone.server + table.address + "note/score?player=1&product=corn&points=45&without=values+hand")
    one.route("**/taps", lambda route: None)
    one.locator("#score button.go").tap()
    expect(other.locator("#live")).to_contain_text("1 tap waits", timeout=IN_TIME)
    expect(other.locator("#shelf input[name=after]")).to_have_value("1", timeout=IN_TIME)
    expect(one.locator("#slip dialog")).to_have_count(0)
    assert table.sheet.scores[1]["corn"].points == 45


# One owner at a time, where there are no locks


@pytest.fixture
def without_locks(phone, table):
    phone.may_fail = True
    phone.page.add_init_script(WITHOUT_LOCKS)
    return phone.open(table.address)


@pytest.mark.parametrize(("ahead", "waits"), [(3000, True), (-1, False), (3_600_000, False)])
def test_a_tab_that_died_with_the_line_in_its_hands_holds_it_for_some_seconds(without_locks, table, ahead, waits):
    """And not for an hour, where the clock was set back since."""
    lease = f"`gone ${{Date.now() + {ahead}}}`"
    without_locks.page.evaluate(f"() => localStorage.setItem('line {table.sitting.uid}', {lease})")
    begun = time.monotonic()
    without_locks.tap("#drew-goods")
    expect(without_locks.find("#shelf input[name=after]")).to_have_value("1", timeout=IN_TIME)
    assert (time.monotonic() - begun > 2) == waits


# Before this version


def test_taps_that_an_earlier_version_kept_in_one_list_are_noted_in_its_order(phone, table):
    """Two were pressed within one millisecond, and the first was asked about and answered last."""
    now = int(time.time() * 1000)
    ids = [f"00000000-0000-4000-8000-00000000000{digit}" for digit in (9, 3, 1)]
    older = [
        {
            "id": id,
            "at": now - age,
            "to": "taps",
            "fields": [["after", "0"], ["aim", "turn"], ["move", "draw"], ["player", "0"], ["card", card]],
            "undoes": False,
            "label": card,
        }
        for id, age, card in zip(ids, (1000, 5000, 5000), ("fiasko", "goods", "goods"), strict=True)
    ]
    phone.open("/static/logo.svg")
    place = f"companion {table.sitting.uid}"
    phone.page.evaluate("([place, list]) => localStorage.setItem(place, list)", [place, json.dumps(older)])
    phone.open(table.address)
    all_noted([phone.page], 3)
    assert [entry.tap for entry in table.log.entries] == ids
    each_once_and_for_the_seats_in_turn(table, 3)
