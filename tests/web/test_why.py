"""Every number opens to its arithmetic in words; and what a half-typed score would be."""

import re

import pytest

from companion.rules import GAMES

FIASKO = GAMES["fiasko"]
POINTS = {"product": "milk", "points": "88", "without": "values hand"}


def test_every_number_that_can_be_asked_has_its_answer(phone, told, over):
    for table in (told, over):
        asks = FIASKO.answers(table.sheet)
        assert len(asks) > 15
        for number in asks:
            page = phone.open(f"{table.address}why/{number}", htmx=True)
            assert (page.status, page.root.get("id")) == (200, "slip")
            assert len(page.words_of(id="slip-title")) > 3


def test_every_number_of_the_sheet_leads_to_its_answer(phone, told):
    page = phone.open(told.address)
    asked = {link.rpartition("/")[2] for link in page.links if "/why/" in link}
    bonuses = {number for number in FIASKO.answers(told.sheet) if number.startswith("bonus")}
    assert asked == set(FIASKO.answers(told.sheet)) - bonuses  # these are on the score's own slip


def test_a_score_says_its_cards_and_its_bonus(phone, table):
    table.note("score", player=0, product="milk", values=[5, 2, 4], hand=8)
    table.note("score", player=1, product="milk", points=60)
    page = phone.open(table.address + "why/score.0.milk")
    assert "(5 + 2 + 4) × 8 = 88" in page.words
    assert "+30: alone at the top Ana 88, Tom 60" in page.words
    assert "Entry 1 of the log" in page.words


def test_a_total_says_what_it_is_made_of(phone, over):
    page = phone.open(over.address + "why/total.0")
    assert "1,263 + 155 = 1,418" in page.words
    assert "For finishing +20" in page.words
    assert "Tied with Tom at 40" in page.words


def test_a_tie_of_thousands_is_written_as_the_sheet_writes_them(phone, table):
    table.note("score", player=0, product="milk", points=1000)
    table.note("score", player=1, product="milk", points=1000)
    assert "Tied with Tom at 1,000" in phone.open(table.address + "why/total.0").words


def test_a_bonus_says_whom_it_beats(phone, over):
    page = phone.open(over.address + "why/bonus.0.milk")
    assert "Ana: +30 Best: MilkTom 60, Chloé 30" in page.words


def test_the_odds_are_told_in_words_and_as_a_table(phone, table):
    page = phone.open(table.address + "why/odds")
    assert "6 of 88 cards6.8%" in page.words.replace(" %", "%")
    assert len(page.all("th", scope="col")) == 10 + 5  # the cards drawn; the sheet's own head


def test_who_is_likely_to_win_and_both_ways_stand_beside_the_odds(phone, table):
    for seat in range(4):
        table.note("draw", player=seat, card="goods")
    page = phone.open(table.address + "why/odds")
    assert "Draw or score? Ana’s chance to win: about" in page.words
    assert "One more card" in page.words
    assert len(page.by_class("shares")) == 1
    assert "Draw or score?" not in phone.open(table.address).words


def test_a_table_that_calls_it_cheating_is_not_told(phone, open_table):
    table = open_table(advice="off")
    for seat in range(4):
        table.note("draw", player=seat, card="goods")
    assert "Draw or score?" not in phone.open(table.address + "why/odds").words
    assert "To win" not in typed(phone, table)


def typed(phone, table):
    """What the slip says of a score that is being told there."""
    slip = phone.open(table.address + "note/score?player=0")
    return slip.form_with(id="score").preview(product="milk", values="5 5 4", hand="6").words


def test_the_slip_weighs_the_cards_that_were_typed_there_and_no_other_phone_hears_of_them(phone, table):
    for seat in (0, 1, 2, 3) * 6:
        table.note("draw", player=seat, card="goods")
    before = [phone.open(table.address + part).words for part in ("", "why/odds")]
    said = typed(phone, table)
    assert "To win: about" in said
    assert ", drawing" in said
    assert [phone.open(table.address + part).words for part in ("", "why/odds")] == before


def test_a_score_that_is_corrected_weighs_nothing(phone, told):
    number = told.sheet.scores[2]["milk"].move
    form = phone.open(f"{told.address}log/{number}").form_to("/replace")
    assert "To win" not in form.preview(points="88").words


