"""What the build adds: htmx, our face for figures, and the compiled translations.

Third parties' files come out of requirements of the build, checked by their digests, into static/vendor/.
"""

import hashlib
import io
from datetime import UTC, datetime
from importlib.metadata import distribution
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COPIED = {  # the name that we serve: (the requirement, the file in its wheel, sha256)
    "htmx.min.js": (
        "django-htmx",
        "django_htmx/static/django_htmx/htmx-2.min.js",
        "71ea67185bfa8c98c39d31717c6fce5d852370fcdfd129db4543774d3145c0de",
    ),
    "bitter-OFL.txt": (
        "fontpkg-bitter",
        "fontpkg_bitter/LICENSE",
        "152a1e283e23b42c4940da4c72f2f5bebaa17969cb77c76d7af05903846006f1",
    ),
}
WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)  # what stands in each catalog, whenever it is compiled
BITTER = (
    "fontpkg-bitter",
    "fontpkg_bitter/files/Bitter[wght].ttf",
    "ef2b9a711fb02f1e5823b34da1b7450e0fc76793b7d733a8b41006e24916d4a7",
)
LETTERS = (range(0x20, 0x7F), range(0xA0, 0x180), map(ord, "ȘșȚțẞ–—‘’‚“”„‹›…•−€"))  # names come from afar


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        folder = Path(self.root, "static", "vendor")  # the wheel takes it along with the rest of static/
        folder.mkdir(parents=True, exist_ok=True)
        for name, source in COPIED.items():
            _keep(folder / name, _verified(*source).read_bytes())
        _keep(folder / "bitter.woff2", _face())
        for compiled in _compile_translations(Path(self.root)):
            build_data["force_include"][str(compiled)] = str(compiled.relative_to(self.root))


def _keep(path, content):
    """What is there already isn't touched: somebody may be reading it."""
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def _verified(requirement, inner, digest):
    package = distribution(requirement)
    path = Path(package.locate_file(inner))
    if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        raise RuntimeError(f"{inner} of {requirement} {package.version} is not the file that we expect")
    return path


def _face():
    """Bitter, bold, with the letters that we need; without a clock, so that every build makes the same bytes."""
    font = TTFont(_verified(*BITTER), recalcTimestamp=False)
    font = instantiateVariableFont(font, {"wght": 700})
    subset = Subsetter(Options(layout_features=["tnum"], hinting=False, drop_tables=["STAT"]))
    subset.populate(unicodes=[letter for some in LETTERS for letter in some])
    subset.subset(font)
    font.flavor = "woff2"
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def _compile_translations(root):
    for source in sorted(root.glob("companion/translations/*/LC_MESSAGES/messages.po")):
        with source.open("rb") as file:
            catalog = read_po(file)
        catalog.creation_date = catalog.revision_date = WRITTEN
        compiled = source.with_suffix(".mo")
        with compiled.open("wb") as file:
            write_mo(file, catalog)
        yield compiled
