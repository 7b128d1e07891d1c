"""Pasta's own screens: banking, theft, the token, the hands and the pile, and what each number says of itself."""

import itertools

import pytest

from companion.rules import GAMES
from companion.rules.pasta.moves import SHAPES

PASTA = GAMES["pasta"]
MACARONI, SPAGHETTI, FARFALLE, FUSILLI, PENNE = range(5)
NAMES = ("Ellbogen", "Bindfaden", "Fliegen", "Schrauben", "Federn", "Muscheln", "Ofenrohr", "Kissen", "Nester")


@pytest.fixture
def table(open_table):
    """Ana, Tom, Chloé and Maximilian play Pasta, and note what lies on the table."""
    return open_table("pasta")


def bank(table, player, shape, pasta, sauce=0, **theft):
    table.note("bank", player=player, shape=shape, pasta=pasta, sauce=sauce, **theft)


@pytest.fixture
def told(table):
    """Each has banked; Chloé stole from Ana, and took the token with her two cards."""
    bank(table, 0, MACARONI, 3)
    bank(table, 1, SPAGHETTI, 3, 1)
    bank(table, 2, MACARONI, 2, steal_from=0)
    bank(table, 3, MACARONI, 3, 2)
    return table


@pytest.fixture
def by_hand(open_table):
    """The cards taken are noted, too, and the box is known: 40 cards, of which 16 lie in the square."""
    return open_table("pasta", track="hands", deck=40)


@pytest.fixture
def tied(open_table):
    """Opens a table that comes to equal totals: how it is told apart depends on the option and the cards."""

    def play(*banks, **options):
        table = open_table("pasta", **options)
        for player, shape, cards in banks:
            bank(table, player, shape, cards)
        table.note("end")
        return table

    return play


LARGEST = (0, MACARONI, 6), (1, MACARONI, 3), (1, SPAGHETTI, 3)
GROUPS = (
    (0, MACARONI, 3),
    (0, SPAGHETTI, 3),
    (1, MACARONI, 3),
    (1, SPAGHETTI, 2),
    (1, FARFALLE, 3),
)  # Tom took the token
LEVEL = (0, MACARONI, 4), (1, SPAGHETTI, 4)
SIGN = (0, MACARONI, 4), (1, SPAGHETTI, 3), (1, FARFALLE, 2)  # Tom has five cards, and the token


def words_of(node):
    """With a space between any two elements."""
    return " ".join(" ".join(node.itertext()).split())


def words(page, part=None):
    return words_of(page.one(id=part) if part else page.tree)


def chosen(form):
    """What a slip has filled in, without what every tap carries."""
    return {name: value for name, value in form.fields if name not in ("csrf_token", "tap", "after", "move", "slip")}


# Why


def test_every_number_that_can_be_asked_has_its_answer(phone, told, by_hand, tied):
    by_hand.note("take", player=0, cards=3)
    bank(by_hand, 0, MACARONI, 2)
    tables = [told, by_hand, *(tied(*banks) for banks in (LARGEST, GROUPS, LEVEL, SIGN))]
    kinds = set()
    for table in tables:
        for number in PASTA.answers(table.sheet):
            page = phone.open(f"{table.address}why/{number}", htmx=True)
            assert (page.status, page.root.get("id")) == (200, "slip")
            assert len(words(page, "slip-title")) > 3
            kinds.add(number.partition(".")[0])
    assert kinds == {"total", "token", "tie"}


@pytest.mark.parametrize("banks", [LARGEST, LEVEL, SIGN])
def test_every_number_on_the_page_leads_to_its_answer(phone, told, tied, banks):
    over = tied(*banks)
    for table in (told, over):
        page = phone.open(table.address)
        assert {link.rpartition("/")[2] for link in page.links if "/why/" in link} == set(PASTA.answers(table.sheet))


def test_a_total_says_its_cards_its_sauces_and_the_token(phone, told):
    page = phone.open(told.address + "why/total.2")
    assert "Macaroni 3" in words(page)
    assert "Al Dente 2 points less −2" in words(page)
    assert "3 − 2 = 1" in words(page)
    assert "if it ended now" in words(page)
    page = phone.open(told.address + "why/total.3")
    assert "Macaroni 3 pasta cards + 2 sauces 5" in words(page)
    assert "5 cards, a point each" in words(page)


def test_the_token_says_why_it_is_there_and_where_it_came_from(phone, told):
    page = phone.open(told.address + "why/token")
    assert "Chloé has Al Dente" in words(page, "slip-title")
    assert "Banked just 2 cards" in words(page)
    assert "It came from" not in words(page)
    assert "Entry 3 of the log" in words(page)
    bank(told, 0, PENNE, 1)
    page = phone.open(told.address + "why/token")
    assert "Banked just 1 card " in words(page)
    assert "It came from Chloé." in words(page)


