"""The end of Pasta and of States: the tally, the course as a picture with its table, the map battle by battle, luck."""

from pathlib import Path

import pytest

from companion import store

GAMES_PLAYED = Path(__file__).parents[1] / "games"
LANGUAGES = ("en", "fr", "de", "it")


@pytest.fixture(scope="module")
def whole_game(app):
    """A recorded one, at its end: as whoever scored sees it, or whoever watched."""

    def bring(name, watching=False):
        with app.app_context():
            (sitting,) = store.import_games((GAMES_PLAYED / f"{name}.json").read_bytes())
        return f"/s/{sitting.watch_link if watching else sitting.score_link}/"

    return bring


def pasta(whole_game, **who):
    return whole_game("pasta-the-token-on-its-way", **who)


def states(whole_game, **who):
    return whole_game("states-to-the-last-battle", **who)


def words(node):
    return " ".join(" ".join(node.itertext()).split())


def rows(page):
    return [[words(cell) for cell in row] for row in page.one(class_="behind").iter("tr")]


# Pasta


@pytest.mark.parametrize("watching", [False, True])
def test_baskets_are_counted_with_the_token_and_the_tie_break_last(phone, whole_game, watching):
    lines = [words(line) for line in phone.open(pasta(whole_game, watching=watching)).one(id="tally")]
    assert [line.split()[:2] for line in lines[:4]] == [
        *(["Ana", "fourth"], ["Tom", "third"], ["Chloé", "second"], ["Bo", "first"])
    ]
    assert lines[1].endswith("18 20 − 2")
    assert "Al Dente: 2 points less" in lines[1]
    assert lines[4] == "Equal totals: the largest group decides. Chloé 5, Bo 7"


def test_the_course_of_pasta_has_a_title_a_description_and_a_table(phone, whole_game):
    page = phone.open(pasta(whole_game))
    course = page.by_class("course")[0]
    assert course.get("role") == "img"
    assert page.words_of(id=course.get("aria-labelledby")) == "The course of the game"
    assert "a ribbon follows the token: Chloé, Ana, Tom" in page.words_of(id=course.get("aria-describedby"))
    head, *lines = rows(page)
    assert head == ["#", "Event", "Ana", "Tom", "Chloé", "Bo"]
    assert len(lines) == 25
    assert lines[-1] == ["25", "Tom: 2 Rigatoni; takes Al Dente", "14", "18", "19", "19"]


def test_a_table_that_only_counted_says_so_and_draws_nothing(phone, open_table):
    table = open_table("pasta")
    table.note("lay", player=0, shape=0, pasta=9)
    table.note("end")
    page = phone.open(table.address)
    assert "Only the count at the end was noted" in page.words
    assert not page.by_class("course")


def test_a_table_that_stopped_before_anybody_banked_has_no_course(phone, open_table):
    table = open_table("pasta")
    table.note("end")
    page = phone.open(table.address)
    assert "How it went" not in page.words
    assert page.words_of(id="tally").count("nothing on the table") == 4


@pytest.mark.parametrize("slug", ["pasta", "states"])
def test_where_nobody_had_anything_nobody_is_first_and_nothing_decided(phone, open_table, slug):
    table = open_table(slug)
    table.note("end")
    page = phone.open(table.address)
    assert all(said not in page.words_of(id="tally") for said in ("first", "Equal"))
    assert not [tag for tag in page.one(id="tally").iter("span") if "lead" in tag.get("class", "").split()]


def test_with_long_names_the_picture_cuts_them_and_the_table_does_not(phone, open_table):
    players = ("Maximilian-Alexander Wol", "W" * 24, "Chloé", "Björn", "Eve", "Flo")
    table = open_table("pasta", players=players)
    table.note("bank", player=0, shape=0, pasta=4)
    table.note("end")
    page = phone.open(table.address)
    drawn = [text for text in page.by_class("course")[0].itertext() if text.strip()]
    assert [text[0] for text in drawn if "…" in text] == ["M", "W"]
    assert not set(players[:2]) & set(drawn)
    assert rows(page)[0][2:] == list(players)


# States


def test_the_map_is_stepped_through_by_four_links(phone, whole_game):
    address = states(whole_game)
    page = phone.open(address + "?entry=36")
    assert page.words_of(id="step").startswith("36 of 52: California, 37 points")
    assert "34 of 50 States taken" in page.words_of(id="map")
    steps = [page.one(id=f"step-{step}") for step in ("first", "back", "on", "last")]
    assert [step.get("href") for step in steps] == [f"{address}?entry={entry}#map" for entry in (1, 35, 37, 52)]
    assert all(step.get("hx-get") + "#map" == step.get("href") for step in steps)
    page = phone.open(address + "?entry=37")
    assert page.words_of(id="step").startswith("37 of 52: Virginia, 8 points")


@pytest.mark.parametrize("entry", ["", "?entry=52", "?entry=99", "?entry=-1", "?entry=x", "?entry=" + "9" * 40])
def test_the_map_shows_the_last_battle_where_no_other_is_asked_for(phone, whole_game, entry):
    page = phone.open(states(whole_game) + entry)
    assert page.status == 200
    assert page.words_of(id="step").startswith("52 of 52: California, 37 points")
    assert [page.one(id=f"step-{step}").get("aria-disabled") for step in ("on", "last")] == ["true", "true"]


def test_who_watches_steps_through_the_map_as_well(phone, whole_game):
    page = phone.open(states(whole_game, watching=True) + "?entry=1")
    assert page.words_of(id="step").startswith("1 of 52: Michigan, 10 points")
    assert page.one(id="step-on").get("href").endswith("?entry=2#map")


def test_the_goal_is_said_with_its_last_battle(phone, whole_game):
    line = [words(line) for line in phone.open(states(whole_game)).one(id="tally")][-1]
    assert line == (
        "The goal of 150 points was reached with battle 52 "
        "California, back from the bottom of the pile, brought the last 37 points"
    )


def test_the_race_has_a_cursor_and_a_table(phone, whole_game):
    page = phone.open(states(whole_game) + "?entry=36")
    (cursor,) = page.by_class("cursor")
    assert cursor.get("d") == "M194.8 14V166"
    head, *lines = rows(page)
    assert (head, len(lines)) == (["Battle", "Event", "Chloé", "Bo"], 52)
    assert lines[35] == ["36", "California (37): tanks 29 against 29; nobody takes it", "88", "97"]


def test_equal_tanks_are_told_and_nothing_is_said_without_tanks(phone, whole_game, open_table):
    page = phone.open(states(whole_game))
    assert "Equal tanks Tanks cancelled out 3 times." in page.words
    assert "a random one is 15.5" in page.words
    table = open_table("states")
    table.note("battle", state="OH", value=20, winner=1)
    table.note("end")
    assert "blind" not in phone.open(table.address).words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["pasta-the-token-on-its-way", "states-to-the-last-battle"])
def test_every_language_has_its_end(phone_type, app, whole_game, language, name):
    page = phone_type(app, language).open(whole_game(name))
    expected = {"en": "15.5", "fr": "15,5", "de": "15,5", "it": "15,5"}[language]
    assert page.status == 200
    assert (expected in page.words) == name.startswith("states")
    assert "%(" not in page.words
