"""The log and its corrections: strike, restore, replace; and what is in the way of them."""

import pytest


def entries(page):
    return [node.get("id") for node in page.all("li") if (node.get("id") or "").startswith("entry-")]


@pytest.fixture
def noted(table):
    """Three cards, then Ana's milk."""
    for seat in (0, 1, 2):
        table.note("draw", player=seat, card="goods")
    table.note("score", player=0, product="milk", values=[5, 5, 3], hand=4)
    return table


def test_an_empty_log_says_so(phone, table):
    assert "Nothing has been noted yet." in phone.open(table.address + "log").words


def test_the_log_has_the_newest_on_top(phone, noted):
    page = phone.open(noted.address + "log")
    assert entries(page) == ["entry-4", "entry-3", "entry-2", "entry-1"]
    assert "Ana · Milk 52" in page.words_of(id="entry-4")
    assert "another phone" in page.words_of(id="entry-4")


def test_what_this_phone_noted_is_marked_as_its_own(phone, table):
    table.tap(phone, "draw", player=0, card="goods")
    assert "this phone" in phone.open(table.address + "log").words_of(id="entry-1")


def test_an_entry_is_struck_and_restored_with_a_tap_each(phone, noted):
    log = phone.open(noted.address + "log")
    log = log.form_to("/log/4/strike").press()
    assert log.came_by.location == noted.address + "log"
    assert noted.sheet.scores[0] == {}
    assert "Entry 4 struck out" in log.words
    assert log.one(id="entry-4").get("class") == "struck"
    log = log.form_to("/log/4/restore").press()
    assert noted.sheet.scores[0]["milk"].points == 52
    assert "Entry 4 restored" in log.words


def test_htmx_gets_the_log_alone(phone, noted):
    log = phone.open(noted.address + "log").form_to("/log/4/strike").press(htmx=True)
    assert (log.status, log.root.get("id")) == (200, "log")
    assert log.headers["HX-Replace-Url"] == noted.address + "log"


def test_undo_on_the_sheet_leads_back_to_the_sheet(phone, noted):
    page = phone.open(noted.address)
    assert "Ana · Milk 52" in page.words_of(id="undo")
    page = page.form_with(id="undo").press()
    assert page.came_by.location == noted.address
    assert "Chloé · Goods" in page.words_of(id="undo")


def test_an_older_entry_is_corrected_without_rewinding_the_others(phone, noted):
    slip = phone.open(noted.address + "log").follow("/log/1")
    form = slip.form_to("/log/1/replace")
    assert (form["player"], form["card"]) == (["0"], ["goods"])
    page = form.press(player="3")
    assert page.came_by.status_code == 303
    assert noted.sheet.counter.hands == (0, 1, 1, 1)
    log = phone.open(noted.address + "log")
    assert "Maximilian · Goods" in log.words_of(id="entry-1")
    assert "Entry 1 corrected" in log.words


def test_a_score_is_corrected_in_the_slip_that_noted_it(phone, noted):
    slip = phone.open(noted.address + "log/4")
    form = slip.form_to("/log/4/replace")
    assert (form["product"], form["values"], form["hand"], form["points"]) == (["milk"], ["5 5 3"], ["4"], [""])
    form.press(values="5 5 4")
    assert noted.sheet.scores[0]["milk"].points == 56


def test_a_score_told_by_its_cards_is_corrected_to_bare_points(phone, noted):
    phone.open(noted.address + "log/4").form_to("/log/4/replace").press(points="88", without="values hand")
    assert noted.sheet.scores[0]["milk"].points == 88


def test_the_preview_of_a_correction_reckons_with_the_correction(phone, noted):
    """Not as if the same product were scored twice."""
    slip = phone.open(noted.address + "log/4")
    shown = slip.form_to("/log/4/replace").preview(values="5 5 4")
    assert shown.words.startswith("(5 + 5 + 4) × 4 = 56")
    assert noted.sheet.scores[0]["milk"].points == 52


def test_the_preview_of_a_correction_after_the_end_says_what_it_would_be(phone, over):
    slip = phone.open(f"{over.address}log/{over.log.last.number}")
    assert slip.form_to("/replace").preview(points="88").words.startswith("88 points")
    assert over.sheet.scores[0]["sardines"].points == 36


def test_a_correction_that_can_not_be_stays_in_its_slip(phone, noted):
    page = phone.open(noted.address + "log/4").form_to("/log/4/replace").press(values="5 5 9")
    assert page.status == 422
    assert page.refusals == ["The value of a card goes from 1 to 5, not 9"]
    assert page.form_to("/log/4/replace")["values"] == ["5 5 9"]
    assert noted.log.length == 4


