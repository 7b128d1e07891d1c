"""The documents: their links lead somewhere, their settings are all of them, and the changelog keeps its form."""

import re
from itertools import chain
from pathlib import Path

import pytest

from companion import settings

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_links_only_to_files_that_are_there(document):
    text = document.read_text(encoding="utf-8")
    links = re.findall(r'\]\(([^)\s#]+)[^)]*\)|src="([^"]+)"', text)
    for link in ("".join(pair) for pair in links):
        assert link.startswith("http") or (document.parent / link).exists(), link


def test_the_readme_names_every_document():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for path in sorted((ROOT / "docs").glob("*.md")):
        assert f"(docs/{path.name})" in readme


def test_every_promise_names_tests_that_there_are():
    lines = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8").splitlines()
    heads = [at for at, line in enumerate(lines) if line == "| promise | tested by |"]
    assert len(heads) == 3
    for promise in chain.from_iterable(lines[at + 2 : lines.index("", at)] for at in heads):
        tests = re.findall(r"`(\w+/(?:test|bench)_\w+\.py)`", promise.rsplit(" | ", 1)[-1])
        assert tests, promise
        assert [name for name in tests if not (ROOT / "tests" / name).is_file()] == []


def test_every_setting_is_in_docs_running_with_its_default():
    text = (ROOT / "docs" / "running.md").read_text(encoding="utf-8").replace(",", "")
    for setting in settings.SETTINGS:
        line = next((line for line in text.splitlines() if f"`COMPANION_{setting.name}`" in line), "")
        default = "" if setting.default is None else setting.default
        assert line, f"COMPANION_{setting.name}"
        assert re.search(rf"\b{default}\b", line), f"COMPANION_{setting.name} is {default}"


def test_the_changelog_has_each_change_once_under_added_changed_or_fixed():
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    versions = [line for line in lines if line.startswith("## ")]
    groups = [line for line in lines if line.startswith("### ")]
    assert groups == ["### Added", "### Changed", "### Fixed"] * len(versions)
    before = lines[: lines.index("### Added")]
    assert not [line for line in before if line.startswith("- ")], "put a change under Added, Changed or Fixed"
    changes = [line for line in lines if line.startswith("- ")]
    assert len(changes) == len(set(changes))
