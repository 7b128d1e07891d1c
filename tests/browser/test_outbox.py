"""From the thumb to the table over a bad line: every press counts once, and nothing that goes wrong is silent."""

import time

import pytest
from playwright.sync_api import expect
from sqlalchemy import delete, select

from companion.store.database.engine import here
from companion.store.tables import EntryRow, Sitting

NOTED = "#shelf input[name=after]"
IN_TIME = 8000  # milliseconds until something is said


def wait_until_noted(phone, entries):
    expect(phone.find(NOTED)).to_have_value(str(entries), timeout=15_000)


def cards(table):
    return sum(table.sheet.counter.hands)


def answers(phone, **answer):
    """Whatever is tapped from now on is answered so."""
    phone.may_fail = True  # Chromium writes it to its console
    phone.page.route("**/taps", lambda route: route.fulfill(content_type="text/html", **answer))


def works_again(phone):
    phone.page.unroute("**/taps")


def press(phone, selector, times):
    """As fast as a thumb can, without waiting for anything."""
    keys = [phone.find(selector)] * times
    for key in keys:
        key.tap()


def place(phone, selector):
    box = phone.find(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# As fast as a thumb can


def test_undo_pressed_faster_than_the_line_takes_back_what_was_pressed(phone, table, line):
    phone.open(table.address)
    press(phone, "#drew-goods", 1)
    wait_until_noted(phone, 1)
    with line(phone).slow(2000):
        press(phone, "#drew-goods", 2)  # one is on its way, one still here
        press(phone, "#undo", 2)
        wait_until_noted(phone, 3)
    assert [entry.kind for entry in table.log.entries] == ["move", "move", "undo"]
    assert cards(table) == 1


# The second tap of a double tap


def test_the_second_tap_on_note_it_reaches_nothing_below(phone, table, line):
    phone.taps_doubly().open(table.address + "note/score?player=0&product=milk&points=30&without=values+hand")
    x, y = place(phone, "#score button.go")
    phone.page.touchscreen.tap(x, y)
    expect(phone.find("#slip dialog")).to_have_count(0)
    phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_timeout(500)
    assert [entry.move.kind for entry in table.log.entries] == ["score"]
    phone.page.evaluate("() => { window.later = 1000; }")
    phone.page.touchscreen.tap(x, y)  # and now it is meant
    wait_until_noted(phone, 2)


def test_the_second_tap_on_start_reaches_nothing_of_the_sheet(phone):
    phone.taps_doubly().open("/new/fiasko")
    for name in ("Ana", "Tom"):
        phone.page.fill("input[name=name]", name)
        phone.page.keyboard.press("Enter")
        expect(phone.find(f"input[name=player][value='{name}']")).to_have_count(1)
        expect(phone.find(".htmx-request")).to_have_count(0)
    x, y = place(phone, "button[name=start]")
    phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_url("**/s/**")
    address = phone.path
    phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_timeout(500)
    assert phone.path == address
    expect(phone.find("#slip dialog")).to_have_count(0)
    expect(phone.find("#undo")).to_have_count(0)


def test_what_waits_moves_no_key(phone, table, line):
    phone.may_fail = True
    phone.open(table.address)
    keys = "() => [...document.querySelectorAll('#pad .key')].map((key) => [key.id, key.offsetTop, key.offsetLeft])"
    before = phone.page.evaluate(keys)
    with line(phone).lost():
        press(phone, "#drew-goods", 1)
        expect(phone.find("#waits")).to_be_in_viewport(ratio=1)
        assert phone.page.evaluate(keys) == before
        expect(phone.find("#live")).to_contain_text("1 tap waits")
        assert phone.overflow == [0, 0]


# Bad answers


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (500, "Something broke on our side. Nothing is left half done."),
        (503, "Nothing can be noted just now. The disk is full."),
        (429, "Too much is on its way at once. Wait a minute, then send it again."),
    ],
)
def test_what_the_server_can_not_do_now_is_said_and_done_later(phone, table, status, said):
    phone.open(table.address)
    answers(phone, status=status, body=f"<p>{said}</p>")
    press(phone, "#drew-goods", 2)
    expect(phone.find("#waits [role=alert]")).to_contain_text(said, timeout=IN_TIME)
    expect(phone.find("#waits")).to_be_in_viewport(ratio=1)
    expect(phone.find("#waits button")).to_have_count(2)
    perhaps = expect(phone.find("#waits small").first)
    perhaps.to_be_visible() if status > 499 else perhaps.to_be_hidden()  # who knows how far the server came
    assert table.log.length == 0
    works_again(phone)
    wait_until_noted(phone, 2)
    expect(phone.find("#waits")).to_have_count(0)
    assert [entry.move.player for entry in table.log.entries] == [0, 1]


