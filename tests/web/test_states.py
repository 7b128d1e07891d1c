"""States' own screens: the map, finding a State, the battle, the race to the goal, and what each number says."""

import gzip
import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest

from companion.rules import GAMES
from companion.rules.states import STATE_NAMES
from companion.screens import SCREENS

STATES = GAMES["states"]
MAP_LIMIT = 10_000  # bytes over the wire

# What is typed in which language, the States that fit it, and the one that is meant: the page's script knows the same.
SEARCHES = json.loads(Path(__file__).parents[1].joinpath("states_searches.json").read_text())


@pytest.fixture
def table(open_table):
    """Ana, Tom, Chloé and Maximilian play States: 75 points and 10 States win."""
    return open_table("states")


@pytest.fixture
def another(phone, open_table):
    """A table of States that this phone has opened, and so is of its circle."""

    def open_one():
        table = open_table("states")
        phone.open(table.address)
        return table

    return open_one


def taken(table, state, value, winner):
    table.note("battle", state=state, value=value, winner=winner)


def fought(table, state, value, *tanks):
    table.note("battle", state=state, value=value, tanks=list(tanks))


@pytest.fixture
def told(table):
    """Ana took Ohio with the 12, Tom two States by word; for Texas all tanks were matched."""
    fought(table, "OH", 20, 12, 30, 30, 4)
    taken(table, "CA", 55, 1)
    taken(table, "DE", 3, 1)
    fought(table, "TX", 38, 9, 9, 8, 8)
    return table


@pytest.fixture
def three(open_table):
    return open_table("states", players=("Ana", "Tom", "Chloé"))


@pytest.fixture
def two(open_table):
    return open_table("states", players=("Ana", "Tom"))


def words_of(node):
    """With a space between any two elements."""
    return " ".join(" ".join(node.itertext()).split())


def words(page, part=None):
    return words_of(page.one(id=part) if part else page.tree)


def battle(page):
    return page.form_with(id="preview")


def chosen(form):
    """What a slip has filled in, without what every tap carries."""
    return {name: value for name, value in form.fields if name not in ("csrf_token", "tap", "after", "move", "slip")}


def tile(page, state):
    """A State as the map draws it."""
    (drawn,) = [node for node in page.by_class("tiles")[0].iter() if "".join(node.itertext()).strip() == state][:-1]
    return drawn


# Why


def all_fifty(table):
    """Ana and Tom take them in turn, a point each; Tom has one less at the end."""
    for number, state in enumerate(STATE_NAMES):
        taken(table, state, 1, number % 2)


@pytest.fixture
def shared(two):
    """Stopped with equal points and States."""
    taken(two, "OH", 20, 0)
    taken(two, "TX", 20, 1)
    two.note("end")
    return two


@pytest.fixture
def by_states(open_table):
    """Stopped with equal points; Tom has one State more."""
    table = open_table("states", players=("Ana", "Tom"))
    for state, value, winner in (("OH", 20, 0), ("TX", 15, 1), ("DE", 5, 1)):
        taken(table, state, value, winner)
    table.note("end")
    return table


@pytest.fixture
def by_goal(open_table):
    """Tom had enough points first, but too few States; Ana reached both with as many points."""
    table = open_table("states", goal={"points": 20, "states": 2})
    for state, value, winner in (("OH", 20, 1), ("TX", 15, 0), ("DE", 5, 0)):
        taken(table, state, value, winner)
    return table


def test_every_number_that_can_be_asked_has_its_answer(phone, told, shared, by_states, by_goal):
    kinds = set()
    for table in (told, shared, by_states, by_goal):
        for number in STATES.answers(table.sheet):
            page = phone.open(f"{table.address}why/{number}", htmx=True)
            assert (page.status, page.root.get("id")) == (200, "slip")
            assert len(words(page, "slip-title")) > 3
            kinds.add(number.partition(".")[0])
    assert kinds == {"battle", "total", "tanks", "tie"}