@pytest.mark.parametrize(
    ("banks", "options", "sentence", "compared", "winner"),
    [
        (LARGEST, {}, "the largest group decides", "Ana 6, Tom 3", "Ana wins with 6 Level with Tom: "),
        (GROUPS, {"tiebreak": "cards"}, "the most cards decide", "Ana 6, Tom 8", "Tom wins with 6 Level with Ana: "),
        (GROUPS, {}, "the most groups decide", "Ana 2, Tom 3", "Tom wins with 6 Level with Ana: "),
        (LEVEL, {}, "the victory is shared", "Ana 1, Tom 1", "Ana and Tom share the victory: 4 each"),
    ],
)
def test_what_decided_between_equal_totals_is_said_and_asked(phone, tied, banks, options, sentence, compared, winner):
    table = tied(*banks, **options)
    page = phone.open(table.address)
    assert winner in words(page)
    assert sentence in words(page)
    assert compared in words(page, "tally")
    slip = page.follow("/why/tie")
    assert sentence in words(slip, "slip-title")
    assert table.address + "rules#ruling-tiebreak" in slip.links
    rule = "First the most cards decide" if options else "First the largest group decides"
    assert rule in words(slip)
    assert "Chloé" not in words_of(slip.one("dialog"))


def test_the_other_sign_of_the_token_is_said_once_where_it_would_have_changed_the_winner(phone, tied):
    page = phone.open(tied(*SIGN).address)
    assert "Ana wins with 4" in words(page)
    assert words(page).count("Tom would have won") == 1
    page = phone.open(tied(*SIGN, al_dente=2).address)
    assert "Tom wins with 7" in words(page)
    assert words(page).count("Ana would have won") == 1


@pytest.mark.parametrize(("banks", "options"), [(SIGN, {"al_dente": 0}), (LEVEL, {})])
def test_no_answer_is_left_for_the_other_sign(phone, tied, banks, options):
    assert phone.open(tied(*banks, **options).address + "why/sign").status == 404


@pytest.mark.parametrize("number", ["total.4", "total.x", "token", "tie.1", "sign", "hand.0", "pile", "", "%00"])
def test_a_number_that_is_not_on_the_sheet_is_nowhere(phone, open_table, number):
    table = open_table("pasta")
    bank(table, 0, MACARONI, 3)
    assert phone.open(f"{table.address}why/{number}").status == 404


# Banking and stealing


def test_a_bank_is_noted_from_the_pad_and_the_turn_goes_on(phone, table):
    page = phone.open(table.address).form_with(id="bank").press(shape="3", pasta="4", sauce="2")
    assert table.sheet.groups[0] == {FUSILLI: (4, 2)}
    assert "Tom’s turn" in words(page, "shelf")
    assert "Ana · Fusilli 4 + 2 sauces" in words(page, "undo")
    assert "6 Fusilli, 2 of them sauces" in words(page, "sheet")


def test_only_those_who_can_be_robbed_are_offered(phone, told):
    """The page tells each shape's and each victim's; what is shown of it is for the style sheet."""
    page = phone.open(told.address)
    labels = {words_of(node): node.get("data-has") for node in page.by_class("robs")}
    assert labels == {"Ana": "0", "Tom": "1", "Chloé": "0", "Maximilian": "0"}
    shapes = {node.get("value"): node.get("data-robbable") for node in page.all("input", name="shape")}
    assert {shape: many for shape, many in shapes.items() if many} == {"0": "2", "1": "1"}
    sauced = {words_of(node): node.get("data-sauced") for node in page.by_class("robs")}
    assert sauced == {"Ana": "", "Tom": "1", "Chloé": "", "Maximilian": "0"}


def test_a_theft_is_noted_with_the_bank(phone, told):
    form = phone.open(told.address).form_with(id="bank")
    page = form.press(shape="0", pasta="3", steal_from="3", stolen="sauce")
    assert told.sheet.groups[3] == {MACARONI: (3, 1)}
    assert told.sheet.groups[0] == {MACARONI: (5, 1)}
    assert "Ana · Macaroni 3, a sauce from Maximilian" in words(page, "undo")


def test_the_token_moves_by_itself_and_says_so(phone, told):
    assert "Chloé has Al Dente" in words(phone.open(told.address), "token")
    page = phone.open(told.address).form_with(id="bank").press(shape="4", pasta="2", sauce="0")
    assert "Al Dente goes from Chloé to Ana: −2" in words(page, "shelf")
    assert "Ana has Al Dente" in words(page, "token")
    (holder,) = page.by_class("holds")
    assert "Ana" in words_of(holder)
    page = page.form_with(id="undo").press()
    assert "Chloé has Al Dente" in words(page, "token")


