"""A tap on its way: once, twice, late, wrong, or from somebody who may only watch."""

import uuid

import pytest

from companion.record.files.game_file import LARGEST

DRAW = {"player": 0, "card": "goods"}


def hands(table):
    return table.sheet.counter.hands


# As the page has it, without a script


def test_a_drawn_card_is_one_tap(phone, table):
    page = phone.open(table.address).form_with(id="drew-goods").press("card", "goods")
    assert page.came_by.status_code == 303
    assert page.came_by.location == table.address
    assert hands(table) == (1, 0, 0, 0)
    assert page.one("a", aria_current="true").get("id") == "seat-1"
    assert "Ana · Goods" in page.words_of(id="undo")


def test_a_score_is_read_off_its_own_form(phone, table):
    slip = phone.open(table.address).follow("/note/score?player=0&product=milk")
    page = slip.form_with(id="preview").press(values="5 5 3", hand="4")
    assert page.came_by.status_code == 303
    assert table.sheet.scores[0]["milk"].points == 52
    assert "52" in page.words_of(id="sheet")


def test_a_score_in_bare_points_leaves_the_cards_aside(phone, table):
    """The hand that is filled in from the count isn't sent along."""
    for _ in range(2):
        table.note("draw", player=1, card="goods")
    slip = phone.open(table.address).follow("/note/score?player=1&product=corn")
    assert slip.form_with(id="preview")["hand"] == ["2"]
    slip.form_with(id="preview").press(points="88", without="values hand")
    assert table.sheet.scores[1]["corn"].points == 88


def test_a_tap_on_a_name_is_for_that_player(phone, table):
    page = phone.open(table.address).follow("?seat=2")
    page.form_with(id="drew-goods").press("card", "goods")
    assert hands(table) == (0, 0, 1, 0)


@pytest.mark.parametrize("seat", ["4", "9", "x", "-1", "", "²", "99999999999999999999"])
def test_a_seat_that_does_not_exist_is_whose_turn_it_is(phone, table, seat):
    assert phone.open(f"{table.address}?seat={seat}").one("a", aria_current="true").get("id") == "seat-0"


# htmx gets a part


def test_htmx_gets_the_table_as_it_then_stands(phone, table):
    page = table.tap(phone, "draw", **DRAW, htmx=True)
    assert (page.status, page.root.get("id")) == (200, "sitting")
    assert page.one("a", aria_current="true").get("id") == "seat-1"


@pytest.mark.parametrize(("card", "matters"), [("goods", None), ("fiasko", "1"), ("catastrophe", "1")])
def test_what_matters_can_be_felt(phone, table, card, matters):
    assert table.tap(phone, "draw", player=0, card=card, htmx=True).root.get("data-matters") == matters


def test_the_end_can_be_felt(phone, told):
    assert told.tap(phone, "end", htmx=True).root.get("data-matters") == "1"


def test_each_answer_has_a_new_name_for_the_next_tap(phone, table):
    names = {phone.open(table.address).form_with(id="drew-goods")["tap"][0] for _ in range(3)}
    assert len(names) == 3


# Twice


@pytest.mark.parametrize("htmx", [False, True])
def test_a_double_tap_counts_once_and_is_answered_the_same(phone, table, htmx):
    fields = table.fields(phone, "draw", **DRAW)
    first, second = (phone.send(table.address + "taps", fields, htmx=htmx) for _ in range(2))
    assert first.came_by.status_code == second.came_by.status_code == (200 if htmx else 303)
    assert hands(table) == (1, 0, 0, 0)
    assert first.words_of(id="sheet") == second.words_of(id="sheet")


def test_a_tap_repeated_much_later_still_counts_once(phone, table):
    fields = table.fields(phone, "draw", **DRAW)
    phone.send(table.address + "taps", fields)
    for seat in (1, 2, 3):
        table.note("draw", player=seat, card="goods")
    page = phone.send(table.address + "taps", fields, htmx=True)
    assert page.status == 200
    assert hands(table) == (1, 1, 1, 1)


