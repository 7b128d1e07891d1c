"""The page of those who watch, on a phone or a television: the table as it stands, what was noted last, and no key."""

import re

import pytest

from companion.rules import GAMES
from companion.screens.logbook import LINES

MOVES = {
    "fiasko": [
        ("score", {"player": 0, "product": "milk", "points": 60}),
        ("score", {"player": 1, "product": "milk", "points": 88}),
    ],
    "pasta": [
        ("bank", {"player": 0, "shape": 3, "pasta": 2}),
        ("bank", {"player": 1, "shape": 4, "pasta": 1}),
    ],
    "states": [
        ("battle", {"state": "TX", "value": 38, "winner": 0}),
        ("battle", {"state": "OH", "value": 12, "tanks": [30, 12, 30, 4]}),
    ],
}
NEWEST = {
    "fiasko": "Tom · Milk 88 The +30 goes from Ana to Tom",
    "pasta": "Tom · Penne 1 Al Dente goes from Ana to Tom: −2",
    "states": "Tom · Ohio 12 (30, 12, 30, 4) 30 and 30 cancel out; Tom’s 12 takes Ohio",
}
UP = {"fiasko": "Chloé’s turn", "pasta": "Chloé’s turn", "states": "Battle 3"}


@pytest.fixture(params=GAMES)
def slug(request):
    return request.param


@pytest.fixture
def table(open_table, slug):
    table = open_table(slug)
    for kind, fields in MOVES[slug]:
        table.note(kind, **fields)
    return table


def lines(page):
    """What was noted last."""
    return [" ".join(" ".join(node.itertext()).split()) for node in page.one(id="lately").iter("li")]


def test_who_watches_has_no_keys_and_no_forms_at_the_start_in_the_middle_and_at_the_end(phone, open_table, table, slug):
    fresh = phone.open(open_table(slug).watching)
    middle = phone.open(table.watching)
    table.note("end")
    for page in (fresh, middle, phone.open(table.watching)):
        fields = [node.get("id") for tag in ("form", "button", "input") for node in page.all(tag)]
        assert fields == ["aloud"]  # which tells the table nothing
        assert not page.all(id="pad")


def test_what_was_noted_last_is_there_with_what_came_of_it(phone, table, slug):
    shown = lines(phone.open(table.watching))
    assert shown[0] == NEWEST[slug]
    assert len(shown) == 2


def test_what_is_up_is_there(phone, table, slug):
    assert phone.open(table.watching).words_of(id="shelf").startswith(UP[slug])


def test_a_new_table_says_that_nothing_was_noted(phone, open_table, slug):
    page = phone.open(open_table(slug).watching)
    assert lines(page) == []
    assert "Nothing has been noted yet." in page.words_of(id="lately")


def test_what_was_taken_back_is_gone_from_what_was_noted_last(phone, other, table):
    other.open(table.address).form_with(id="undo").press()
    assert len(lines(phone.open(table.watching))) == 1


def test_no_more_lines_are_sent_than_there_is_ever_room_for(phone, open_table):
    table = open_table()
    for draw in range(LINES + 2):
        table.note("draw", player=draw % 4, card="goods")
    assert len(lines(phone.open(table.watching))) == LINES


def test_only_who_watches_is_shown_them(phone, table):
    page = phone.open(table.address)
    assert not page.all(id="lately")
    assert not page.by_class("join")
    assert not page.by_class("watched")


def test_the_newest_is_marked_where_it_stands(phone, open_table):
    fiasko, pasta = open_table("fiasko"), open_table("pasta")
    fiasko.note("score", player=1, product="corn", points=88)
    pasta.note("bank", player=2, shape=4, pasta=3)
    (cell,) = phone.open(fiasko.watching).by_class("fresh")
    assert cell.get("href").endswith("why/score.1.corn")
    (group,) = phone.open(pasta.watching).by_class("fresh")
    assert "p4" in group.get("class").split()
    assert not phone.open(fiasko.address).by_class("fresh")


def test_all_that_changes_with_a_tap_is_in_the_part_and_the_code_is_not(phone, table):
    page, part = phone.open(table.watching), phone.open(table.watching + "now?after=99", htmx=True)
    sitting = page.one(id="sitting")
    for name in ("sheet", "shelf", "lately"):
        assert page.one(id=name) in list(sitting.iter())
        assert part.one(id=name) is not None
    (join,) = page.by_class("join")
    assert join not in list(sitting.iter())
    assert not part.by_class("join")


def test_the_code_opens_the_link_for_watching(phone, table):
    (join,) = phone.open(table.watching).by_class("join")
    title = re.sub(r"\s+", "", "".join(join.find(".//svg-title").itertext()))
    assert title == f"http://localhost{table.watching}"


def test_a_name_that_was_tapped_on_leaves_what_is_up_alone(phone, table, slug):
    assert phone.open(f"{table.watching}?seat=0").words_of(id="shelf").startswith(UP[slug])
