"""A printed page as a PDF, set by Typst from the very data of the page; it is large, and so comes with an extra."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import current_app, render_template
from flask_babel import get_locale, gettext

from companion.rules.text import Text
from companion.screens.paper.course import WIDTH
from companion.web.languages import figure, told

if TYPE_CHECKING:
    import typst

    from companion.web.share.paper import Printed

FACES = ("fontpkg_noto_sans", "fontpkg_bitter")
NEEDED = ("typst", *FACES)
INSTALL = "pip install 'companion[pdf]'"
FIGURES = {"figure", "small", "ring"}
FAR = re.compile("[\u0590-\u1dff\u2c80-\U0010ffff]")  # beyond what our faces have
PICTURES = re.compile("[\u2300-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]+")
INK = {  # black on white, as in paper.css
    **{"chalk": "#fff", "keyline": "#fff", "tin": "#e9e9e9", "wood": "#e4e4e4", "semola": "#f2f2f2", "outline": "#000"},
    **{"tomato": "#000", "sardine": "#fff", "pickle": "#8c8c8c", "corn": "#dcdcdc", "plum": "#555"},
    "slate": "#bbb",
}
SYMBOL = re.compile(r'<symbol id="([\w-]+)"([^>]*)>(.*?)</symbol>', re.S)
VARIABLE = re.compile(r"var\(--(\w+),\s*((?:[^()]|\([^()]*\))*)\)")


def ready() -> bool:
    """Whether the extra is there."""
    return all(find_spec(name) for name in NEEDED)


def draw(printed: Printed) -> bytes:
    import typst

    content = json.dumps(_content(printed), ensure_ascii=False)
    fonts = _fonts(bool(FAR.search(content)))
    if not any("emoji" in family.lower() for family in fonts.families()):
        content = PICTURES.sub(_in_letters, content)
    source = Path(str(current_app.template_folder), "paper", "sheet.typ")
    compiler = typst.Compiler(source, font_paths=fonts, ignore_system_fonts=True, sys_inputs={"printed": content})
    made = compiler.compile(format="pdf")
    assert isinstance(made, bytes)
    return made


@cache
def _fonts(far: bool) -> typst.Fonts:
    """Our own faces set nearly every name; only for letters that they lack are this machine's looked through, once."""
    import typst

    return typst.Fonts(include_system_fonts=far, font_paths=[str(files(face) / "files") for face in FACES])


def _in_letters(pictures: re.Match[str]) -> str:
    """An emoji that no face of this machine has, by its name: better read than a box."""
    known = (unicodedata.name(sign, "").lower() for sign in pictures[0] if unicodedata.category(sign) == "So")
    return f"({', '.join(filter(None, known))})"


def _content(printed: Printed) -> dict[str, Any]:
    game, words, went = printed.game.slug, printed.words, printed.went
    return {
        "language": str(get_locale()),
        "title": told(printed.game.name),
        "date": gettext("Date"),
        "words": words and words._asdict(),
        "paper": in_words(printed.paper),
        "course": went and render_template("paper/_course.svg", went=went, alone=True),
        "ratio": went and went.height / WIDTH,
        "drawings": _drawings(Path(str(current_app.static_folder), "games", game, "drawings.svg")),
        "marks": _drawings(Path(str(current_app.template_folder), "marks", "_symbols.html")),
    }


def in_words(value: Any, of: str = "") -> Any:
    """As JSON has it, every sentence in the language of this request."""
    match value:
        case Text() | int() if isinstance(value, Text) or of in FIGURES:
            return figure(value)
        case tuple() if hasattr(value, "_asdict"):
            return {name: in_words(item, name) for name, item in value._asdict().items()}
        case tuple():
            return [in_words(item) for item in value]
        case _:
            return value


@cache
def _drawings(path: Path) -> Mapping[str, str]:
    """The drawings of a sprite, each a picture of its own, in ink."""
    if not path.exists():
        return {}
    symbols = SYMBOL.findall(path.read_text(encoding="utf-8"))
    return {name: f'<svg xmlns="http://www.w3.org/2000/svg"{of}>{_inked(drawn)}</svg>' for name, of, drawn in symbols}


def _inked(drawn: str) -> str:
    while VARIABLE.search(drawn):
        drawn = VARIABLE.sub(lambda found: INK.get(found[1], found[2]), drawn)
    return drawn