def test_a_double_undo_strikes_one_entry(phone, table):
    table.note("draw", player=0, card="goods")
    table.note("draw", player=1, card="goods")
    undo = phone.open(table.address).form_with(id="undo")
    assert undo.press().came_by.status_code == undo.press().came_by.status_code == 303
    assert hands(table) == (1, 0, 0, 0)


# Late


def test_a_stale_tap_that_nothing_touches_counts(phone, other, table):
    """Chloé's name was tapped on."""
    page = phone.open(table.address + "?seat=2")
    table.tap(other, "draw", player=0, card="goods")
    page.form_with(id="drew-goods").press("card", "goods")
    assert hands(table) == (1, 0, 1, 0)


def test_a_stale_tap_that_makes_none_is_refused_with_the_reason(phone, other, table):
    slip = phone.open(table.address + "note/score?player=0&product=milk")
    table.tap(other, "score", player=0, product="milk", points=88)
    page = slip.form_with(id="preview").press(points="60", without="values hand")
    assert page.status == 422
    assert "Ana has already scored milk" in page.refusals
    assert table.sheet.scores[0]["milk"].points == 88


def test_the_same_from_this_very_phone_happened_twice(phone, table):
    page = phone.open(table.address)
    table.tap(phone, "draw", player=0, card="fiasko")
    assert page.form_with(id="drew-fiasko").press("card", "fiasko").came_by.status_code == 303
    assert table.sheet.counter.fiasko == 4


STALE = [("after", "-1"), ("after", "x"), ("after", ""), ("tap", ""), ("tap", "one")]
ASKED = [("asked", "-1"), ("asked", "x"), ("asked", "")]


@pytest.mark.parametrize(("field", "value"), STALE + ASKED)
@pytest.mark.parametrize("part", ["taps", "log/1/replace", "log/1/strike", "log/1/restore"])
def test_a_tap_that_no_page_of_this_sitting_sends_is_out_of_date(phone, table, part, field, value):
    """Whatever it wants noted: one sentence."""
    table.note("draw", **DRAW)
    fields = {**table.fields(phone, "draw", player=0, card="fiasko"), "slip": "1", "twice": "1", field: value}
    page = phone.send(table.address + part, fields, htmx=True)
    assert page.status == 422
    assert page.refusals == ["This page was out of date and now shows the current game. Tap again"]
    assert table.log.length == 1


def test_a_tap_after_the_end_says_that_it_is_over(phone, over):
    page = over.tap(phone, "draw", **DRAW)
    assert page.status == 422
    assert "The game is over: no more moves can be noted" in page.refusals


# Wrong


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("player", "", "Fill this in"),
        ("player", "4", "There is no seat 4: this table has 0 to 3"),
        ("player", "-1", "There is no seat -1: this table has 0 to 3"),
        ("player", "1.5", "“1.5” is not a whole number"),
        (
            "player",
            "٣",
            "\u2068“٣” is not a whole number\u2069",
        ),  # a sign that is read from right to left turns nothing round
        ("player", "9" * 400, f"“{'9' * 40}…” is not a whole number"),
        ("card", "", "Fill this in"),
        ("card", "joker", "This game has no card “joker”"),
        ("lost", "3", "These don’t go together: leave one of them empty"),
    ],
)
def test_a_tap_that_can_not_be_is_refused_with_a_sentence(phone, table, field, value, sentence):
    fields = {**table.fields(phone, "draw", **DRAW), field: value}
    page = phone.send(table.address + "taps", fields, htmx=True)
    assert page.status == 422
    assert page.refusals == [sentence]
    assert table.log.length == 0


@pytest.mark.parametrize("move", ["", "poker", "none", "Draw"])
def test_a_move_that_the_game_does_not_know_is_nowhere(phone, table, move):
    assert table.tap(phone, move).status == 404


