"""Ending is asked: what it would mean is said, it wants a yes, and the end has its undo."""

import pytest


@pytest.fixture
def asked(phone):
    return lambda table: phone.open(table.address + "menu").follow("/stop")


def test_stopping_is_asked_and_says_who_would_win(asked, told):
    page = asked(told)
    assert "Stop here and count? The bonuses stand as they are." in page.words
    assert "Hands count for nothing, and nobody gets the +20 for finishing." in page.words
    assert "As it stands: Ana wins with 1,332." in page.words
    assert not told.sheet.over


def test_a_yes_is_the_end(asked, told):
    page = asked(told).form_with(name="move", value="end").press()
    assert told.sheet.over
    assert "Ana wins with 1,332" in page.words


def test_a_no_goes_back_to_the_sheet(asked, told):
    page = asked(told)
    assert page.words_of(data_closes="", autofocus="") == "Play on"
    assert page.one(data_closes="", autofocus="").get("href") == told.address
    assert not told.sheet.over


def test_the_end_has_its_undo(asked, told):
    page = asked(told).form_with(name="move", value="end").press()
    assert page.words_of(id="undo") == "Undo: Stopped here"
    page = page.form_with(id="undo").press()
    assert not told.sheet.over
    assert page.all(id="pad")


def test_the_end_that_came_by_itself_has_its_undo_too(phone, over):
    page = phone.open(over.address).form_with(id="undo").press()
    assert not over.sheet.over
    assert page.all(id="sheet")


def test_whoever_watches_is_not_asked_and_has_no_undo(phone, over, told):
    assert phone.open(told.watching + "stop").status == 404
    assert "Stop here" not in phone.open(told.watching + "menu").words
    assert not phone.open(over.watching).all(id="undo")


def test_where_another_phone_has_stopped_it_the_end_is_shown(phone, told):
    told.note("end")
    page = phone.open(told.address + "stop")
    assert (page.status, page.headers["Location"]) == (303, told.address)
    assert phone.open(told.address + "stop", htmx=True).headers["HX-Redirect"] == told.address


@pytest.mark.parametrize(
    ("slug", "moves", "sentences"),
    [
        ("fiasko", (), "Nobody has any points yet."),
        ("pasta", (), "The cards on the table count, and so does the token. Hands count for nothing. Nobody has"),
        ("pasta", ({"kind": "bank", "player": 1, "shape": 2, "pasta": 3},), "As it stands: Tom wins with 3."),
        (
            "pasta",  # whoever has banked is behind, by the token
            ({"kind": "bank", "player": 0, "shape": 2, "pasta": 1},),
            "As it stands: Tom, Chloé and Maximilian share the victory: 0 each.",
        ),
        ("pasta", ({"kind": "token", "player": 0},), "Nobody has any points yet."),
        ("states", (), "the most points win, then the most States. Nobody has any points yet."),
        (
            "states",
            ({"kind": "battle", "state": "OH", "value": 9, "winner": 0},),
            "Ana wins with 9 points.",
        ),
    ],
)
def test_each_game_says_what_it_means(asked, open_table, slug, moves, sentences):
    table = open_table(slug)
    for move in moves:
        table.note(**move)
    assert sentences in asked(table).words
