"""Set-up: who sits where, and what the rulebook leaves open. Every button as the page has it, without a script."""

import re
import uuid
from datetime import timedelta

import pytest

from companion import store
from companion.record.files.game_file import read_move
from companion.rules import GAMES
from companion.store import Sitting as Row
from companion.store.database.base import db

FIASKO = "/new/fiasko"


def seated(page):
    return page.form_to(FIASKO)["player"]


def sit_down(page, *names):
    for name in names:
        page = page.form_with(name="enter").press("enter", name=name)
    return page


@pytest.fixture
def tables(app):
    """How many there are."""

    def count():
        with app.app_context():
            return db.session.query(Row).count()

    return count


@pytest.fixture
def page(phone):
    return phone.open(FIASKO)


def test_a_typed_name_sits_down(page):
    page = sit_down(page, "Ana", "Tom")
    assert page.status == 200
    assert seated(page) == ["Ana", "Tom"]
    assert page.form_to(FIASKO)["name"] == [""]


def test_enter_adds_the_name_that_is_typed(page):
    """Enter presses the first button of a form."""
    page = page.form_to(FIASKO).press(name="Ana")
    assert seated(page) == ["Ana"]


# What was said so far


def test_the_address_keeps_what_was_said_and_a_reload_shows_it(page):
    page = sit_down(page, "Ana", "Chloé").form_to(FIASKO).press("enter", name="Tom", count="specials", first="Chloé")
    assert page.came_by.status_code == 303
    again = page.phone.open(page.address)
    assert (seated(again), begins(again)) == (["Ana", "Chloé", "Tom"], ["Chloé"])
    assert again.form_to(FIASKO)["count"] == ["specials"]
    assert "player=Ana&player=Chlo%C3%A9&player=Tom&count=specials&first=Chlo%C3%A9" in page.address


def test_htmx_is_told_the_address_too(page):
    page = page.form_to(FIASKO).press("enter", name="Ana", htmx=True)
    assert page.headers["HX-Replace-Url"] == "/new/fiasko?player=Ana"


def test_an_address_that_somebody_wrote_seats_whom_it_can(phone):
    page = phone.open("/new/fiasko?player=Ana&player=ana&player=&player=Tom&first=Eve&count=some&lifted=9&deck=x")
    assert seated(page) == ["Ana", "Tom"]
    assert page.refusals == ["Two are called “ana”: add a letter to one of them"]
    assert begins(page) == ["Ana"]


def test_half_typed_numbers_are_kept_and_told_at_the_start_alone(phone):
    page = phone.open("/new/pasta").form_to("/new/pasta").press("enter", name="Ana", deck="many", track="hands")
    assert (page.status, page.form_to("/new/pasta")["deck"]) == (200, ["many"])
    page = page.form_to("/new/pasta").press("start", name="Tom")
    assert (page.status, page.refusals) == (422, ["“many” is not a whole number"])
    assert page.form_to("/new/pasta")["player"] == ["Ana", "Tom"]


# Names


def test_the_field_asks_for_a_name(page):
    field = page.one("input", name="name")
    assert (field.get("placeholder"), field.get("aria-label"), field.get("maxlength")) == ("Type a name",) * 2 + ("24",)


def test_names_that_come_together_sit_down_in_their_order(phone):
    """Typed faster than the line carries them."""
    fields = [
        ("csrf_token", phone.token),
        *(("player", name) for name in ("Ana", "Tom", "ana", "Chloé")),
        ("enter", "1"),
    ]
    page = phone.send(FIASKO, [*fields, ("name", "")])
    assert seated(page) == ["Ana", "Tom", "Chloé"]
    assert page.form_to(FIASKO)["name"] == ["ana"]
    assert page.one(id="seats").get("data-typed") == "ana"


def test_a_seat_that_is_picked_up_gets_another_name(page):
    page = sit_down(page, "Ana", "Tom").form_to(FIASKO).press("lift", "1", first="Tom")
    assert page.form_to(FIASKO)["renamed"] == ["Tom"]
    page = page.form_to(FIASKO).press("rename", renamed="Tomás")
    assert (seated(page), begins(page)) == (["Ana", "Tomás"], ["Tomás"])
    assert not page.all("input", name="renamed")


