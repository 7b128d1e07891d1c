"""Which room may know of which: an import that goes the wrong way says that something lives in the wrong room."""

import ast
import re
from pathlib import Path

import pytest

from companion.rules import GAMES

ROOT = Path(__file__).resolve().parent.parent / "companion"
MAY_KNOW = {
    "rules": {"rules"},
    "record": {"rules", "record"},
    "screens": {"rules", "record", "screens"},
    "evenings": {"rules", "record", "screens", "evenings"},
    "store": {"rules", "record", "evenings", "store", "__version__"},
}
IMPURE = {"flask", "sqlalchemy", "wtforms", "flask_wtf", "flask_htmx", "flask_babel", "random", "time", "os", "jinja2"}
PURE = {"rules", "record", "screens", "evenings"}


def imported(path):
    """The modules that a file imports, wherever it does: `from companion import rules` is companion.rules."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names if node.module == "companion")


def files(room):
    found = sorted((ROOT / room).rglob("*.py"))
    assert found
    return found


@pytest.mark.parametrize("room", MAY_KNOW)
def test_a_room_knows_only_those_below_it(room):
    for path in files(room):
        ours = {name.split(".")[1] for name in imported(path) if name.startswith("companion.")}
        assert ours <= MAY_KNOW[room], path


@pytest.mark.parametrize("room", sorted(PURE))
def test_a_pure_room_knows_no_web_no_database_no_clock_and_no_dice(room):
    for path in files(room):
        assert {name.split(".")[0] for name in imported(path)} & IMPURE == set(), path


@pytest.mark.parametrize("room", ["rules", "screens", "evenings"])
def test_only_the_record_reads_and_writes_json(room):
    for path in files(room):
        assert "json" not in set(imported(path)), path


@pytest.mark.parametrize("room", ["rules", "screens"])
def test_no_game_knows_another(room):
    for game in GAMES:
        for path in files(f"{room}/{game}"):
            known = {part for name in imported(path) if name.startswith("companion.") for part in name.split(".")[2:3]}
            assert known & GAMES.keys() <= {game}, path


def test_the_store_hands_on_nothing_that_nobody_asks_it_for():
    """In every other package ruff finds what is imported for nobody."""
    assert [path for path in ROOT.rglob("__init__.py") if "__all__" in path.read_text()] == []
    tree = ast.parse((ROOT / "store/__init__.py").read_text())
    handed_on = {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    outside = "".join(path.read_text() for room in ("web", "serve", "cli") for path in files(room))
    asked = set(re.findall(r"\bstore\.(\w+)", outside))
    for names in re.findall(r"from companion\.store import (.+)", outside):
        asked |= set(names.split(", "))
    assert handed_on <= asked
