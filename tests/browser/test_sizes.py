"""The table at every size: keys under the thumb, names and totals in view, and only what is read scrolls."""

import itertools
import time
import unicodedata

import pytest
from playwright.sync_api import expect

CAST = ("Ana", "Tom", "Chloé", "Maximilian", "Eve", "Jean-Baptiste")
SMALL, PHONE, TALL, SIDE, LOW_SIDE, TABLET, LAPTOP = SIZES = (
    (360, 560),
    (390, 664),
    (390, 844),
    (844, 390),
    (667, 375),
    (768, 1024),
    (1280, 800),
)
HELD = SIZES[:-1]  # in a hand, where one page is seen at one size after the other
each_kind = pytest.mark.parametrize("sizes", [HELD, (LAPTOP,)], ids=["held", "laptop"])
TABLES = [("fiasko", 4), ("fiasko", 5), ("pasta", 4), ("pasta", 6), ("states", 4), ("states", 6)]
FULL_ON_A_LAPTOP = [("fiasko", 5, (LAPTOP,)), ("pasta", 6, (LAPTOP,)), ("states", 6, (LAPTOP,))]
PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")
THUMB, APART = 44, 8  # pixels

# Whatever is tapped to note something, and whether it is there: whole, in view, and under nothing else.
KEYS = """() => [...document.querySelectorAll('#pad :is(a, button, .pick > .key), #undo, header a')]
  .filter((key) => key.checkVisibility() && key.getClientRects().length)
  .map((key) => {
    const { left, top, right, bottom, width, height } = key.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const own = key.closest('.pick') ?? key;
    return { what: key.id || key.textContent.trim() || key.ariaLabel, left, top, right, bottom, width, height,
             pad: key.closest('#pad') !== null, free: own.contains(there),
             inside: left >= 0 && top >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5 };
  })"""
CELLS = """() => [...document.querySelectorAll('.seat, .cell, .run')].map((one) => {
  const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
  return { what: one.textContent.trim().slice(0, 20), left, top, right, bottom, width, height };
})"""
BOXES = "(all) => all.map((e) => ({ what: e.textContent, ...e.getBoundingClientRect().toJSON() }))"
IN_VIEW = """(all) => all.map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const there = document.elementFromPoint((left + right) / 2, bottom - 6);
  return left >= 0 && top >= 0 && right <= innerWidth + .5 && bottom <= innerHeight + .5 && one.contains(there);
})"""
WORDS_IN_TWO = """() => {
  const walk = document.createTreeWalker(document.getElementById('pad'), NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (node.parentElement.closest('.vh') || !node.parentElement.checkVisibility()) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (tops.size > 1) found.push(word[0]);
    }
  }
  return found;
}"""


@pytest.fixture
def table_of(open_table):
    """A game under way, with something in every place."""

    def play(slug, seats):
        table = open_table(slug, players=CAST[:seats])
        if slug == "fiasko":
            for seat, product in itertools.product(range(seats), PRODUCTS[:3]):
                table.note("score", player=seat, product=product, points=1000 if seat == 1 else 60 + seat)
            for draw in range(seats + 1):
                table.note("draw", player=draw % seats, card="goods")
        if slug == "pasta":
            for bank in range(seats * 4):
                table.note("bank", player=bank % seats, shape=bank * 2 % 9, pasta=2, sauce=bank % 3)
        if slug == "states":
            for battle, state in enumerate(("CA", "OR", "WA", "NV", "AK", "TX", "NM")):
                table.note("battle", state=state, value=4, winner=battle % seats)
        return table

    return play


@pytest.fixture
def screen(new_phone):
    """Of this size: a phone's or, from a laptop's on, with a mouse and a keyboard."""

    def make(size, **options):
        finger = size != LAPTOP
        given = {"is_mobile": finger, "has_touch": finger, "reduced_motion": "reduce", **options}
        return new_phone(viewport={"width": size[0], "height": size[1]}, **given)

    return make


def gap(one, other):
    across = max(one["left"], other["left"]) - min(one["right"], other["right"])
    down = max(one["top"], other["top"]) - min(one["bottom"], other["bottom"])
    return max(across, down)