def test_a_name_put_right_may_not_be_anothers(page):
    page = sit_down(page, "Ana", "Tom").form_to(FIASKO).press("lift", "1")
    page = page.form_to(FIASKO).press("rename", renamed="ana")
    assert page.refusals == ["Two are called “ana”: add a letter to one of them"]
    assert seated(page) == ["Ana", "Tom"]


def test_whoever_is_picked_up_can_get_up(page):
    page = sit_down(page, "Ana", "Tom", "Bo").form_to(FIASKO).press("lift", "1").form_to(FIASKO).press("drop", "Tom")
    assert seated(page) == ["Ana", "Bo"]


# Just how many


def test_it_is_enough_to_say_how_many(page):
    page = page.form_to(FIASKO).press("seats", "4")
    assert seated(page) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    assert page.form_to(FIASKO).press("start").address.startswith("/s/")


def test_the_nameless_speak_the_tables_language_and_are_not_known_the_next_time(new_phone):
    phone = new_phone("it")
    table = phone.open(FIASKO).form_to(FIASKO).press("seats", "2").form_to(FIASKO).press("start")
    assert table.words_of(id="seat-0").startswith("Giocatore 1")
    assert "Giocatore 1" not in phone.open(FIASKO).words


def test_the_nameless_come_and_go_beside_those_with_a_name(page):
    page = sit_down(page, "Ana").form_to(FIASKO).press("seats", "3")
    assert seated(page) == ["Ana", "Player 2", "Player 3"]
    page = sit_down(page, "Tom").form_to(FIASKO).press("seats", "3")
    assert seated(page) == ["Ana", "Player 2", "Tom"]
    assert [key.get("value") for key in page.all("button", name="seats") if key.get("disabled") is not None] == []
    page = sit_down(page, "Bo").form_to(FIASKO).press("seats", "2")
    assert seated(page) == ["Ana", "Tom", "Bo"]
    assert [key.get("value") for key in page.all("button", name="seats") if key.get("disabled") is not None] == ["2"]


@pytest.mark.parametrize("wanted", ["0", "1", "6", "x", "", "9" * 2000])
def test_a_number_that_is_not_offered_seats_nobody(phone, wanted):
    assert seated(phone.send(FIASKO, {"csrf_token": phone.token, "seats": wanted})) == []


# The seats


def test_a_known_name_sits_down_and_gets_up_with_one_tap_each(phone, told):
    phone.open(told.address)
    page = phone.open(FIASKO)
    page = page.form_to(FIASKO).press("add", "Chloé")
    page = page.form_to(FIASKO).press("add", "Ana")
    assert seated(page) == ["Chloé", "Ana"]
    page = page.form_to(FIASKO).press("drop", "Chloé")
    assert seated(page) == ["Ana"]


def test_whoever_was_renamed_is_known_by_the_new_name_alone(phone, told):
    phone.open(told.address + "seats/1/name").form_to("/seats/1/name").press(name="Thomas")
    page = phone.open(FIASKO)
    assert [key.get("value") for key in page.all("button", name="add")] == ["Ana", "Thomas", "Chloé", "Maximilian"]


def test_four_known_players_are_set_up_in_five_taps(phone, told):
    phone.open(told.address)
    page = phone.open(FIASKO)
    for name in ("Tom", "Ana", "Maximilian", "Chloé"):
        page = page.form_to(FIASKO).press("add", name)
    page = page.form_to(FIASKO).press("start")
    assert page.address.startswith("/s/")
    assert [page.words_of(id=f"seat-{seat}").split()[0] for seat in range(4)] == ["Tom", "Ana", "Maximilian", "Chloé"]


