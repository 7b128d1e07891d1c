"""What must be seen at one glance is: four seats in every language, and whatever is long, large or many."""

import itertools

import pytest
from playwright.sync_api import expect

LONG = ("Maximilian-Alexander Wolf"[:24], "W" * 24, "Pneumonoultramicroscopi", "Ana", "🧑‍🍳👩‍👩‍👧‍👦")
PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")
WIDER_THAN_ITS_BOX = """(all) => all.filter((e) => {
  const range = document.createRange(); range.selectNodeContents(e.firstChild);
  return range.getBoundingClientRect().width > e.clientWidth;
}).map((e) => e.textContent)"""
WHOLE = ("#sheet", "#counter", "#shelf", "#pad")


@pytest.fixture
def states_of_a_game(open_table):
    """The same table early, in the middle, at its fullest, with each notice that its shelf can have."""

    def play(table):
        yield "before the first card"
        for seat in range(4):
            table.note("draw", player=seat, card="goods")
        yield "after a round"
        table.note("score", player=3, product="pickles", points=60)
        yield "after a score"
        for _ in range(9):
            table.note("draw", player=0, card="goods")
        table.note("draw", player=3, card="catastrophe")
        for _ in range(9):
            table.note("draw", player=0, card="goods")
        table.note("draw", player=3, card="goods")
        yield "a hand that could beat the best"
        for seat, product in itertools.product(range(4), PRODUCTS[:4]):
            if (seat, product) != (3, "pickles"):
                table.note("score", player=seat, product=product, points=1000)
        yield "nearly over"
        table.note("recount", pile=60, fiasko=1, catastrophe=0)
        yield "one Fiasko in sixty cards"
        table.note("recount", pile=20, fiasko=0, catastrophe=0)
        yield "without fear"
        table.note("recount", pile=0, fiasko=0, catastrophe=0)
        yield "an empty pile"

    return play


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_four_seats_fit_at_a_glance_from_the_first_card_to_the_last(
    new_phone, open_table, states_of_a_game, at_a_glance, language
):
    table = open_table()
    phone = new_phone(locale=language)
    for state in states_of_a_game(table):
        phone.open(table.address)
        print(state)
        at_a_glance(phone, *WHOLE)


def test_a_tall_screen_is_used(new_phone, told):
    heights = []
    for height in (664, 844):
        phone = new_phone(viewport={"width": 390, "height": height}).open(told.address)
        heights.append(phone.find("#sheet").bounding_box()["height"])
        pad = phone.find("#pad").bounding_box()
        assert pad["y"] + pad["height"] == pytest.approx(height, abs=1)
    assert heights[1] > heights[0] + 50


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_the_score_slip_shows_all_its_keys_at_once(new_phone, told, each_font, language):
    phone = new_phone(locale=language, reduced_motion="reduce")
    for mode in ("points", "values hand"):
        phone.open(told.address + "note/score?player=0&product=sardines")
        phone.tap(f"#score .pick:has([name=without][value='{mode}'])")
        slip = phone.find("#slip dialog")
        for _ in each_font(phone):
            assert slip.evaluate("(e) => e.scrollHeight <= e.clientHeight")
            expect(phone.find("#score button.go")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("language", "height"), [("en", 844), ("en", 664), ("fr", 664), ("de", 664), ("it", 664)])
