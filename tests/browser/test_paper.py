"""Printed: one page of A4 and of US Letter, black on white, without the screen's keys."""

import re

import pytest

from companion import store
from companion.rules import GAMES
from companion.rules.states.moves import STATE_NAMES

HIGH, WIDE = 255, 186  # millimetres, of both papers without their margins
PAGES = re.compile(rb"/Type\s*/Page\b")  # of a PDF
LONG = tuple(f"{letter}WWWWWWWWWWWWWWWWWWWWWWW" for letter in "ABCDEF")
MEASURED = """() => {
  const leaf = document.querySelector('.leaf'), { width, height } = leaf.getBoundingClientRect();
  const cut = [...leaf.querySelectorAll('td, th')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1);
  const top = (one) => one.getBoundingClientRect().top;
  const over = [...leaf.querySelectorAll('.went text')].filter((text) => top(text) < top(text.closest('svg')) - 4);
  return [width * 25.4 / 96, height * 25.4 / 96, [...cut, ...over].map((one) => one.textContent.trim())];
}"""


@pytest.fixture
def printed(phone):
    """A page of this phone's as a printer gets it: width and height, what is cut off, and its text."""

    def check(address):
        page = phone.open(address).page
        page.emulate_media(media="print")
        width, height, cut = page.evaluate(MEASURED)
        assert (round(width), cut) == (WIDE, [])
        assert height <= HIGH
        return printed_text(page)

    return check


def printed_text(page):
    """Of the only page that the browser makes of it, on either paper."""
    for paper in ("A4", "Letter"):
        assert len(PAGES.findall(page.pdf(format=paper))) == 1
    return page.locator("body").inner_text()


def fill(table, slug):
    """Late in a game, with large numbers."""
    seats = range(len(table.sheet.table.players))
    if slug == "fiasko":
        for seat in seats:
            if seat:
                table.note("reshuffle")  # the pack has three fives of a product, and they lie on the discards
            for product in ("milk", "pickles", "tomatoes", "corn"):
                table.note("score", player=seat, product=product, values=[5, 5, 5, 4, 4, 4], hand=40)
        table.note("reshuffle")
        for at in range(12):  # enough to say what turned it
            table.note("draw", player=at % len(seats), card="fiasko" if at > 9 else "goods")
    elif slug == "pasta":
        for shape in range(9):
            for seat in seats:
                table.note("lay", player=seat, shape=shape, pasta=20, sauce=12)
        table.note("token", player=0)
    else:
        for state in list(STATE_NAMES)[:26] * 3:
            table.note("battle", state=state, value=9, winner=None)


@pytest.mark.parametrize(
    ("slug", "seats"), [(slug, seats) for slug, game in GAMES.items() for seats in (2, game.seats.high)]
)
def test_a_sheet_is_one_page_with_long_names_and_large_numbers(printed, open_table, slug, seats):
    table = open_table(slug, LONG[:seats])
    fill(table, slug)
    text = printed(table.address + "paper")
    assert "CSV" not in text
    assert "AW" in text
    end(table)
    assert "AW" in printed(table.address + "paper")


def end(table):
    """With points for everybody, so that there is a course to draw."""
    seats = len(table.sheet.table.players)
    if table.sitting.game == "states":
        for at, state in enumerate(list(STATE_NAMES)[26:38]):
            table.note("battle", state=state, value=9, winner=at % seats)
    table.note("end")
    with table.app.app_context():
        store.write_remark(table.sitting, "A note of so many words. " * 11, None)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_blank_sheet_is_one_page_before_and_at_a_table(printed, open_table, slug):
    table = open_table(slug, LONG[: GAMES[slug].seats.high])
    assert printed(f"/games/{slug}/blank")
    assert "AW" not in printed(table.address + "blank")


def test_the_battles_of_states_are_one_page_with_their_tanks(printed, open_table):
    table = open_table("states", LONG)
    for at, state in enumerate(list(STATE_NAMES)[:42] * 2):
        if at:
            table.note("reshuffle")
        table.note("battle", state=state, value=9, tanks=[30 - at % 10, 30 - at % 10, 1, 1, 2, 2])
    assert "84" in printed(table.address + "paper")
    end(table)
    assert "84" in printed(table.address + "paper")


LAST = {  # what is noted until then, where the last move is asked for, and the key that notes it
    "fiasko": (
        [("score", {"player": 0, "product": one, "points": 40}) for one in ("milk", "pickles", "tomatoes", "corn")],
        "note/score?player=0&product=sardines&points=36&without=values+hand",
        ".go",
    ),
    "pasta": ([("bank", {"player": 0, "shape": 2, "pasta": 4})], "note/end", ".go"),
    "states": (
        [("battle", {"state": "CA", "value": 99, "winner": 0})],
        "note/battle?state=TX&value=60&without=tanks",
        "[name=winner][value='0']",
    ),
}


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_from_the_last_move_to_the_printed_page(phone, open_table, slug):
    before, last, key = LAST[slug]
    table = open_table(slug, ("Ana", "Tom"))
    for kind, fields in before:
        table.note(kind, **fields)
    phone.open(table.address + last)
    phone.tap(f"#slip {key}")
    phone.find(".win h2").wait_for()
    phone.tap(".tray summary")
    phone.tap(".tray a[href$='/paper']")
    phone.find("#prints").wait_for()
    print(f"\n{slug}, from the last move to its paper: {phone.taps} taps")
    phone.page.emulate_media(media="print")
    text = printed_text(phone.page)
    assert re.search(r"Ana wins with \d+", text)
    assert all(said not in text for said in ("Print", "PDF", "CSV", "Back"))


def test_what_is_printed_is_black_on_white_in_the_dark_too(new_phone, told):
    page = new_phone(color_scheme="dark").open(told.address + "paper").page
    page.emulate_media(media="print")
    shown = page.evaluate(
        "['body', '.leaf'].map((where) => getComputedStyle(document.querySelector(where)))"
        ".map((style) => [style.backgroundColor, style.color])"
    )
    assert shown[0][0] == "rgba(0, 0, 0, 0)"
    assert shown[1] == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    assert page.locator(".top, .desk").evaluate_all("all => all.map((one) => getComputedStyle(one).display)") == [
        "none",
        "none",
    ]


def test_one_tap_prints(phone, told):
    page = phone.open(told.address + "paper").page
    page.evaluate("window.print = () => { document.title = 'printed'; }")
    phone.tap("#prints")
    assert page.title() == "printed"
    assert not page.locator("#by-hand").is_visible()


def test_the_sheet_is_seen_whole_on_the_phone(phone, told):
    page = phone.open(told.address + "paper").page
    assert phone.overflow[1] <= 0
    left, width = page.locator(".leaf").evaluate("leaf => [leaf.getBoundingClientRect().left, leaf.offsetWidth]")
    assert left >= 0
    assert left + width <= 390


def test_the_page_is_for_thumbs_and_readers(phone, told, targets, assert_fit):
    phone.open(told.address + "paper")
    assert_fit(phone, targets(phone))