def test_a_tap_picks_a_seat_up_and_another_swaps_the_two(page):
    page = sit_down(page, "Ana", "Tom", "Bo")
    page = page.form_to(FIASKO).press("lift", "0")
    assert page.one("button", id="seat-1").get("aria-pressed") == "true"
    assert seated(page) == ["Ana", "Tom", "Bo"]
    page = page.form_to(FIASKO).press("lift", "2")
    assert seated(page) == ["Bo", "Tom", "Ana"]
    assert not page.all("button", aria_pressed="true", name="lift")


def test_a_second_tap_on_the_same_seat_puts_it_down(page):
    page = sit_down(page, "Ana", "Tom")
    page = page.form_to(FIASKO).press("lift", "1").form_to(FIASKO).press("lift", "1")
    assert seated(page) == ["Ana", "Tom"]
    assert not page.all("button", aria_pressed="true", name="lift")


@pytest.mark.parametrize("place", ["7", "-1", "x", "", "²", "9" * 2000])
def test_a_seat_that_is_not_there_can_not_be_picked_up(phone, place):
    fields = [("csrf_token", phone.token), ("player", "Ana"), ("player", "Tom"), ("lift", place)]
    assert seated(phone.send(FIASKO, fields)) == ["Ana", "Tom"]


@pytest.mark.parametrize("lifted", ["7", "-1", "x", "9" * 2000])
def test_a_seat_held_that_is_not_there_is_put_down(phone, lifted):
    fields = [("csrf_token", phone.token), ("player", "Ana"), ("player", "Tom"), ("lifted", lifted), ("lift", "0")]
    page = phone.send(FIASKO, fields)
    assert page.status in (200, 422)
    assert seated(page) == ["Ana", "Tom"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ana", "Two are called “Ana”: add a letter to one of them"),
        (" ANA ", "Two are called “ANA”: add a letter to one of them"),
        ("\u200b", "A name needs at least one letter"),
        ("A" * 25, f"“{'A' * 25}” is too long: a name has at most 24 characters"),
        ("A\x07na", "“A\N{REPLACEMENT CHARACTER}na” has a character that can’t be printed"),
        ("A\u202ena", "“A\N{REPLACEMENT CHARACTER}na” has a character that can’t be printed"),
        ("A\uffffna", "“A\N{REPLACEMENT CHARACTER}na” has a character that can’t be printed"),
    ],
)
def test_a_name_that_can_not_be_is_refused_beside_its_field_and_kept(page, name, sentence):
    page = sit_down(sit_down(page, "Ana"), name)
    assert page.status == 422
    assert page.refusals == [sentence]
    assert seated(page) == ["Ana"]
    (field,) = page.all("input", name="name")
    assert (field.get("aria-invalid"), field.get("aria-describedby")) == ("true", "wrong-name")
    assert page.one(id="wrong-name").get("role") == "alert"
    assert page.form_to(FIASKO)["name"] == [re.sub("[\x07\uffff]", "\N{REPLACEMENT CHARACTER}", name)]


def test_a_name_of_24_letters_sits_down(page):
    assert seated(sit_down(page, "A" * 24)) == ["A" * 24]


def test_a_blank_name_is_nobody(page):
    page = sit_down(page, "   ")
    assert page.status == 200
    assert seated(page) == []


def test_there_is_no_sixth_seat(page):
    page = sit_down(page, "Ana", "Tom", "Bo", "Kim", "Lea", "Max")
    assert page.status == 422
    assert page.refusals == ["Fiasko has room for 5 players"]
    assert seated(page) == ["Ana", "Tom", "Bo", "Kim", "Lea"]
    assert page.form_to(FIASKO)["name"] == ["Max"]


@pytest.mark.parametrize("names", [(), ("Ana",)])
def test_too_few_can_not_start(page, tables, names):
    before = tables()
    page = sit_down(page, *names).form_to(FIASKO).press("start")
    assert page.status == 422
    assert page.refusals == ["Fiasko is for 2 to 5 players"]
    assert seated(page) == list(names)
    assert tables() == before