def test_every_number_on_the_page_leads_to_its_answer(phone, told, shared, by_states, by_goal):
    for table in (told, shared, by_states, by_goal):
        page = phone.open(table.address)
        links = [node.get("href", "") for node in page.all()]  # those of the map are not HTML's
        asked = {link.rpartition("/")[2] for link in links if "/why/" in link}
        matched = {
            f"battle.{state}" for state in SCREENS["states"].figures(table.sheet).turned_again
        }  # their tiles fight again
        assert asked == set(STATES.answers(table.sheet)) - matched


def test_a_battle_says_which_tanks_cancelled_out_and_who_took_it(phone, told):
    page = phone.open(told.address + "why/battle.OH")
    assert words(page, "slip-title") == "Ohio: 20 points"
    fought = [words_of(line) for line in page.by_class("fought")[0]]
    matched = "matched: counts for nothing 30"
    assert fought == ["Ana 12", f"Tom {matched}", f"Chloé {matched}", "Maximilian 4"]
    assert "30 and 30 cancel out; Ana’s 12 takes Ohio" in words(page)
    assert "From the box: 2 flags" in words(page)
    assert "Entry 1 of the log" in words(page)


@pytest.mark.parametrize(
    ("state", "sentence", "more"),
    [
        ("CA", "Tom takes California", "noted without tanks"),
        ("TX", "9 and 9, 8 and 8 cancel out; nobody takes Texas", "It goes to the bottom of the pile and will come up"),
    ],
)
def test_a_battle_told_otherwise_says_what_it_knows(phone, told, state, sentence, more):
    page = phone.open(f"{told.address}why/battle.{state}")
    assert sentence in words(page)
    assert more in words(page)


def test_tanks_that_all_count_are_explained_too(phone, three):
    fought(three, "ME", 4, 5, 6, 30)
    assert "Chloé’s 30 is the highest: it takes Maine" in words(phone.open(three.address + "why/battle.ME"))


def test_a_total_says_its_states_the_pieces_and_what_is_missing(phone, told):
    page = phone.open(told.address + "why/total.1")
    assert words(page, "slip-title") == "Tom : 58 points, 2 States"
    assert {"CA California 55", "DE Delaware 3"} <= {words_of(line) for line in page.all("li")}
    assert "From the box: 5 flags, 1 large tank and 3 small tanks" in words(page)
    assert "To the goal: 17 points and 8 States" in words(page)
    assert f"{told.address}why/battle.CA" in page.links
    page = phone.open(told.address + "why/total.3")
    assert "No State yet" in words(page)


@pytest.mark.parametrize(
    ("which", "verdict", "decided", "compared"),
    [
        ("shared", "Ana and Tom share the victory: 20 points each", "no rulebook", ["Ana 1 State", "Tom 1 State"]),
        ("by_states", "Tom wins with 20 points", "The most States decide", ["Ana 1 State", "Tom 2 States"]),
        ("by_goal", "Ana wins with 20 points", "The goal decides", ["Ana 2 States", "Tom 1 State"]),
    ],
)
def test_what_decided_between_equal_points_is_said_and_asked(phone, request, which, verdict, decided, compared):
    table = request.getfixturevalue(which)
    page = phone.open(table.address)
    assert verdict in words(page)
    slip = page.follow("/why/tie")
    assert words(slip, "slip-title") == "Equal points"
    assert decided in words_of(slip.one("dialog"))
    assert [words_of(line) for line in slip.one("dialog").iter("li")] == compared


def test_who_has_the_points_but_too_few_states_is_named(phone, by_goal):
    page = phone.open(by_goal.address)
    assert "First to 20 points and 2 States. Tom has 20 points, but too few States." in words(page)


@pytest.mark.parametrize(
    "number", ["battle", "battle.NY", "battle.ny", "battle.XX", "total.4", "total.x", "tie", "", "%00", "battle.OH.1"]
)
def test_a_number_that_is_not_on_the_sheet_is_nowhere(phone, told, number):
    assert phone.open(f"{told.address}why/{number}").status == 404


# Finding the State


def in_sight(page):
    return [words_of(line)[:2] for line in page.one(id="open-states") if line.get("hidden") is None]


