"""Breaks the product in small ways, one at a time, and asks the quick tests whether they notice.

`python tools/mutants.py` breaks a copy, never the checkout. It prints every mutant that survived, and how many did.
`--seed 7` takes others, `--count 20` fewer, `--only companion/store` those of one room or file.
"""

import argparse
import ast
import contextlib
import copy
import difflib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "record", "screens", "store", "web")
SIDE_BY_SIDE = 2
SURVIVORS = 1 / 30  # of all mutants, at most
LONGEST_TEST, LONGEST_RUN = 120, 1800  # seconds; a mutant that never ends is found by that
NOT_COPIED = (".*", "__pycache__", "pictures", "node_modules")
MILLENNIUM = 946_684_800
PYTEST = (
    *("-m", "pytest", "-x", "-q", "-m", "not slow and not browser", "-p", "no:cacheprovider"),
    *("-o", f"faulthandler_timeout={LONGEST_TEST}", "-o", "faulthandler_exit_on_timeout=true"),
)

SWAPPED = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult},
    **{ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.Mod: ast.FloorDiv},
}
SAID = {"say", "say_many", "gettext", "ngettext", "lazy_gettext", "print", "warn", "cast", "TypeVar"}  # words, types
TOLD = {"logger", "log", "logging", "warnings"}


class Mutant(NamedTuple):
    path: str
    line: int
    before: str
    after: str  # the whole file

    def __str__(self):
        lines = (text.splitlines() for text in (self.before, self.after))
        return "\n".join(difflib.unified_diff(*lines, f"{self.path}:{self.line}", "mutant", n=1, lineterm=""))


# Mutants


def mutants_of(path, source):
    """Every mutant of a file."""
    for node in that_matter(ast.parse(source)):
        for new in broken(node):
            yield Mutant(path, node.lineno, source, spliced(source, node, new))


def that_matter(node):
    """All nodes below, without words, types, decorators and lists of names."""
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not (only_words(child) or only_a_type(field, child)):
                yield child
                yield from that_matter(child)


def only_a_type(field, node):
    """What is Annotated has a range: that is a rule."""
    annotated = isinstance(node, ast.Subscript) and getattr(node.value, "id", None) == "Annotated"
    return field in ("returns", "decorator_list") or (field == "annotation" and not annotated)


def only_words(node):
    match node:
        case ast.If(test=ast.Name("TYPE_CHECKING")) | ast.Import() | ast.ImportFrom() | ast.JoinedStr():
            return True
        case ast.BinOp(op=ast.BitOr(), right=ast.Constant(None)):
            return True
        case ast.Assign(targets=[ast.Name("__all__")]) | ast.keyword(arg="strict" | "maxsize" | "stacklevel"):
            return True
        case ast.Call(func=ast.Name(name)):
            return name in SAID
        case ast.Call(func=ast.Attribute(value=ast.Name(name))):
            return name in TOLD
    return False


