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
    assert "Ana scores milk" in page.words_of(id="entry-4")
    assert "another phone" in page.words_of(id="entry-4")


def test_a_very_long_log_leads_on_to_its_older_entries(phone, table, monkeypatch):
    for seat in (0, 1, 2, 3, 0):
        table.note("draw", player=seat, card="goods")
    monkeypatch.setattr("companion.screens.story.MOST_TOLD", 2)
    page = phone.open(table.address + "log")
    seen = [page.all("summary")]
    while older := [link for link in page.links if "until=" in link]:
        page = phone.open(older[0])
        seen.append(page.all("summary"))
    assert len(seen) == 3


def test_what_this_phone_noted_is_marked_as_its_own(phone, table):
    table.tap(phone, "draw", player=0, card="goods")
    assert "this phone" in phone.open(table.address + "log").words_of(id="entry-1")


def test_an_entry_is_struck_and_restored_with_a_tap_each(phone, noted):
    log = phone.open(noted.address + "log")
    log = log.form_to("/log/4/strike").press()
    assert log.came_by.location == noted.address + "log"
    assert noted.sheet.scores[0] == {}
    assert "struck out" in log.words_of(id="entry-4")
    assert log.one(id="entry-4").get("class") == "struck"
    log = log.form_to("/log/4/restore").press()
    assert noted.sheet.scores[0]["milk"].points == 52
    assert "struck out, restored" in log.words_of(id="entry-4")
    assert log.one(id="entry-4").get("class") == "stands"


def test_a_script_asks_for_the_log_alone(phone, noted):
    page = phone.open(noted.address + "log", htmx=True)
    assert (page.status, page.root.get("id")) == (200, "log")


def test_undo_on_the_sheet_leads_back_to_the_sheet(phone, noted):
    page = phone.open(noted.address)
    assert "Ana · Milk 52" in page.words_of(id="undo")
    page = page.form_with(id="undo").press()
    assert page.came_by.location == noted.address
    assert "Chloé · Goods" in page.words_of(id="undo")


def test_an_older_entry_is_corrected_without_rewinding_the_others(phone, noted):
    slip = phone.open(noted.address + "log").follow("/log/1")
    form = slip.form_to("/log/1/replace")
    assert form["player"] == ["0"]
    assert [button.get("value") for button in form.buttons if "taken" in button.get("class")] == ["goods"]
    page = form.press("card", "goods", player="3")
    assert page.came_by.status_code == 303
    assert noted.sheet.counter.hands == (0, 1, 1, 1)
    log = phone.open(noted.address + "log")
    assert "Maximilian draws goods Ana · Goods" in log.words_of(id="entry-1")
    assert "corrected" in log.words_of(id="entry-1")


def test_a_score_is_corrected_in_the_slip_that_noted_it(phone, noted):
    slip = phone.open(noted.address + "log/4")
    form = slip.form_to("/log/4/replace")
    assert (form["product"], form["values"], form["hand"], form["points"]) == (["milk"], ["5 + 5 + 3"], ["4"], [""])
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
    [("log/4/restore", "Entry 4 isn’t struck"), ("log/4/strike", None)],
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


@pytest.mark.parametrize(("field", "value"), [("tap", ""), ("tap", "x"), ("after", "9" * 50), ("after", "-1")])
@pytest.mark.parametrize("back", ["log", ""])
def test_a_correction_that_comes_from_no_page_of_ours_changes_nothing(phone, noted, field, value, back):
    fields = {**noted.fields(phone, back=back), field: value}
    page = phone.send(noted.address + "log/4/strike", fields, htmx=True)
    assert page.status == 422
    assert page.root.get("id") == "sitting"
    assert len(page.refusals) == 1
    assert noted.log.length == 4


def test_every_kind_of_entry_opens_to_be_corrected(phone, table):
    table.note("draw", player=0, card="fiasko")
    table.note("score", player=1, product="milk", values=[5, 5], hand=4)
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
    assert (form["pile"], form["fiasko"], form["catastrophe"]) == (["20"], ["6"], ["2"])  # in the discards


# Undo and redo