def test_a_database_that_somebody_holds_is_said_and_waited_for(phone, table):
    phone.may_fail = True
    phone.open(table.address)
    with table.app.app_context(), here().writing() as other:
        other.execute(select(Sitting.id).with_for_update())  # on SQLite all of it is held anyway
        press(phone, "#drew-goods", 1)
        expect(phone.find("#waits [role=alert]")).to_be_in_viewport(timeout=IN_TIME)
    wait_until_noted(phone, 1)
    assert table.log.length == 1


@pytest.mark.parametrize(
    ("status", "said"),
    [(403, "This link is for watching."), (404, "Nothing here."), (413, "That is too large.")],
)
def test_what_can_not_be_noted_at_all_is_said_and_can_be_dropped(phone, table, status, said):
    phone.open(table.address)
    answers(phone, status=status, body=f"<p>{said}</p>")
    press(phone, "#drew-goods", 1)
    expect(phone.find("#waits [role=alert]")).to_contain_text(said, timeout=IN_TIME)
    works_again(phone)
    phone.tap("#waits button")
    expect(phone.find("#waits")).to_have_count(0)
    assert table.log.length == 0
    press(phone, "#drew-fiasko", 1)
    wait_until_noted(phone, 1)


def test_a_page_whose_token_is_too_old_gets_another_and_the_tap_counts(phone, table):
    phone.may_fail = True
    phone.open(table.address)
    phone.context.clear_cookies()
    press(phone, "#drew-goods", 2)
    wait_until_noted(phone, 2)
    assert [entry.move.player for entry in table.log.entries] == [0, 1]


def test_a_table_without_a_form_yet_gets_another_token_too(phone, open_table):
    states = open_table("states")
    phone.may_fail = True
    phone.open(states.address)
    phone.tap("#sheet .over a[href$='state=OH']")
    phone.page.fill("#battle [name=value]", "20")
    phone.context.clear_cookies()
    phone.tap("#battle button[name=winner][value='0']")
    expect(phone.find("#undo")).to_contain_text("Ohio", timeout=IN_TIME)
    assert states.log.length == 1


def test_a_slip_whose_token_is_too_old_is_noted_as_it_was_typed(phone, table):
    phone.may_fail = True
    phone.open(table.address + "note/score?player=2&product=milk&points=30&without=values+hand")
    phone.context.clear_cookies()
    phone.tap("#score button.go")
    wait_until_noted(phone, 1)
    assert table.sheet.scores[2]["milk"].points == 30


def test_a_server_that_hangs_is_told_within_eight_seconds_and_keeps_no_key_dead(phone, table):
    phone.may_fail = True
    phone.open(table.address)
    phone.page.route("**/taps", lambda route: None)
    press(phone, "#drew-goods", 1)
    expect(phone.find("#waits [role=alert]")).to_be_in_viewport(timeout=IN_TIME)
    press(phone, "#drew-goods", 1)
    expect(phone.find("#waits button")).to_have_count(2)
    works_again(phone)
    wait_until_noted(phone, 2)
    assert cards(table) == 2


def test_a_stranger_who_answers_for_the_table_is_not_believed(phone, table):
    """As the door of a hotel's network does."""
    phone.open(table.address)
    answers(phone, status=200, body="<h1>Welcome to our hotel</h1>")
    press(phone, "#drew-goods", 1)
    expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
    works_again(phone)
    wait_until_noted(phone, 1)