def test_a_name_typed_but_not_added_is_taken_along(page):
    page = sit_down(page, "Ana").form_to(FIASKO).press("start", name="Tom")
    assert page.came_by.status_code == 303
    assert [page.words_of(id=f"seat-{seat}").split()[0] for seat in range(2)] == ["Ana", "Tom"]


def test_the_options_that_were_chosen_are_the_tables(app, page):
    chosen = {"fiasko_loss": "product", "catastrophe": "everyone", "three_way_tie": "split", "count": "all"}
    chosen |= {"advice": "off", "watch": "off"}
    page = sit_down(page, "Ana", "Tom").form_to(FIASKO).press("start", **chosen)
    with app.app_context():
        sitting, _ = store.find(page.address.split("/")[2])
    assert sitting.table.options == chosen


def test_an_option_chosen_before_a_name_is_added_stays_chosen(page):
    page = page.form_to(FIASKO).press("enter", name="Ana", count="specials")
    assert page.form_to(FIASKO)["count"] == ["specials"]


def test_the_options_are_folded_away_with_their_defaults(page):
    assert not [fold for fold in page.all("details") if fold.get("open") is not None]
    form = page.form_to(FIASKO)
    assert [form[key] for key in ("fiasko_loss", "catastrophe", "three_way_tie", "count", "advice", "watch")] == [
        ["hand"],
        ["others"],
        ["fifteen"],
        ["all"],
        ["asked"],
        ["bars"],
    ]


def test_each_folded_option_shows_what_was_chosen(phone, page):
    count = page.one("details", name="option", data_option="count")
    shown = [node.text for node in count.iter("b")]
    assert shown == ["Every card", "Fiasko + catastrophe", "No counting"]  # which of them, the style sheet says
    pasta = phone.open("/new/pasta?player=Ana&track=hands&deck=90")
    assert pasta.one(data_usual="Not known").text == "90"
    assert phone.open("/new/states").one(data_usual="As in the rulebook").text == "As in the rulebook"


def test_an_option_that_does_not_exist_is_refused_beside_its_field(phone, tables):
    before = tables()
    fields = [("csrf_token", phone.token), ("player", "Ana"), ("player", "Tom"), ("start", "1"), ("count", "some")]
    page = phone.send(FIASKO, fields)
    assert page.status == 422
    rulings, fold = [fold for fold in page.all("details") if fold.get("open") is not None]
    assert "rulings" in rulings.get("class")
    assert "“count” can’t be “some”" in "".join(fold.itertext())
    assert seated(page) == ["Ana", "Tom"]
    assert tables() == before


def test_names_sent_without_the_page_are_checked_when_it_starts(phone):
    fields = [("csrf_token", phone.token), ("player", "Ana"), ("player", "ana"), ("start", "1")]
    page = phone.send(FIASKO, fields)
    assert page.status == 422
    assert page.refusals == ["Two are called “ana”: add a letter to one of them"]


def test_htmx_gets_the_seats_alone_and_the_options_stay_as_they_are(page):
    page = page.form_to(FIASKO).press("enter", name="Ana", htmx=True)
    assert page.root.get("id") == "seats"
    assert not page.all("input", name="name")
    assert "Questions the rulebook leaves open" not in page.words


def test_htmx_is_sent_on_to_the_table(page):
    page = sit_down(page, "Ana").form_to(FIASKO).press("start", name="Tom", htmx=True)
    assert page.came_by.status_code == 204
    assert page.came_by.headers["HX-Redirect"].startswith("/s/")
    assert page.words_of(id="seat-1").startswith("Tom")


def test_an_option_refused_over_htmx_is_told_beside_its_field_too(phone):
    """The folds are outside of what htmx swaps otherwise."""
    fields = [("csrf_token", phone.token), ("player", "Ana"), ("player", "Tom"), ("start", "1"), ("count", "some")]
    page = phone.send(FIASKO, fields, htmx=True)
    assert page.status == 422
    assert page.headers["HX-Retarget"] == page.headers["HX-Reselect"] == "form.setup"
    assert len(page.by_class("setup")) == 1
    assert page.refusals == ["“count” can’t be “some”"]
    assert not page.all("input", aria_invalid="true")