def assert_for_thumbs(boxes):
    assert [one for one in boxes if min(one["width"], one["height"]) < THUMB - 0.05] == []
    near = [
        (one["what"], other["what"]) for one, other in itertools.combinations(boxes, 2) if gap(one, other) < APART - 0.1
    ]
    assert near == []


@pytest.mark.parametrize(("slug", "seats", "sizes"), [*((*table, HELD) for table in TABLES), *FULL_ON_A_LAPTOP])
def test_keys_names_and_totals_are_always_under_the_thumb(screen, table_of, each_font, slug, seats, sizes):
    phone = screen(sizes[0]).open(table_of(slug, seats).address)
    for _ in phone.at_each(sizes):
        for _ in each_font(phone):
            assert phone.overflow == [0, 0]
            keys = phone.page.evaluate(KEYS)
            assert len([key for key in keys if key["pad"]]) == {"fiasko": 4, "pasta": 25, "states": 1}[slug]
            assert [key for key in keys if not (key["inside"] and key["free"])] == []
            assert_for_thumbs(keys)
        assert_names_and_totals(phone, slug, seats)


def assert_names_and_totals(phone, slug, seats):
    """They can be tapped, and are apart."""
    if slug == "fiasko":
        assert_for_thumbs(phone.page.evaluate(CELLS))
        for scrolled_to in ("0", "room.scrollHeight", "0"):
            phone.find("#sheet").evaluate(f"(room) => {{ room.scrollTop = {scrolled_to}; }}")
            for part in (".seat", ".sum"):
                assert phone.find(part).evaluate_all(IN_VIEW) == [True] * seats
    else:
        heights = phone.find("#sheet :is(.seat, .run, .total)").evaluate_all("(all) => all.map((e) => e.offsetHeight)")
        assert min(heights) >= THUMB
        assert phone.find("#sheet").evaluate("(room) => room.scrollWidth <= room.clientWidth")


LARGE = [("fiasko", 5, "en"), ("fiasko", 5, "fr"), ("fiasko", 5, "de"), ("pasta", 6, "de"), ("states", 6, "it")]


@pytest.mark.parametrize(("slug", "seats", "language"), LARGE)
@pytest.mark.parametrize("sizes", [(SMALL, PHONE, SIDE, LOW_SIDE), (LAPTOP,)], ids=["held", "laptop"])
def test_at_twice_the_text_words_stay_whole_and_keys_in_their_place(screen, table_of, slug, seats, sizes, language):
    phone = screen(sizes[0], locale=language).open(table_of(slug, seats).address)
    for _ in phone.at_each(sizes):
        phone.text_at(200)
        assert phone.overflow == [0, 0]
        keys = phone.page.evaluate(KEYS)
        assert [key for key in keys if key["pad"] and not (key["inside"] and key["free"])] == []
        assert_for_thumbs([key for key in keys if key["pad"]])
        assert phone.page.evaluate(WORDS_IN_TWO) == []


def test_what_scrolls_at_twice_the_text_is_what_is_read(screen, table_of):
    phone = screen(PHONE).open(table_of("fiasko", 4).address)
    phone.text_at(200)
    phone.find(".sitting").evaluate("(all) => { all.scrollTop = 200; all.scrollLeft = 60; }")
    tops = phone.find(".seat").evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().top)")
    assert all(0 < top < 110 for top in tops)
    assert phone.find(".milk th").bounding_box()["x"] == pytest.approx(0, abs=1)
    expect(phone.find("#drew-goods")).to_be_in_viewport(ratio=1)
    phone.find(".sitting").evaluate("(all) => { all.scrollTop = all.scrollHeight; }")
    expect(phone.find("#undo")).to_be_in_viewport(ratio=1)


# A sheet that has to scroll


LOOK = "() => document.dispatchEvent(new CustomEvent('companion:behind'))"  # as every 20 seconds, but now


def scrolled(phone):
    return phone.find(".sitting").evaluate("(all) => all.scrollLeft")


def test_a_wide_sheet_shows_whose_turn_it_is_and_stays_where_it_was(screen, table_of):
    table = table_of("fiasko", 5)
    for seat in (1, 2, 3):
        table.note("draw", player=seat, card="goods")
    phone = screen(PHONE, is_mobile=False)
    phone.text_at(200)
    phone.open(table.address)
    assert phone.find("#seat-4").evaluate_all(IN_VIEW) == [True]
    there = scrolled(phone)
    assert there > 0
    phone.tap("#drew-goods")
    expect(phone.find("#seat-0")).to_have_attribute("aria-current", "true")
    assert scrolled(phone) == 0
    phone.find(".sitting").evaluate("(all) => { all.scrollLeft = 90; }")
    phone.tap("#drew-fiasko")
    expect(phone.find("#seat-1")).to_have_attribute("aria-current", "true")