@pytest.mark.parametrize(
    ("worth", "news", "weight"),
    [(2, "+2", "2 points more"), (0, "counts for nothing", "counts for nothing"), (-2, "−2", "2 points less")],
)
def test_the_token_weighs_what_the_table_agreed(phone, open_table, worth, news, weight):
    table = open_table("pasta", al_dente=worth)
    bank(table, 0, MACARONI, 2)
    page = phone.open(table.address)
    assert f"Al Dente is with Ana: {news}" in words(page, "shelf")
    assert weight in words(page, "token")
    assert f"At this table it means: {weight}." in words(phone.open(table.address + "why/token"))
    for address in (table.address + "why/total.0", table.address):
        assert phone.open(address).status == 200
    table.note("end")
    assert weight in words(phone.open(table.address), "tally")


# Trusting the table


def test_what_really_lies_there_is_noted_and_nobodys_turn(phone, told):
    page = told.tap(phone, "lay", player=1, shape=MACARONI, pasta=11, sauce=2)
    assert told.sheet.groups[1][MACARONI] == (11, 2)
    assert "Ana’s turn" in words(page, "shelf")
    assert "Tom · Macaroni corrected: 11 + 2 sauces" in words(page, "undo")
    for fields, sentence in (((0, 3), "3 sauces"), ((7, ""), "7"), ((0, 0), "nothing")):
        page = told.tap(phone, "lay", player=1, shape=MACARONI, pasta=fields[0], sauce=fields[1])
        assert words(page, "undo").endswith(f"Tom · Macaroni corrected: {sentence}")


def test_who_really_has_the_token_is_noted(phone, told):
    page = told.tap(phone, "token", player=0)
    assert "Ana has Al Dente" in words(page, "token")
    assert "Al Dente is with Ana" in words(page, "undo")
    slip = page.follow("/why/token")
    assert "Set by the table" in words(slip)
    assert "Banked just" not in words(slip)
    assert "It came from Chloé." in words(slip)
    assert "Entry 5 of the log" in words(slip)


def test_nobody_has_the_token_where_the_table_says_so(phone, told):
    page = told.tap(phone, "token", player="none")
    assert told.sheet.token is None
    assert not page.all(id="token")
    assert "Nobody has Al Dente" in words(page, "undo")


@pytest.mark.parametrize("player", ["", "4", "-1", "nobody"])
def test_the_token_is_with_a_seat_or_with_nobody(phone, told, player):
    assert told.tap(phone, "token", player=player, slip=1).status == 422
    assert told.log.length == 4


def test_what_lies_there_is_put_right_from_the_menu(phone, told):
    slip = phone.open(told.address).follow("/menu").follow("/note/lay")
    slip = slip.follow("/note/lay?player=3&shape=").follow("/note/lay?player=3&shape=0")
    form = slip.form_with(id="slip-title")
    assert chosen(form) == {"player": "3", "shape": "0", "pasta": "3", "sauce": "2"}
    page = form.press(pasta="11", sauce="0")
    assert told.sheet.groups[3] == {MACARONI: (11, 0)}
    assert "Maximilian · Macaroni: 11 instead of 3 + 2 sauces" in words(page, "shelf")


def test_it_is_reached_from_a_total_too(phone, told):
    slip = phone.open(told.address + "why/total.1").follow("/note/lay?player=1")
    slip.follow("/note/lay?player=1&shape=8").form_with(id="slip-title").press(pasta="4")
    assert told.sheet.groups[1] == {SPAGHETTI: (3, 1), 8: (4, 0)}


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"pasta": "61"}, "pasta", "The number of pasta cards goes from 0 to 60, not 61"),
        ({"sauce": "31"}, "sauce", "The number of sauces goes from 0 to 30, not 31"),
        ({"pasta": ""}, "pasta", "Fill this in"),
        ({"pasta": "x"}, "pasta", "“x” is not a whole number"),
    ],
)
def test_more_than_can_lie_there_is_refused_beside_its_field(phone, told, typed, field, sentence):
    page = phone.open(told.address + "note/lay?player=0&shape=0").form_with(id="slip-title").press(**typed)
    assert (page.status, page.refusals) == (422, [sentence])
    assert words_of(page.one(id=f"wrong-{field}")) == sentence
    assert page.form_with(id="slip-title")[field] == [typed[field]]
    assert told.log.length == 4