@pytest.mark.parametrize(("language", "typed", "fitting", "meant"), SEARCHES)
def test_a_state_is_found_by_what_one_reads_on_its_card(new_phone, table, language, typed, fitting, meant):
    page = new_phone(language).open(f"{table.address}note/battle?{urlencode({'state': typed})}")
    if meant:
        assert battle(page)["state"] == [meant]
    else:
        assert in_sight(page) == fitting or (not fitting and len(in_sight(page)) == 50)


def test_several_that_fit_are_left_to_choose_from(new_phone, table):
    page = new_phone("fr").open(table.address + "note/battle?state=caroline")
    assert in_sight(page) == ["NC", "SC"]
    assert page.form_with(name="state")["state"] == ["caroline"]
    page = page.follow("?state=SC")
    assert battle(page)["state"] == ["SC"]


@pytest.mark.parametrize("typed", ["Bavaria", "x", "<b>", "' or 1=1", "🧀", "o" * 300])
def test_what_no_state_is_called_leaves_all_to_choose_from(phone, table, typed):
    page = phone.open(f"{table.address}note/battle?{urlencode({'state': typed})}")
    assert page.refusals == [f"No State left is called “{typed}”"]
    assert not [line for line in page.one(id="open-states") if line.get("hidden") is not None]


@pytest.mark.parametrize("typed", ["ohio", "OH"])
def test_a_state_that_was_taken_is_shown_as_taken(phone, told, typed):
    page = phone.open(f"{told.address}note/battle?state={typed}")
    assert page.refusals == ["Ohio was already taken by Ana"]
    assert in_sight(page) == ["OH"]
    assert "30 and 30 cancel out" in words(page.follow("/why/battle.OH"))


def test_the_list_has_all_fifty_and_the_taken_ones_last(phone, told):
    lines = [words_of(line) for line in phone.open(told.address + "note/battle").one(id="open-states")]
    assert len(lines) == 50
    assert lines[-3:] == ["CA California Tom taken by Tom", "DE Delaware Tom taken by Tom", "OH Ohio Ana taken by Ana"]
    assert not [line for line in lines[:-3] if "taken" in line]


def test_every_letter_is_there_to_tap(phone, table):
    (letters,) = phone.open(table.address + "note/battle").by_class("letters")
    assert words_of(letters) == " ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


@pytest.mark.parametrize(("language", "name"), [("fr", "Pennsylvanie"), ("de", "Kalifornien"), ("it", "Pennsylvania")])
def test_the_states_have_the_names_of_the_players_language(new_phone, table, language, name):
    page = new_phone(language).open(table.address + "note/battle")
    assert name in words(page, "open-states")
    names = [words_of(line)[3:] for line in page.one(id="open-states")]
    assert len(names) == 50


# The battle


def test_a_battle_by_its_winner_is_a_button_for_each_seat(phone, table):
    page = phone.open(table.address + "note/battle?state=NY&value=29")
    page = battle(page).press("winner", "2")
    assert table.sheet.battles["NY"].winner == 2
    assert "Chloé takes New York: 2 flags, 1 large tank and 4 small tanks" in words(page, "shelf")
    assert "Chloé · New York 29" in words(page, "undo")


def test_at_a_table_that_tells_its_tanks_the_value_is_asked_first(phone, three):
    """Without a script, too: there is room for one keypad at a time."""
    fought(three, "ME", 4, 5, 6, 30)
    page = phone.open(three.address + "note/battle?state=AK&value=")
    form = page.one(id="battle")
    assert (form.get("method"), form.get("action")) == (None, three.address + "note/battle")
    assert not page.all("input", name="tanks")
    page = phone.open(three.address + "note/battle?state=AK&value=3&without=winner")
    battle(page).press(tanks="29 29 12")
    assert three.sheet.battles["AK"].winner == 2


