"""A fourth game moves in by its files alone, those of `tests/toy`, and by a line in each of the two registries."""

import importlib
import shutil
import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion import create_app, rules, screens, store
from companion.rules import GAMES
from companion.rules.core import Incomplete
from companion.screens import SCREENS
from companion.screens.core import KeysAndSlips
from companion.store.database.engine import KEY
from companion.web import app as web
from companion.web.app import FILES, FRAGMENTS, check_games

TOY = Path(__file__).resolve().parents[1] / "toy"


@pytest.fixture(scope="module")
def dice():
    """Its rules and its screen: they are imported as if they lay in `companion/`."""
    rooms = {"rules": rules, "screens": screens}
    for name, room in rooms.items():
        room.__path__.append(str(TOY / "companion" / name))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "dice", importlib.import_module("companion.rules.dice").GAME)
        patch.setitem(SCREENS, "dice", importlib.import_module("companion.screens.dice").SCREEN)
        yield GAMES["dice"]
    for name, room in rooms.items():
        room.__path__.pop()
        del sys.modules[f"companion.{name}.dice"]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """The templates and static files of the project, and the toy's among them."""
    folder = tmp_path_factory.mktemp("tree")
    for name in ("templates", "static"):
        shutil.copytree(web.ASSETS / name, folder / name)
        shutil.copytree(TOY / name, folder / name, dirs_exist_ok=True)
    return folder


@contextmanager
def served_from(tree, instance):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web, "ASSETS", tree)
        app = create_app({"INSTANCE": instance, "TESTING": True})
    store.upgrade(app)
    yield app
    app.extensions[KEY].close()


@pytest.fixture(scope="module")
def app(dice, tree, tmp_path_factory):
    with served_from(tree, tmp_path_factory.mktemp("instance")) as app:
        yield app


@pytest.fixture
def sheet(phone):
    """Of a table that was set up as anybody does it: from home on, with a short game chosen."""
    page = phone.open("/").follow("/new/dice")
    for name in ("Ana", "Bo"):
        page = page.form_with(name="enter").press("enter", name=name)
    page = page.form_with(name="start").press("start", goal="10")
    assert page.by_class("shelf")
    return page


@pytest.fixture
def over(sheet):
    """Ana throws 7, Bo 3, Ana 4."""
    for points in (7, 3, 4):
        sheet = throw(sheet, points)
    return sheet


def throw(page, points):
    return page.form_to("taps").press("points", str(points))


def totals(page):
    return [page.words_of(id=f"total-{seat}") for seat in range(2)]


def test_it_is_set_up_played_corrected_and_undone(sheet):
    page = throw(throw(sheet, 7), 3)
    assert totals(page) == ["Ana: 7", "Bo: 3"]
    page = page.form_with(id="undo").press(key="undo")
    assert totals(page) == ["Ana: 7", "Bo: 0"]
    page = page.form_with(id="redo").press(key="redo")
    assert totals(page) == ["Ana: 7", "Bo: 3"]
    slip = page.phone.open(page.address + "why/total.0")
    assert "Ana 7" in slip.words
    slip = page.phone.open(page.address + "log/1")
    assert "Correct: Ana throws 7" in slip.words
    page = slip.form_to("/replace").press(points="5")
    assert "Ana throws 5" in page.phone.open(sheet.address + "log").words
    assert totals(page.phone.open(sheet.address)) == ["Ana: 5", "Bo: 3"]


def test_a_throw_that_was_forgotten_is_put_in_and_the_table_can_stop(sheet):
    page = throw(throw(sheet, 7), 3)
    slip = page.phone.open(page.address + "log/2/insert/throw")
    slip.form_to("/insert").press(points="2", player="0")
    page = page.phone.open(sheet.address)
    assert totals(page) == ["Ana: 9", "Bo: 3"]
    page = page.phone.open(page.address + "stop").form_with(name="move", value="end").press()
    assert "Ana wins with 9" in page.words