def test_undo_after_a_correction_takes_back_the_correction_and_says_so(phone, noted):
    phone.open(noted.address + "log/4").form_to("/log/4/replace").press(values="5 5 4")
    page = phone.open(noted.address)
    assert page.words_of(id="undo") == "Undo: Ana · Milk 52 → 56"
    page = page.form_with(id="undo").press()
    assert noted.sheet.scores[0]["milk"].points == 52
    assert page.words_of(id="undo") == "Undo: Ana · Milk 52"


def test_undo_says_whose_phone_it_was(phone, other, table):
    other.send("/settings", {"csrf_token": other.token, "owner": "Tom"})
    other.open(table.address)
    phone.open(table.address)
    table.tap(other, "draw", player=0, card="fiasko")
    table.tap(phone, "draw", player=1, card="goods")
    page = phone.open(table.address).form_with(id="undo").press()
    assert page.words_of(id="undo") == "Undo: Ana · Fiasko (Tom’s phone)"


def test_redo_is_offered_after_an_undo_until_something_new_is_noted(phone, noted):
    page = phone.open(noted.address)
    assert not page.all(id="redo")
    page = page.form_with(id="undo").press()
    assert page.one(id="redo").get("aria-label") == "Redo: Ana · Milk 52"
    page = page.form_with(id="redo").press(key="redo")
    assert noted.sheet.scores[0]["milk"].points == 52
    assert not page.all(id="redo")
    page = page.form_with(id="undo").press()
    stale = page.form_with(id="redo")
    assert not noted.tap(phone, "draw", player=0, card="goods").all(id="redo")
    assert stale.press(key="redo").refusals == ["Entry 4 can’t be redone any more"]


def test_two_phones_that_undo_at_once_undo_one_thing(phone, other, noted):
    first, second = (one.open(noted.address).form_with(id="undo") for one in (phone, other))
    first.press()
    page = second.press()
    assert (page.status, page.refusals) == (422, ["Entry 4 is already undone"])
    assert noted.sheet.counter.hands == (1, 1, 1, 0)


@pytest.mark.parametrize("part", ["log/4/undo", "log/4/redo", "log/4/insert", "seats/0/name"])
def test_who_watches_corrects_nothing(phone, noted, part):
    fields = {**noted.fields(phone), "move": "draw", "player": "0", "card": "goods", "name": "Bo"}
    assert phone.send(noted.watching + part, fields).status == 403
    assert phone.open(noted.watching + part).status in (404, 405)


@pytest.mark.parametrize("part", ["log/0/undo", "log/9/undo", "log/9/redo", "log/9/insert", "seats/4/name"])
def test_what_is_not_there_is_not_corrected(phone, noted, part):
    fields = {**noted.fields(phone), "move": "draw", "player": "0", "card": "goods", "name": "Bo"}
    assert phone.send(noted.address + part, fields).status == 404


# Another player, and what was forgotten


def test_a_score_is_given_to_another_player_in_its_slip(phone, noted):
    form = phone.open(noted.address + "log/4").form_to("/log/4/replace")
    assert form["player"] == ["0"]
    form.press(player="2")
    assert (noted.sheet.scores[0], noted.sheet.scores[2]["milk"].points) == ({}, 52)


def test_a_forgotten_card_is_put_in_where_it_was_drawn(phone, noted):
    page = phone.open(noted.address + "log").follow("/log/2/insert")
    assert "Before entry 2: Tom · Goods" in page.words_of(id="slip")
    slip = page.follow("/log/2/insert/draw")
    form = slip.form_to("/log/2/insert")
    assert (form["player"], form["before"]) == (["1"], ["2"])
    form.press("card", "catastrophe", player="1")
    assert [entry.number for entry in noted.log.effective] == [1, 5, 2, 3, 4]
    line = phone.open(noted.address + "log").words_of(id="entry-5")
    assert "Tom draws the catastrophe" in line
    assert "added at" in line
    assert phone.open(noted.address).words_of(id="undo") == "Undo: Added: Tom · Catastrophe"


def test_a_forgotten_score_is_reckoned_as_the_table_stood_then(phone, noted):
    """Tom had one card when entry 3 was noted; what came later counts for nothing yet."""
    slip = phone.open(noted.address + "log/3/insert/score?player=1&product=milk")
    form = slip.form_to("/log/3/insert")
    assert form["hand"] == ["1"]
    assert (
        form.preview(values="5 5 5 4", hand="4", without="points").words
        == "(5 + 5 + 5 + 4) × 4 = 76 Best so far: +30 Note 76 for Tom"
    )
    form.press(values="5 5 5 4", hand="4", without="points")
    assert noted.sheet.scores[1]["milk"].points == 76