def test_a_slip_that_reaches_nobody_is_kept_as_it_was_typed(phone, table, line):
    phone.may_fail = True
    phone.open(table.address + "note/score?player=1&product=corn&points=45&without=values+hand")
    with line(phone).lost():
        phone.tap("#score button.go")
        expect(phone.find("#waits button")).to_contain_text("Tom", timeout=IN_TIME)
        expect(phone.find("#slip dialog")).to_have_count(0)
    wait_until_noted(phone, 1)
    assert table.sheet.scores[1]["corn"].points == 45


def test_a_refused_one_that_waited_comes_back_in_its_slip(phone, table, line):
    phone.may_fail = True
    phone.open(table.address + "note/score?player=1&product=corn&points=1&without=values+hand")
    with line(phone).lost():
        phone.tap("#score button.go")
        expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
    expect(phone.find("#score [name=points]")).to_have_value("1", timeout=IN_TIME)
    expect(phone.find("#slip .wrong").first).to_be_visible()
    assert table.log.length == 0


@pytest.fixture
def two_out(table):
    """A third catastrophe would be one too many."""
    for seat in (0, 1):
        table.note("draw", player=seat, card="catastrophe")
    return table


def test_a_refusal_stays_until_the_next_press_that_could_have_read_it(phone, two_out, line):
    """Whatever waited behind it, and whatever others note."""
    phone.may_fail = True
    phone.open(two_out.address)
    with line(phone).lost():
        press(phone, "#drew-catastrophe", 1)
        press(phone, "#drew-goods", 1)
    wait_until_noted(phone, 3)
    expect(phone.find("#shelf .wrong")).to_be_visible()
    expect(phone.find("#undo")).to_contain_text("Goods")
    two_out.note("draw", player=3, card="goods", phone="hers")
    phone.page.evaluate("() => dispatchEvent(new Event('online'))")
    wait_until_noted(phone, 4)
    expect(phone.find("#shelf .wrong")).to_be_visible()
    phone.page.wait_for_timeout(800)  # until it has been seen
    phone.tap("#drew-fiasko")
    wait_until_noted(phone, 5)
    expect(phone.find("#shelf .wrong")).to_have_count(0)
    expect(phone.find("#shelf .now")).to_be_visible()


def test_an_undo_of_what_is_then_refused_takes_back_nothing_else(phone, two_out, line):
    phone.open(two_out.address)
    phone.tap(".burst")
    with line(phone).slow(60_000):
        press(phone, "#drew-catastrophe", 1)
        press(phone, "#undo", 1)
    expect(phone.find("#shelf .wrong")).to_be_visible(timeout=IN_TIME)
    phone.page.wait_for_timeout(900)
    assert two_out.log.length == 2


# Refused after it has waited


def test_what_waited_and_is_refused_stays_with_its_reason_until_it_is_dropped(phone, two_out, line):
    phone.may_fail = True
    phone.open(two_out.address)
    with line(phone).lost():
        press(phone, "#drew-catastrophe", 2)
        press(phone, "#drew-goods", 1)
        expect(phone.find("#waits button")).to_have_count(3, timeout=IN_TIME)
    wait_until_noted(phone, 3)
    refused = phone.find("#waits button")
    for again in range(2):
        expect(refused).to_have_count(2, timeout=IN_TIME)
        expect(refused.first).to_contain_text("not noted")
        expect(phone.find("#waits .why")).to_have_text("By the count no catastrophe is left: undo, shuffle or recount")
        expect(phone.find("#waits")).to_be_in_viewport(ratio=1)
        expect(phone.find("#live")).to_contain_text("Live")
        if not again:
            phone.page.reload()
    phone.page.wait_for_timeout(800)
    press(phone, "#drew-goods", 1)  # the line goes on
    wait_until_noted(phone, 4)
    for left in (1, 0):
        phone.page.wait_for_timeout(600)  # the next one is no second tap
        phone.tap("#waits button >> nth=0")
        expect(refused).to_have_count(left)
    assert two_out.log.length == 4
    phone.page.reload()
    expect(phone.find("#waits")).to_have_count(0)


def test_undo_after_a_refusal_that_stays_takes_back_what_was_noted(phone, two_out, line):
    phone.may_fail = True
    phone.open(two_out.address)
    with line(phone).lost():
        press(phone, "#drew-catastrophe", 1)
        expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
    expect(phone.find("#waits")).to_contain_text("not noted", timeout=IN_TIME)
    phone.page.wait_for_timeout(800)
    press(phone, "#undo", 1)
    wait_until_noted(phone, 3)
    assert two_out.log.entries[2].target == 2
    expect(phone.find("#waits button")).to_have_count(1)


