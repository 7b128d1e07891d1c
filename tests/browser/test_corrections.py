"""What was noted wrongly is put right: in few taps, in view, and with undo and redo as quick as a thumb."""

import pytest
from playwright.sync_api import expect

LONG = ("Ana", "Maximilian Wolkenstein W", "Chloé", "Wilhelmina Mommsen-Weber")
IN_VIEW = """(words) => {
  const text = document.querySelector('#undo > span:last-of-type'), box = text.getBoundingClientRect();
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(words), range = document.createRange();
    if (at < 0) continue;
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + words.length);
    return [...range.getClientRects()].every((part) => part.bottom <= box.bottom + 1 && part.right <= box.right + 1);
  }
  return null;
}"""


@pytest.fixture
def noted(table):
    """Four cards."""
    for seat in range(4):
        table.note("draw", player=seat, card="goods")
    return table


def undo(phone):
    return " ".join(phone.find("#undo").inner_text().split())


# Taps


def test_a_wrong_card_three_cards_ago_is_four_taps(phone, noted):
    phone.open(noted.address)
    phone.taps = 0
    phone.tap("#to-log")
    phone.page.wait_for_url("**/log")
    phone.tap("#from-4 summary")
    phone.tap("#entry-2 a[href$='/log/2']")
    phone.page.wait_for_url("**/log/2")
    phone.tap("#slip button[value=fiasko]")
    expect(phone.find("#undo")).to_contain_text("Tom · Goods → Fiasko")
    print(f"\na wrong card three cards ago: {phone.taps} taps")
    assert phone.taps == 4
    assert noted.sheet.counter.hands == (1, 0, 1, 1)


def test_any_entry_of_a_long_game_is_three_taps_away(phone, table):
    for number in range(76):
        table.note("draw", player=number % 4, card="goods")
    phone.open(table.address)
    phone.taps = 0
    phone.tap("#to-log")
    phone.page.wait_for_url("**/log")
    phone.tap(".pictures a >> nth=1")
    phone.tap("#from-40 summary")
    key = phone.find("#entry-38 a[href$='/log/38']")
    expect(key).to_be_in_viewport(ratio=1)
    print(f"\nan entry of a game of 76: in view after {phone.taps} taps")
    assert phone.taps == 3
    phone.tap(".pictures a >> nth=3")  # and back to newer ones
    expect(phone.find("#section-19 h2")).to_be_in_viewport(ratio=1)


# Undo and redo


def test_undo_takes_back_a_correction_and_redo_does_it_again(phone, noted):
    noted.correct(2, "draw", player=1, card="fiasko")
    phone.open(noted.address)
    assert "Tom · Goods → Fiasko" in undo(phone)
    phone.tap("#undo")
    expect(phone.find("#undo")).to_contain_text("Maximilian · Goods")
    assert noted.sheet.counter.hands == (1, 1, 1, 1)
    phone.tap("#redo")
    expect(phone.find("#undo")).to_contain_text("Tom · Goods → Fiasko")
    expect(phone.find("#redo")).to_have_count(0)
    assert noted.sheet.counter.hands == (1, 0, 1, 1)


