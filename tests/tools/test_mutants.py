"""What the mutation run breaks, and what it leaves alone."""

import ast
import importlib.util
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).resolve().parents[2]
_spec = importlib.util.spec_from_file_location("mutants", ROOT / "tools" / "mutants.py")
mutants = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(mutants)


def broken(source):
    return {mutant.after for mutant in mutants.mutants_of("some.py", source)}


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("a < b", "(a <= b)"),
        ("a in b", "(a not in b)"),
        ("x = a and b", "x = (a or b)"),
        ("x = not a", "x = (a)"),
        ("x = a - b", "x = (a + b)"),
        ("x = 30", "x = (31)"),
        ("x = True", "x = (False)"),
        ("while a:\n    b()", "while (not a):\n    b()"),
        ("while a:\n    b()", "while a:\n    pass"),
        ("def f():\n    return a", "def f():\n    return None"),
        ("x = [a for a in b if a]", "x = ([a for a in b])"),
        ("raise Wrong('é')  # é", "pass  # é"),
        ("s.points += a", "pass"),
        ("x: Annotated[int, Within(1, 5)]", "x: Annotated[int, Within(1, (6))]"),
    ],
)
def test_a_mutant_differs_in_one_small_thing(source, after):
    assert after in broken(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""Words."""',
        "from __future__ import annotations",
        "x: int | None",
        "def f(x: Literal[1]) -> Literal[2]: ...",
        "if TYPE_CHECKING:\n    from a import b",
        "__all__ = ['a']",
        "x = say('%(n)s cards', n=3)",
        "@cache(maxsize=3)\ndef f(): ...",
    ],
)
def test_words_and_types_are_left_alone(source):
    assert broken(source) == set()


@pytest.mark.slow
def test_every_mutant_of_the_house_is_python():
    mutated = [mutant for path in sorted(ROOT.glob("companion/**/*.py")) for mutant in broken(path.read_text())]
    assert mutated
    assert [text for text in Random(1).sample(mutated, 200) if not ast.parse(text).body] == []


def test_the_tests_of_a_room_come_first_and_the_long_ones_last_in_it():
    files = [str(file) for file in mutants.tests_for("companion/rules/pasta/play.py")]
    assert files[0] == "tests/rules/test_pasta.py"
    assert files.index("tests/rules/test_core.py") < files.index("tests/rules/test_properties.py")
    assert files.index("tests/rules/test_properties.py") < files.index("tests/web/test_pasta.py")
    assert not [file for file in files if "browser" in file]


def test_a_copy_has_what_tests_read_and_no_more(tmp_path):
    folder = mutants.Copy(tmp_path).folder
    assert (folder / "docs" / "glossary.md").exists()
    assert not (folder / ".git").exists()