def test_a_question_lies_over_shelf_and_pad_exactly_and_moves_nothing(new_phone, table, each_font, language, height):
    phone = new_phone(locale=language, viewport={"width": 390, "height": height}, reduced_motion="reduce")
    table.note("draw", player=0, card="goods")  # something to undo
    phone.open(table.address)
    before = [phone.boxes(*WHOLE) for _ in each_font(phone)]
    table.note("draw", player=1, card="goods")
    phone.tap("#drew-goods")
    expect(phone.find(".asks button")).to_have_count(4)
    for (_, _, shelf, pad), _ in zip(before, each_font(phone), strict=True):
        asks = phone.find(".asks").bounding_box()
        assert asks["y"] == pytest.approx(shelf["y"], abs=1)
        assert asks["height"] == pytest.approx(pad["y"] + pad["height"] - shelf["y"], abs=1)
        assert phone.find(".asks").evaluate("(e) => e.scrollHeight <= e.clientHeight")
    phone.tap(".drop")
    expect(phone.find(".asks")).to_have_count(0)
    for boxes, _ in zip(before, each_font(phone), strict=True):
        assert [box["y"] for box in phone.boxes(*WHOLE)] == pytest.approx([box["y"] for box in boxes], abs=1)


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_a_question_has_a_key_for_every_seat_in_view(new_phone, open_table, each_font, seats):
    """Of five, three and two; only from five on it reaches over the counter."""
    table = open_table("pasta", players=("Ana", "Tom", "Chloé", "Maximilian", "Eve", "Flo")[:seats])
    phone = new_phone(viewport={"width": 360, "height": 560}, reduced_motion="reduce")
    phone.open(table.address + "note/bank?player=0&shape=0&pasta=3")
    table.note("bank", player=0, shape=1, pasta=3)
    phone.tap("#slip button.go")
    keys = phone.find(".asks .key")
    expect(keys).to_have_count(seats + 1)
    for _ in each_font(phone):
        assert phone.find(".asks").evaluate("(e) => e.scrollHeight <= e.clientHeight && e.scrollWidth <= e.clientWidth")
        for number in range(seats + 1):
            expect(keys.nth(number)).to_be_in_viewport(ratio=1)
        rows = phone.find(".asks button").evaluate_all("(all) => all.map(e => e.offsetTop)")
        assert [rows.count(row) for row in sorted(set(rows))] == {2: [2], 3: [3], 5: [3, 2], 6: [3, 3]}[seats]


@pytest.mark.parametrize("width", [360, 390])
def test_five_seats_fit_without_scrolling_sideways(new_phone, open_table, each_font, width):
    table = open_table(players=("Ana", "Tom", "Chloé", "Maximilian", "Eve"))
    for seat in range(5):
        table.note("score", player=seat, product="milk", points=1000)
    phone = new_phone(viewport={"width": width, "height": 664}).open(table.address)
    for _ in each_font(phone):
        assert phone.overflow == [0, 0]
        assert phone.find("#sheet").evaluate("(e) => e.scrollWidth <= e.clientWidth")
        assert phone.find(".cell:not(.open), .sum .tag").evaluate_all(WIDER_THAN_ITS_BOX) == []


def test_whose_turn_it_is_can_be_seen_with_five_seats_too(phone, open_table):
    table = open_table(players=("Ana", "Tom", "Chloé", "Maximilian", "Eve"))
    for seat in range(4):
        table.note("draw", player=seat, card="goods")
    phone.open(table.address)
    expect(phone.find("#seat-4")).to_have_attribute("aria-current", "true")
    expect(phone.find("#shelf .now")).to_contain_text("Eve")


def test_long_names_are_cut_and_never_wrap(phone, open_table):
    table = open_table(players=LONG)
    table.note("draw", player=0, card="goods")
    phone.open(table.address)
    assert phone.overflow == [0, 0]
    tops = {
        round(box["top"])
        for box in phone.find(".seat").evaluate_all("(all) => all.map(e => e.getBoundingClientRect())")
    }
    assert len(tops) == 1
    for part in ("note/score?player=1", "note/draw", "why/total.1", "log", "menu", "share/"):
        phone.open(table.address + part)
        assert phone.overflow[1] <= 0
        slips = phone.find("#slip dialog").evaluate_all(
            "(all) => all.filter(e => e.scrollWidth > e.clientWidth).length"
        )
        assert slips == 0
    table.note("end")
    for address in (table.address, "/", "/new/fiasko"):
        phone.open(address)
        assert phone.overflow[1] <= 0


LAST = {  # two moves, of long words
    "fiasko": [
        ("draw", {"player": 0, "card": "catastrophe"}),
        ("score", {"player": 1, "product": "sardines", "points": 1000}),
    ],
    "pasta": [("bank", {"player": seat, "shape": 8, "pasta": 4, "sauce": 3}) for seat in (0, 1)],
    "states": [("battle", {"state": state, "value": 12, "winner": 1}) for state in ("MA", "NC")],
}