def test_a_number_leads_to_its_entry_to_be_struck_or_corrected(phone, told):
    page = phone.open(told.address + "why/score.2.milk")
    number = told.sheet.scores[2]["milk"].move
    assert f"{told.address}log/{number}" in page.links
    page = page.form_to(f"/log/{number}/strike").press()
    assert "milk" not in told.sheet.scores[2]


def test_after_a_strike_from_an_answer_a_reload_finds_the_sheet(phone, told):
    """The answer had an address of its own, and that leads nowhere once its number is gone."""
    page = phone.open(told.address + "why/score.2.milk")
    number = told.sheet.scores[2]["milk"].move
    page = page.form_to(f"/log/{number}/strike").press()
    assert page.came_by.location == told.address
    assert phone.open(told.address + "why/score.2.milk").status == 404


def test_without_a_script_the_answer_stands_over_the_sheet(phone, told):
    page = phone.open(told.address + "why/total.1")
    assert page.one("html") is not None
    assert len(page.all(id="sheet")) == 1
    assert page.one("dialog").get("aria-labelledby") == "slip-title"


@pytest.mark.parametrize(
    "number",
    ["total", "total.9", "total.x", "score.0.cheese", "bonus.0.finish", "", "odds.1", "%00", "total.0.0", "x" * 3000],
)
def test_a_number_that_is_not_on_the_sheet_is_nowhere(phone, told, number):
    assert phone.open(f"{told.address}why/{number}").status == 404


def test_an_open_cell_has_no_arithmetic_yet(phone, table):
    assert phone.open(table.address + "why/score.0.milk").status == 404


# While it is being typed


@pytest.fixture
def slip(phone, table):
    return phone.open(table.address + "note/score?player=0").form_with(id="preview")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, "Tap the product Note it for Ana"),
        ({"values": "5 5"}, "Tap the product Note it for Ana"),
        ({"product": "milk"}, "Tap the cards of the product Note it for Ana"),
        ({"product": "milk", "values": "5"}, "How many cards in hand? Note it for Ana"),
        ({"product": "milk", "values": "5 5 3", "hand": "4"}, "(5 + 5 + 3) × 4 = 52 Best so far: +30 Note 52 for Ana"),
        (
            {"product": "milk", "values": "5 5 5 5", "hand": "4"},
            "A product has only 3 cards of the value 5 Note it for Ana",
        ),
        ({"product": "milk", "values": "5 x", "hand": "4"}, "“x” is not a whole number Note it for Ana"),
        (POINTS, "88 points Best so far: +30 Note 88 for Ana"),
        (
            {"product": "milk", "points": "83", "without": "values hand"},
            "No cards make 83 points. The nearest: 82 84 Note it for Ana",
        ),
        ({**POINTS, "product": "cheese"}, "This game has no product “cheese” Note it for Ana"),
        (
            {"player": "7", "product": "milk", "points": "88", "without": "values hand"},
            "There is no seat 7: this table has 0 to 3 Note it",
        ),
    ],
)
def test_a_score_being_typed_says_what_it_would_be_and_writes_nothing(slip, table, typed, words):
    shown = slip.preview(**typed)
    assert shown.status == 200
    assert re.sub(r"To win: about \d+%, drawing \d+% ", "", shown.words.strip()) == words
    assert table.log.length == 0


def test_a_product_that_is_already_scored_says_so_while_typing(phone, told):
    slip = phone.open(told.address + "note/score?player=0").form_with(id="preview")
    assert (
        slip.preview(product="milk", points="88", without="values hand").words
        == "Ana has already scored milk Note it for Ana"
    )


def test_the_last_product_says_that_it_ends_the_game(phone, told):
    slip = phone.open(told.address + "note/score?player=0").form_with(id="preview")
    shown = slip.preview(product="sardines", values="5 5 3", hand="4", without="points")
    assert shown.words == "(5 + 5 + 3) × 4 = 52 Best so far: +30 · ends the game Note 52 for Ana"
    assert not told.sheet.over


def test_a_preview_without_a_move_is_nowhere(phone, table):
    assert phone.open(table.address + "preview").status == 404
    assert phone.open(table.address + "preview?move=poker").status == 404