@pytest.mark.parametrize(
    ("tanks", "sentence"),
    [
        ("", "Ana – Tom – Chloé – Ana’s tank?"),
        ("30", "Ana 30 Tom – Chloé – Tom’s tank?"),
        ("30 30", "Ana 30 Tom 30 Chloé – Chloé’s tank?"),
        ("30 30 12", "Ana 30 Tom 30 Chloé 12 30 and 30 cancel out; Chloé’s 12 takes Ohio"),
        ("30 29 12", "Ana 30 Tom 29 Chloé 12 Ana’s 30 is the highest: it takes Ohio"),
        ("30 29 12 1", "Ana 30 Tom 29 Chloé 12 Every player plays one tank: that makes 3, not 4"),
        ("30 30 30", "Ana 30 Tom 30 Chloé 30 A third 30 since the last shuffle: there are only 2 of each tank"),
        ("30 31 2", "Ana 30 Tom 31 Chloé 2 The number of a tank goes from 1 to 30, not 31"),
        ("30 x", "Ana – Tom – Chloé – “x” is not a whole number"),
    ],
)
def test_tanks_being_typed_say_what_they_come_to(phone, three, tanks, sentence):
    form = battle(phone.open(three.address + "note/battle?state=OH&value=20"))
    assert words(form.preview(tanks=tanks, without="winner")) == sentence
    assert three.log.length == 0


def test_tanks_that_end_the_game_say_so(phone, open_table):
    table = open_table("states", players=("Ana", "Tom"), goal={"points": 20})
    form = battle(phone.open(table.address + "note/battle?state=OH&value=20"))
    assert words(form.preview(tanks="12 30", without="winner")).endswith(
        "Tom’s 30 is the highest: it takes Ohio · ends the game"
    )


def test_tanks_without_a_value_ask_for_it(phone, two):
    form = battle(phone.open(two.address + "note/battle?state=OH&value=20"))
    assert (
        words(form.preview(value="", tanks="12 30", without="winner"))
        == "Ana 12 Tom 30 How many points does the State show?"
    )


def test_all_matched_goes_to_nobody_and_comes_back_with_its_value(phone, told):
    page = phone.open(told.address)
    assert "Nobody takes Texas: it goes to the bottom of the pile" in words(page, "shelf")
    assert "At the bottom of the pile: TX" in words(page, "sheet")
    assert tile(page, "TX").get("class") == "again"
    page = phone.open(told.address + "note/battle?state=TX")
    assert "as before Points" in words(page, "battle")
    assert battle(page)["value"] == ["38"]
    page = battle(page).press("winner", "3", without="tanks")
    assert told.sheet.points[3] == 38
    assert not [node for node in page.all() if node.get("class") == "again"]


def test_of_a_state_that_came_back_the_newer_value_counts(phone, open_table):
    table = open_table("states")
    fought(table, "TX", 38, 9, 9, 8, 8)
    slip = phone.open(table.address + "note/battle?state=TX")
    assert "Was 38 before: enter a new value and it counts, the old one is dropped" in words(slip, "battle")
    page = battle(slip).press("winner", "0", value="0", without="tanks")
    assert page.refusals == ["The value of a State goes from 1 to 99, not 0"]
    assert "Was 38 before" in words(page, "battle")
    assert battle(page).press("winner", "0", value="37", without="tanks").status == 200
    assert table.sheet.points == (37, 0, 0, 0)
    assert "Texas: 37 points" in words(phone.open(table.address + "why/battle.TX"))


# The tanks


def test_a_table_that_shuffles_early_says_so_in_the_menu(phone, told):
    page = phone.open(told.address + "menu").form_with(name="move", value="reshuffle").press()
    assert page.status == 200
    assert (told.sheet.tanks.pile, told.sheet.tanks.shuffles, told.sheet.tanks.seen) == (40, 1, {})
    assert page.words_of(id="undo") == "Undo: Shuffled"
    assert "shuffled once" in words(page, "counter")


def test_there_is_nothing_to_shuffle_at_first(phone, open_table):
    table = open_table("states")
    page = table.tap(phone, "reshuffle")
    assert (page.status, table.log.length) == (422, 0)
    assert page.refusals == ["There is nothing to shuffle: no tank has been played since the last time"]


THIRD = "A third 30 since the last shuffle: there are only 2 of each tank. Look at "