@pytest.mark.parametrize(
    ("slug", "language"),
    [*(("fiasko", language) for language in ("en", "fr", "de", "it")), ("pasta", "de"), ("states", "fr")],
)
def test_undo_and_redo_stand_side_by_side_and_whole(new_phone, open_table, each_font, slug, language):
    table = open_table(slug, players=LONG[:3])
    for kind, fields in LAST[slug]:
        table.note(kind, **fields)
    phone = new_phone(locale=language).open(table.address)
    phone.tap("#undo")
    expect(phone.find("#redo")).to_be_visible()
    for width, _ in phone.at_each([(390, 664), (360, 560), (320, 480), (844, 390)]):
        for _ in each_font(phone):
            undo, redo = phone.boxes("#undo", "#redo")
            assert min(undo["width"], undo["height"], redo["width"], redo["height"]) >= 44
            assert redo["right"] + 7.9 <= undo["left"]
            assert undo["right"] <= width - 7.9
            assert phone.overflow[1] == 0
            assert (
                phone.find("#undo, #redo").evaluate_all("(all) => all.filter(e => e.scrollWidth > e.clientWidth)") == []
            )


ALIKE = ("Person Eins", "Person Zwei", "Jean-Baptiste", "Jean-Bernard", "Maximiliane")


def test_undo_shows_no_two_names_alike(phone, open_table):
    phone.open(open_table("fiasko", ALIKE).address)
    shown, name = [], phone.find("#undo .who")
    for player in ALIKE:
        phone.tap("#drew-goods")
        expect(name).to_have_text(player)
        assert not name.evaluate("(name) => name.scrollWidth > name.clientWidth")
        shown.append(name.get_attribute("data-short"))
    assert len(set(shown)) == len(ALIKE)
    assert None not in shown
    assert max(map(len, shown)) < 10


def test_four_digits_stay_in_their_cells(phone, open_table, at_a_glance):
    table = open_table()
    for seat, product in itertools.product(range(4), PRODUCTS[:4]):
        table.note("score", player=seat, product=product, points=3840)
    phone.open(table.address)
    at_a_glance(phone, *WHOLE)
    assert phone.find(".cell:not(.open), .sum .tag").evaluate_all(WIDER_THAN_ITS_BOX) == []


OTHERS = ((320, 568), (360, 640), (768, 1024), (1280, 720), (844, 390))


PARTS = ("", "note/score?player=0", "why/odds", "menu", "log", "share/", "/", "/new/fiasko", "/settings")


def test_other_screens_scroll_at_most_down(phone, told, each_font):
    for part in PARTS:
        phone.open(part if part.startswith("/") else told.address + part)
        print("at", part)
        for _ in phone.at_each(OTHERS):
            assert {phone.overflow[1] for _ in each_font(phone)} == {0}


def test_every_key_of_the_pad_can_be_reached_on_a_phone_on_its_side(new_phone, told):
    phone = new_phone(viewport={"width": 844, "height": 390})
    phone.open(told.address)
    phone.tap("#to-score")
    phone.tap("#score .pick.sardines")
    phone.tap("#score .pick:has([value='values hand'])")
    phone.tap("[data-to=points][data-adds='8']")
    phone.tap("[data-to=points][data-adds='8']")
    phone.tap("#score button.go")
    expect(phone.find(".win h2")).to_be_visible()  # it was Tom's fifth
    assert told.sheet.scores[1]["sardines"].points == 88


