"""The end of Pasta and of States on a phone: what the first view says, and the map stepped through under a thumb."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion import store

GAMES_PLAYED = Path(__file__).parents[1] / "games"
PASTA, STATES = "pasta-the-token-on-its-way", "states-to-the-last-battle"
SIX = ("Maximilian-Alexander Wol", "W" * 24, "Chloé", "Björn", "Eve", "Flo")
UNDER = """(e) => {  // how far it ends above what sticks to the bottom
  const stays = document.querySelector('.stay').getBoundingClientRect();
  return stays.top - e.getBoundingClientRect().bottom;
}"""
TOO_SMALL = """() => [...document.querySelectorAll('.ended *')]
  .filter((e) => [...e.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
    && !e.closest('.vh, title, desc, .undo i'))
  .map((e) => [e.textContent.trim().slice(0, 30), parseFloat(getComputedStyle(e).fontSize)
    * (e.closest('svg') ? e.closest('svg').getScreenCTM().a : 1)])
  .filter(([, size]) => size < 12.99)"""


@pytest.fixture(scope="module")
def whole_game(app):
    def bring(name):
        with app.app_context():
            (sitting,) = store.import_games((GAMES_PLAYED / f"{name}.json").read_bytes())
        return f"/s/{sitting.score_link}/"

    return bring


@pytest.fixture
def six(open_table):
    def play(slug):
        table = open_table(slug, players=SIX)
        for seat in range(6):
            if slug == "pasta":
                table.note("bank", player=seat, shape=seat, pasta=4)
                table.note("bank", player=seat, shape=8, pasta=2, **({"steal_from": seat - 1} if seat else {}))
            else:
                state = ("OH", "TX", "CA", "NY", "FL", "MA")[seat]
                table.note("battle", state=state, value=seat + 3, tanks=[(6 * seat + n) % 30 + 1 for n in range(6)])
        table.note("end")
        return table.address

    return play


@pytest.mark.parametrize("name", [PASTA, STATES])
def test_the_first_view_has_everybodys_rank_and_total_and_what_decided(phone, whole_game, name):
    phone.open(whole_game(name))
    lines = phone.find("#tally > li")
    assert lines.last.evaluate(UNDER) >= 0
    expect(phone.find("#tally .sums")).to_have_count(4 if name == PASTA else 2)
    assert phone.overflow[1] <= 0


@pytest.mark.parametrize("slug", ["pasta", "states"])
def test_six_with_long_names_are_in_the_first_view(phone, six, slug):
    phone.open(six(slug))
    assert phone.find("#tally > li").nth(5).evaluate(UNDER) >= 0
    assert phone.overflow[1] <= 0


@pytest.mark.parametrize(
    ("way", "lines"), [("", ".trace path:last-child"), ("paper", ".went > path"), ("picture.svg", "svg > path")]
)
def test_without_a_colour_every_line_is_told_by_its_dashes_and_its_mark(phone, six, way, lines):
    phone.open(six("states") + way)
    dashes = phone.find(lines).evaluate_all("all => all.map((line) => getComputedStyle(line).strokeDasharray)")
    marks = phone.find("svg use").evaluate_all("all => all.map((use) => use.getAttribute('href'))")
    assert len(set(dashes)) >= 6
    assert {f"#m{seat}" for seat in range(1, 7)} <= set(marks)


def test_the_map_is_stepped_through_and_keeps_its_place(phone, whole_game):
    phone.open(whole_game(STATES))
    phone.find("#map").scroll_into_view_if_needed()
    phone.find(".stepping").evaluate("(e) => e.scrollIntoView({ block: 'center' })")
    place = phone.find(".stepping").bounding_box()["y"]
    phone.tap("#step-back")
    expect(phone.find("#step")).to_contain_text("51 of 52: New Mexico, 2 points")
    for left in (50, 49, 48):
        phone.tap("#step-back")
        expect(phone.find("#step")).to_contain_text(f"{left} of 52")
    assert phone.find(".stepping").bounding_box()["y"] == pytest.approx(
        place, abs=40
    )  # the sentence has one line or two
    assert phone.page.evaluate("() => document.activeElement.id") == "step-back"
    before = phone.find(".cursor").get_attribute("d")
    phone.tap("#step-first")
    expect(phone.find("#step")).to_contain_text("1 of 52: Michigan, 10 points")
    expect(phone.find("#step-back")).to_have_attribute("aria-disabled", "true")
    assert phone.find(".cursor").get_attribute("d") != before
    phone.page.reload()
    expect(phone.find("#step")).to_contain_text("1 of 52")
    print(f"\n{phone.taps} taps")


def test_without_a_script_the_links_step_as_well(new_phone, whole_game):
    phone = new_phone(java_script_enabled=False)
    phone.page.goto(phone.server + whole_game(STATES))
    phone.page.locator("#step-back").tap()
    expect(phone.find("#step")).to_contain_text("51 of 52")
    assert phone.page.url.endswith("?entry=51#map")


def test_a_keyboard_steps_and_stays_on_its_key(phone, whole_game):
    phone.open(whole_game(STATES))
    expect(phone.find("#live")).to_contain_text("Live")
    phone.find("#step-back").focus()
    for left in (51, 50):
        phone.page.keyboard.press("Enter")
        expect(phone.find("#step")).to_contain_text(f"{left} of 52")
        expect(phone.find("#step-back")).to_be_focused()
        phone.page.wait_for_timeout(300)  # as fingers do


@pytest.mark.parametrize("name", [PASTA, STATES])
@pytest.mark.parametrize("size", [(390, 664), (360, 560)])
def test_the_end_fits_thumbs_and_readers(new_phone, whole_game, targets, assert_fit, name, size):
    phone = new_phone({"width": size[0], "height": size[1]}, reduced_motion="reduce").open(whole_game(name))
    phone.page.evaluate("() => document.querySelectorAll('details').forEach((e) => { e.open = true })")
    assert phone.page.evaluate(TOO_SMALL) == []
    assert_fit(phone, [box for box in targets(phone) if box["what"] not in ("", "The same as a table")])


@pytest.mark.parametrize("slug", ["pasta", "states"])
def test_six_long_names_fit_every_size(phone, six, slug):
    address = six(slug)
    for width, height in ((360, 560), (844, 390), (1280, 800)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.open(address)
        assert phone.overflow[1] <= 0
