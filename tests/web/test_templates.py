"""Templates hold nothing that nobody uses."""

import re
from pathlib import Path

import pytest
from jinja2 import nodes

from companion.web.app import ASSETS
from companion.web.preferences import PREFERENCES

TEMPLATES = Path(ASSETS, "templates")
PAGES_AND_PARTS = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.glob("*/**/*.html"))


@pytest.fixture
def parsed(app):
    return lambda name: app.jinja_env.parse((TEMPLATES / name).read_text(encoding="utf-8"))


def imported(template):
    """The names that a template gives to what it imports."""
    for node in template.find_all(nodes.FromImport):
        yield from (name if isinstance(name, str) else name[1] for name in node.names)
    yield from (node.target for node in template.find_all(nodes.Import))


def test_a_template_uses_whatever_it_imports(parsed):
    for name in PAGES_AND_PARTS:
        template = parsed(name)
        used = {node.name for node in template.find_all(nodes.Name) if node.ctx == "load"}
        assert set(imported(template)) - used == set(), name


def glyphs(template):
    """The glyphs that a template names; where it computes a name, any word of it may be one."""
    asked = [node.args[0] for node in template.find_all(nodes.Call) if getattr(node.node, "name", None) == "glyph"]
    written = [name for name in asked if isinstance(name, nodes.Const)]
    return {node.value for node in (written if written == asked else template.find_all(nodes.Const))}


def test_a_glyph_is_drawn_for_somebody(parsed):
    drawn = re.findall(r'<symbol id="g-([\w-]+)"', (TEMPLATES / "_glyphs.html").read_text(encoding="utf-8"))
    assert drawn
    answers = {answer.glyph for preference in PREFERENCES for answer in preference.answers}
    assert set(drawn) - {name for file in PAGES_AND_PARTS for name in glyphs(parsed(file))} - answers == set()


@pytest.mark.parametrize("room", ["home", "evenings"])
def test_a_sitting_is_listed_though_its_game_is_here_no_more(room):
    included = re.findall(
        r"{% include (.+?/_face.html.+?) %}", "\n".join(map(Path.read_text, (TEMPLATES / room).glob("*.html")))
    )
    assert [part for part in included if re.search("(sitting|evening).game", part)]
    assert [part for part in included if "_no_face" not in part and " game.slug " not in part] == []


def test_a_name_that_somebody_typed_turns_nothing_round_beside_it():
    """In an attribute nothing can be marked, and who sees it reads it alone."""
    typed = re.compile(r"(?<!<bdi>)(?<!<bdi >)\{\{ (?:view\.seats\[[^\]]+\]|seat|won|place)\.name \}\}")
    for path in sorted(TEMPLATES.rglob("*.html")):
        for line in re.sub(r'[\w-]+="[^"]*"', "", path.read_text(encoding="utf-8")).splitlines():
            assert not typed.search(line.replace("{{ mark(seat) }} ", "")), f"{path.name}: {line.strip()}"