def test_a_third_copy_names_the_entries_of_the_others(phone, table):
    """Entry 1 was struck: moves and entries don't count alike."""
    taken(table, "AK", 3, 0)
    fought(table, "OH", 20, 30, 5, 6, 7)
    phone.open(table.address + "log").form_to("/log/1/strike").press()
    fought(table, "TX", 38, 30, 2, 3, 4)
    slip = battle(phone.open(table.address + "note/battle?state=ND&value=5"))
    refusal = THIRD + "entries 2 and 4: one of them can be corrected"
    assert refusal in words(slip.preview(tanks="30 8 9 10", without="winner"))
    assert slip.press(tanks="30 8 9 10", without="winner").refusals == [refusal]
    phone.open(table.address + "log/2").form_with(id="preview").press(tanks="29 5 6 7")
    assert slip.press(tanks="30 8 9 10", without="winner").status == 200


def test_a_correction_to_a_third_copy_names_the_entries_too(phone, table):
    fought(table, "OH", 5, 30, 1, 2, 3)
    fought(table, "TX", 5, 30, 4, 5, 6)
    fought(table, "ND", 5, 29, 1, 2, 3)
    slip = battle(phone.open(table.address + "log/3"))
    refusal = THIRD + "entries 1 and 2: one of them can be corrected"
    assert refusal in words(slip.preview(tanks="30 8 9 10"))
    assert slip.press(tanks="30 8 9 10").refusals == [refusal]
    later = battle(phone.open(table.address + "log/1")).press(tanks="30 30 9 10")
    assert later.refusals == [f"Entry 2 would no longer make sense: {THIRD}entry 1: it can be corrected"]


def test_only_an_even_table_can_match_all(phone, table, three):
    for one, offered in ((table, True), (three, False)):
        page = phone.open(one.address + "note/battle?state=NY&value=29")
        assert bool([node for node in page.all("button", name="winner") if node.get("value") == "none"]) is offered
    page = phone.open(table.address + "note/battle?state=NY&value=29")
    battle(page).press("winner", "none")
    assert table.sheet.battles["NY"].winner is None


@pytest.mark.parametrize(
    ("typed", "sentence", "field"),
    [
        ({"value": "", "winner": "0"}, "How many points does the State show?", "value"),
        ({"value": "0", "winner": "0"}, "The value of a State goes from 1 to 99, not 0", "value"),
        ({"value": "100", "winner": "0"}, "The value of a State goes from 1 to 99, not 100", "value"),
        ({"value": "much", "winner": "0"}, "“much” is not a whole number", "value"),
        (
            {"value": "20", "tanks": "1 2 3", "without": "winner"},
            "Every player plays one tank: that makes 4, not 3",
            "tanks",
        ),
        (
            {"value": "20", "tanks": "7 7 7 3", "without": "winner"},
            "A third 7 since the last shuffle: there are only 2 of each tank",
            "tanks",
        ),
        ({"value": "20", "tanks": "1 2 x 4", "without": "winner"}, "“x” is not a whole number", "tanks"),
        ({"value": "20", "winner": "7"}, "There is no seat 7: this table has 0 to 3", "winner"),
    ],
)
def test_a_refused_battle_says_why_beside_its_field_and_keeps_what_was_typed(phone, table, typed, sentence, field):
    page = table.tap(phone, "battle", **{"state": "NV", "slip": 1, "without": "tanks", **typed})
    assert page.status == 422
    assert page.refusals == [sentence]
    assert table.log.length == 0
    form = battle(page)
    assert form["state"] == ["NV"]
    assert form["value"] == [typed["value"]]
    assert form["tanks"] == [typed.get("tanks", "")]
    invalid = [node.get("name") for node in page.all("input", aria_invalid="true")]
    assert invalid == ([field] if field != "winner" else [])
    page = form.press(value="5", tanks="1 2 3 4", without="winner")
    assert page.status == 200
    assert table.sheet.points == (0, 0, 0, 5)