def test_a_slip_that_waited_and_is_refused_is_told_anew_or_stays(phone, table, line):
    phone.may_fail = True
    phone.open(table.address + "note/score?player=1&product=corn&points=1&without=values+hand")
    with line(phone).lost():
        phone.tap("#score button.go")
        expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
    expect(phone.find("#slip .wrong").first).to_be_visible(timeout=IN_TIME)
    phone.page.goto(phone.server + table.address)  # whoever goes away loses nothing
    expect(phone.find("#waits button")).to_contain_text("not noted", timeout=IN_TIME)
    expect(phone.find("#waits .why")).to_contain_text("A score has at least 13 points")


def test_a_slip_that_comes_back_with_its_refusal_is_put_right_and_noted_once(phone, table, line):
    phone.may_fail = True
    phone.open(table.address + "note/score?player=1&product=corn&points=1&without=values+hand")
    with line(phone).lost():
        phone.tap("#score button.go")
        expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
    expect(phone.find("#slip .wrong").first).to_be_visible(timeout=IN_TIME)
    phone.page.wait_for_timeout(500)
    phone.page.fill("#score [name=points]", "45")
    phone.tap("#score button.go")
    wait_until_noted(phone, 1)
    expect(phone.find("#waits")).to_have_count(0)
    assert table.sheet.scores[1]["corn"].points == 45


def test_goods_that_waited_while_another_phone_ended_the_game_are_asked_about_one_by_one(phone, told, line):
    """Yes to the first two, drop the third: and none is gone without a word."""
    phone.may_fail = True
    phone.open(told.address)
    end = told.log.length + 1
    with line(phone).lost():
        press(phone, "#drew-goods", 3)
        expect(phone.find("#waits button")).to_have_count(3, timeout=IN_TIME)
        told.note("score", player=0, product="sardines", points=36, phone="hers")
    for put_in in (1, 2):
        expect(phone.find(".asks")).to_contain_text("The game ended meanwhile", timeout=IN_TIME)
        expect(phone.find(".asks")).to_contain_text("Ana still wins")
        phone.page.wait_for_timeout(500)
        phone.tap(".asks .go")
        expect(phone.find(f"#sitting[data-after='{end + put_in}']")).to_be_visible(timeout=IN_TIME)
    expect(phone.find(".asks")).to_contain_text("The game ended meanwhile", timeout=IN_TIME)
    phone.page.wait_for_timeout(500)
    phone.tap(".asks [data-drops]")
    expect(phone.find("#slip dialog")).to_have_count(0)
    expect(phone.find("#waits")).to_have_count(0)
    entries = told.log.entries
    assert [(entry.kind, entry.target) for entry in entries[end:]] == [("insert", end)] * 2
    assert [entry.move.player for entry in entries[end:]] == [1, 2]


def put_an_older_backup_back(table, entries):
    """What a phone sees of it: the log is shorter than it was."""
    with table.app.app_context(), here().writing() as connection:
        connection.execute(delete(EntryRow).where(EntryRow.sitting_id == table.sitting.id, EntryRow.number > entries))


def test_taps_that_waited_for_an_older_backup_are_asked_about_and_noted(phone, table, line):
    phone.may_fail = True
    for seat in range(3):
        table.note("draw", player=seat, card="goods")
    phone.open(table.address)
    with line(phone).lost():
        press(phone, "#drew-goods", 3)
        expect(phone.find("#waits button")).to_have_count(3, timeout=IN_TIME)
        put_an_older_backup_back(table, 1)
    expect(phone.find(".asks")).to_contain_text(
        "An older backup was restored: this table is at entry 1", timeout=IN_TIME
    )
    assert table.log.length == 1
    phone.page.wait_for_timeout(500)
    phone.tap(".asks [name=player][value='1']")
    wait_until_noted(phone, 4)
    expect(phone.find("#waits")).to_have_count(0)
    assert [entry.move.player for entry in table.log.entries] == [0, 1, 2, 3]


# Lost answers


