"""A game moves in with one rules module, its line in GAMES, its templates, its drawings and its tests."""

import re
from pathlib import Path

import pytest

from companion.rules import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent
FRAGMENTS = (
    "_face.html",
    "_sheet.html",
    "_counter.html",
    "_pad.html",
    "_preview.html",
    "_tally.html",
    "_why.html",
    "_words.html",
)
WORDS = ("move", "turn", "notice", "line", "best", "verdict", "because", "kind", "field", "choice")


@pytest.fixture(params=sorted(GAMES))
def slug(request):
    return request.param


def test_each_game_has_its_fragments(slug):
    folder = ROOT / "templates/games" / slug
    assert [name for name in FRAGMENTS if not (folder / name).exists()] == []


def test_each_game_says_what_the_shell_asks_it_to_say(slug):
    text = (ROOT / "templates/games" / slug / "_words.html").read_text()
    assert [word for word in WORDS if not re.search(rf"macro {word}\(", text)] == []


def test_each_game_has_its_drawings_and_none_is_missing(slug):
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / f"static/games/{slug}/drawings.svg").read_text()))
    templates = "".join(path.read_text() for path in (ROOT / "templates/games" / slug).glob("*.html"))
    asked = set(re.findall(rf'drawing\("{slug}", "([\w-]+)"', templates))
    assert drawn
    assert asked <= drawn


def test_each_game_has_tests_and_recorded_evenings(slug):
    assert (ROOT / f"tests/rules/test_{slug}.py").exists()
    assert list((ROOT / "tests/evenings").glob(f"{slug}-*.json"))


def test_each_game_has_a_whole_game_in_a_browser(slug):
    tests = "".join(path.read_text() for path in (ROOT / "tests/browser").glob("test_*.py"))
    assert slug in tests


def test_the_rooms_beside_the_rules_list_the_games_and_nothing_else():
    assert {path.name for path in (ROOT / "templates/games").iterdir()} == set(GAMES)
    assert {path.name for path in (ROOT / "static/games").iterdir()} == set(GAMES)


@pytest.mark.parametrize("room", ["web", "store"])
def test_neither_the_web_nor_the_store_names_a_game(room):
    """Case tells States the game from states of the world; a game's own words are no better than its name."""
    words = (*GAMES, "Fiasko", "Pasta", "States", "milk", "sardines", "tank", "sauce", "al_dente", "catastrophe")
    names = "|".join(words)
    for path in (ROOT / "companion" / room).rglob("*.py"):
        assert re.findall(rf"\b(?:{names})\b", path.read_text()) == [], path


@pytest.mark.parametrize("folder", ["home", "setup", "sittings", "errors"])
def test_no_page_of_the_shell_names_a_game(folder):
    for path in (ROOT / "templates" / folder).glob("*.html"):
        assert re.findall(rf"\b(?:{'|'.join(GAMES)})\b", path.read_text()) == [], path