def test_a_sheet_stays_where_it_was_scrolled_after_a_tap_a_name_and_another_phone(screen, table_of):
    table = table_of("fiasko", 4)
    phone = screen(SMALL).open(table.address)
    sheet = phone.find("#sheet")
    sheet.evaluate("(room) => { room.scrollTop = 60; }")
    phone.tap("#drew-goods")
    expect(phone.find("#seat-2")).to_have_attribute("aria-current", "true")
    phone.tap("#seat-3")
    expect(phone.find("#seat-3")).to_have_attribute("aria-current", "true")
    expect(phone.find("#shelf .now")).to_contain_text("Maximilian")
    assert sheet.evaluate("(room) => room.scrollTop") == 60
    phone.tap("#seat-2")
    phone.open(table.address)
    sheet.evaluate("(room) => { room.scrollTop = 60; }")
    table.note("draw", player=2, card="goods", phone="another")
    phone.page.evaluate(LOOK)
    expect(phone.find("#seat-3")).to_have_attribute("aria-current", "true")
    assert sheet.evaluate("(room) => room.scrollTop") == 60


def test_the_shelf_says_the_whole_name_that_the_sheet_cuts(screen, open_table):
    table = open_table(players=("Ana", "Tom", "Chloé", "Jean-Baptiste", "Eve"))
    phone = screen(PHONE).open(table.address + "?seat=3")
    name = phone.find("#seat-3 .name")
    assert name.evaluate("(e) => e.scrollWidth > e.clientWidth")
    said = phone.find(".now .name")
    expect(said).to_contain_text("Jean-Baptiste")
    assert said.evaluate("(e) => e.scrollWidth <= e.clientWidth")


# Slips, questions, refusals, and what waits

SLIPS = {
    "fiasko": ("note/score?player=0&product=corn", "note/draw", "note/recount", "menu", "why/total.0", "why/odds"),
    "pasta": (
        "note/bank?player=1",
        "note/lay?player=1",
        "note/lay?player=1&shape=2",
        "note/token",
        "menu",
        "why/total.1",
    ),
    "states": ("note/battle", "note/battle?state=OH", "menu", "why/total.0", "why/battle.CA", "why/tanks"),
}
NOT_REACHED = """(slip) => [...slip.querySelectorAll('a, button, .pick > .key')].filter((key) => {
  const place = key.closest('.pick') ?? key;
  if (key.closest('[data-words]') || !key.getClientRects().length) return false;
  if (!place.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  key.scrollIntoView({ block: 'center', inline: 'center' });
  const { left, top, width, height } = key.getBoundingClientRect();
  return !place.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((key) => key.textContent.trim())"""


SLIP_AT_FIRST = """(slip) => {
  document.querySelectorAll('*').forEach((room) => room.scrollTo(0, 0));
  const { top, bottom } = slip.getBoundingClientRect(), root = document.documentElement, wrong = [];
  const whole = (key) => {  // also where what is around it scrolls
    const { left, width, top, bottom } = key.getBoundingClientRect();
    return [top + 3, bottom - 3].every((y) => key.contains(document.elementFromPoint(left + width / 2, y)));
  };
  if (root.scrollHeight > root.clientHeight || root.scrollWidth > root.clientWidth) wrong.push('the page scrolls');
  if (slip.scrollWidth > slip.clientWidth) wrong.push('it scrolls sideways');
  if (top < 0 || bottom > innerHeight + 0.5) wrong.push('it is not whole');
  const keys = [...slip.querySelectorAll('button.go, [data-closes]')].filter((key) => key.checkVisibility());
  for (const key of keys.filter((key) => key.matches('.go'))) if (!whole(key)) wrong.push(`${key.textContent} is cut`);
  keys.at(-1).scrollIntoView({ block: 'nearest' });
  if (!whole(keys.at(-1))) wrong.push(`${keys.at(-1).textContent} is not reached`);
  return wrong;
}"""