def test_a_name_of_any_script_sits_down_as_it_is(page):
    names = ['"><img src=x onerror=alert(1)>'[:24], "{{7*7}}", "<script>alert(1)", "מרים", "🧑‍🍳"]
    page = sit_down(page, *names)
    assert seated(page) == names
    page = page.form_to(FIASKO).press("start")
    shown = ["".join(node.itertext()) for node in page.by_class("name")[:5]]
    assert shown == names
    assert len(page.all("script")) == 5
    assert not page.all("img")


# Who begins


def begins(page):
    return page.form_to(FIASKO)["first"]


def test_the_first_seat_begins_unless_the_table_says_otherwise(page):
    page = sit_down(page, "Ana", "Tom", "Chloé")
    assert begins(page) == ["Ana"]
    page = page.form_to(FIASKO).press("start", first="Chloé")
    assert page.one("a", aria_current="true").get("id") == "seat-2"


def test_whoever_begins_still_does_after_the_seats_are_swapped(page):
    page = sit_down(page, "Ana", "Tom").form_to(FIASKO).press("lift", "0", first="Tom")
    page = page.form_to(FIASKO).press("lift", "1")
    assert (seated(page), begins(page)) == (["Tom", "Ana"], ["Tom"])


def test_where_whoever_began_has_left_the_first_seat_begins(page):
    page = sit_down(page, "Ana", "Tom", "Chloé").form_to(FIASKO).press("lift", "1", first="Tom")
    page = page.form_to(FIASKO).press("drop", "Tom")
    assert begins(page) == ["Ana"]


def played(open_table, *players, first=0):
    game = GAMES["fiasko"]
    table = open_table(players=players)
    with table.app.app_context():
        sitting = store.open_sitting(game, game.table(players, first=first))
    table = type(table)(table.app, sitting)
    table.note("draw", player=first, card="goods")
    return table


def test_the_next_one_clockwise_is_proposed_and_it_is_said_why(phone, open_table):
    phone.open(played(open_table, "Ana", "Tom", "Chloé", first=1).address)
    page = sit_down(phone.open(FIASKO), "Chloé", "Tom", "Ana")
    assert begins(page) == ["Ana"]
    assert "Tom began last time" in page.words
    page = page.form_to(FIASKO).press("lift", "0", first="Tom")
    page = page.form_to(FIASKO).press("lift", "0")
    assert begins(page) == ["Tom"]
    assert "Tom began last time" not in page.words


def test_whoever_began_did_so_by_the_name_that_they_have_now(phone, open_table):
    table = played(open_table, "Anna", "Tom", "Chloé")
    phone.open(table.address + "seats/0/name").form_to("/seats/0/name").press(name="Ana")
    page = sit_down(phone.open(FIASKO), "Chloé", "Tom", "Ana")
    assert begins(page) == ["Chloé"]
    assert "Ana began last time" in page.words


def test_who_began_a_game_that_was_never_played_or_is_of_strangers_proposes_nobody(phone, open_table):
    phone.open(played(open_table, "Eve", "Bo").address)
    phone.open(open_table(players=("Ana", "Tom")).address)
    page = sit_down(phone.open(FIASKO), "Ana", "Tom")
    assert begins(page) == ["Ana"]
    assert "began last time" not in page.words


def test_the_middle_of_the_table_says_who_begins(page):
    assert "Ana begins" in sit_down(page, "Ana", "Tom").words


def test_nobody_begins_before_anybody_sits_there_or_where_all_play_at_once(page, phone):
    assert not page.all("input", name="first")
    both = sit_down(phone.open("/new/states"), "Ana", "Tom")
    assert both.form_to("/new/states")["player"] == ["Ana", "Tom"]
    assert not both.all("input", name="first")
    assert "All play at once" in both.words


def test_somebody_who_does_not_sit_there_can_not_begin(phone):
    fields = [("csrf_token", phone.token), ("player", "Ana"), ("player", "Tom"), ("start", "1"), ("first", "Eve")]
    assert phone.send(FIASKO, fields).one("a", aria_current="true").get("id") == "seat-0"