def broken(node):
    """What may stand in the place of a node."""
    match node:
        case ast.Compare(ops=[operator]) | ast.BoolOp(op=operator) | ast.BinOp(op=operator):
            if type(operator) in SWAPPED:
                swapped = SWAPPED[type(operator)]()
                yield changed(node, **({"ops": [swapped]} if isinstance(node, ast.Compare) else {"op": swapped}))
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
        case ast.If() | ast.IfExp() | ast.While():
            yield changed(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.AST(generators=[ast.comprehension(ifs=[_, *others]) as first, *rest]):
            yield changed(node, generators=[changed(first, ifs=others), *rest])
        case ast.Return(value=ast.Constant(None)):
            pass
        case ast.Return(value=ast.expr()):
            yield ast.Return(ast.Constant(None))
        case ast.Raise() | ast.AugAssign() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Expr(value=ast.Call() | ast.Yield()):
            yield ast.Pass()


def changed(node, **fields):
    new = copy.copy(node)
    vars(new).update(fields)
    return new


def spliced(source, node, new):
    """The source with one node written anew, and all else as it was."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        node, new = node.test, new.test
    lines = source.encode().splitlines(keepends=True)
    start = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    text = ast.unparse(new)
    whole = b"".join(lines)
    return (whole[:start] + (f"({text})" if isinstance(new, ast.expr) else text).encode() + whole[end:]).decode()


# Tests


def tests_for(path):
    """The files of quick tests, those first that are likeliest to notice."""
    room, *names = Path(path).with_suffix("").parts[1:]
    files = [file.relative_to(ROOT) for file in sorted(ROOT.glob("tests/**/test_*.py")) if "browser" not in file.parts]
    words = {name.strip("_") for name in names}
    slow = re.compile("any|properties|translations")

    def likelihood(file):
        about = file.stem.removeprefix("test_") in words
        return not (about and room in file.parts), room not in file.parts, slow.search(file.stem) is not None, not about

    return sorted(files, key=likelihood)


class Copy:
    """The project in a folder of its own, where it may be broken."""

    def __init__(self, folder):
        self.folder, self.seconds = Path(folder), count(MILLENNIUM)
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NOT_COPIED), dirs_exist_ok=True)

    def notices(self, mutant):
        self.write(mutant.path, mutant.after)
        try:
            return self.test(mutant.path)
        finally:
            self.write(mutant.path, mutant.before)

    def write(self, path, source):
        """Each at a second of its own, so that no bytecode of before is taken for it."""
        (self.folder / path).write_text(source, encoding="utf-8")
        now = next(self.seconds)
        os.utime(self.folder / path, (now, now))

    def test(self, path):
        """Whether a test fails. An endless one does."""
        command = [sys.executable, *PYTEST, *map(str, tests_for(path))]
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "CI": "1"}  # hypothesis: the same examples for all
        options = {"cwd": self.folder, "env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, start_new_session=True, **options) as process:
            try:
                return process.wait(LONGEST_RUN) != 0
            except subprocess.TimeoutExpired:
                return True
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)


# The run


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--only", nargs="*", default=[f"companion/{room}" for room in ROOMS], metavar="PATH")
    return parser.parse_args()


def chosen(only, seed, most):
    """Migrations are left out: what they did is done."""
    found = {file for path in only for file in ([ROOT / path] if path.endswith(".py") else (ROOT / path).rglob("*.py"))}
    paths = sorted(str(file.relative_to(ROOT)) for file in found if "migrations" not in file.parts)
    mutants = [mutant for path in paths for mutant in mutants_of(path, (ROOT / path).read_text(encoding="utf-8"))]
    return Random(seed).sample(mutants, min(most, len(mutants)))


def survivors_of(mutants, copies):
    free = SimpleQueue()
    for one in copies:
        free.put(one)

    def survives(mutant):
        mine = free.get()
        try:
            return not mine.notices(mutant)
        finally:
            free.put(mine)

    with ThreadPoolExecutor(len(copies)) as pool:
        for number, (mutant, survived) in enumerate(zip(mutants, pool.map(survives, mutants), strict=True), 1):
            print(f"{number}/{len(mutants)} {'SURVIVED' if survived else 'noticed'} {mutant.path}:{mutant.line}")
            if survived:
                print(mutant, flush=True)
                yield mutant


def main():
    asked = parsed()
    mutants = chosen(asked.only, asked.seed, asked.count)
    with tempfile.TemporaryDirectory() as folder:
        copies = [Copy(Path(folder, str(number))) for number in range(SIDE_BY_SIDE)]
        if copies[0].test("companion/rules/core.py"):
            print("The tests fail before anything is broken: mend them first", file=sys.stderr)
            return 2
        survivors = list(survivors_of(mutants, copies))
    print(f"{len(survivors)} of {len(mutants)} survived (seed {asked.seed})")
    return int(len(survivors) > len(mutants) * SURVIVORS)


if __name__ == "__main__":
    sys.exit(main())