def test_undo_and_redo_faster_than_the_line_are_aimed_at_what_then_is_the_last(phone, noted, line):
    phone.open(noted.address)
    phone.tap("#undo")
    expect(phone.find("#redo")).to_be_visible()
    after = noted.log.length
    with line(phone).slow(400):
        for key in ("#undo", "#undo", "#redo"):
            phone.page.evaluate(f"() => document.querySelector('{key}').click()")
        expect(phone.find(f"#sitting[data-after='{after + 3}']")).to_have_count(1, timeout=8000)  # all three have come
        expect(phone.find("#undo")).to_contain_text("Tom · Goods")
    assert noted.sheet.counter.hands == (1, 1, 0, 0)


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 560)])
@pytest.mark.parametrize(
    ("slug", "move", "words"),
    [
        ("fiasko", {"kind": "draw", "player": 1, "card": "catastrophe"}, "Ätsch"),
        ("fiasko", {"kind": "score", "player": 3, "product": "tomatoes", "points": 1080}, "Tomaten 1.080"),
        ("pasta", {"kind": "bank", "player": 1, "shape": 8, "pasta": 4, "sauce": 2}, "Tagliatelle 4 + 2 Soßen"),
        ("states", {"kind": "battle", "state": "NC", "value": 15, "winner": 3}, "North Carolina 15"),
    ],
)
def test_with_long_names_undo_still_says_what(new_phone, open_table, installed, slug, move, words, width, height):
    installed("DejaVu Sans")
    phone = new_phone(viewport={"width": width, "height": height}, locale="de-DE")
    table = open_table(slug, LONG)
    table.note(**move)
    phone.open(table.address)
    assert "Rückgängig" in undo(phone)
    assert phone.page.evaluate(IN_VIEW, words) is True


# What is refused


def test_a_refused_strike_says_so_where_the_thumb_is(phone, table):
    for seat in (0, 1, 2, 3, 0, 1):
        table.note("draw", player=seat, card="fiasko")
    table.note("reshuffle")
    for seat in (2, 3, 0, 1, 2, 3):
        table.note("draw", player=seat, card="goods")
    table.note("draw", player=0, card="fiasko")
    phone.open(table.address + "log")
    phone.find("#entry-7 summary").click()
    phone.find("#entry-7 form[action$='/strike'] button").scroll_into_view_if_needed()
    before = phone.find("#entry-7").bounding_box()
    phone.tap("#entry-7 form[action$='/strike'] button")
    refusal = phone.find("#log [role=alert]")
    expect(refusal).to_contain_text("Entry 14 would no longer make sense")
    expect(refusal).to_be_in_viewport(ratio=1)
    assert phone.find("#entry-7").bounding_box() == before


def test_a_correction_that_ends_the_game_earlier_is_answered_with_one_tap(phone, noted):
    noted.note("score", player=0, product="milk", points=88)
    for seat in (1, 2):
        noted.note("draw", player=seat, card="goods")
    phone.open(noted.address + "log/6/insert/end")
    phone.tap("#slip button.go")
    question = phone.find("#asked")
    expect(question).to_have_text("Ana would have won here. Strike the 2 entries after it?")
    expect(question).to_be_in_viewport(ratio=1)
    phone.page.wait_for_timeout(600)  # no second tap of a double tap
    phone.tap(".asks button.go")
    expect(phone.find(".win")).to_contain_text("Ana wins with 118")


# Names


def test_a_player_is_renamed_in_play(phone, new_phone, noted):
    watcher = new_phone().open(noted.watching)
    phone.open(noted.address)
    phone.tap("a.icon[hx-get$='/menu']")
    phone.tap("#slip a[href$='/seats']")
    phone.tap("#slip a[href$='/seats/1/name']")
    expect(phone.find("#slip [name=name]")).to_be_focused()
    phone.page.fill("#slip [name=name]", "Ana")
    phone.tap("#slip button.go")
    expect(phone.find("#wrong-name")).to_be_in_viewport()
    phone.page.fill("#slip [name=name]", "Thomas")
    phone.tap("#slip button.go")
    expect(phone.find("#seat-1")).to_contain_text("Thomas")
    expect(watcher.find("#seat-1")).to_contain_text("Thomas")
    assert undo(phone) == "Undo: Tom is now Thomas"


# How it looks


@pytest.mark.parametrize(
    "part", ["log", "log?of=1", "log/2/insert", "log/2/insert/score", "log/5", "seats", "seats/1/name"]
)
def test_it_fits_thumbs_and_readers(phone, noted, targets, assert_fit, part):
    noted.note("score", player=0, product="milk", points=88)
    phone.open(noted.address + part)
    assert_fit(phone, targets(phone))
