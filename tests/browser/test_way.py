"""The way to the table, with a thumb and a keyboard: home, set-up, and the link for the others."""

import re

import pytest
from playwright.sync_api import expect

FIELD = "input[name=name]"
SIZES = ((360, 560), (844, 390), (390, 664), (1280, 800))
PLAIN_HTTP = """for (const name of ["share", "clipboard"]) {
  Object.defineProperty(Navigator.prototype, name, { value: undefined, configurable: true });
}"""


def seats(phone):
    return phone.find(".place .name").all_inner_texts()


def type_names(phone, *names, delay=0):
    phone.may_fail = True  # htmx reports the requests that it gave up for a later one
    phone.page.focus(FIELD)
    phone.page.wait_for_load_state()  # nobody types before a page is there
    for name in names:
        phone.page.keyboard.type(name, delay=delay)
        phone.page.keyboard.press("Enter", delay=delay)


# Taps


def test_from_the_first_visit_to_the_first_bare_score_of_four_it_is_six_taps(phone):
    phone.open("/")
    phone.tap("a[href='/new/fiasko']")
    type_names(phone, "Ana", "Tom", "Chloé", "Björn")
    phone.tap("button[name=start]")
    phone.page.wait_for_url("**/s/**")
    phone.tap("#to-score")
    phone.tap("#score .pick.milk")
    phone.tap("#score .pick:has([name=without][value='values hand'])")
    taps = phone.taps
    for digit in "88":
        phone.tap(f"[data-to=points][data-adds='{digit}']")
    typed = phone.taps - taps
    phone.tap("#score button.go")
    expect(phone.find("#shelf input[name=after]")).to_have_value("1")
    taps = phone.taps - typed
    print(f"\nfirst visit to the first bare score of four typed players: {taps} taps beside the typing")
    assert taps <= 6


def test_a_game_of_nameless_players_is_three_taps(phone):
    phone.open("/")
    for key in ("a[href='/new/fiasko']", "button[name=seats][value='4']"):
        phone.tap(key)
    expect(phone.find("input[name=player]")).to_have_count(4)
    phone.tap("button[name=start]")
    phone.page.wait_for_url("**/s/**")
    print(f"\nfirst visit to the sheet of four nameless players: {phone.taps} taps")
    assert phone.find(".seat .name").all_inner_texts() == ["Player 1", "Player 2", "Player 3", "Player 4"]


# Names


def test_names_typed_faster_than_a_slow_line_all_sit_down_in_their_order(phone, line):
    phone.open("/new/fiasko")
    with line(phone).slow(300):
        type_names(phone, "Ana", "Tom", "Chloé", delay=20)
        assert seats(phone) == ["Ana", "Tom", "Chloé", "free"]  # at once
        phone.page.keyboard.type("Bjö")
        expect(phone.find("input[name=player]")).to_have_count(3)
        expect(phone.find("#how-many")).to_have_text("Ana, Tom and Chloé")
        phone.page.keyboard.type("rn")
    expect(phone.find(FIELD)).to_be_focused()
    expect(phone.find(FIELD)).to_have_value("Björn")
    phone.page.reload()
    assert seats(phone) == ["Ana", "Tom", "Chloé", "free"]


def test_a_name_that_comes_back_to_be_put_right_takes_nothing_that_was_typed_since(phone, line):
    phone.open("/new/fiasko")
    type_names(phone, "Ana")
    expect(phone.find("#how-many")).to_have_text("2 to 5 players")
    with line(phone).slow(300):
        type_names(phone, "ana", "Tom")
        phone.page.keyboard.type("Bo")
        expect(phone.find("#wrong-name")).to_have_text("Two are called “ana”: add a letter to one of them")
    assert phone.find("input[name=player]").evaluate_all("(all) => all.map((one) => one.value)") == ["Ana", "Tom"]
    expect(phone.find(FIELD)).to_have_value("Bo")


@pytest.mark.parametrize(("typed", "kept"), [("A" * 40, "A" * 24), ("🦊" * 30, "🦊" * 24)])
def test_the_field_takes_as_many_characters_as_a_name_has(phone, typed, kept):
    phone.open("/new/fiasko")
    phone.page.focus(FIELD)
    phone.page.keyboard.insert_text(typed)
    expect(phone.find(FIELD)).to_have_value(kept)
    phone.page.keyboard.press("Enter")
    expect(phone.find("#seat-1")).to_have_text(kept)