@pytest.mark.parametrize(
    "odd",
    [
        {"state": ""},
        {"state": "XX"},
        {"state": "OH"},
        {"state": "o" * 500},
        {"state": "<script>"},
        {"value": "9" * 400},
        {"winner": ""},
        {"winner": "x"},
        {"tanks": "1 2 3 4"},
        {"winner": "", "tanks": "1 2 3 4 " * 90},
        {"winner": "none", "without": "winner"},
    ],
)
def test_nothing_a_browser_sends_is_noted_by_halves(phone, told, odd):
    page = told.tap(phone, "battle", **{"state": "NV", "value": 5, "winner": 0, "slip": 1, **odd})
    assert page.status == 422
    assert page.refusals
    assert told.log.length == 4


# What was learnt


def test_a_value_comes_back_in_the_next_sitting(phone, another):
    taken(another(), "UT", 5, 0)
    later = another()
    assert "UT Utah 5 points" in [words_of(line) for line in phone.open(later.address + "note/battle").all("li")]
    page = phone.open(later.address + "note/battle?state=UT")
    assert battle(page)["value"] == ["5"]
    assert "as last time" in words(page, "battle")
    battle(page).press("winner", "1")
    assert later.sheet.points == (0, 5, 0, 0)


def test_a_value_that_was_struck_is_forgotten(phone, another):
    table = another()
    before = battle(phone.open(table.address + "note/battle?state=VT"))["value"]
    taken(table, "VT", 97, 0)
    later = another()
    assert battle(phone.open(later.address + "note/battle?state=VT"))["value"] == ["97"]
    phone.open(table.address + "log").form_to("/log/1/strike").press()
    assert battle(phone.open(later.address + "note/battle?state=VT"))["value"] == before != ["97"]


def test_a_value_remembered_wrongly_can_be_typed_over(phone, another):
    taken(another(), "ID", 4, 0)
    later = another()
    battle(phone.open(later.address + "note/battle?state=ID")).press("winner", "0", value="6")
    assert later.sheet.points == (6, 0, 0, 0)
    assert battle(phone.open(another().address + "note/battle?state=ID"))["value"] == ["6"]


# Corrections


def test_a_battle_by_its_winner_is_corrected_from_what_was_noted(phone, told):
    slip = phone.open(told.address + "log").follow("/log/2")
    assert "Tom · California 55" in words(slip, "slip-title")
    form = battle(slip)
    given = chosen(form)
    assert (given["state"], given["value"], given["winner"], given["without"]) == ("CA", "55", "1", "tanks")
    page = form.press(winner="3", value="54")
    assert page.status == 200
    assert told.sheet.points == (20, 3, 0, 54)
    assert "corrected" in words(phone.open(told.address + "log"))


def test_a_battle_by_its_tanks_is_corrected_from_what_was_noted(phone, told):
    form = battle(phone.open(told.address + "log/1"))
    given = chosen(form)
    assert (given["tanks"], given["without"], given["entry"]) == ("12 30 30 4", "winner", "1")
    shown = form.preview(tanks="12 30 30 13")
    assert "30 and 30 cancel out; Maximilian’s 13 takes Ohio" in words(shown)
    form.press(tanks="12 30 30 13")
    assert told.sheet.battles["OH"].winner == 3


def test_a_correction_can_tell_it_the_other_way(phone, told):
    battle(phone.open(told.address + "log/1")).press(winner="2", without="tanks")
    assert told.sheet.battles["OH"].tanks is None
    assert told.sheet.battles["OH"].winner == 2
    battle(phone.open(told.address + "log/2")).press(tanks="1 2 3 4", without="winner")
    assert told.sheet.battles["CA"].tanks == (1, 2, 3, 4)


def test_another_state_can_be_chosen_while_correcting(phone, told):
    slip = phone.open(told.address + "log/3").follow("/log/3?state=")
    taken = {words_of(line)[:2] for line in slip.one(id="open-states") if "taken by" in words_of(line)}
    assert taken == {"OH", "CA"}
    page = battle(slip.follow("/log/3?state=RI")).press(value="4")
    assert page.status == 200
    assert (told.sheet.battles["RI"].winner, told.sheet.battles["RI"].value) == (1, 4)
    assert "DE" not in told.sheet.battles


