"""Several phones at one table: what one notes shows on the others by itself, and disturbs nobody."""

import pytest
from playwright.sync_api import expect

NOTED = "#shelf input[name=after]"


SEEN = 800  # ms: what others noted has been seen by then


def wait_until_noted(phone, entries):
    expect(phone.find(NOTED)).to_have_value(str(entries), timeout=15_000)


@pytest.fixture
def two(new_phone, table):
    """Two phones that score at one table, live."""
    phones = [new_phone().open(table.address) for _ in range(2)]
    for phone in phones:
        expect(phone.find("#live")).to_have_text("Live · 2 phones")
    return phones


@pytest.mark.both_databases
def test_what_one_phone_notes_shows_on_the_other_and_aims_its_keys(two, table):
    ana, tom = two
    ana.tap("#drew-goods")
    expect(tom.find("#seat-1")).to_have_attribute("aria-current", "true")
    wait_until_noted(tom, 1)
    tom.page.wait_for_timeout(SEEN)
    tom.tap("#drew-fiasko")
    wait_until_noted(ana, 2)
    assert [(entry.move.player, entry.move.card) for entry in table.log.entries] == [(0, "goods"), (1, "fiasko")]


def test_no_key_is_replaced_under_a_thumb_when_another_phone_notes(two):
    ana, tom = two
    keys = "[...document.querySelectorAll('#pad .key, #seat-0, tr.corn a')]"
    tom.page.evaluate(f"() => {keys}.forEach((key) => {{ key.mine = true }})")
    ana.tap("#drew-goods")
    wait_until_noted(tom, 1)
    assert tom.page.evaluate(f"() => {keys}.every((key) => key.mine)")
    assert tom.find("#pad [name=player]").input_value() == "1"


def test_what_is_being_typed_stays_while_others_note(two, table):
    """R6: nothing typed is lost, and the caret stays where it is."""
    ana, tom = two
    tom.tap("#to-score")
    tom.tap("#score .pick.milk")
    for value in (5, 4):
        tom.tap(f"[data-to=values][data-adds='{value}']")
    tom.find("#score [name=values]").evaluate("(field) => { field.focus(); field.setSelectionRange(1, 1) }")
    for number in range(1, 6):
        ana.tap("#drew-goods")
        wait_until_noted(ana, number)
    expect(tom.find("#seat-0 small")).to_contain_text("2")
    tom.page.wait_for_timeout(900)
    field = tom.find("#score [name=values]")
    expect(field).to_be_focused()
    assert field.evaluate("(field) => [field.value, field.selectionStart]") == ["5 + 4", 1]
    expect(tom.find("#score .pick.milk input")).to_be_checked()


def test_a_watcher_sees_it_too(new_phone, table):
    scorer, watcher = new_phone().open(table.address), new_phone().open(table.watching)
    expect(watcher.find("#live")).to_contain_text("2 phones")
    scorer.tap("#drew-goods")
    expect(watcher.find("#seat-1")).to_have_attribute("aria-current", "true")
    expect(watcher.find("#pad")).to_have_count(0)


def test_the_log_that_is_open_follows(two):
    ana, tom = two
    tom.open(tom.path + "log")
    ana.tap("#drew-goods")
    expect(tom.find("#entry-1")).to_contain_text("Ana draws goods")
    tom.find("#entry-1 summary").click()
    tom.find("#entry-1 form button").click()
    expect(tom.find("#entry-1.struck")).to_be_visible()
    wait_until_noted_again = ana.find("#seat-0 small")
    expect(wait_until_noted_again).to_contain_text("0")


def test_a_chosen_seat_stays_chosen_while_others_note(two):
    ana, tom = two
    tom.tap("#seat-3")
    expect(tom.find("#seat-3")).to_have_attribute("aria-current", "true")
    ana.tap("#drew-goods")
    expect(tom.find("#seat-0 small")).to_contain_text("1")
    wait_until_noted(tom, 1)
    expect(tom.find("#seat-3")).to_have_attribute("aria-current", "true")
    assert tom.find("#pad [name=player]").input_value() == "3"


# Asleep, and gone