def lose_the_answer(phone):
    """The server notes the tap; the phone hears nothing."""
    phone.may_fail = True
    phone.page.route("**/taps", lambda route: (route.fetch(), route.abort()), times=1)


def test_a_tap_whose_answer_was_lost_counts_once_and_the_next_one_counts(phone, table):
    phone.open(table.address)
    lose_the_answer(phone)
    press(phone, "#drew-goods", 1)
    expect(phone.find("#waits")).to_contain_text("perhaps noted", timeout=IN_TIME)
    press(phone, "#drew-fiasko", 1)
    wait_until_noted(phone, 2)
    assert [entry.move.card for entry in table.log.entries] == ["goods", "fiasko"]


def test_undo_after_a_lost_answer_takes_back_what_was_noted(phone, table):
    phone.open(table.address)
    press(phone, "#drew-goods", 1)
    wait_until_noted(phone, 1)
    lose_the_answer(phone)
    press(phone, "#drew-fiasko", 1)
    expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
    press(phone, "#undo", 1)
    wait_until_noted(phone, 3)
    assert table.log.entries[2].target == 2


# Offline, and reloaded


def test_what_waits_is_still_there_after_a_reload_and_counts_once(phone, table):
    phone.open(table.address)
    answers(phone, status=503, body="<p>The disk is full.</p>")
    press(phone, "#drew-goods", 3)
    expect(phone.find("#waits button")).to_have_count(3, timeout=IN_TIME)
    phone.page.reload()
    expect(phone.find("#waits button")).to_have_count(3, timeout=IN_TIME)
    works_again(phone)
    wait_until_noted(phone, 3)
    phone.page.reload()
    time.sleep(0.3)
    assert cards(table) == 3


def test_undo_takes_the_newest_of_what_waits(phone, table, line):
    phone.may_fail = True
    table.note("draw", player=0, card="goods")
    phone.open(table.address)
    with line(phone).lost():
        press(phone, "#drew-goods", 1)
        press(phone, "#drew-fiasko", 1)
        expect(phone.find("#undo")).to_contain_text("Fiasko, not yet sent", timeout=IN_TIME)
        press(phone, "#undo", 1)
        expect(phone.find("#waits button")).to_have_count(1)
    wait_until_noted(phone, 2)
    assert cards(table) == 2


# What is only read


def test_a_slip_that_does_not_come_is_not_silent(phone, table, line):
    phone.may_fail = True
    phone.open(table.address)
    with line(phone).lost():
        phone.tap("#to-score")
        expect(phone.find("#trouble")).to_be_in_viewport(timeout=IN_TIME)
        expect(phone.find("#trouble")).to_contain_text("No answer from the table")
    phone.tap("#to-score")
    expect(phone.find("#slip dialog")).to_be_visible()
    expect(phone.find("#trouble")).to_be_hidden()


@pytest.mark.parametrize("status", [403, 404, 500, 503])
def test_what_is_asked_for_and_refused_is_said(phone, table, status):
    phone.may_fail = True
    phone.open(table.address)
    phone.page.route("**/note/**", lambda route: route.fulfill(status=status, body="<p><b>It can't.</b> So it is.</p>"))
    phone.tap("#to-score")
    expect(phone.find("#trouble")).to_have_text("It can't. So it is.")
    expect(phone.find("#trouble")).to_be_in_viewport()
    phone.page.wait_for_timeout(300)
    expect(phone.find("#trouble")).to_be_visible()


def test_a_seat_whose_keys_do_not_come_is_not_silent(phone, table, line):
    phone.may_fail = True
    phone.open(table.address)
    with line(phone).lost():
        phone.tap("#seat-2")
        expect(phone.find("#trouble")).to_have_text("No answer from the table.", timeout=IN_TIME)
        expect(phone.find("#trouble")).to_be_in_viewport()
    phone.tap("#seat-3")
    expect(phone.find("#seat-3")).to_have_attribute("aria-current", "true")
    expect(phone.find("#trouble")).to_be_hidden()