# Who begins, drawn


@pytest.fixture
def lots(monkeypatch):
    """What the next draws come to."""
    seats = []
    monkeypatch.setattr("companion.store.draws.secrets.randbelow", lambda below: seats.pop(0) % below)
    return seats


def test_a_draw_says_who_begins_and_when_it_was_and_the_table_opens_so(page, lots):
    lots += [2]
    page = sit_down(page, "Ana", "Tom", "Chloé").form_to(FIASKO).press("draw")
    assert (page.came_by.status_code, begins(page)) == (303, ["Chloé"])
    assert re.search(r"Chloé begins drawn at \d\d:\d\d", page.words)
    table = page.form_to(FIASKO).press("start")
    assert table.one("a", aria_current="true").get("id") == "seat-2"
    assert "Drawn to begin" in table.words_of(id="shelf")
    assert table.by_class("lot")


def test_each_draw_is_counted_whatever_seats_the_players_have_and_whoever_goes_back(page, lots):
    lots += [0, 1, 0]
    seats = sit_down(page, "Ana", "Tom")
    first = seats.form_to(FIASKO).press("draw")
    second = first.form_to(FIASKO).press("draw")
    assert "Tom begins drawn 2 times" in second.words
    assert "drawn" not in page.phone.open(seats.address).words  # as the table was, Ana begins without any draw
    swapped = second.form_to(FIASKO).press("lift", "0").form_to(FIASKO).press("lift", "1")
    third = swapped.form_to(FIASKO).press("draw")
    assert ("drawn 3 times" in third.words, begins(third)) == (True, ["Tom"])
    assert "Drawn to begin, after 3 draws" in third.form_to(FIASKO).press("start").words_of(id="shelf")


def test_every_phone_of_the_table_sees_that_it_was_drawn_until_the_first_card(page, other, lots, app):
    lots += [1]
    table = sit_down(page, "Ana", "Tom").form_to(FIASKO).press("draw").form_to(FIASKO).press("start")
    assert "Drawn to begin" in other.open(table.address).words_of(id="shelf")
    with app.app_context():
        sitting, _ = store.find(table.address.split("/")[2])
        move = read_move(sitting.ruleset, sitting.table, {"move": "draw", "player": 1, "card": "goods"})
        store.note(sitting, store.Tap("one", 0, None), store.Wanted("move", move=move))
    assert "Drawn to begin" not in other.open(table.address).words_of(id="shelf")


def test_whoever_comes_late_sees_the_mark_lie(page, lots, monkeypatch):
    lots += [1]
    table = sit_down(page, "Ana", "Tom").form_to(FIASKO).press("draw").form_to(FIASKO).press("start")
    monkeypatch.setattr("companion.web.sitting.view.WHILE_IT_IS_NEW", timedelta())
    page = page.phone.open(table.address)
    assert (page.by_class("lot"), "Drawn to begin" in page.words) == ([], True)


def test_somebody_else_who_is_said_to_begin_was_not_drawn(page, lots):
    lots += [1]
    page = sit_down(page, "Ana", "Tom", "Bo").form_to(FIASKO).press("draw")
    page = page.form_to(FIASKO).press("start", first="Bo")
    assert page.one("a", aria_current="true").get("id") == "seat-2"
    assert "Drawn" not in page.words_of(id="shelf")


def test_a_draw_is_of_those_who_drew_and_the_next_table_draws_anew(page, lots):
    lots += [0, 0]
    page = sit_down(page, "Ana", "Tom").form_to(FIASKO).press("draw")
    assert "drawn" not in sit_down(page, "Bo").words
    page.form_to(FIASKO).press("start")
    page = sit_down(page.phone.open(FIASKO), "Ana", "Tom").form_to(FIASKO).press("draw")
    assert "drawn at" in page.words