def test_the_token_is_put_right_from_the_menu_and_from_its_why(phone, told):
    form = phone.open(told.address).follow("/menu").follow("/note/token").form_with(id="slip-title")
    assert chosen(form) == {"player": "2"}
    page = form.press(player="0")
    assert "Al Dente goes from Chloé to Ana: −2" in words(page, "shelf")
    page = page.follow("/why/token").follow("/note/token").form_with(id="slip-title").press(player="none")
    assert told.sheet.token is None
    assert "Ana no longer has Al Dente" in words(page, "shelf")


def test_what_was_put_right_can_be_corrected(phone, told):
    told.note("lay", player=0, shape=MACARONI, pasta=9, sauce=1)
    told.note("token", player=None)
    slip = phone.open(told.address + "log/5")
    assert "Correct: Ana · Macaroni corrected: 9 + 1 sauce" in words(slip, "slip-title")
    assert chosen(slip.form_with(id="slip-title")) == {
        "entry": "5",
        "player": "0",
        "shape": "0",
        "pasta": "9",
        "sauce": "1",
    }
    slip = slip.follow("/log/5?player=0&shape=").follow("/log/5?player=1&shape=").follow("/log/5?player=1&shape=4")
    slip.form_with(id="slip-title").press(sauce="2")
    assert (told.sheet.groups[0][MACARONI], told.sheet.groups[1][PENNE]) == ((2, 0), (9, 2))
    form = phone.open(told.address + "log/6").form_with(id="slip-title")
    assert chosen(form) == {"entry": "6", "player": "none"}
    form.press(player="1")
    assert told.sheet.token.holder == 1


def test_who_watches_or_comes_late_puts_nothing_right(phone, told):
    for number in ("total.0", "token"):
        assert not [link for link in phone.open(f"{told.watching}why/{number}").links if "/note/" in link]
    told.note("end")
    for number in ("total.0", "token"):
        assert not [link for link in phone.open(f"{told.address}why/{number}").links if "/note/" in link]


# Refusals


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"pasta": "3"}, "shape", "Fill this in"),
        ({"shape": "0", "pasta": None}, "pasta", "Fill this in"),
        ({"shape": "0", "pasta": "7", "sauce": "1"}, "pasta", "At most 7 cards are banked in a turn"),
        ({"shape": "1", "pasta": "3", "steal_from": "2"}, "steal_from", "Chloé has no Spaghetti to steal"),
        (
            {"shape": "0", "pasta": "3", "steal_from": "2", "stolen": "sauce"},
            "stolen",
            "Chloé has no sauce with the Macaroni",
        ),
    ],
)
def test_a_refused_bank_says_why_beside_its_field_and_keeps_what_was_typed(phone, told, typed, field, sentence):
    page = phone.open(told.address).form_with(id="bank").press(**typed)
    assert page.status == 422
    assert page.refusals == [sentence]
    assert words_of(page.one(id=f"wrong-{field}")) == sentence
    assert told.log.length == 4
    slip = page.form_with(id="slip-title")
    for name in ("shape", "pasta", "sauce"):
        if typed.get(name):
            assert slip[name] == [typed[name]]
    page = slip.press(shape="2", pasta="3", sauce="0", **({"steal_from": ""} if slip["steal_from"] else {}))
    assert page.status == 200
    assert told.log.length == 5


@pytest.mark.parametrize(
    "odd",
    [
        {"shape": "9"},
        {"shape": "-1"},
        {"shape": "noodles"},
        {"pasta": "0"},
        {"pasta": "999999999999"},
        {"sauce": "-1"},
        {"player": "7"},
        {"player": ""},
        {"stolen": "cheese"},
        {"stolen": "sauce"},
        {"steal_from": "0"},
        {"steal_from": "7"},
        {"steal_from": "none"},
    ],
)
def test_nothing_a_browser_sends_is_noted_by_halves(phone, told, odd):
    fields = {"player": 0, "shape": 0, "pasta": 3, "sauce": 0, "slip": 1, **odd}
    page = told.tap(phone, "bank", **fields)
    if page.status == 200:
        assert odd == {"steal_from": "none"}  # as a game file has it
    else:
        assert page.status == 422
        assert page.refusals
        assert told.log.length == 4


# While it is being tapped