@pytest.mark.parametrize(
    ("slug", "options", "kinds"),
    [
        ("fiasko", {}, ["draw", "score", "recount", "reshuffle", "end"]),
        ("fiasko", {"count": "none"}, ["score", "end"]),
        ("pasta", {}, ["bank", "lay", "token", "end"]),
        ("pasta", {"track": "hands"}, ["bank", "take", "lay", "token", "end"]),
        ("states", {}, ["battle", "reshuffle", "end"]),
    ],
)
def test_whatever_a_table_notes_is_put_in_by_its_own_slip(phone, open_table, slug, options, kinds):
    table = open_table(slug, **options)
    table.note("end")
    page = phone.open(table.address + "log/1/insert")
    assert [link.rpartition("/")[2] for link in page.links if "/insert/" in link and "#" not in link] == kinds
    for kind in kinds:
        assert phone.open(f"{table.address}log/1/insert/{kind}").status == 200


def test_what_was_put_in_wrongly_stays_in_its_slip(phone, noted):
    form = phone.open(noted.address + "log/2/insert/score").form_to("/log/2/insert")
    page = form.press(product="milk", values="5 5 9", hand="4", player="0")
    assert (page.status, page.refusals) == (422, ["The value of a card goes from 1 to 5, not 9"])
    assert page.form_to("/log/2/insert")["values"] == ["5 5 9"]
    assert noted.log.length == 4


def test_a_battle_is_put_in_step_by_step(phone, open_table):
    table = open_table("states", ("Ana", "Tom"))
    table.note("battle", state="OH", value=20, winner=1)
    slip = phone.open(table.address + "log/1/insert/battle").follow("/log/1/insert/battle?state=TX")
    slip.form_to("/log/1/insert").press("winner", "0", value="38")
    assert [entry.number for entry in table.log.effective] == [2, 1]


def test_a_state_that_turned_up_twice_gets_its_value_corrected(phone, open_table):
    """All the tanks matched, so it came again, with another value: the first one was a slip of the finger."""
    table = open_table("states", ("Ana", "Tom"))
    table.note("battle", state="OH", value=20, winner=None)
    table.note("battle", state="OH", value=24, winner=1)
    for number, value in ((1, "26"), (2, "27")):
        page = phone.open(f"{table.address}log/{number}").form_to(f"/log/{number}/replace").press(value=value)
        assert page.status == 200
    assert table.log.entries[0].move.value == 26
    assert table.sheet.points == (0, 27)


# What ends the game earlier


@pytest.fixture
def stopped(noted):
    """Two more cards after Ana's milk, and the game was stopped long before, as it turns out."""
    for seat in (1, 2):
        noted.note("draw", player=seat, card="goods")
    return noted


@pytest.mark.parametrize("htmx", [False, True])
def test_a_correction_that_ends_the_game_earlier_offers_to_strike_what_came_after(phone, stopped, htmx):
    slip = phone.open(stopped.address + "log/5/insert/end")
    page = slip.form_to("/log/5/insert").press(htmx=htmx)
    assert page.status == 409
    assert page.words_of(id="asked") == "Ana would have won here. Strike the 2 entries after it?"
    page.form_with(name="strikes").press(htmx=htmx)
    assert stopped.sheet.over
    assert [entry.number for entry in stopped.log.effective] == [1, 2, 3, 4, 7]
    line = phone.open(stopped.address + "log").words_of(id="entry-7")
    assert "Stopped here" in line
    assert "2 later entries struck out" in line
    undo = phone.send(stopped.address + "log/7/undo", stopped.fields(phone))
    assert undo.came_by.status_code == 303
    assert not stopped.sheet.over
    assert len(stopped.log.effective) == 6


def test_what_others_note_while_it_is_asked_is_asked_about_too(phone, other, stopped):
    page = phone.open(stopped.address + "log/5/insert/end").form_to("/log/5/insert").press()
    stopped.tap(other, "draw", player=3, card="goods")
    page = page.form_with(name="strikes").press()
    assert page.words_of(id="asked") == "Ana would have won here. Strike the entry after it?"
    assert dict(page.form_with(name="strikes").fields)["strikes"] == "5 6 7"
    page.form_with(name="strikes").press()
    assert stopped.sheet.over


