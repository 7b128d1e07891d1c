"""A game moves in with its rules and its screens, a line for each, its templates, drawings, colours, and tests."""

import re
from pathlib import Path

import pytest

from companion.record.files.game_file import read_move
from companion.rules import GAMES
from companion.rules.moves import End
from companion.screens import SCREENS

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(params=sorted(GAMES))
def slug(request):
    return request.param


def test_each_game_has_a_screen_that_decides_each_of_its_slips(slug):
    slips = {path.stem.removeprefix("_note_") for path in (ROOT / "templates/games" / slug).glob("_note_*.html")}
    assert slips
    assert slips - {"end"} <= SCREENS[slug].keys.slips.keys() <= {move.kind for move in (*GAMES[slug].moves, End)}


def test_each_game_has_its_drawings_and_none_is_missing(slug):
    """Those whose names are computed are looked for on every page that a test opens."""
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / f"static/games/{slug}/symbols.svg").read_text()))
    templates = "".join(path.read_text() for path in (ROOT / "templates/games" / slug).glob("*.html"))
    asked = set(re.findall(r"""\bdrawing\(["'](\w+)["'], ["']([\w-]+)["']""", templates))
    assert asked
    parts = SCREENS[slug].minute(GAMES[slug].table(["Ana"]).options, None)
    asked |= {(slug, part.drawing) for part in parts if part.drawing}
    assert asked <= {(slug, name) for name in drawn}


@pytest.mark.parametrize(
    ("slug", "move", "drawn"),
    [
        ("fiasko", {"move": "draw", "player": 0, "card": "goods"}, "goods"),
        ("fiasko", {"move": "score", "player": 0, "product": "milk", "points": 60}, "milk"),
        ("fiasko", {"move": "recount", "pile": 80}, None),
        ("pasta", {"move": "bank", "player": 0, "shape": 2, "pasta": 3}, "farfalle"),
        ("pasta", {"move": "lay", "player": 0, "shape": 0, "pasta": 3}, "macaroni"),
        ("pasta", {"move": "token", "player": 0}, "al-dente"),
        ("pasta", {"move": "end"}, None),
        ("states", {"move": "battle", "state": "OH", "value": 20, "winner": 0}, None),
    ],
)
def test_each_game_has_a_drawing_for_what_a_phone_asks_about(slug, move, drawn):
    assert SCREENS[slug].drawing(read_move(GAMES[slug], GAMES[slug].table(["Ana", "Tom"]), move)) == drawn
    drawings = (ROOT / f"static/games/{slug}/symbols.svg").read_text()
    assert drawn is None or f'<symbol id="{drawn}"' in drawings


@pytest.mark.parametrize(
    "address", ["#g-nothing", "#m7", "#p-nothing", "/static/games/pasta/symbols.svg?v=0123456789ab#milk"]
)
def test_a_page_with_a_drawing_that_nobody_drew_is_refused(app, phone, monkeypatch, address):
    page = phone.open("/settings").text.replace('href="#g-sun"', f'href="{address}"')
    monkeypatch.setitem(app.view_functions, "preferences.settings", lambda: page)
    with pytest.raises(AssertionError, match="nobody drew"):
        phone.open("/settings")


def test_each_game_has_its_own_style_and_the_house_names_none(slug):
    assert slug not in (ROOT / "static/css/companion.css").read_text().lower()


@pytest.mark.parametrize(
    "style",
    [
        "css/companion.css",
        "css/minute.css",
        "css/paper.css",
        *(f"games/{slug}/{name}.css" for slug in sorted(GAMES) for name in ("game", "watch")),
    ],
)
def test_nothing_is_styled_that_no_page_has(style):
    css = re.sub(r"/\*.*?\*/", "", (ROOT / "static" / style).read_text(), flags=re.S)
    named = (
        "templates/**/*.html",
        "companion/web/*.py",
        "companion/rules/*/moves.py",
        "companion/screens/**/paper.py",
        "static/js/*.js",
    )  # rows bear products' names, and looks that paper gives them
    pages = "".join(path.read_text() for where in named for path in ROOT.glob(where))
    names = {re.sub(r"\d$", "", name) for name in re.findall(r"\.([a-z][\w-]*)(?=[^{}]*\{)", css)} - {"htmx-request"}
    assert names
    assert [name for name in sorted(names) if not re.search(rf"(?<![\w-]){name}(?![a-z-])", pages)] == []


def test_each_game_is_styled_on_its_own_pages_alone(new_phone, open_table, slug):
    table = open_table(slug)
    own = ["/static/css/companion.css", f"/static/games/{slug}/game.css"]
    assert styles(new_phone().open(table.address)) == own
    assert styles(new_phone().open(f"{table.address}log")) == [*own, "/static/css/log.css"]
    assert styles(new_phone().open(f"{table.watching}share/")) == [*own, "/static/css/share.css"]
    assert styles(new_phone().open(f"/new/{slug}")) == [*own, "/static/css/setup.css"]
    assert styles(new_phone().open(table.watching)) == [
        *own,
        f"/static/games/{slug}/watch.css",
        "/static/css/watching.css",
    ]
    assert styles(new_phone().open("/")) == [own[0], "/static/css/home.css"]
    assert styles(new_phone().open("/settings")) == [own[0], "/static/css/settings.css"]


def styles(page):
    links = [node for node in page.all("link", rel="stylesheet") if node.get("disabled") is None]
    return [node.get("href").split("?")[0] for node in links]


def test_each_game_has_tests_and_recorded_evenings(slug):
    assert (ROOT / f"tests/rules/test_{slug}.py").exists()
    assert list((ROOT / "tests/evenings").glob(f"{slug}-*.json"))


def test_each_game_has_a_whole_game_in_a_browser(slug):
    path = ROOT / f"tests/browser/test_{slug}.py"
    tests = re.findall(r"^def test_a_whole_game_(\w+)\(", path.read_text() if path.exists() else "", re.M)
    assert {"is_played_without_javascript", "is_played_by_keyboard"} < set(tests)


def test_the_rooms_beside_the_rules_list_the_games_and_nothing_else():
    assert {path.name for path in (ROOT / "templates/games").iterdir()} == set(GAMES)
    assert {path.name for path in (ROOT / "static/games").iterdir()} == set(GAMES)
    assert set(SCREENS) == set(GAMES)


WHAT_THERE_WAS = set((ROOT / "companion/store/database/migrations/versions").iterdir())


@pytest.mark.parametrize("room", ["web", "store"])
def test_neither_the_web_nor_the_store_names_a_game(room):
    """Case tells States the game from states of the world; a game's own words are no better than its name."""
    words = (*GAMES, "Fiasko", "Pasta", "States", "milk", "sardines", "tank", "sauce", "al_dente", "catastrophe")
    names = "|".join(words)
    for path in set((ROOT / "companion" / room).rglob("*.py")) - WHAT_THERE_WAS:
        assert re.findall(rf"\b(?:{names})\b", path.read_text()) == [], path


@pytest.mark.parametrize("folder", ["home", "setup", "sittings", "errors", "evenings"])
def test_no_page_of_the_shell_names_a_game(folder):
    for path in (ROOT / "templates" / folder).glob("*.html"):
        assert re.findall(rf"\b(?:{'|'.join(GAMES)})\b", path.read_text()) == [], path