@pytest.mark.parametrize("status", [403, 404, 500, 503])
def test_a_seat_whose_keys_are_refused_says_why(phone, table, status):
    phone.may_fail = True
    phone.open(table.address)
    phone.page.route("**/keys?*", lambda route: route.fulfill(status=status, body="<p><b>It can't.</b> So it is.</p>"))
    phone.tap("#seat-2")
    expect(phone.find("#trouble")).to_have_text("It can't. So it is.")
    expect(phone.find("#trouble")).to_be_in_viewport()
    phone.page.unroute("**/keys?*")
    phone.page.evaluate("() => document.getElementById('seat-2').click()")  # what is said may lie over it
    expect(phone.find("#seat-2")).to_have_attribute("aria-current", "true")
    expect(phone.find("#trouble")).to_be_hidden()


# Slips that note something, and what lies under them


def test_a_menu_that_has_noted_something_closes(phone, told):
    told.note("draw", player=0, card="fiasko")  # something to shuffle
    phone.open(told.address)
    phone.tap("a.icon[hx-get$='/menu']")
    phone.tap("#slip button:has-text('We shuffled')")
    expect(phone.find("#undo")).to_contain_text("Shuffled")
    expect(phone.find("#slip dialog")).to_have_count(0)


def test_an_entry_struck_from_its_answer_is_struck_once(phone, told):
    phone.open(told.address + "why/score.0.milk")
    phone.page.evaluate(
        """() => {
            const key = document.querySelector('#slip form button');
            key.click();
            key.click();
        }"""
    )
    expect(phone.find("#slip dialog")).to_have_count(0)
    phone.page.wait_for_timeout(300)
    assert [entry.kind for entry in told.log.entries[17:]] == ["strike"]


def test_a_double_tap_on_strike_strikes_one_entry(phone, told):
    phone.taps_doubly().open(told.address + "log")
    phone.find("#entry-17 summary").click()
    x, y = place(phone, "#entry-17 form button")
    phone.page.touchscreen.tap(x, y)
    expect(phone.find("#entry-17.struck")).to_be_visible()
    phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_timeout(400)
    assert told.log.length == 18


def test_a_second_press_that_meets_a_question_waits_for_its_answer(phone, table):
    phone.taps_doubly().open(table.address)
    table.note("draw", player=0, card="fiasko")  # from another phone, that this page doesn't know of
    x, y = place(phone, "#drew-goods")
    phone.page.touchscreen.tap(x, y)
    expect(phone.find(".asks")).to_be_visible()
    phone.page.touchscreen.tap(x, y)
    expect(phone.find(".asks")).to_be_visible()
    phone.page.wait_for_timeout(400)
    phone.page.evaluate("() => { window.later = 1000; }")
    phone.tap(".asks [name=player][value='1']")
    wait_until_noted(phone, 3)
    assert [entry.move.player for entry in table.log.entries] == [0, 1, 2]


def test_a_double_tap_on_what_waits_drops_one(phone, table, line):
    phone.may_fail = True
    phone.open(table.address)
    with line(phone).lost():
        press(phone, "#drew-goods", 3)
        expect(phone.find("#waits button")).to_have_count(3)
        phone.page.wait_for_timeout(400)
        x, y = place(phone, "#waits button >> nth=1")
        phone.page.touchscreen.tap(x, y)
        expect(phone.find("#waits button")).to_have_count(2)
        phone.page.touchscreen.tap(x, y)
        phone.page.wait_for_timeout(200)
        expect(phone.find("#waits button")).to_have_count(2)
    wait_until_noted(phone, 2)


def test_the_undo_of_a_dropped_tap_goes_with_it(phone, table):
    table.note("draw", player=0, card="goods")
    phone.open(table.address)
    answers(phone, status=503, body="<p>The disk is full.</p>")
    press(phone, "#drew-goods", 1)
    expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
    press(phone, "#undo", 1)
    expect(phone.find("#waits button")).to_have_count(2)
    phone.tap("#waits button >> nth=0")
    expect(phone.find("#waits")).to_have_count(0)
    works_again(phone)
    phone.page.wait_for_timeout(300)
    assert table.log.length == 1