@pytest.mark.parametrize("sizes", [(SMALL, PHONE, LOW_SIDE, TABLET), (LAPTOP,)], ids=["held", "laptop"])
@pytest.mark.parametrize("slug", SLIPS)
def test_a_slip_shows_its_main_key_and_can_be_read_to_its_end(screen, table_of, slug, sizes):
    table = table_of(slug, 4)
    phone = screen(sizes[0])
    for part in SLIPS[slug]:
        phone.open(table.address + part)
        slip = phone.find("#slip dialog")
        for _ in phone.at_each(sizes):
            assert slip.evaluate(SLIP_AT_FIRST) == [], part
            assert slip.evaluate(NOT_REACHED) == [], part
        phone.text_at(200)
        assert slip.evaluate(NOT_REACHED) == [], part
        phone.text_at(100)


@pytest.mark.parametrize("size", [SIDE, LOW_SIDE, LAPTOP], ids=str)
def test_the_score_slip_stands_beside_the_sheet_where_there_is_room(screen, table_of, size):
    phone = screen(size).open(table_of("fiasko", 4).address)
    phone.find("#to-score").click()
    slip = phone.find("#slip dialog").bounding_box()
    expect(phone.find("#score button.go")).to_be_in_viewport(ratio=1)
    sheet = phone.find("#sheet").bounding_box()
    assert slip["x"] >= sheet["x"] + sheet["width"] - 1


@pytest.mark.parametrize("sizes", [(SMALL, PHONE, TALL, SIDE, LOW_SIDE), (LAPTOP,)], ids=["held", "laptop"])
@pytest.mark.parametrize(("slug", "seats"), [("fiasko", 5), ("pasta", 6)])
def test_a_question_has_all_its_keys_in_view_at_every_size(screen, table_of, slug, seats, sizes):
    table = table_of(slug, seats)
    phone = screen(sizes[0]).open(table.address)
    if slug == "fiasko":
        with phone.finger_on("#drew-goods"):  # and another notes while it is down
            table.note("draw", player=1, card="goods", phone="another")
    else:
        phone.find("#pad .pick:has([name=shape][value='1'])").click()
        with phone.finger_on("#bank"):
            table.note("bank", player=0, shape=0, pasta=3, phone="another")
    keys = phone.find(".asks .key")
    expect(keys).to_have_count(seats + 1)
    for _ in phone.at_each(sizes):
        assert_for_thumbs(keys.evaluate_all(BOXES))
        for number in range(seats + 1):
            expect(keys.nth(number)).to_be_in_viewport(ratio=1)
        assert phone.find(".asks").evaluate("(e) => e.scrollHeight <= e.clientHeight + 1")


@each_kind
def test_a_refusal_stands_on_the_shelf_in_view_and_moves_no_key_away(screen, table_of, sizes):
    table = table_of("fiasko", 4)
    phone = screen(sizes[0]).open(table.address)
    table.note("recount", pile=0, fiasko=0, catastrophe=0)
    phone.find("#drew-goods").click()
    wrong = phone.find("#shelf .wrong")
    for _ in phone.at_each(sizes):
        expect(wrong).to_be_in_viewport(ratio=1)
        assert [key["what"] for key in phone.page.evaluate(KEYS) if not key["inside"]] == []


@each_kind
@pytest.mark.parametrize(("slug", "seats"), [("fiasko", 4), ("pasta", 4)])
def test_what_waits_covers_no_key_and_no_name(screen, table_of, slug, seats, sizes):
    table = table_of(slug, seats)
    phone = screen(sizes[0]).open(table.address)
    phone.may_fail = True
    phone.loses_its_line()
    if slug == "fiasko":
        phone.find("#drew-goods").click()
    else:
        phone.find("#undo").click()
    strip = phone.find("#waits")
    for _ in phone.at_each(sizes):
        expect(strip).to_be_in_viewport(ratio=0.99)
        expect(strip.locator("button")).to_be_in_viewport(ratio=0.5)
        assert [key["what"] for key in phone.page.evaluate(KEYS) if not key["free"]] == []
        if slug == "fiasko":
            box, counter = strip.bounding_box(), phone.find("#counter").bounding_box()
            assert box["x"] == pytest.approx(counter["x"], abs=1)
            assert box["width"] == pytest.approx(counter["width"], abs=1)
            assert phone.find(".seat").evaluate_all(IN_VIEW) == [True] * seats