SCORE = {"player": 0, "product": "milk", "slip": 1}


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"values": "5 5 x", "hand": 4}, "values", "“x” is not a whole number"),
        ({"values": "5 5 9", "hand": 4}, "values", "The value of a card goes from 1 to 5, not 9"),
        ({"values": "1 1 1 1", "hand": 4}, "values", "A product has only 3 cards of the value 1"),
        ({"values": "5 5", "hand": 1}, "hand", "A hand with 2 cards of the product has 2 to 66 cards, not 1"),
        ({"values": "5 5", "hand": "many"}, "hand", "“many” is not a whole number"),
        ({"values": "1", "hand": 1}, "values", "1 × 1 is 1: a score has at least 13 points"),
        ({"points": 83}, "points", "No cards make 83 points: the nearest are 82 and 84"),
        ({"points": 7}, "points", "A score has at least 13 points"),
        ({"points": "-88"}, "points", "A score has at least 13 points"),
        ({"points": "999999999999"}, "points", "No cards make 999,999,999,999 points: the highest possible is 3,840"),
        ({"points": "9999999999999"}, "points", "“9999999999999” is not a whole number"),
        ({"product": "cheese", "points": 88}, "product", "This game has no product “cheese”"),
        ({"product": "", "points": 88}, "product", "Fill this in"),
        ({"player": "", "points": 88}, "player", "Fill this in"),
        ({"player": 7, "points": 88}, "player", "There is no seat 7: this table has 0 to 3"),
        ({"values": "5 5"}, "hand", "Still missing: Cards in hand"),
        ({}, "values", "Still missing: Cards of the product, Cards in hand and Points"),
        ({"values": "5 5", "hand": 8, "points": 80}, None, "These don’t go together: leave one of them empty"),
    ],
)
def test_a_score_that_can_not_be_is_refused_beside_its_field_and_kept(phone, table, typed, field, sentence):
    page = table.tap(phone, "score", **{**SCORE, **typed})
    assert page.status == 422
    assert page.refusals == [sentence]
    if field:
        beside = page.one(id=f"wrong-{field}")
        (around,) = [node for node in page.all("form") if beside in list(node.iter())]
        assert around.get("action").endswith("/taps")
    form = page.form_with(id="preview")
    for name in typed.keys() - {"product", "player"}:
        assert form[name] == [str(typed[name])]
    assert table.log.length == 0


@pytest.mark.parametrize("name", ["points", "hand", "values"])
def test_a_refused_field_is_marked_for_those_who_do_not_see_it(phone, table, name):
    typed = {"points": "x"} if name == "points" else {"values": "5 x", "hand": "3"}
    typed = {"values": "5 5", "hand": "x"} if name == "hand" else typed
    page = table.tap(phone, "score", **{**SCORE, **typed})
    field = page.one("input", name=name)
    assert (field.get("aria-invalid"), field.get("aria-describedby")) == ("true", f"wrong-{name}")


def test_a_refused_score_can_be_put_right_and_sent(phone, table):
    page = table.tap(phone, "score", **SCORE, values="5 5 9", hand=4)
    page.form_with(id="preview").press(values="5 5 3")
    assert table.sheet.scores[0]["milk"].points == 52


def test_a_refused_recount_stays_in_its_slip(phone, table):
    page = table.tap(phone, "recount", pile=99, fiasko=6, catastrophe=2, slip=1)
    assert page.status == 422
    assert page.refusals == ["The pile goes from 0 to 88, not 99"]
    assert page.form_with(name="pile")["pile"] == ["99"]


def test_an_empty_pile_still_holds_nothing(phone, table):
    """A zero is typed, not missing; and the slip goes on as it asks, with what lies in the discards."""
    page = table.tap(phone, "recount", pile=0, fiasko=0, catastrophe=6, slip=1)
    form = page.form_with(name="pile")
    assert (form["pile"], form["fiasko"]) == (["0"], ["6"])


# Who may only watch