def test_start_takes_a_name_that_is_still_in_the_field_and_two_taps_open_one_table(phone, line):
    phone.open("/new/fiasko")
    type_names(phone, "Ana")
    phone.page.keyboard.type("Tom")
    with line(phone).slow(200):
        phone.find("button[name=start]").dblclick()
        phone.page.wait_for_url("**/s/**")
    assert phone.find(".seat .name").all_inner_texts() == ["Ana", "Tom"]
    phone.open("/")
    expect(phone.find("#tables li")).to_have_count(1)


def test_without_a_script_a_reload_and_back_keep_the_names(new_phone):
    phone = new_phone(java_script_enabled=False)
    phone.open("/new/fiasko")
    for name in ("Ana", "Tom"):
        phone.page.fill(FIELD, name)
        phone.page.press(FIELD, "Enter")
        expect(phone.find(f"input[name=player][value='{name}']")).to_have_count(1)
    phone.page.reload()
    assert seats(phone) == ["Ana", "Tom", "free", "free"]
    phone.page.go_back()
    assert seats(phone) == ["Ana", "free", "free", "free"]


# The table


def test_a_mark_says_who_begins_and_a_tap_moves_it(phone):
    phone.open("/new/fiasko")
    type_names(phone, "Ana", "Tom", "Chloé")
    expect(phone.find("#seat-3")).to_be_visible()
    expect(phone.find(".begins:visible")).to_have_text("Ana begins")
    phone.tap(".place:nth-child(3) .pick")
    expect(phone.find(".begins:visible")).to_have_text("Chloé begins")
    phone.page.wait_for_url("**first=Chlo**")
    phone.tap("button[name=start]")
    phone.page.wait_for_url("**/s/**")
    expect(phone.find("#seat-2")).to_have_attribute("aria-current", "true")


def test_seats_are_swapped_by_two_taps_and_a_name_is_put_right_where_it_sits(phone):
    phone.open("/new/fiasko")
    type_names(phone, "Ana", "Tom", "Chloé")
    expect(phone.find(".htmx-request")).to_have_count(0)
    phone.tap("#seat-1")
    expect(phone.find(".htmx-request")).to_have_count(0)
    phone.tap("#seat-3")
    expect(phone.find("#seat-1")).to_have_text("Chloé")
    phone.tap("#seat-2")
    phone.tap(".middle summary")
    phone.page.fill("input[name=renamed]", "Tomás")
    phone.page.press("input[name=renamed]", "Enter")
    expect(phone.find("#seat-2")).to_have_text("Tomás")
    assert seats(phone) == ["Chloé", "Tomás", "Ana", "free"]


def test_an_option_shows_its_answer_as_soon_as_it_is_chosen_and_a_reload_keeps_it(phone):
    phone.open("/new/fiasko")
    phone.tap(".rulings > summary")
    phone.tap(".tags summary >> nth=3")
    expect(phone.find(".house b:visible >> nth=3")).to_have_text("Every card")
    phone.tap(".pick:has([value=specials])")
    expect(phone.find(".house b:visible >> nth=3")).to_have_text("Fiasko + catastrophe")
    phone.page.wait_for_url("**count=specials")
    phone.page.reload()
    phone.tap(".rulings > summary")
    expect(phone.find(".house b:visible >> nth=3")).to_have_text("Fiasko + catastrophe")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_shape_that_is_called_like_another_says_so_in_view(new_phone, scripts):
    phone = new_phone(viewport={"width": 360, "height": 560}, java_script_enabled=scripts)
    phone.may_fail = True
    phone.open("/new/pasta?player=Ana&player=Tom")
    phone.tap(".rulings > summary")
    phone.tap(".tags summary >> nth=4")
    phone.page.fill("input[name=shapes] >> nth=8", "Penne")
    phone.tap("button[name=start]")
    wrong = phone.find(".house .wrong")
    expect(wrong).to_have_text("Two are called “Penne”: add a letter to one of them")
    expect(wrong).to_be_in_viewport(ratio=1)
    box, start = wrong.bounding_box(), phone.find(".start").bounding_box()
    assert box["y"] + box["height"] <= start["y"]


