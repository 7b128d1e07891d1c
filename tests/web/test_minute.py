"""The rules in a minute: of a table with what it chose, of a game before anybody plays, in four languages."""

from importlib import import_module

import pytest

from companion.rules import GAMES
from companion.rules.fiasko import standing


@pytest.fixture(params=sorted(GAMES))
def slug(request):
    return request.param


def test_each_game_has_its_page_from_the_menu_and_from_set_up(phone, open_table, slug):
    table = open_table(slug)
    page = phone.open(table.address + "menu").follow("/rules")
    assert page.one("h1").text.strip() == "The rules in a minute"
    assert table.address in page.links
    page = phone.open(f"/new/{slug}").follow("/rules")
    assert (page.status, f"/new/{slug}" in page.links) == (200, True)


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_it_is_told_in_each_language(new_phone, slug, language):
    page = new_phone(language).open(f"/games/{slug}/rules")
    assert page.status == 200
    assert len(page.all("h2")) >= 5
    assert len({page.words, new_phone("en").open(f"/games/{slug}/rules").words}) == (1 if language == "en" else 2)


def test_every_option_has_its_ruling_with_an_anchor(phone, open_table, slug):
    page = phone.open(open_table(slug).address + "rules")
    anchors = {node.get("id") for node in page.by_class("ruling")}
    assert anchors == {f"ruling-{option.key}" for option in GAMES[slug].options}


def rulings_from(page):
    """Every link from this page to a ruling leads to it."""
    links = {link for link in page.links if "#ruling-" in link}
    for link in links:
        address, _, anchor = link.partition("#")
        assert page.phone.open(address).all(id=anchor), link
    return {link.rpartition("#ruling-")[2] for link in links}


def test_each_open_question_at_set_up_leads_to_its_ruling(phone, slug):
    assert rulings_from(phone.open(f"/new/{slug}")) == {option.key for option in GAMES[slug].options}


def test_a_tie_leads_to_what_the_table_ruled_about_it(phone, open_table):
    table = open_table()
    for seat in range(3):
        table.note("score", player=seat, product="milk", points=40)
    assert rulings_from(phone.open(table.address + "why/bonus.0.milk")) == {"three_way_tie"}


def test_the_token_leads_to_what_the_table_ruled_about_it(phone, open_table):
    table = open_table("pasta")
    table.note("bank", player=0, shape=0, pasta=1)
    assert rulings_from(phone.open(table.address + "why/token")) == {"al_dente"}


def test_whoever_watches_reads_them_too(phone, told):
    assert phone.open(told.watching + "menu").follow("/rules").status == 200


def test_it_says_what_this_table_chose_and_why_there_is_a_choice(phone, open_table):
    table = open_table(catastrophe="everyone", three_way_tie="split")
    page = phone.open(table.address + "rules")
    assert "Everybody loses their hand, even the player who drew it." in page.words
    assert page.words_of(id="ruling-catastrophe") == (
        "A catastrophe hits: Everyone In the German rulebook, the player who draws it loses the hand, too."
    )
    assert "Three or more tie: 30 to share" in page.words
    assert "The tags show the answers of this table." in page.words


def test_before_a_game_it_says_what_is_usual(phone):
    page = phone.open("/games/fiasko/rules")
    assert "all the others lose theirs" in page.words
    assert "The tags show the usual answers" in page.words


@pytest.mark.parametrize(
    ("players", "goal"),
    [(2, "have 150 points."), (4, "75 points and at least 10 States."), (6, "50 points and at least 7 States.")],
)
def test_the_goal_is_the_one_for_so_many_players(phone, open_table, players, goal):
    table = open_table("states", players=("Ana", "Tom", "Bo", "Kim", "Lea", "Max")[:players])
    assert goal in phone.open(table.address + "rules").words


def test_a_house_goal_is_told(phone, open_table):
    page = phone.open(open_table("states", goal={"points": 40, "states": 3}).address + "rules")
    assert "40 points and at least 3 States." in page.words
    assert page.words_of(id="ruling-goal").startswith("Another goal: Points 40 and States taken 3")


def test_two_lay_the_square_out_in_another_way(phone, open_table):
    two, four = open_table("pasta", players=("Ana", "Tom")), open_table("pasta")
    assert "all cards lie face up" in phone.open(two.address + "rules").words
    assert "all cards lie face up" not in phone.open(four.address + "rules").words
    assert "all cards lie face up" in phone.open("/games/pasta/rules").words


def test_its_numbers_are_those_of_the_rules(phone, monkeypatch):
    assert f"+{standing.FINISH} for finishing" in phone.open("/games/fiasko/rules").words
    monkeypatch.setattr(import_module("companion.screens.fiasko.minute"), "FINISH", 99)
    assert "+99 for finishing" in phone.open("/games/fiasko/rules").words


def test_of_a_game_that_nobody_knows_nobody_tells_the_rules(phone):
    assert phone.open("/games/chess/rules").status == 404