PARTS = ["taps", "log/1/strike", "log/1/restore", "log/1/replace", "again", "share/links"]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("htmx", [False, True])
def test_who_watches_writes_nothing(phone, table, part, htmx):
    table.note("draw", player=0, card="goods")
    links = table.sitting.score_link, table.sitting.watch_link
    page = phone.send(table.watching + part, table.fields(phone, "draw", player=1, card="goods"), htmx=htmx)
    assert page.status == 403
    assert "This link is for watching" in page.words
    assert table.log.length == 1
    assert phone.open(f"/s/{links[0]}/").status == phone.open(f"/s/{links[1]}/").status == 200


def test_who_watches_is_offered_no_button(phone, told):
    for part in ("", "menu", "log", "share/", "why/odds", "why/total.0", "why/score.0.milk"):
        page = phone.open(told.watching + part)
        assert page.status == 200
        assert not page.all("form")
        assert told.sitting.score_link not in page.text


@pytest.mark.parametrize("part", ["note/draw", "note/score", "log/1", "preview?move=draw"])
def test_who_watches_has_no_slip_to_note_in(phone, told, part):
    assert phone.open(told.watching + part).status == 404


# Forged


@pytest.mark.parametrize("token", [None, "", "forged", "x" * 2000, "é"])
@pytest.mark.parametrize("htmx", [False, True])
def test_a_tap_without_the_pages_own_token_writes_nothing(phone, table, token, htmx):
    fields = {name: value for name, value in table.fields(phone, "draw", **DRAW).items() if name != "csrf_token"}
    page = phone.send(table.address + "taps", {**fields, **({} if token is None else {"csrf_token": token})}, htmx)
    assert page.status == 400
    assert "This page was too old" in page.words
    assert table.log.length == 0


def test_what_was_typed_on_a_page_that_was_too_old_is_sent_again_with_a_tap(phone, table):
    fields = {**table.fields(phone, "draw", **DRAW), "csrf_token": "of another evening"}
    page = phone.send(table.address + "taps", fields)
    page.form_with(name="tap").press()
    assert table.log.length == 1


def test_what_another_site_has_typed_is_not_there_to_be_sent(phone, table):
    fields = {**table.fields(phone, "draw", **DRAW), "csrf_token": "forged"}
    answer = phone.client.post(table.address + "taps", data=fields, headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 400
    assert "<form" not in answer.text


def test_another_phones_token_is_as_good_as_none(phone, other, table):
    fields = {**table.fields(phone, "draw", **DRAW), "csrf_token": other.token}
    assert phone.send(table.address + "taps", fields).status == 400
    assert table.log.length == 0


@pytest.mark.parametrize("address", ["/settings", "/new/fiasko"])
def test_the_other_forms_need_a_token_too(phone, address):
    page = phone.send(address, {"theme": "dark", "name": "Ana"})
    assert page.status == 400
    assert phone.open("/").one("html").get("data-theme") == "auto"


def test_too_much_at_once_is_refused_with_a_sentence(phone, table):
    page = phone.send(table.address + "taps", {**table.fields(phone, "draw"), "player": "9" * 7_000_000})
    assert page.status == 413
    assert "That is too large" in page.words
    assert f"A game file has at most {LARGEST // 1_000_000} MB." in page.words


def test_a_body_that_is_no_form_is_refused(phone, table):
    answer = phone.client.post(table.address + "taps", data=b'{"move": "draw"}', content_type="application/json")
    assert answer.status_code == 400
    answer = phone.client.post(table.address + "taps", data=b"\xff\xfe=%zz&&&=", content_type="text/plain")
    assert answer.status_code == 400


def test_a_tap_that_is_named_in_another_way_of_writing_is_the_same(phone, table):
    name = str(uuid.uuid4())
    table.tap(phone, "draw", **DRAW, tap=name)
    table.tap(phone, "draw", **DRAW, tap=name.upper().replace("-", ""))
    assert hands(table) == (1, 0, 0, 0)