def test_too_few_is_a_sentence_in_view(phone):
    phone.open("/new/fiasko?player=Ana")
    phone.tap("button[name=start]")
    expect(phone.find(".start .wrong")).to_have_text("Fiasko is for 2 to 5 players")
    for _ in phone.at_each(SIZES):
        expect(phone.find(".start .wrong")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", ["en", "fr", "de", "it"])
def test_set_up_with_four_seats_is_all_on_a_phone(new_phone, each_font, locale):
    phone = new_phone(locale=locale)
    phone.open("/new/fiasko?player=Ana&player=Tom&player=Chlo%C3%A9&player=Maximilian")
    assert all(phone.overflow == [0, 0] for _ in each_font(phone))


def test_start_and_the_field_are_in_view_at_every_size(phone):
    names = "&".join(f"player={letter * 24}" for letter in "WMQGHO")
    phone.open(f"/new/pasta?{names}")
    for width, _ in phone.at_each(SIZES):
        for part in (FIELD, "button[name=start]"):
            expect(phone.find(part)).to_be_in_viewport(ratio=1)
        assert phone.overflow[1] <= 0
        if width < 1000:  # there it is large already
            phone.text_at(200)
            assert phone.overflow[1] <= 0
            phone.text_at(100)


# Home


def test_a_table_put_away_comes_back_with_its_undo_in_the_same_place(phone, open_table):
    tables = [open_table(players=(name, "Bo")) for name in ("Ana", "Tom", "Eve")]
    for table in tables:
        phone.visit(table)
    phone.open("/")
    before = phone.find("#tables li >> nth=1").bounding_box()
    phone.tap("#tables li:nth-child(2) .away")
    expect(phone.find(".removed")).to_have_text(re.compile("Removed from this phone: Fiasko: Tom and Bo"))
    assert phone.find(".removed").bounding_box()["y"] == before["y"]
    phone.page.wait_for_url("**away=**")
    phone.page.reload()
    phone.tap(".removed button")
    expect(phone.find("#tables li:nth-child(2) a")).to_have_attribute("href", tables[1].address)


def test_a_double_tap_puts_a_table_away_and_takes_it_not_back(phone, table):
    phone.visit(table).open("/")
    box = phone.find(".away").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.page.touchscreen.tap(x, y)
    expect(phone.find(".removed")).to_be_visible()
    phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_timeout(300)
    expect(phone.find(".removed")).to_be_visible()


@pytest.mark.parametrize("locale", ["en", "fr", "de", "it"])
def test_a_first_visit_fills_its_screen_and_no_more(new_phone, installed, locale):
    phone = new_phone(locale=locale)
    phone.open("/")
    last = ".tongues .key >> nth=0"
    for font in ("Roboto", "Inter", "DejaVu Sans"):  # the narrowest fills least
        installed(font)
        phone.set_in(font)
        assert phone.overflow == [0, 0]
        box = phone.find(last).bounding_box()
        assert 664 - 12 <= box["y"] + box["height"] <= 664


# Sharing


@pytest.fixture
def plain(new_phone):
    phone = new_phone()
    phone.page.add_init_script(PLAIN_HTTP)
    return phone


def test_on_plain_http_the_link_is_copied_all_the_same(plain, table):
    plain.open(table.address + "share/")
    plain.page.evaluate("document.addEventListener('copy', () => { window.copied = String(getSelection()); })")
    plain.tap("#copy")
    expect(plain.find("#copied")).to_have_text("Copied")
    assert plain.page.evaluate("window.copied") == plain.server + table.address


def test_where_nothing_can_be_copied_the_link_is_selected_and_it_is_said_how(plain, table):
    plain.open(table.address + "share/")
    plain.page.evaluate("document.execCommand = () => false")
    plain.tap("#copy")
    expect(plain.find("#copied")).to_have_text("Hold the link to copy it.")
    assert plain.page.evaluate("String(getSelection())") == plain.server + table.address


def test_a_phone_with_a_sheet_of_its_own_shares_by_it(phone, table):
    phone.page.add_init_script("Navigator.prototype.share = async (link) => { window.shared = link.url; };")
    phone.open(table.address + "share/?for=watching")
    phone.tap("#send")
    assert phone.page.evaluate("window.shared") == phone.server + table.watching
    expect(phone.find("#copied")).to_have_text("")


def test_without_a_script_the_link_is_there_to_be_selected(new_phone, table):
    phone = new_phone(java_script_enabled=False)
    phone.open(table.address + "share/")
    expect(phone.find("#address")).to_have_value(phone.server + table.address)
    expect(phone.find("#send, #copy").filter(visible=True)).to_have_count(0)
