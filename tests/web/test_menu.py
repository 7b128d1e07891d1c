"""The menu: six fixed places for the table, what the hands do above them, what is this phone's own below."""

import pytest

PLACES = ["Share", "Log", "Paper", "Rules", "Names"]


@pytest.fixture
def keys(phone):
    """The words of all keys, as they stand."""
    return lambda address: [" ".join("".join(key.itertext()).split()) for key in menu(phone, address).by_class("key")]


def menu(phone, address):
    return phone.open(address + "menu", htmx=True)


@pytest.mark.parametrize(
    ("slug", "cards"),
    [
        ("fiasko", ["Recount", "We shuffled", "Type in scores"]),
        ("pasta", ["Add up the table", "Correct what’s on the table", "Who has the token?"]),
        ("states", ["We shuffled"]),
    ],
)
def test_what_the_hands_do_comes_first_and_stopping_stands_apart(keys, open_table, slug, cards):
    stop = "Stop here and count asks first; can be undone"
    assert keys(open_table(slug).address) == [*cards, *PLACES, stop, "Settings", "All games"]


def test_who_watches_changes_neither_names_nor_the_game(keys, told):
    assert keys(told.watching) == ["Share", "Log", "Paper", "Rules", "Settings", "All games"]


def test_a_game_that_is_over_can_leave_this_phone(keys, over):
    assert keys(over.address) == [*PLACES, "Settings", "All games", "Remove from this phone"]


def test_without_a_script_the_cross_leads_back_to_the_sheet(phone, told):
    page = phone.open(told.address + "menu")
    assert page.one("a", class_="icon shut-menu").get("href") == told.address