def test_htmx_gets_the_seats_with_what_is_said(page, lots):
    lots += [1]
    page = sit_down(page, "Ana", "Tom").form_to(FIASKO).press("draw", htmx=True)
    assert (page.root.get("id"), page.root.get("data-said")) == ("seats", "Tom begins")
    assert "first=Tom" in page.headers["HX-Replace-Url"]


@pytest.mark.parametrize(("slug", "names"), [("fiasko", ()), ("fiasko", ("Ana",)), ("states", ("Ana", "Tom"))])
def test_a_draw_that_can_not_be_is_a_sentence_and_nobody_gets_up(phone, slug, names):
    fields = [("csrf_token", phone.token), *(("player", name) for name in names), ("draw", "1")]
    page = phone.send(f"/new/{slug}", fields)
    said = "All play at once" if slug == "states" else "A draw needs at least two players"
    assert (page.status, page.refusals) == (422, [said])
    assert [node.get("value") for node in page.all("input", name="player")] == list(names)


def test_a_table_that_draws_for_ever_is_told_to_take_what_it_has(page, lots, monkeypatch):
    monkeypatch.setattr("companion.store.draws.MOST_TIMES", 2)
    lots += [1, 1, 1]
    page = sit_down(page, "Ana", "Tom")
    for _ in range(3):
        page = page.form_to(FIASKO).press("draw")
    assert page.refusals == ["You have drawn 2 times: take the last draw, or say who begins"]
    assert begins(page) == ["Tom"]


def test_fiaskos_set_up_says_who_begins_by_the_book(page):
    assert "By the book: the player to the left of the scorekeeper" in sit_down(page, "Ana", "Tom").words


def test_a_lifted_seat_says_what_a_tap_does_on_it_and_on_the_others(page):
    page = sit_down(page, "Ana", "Tom", "Bo").form_to(FIASKO).press("lift", "1")
    assert [page.words_of(id=f"seat-{seat}") for seat in (1, 2, 3)] == [
        "Ana change places",
        "Tom put down again",
        "Bo change places",
    ]
    assert "Tom isn’t playing" in page.words
    assert "Another name" in page.words


# Twice


def test_two_taps_on_start_open_one_table(page, tables):
    page, before = sit_down(page, "Ana", "Tom"), tables()
    first, second = (page.form_to(FIASKO).press("start") for _ in range(2))
    assert first.address == second.address
    assert tables() == before + 1


def test_whoever_goes_back_and_changes_the_table_opens_another(page, tables):
    page, before = sit_down(page, "Ana", "Tom"), tables()
    first = page.form_to(FIASKO).press("start")
    second = page.form_to(FIASKO).press("start", name="Chloé")
    assert first.address != second.address
    assert tables() == before + 2


def test_a_table_is_opened_by_nobody_who_knows_it_from_its_file_alone(phone, other, tables, app):
    fields = [("csrf_token", phone.token), ("player", "Ana"), ("player", "Tom"), ("start", "1")]
    opened = phone.send(FIASKO, [*fields, ("tap", str(uuid.uuid4()))])
    with app.app_context():
        uid = store.find(opened.address.split("/")[2])[0].uid
    thief = [("csrf_token", other.token), *fields[1:], ("tap", uid)]
    assert other.send(FIASKO, thief).address != opened.address


def test_whom_new_links_have_shut_out_a_second_start_lets_in_no_more(page, tables, app):
    page = sit_down(page, "Ana", "Tom")
    opened = page.form_to(FIASKO).press("start").address
    with app.app_context():
        store.new_links(store.find(opened.split("/")[2])[0], "another-phone")
    before = tables()
    page.form_to(FIASKO).press("start")
    assert tables() == before + 1


@pytest.mark.parametrize("tap", ["", "one", "x" * 2000])
def test_a_start_without_a_proper_name_starts(phone, tables, tap):
    before = tables()
    fields = [("csrf_token", phone.token), ("player", "Ana"), ("player", "Tom"), ("start", "1"), ("tap", tap)]
    assert {phone.send(FIASKO, fields).status for _ in range(2)} == {200}
    assert tables() == before + 2