def before_the_shelf(preview):
    """What the button says; the shelf's own line comes with it."""
    return words(preview).removesuffix(words(preview, "notice")).strip()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({}, "Bank for Ana Choose a shape"),
        ({"shape": "2"}, "Bank 3 Farfalle for Ana 3 on the table"),
        ({"shape": "0", "sauce": "1"}, "Bank 4 Macaroni for Ana 6 on the table"),
        (
            {"shape": "0", "steal_from": "3"},
            "Bank 3 Macaroni for Ana and steal one from Maximilian: 6 on the table",
        ),
        (
            {"shape": "0", "steal_from": "3", "stolen": "sauce"},
            "Bank 3 Macaroni for Ana and steal a sauce from Maximilian: 6 on the table",
        ),
        ({"shape": "0", "pasta": "2"}, "Bank 2 Macaroni for Ana 4 on the table Al Dente goes from Chloé to Ana: −2"),
        ({"shape": "0", "pasta": "7", "sauce": "1"}, "At most 7 cards are banked in a turn"),
        ({"shape": "1", "steal_from": "2"}, "Chloé has no Spaghetti to steal"),
        ({"shape": "x"}, "“x” is not a whole number"),
        ({"shape": "9"}, "The shape goes from 0 to 8, not 9"),
    ],
)
def test_the_button_says_what_it_would_bank_and_writes_nothing(phone, told, typed, sentence):
    shown = phone.open(told.address).form_with(id="preview").preview(**typed)
    assert shown.status == 200
    assert before_the_shelf(shown) == sentence
    assert told.log.length == 4


def test_the_shelf_says_where_the_token_would_go_and_else_what_to_do(phone, told):
    form = phone.open(told.address).form_with(id="preview")
    assert words(form.preview(shape="0", pasta="2"), "notice") == "Al Dente goes from Chloé to Ana: −2"
    assert words(form.preview(shape="0", pasta="3"), "notice") == "Tap shape and number"


def test_a_refused_bank_is_still_for_whom_it_was(phone, told):
    """Tom's, out of turn: on the shelf, on the sheet and on the slip that asks again."""
    refused = phone.open(told.address + "?seat=1").form_with(id="bank").press(shape="1", pasta="7", sauce="1")
    assert refused.status == 422
    assert "For Tom" in words(refused, "shelf")
    assert "Bank for Tom" in words(refused, "pad")
    assert refused.one("a", aria_current="true").get("id") == "seat-1"
    refused.form_with(id="slip-title").press(pasta="4", sauce="1")
    assert told.sheet.groups[1][SPAGHETTI] == (7, 2)


def test_who_has_the_token_already_is_told_that_it_stays(phone, told):
    shown = phone.open(told.address + "?seat=2").form_with(id="preview").preview(shape="4", pasta="1")
    assert before_the_shelf(shown) == "Bank 1 Penne for Chloé 1 on the table Al Dente is with Chloé: −2"


def test_a_preview_of_a_correction_stands_in_the_place_of_its_entry(phone, told):
    tap = told.fields(phone)["tap"]
    address = f"{told.address}preview?move=bank&tap={tap}&after=4&player=0&shape=0&pasta=5"
    for entry, cards in (("", 7), ("&entry=1", 4)):
        shown = phone.open(address + entry, htmx=True)
        assert before_the_shelf(shown) == f"Bank 5 Macaroni for Ana {cards} on the table"
    assert told.log.length == 4


# Hands and the pile


def test_hands_are_shown_filled_and_limited(phone, by_hand):
    page = phone.open(by_hand.address)
    assert "24 left" in words(page, "counter")
    assert "First take some cards" in words(page, "shelf")
    slip = page.follow("/note/take?player=0")
    assert "0 cards in hand, room for 7 more" in words(slip)
    page = slip.form_with(id="slip-title").press("cards", "5")
    assert by_hand.sheet.hands == (5, 0, 0, 0)
    assert "Tom’s turn" in words(page, "shelf")
    slip = phone.open(by_hand.address + "note/take?player=0")
    shut = [node.get("value") for node in slip.all("button", name="cards") if node.get("disabled") is not None]
    assert shut == ["3", "4", "5", "6"]
    page = by_hand.tap(phone, "take", player=0, cards=3, slip=1)
    assert page.status == 422
    assert page.refusals == ["Ana holds 5 cards and can take at most 2: a hand has no more than 7"]
    assert words_of(page.one(id="wrong-cards")) == page.refusals[0]


def test_a_full_hand_must_bank(phone, by_hand):
    by_hand.note("take", player=0, cards=4)
    by_hand.note("take", player=0, cards=3)
    page = phone.open(by_hand.address + "?seat=0")
    assert "The hand is full: bank" in words(page, "shelf")
    assert not page.all(id="to-take")
    assert "Full" in words(page, "pad")
    assert "the hand is full, bank a shape" in words(phone.open(by_hand.address + "note/take?player=0"))
    page = by_hand.tap(phone, "take", player=0, cards=1, slip=1)
    assert page.refusals == ["Ana holds 7 cards and must bank"]