def test_whoever_watches_sees_whose_turn_it_is_and_what_was_thrown(app, sheet, new_phone):
    throw(sheet, 7)
    with app.app_context():
        sitting, _ = store.find(sheet.address.split("/")[2])
    page = new_phone().open(f"/s/{sitting.watch_link}/")
    assert "Bo’s turn" in page.words
    assert "Ana throws 7" in page.words


def test_what_the_rules_forbid_is_said_beside_the_field(sheet):
    page = sheet.form_to("taps").press("points", "2")
    slip = page.phone.open(page.address + "log/1").form_to("/replace").press(points="13")
    assert slip.status == 422
    assert slip.refusals == ["The number of points goes from 2 to 12, not 13"]


def test_its_end_is_told_drawn_and_printed(over):
    assert "Ana wins with 11" in over.words
    assert "Ana wins with 11" in over.phone.open(over.address + "paper").words
    for what in ("log", "text", "picture", "picture.svg", "sheet.csv", "game.json", "menu", "rules", "blank", "share/"):
        assert over.phone.open(over.address + what).status == 200, what


def test_its_evenings_are_told_with_those_of_the_other_games(over):
    over.phone.open("/evenings/")
    page = over.phone.open("/")
    assert "Ana wins with 11" in page.words
    assert "Dice" in over.phone.open("/evenings/").words


@pytest.mark.parametrize(
    "address", ["/new/dice", "/games/dice/rules", "/games/dice/blank", "/settings", "/api/openapi.json"]
)
def test_its_pages_before_anybody_plays_are_there(phone, address):
    assert phone.open(address).status == 200


# What lacks a piece doesn't move in


def test_one_that_lacks_a_file_is_refused_by_its_name(dice, tree, tmp_path):
    check_games(tree / "templates", tree / "static")
    for lacking in (
        *(f"templates/games/dice/{name}.html" for name in FRAGMENTS),
        *(f"static/games/dice/{name}" for name in FILES),
    ):
        (tree / lacking).rename(tmp_path / "away")
        with pytest.raises(Incomplete, match=f"^dice lacks its (template|file) {lacking}$"):
            check_games(tree / "templates", tree / "static")
        (tmp_path / "away").rename(tree / lacking)


def test_one_without_a_screen_or_without_rules_is_refused(dice, tree, monkeypatch):
    for registry, sentence in ((SCREENS, "dice has rules and no screen"), (GAMES, "dice has a screen and no rules")):
        with monkeypatch.context() as patch:
            patch.delitem(registry, "dice")
            with pytest.raises(Incomplete, match=sentence):
                check_games(tree / "templates", tree / "static")


def test_one_with_a_slip_for_nothing_is_refused(dice, tree, monkeypatch):
    monkeypatch.setitem(SCREENS, "dice", replace(SCREENS["dice"], keys=KeysAndSlips(slips={"bet": print})))
    with pytest.raises(Incomplete, match="dice has a slip for “bet”, and no such move"):
        check_games(tree / "templates", tree / "static")


@pytest.mark.parametrize("piece", ["figures", "words", "minute", "printing"])
def test_a_screen_lacks_none_of_what_every_game_shows(dice, piece):
    pieces = {name: value for name, value in vars(SCREENS["dice"]).items() if name != piece}
    with pytest.raises(TypeError, match=piece):
        type(SCREENS["dice"])(**pieces)


def test_rules_are_refused_that_a_page_could_not_ask(dice):
    (throw_type,), (goal,) = dice.moves, dice.options
    with pytest.raises(Incomplete, match="dice needs moves"):
        replace(dice, moves=())
    with pytest.raises(Incomplete, match="each of a kind of its own"):
        replace(dice, moves=(throw_type, throw_type))
    with pytest.raises(Incomplete, match="two options of one key: goal, goal"):
        replace(dice, options=(goal, goal))
    with pytest.raises(Incomplete, match="no label for “points” of its move “throw”"):
        replace(dice, moves=(type("Bare", (throw_type,), {"labels": {}}),))
