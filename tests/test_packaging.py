"""What is in the wheel, and that it runs without the checkout."""

import hashlib
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from pathspec import PathSpec

from companion import __version__

ROOT = Path(__file__).resolve().parent.parent
DIGESTS = {
    "htmx.min.js": "71ea67185bfa8c98c39d31717c6fce5d852370fcdfd129db4543774d3145c0de",
    "bitter.woff2": "6c0350aa48825a46ba8a0b5f26fe73753d8b50be3765614d401077c8e6a7c548",
    "bitter-OFL.txt": "152a1e283e23b42c4940da4c72f2f5bebaa17969cb77c76d7af05903846006f1",
}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    """With what it asks for and nothing else, which is fetched once."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    tools = tmp_path_factory.mktemp("build")
    pip = [sys.executable, "-m", "pip"]
    subprocess.run([*pip, "install", "-q", "--no-compile", "--target", tools, *asked], check=True, timeout=300)

    def into(folder):
        wheel = [*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, ROOT]
        subprocess.run(wheel, check=True, timeout=300, env={**os.environ, "PYTHONPATH": str(tools)})
        return next(folder.glob("*.whl"))

    return into


@pytest.fixture(scope="module")
def wheel(build, tmp_path_factory):
    """Unpacked, away from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build(folder)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def run(wheel, *arguments):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=wheel,
        env={**os.environ, "PYTHONPATH": str(wheel), "COMPANION_INSTANCE": str(wheel / "instance")},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("name", DIGESTS)
def test_what_others_made_is_in_it_and_is_the_file_that_we_expect(wheel, name):
    content = (wheel / "companion/static/vendor" / name).read_bytes()
    assert hashlib.sha256(content).hexdigest() == DIGESTS[name]


def test_it_has_pages_drawings_translations_and_migrations(wheel):
    package = wheel / "companion"
    assert (package / "templates/base.html").exists()
    assert (package / "static/games/fiasko/symbols.svg").exists()
    assert {path.parent.parent.name for path in package.glob("translations/*/*/messages.mo")} == {"fr", "de", "it"}
    assert list(package.glob("store/database/migrations/versions/*.py"))


def test_built_twice_it_is_the_same(wheel, build, tmp_path):
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (*wheel.parent.glob("*.whl"), build(tmp_path))]
    assert digests[0] == digests[1]


def test_its_name_is_free_on_the_package_index_and_its_version_is_that_of_the_code(wheel):
    (about,) = wheel.glob("*.dist-info")
    assert about.name == f"score_companion-{__version__}.dist-info"
    assert "companion = companion.cli:run" in (about / "entry_points.txt").read_text()


def test_the_sources_have_every_file_that_the_readme_uses():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    taken = PathSpec.from_lines("gitignore", project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"])
    readme = (ROOT / "README.md").read_text()
    used = re.findall(r'\]\(([^)\s#:]+)[^)]*\)|src="([^"]+)"| (requirements[a-z-]*\.txt)| (tools/\S+\.py)', readme)
    names = {"".join(groups).rstrip("/") for groups in used}
    assert len(names) > 10
    assert [
        name for name in sorted(names) if not taken.match_file(f"{name}/any" if (ROOT / name).is_dir() else name)
    ] == []


def test_the_extras_are_pinned_as_for_the_tests_and_no_file_names_an_index():
    pins = {}
    for name in ("requirements.txt", "requirements-extras.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text()
        assert "://" not in text
        pins[name] = set(re.split(r"\n(?=\S)", text.strip()))
        assert all("--hash=sha256:" in pin for pin in pins[name])
    assert pins["requirements.txt"] < pins["requirements-extras.txt"] < pins["requirements-dev.txt"]
    extras = {pin.partition("==")[0] for pin in pins["requirements-extras.txt"] - pins["requirements.txt"]}
    assert extras == {"gunicorn", "packaging", "psycopg", "psycopg-binary"}


def test_it_has_no_tests_and_nothing_of_an_instance(wheel):
    names = {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")}
    assert names <= {"companion", "instance"}
    assert not list(wheel.glob("companion/**/*.sqlite3"))


def test_its_pages_open_in_four_languages(wheel):
    script = """
from companion import create_app, store
import companion
app = create_app()
store.upgrade(app)
for language in ("en", "fr", "de", "it"):
    page = app.test_client().get("/new/fiasko", headers={"Accept-Language": language})
    print(companion.__file__.startswith(%r), page.status_code, f'lang="{language}"' in page.text)
"""
    done = run(wheel, "-c", script % str(wheel))
    assert done.stdout.splitlines() == ["True 200 True"] * 4, done.stderr
