"""A game that is over, out into the world: as a text, as a picture, into another app."""

import json
import re
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest

from companion.rules import GAMES

PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")


def text(page):
    return page.one(id="address").text.strip().splitlines()


def picture(phone, table):
    answer = phone.request("GET", table.address + "picture.svg")
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    return answer, ElementTree.fromstring(answer.data)


@pytest.fixture
def long(open_table):
    """Four who have the longest names, with signs that markup knows."""
    names = ("Wilhelmine-Maximiliane W", "Bartholomäus & <von> Hoh", 'Ann-"Katharina"', "Ξένια 🎲 Žofie")
    table = open_table(players=names)
    for seat, points in enumerate((30, 40, 50, 60)):
        table.note("score", player=seat, product="milk", points=points)
    table.note("end")
    return table


# As a text


@pytest.mark.parametrize(
    ("language", "verdict"),
    [
        ("en", "Ana wins with 1,418"),
        ("fr", "Ana gagne avec 1 418"),
        ("de", "Ana gewinnt mit 1.418"),
        ("it", "Ana vince con 1.418"),
    ],
)
def test_the_lines_are_in_the_language_of_whoever_shares_them(new_phone, over, language, verdict):
    lines = text(new_phone(language).open(over.address + "text"))
    assert lines[0].startswith("Fiasko, ")
    assert lines[0].replace("\u202f", " ").endswith(verdict)
    assert lines[1].startswith("1. Ana ")


def test_the_last_line_is_for_watching_whoever_sends_it(phone, over):
    for address in (over.address, over.watching):
        page = phone.open(address + "text")
        assert text(page)[-1] == "http://localhost" + over.watching
        assert over.sitting.score_link not in "\n".join(text(page))


def test_the_end_leads_to_text_and_picture_also_for_who_only_watches(phone, over):
    for address in (over.address, over.watching):
        page = phone.open(address)
        assert {address + "text", address + "picture"} <= set(page.links)


@pytest.mark.parametrize("way", ["text", "picture", "picture.svg"])
def test_before_the_end_there_is_nothing_to_send(phone, table, way):
    answer = phone.request("GET", table.address + way)
    assert (answer.status_code, answer.location) == (303, table.address)


@pytest.mark.parametrize("way", ["text", "picture", "picture.svg"])
def test_a_link_that_opens_nothing_has_neither(phone, way):
    assert phone.request("GET", f"/s/{'x' * 22}/{way}").status_code == 404


# As a picture


@pytest.mark.parametrize("slug", ["fiasko", "pasta", "states"])
@pytest.mark.parametrize("seats", [2, 5])
def test_of_every_game_also_of_one_that_was_stopped_at_once(phone, open_table, slug, seats):
    table = open_table(slug, players=("Ana", "Tom", "Bo", "Kim", "Lea")[:seats])
    table.note("end")
    answer, drawn = picture(phone, table)
    assert drawn.get("viewBox") == "0 0 1080 1080"
    assert "Stopped" in answer.text or "Nobody" in answer.text or "wins" in answer.text


def test_nothing_in_the_picture_is_under_40_px(phone, over, long):
    for table in (over, long):
        _, drawn = picture(phone, table)
        above = {child: node for node in drawn.iter() for child in node}
        texts = list(drawn.findall(".//{*}text"))
        assert texts
        assert min(int(node.get("font-size") or above[node].get("font-size")) for node in texts) >= 40


def test_a_name_with_signs_of_markup_is_told_as_it_is(phone, long):
    _, drawn = picture(phone, long)
    assert "Ξένια" in "".join(drawn.itertext())
    assert "Bartholomäus & <von> Hoh" in "".join(text(phone.open(long.address + "text")))


def test_the_picture_is_whole_by_itself(phone, over):
    answer, drawn = picture(phone, over)
    addresses = re.findall(r'(?:href|src)="([^"]*)"', answer.text)
    assert all(address.startswith("#") for address in addresses)
    assert "url(data:font/woff2;base64,d09GMg" in answer.text
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    drawn_marks = {node.get("id") for node in drawn.findall(".//{*}symbol")}
    assert {address.removeprefix("#") for address in addresses} <= drawn_marks


