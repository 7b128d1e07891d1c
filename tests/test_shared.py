"""What all games share names none of them: no name, no sign, no colour, no class that one game alone has."""

import re
from pathlib import Path

import pytest

from companion.rules import GAMES

ROOT = Path(__file__).resolve().parent.parent
KINDS = {".html", ".svg", ".css", ".js"}
NOTES = re.compile(r"/\*.*?\*/|\{#.*?#\}|^\s*//.*?$", re.S | re.M)  # they may tell of a game as an example
CLOTHS = {"on-corn", "on-sardine"}  # a game's face says on which it stands


def texts(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in KINDS and "vendor" not in path.parts:
                yield path, NOTES.sub("", path.read_text())


OWN = {game: "".join(text for _, text in texts(f"templates/games/{game}", f"static/games/{game}")) for game in GAMES}
SHARED = [(path, text) for path, text in texts("templates", "static") if "games" not in path.relative_to(ROOT).parts]


def named_in_shared(words):
    one = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(words)))})(?![\w-])", re.I)
    return sorted({(path.relative_to(ROOT).as_posix(), found) for path, text in SHARED for found in one.findall(text)})


def symbols(text):
    return set(re.findall(r'<symbol id="([\w-]+)"', text))


def properties(text):
    return set(re.findall(r"(?<![\w-])(--[\w-]+)", text))


INKS = {name.removeprefix("--") for _, text in SHARED for name in properties(text)}  # in which a game may be drawn


def known(name, text):
    """Whether a page, or what decides it, has this class; a number at its end may be filled in."""
    stem = re.escape(re.sub(r"-?\d+$", "", name))
    return re.search(rf"(?<![\w-]){stem}(?![a-z-])", text) is not None


def test_all_that_is_shared_is_read():
    assert {"base.html", "picture.svg", "companion.css", "end.css", "live.js"} <= {path.name for path, _ in SHARED}
    assert all(len(symbols(own)) > 3 for own in OWN.values())


def test_nothing_shared_names_a_game():
    assert named_in_shared(GAMES) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_shared_shows_a_games_signs(game):
    """A drawing is asked for by its game's template, where it isn't one of the signs that all have."""
    ours = set().union(*(symbols(text) for _, text in SHARED)) | INKS | {"map", "flag", "star"}  # words of the language
    assert named_in_shared(symbols(OWN[game]) - ours) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_shared_is_painted_in_a_games_colours(game):
    """Those that no shared sheet sets: the inks are everybody's, and so are the greys that paper has for them."""
    everybodys = {name for _, text in SHARED for name in re.findall(r"(--[\w-]+):", text)}
    own = properties(OWN[game]) - everybodys
    assert own == set() or named_in_shared(own) == []


def test_a_shared_sheet_dresses_nothing_that_one_game_alone_has():
    pages = [text for path, text in SHARED if path.suffix != ".css"]
    pages += [path.read_text() for path in (*ROOT.glob("companion/web/**/*.py"), ROOT / "companion/screens/paper.py")]
    shared = "".join(pages)
    classes = {
        (path.name, name)
        for path, text in SHARED
        if path.suffix == ".css"
        for name in re.findall(r"\.([a-z][\w-]*)(?=[^{}]*\{)", text)
        if name not in CLOTHS | INKS and not name.startswith("htmx-")
    }
    alone = {one for one in classes if not known(one[1], shared)}
    assert [one for one in sorted(alone) if sum(known(one[1], own) for own in OWN.values()) == 1] == []