def test_more_than_is_in_the_hand_can_not_be_banked(phone, by_hand):
    by_hand.note("take", player=0, cards=2)
    page = phone.open(by_hand.address + "?seat=0")
    form = page.form_with(id="bank")
    assert form["pasta"] == ["2"]
    page = form.press(shape="0", pasta="3")
    assert page.status == 422
    assert page.refusals == ["Ana has only 2 cards in hand: note the cards taken first"]
    assert page.form_with(id="slip-title")["shape"] == ["0"]
    page.form_with(id="slip-title").press(pasta="2")
    assert by_hand.sheet.hands == (0, 0, 0, 0)


def test_the_last_card_of_the_pile_ends_the_game_by_itself(phone, open_table):
    table = open_table("pasta", track="hands", deck=20)
    table.note("take", player=0, cards=3)
    slip = phone.open(table.address).follow("/note/take?player=1")
    assert "1 card left in the pile: the last one ends the game" in words(slip)
    page = slip.form_with(id="slip-title").press("cards", "1")
    assert table.sheet.over
    assert page.all(id="tally")


def test_without_the_box_the_last_card_is_said(phone, open_table, table):
    assert not phone.open(table.address).all(id="counter")
    slip = phone.open(table.address).follow("/note/end")
    assert "Has the last card of the pile been drawn?" in words(slip, "slip-title")
    slip.form_with(id="slip-title").press()
    assert table.sheet.over
    hands = open_table("pasta", track="hands")
    menu = phone.open(hands.address).follow("/menu")
    menu.follow("/note/end").form_with(id="slip-title").press()
    assert hands.sheet.over


def test_a_table_that_notes_no_hands_takes_no_cards(phone, table):
    assert not [link for link in phone.open(table.address).links if "note/take" in link]
    page = table.tap(phone, "take", player=0, cards=3)
    assert page.status == 422
    assert page.refusals == ["This table doesn’t note the cards taken"]


# Corrections


def test_a_correction_starts_from_what_was_noted_and_takes_its_place(phone, told):
    slip = phone.open(told.address + "log").follow("/log/3")
    assert "Chloé · Macaroni 2, one from Ana" in words(slip, "slip-title")
    form = slip.form_with(id="slip-title")
    then = {"player": "2", "shape": "0", "pasta": "2", "sauce": "0", "steal_from": "0"}
    assert chosen(form) == {"entry": "3", **then}
    page = form.press(pasta="3", steal_from="")
    assert page.status == 200
    assert told.sheet.groups[0] == {MACARONI: (3, 0)}
    assert told.sheet.groups[2] == {MACARONI: (3, 0)}
    assert told.sheet.token is None
    log = phone.open(told.address + "log")
    assert "corrected" in words(log)
    assert "Chloé · Macaroni 3" in words(log)


def test_a_stolen_sauce_stays_a_sauce_when_something_else_is_corrected(phone, told):
    bank(told, 0, MACARONI, 3, steal_from=3, stolen="sauce")
    form = phone.open(told.address + "log/5").form_with(id="slip-title")
    assert (form["steal_from"], form["stolen"]) == (["3"], ["sauce"])
    form.press(pasta="4")
    assert told.sheet.groups[0] == {MACARONI: (6, 1)}


def test_a_correction_that_makes_no_sense_is_refused_in_its_slip(phone, told):
    form = phone.open(told.address + "log/3").form_with(id="slip-title")
    page = form.press(pasta="7", sauce="1")
    assert page.status == 422
    assert page.refusals == ["At most 7 cards are banked in a turn"]
    assert page.form_with(id="slip-title")["pasta"] == ["7"]
    page = phone.open(told.address + "log/1").form_with(id="slip-title").press(shape="8")
    assert page.status == 422
    assert page.refusals == ["Entry 3 would no longer make sense: Ana has no Macaroni to steal"]
    assert told.sheet.groups[0] == {MACARONI: (2, 0)}


def test_cards_taken_are_corrected_and_the_end_is_struck(phone, by_hand):
    by_hand.note("take", player=0, cards=5)
    form = phone.open(by_hand.address + "log/1").form_with(id="slip-title")
    assert (form["player"], form["cards"]) == (["0"], ["5"])
    form.press(cards="6")
    assert (by_hand.sheet.hands, by_hand.sheet.pile) == ((6, 0, 0, 0), 18)
    by_hand.note("end")
    slip = phone.open(by_hand.address + "log/3")
    assert "To play on, strike this entry out in the log." in words(slip)
    phone.open(by_hand.address + "log").form_to("/log/3/strike").press()
    assert not by_hand.sheet.over


def test_the_token_leads_to_the_entry_that_moved_it(phone, told):
    page = phone.open(told.address + "why/token")
    assert f"{told.address}log/3" in page.links
    page = page.form_to("/log/3/strike").press()
    assert told.sheet.token is None
    assert not page.all(id="token")


# Who watches