SPILT = """(parts) => [...document.querySelectorAll(parts)]
  .filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.innerText)"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE", "it-IT"])
def test_a_tablet_says_whose_turn_it_is_and_what_a_correction_changed(new_phone, told, each_font, locale):
    told.correct(9, "score", player=2, product="milk", points=36)
    phone = new_phone(locale=locale, viewport={"width": 1024, "height": 768}).open(told.address)
    expect(phone.find("#undo")).to_contain_text("30 → 36")
    for _ in phone.at_each([(1024, 768), (768, 1024)]):
        for _ in each_font(phone):
            assert phone.page.evaluate(SPILT, ".now b, .now .name, #undo, #undo *, #pad .key") == []


INK_OVER_EDGE = """element => {
  const range = document.createRange(), brush = document.createElement('canvas').getContext('2d');
  range.setStart(element.firstChild, 0);
  range.setEnd(element.firstChild, 1);
  const style = getComputedStyle(element);
  brush.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const drawn = brush.measureText(element.textContent[0]);
  const top = range.getBoundingClientRect().top + drawn.fontBoundingBoxAscent - drawn.actualBoundingBoxAscent;
  return element.getBoundingClientRect().top - top;
}"""


def test_the_dots_over_a_first_letter_are_whole_on_the_shelf(new_phone, table):
    table.note("draw", player=1, card="goods")
    table.note("draw", player=0, card="catastrophe")
    phone = new_phone(locale="de-DE").open(table.address)
    notice = phone.find("#notice")
    expect(notice).to_have_text("Ätsch! 1 Karte verloren")
    assert notice.evaluate(INK_OVER_EDGE) <= 0


# While nothing answers

CUT = """(parts) => [...document.querySelectorAll(parts)].filter((part) => part.offsetParent)
  .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 3)
  .map((part) => part.innerText)"""
OVER = """() => {
  const box = document.getElementById('trouble').getBoundingClientRect();
  return [...document.querySelectorAll('#pad .key, #shelf .key, .seat')].filter((key) => {
    const other = key.getBoundingClientRect();
    return box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
  }).map((key) => key.innerText);
}"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE", "it-IT"])
def test_the_head_says_since_when_to_the_minute_and_what_waits_is_whole(new_phone, told, locale):
    phone = new_phone(locale=locale)
    phone.may_fail = True
    phone.open(told.address)
    phone.page.evaluate(
        """() => {
          window.fetch = () => Promise.reject(new TypeError('no line'));
          dispatchEvent(new Event('offline'));
        }"""
    )
    for _ in phone.at_each([(360, 560), (844, 390)]):
        assert phone.page.evaluate(CUT, "#live span") == []
    phone.tap("#drew-goods")
    phone.find("#waits").wait_for()
    phone.page.wait_for_timeout(700)
    phone.tap("#drew-goods")
    phone.find("#waits li >> nth=1").wait_for()
    for _ in phone.at_each([(360, 560), (844, 390)]):
        assert phone.page.evaluate(CUT, "#live span, #waits .name") == []


BEYOND = """() => {
  const words = document.createRange(), counter = document.getElementById('counter').getBoundingClientRect();
  const place = document.querySelector('.all-bad'), { right } = place.getBoundingClientRect();
  words.selectNodeContents(place);
  const drawn = words.getBoundingClientRect();
  return [drawn.right - right, drawn.bottom - counter.bottom].filter((over) => over > 0.5);
}"""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE", "it-IT"])
@pytest.mark.parametrize("pile", [{"fiasko": 2, "catastrophe": 1}, {"fiasko": 3, "catastrophe": 0}])
def test_that_only_bad_cards_are_left_is_said_whole(new_phone, table, each_font, locale, pile):
    table.note("recount", pile=3, **pile)
    phone = new_phone(locale=locale).open(table.address)
    expect(phone.find(".all-bad")).to_be_visible()
    assert [over for _ in each_font(phone) for over in phone.page.evaluate(BEYOND)] == []


@pytest.mark.parametrize("slug", ["fiasko", "pasta", "states"])
def test_what_nobody_answers_is_said_beside_the_keys_and_over_none(new_phone, open_table, slug):
    phone = new_phone()
    phone.open(open_table(slug).address)
    phone.page.evaluate("document.dispatchEvent(new CustomEvent('companion:trouble', { detail: {} }))")
    for width, height in phone.at_each([(390, 664), (844, 390), (1366, 768)]):
        assert phone.page.evaluate(OVER) == []
        (box,) = phone.boxes("#trouble")
        assert box["bottom"] <= height
        assert box["right"] <= width