def test_the_entry_that_ended_the_game_can_be_struck(phone, over):
    last = over.log.last.number
    page = phone.open(over.address + "log").form_to(f"/log/{last}/strike").press()
    assert not over.sheet.over
    assert page.status == 200


def test_what_stands_in_the_way_is_named_and_nothing_changes(phone, table):
    """Tom scored the milk that Ana's entry is corrected to."""
    table.note("score", player=0, product="milk", points=88)
    table.note("score", player=1, product="corn", points=60)
    table.note("score", player=1, product="milk", points=40)
    page = phone.open(table.address + "log/2").form_to("/log/2/replace").press(product="milk")
    assert page.status == 422
    assert page.refusals == ["Entry 3 would no longer make sense: Tom has already scored milk"]
    assert table.log.length == 3


def test_a_struck_draw_that_a_later_one_needs_is_named(phone, table):
    for seat in (0, 1, 2, 3, 0, 1):
        table.note("draw", player=seat, card="fiasko")
    table.note("reshuffle")
    table.note("draw", player=2, card="fiasko")
    page = phone.open(table.address + "log").form_to("/log/7/strike").press()
    assert page.status == 422
    assert page.refusals[0].startswith("Entry 8 would no longer make sense: By the count no Fiasko is left")
    assert table.log.length == 8


def test_the_log_moves_on_between_loading_and_striking(phone, noted):
    log = phone.open(noted.address + "log")
    noted.note("draw", player=1, card="goods")
    log.form_to("/log/4/strike").press()
    assert noted.sheet.scores[0] == {}


@pytest.mark.parametrize(
    ("part", "sentence"),
    [("log/4/restore", "Entry 4 isn't struck"), ("log/4/strike", None)],
)
def test_what_has_been_corrected_in_between_says_so(phone, noted, part, sentence):
    page = phone.send(noted.address + part, noted.fields(phone, back="log"))
    if sentence is None:
        page = phone.send(noted.address + part, noted.fields(phone, back="log"))
        sentence = "Entry 4 is already struck"
    assert page.status == 422
    assert page.refusals == [sentence]
    assert len(page.by_class("entries")) == 1


def test_a_struck_entry_is_restored_before_it_is_corrected(phone, noted):
    form = phone.open(noted.address + "log/1").form_to("/log/1/replace")
    phone.open(noted.address + "log").form_to("/log/1/strike").press()
    page = form.press(player="3")
    assert page.status == 422
    assert "Entry 1 is struck: restore it first" in page.refusals


@pytest.mark.parametrize("part", ["strike", "restore", "replace"])
@pytest.mark.parametrize("number", ["0", "5", "99999999999999999999", "-1", "x"])
def test_an_entry_that_does_not_exist_is_nowhere(phone, noted, part, number):
    assert phone.send(f"{noted.address}log/{number}/{part}", noted.fields(phone)).status == 404


@pytest.mark.parametrize("part", ["strike", "restore", "replace", ""])
def test_a_correction_is_no_entry_to_be_corrected(phone, noted, part):
    phone.open(noted.address + "log").form_to("/log/1/strike").press()
    if part:
        assert phone.send(f"{noted.address}log/5/{part}", noted.fields(phone)).status == 404
    else:
        assert phone.open(f"{noted.address}log/5").status == 404


@pytest.mark.parametrize(("field", "value"), [("tap", ""), ("tap", "x"), ("after", "9" * 50), ("after", "77")])
@pytest.mark.parametrize("back", ["log", ""])
def test_a_correction_that_comes_from_no_page_of_ours_changes_nothing(phone, noted, field, value, back):
    fields = {**noted.fields(phone, back=back), field: value}
    page = phone.send(noted.address + "log/4/strike", fields, htmx=True)
    assert page.status == 422
    assert page.root.get("id") == (back or "sitting")
    assert len(page.refusals) == 1
    assert noted.log.length == 4


def test_every_kind_of_entry_opens_to_be_corrected(phone, table):
    table.note("draw", player=0, card="fiasko")
    table.note("score", player=1, product="milk", points=88)
    table.note("recount", pile=80, fiasko=5, catastrophe=2)
    table.note("reshuffle")
    table.note("end")
    for number in range(1, 6):
        page = phone.open(f"{table.address}log/{number}")
        assert page.form_to(f"/log/{number}/replace").press().came_by.status_code == 303
    assert table.log.length == 10
    assert table.sheet.over


def test_a_zero_of_a_recount_is_still_there_to_be_corrected(phone, table):
    table.note("recount", pile=20, fiasko=0, catastrophe=0)
    form = phone.open(table.address + "log/1").form_to("/log/1/replace")
    assert (form["pile"], form["fiasko"], form["catastrophe"]) == (["20"], ["0"], ["0"])