# A laptop

LETTERS = """() => [...document.querySelectorAll('[data-letter]')].map((e) => e.dataset.letter)"""


@pytest.mark.parametrize("slug", ["fiasko", "pasta", "states"])
def test_a_laptops_keys_show_letters_of_their_words_that_differ(screen, table_of, slug):
    address = table_of(slug, 4).address
    for language in ("en", "fr", "de", "it"):
        phone = screen(LAPTOP, locale=language).open(address)
        expect(phone.find("#to-whole-log[data-letter]")).to_be_visible()
        letters = phone.page.evaluate(LETTERS)
        assert len(letters) == {"fiasko": 6, "pasta": 13, "states": 3}[slug]
        assert len(set(letters)) == len(letters)
        words = phone.find("[data-letter]").evaluate_all("(all) => all.map((e) => [e.dataset.letter, e.innerText])")
        assert all(letter in plain(text) for letter, text in words)


def plain(text):
    return unicodedata.normalize("NFD", text).upper()


def test_a_laptop_shows_its_log_when_another_script_comes_late(screen, table_of):
    phone = screen(LAPTOP)
    phone.page.route("**/js/live.js*", lambda route: (time.sleep(0.5), route.continue_()))
    phone.open(table_of("fiasko", 4).address)
    expect(phone.find("#to-whole-log[data-letter]")).to_be_visible()


def test_a_letter_does_what_its_key_does(screen, open_table):
    table = open_table()
    phone = screen(LAPTOP).open(table.address)
    expect(phone.find("#drew-goods")).to_have_attribute("data-letter", "G")
    phone.page.keyboard.press("g")
    expect(phone.find(".lines li")).to_have_count(1)
    expect(phone.find("#undo")).to_have_attribute("data-letter", "U")
    phone.page.keyboard.press("f")
    expect(phone.find(".lines li")).to_have_count(2)
    expect(phone.find(".lines li").first).to_contain_text("Tom · Fiasko")
    phone.page.keyboard.press("u")
    expect(phone.find(".lines li")).to_have_count(1)
    phone.page.keyboard.press("s")
    expect(phone.find("#slip #score")).to_be_visible()
    assert len(table.sheet.counter.hands) == 4


def test_no_letter_works_while_a_slip_is_open_or_somebody_types(screen, open_table):
    table = open_table()
    phone = screen(LAPTOP).open(table.address)
    expect(phone.find("#drew-goods")).to_have_attribute("data-letter", "G")
    phone.page.keyboard.press("Control+g")
    phone.page.keyboard.press("s")
    expect(phone.find("#slip #score")).to_be_visible()
    phone.page.keyboard.press("g")
    phone.page.fill("#score [name=values]", "5")
    phone.page.keyboard.press("g")
    phone.page.keyboard.press("Escape")
    expect(phone.find("#slip #score")).to_have_count(0)
    assert table.log.length == 0


def test_a_score_is_eight_keystrokes_at_most_and_each_is_told(screen, open_table):
    table = open_table()
    for seat in (0, 1, 2, 3) * 3:
        table.note("draw", player=seat, card="goods")
    phone = screen(LAPTOP).open(table.address)
    expect(phone.find("#to-score[data-letter=S]")).to_be_visible()
    phone.page.keyboard.press("s")
    expect(phone.find("#score .pick.milk [data-letter=M]")).to_be_visible()
    for key in ("m", "5", "2", "4"):
        phone.page.keyboard.press(key)
    expect(phone.find("#said")).to_have_text("5 + 2 + 4")
    phone.page.keyboard.press("Backspace")
    expect(phone.find("#said")).to_have_text("5 + 2")
    expect(phone.find("#notes-what")).to_have_text("Note 21 for Ana")
    phone.page.keyboard.press("Enter")
    expect(phone.find("#sitting")).to_have_attribute("data-after", "13")
    assert table.sheet.scores[0]["milk"].values == (5, 2)


