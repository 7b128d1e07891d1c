"""The end of a game: the tally that builds up once, pictures that say what they show, and what if; for every phone."""

from pathlib import Path
from threading import Event, Thread

import pytest

from companion import store
from companion.web.sitting.view import View

TRUE = Path(__file__).parents[1] / "screens" / "fiasko-to-the-last-move.json"


@pytest.fixture
def true(app):
    """A game to its very last move."""
    with app.app_context():
        (sitting,) = store.import_games(TRUE.read_bytes())
    return sitting


def text(node):
    return " ".join("".join(node.itertext()).split())


def test_the_tally_builds_up_in_the_answer_to_the_last_move_alone(phone, other, told):
    answer = told.tap(phone, "score", htmx=True, player=0, product="sardines", points=36)
    assert answer.own.get("data-reads") == "1"
    for again in (phone.open(told.address), other.open(told.address), other.open(told.address + "now?after=0")):
        assert again.by_class("tally")
        assert [node.get("data-reads") for node in again.all(id="own")] in ([], [None])


def test_an_end_that_takes_long_to_reckon_keeps_no_other_table_waiting(table, open_table, monkeypatch):
    """Python 3.11's cached_property has one lock for all tables: of eight such ends others waited for all."""
    begun, goes_on = Event(), Event()
    views = [View(one.sitting, True, one.sitting.score_link) for one in (table, open_table())]
    for view in views:
        view.log = table.log

    def takes_long(*_):
        if not begun.is_set():
            begun.set()
            assert goes_on.wait(30)

    monkeypatch.setattr("companion.web.sitting.view.ending", takes_long)
    slow, quick = (Thread(target=lambda view=view: view.ending, daemon=True) for view in views)
    slow.start()
    assert begun.wait(30)
    quick.start()
    quick.join(5)
    waits = quick.is_alive()
    goes_on.set()
    for thread in (slow, quick):
        thread.join(30)
    assert not waits


def test_whoever_watches_sees_how_it_ended(phone, true):
    page = phone.open(f"/s/{true.watch_link}/")
    assert {"went", "luck", "if"} <= {node.get("id") for node in page.all()}
    assert page.all("form") == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "With “30 to share” (Three or more tie), Bo would have won."),
        ("fr", "Bo aurait gagné."),
        ("de", "hätte Bo gewonnen."),
        ("it", "avrebbe vinto Bo."),
    ],
)
def test_what_another_ruling_would_have_changed_is_said_in_every_language(new_phone, true, language, said):
    page = new_phone(language).open(f"/s/{true.score_link}/")
    first, second = page.by_class("ifs")[0]
    assert said in text(first)
    assert [text(tag) for tag in first.iter("span") if "tag" in tag.get("class", "")] == ["Bo 229", "Ana 228"]
    assert [text(tag) for tag in second.iter("span") if "tag" in tag.get("class", "")] == ["Bo 229", "Ana 218"]


def test_what_the_odds_said_has_each_language_s_own_comma(new_phone, true):
    assert "Erwartet: 2,6." in new_phone("de").open(f"/s/{true.score_link}/").words
    assert "Expected: 2.6." in new_phone("en").open(f"/s/{true.score_link}/").words


def test_pictures_say_what_they_show_and_a_table_has_the_same(phone, true):
    page = phone.open(f"/s/{true.score_link}/")
    pictures = [node for node in page.all() if node.get("role") == "img"]
    assert len(pictures) == 2 + 1 + 4 + 1  # the totals and the hands, the chances, twenty dots for each, a run
    assert all(node.get("aria-label") or node.get("aria-labelledby") for node in pictures)
    assert "Ana ends on 233." in page.words_of(id="went-told")
    (table,) = page.by_class("behind")
    assert len(list(table.iter("tr"))) == 1 + 26


def test_a_long_name_is_cut_in_the_picture_and_whole_in_its_description(phone, open_table):
    table = open_table(players=("Maximilian-Alexander Wol", "Tom"))
    table.note("score", player=0, product="milk", points=60)
    table.note("end")
    page = phone.open(table.address)
    assert "Maximilian-Alexander Wol ends on 90." in page.words_of(id="went-told")
    assert "M…ol 90" in page.words


def test_every_number_of_the_tally_opens_its_why(phone, true):
    page = phone.open(f"/s/{true.score_link}/")
    links = {node.get("href") for node in page.one(id="tally").iter("a")}
    assert len(links) == 1 + 6 + 4
    assert all(phone.open(link).status == 200 for link in links if "/why/" in link)


def test_few_cards_are_too_few_to_speak_of_luck(phone, table):
    table.note("draw", player=0, card="goods")
    table.note("end")
    assert "Too few cards to speak of luck." in phone.open(table.address).words


@pytest.mark.parametrize("count", ["specials", "none"])
def test_where_nobody_counted_there_is_no_word_of_luck(phone, open_table, count):
    table = open_table(count=count)
    table.note("score", player=0, product="milk", points=60)
    table.note("end")
    page = phone.open(table.address)
    assert page.all(id="luck") == []
    assert page.all(id="went") != []


def test_a_correction_tells_another_ending(phone, over):
    before = phone.open(over.address).words_of(id="tally")
    over.correct(over.log.length, "score", player=0, product="sardines", points=48)
    after = phone.open(over.address).words_of(id="tally")
    assert ("1,418" in before, "1,430" in after) == (True, True)


@pytest.mark.parametrize("stopped", [True, False])
def test_only_a_game_that_was_played_to_its_end_has_a_trophy(phone, true, open_table, stopped):
    table = open_table(players=("Ana", "Tom"))
    table.note("score", player=0, product="milk", points=60)
    table.note("end")
    page = phone.open(table.address if stopped else f"/s/{true.score_link}/")
    (won,) = page.by_class("win")
    assert any(use.get("href") == "#g-trophy" for use in won.iter()) != stopped
    told = page.one("title").text, page.one(id="sitting").get("data-title"), page.follow("/text").one(id="address").text
    assert ["stopped early" in one for one in told] == [stopped] * 3
    picture = phone.request("GET", page.address + "picture.svg").text
    assert ('id="flag"' in picture, 'id="cup"' in picture) == (stopped, not stopped)
    assert ("Stopped early" in phone.open(page.address + "paper").words) == stopped