def test_who_watches_sees_the_table_and_no_pad(phone, told, by_hand):
    for table in (told, by_hand):
        page = phone.open(table.watching)
        assert page.all(id="sheet")
        assert not page.all(id="pad")
        assert not page.all(id="undo")
        assert not [link for link in page.links if "/note/" in link]
        for kind in ("bank", "take", "end"):
            assert phone.open(f"{table.watching}note/{kind}").status == 404
    for number in PASTA.answers(told.sheet):
        page = phone.open(f"{told.watching}why/{number}")
        assert page.status == 200
        assert not [link for link in page.links if "/log/" in link]


# Set-up


@pytest.fixture
def start(phone):
    """Two sit down, with the options as they stand on the set-up page or as typed."""

    def press(**typed):
        form = phone.open("/new/pasta").form_with(name="start")
        options = [(name, value) for name, value in form.fields if name not in typed]
        chosen = [(name, value) for name, values in typed.items() for value in values]
        return phone.send("/new/pasta", [*options, *chosen, ("player", "Ana"), ("player", "Tom"), ("start", "1")])

    return press


def test_the_names_of_the_shapes_are_this_tables_and_come_back_at_the_next(phone, start):
    page = start(shapes=NAMES)
    assert page.status == 200
    assert all(name in words(page, "pad") for name in NAMES)
    assert shapes_offered(phone.open("/new/pasta")) == list(NAMES)


def shapes_offered(page):
    return [node.get("value") for node in page.all("input", name="shapes")]


def test_the_names_of_the_shapes_are_those_of_the_phones_at_the_table(phone, other, new_phone, start):
    table = start(shapes=NAMES)
    other.open(table.address)
    assert shapes_offered(other.open("/new/pasta")) == list(NAMES)
    assert shapes_offered(new_phone().open("/new/pasta")) == list(SHAPES)