def test_a_correction_that_makes_no_sense_is_refused_in_its_slip(phone, told):
    taken(told, "TX", 38, 0)
    form = battle(phone.open(told.address + "log/4"))
    page = form.press(tanks="9 9 8 7")
    assert page.status == 422
    assert "Entry 5 would no longer make sense" in page.refusals[0]
    assert battle(page)["tanks"] == ["9 9 8 7"]
    page = battle(phone.open(told.address + "log/1")).press(value="1000")
    assert page.refusals == ["The value of a State goes from 1 to 99, not 1000"]
    assert told.sheet.points[0] == 58


def test_a_value_of_a_state_that_turned_up_twice_can_be_corrected(phone, told):
    """The one that nobody took, and the one that somebody did: each keeps its own, and only the second scores."""
    taken(told, "TX", 38, 0)
    assert battle(phone.open(told.address + "log/5")).press(value="37").status == 200
    assert told.sheet.points[0] == 57
    assert battle(phone.open(told.address + "log/4")).press(value="36").status == 200
    assert told.sheet.points[0] == 57
    given = [chosen(battle(phone.open(f"{told.address}log/{entry}")))["value"] for entry in (4, 5)]
    assert given == ["36", "37"]


def test_a_battle_leads_to_its_entry(phone, told):
    page = phone.open(told.address + "why/battle.CA")
    assert f"{told.address}log/2" in page.links
    page.form_to("/log/2/strike").press()
    assert "CA" not in told.sheet.battles


# The sheet


def test_two_bars_say_how_far_everybody_is(phone, told):
    page = phone.open(told.address)
    lines = {seat: words(page, f"seat-{seat}") for seat in range(4)}
    assert lines[1].startswith("Tom 17 points and 8 States to go 58 / 75 points, 2 / 10 States taken,")
    assert "5 flags, 1 large tank and 3 small tanks" in lines[1]
    assert "3 of 50 States taken" in words(page, "sheet")
    assert "tanks in the pile" in words(page, "counter")
    (gone,) = [node.get("aria-label") for node in page.one(id="counter").iter() if node.get("role") == "img"]
    assert gone.startswith("Played since the last shuffle: 4, 8 (2 ×), 9 (2 ×), 12")
    assert gone.endswith("8 more are unknown: battles noted without tanks")


def test_with_two_or_three_there_is_no_goal_of_states(phone, two):
    taken(two, "CA", 55, 0)
    assert words(phone.open(two.address), "seat-0").startswith("Ana 95 points to go 55 / 150 points, 1 State")


def test_a_tile_carries_its_takers_mark_beside_the_colour(phone, open_table):
    table = open_table("states", players=("Ana", "Tom", "Chloé", "Max", "Eve", "Bo"))
    states = ("OH", "CA", "TX", "NY", "ME", "HI")
    for seat, state in enumerate(states):
        taken(table, state, 3, seat)
    page = phone.open(table.address)
    for seat, state in enumerate(states):
        assert f"s{seat + 1}" in tile(page, state).get("class").split()
        assert [node.get("href") for node in tile(page, state).iter() if node.get("href")] == [f"#m{seat + 1}"]
        assert f"#m{seat + 1}" in [node.get("href") for node in page.one(id=f"seat-{seat}").iter()]
    assert tile(page, "AL").get("class") is None
    label = page.by_class("tiles")[0].get("aria-label")
    assert label == "Map: 6 of 50 States taken. Ana 1, Tom 1, Chloé 1, Max 1, Eve 1, Bo 1."


def test_a_tile_leads_to_its_battle_or_to_why_it_was_taken(phone, told):
    (over,) = phone.open(told.address).by_class("over")
    links = [node.get("href") for node in over.iter() if node.get("href")]
    assert len(links) == 50
    assert {f"{told.address}why/battle.{state}" for state in ("OH", "CA", "DE")} <= set(links)
    assert f"{told.address}note/battle?state=TX" in links


def test_the_map_shows_all_fifty_in_ten_kilobytes(phone, two):
    all_fifty(two)
    page = phone.open(two.address).text
    start, end = page.index('<div class="map">'), page.rindex("</svg>", 0, page.index('class="pad stay"'))
    parts = page, page[:start] + page[end:]
    size, without = (len(gzip.compress(part.encode(), 6)) for part in parts)
    print(f"\nthe map: {size - without} bytes of {size}")
    assert len(set(re.findall(r">([A-Z]{2})</text>", page))) == 50
    assert size - without <= MAP_LIMIT


