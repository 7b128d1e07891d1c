"""What the build adds: htmx and its SSE extension, out of a build-time requirement, and the compiled translations."""

import hashlib
import shutil
from importlib.metadata import distribution
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = "django-htmx"
FILES = {  # in the source's wheel: (the name that we serve, sha256)
    "django_htmx/static/django_htmx/htmx-2.min.js": (
        "htmx.min.js",
        "71ea67185bfa8c98c39d31717c6fce5d852370fcdfd129db4543774d3145c0de",
    ),
    "django_htmx/static/django_htmx/ext/hx-sse-2.min.js": (
        "htmx-sse.min.js",
        "98a46496de0c3605fbffdce9167ba427bdd9553184f83f149c261891a92c0136",
    ),
}


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        self._add_vendored(version, build_data)
        for compiled in _compile_translations(Path(self.root)):
            build_data["force_include"][str(compiled)] = str(compiled.relative_to(self.root))

    def _add_vendored(self, version, build_data):
        for inner, (name, digest) in FILES.items():
            source = _verified(inner, digest)
            if version == "editable":  # a checkout serves static/ itself
                target = Path(self.root, "static", "vendor", name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
            else:
                build_data["force_include"][str(source)] = f"companion/static/vendor/{name}"


def _verified(inner, digest):
    package = distribution(SOURCE)
    path = Path(package.locate_file(inner))
    if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        raise RuntimeError(f"{inner} of {SOURCE} {package.version} is not the file that we expect")
    return path


def _compile_translations(root):
    for source in sorted(root.glob("companion/translations/*/LC_MESSAGES/messages.po")):
        with source.open("rb") as file:
            catalog = read_po(file)
        compiled = source.with_suffix(".mo")
        with compiled.open("wb") as file:
            write_mo(file, catalog)
        yield compiled