def test_there_is_a_way_back_to_the_default_names(phone, start):
    start(shapes=NAMES)
    page = phone.open("/new/pasta")
    assert "Back to the default names" in page.words
    page = page.form_with(name="usual").press("usual", name="Zoe")
    assert (page.status, shapes_offered(page)) == (200, list(SHAPES))
    assert "Back to the default names" not in page.words
    assert page.form_with(name="start")["player"] == ["Zoe"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            {"track": "groups", "deck": "90"},
            "The number of cards in the box matters only if the cards taken are noted",
        ),
        ({"track": "hands", "deck": "16"}, "A whole number from 17 to 200"),
        ({"track": "hands", "deck": "many"}, "“many” is not a whole number"),
        ({"al_dente": "5"}, "“al_dente” can’t be “5”"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_beside_it(start, typed, sentence):
    page = start(**{name: [value] for name, value in typed.items()})
    assert page.status == 422
    assert page.refusals == [sentence]
    for name in typed.keys() & {"deck", "track"}:
        assert page.form_with(name="start")[name] == [typed[name]]


@pytest.mark.parametrize("names", [NAMES[:8], ("", *NAMES[1:]), (*NAMES[:8], NAMES[0])])
def test_nine_shapes_have_nine_names(start, names):
    page = start(shapes=names)
    assert page.status == 422
    assert len(page.refusals) == 1
    typed = [node.get("value") for node in page.all("input", name="shapes")]
    assert typed == list(names)


def test_the_rulebooks_own_words_on_the_token_are_told_at_set_up(phone):
    page = phone.open("/new/pasta")
    assert "The rulebook says “worth 2 points” once and “subtract 2” in the final count." in words(page)
    assert "2 points less" in words(page)


def test_any_two_options_have_their_screens_together(phone, open_table):
    tiebreaks = itertools.cycle(("largest", "cards"))
    for sign, (track, deck) in itertools.product((-2, 2, 0), (("groups", None), ("hands", None), ("hands", 60))):
        tiebreak = next(tiebreaks)
        table = open_table("pasta", players=("Ana", "Tom"), al_dente=sign, tiebreak=tiebreak, track=track, deck=deck)
        for part in ("", "?seat=1", "note/bank", "note/take"):
            assert phone.open(table.address + part).status == 200
        if track == "hands":
            table.note("take", player=0, cards=6)
        bank(table, 0, MACARONI, 4)
        table.note("end")
        assert "Ana wins with 4" in words(phone.open(table.address))
        assert "Ana wins with 4" in words(phone.open("/"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_all_nine_shapes_of_every_seat_are_on_the_sheet(phone, open_table, seats):
    table = open_table("pasta", players=("Ana", "Tom", "Chloé", "Max", "Eve", "Bo")[:seats])
    for seat, shape in itertools.product(range(seats), range(9)):
        bank(table, seat, shape, 3, 1)
    page = phone.open(table.address)
    assert words(page, "sheet").count("4 Tagliatelle") == seats
    assert [node.get("href") for node in page.one(id="sheet").iter() if node.get("href", "").startswith("#m")] == [
        f"#m{seat + 1}" for seat in range(seats)
    ]


# Counting at the end only: round the table


def count(page, shape, pasta, sauce=0):
    """A group, by its keys."""
    return page.form_with(id="to-next").press("pasta", str(pasta), shape=str(shape), sauce=str(sauce))


def test_a_table_without_notes_is_counted_seat_by_seat(phone, table):
    """Every group is an entry of its own, the page stays with the seat, and the tally comes at the end."""
    page = phone.open(table.address).follow("?pad=lay&seat=0")
    groups = (((MACARONI, 5, 2), (PENNE, 9, 0)), ((SPAGHETTI, 6, 0),), ((FUSILLI, 14, 6),), ())
    for name, mine in zip(("Ana", "Tom", "Chloé", "Maximilian"), groups, strict=True):
        assert f"{name}: what’s on the table?" in words(page, "shelf")
        for group in mine:
            page = count(page, *group)
            assert f"{name}: what’s on the table?" in words(page, "shelf")
        page = phone.open(page.one(id="to-next").get("href"))
    assert [entry.move.kind for entry in table.log.entries] == ["lay"] * 4
    assert table.sheet.groups == ({MACARONI: (5, 2), PENNE: (9, 0)}, {SPAGHETTI: (6, 0)}, {FUSILLI: (14, 6)}, {})
    page = page.form_with(id="holder").press("player", "1")
    assert "Al Dente is with Tom" in words(page, "shelf")
    assert page.one(name="player", value="1").get("aria-pressed") == "true"
    page = page.form_with(id="count").press()
    assert "Chloé wins with 20" in words(page)
    assert "?" not in page.address


@pytest.fixture
def other_round(other, table):
    return lambda: other.open(table.address)


def test_the_round_says_what_is_noted_and_goes_on_where_it_was_left(phone, table, other_round):
    page = count(phone.open(table.address + "?pad=lay&seat=1"), MACARONI, 4, 1)
    assert "Tom · Macaroni 4 + 1 sauce" in words(page, "shelf")
    assert "5 Macaroni, 1 of them sauce" in words(page, "pad")
    assert "5 Macaroni, 1 of them sauce" in words(other_round(), "sheet")
    again = phone.open(table.address + "?pad=lay&seat=1")
    assert "5 Macaroni, 1 of them sauce" in words(again, "pad")
    again = again.form_with(id="undo").press()
    assert "Tom: what’s on the table?" in words(again, "shelf")
    assert table.sheet.groups[1] == {}


def test_in_the_round_a_slip_leads_back_to_it(phone, table):
    """More than the keys have is typed, and a number without its shape asks for it and is kept."""
    page = phone.open(table.address + "?pad=lay&seat=2")
    slip = page.follow("player=2&pad=lay&seat=2").follow("player=2&shape=3")
    page = slip.form_with(id="slip-title").press(pasta="22", sauce="8")
    assert "Chloé: what’s on the table?" in words(page, "shelf")
    assert table.sheet.groups[2] == {FUSILLI: (22, 8)}
    refused = page.form_with(id="to-next").press("pasta", "7", sauce="2")
    assert refused.status == 422
    (link,) = (link for link in refused.links if "shape=4&" in link)
    typed = phone.open(link)
    assert (typed.form_with(id="slip-title")["pasta"], typed.form_with(id="slip-title")["sauce"]) == (["7"], ["2"])


def test_the_round_is_offered_where_nothing_was_noted_in_the_menu_and_at_the_end(phone, table):
    round_ = table.address + "?pad=lay&seat=0"
    assert round_ in phone.open(table.address).links
    bank(table, 0, MACARONI, 3)
    assert round_ not in phone.open(table.address).links
    assert round_ in phone.open(table.address + "menu").links
    assert round_ in phone.open(table.address + "note/end").links


@pytest.mark.parametrize("pad", ["", "bank", "lay/../x", "LAY"])
def test_a_pad_that_is_none_is_the_usual_one(phone, table, pad):
    page = phone.open(f"{table.address}?pad={pad}")
    assert page.status == 200
    assert page.one(id="bank") is not None


def test_who_watches_or_comes_when_all_is_over_goes_round_no_table(phone, table):
    assert "what’s on the table" not in words(phone.open(table.watching + "?pad=lay&seat=0"))
    table.note("end")
    page = phone.open(table.address + "?pad=lay&seat=0")
    assert page.status == 200
    assert "what’s on the table" not in words(page)