def test_a_question_is_asked_on_the_logs_page_too(phone, table):
    phone.open(table.address)
    answers(phone, status=503, body="<p>The disk is full.</p>")
    press(phone, "#drew-fiasko", 1)
    expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
    table.note("draw", player=0, card="fiasko")
    works_again(phone)
    phone.open(table.address + "log")
    expect(phone.find(".asks")).to_be_visible(timeout=IN_TIME)
    assert table.log.length == 1
    phone.tap(".asks button[value='1']")
    expect(phone.find("#log[data-after='2']")).to_be_visible(timeout=IN_TIME)
    assert table.log.length == 2


# The phone itself


SET_BACK = "() => { const now = Date.now; Date.now = () => now() - 20_000; }"


def test_a_clock_that_is_set_back_deadens_no_key_of_an_open_slip(phone, table):
    phone.open(table.address)
    phone.tap("#to-score")
    expect(phone.find("#slip dialog")).to_be_visible()
    phone.page.evaluate(SET_BACK)
    phone.page.wait_for_timeout(400)
    phone.tap("#slip [data-closes]")
    expect(phone.find("#slip dialog")).to_have_count(0, timeout=2000)
    phone.tap("#drew-goods")
    wait_until_noted(phone, 1)


def test_a_clock_that_is_set_back_between_two_pages_deadens_no_key(phone, table):
    phone.page.add_init_script(f"if (sessionStorage.later) ({SET_BACK})(); sessionStorage.later = 1;")
    phone.open(table.address)
    phone.tap("#drew-goods")
    wait_until_noted(phone, 1)
    x, y = place(phone, "#drew-goods")
    phone.page.evaluate("() => { document.getElementById('drew-goods').id = 'of-the-page-before'; }")
    phone.page.touchscreen.tap(x, y)
    phone.page.reload()
    phone.page.wait_for_timeout(600)
    phone.page.touchscreen.tap(x, y)
    wait_until_noted(phone, 3)


def test_taps_keep_their_order_when_the_clock_is_set_back(phone, table):
    phone.open(table.address)
    answers(phone, status=503, body="<p>The disk is full.</p>")
    press(phone, "#drew-goods", 1)
    phone.page.evaluate(SET_BACK)
    press(phone, "#drew-fiasko", 1)
    expect(phone.find("#waits button")).to_have_count(2, timeout=IN_TIME)
    works_again(phone)
    wait_until_noted(phone, 2)
    assert [entry.move.card for entry in table.log.entries] == ["goods", "fiasko"]


def test_a_phone_without_room_keeps_what_is_pressed_while_its_page_is_open(phone, table):
    phone.open(table.address)
    answers(phone, status=503, body="<p>The disk is full.</p>")
    press(phone, "#drew-goods", 1)
    expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
    phone.page.evaluate("""() => {
        for (let size = 2 ** 22; size >= 1; size /= 2) {
            try { for (let n = 0; ; n++) localStorage.setItem(`${size} ${n}`, 'x'.repeat(size)); } catch { continue; }
        }
    }""")
    press(phone, "#drew-fiasko", 2)
    expect(phone.find("#waits button")).to_have_count(3)
    works_again(phone)
    wait_until_noted(phone, 3)


def test_what_one_tab_has_dropped_no_other_tab_sends(phone, table):
    phone.open(table.address)
    answers(phone, status=503, body="<p>The disk is full.</p>")
    press(phone, "#drew-goods", 1)
    expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
    other = phone.context.new_page()
    other.route("**/taps", lambda route: route.fulfill(status=503, body="<p>The disk is full.</p>"))
    other.goto(phone.server + table.address)
    expect(other.locator("#waits button")).to_have_count(1, timeout=IN_TIME)
    phone.tap("#waits button")
    expect(other.locator("#waits")).to_have_count(0)
    other.unroute("**/taps")
    other.reload()
    other.wait_for_timeout(500)
    assert table.log.length == 0


def test_what_was_perhaps_noted_stays_so_until_it_is_known(phone, table):
    phone.open(table.address)
    lose_the_answer(phone)
    press(phone, "#drew-goods", 1)
    expect(phone.find("#waits")).to_contain_text("perhaps noted", timeout=IN_TIME)
    answers(phone, status=503, body="<p>The disk is full.</p>")
    expect(phone.find("#waits")).to_contain_text("The disk is full", timeout=IN_TIME)
    expect(phone.find("#waits small")).to_be_visible()
    works_again(phone)
    wait_until_noted(phone, 1)