def test_it_is_asked_on_the_log_too(phone, stopped):
    told = {**stopped.fields(phone, back="log"), "move": "end"}
    page = phone.send(stopped.address + "log/5/insert", told)
    assert page.status == 409
    assert len(page.all(id="log")) == 1


# Names


def test_a_player_is_renamed_from_the_menu(phone, noted):
    page = phone.open(noted.address).follow("/menu").follow("/seats").follow("/seats/1/name")
    form = page.form_to("/seats/1/name")
    assert form["name"] == ["Tom"]
    page = form.press(name=" Thomas ")
    assert page.came_by.location == noted.address
    assert noted.sheet.table.players == ("Ana", "Thomas", "Chloé", "Maximilian")
    assert page.words_of(id="undo") == "Undo: Tom is now Thomas"
    log = phone.open(noted.address + "log")
    assert "Tom is now Thomas" in log.words_of(id="entry-5")
    assert "Thomas draws goods" in log.words_of(id="entry-2")
    assert (
        "Tom draws goods"
        in phone.open(noted.address).form_with(id="undo").press().phone.open(noted.address + "log").words
    )


def test_a_player_is_renamed_after_the_end(phone, over):
    phone.open(over.address + "seats/0/name").form_to("/seats/0/name").press(name="Anastasia")
    assert "Anastasia wins" in phone.open(over.address).words


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("aNA", "Two are called “aNA”: add a letter to one of them"),
        ("", "A name needs at least one letter"),
        ("x" * 25, f"“{'x' * 25}” is too long: a name has at most 24 characters"),
        ("Tom", "“Tom” is the name already"),
    ],
)
def test_a_name_that_nobody_can_have_is_refused_as_at_set_up(phone, noted, typed, sentence, htmx):
    page = phone.open(noted.address + "seats/1/name").form_to("/seats/1/name").press(name=typed, htmx=htmx)
    assert (page.status, page.refusals) == (422, [sentence])
    assert page.form_to("/seats/1/name")["name"] == [typed]
    assert noted.log.length == 4


def test_two_phones_that_rename_the_same_player_are_asked(phone, other, noted):
    stale = phone.open(noted.address + "seats/1/name").form_to("/seats/1/name")
    other.open(noted.address + "seats/1/name").form_to("/seats/1/name").press(name="Tommy")
    page = stale.press(name="Thomas")
    assert page.status == 409
    assert page.words_of(id="asked") == "Tom is now Tommy (another phone). Rename anyway?"
    page.form_with(name="twice").press()
    assert noted.sheet.table.players[1] == "Thomas"


# The page


def test_each_entry_says_what_it_did(phone, table):
    table.note("score", player=0, product="milk", points=60)
    table.note("score", player=1, product="milk", points=88)
    table.note("draw", player=2, card="goods")
    phone.open(table.address + "log").form_to("/log/3/strike").press()
    log = phone.open(table.address + "log")
    assert "The +30 goes from Ana to Tom" in log.words_of(id="entry-2")
    assert "Best so far: +30" in log.words_of(id="entry-1")
    assert "Chloé · Goods struck out" in log.words_of(id="entry-3")


def test_the_log_of_one_player(phone, noted):
    phone.open(noted.address + "seats/1/name").form_to("/seats/1/name").press(name="Thomas")
    phone.open(noted.address + "log").form_to("/log/2/strike").press()
    page = phone.open(noted.address + "log").follow("/log?of=1")
    assert entries(page) == ["entry-5", "entry-2"]
    assert page.one("a", aria_current="page").get("href").endswith("?of=1")
    page = page.form_to("/log/2/restore").press()
    assert page.came_by.location == noted.address + "log?of=1"
    assert entries(phone.open(noted.address + "log?of=x")) == entries(phone.open(noted.address + "log?of=9"))


def test_any_entry_of_a_long_game_is_a_tap_away(phone, table):
    for number in range(45):
        table.note("draw", player=number % 4, card="goods")
    page = phone.open(table.address + "log")
    ways = [link for link in page.links if "#section" in link]
    assert ways == ["#section-5", "#section-10", "#section-12"]
    for way in ways:
        page.one(id=way[1:])


def test_a_short_log_needs_no_ways(phone, noted):
    assert not phone.open(noted.address + "log").by_class("tens")