def sleeps(phone, hidden):
    """As the browser has it when the screen goes off."""
    phone.page.evaluate(
        """(hidden) => {
            Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def test_a_phone_that_slept_comes_back_to_the_right_sheet(two, table):
    """R5"""
    ana, tom = two
    sleeps(tom, True)
    expect(ana.find("#live")).to_have_text("Live", timeout=15_000)
    for number in (1, 2):
        ana.tap("#drew-goods")
        wait_until_noted(ana, number)
    expect(tom.find("#seat-0 small")).to_contain_text("0")
    sleeps(tom, False)
    wait_until_noted(tom, 2)
    expect(tom.find("#live")).to_have_text("Live · 2 phones")
    tom.page.reload()
    wait_until_noted(tom, 2)


@pytest.mark.both_databases
def test_offline_is_said_with_since_when_and_comes_back_by_itself(two, line):
    ana, tom = two
    tom.may_fail = True
    with line(tom).lost():
        expect(tom.find("#live")).to_contain_text("Offline since", timeout=10_000)
        ana.tap("#drew-goods")
        wait_until_noted(ana, 1)
    wait_until_noted(tom, 1)
    expect(tom.find("#live")).to_contain_text("Live")


def test_a_press_before_the_news_was_seen_is_asked_about(two, table):
    ana, tom = two
    with tom.finger_on("#drew-goods"):
        ana.tap("#drew-goods")
        expect(ana.find("#seat-1")).to_have_attribute("aria-current", "true")
    expect(tom.find("#slip [role=alertdialog]")).to_be_visible()
    assert table.log.length == 1


def test_what_another_phone_did_is_said(two):
    ana, tom = two
    ana.tap("#drew-goods")
    expect(tom.find("#said")).to_contain_text("Ana: Goods")
    expect(tom.find("#shelf .now")).to_contain_text("Goods")


def test_what_stood_when_the_line_went_is_said_no_longer_than_it_is_gone(two, line):
    ana, _ = two
    ana.may_fail = True
    with line(ana).lost():
        expect(ana.find("#news")).to_contain_text("as it stood at", timeout=10_000)
    expect(ana.find("#live")).to_contain_text("Live", timeout=10_000)
    expect(ana.find("#news")).to_be_empty()


def test_a_sheet_that_comes_by_itself_never_goes_back(two):
    ana, tom = two
    tom.page.evaluate("""() => {
        window.seen = [];
        const sitting = document.getElementById('sitting');
        new MutationObserver(() => window.seen.push(Number(sitting.dataset.after)))
          .observe(sitting, { attributes: true, attributeFilter: ['data-after'] });
    }""")
    for _ in range(4):
        ana.tap("#drew-goods")
        ana.page.wait_for_timeout(350)
    wait_until_noted(tom, 4)
    seen = tom.page.evaluate("() => window.seen")
    assert seen == sorted(seen)


def looks(phone):
    """As it does whenever it has a line again."""
    phone.page.evaluate("() => dispatchEvent(new Event('online'))")


def test_an_answer_that_was_slow_takes_nothing_back(phone, table):
    """A phone that wakes looks what came; what is tapped meanwhile is answered first."""
    phone.open(table.address)
    expect(phone.find("#live")).to_have_text("Live")
    held = []
    phone.page.route("**/now*", lambda route: held.append((route, route.fetch())))
    table.note("draw", player=0, card="goods", phone="hers")
    looks(phone)
    wait_until_noted(phone, 1)
    phone.page.wait_for_timeout(SEEN)
    phone.tap("#drew-fiasko")
    wait_until_noted(phone, 2)
    for route, answer in held:
        route.fulfill(response=answer)
    phone.page.wait_for_timeout(300)
    assert held
    expect(phone.find("#undo")).to_contain_text("Fiasko")
    expect(phone.find("#sitting")).to_have_attribute("data-after", "2")


# A page that is shown in another way than it was asked for


@pytest.fixture
def counting_looks():
    """How often a phone has asked for the sheet."""

    def count(phone):
        asked = []
        phone.page.on("request", lambda request: "/now" in request.url and asked.append(request.url))
        return asked

    return count


def test_who_counts_the_table_sees_that_somebody_has_ended_the_game(new_phone, open_table, counting_looks):
    table = open_table("pasta")
    ana, tom = new_phone().open(table.address + "stop"), new_phone().open(table.address + "?pad=lay&seat=0")
    expect(tom.find("#live")).to_contain_text("Live · 2 phones")
    asked = counting_looks(tom)
    ana.tap("#stop button.go")
    expect(tom.find(".win")).to_be_visible()
    expect(tom.find("form#pad")).to_have_count(0)
    tom.page.wait_for_timeout(1000)
    assert len(asked) <= 3


@pytest.mark.both_databases
def test_an_end_that_is_undone_after_the_others_went_on_brings_the_keys_back(new_phone, over, counting_looks):
    ana, tom = new_phone().open(over.address), new_phone()
    ana.tap("#again button")
    expect(ana.find("#counter")).to_be_visible()
    tom.open(over.address)
    expect(tom.find("#live")).to_contain_text("Live")
    asked = counting_looks(tom)
    ana.open(over.address).tap("#undo")
    expect(tom.find("#drew-goods")).to_be_visible()
    tom.page.wait_for_timeout(1000)
    assert len(asked) <= 3


# Refused, or answered by a stranger


def test_a_phone_whose_stream_is_refused_lives_on_the_poll_and_asks_seldom(phone, table):
    phone.may_fail = True
    asked = []
    phone.page.route("**/stream*", lambda route: (asked.append(1), route.fulfill(status=503)))
    phone.page.route("**/now*", lambda route: (asked.append(1), route.continue_()))
    phone.open(table.address)
    expect(phone.find("#live")).to_have_text("Live")
    phone.page.wait_for_timeout(3000)
    assert len(asked) <= 4


def test_a_stranger_who_answers_is_not_called_live(phone, table):
    phone.may_fail = True
    for part in ("stream", "now"):
        phone.page.route(
            f"**/{part}*", lambda route: route.fulfill(content_type="text/html", body="<h1>Our hotel</h1>")
        )
    phone.open(table.address)
    expect(phone.find("#live")).to_contain_text("Offline since")


def test_a_stranger_who_answers_for_the_keys_of_a_seat_chooses_nobody(phone, table):
    """It would be marked, over the keys of whoever's turn it is."""
    phone.may_fail = True
    phone.open(table.address)
    phone.page.route("**/keys*", lambda route: route.fulfill(content_type="text/html", body="<h1>Our hotel</h1>"))
    phone.tap("#seat-2")
    expect(phone.find("#trouble")).to_be_visible()
    expect(phone.find("#seat-0")).to_have_attribute("aria-current", "true")
    expect(phone.find("#seat-2")).not_to_have_attribute("aria-current", "true")