# The end


def test_all_fifty_taken_end_the_game(phone, open_table):
    table = open_table("states")
    for number, state in enumerate(STATE_NAMES):
        taken(table, state, 1, number % 4)
    page = phone.open(table.address)
    assert "Ana and Tom share the victory: 13 points each" in words(page)
    assert "All 50 States are taken: the most points win." in words(page)


def test_a_game_stopped_before_anything_was_taken_has_a_page(phone, table):
    table.note("end")
    for address in (table.address, table.watching, table.address + "log", table.address + "menu", "/"):
        assert phone.open(address).status == 200
    assert "Nobody took a State" in words(phone.open(table.address))


def test_the_tally_names_rank_states_and_pieces(phone, by_goal):
    lines = [words_of(line) for line in phone.open(by_goal.address).one(id="tally")]
    assert lines[0].startswith("Ana first 2 States of 2")
    assert "From the box: 2 flags" in lines[0]
    assert [line.split()[:2] for line in lines[1:4]] == [["Tom", "second"], ["Chloé", "third"], ["Maximilian", "third"]]
    assert lines[4:] == [
        "The goal of 20 points and 2 States was reached with battle 3 Delaware brought the last 5 points",
        "Equal points The goal decides",
    ]


# Who watches, and the house's own goal


def test_who_watches_sees_the_map_and_no_pad(phone, told):
    page = phone.open(told.watching)
    assert not page.all(id="undo")
    assert not [link for link in page.links if "/note/" in link]
    assert phone.open(told.watching + "note/battle").status == 404
    for number in STATES.answers(told.sheet):
        page = phone.open(f"{told.watching}why/{number}")
        assert page.status == 200
        assert not [link for link in page.links if "/log/" in link]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"goal.points": "0"}, None),
        ({"goal.states": "51"}, None),
        ({"goal.points": "lots"}, "“lots” is not a whole number"),
    ],
)
def test_a_goal_that_makes_no_sense_is_refused_beside_it(phone, typed, sentence):
    form = phone.open("/new/states").form_with(name="start")
    fields = [(name, value) for name, value in form.fields if name not in typed]
    page = phone.send("/new/states", [*fields, *typed.items(), ("player", "Ana"), ("player", "Tom"), ("start", "1")])
    assert page.status == 422
    assert len(page.refusals) == 1
    assert sentence in (None, page.refusals[0])
    for name, value in typed.items():
        assert page.form_with(name="start")[name] == [value]


@pytest.mark.parametrize(
    ("seats", "goal"),
    [(2, {}), (3, {}), (4, {}), (5, {}), (6, {}), (3, {"states": 3}), (4, {"points": 30, "states": 0})],
)
def test_every_table_has_its_screens(phone, open_table, seats, goal):
    table = open_table("states", players=("Ana", "Tom", "Chloé", "Max", "Eve", "Bo")[:seats], goal=goal)
    for part in ("", "menu", "note/battle?state=OH", "note/end"):
        assert phone.open(table.address + part).status == 200
    fought(table, "OH", 20, *range(1, seats + 1))
    table.note("end")
    winner = table.sheet.table.players[-1]
    assert f"{winner} wins with 20 points" in words(phone.open(table.address))
    assert f"{winner} wins with 20 points" in words(phone.open("/"))


def test_more_than_the_goal_is_no_fraction_of_it(phone, open_table):
    table = open_table("states", players=("Ana", "Tom", "Bo", "Kim"))
    for code in ("OH", "NY", "CA", "FL", "IL", "GA", "WA", "AL", "MI", "AZ", "NV"):
        table.note("battle", state=code, value=2, winner=0)
    runs = phone.open(table.address).one(id="seat-0")
    assert "11 ✓" in words_of(runs)
    assert "/ 10" not in words_of(runs)
    assert "22 / 75" in words_of(runs)