def test_the_page_of_the_picture_says_it_in_words_and_saves_it_without_a_script(phone, over):
    page = phone.open(over.address + "picture")
    assert "Ana wins with" in page.one(id="picture").get("alt")
    (saved,) = [node for node in page.all("a") if node.get("download")]
    assert saved.get("href") == over.address + "picture.svg"
    assert re.fullmatch(r"fiasko-\d{4}-\d\d-\d\d\.svg", saved.get("download"))
    assert page.one(id="post").get("hidden") is not None


# Into BG Stats


def handed_over(page):
    (key,) = [node for node in page.all("a") if "bgstatsapp" in (node.get("href") or "")]
    assert (key.get("rel"), key.get("target")) == ("noreferrer", "_blank")
    parts = urlsplit(key.get("href"))
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    return json.loads(parse_qs(parts.query)["data"][0])


def test_bg_stats_is_handed_the_game_by_its_documented_fields(phone, over):
    play = handed_over(phone.open(over.address))
    assert play["sourceName"] == "Companion"
    assert play["sourcePlayId"] == handed_over(phone.open(over.watching))["sourcePlayId"] != over.sitting.uid
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert play["game"] == {"name": "Fiasko", "sourceGameId": "fiasko", "highestWins": True, "noPoints": False}
    first, *_, last = play["players"]
    assert first == {
        "name": "Ana",
        "sourcePlayerId": "Ana",
        "startPlayer": True,
        "score": 1418,
        "rank": 1,
        "winner": True,
    }
    assert (last["name"], last["winner"], last["startPlayer"]) == ("Maximilian", False, False)


def test_all_who_share_the_victory_won_and_nobody_begins_where_all_play_at_once(phone, open_table):
    table = open_table("states", players=("Ana", "Tom"))
    table.note("end")
    players = handed_over(phone.open(table.address))["players"]
    assert [(one["winner"], one["startPlayer"]) for one in players] == [(True, False), (True, False)]


def test_the_key_says_where_it_leads_and_signs_in_names_stay_in_their_place(phone, long):
    page = phone.open(long.address)
    assert "opens app.bgstatsapp.com" in page.words
    assert [one["name"] for one in handed_over(page)["players"]] == list(long.sitting.players)


def test_a_game_under_way_is_handed_to_nobody(phone, table):
    assert "bgstats" not in phone.open(table.address).text


# Names that are written from right to left


def test_a_name_from_right_to_left_turns_nothing_round_in_what_is_told(phone, open_table):
    table = open_table(players=("אבא", "Tom", "ليلى"))
    table.note("score", player=0, product="milk", points=60)
    table.note("end")
    said = text(phone.open(table.address + "text"))
    assert said[0].endswith("\u2068אבא\u2069 wins with 90")
    assert "Tom 0" in said[1]
    page = phone.open(table.address)
    assert all(node.text for node in page.all("bdi"))
    assert {"אבא", "Tom", "ليلى"} <= {node.text for node in page.all("bdi")}


@pytest.mark.parametrize("slug", GAMES)
def test_a_name_from_right_to_left_turns_nothing_round_in_a_drawing(phone, open_table, slug):
    moves = {
        "fiasko": ("score", {"player": 0, "product": "milk", "points": 60}),
        "pasta": ("bank", {"player": 0, "shape": 3, "pasta": 3}),
        "states": ("battle", {"state": "OH", "winner": 0, "value": 5}),
    }
    table = open_table(slug, players=("אבא", "Tom"))
    kind, fields = moves[slug]
    table.note(kind, **fields)
    table.note("end")
    for drawing in (phone.open(table.address + "picture.svg"), phone.open(table.address)):
        words = [words for words in re.findall(r"<text[^>]*>([^<]*)", drawing.text) if "אבא" in words]
        assert words
        assert [said for said in words if "\u2068אבא\u2069" not in said] == []