def test_letters_can_be_switched_off(screen, open_table):
    table = open_table()
    phone = screen(LAPTOP).open("/settings?back=" + table.address)
    with phone.page.expect_response(lambda answer: answer.request.method == "POST"):
        phone.find(".pick:has([name=letters][value=off])").click()
    phone.open(table.address)
    expect(phone.find(".noted")).to_be_visible()
    phone.page.keyboard.press("g")
    expect(phone.find("[data-letter]")).to_have_count(0)
    assert table.log.length == 0


@pytest.mark.parametrize("size", [PHONE, SIDE, TABLET], ids=str)
def test_a_phone_neither_loads_nor_shows_what_a_laptop_has(screen, table_of, size):
    phone, asked = screen(size), []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.open(table_of("fiasko", 4).address)
    phone.page.wait_for_load_state("load")
    phone.page.keyboard.press("g")
    expect(phone.find("[data-letter]")).to_have_count(0)
    assert [url for url in asked if "wide.js" in url or "beside" in url] == []


def test_a_laptop_without_a_keyboard_has_the_log_and_no_letters(screen, table_of):
    phone = screen(LAPTOP, is_mobile=True, has_touch=True).open(table_of("fiasko", 4).address)
    expect(phone.find(".lines li")).to_have_count(10)
    expect(phone.find("[data-letter]")).to_have_count(0)


@pytest.mark.parametrize("slug", ["fiasko", "pasta", "states"])
def test_a_laptop_shows_what_was_noted_last_and_hears_of_the_next(screen, table_of, slug):
    table = table_of(slug, 4)
    phone = screen(LAPTOP).open(table.address)
    newest = phone.find(".lines .newest b")
    expect(newest).to_have_text(str(table.log.length))
    moves = {
        "fiasko": ("draw", {"player": 1, "card": "goods"}),
        "pasta": ("bank", {"player": 0, "shape": 1, "pasta": 3}),
    }
    kind, fields = moves.get(slug, ("battle", {"state": "NY", "value": 4, "winner": 0}))
    table.note(kind, phone="another", **fields)
    phone.page.evaluate(LOOK)
    expect(newest).to_have_text(str(table.log.length))


def test_a_laptops_curve_has_its_ten_points_and_the_pips_their_words(screen, table_of):
    phone = screen(LAPTOP).open(table_of("fiasko", 4).address)
    expect(phone.find(".chart circle")).to_have_count(10)
    expect(phone.find(".chart")).to_be_in_viewport(ratio=1)
    expect(phone.find(".words")).to_contain_text("6 of 6 Fiasko")
    assert (
        gap(
            phone.find(".chart").evaluate("(e) => e.getBoundingClientRect().toJSON()"),
            phone.find(".chances").evaluate("(e) => e.getBoundingClientRect().toJSON()"),
        )
        >= 0
    )


def test_at_the_piles_end_the_shelf_stays_as_high_as_it_was_in_french_too(screen, table):
    table.note("recount", pile=4, fiasko=3, catastrophe=1)
    phone = screen(PHONE, locale="fr").open(table.address)
    (before,) = phone.boxes("#shelf")
    phone.tap("#drew-goods")
    expect(phone.find("#we-shuffled")).to_be_visible()
    (after,) = phone.boxes("#shelf")
    assert abs(after["height"] - before["height"]) < 6


def test_a_low_laptop_has_the_main_key_of_a_score_in_view(screen, table):
    phone = screen(LAPTOP).open(table.address)
    phone.page.set_viewport_size({"width": 1200, "height": 660})
    phone.find("#to-score").click()
    expect(phone.find("#score .go")).to_be_visible()
    (key,) = phone.boxes("#score .go")
    assert key["bottom"] <= 660


CUT = """() => [...document.querySelectorAll('#pad .shapes :is(b, .slim)')]
  .filter((word) => word.scrollWidth > word.clientWidth).map((word) => word.innerText)"""


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_the_names_of_the_shapes_are_whole_on_small_phones_and_at_twice_the_text(screen, table_of, each_font, language):
    phone = screen(PHONE, locale=language).open(table_of("pasta", 4).address)
    for text in (100, 200):
        phone.text_at(text)
        for _ in phone.at_each([(390, 664), (360, 560)]):
            assert [cut for _ in each_font(phone) for cut in phone.page.evaluate(CUT)] == []
    phone.text_at(100)
    for _ in phone.at_each([(844, 390)]):
        assert [cut for _ in each_font(phone) for cut in phone.page.evaluate(CUT)] == []
