"""`companion tally`: one answer or one line, the right status, and never a traceback."""

import copy
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import companion
from companion.record.files.game_file import LARGEST
from companion.rules import GAMES

ROOT = Path(companion.__file__).parents[1]
FORBIDDEN = re.compile(r"companion: -: move [1-9][0-9]* \([a-z]+\): .+\n")
SCORED_TWICE = {
    "format": "companion.game/1",
    "game": "fiasko",
    "players": ["Tom", "Ana"],
    "moves": [
        {"move": "score", "player": 0, "product": "milk", "points": 88},
        {"move": "draw", "player": 1, "card": "goods"},
        {"move": "score", "player": 0, "product": "milk", "points": 60},
    ],
}
FIASKO = {**SCORED_TWICE, "moves": SCORED_TWICE["moves"][:2]}
PASTA = {
    "format": "companion.game/1",
    "game": "pasta",
    "options": {"track": "hands", "deck": 60, "shapes": list("ABCDEFGHI")},
    "players": ["Tom", "Ana", "👨‍👩‍👧"],
    "moves": [
        {"move": "take", "player": 0, "cards": 3},
        {"move": "bank", "player": 0, "shape": 0, "pasta": 2, "sauce": 1},
        {"move": "take", "player": 1, "cards": 1, "at": "2026-11-18T20:15:00Z"},
        {"move": "bank", "player": 1, "shape": 0, "pasta": 1, "steal_from": 0, "stolen": "sauce"},
    ],
}
STATES = {
    "format": "companion.game/1",
    "game": "states",
    "options": {"goal": {"points": 99}},
    "players": ["Tom", "Ana"],
    "moves": [
        {"move": "battle", "state": "OH", "value": 11, "tanks": [3, 30]},
        {"move": "battle", "state": "CA", "value": 37, "winner": None},
        {"move": "end"},
    ],
}
WHOLE = {"fiasko": FIASKO, "pasta": PASTA, "states": STATES}


def companion_tally(*arguments, stdin=b"", shell=None, **environment):
    """The command as a process, from wherever the code under test lies."""
    command = [sys.executable, "-m", "companion", "tally", *arguments]
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    if shell:
        command = ["bash", "-c", f'set -o pipefail; "$0" "$@" {shell}', *command]
    done = subprocess.run(command, input=stdin, capture_output=True, env=env, timeout=30, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


def check_contract(status, out, err):
    """What holds for every file that there can be."""
    assert status in (0, 1, 2)
    if status == 0:
        assert err == ""
        assert json.loads(out)["game"] in GAMES
        return
    assert out == ""
    assert re.fullmatch(r"companion: -: [^\n]+\n", err)
    assert len(err.splitlines()) == 1
    assert bool(FORBIDDEN.fullmatch(err)) == (status == 1)


# Status and words


@pytest.mark.parametrize("document", WHOLE.values(), ids=WHOLE)
def test_a_game_gives_its_tally(tallied, document):
    status, out, err = tallied(document)
    assert (status, json.loads(out)["game"], err) == (0, document["game"], "")
    assert out.endswith("}\n")


def test_a_forbidden_move_is_named(tallied):
    assert tallied(SCORED_TWICE) == (1, "", "companion: -: move 3 (score): Tom has already scored milk\n")


def test_a_file_that_is_no_game_names_no_move(tallied):
    status, out, err = tallied({**FIASKO, "moves": [{"move": "draw", "player": 0}]})
    assert (status, out) == (2, "")
    assert err == "companion: -: entry 1 of “moves”: the move lacks “card”\n"


def test_no_move_is_played_in_a_file_that_is_no_game(tallied):
    broken = {**SCORED_TWICE, "moves": [*SCORED_TWICE["moves"], {"move": "draw"}]}
    assert tallied(broken)[0] == 2


def test_a_conflict_of_options_is_no_game(tallied):
    assert tallied({**PASTA, "options": {"deck": 60}, "moves": []})[0] == 2


def test_names_are_said_as_they_are_written(tallied):
    twice = [{"move": "take", "player": 2, "cards": 7}] * 2
    assert tallied({**PASTA, "moves": twice})[2] == "companion: -: move 2 (take): 👨‍👩‍👧 holds 7 cards and must bank\n"


@pytest.mark.parametrize(
    ("game", "options", "move"),
    [
        ("fiasko", {}, {"move": "draw", "player": 2, "card": "goods"}),
        ("fiasko", {}, {"move": "draw", "player": -1, "card": "goods"}),
        ("fiasko", {}, {"move": "draw", "player": 10**400, "card": "goods"}),
        ("fiasko", {}, {"move": "draw", "player": 0, "card": "milk"}),
        ("fiasko", {}, {"move": "draw", "player": 0, "card": "a\nb\ud800"}),
        ("fiasko", {"fiasko_loss": "product"}, {"move": "draw", "player": 0, "card": "fiasko", "lost": 81}),
        ("fiasko", {}, {"move": "score", "player": 0, "product": "bread", "points": 88}),
        ("fiasko", {}, {"move": "score", "player": 0, "product": "milk", "points": 10**400}),
        ("fiasko", {}, {"move": "score", "player": 0, "product": "milk", "points": -(10**400)}),
        ("fiasko", {}, {"move": "score", "player": 0, "product": "milk", "points": 0}),
        ("fiasko", {}, {"move": "score", "player": 0, "product": "milk", "values": [], "hand": 8}),
        ("fiasko", {}, {"move": "score", "player": 0, "product": "milk", "values": [6], "hand": 8}),
        ("fiasko", {}, {"move": "score", "player": 0, "product": "milk", "values": [5] * 100_000, "hand": 8}),
        ("fiasko", {}, {"move": "score", "player": 0, "product": "milk", "values": [5], "hand": 10**400}),
        ("fiasko", {}, {"move": "recount", "pile": 89}),
        ("fiasko", {}, {"move": "recount", "pile": 3}),
        ("fiasko", {"count": "specials"}, {"move": "draw", "player": 0, "card": "goods"}),
        ("fiasko", {"count": "none"}, {"move": "draw", "player": 0, "card": "fiasko"}),
        ("fiasko", {"count": "none"}, {"move": "recount", "pile": 80}),
        ("fiasko", {"count": "none"}, {"move": "recount"}),
        ("fiasko", {"count": "none"}, {"move": "reshuffle"}),
        ("pasta", {}, {"move": "take", "player": 0, "cards": 3}),
        ("pasta", {"track": "hands"}, {"move": "take", "player": 0, "cards": 8}),
        ("pasta", {"track": "hands"}, {"move": "bank", "player": 0, "shape": 0, "pasta": 1}),
        ("pasta", {}, {"move": "bank", "player": 0, "shape": 9, "pasta": 3}),
        ("pasta", {}, {"move": "bank", "player": 0, "shape": 0, "pasta": 0, "sauce": 3}),
        ("pasta", {}, {"move": "bank", "player": 0, "shape": 0, "pasta": 10**400}),
        ("pasta", {}, {"move": "bank", "player": 0, "shape": 0, "pasta": 3, "steal_from": 1}),
        ("pasta", {}, {"move": "bank", "player": 0, "shape": 0, "pasta": 3, "steal_from": 0}),
        ("pasta", {}, {"move": "bank", "player": 0, "shape": 0, "pasta": 3, "steal_from": 7}),
        ("pasta", {}, {"move": "bank", "player": 0, "shape": 0, "pasta": 3, "steal_from": 1, "stolen": "gold"}),
        ("states", {}, {"move": "battle", "state": "XX", "value": 11, "winner": 0}),
        ("states", {}, {"move": "battle", "state": "\x00" * 1000, "value": 11, "winner": 0}),
        ("states", {}, {"move": "battle", "state": "OH", "value": 100, "winner": 0}),
        ("states", {}, {"move": "battle", "state": "OH", "value": 11, "winner": 2}),
        ("states", {}, {"move": "battle", "state": "OH", "value": 11, "tanks": [1]}),
        ("states", {}, {"move": "battle", "state": "OH", "value": 11, "tanks": []}),
        ("states", {}, {"move": "battle", "state": "OH", "value": 11, "tanks": [1, 31]}),
        ("states", {}, {"move": "battle", "state": "OH", "value": 11, "tanks": [1, 10**400]}),
    ],
    ids=range(39),
)
def test_what_the_rules_forbid_has_status_1(tallied, game, options, move):
    document = {"format": "companion.game/1", "game": game, "options": options, "players": ["A", "B"], "moves": [move]}
    status, out, err = tallied(document)
    check_contract(status, out, err)
    assert (status, err[: len("companion: -: move 1 (")]) == (1, "companion: -: move 1 (")
    assert len(err) < 250


@pytest.mark.parametrize(
    "document",
    [
        lambda: b"",
        lambda: b"{",
        lambda: b"\xff\xfe{\x00}\x00",
        lambda: b"[" * 4_000_000,
        lambda: b'{"a":' * 800_000,
        lambda: b'{"a": 1, "a": 1}',
        lambda: b" " * (LARGEST + 1),
        lambda: b"1" * LARGEST,
        lambda: b'"' + b"x" * (LARGEST - 2) + b'"',
        lambda: {**FIASKO, "players": ["x" * 3_000_000, "y"]},
        lambda: {**FIASKO, "players": [str(n) for n in range(45_000)]},
        lambda: {**FIASKO, "options": {str(n): n for n in range(25_000)}},
        lambda: {**FIASKO, "game": "x" * 3_000_000},
        lambda: {**FIASKO, "moves": [{"move": "x" * 3_000_000}]},
        lambda: {**FIASKO, "moves": [{"move": "end", "at": "2" * 3_000_000}]},
        lambda: {**FIASKO, "moves": [{"move": "end", str(n): n} for n in range(10_000)]},
        lambda: {**FIASKO, "x\n\u2028\x1b[31m\ud800": 1},
        lambda: {**PASTA, "options": {"shapes": [[n] for n in range(20_000)]}},
        lambda: {**STATES, "options": {"goal": {"points": [[[[]]]] * 10_000}}},
    ],
    ids=range(19),
)
def test_what_is_no_game_has_status_2(tallied, document):
    """Some are so large that they are made only here."""
    status, out, err = tallied(document())
    check_contract(status, out, err)
    assert status == 2
    assert len(err) < 250


@pytest.mark.parametrize("depth", [10, 400, 900, 980, 990, 1000, 1100, 5000])
@pytest.mark.parametrize("place", ["options", "players", "moves", "option", "name"])
def test_nothing_nests_too_deeply_to_be_refused(tallied, depth, place):
    places = {"option": {"options": {"count": "@"}}, "name": {"players": ["@", "Ana"]}}
    document = json.dumps({**FIASKO, **places.get(place, {place: "@"})})
    for opened, closed in ("[", "]"), ('{"a":', "}"):
        raw = document.replace('"@"', opened * depth + "1" + closed * depth).encode()
        status, out, err = tallied(raw)
        check_contract(status, out, err)
        assert status == 2


# The file


def test_a_missing_file(tallied, tmp_path):
    path = tmp_path / "none.json"
    assert tallied(b"", str(path)) == (2, "", f"companion: {path}: can't be read: No such file or directory\n")


def test_a_folder(tallied, tmp_path):
    assert tallied(b"", str(tmp_path)) == (2, "", f"companion: {tmp_path}: can't be read: Is a directory\n")


@pytest.mark.parametrize("name", ["", "a\0b", "a\nb", "\udcff", "x" * 5000])
def test_a_name_that_no_file_has(tallied, name):
    status, out, err = tallied(b"", name)
    assert (status, out, len(err.splitlines())) == (2, "", 1)


def test_a_file_by_its_name(tallied, tmp_path):
    path = tmp_path / "Zoë's game.json"
    path.write_text(json.dumps(SCORED_TWICE))
    assert tallied(b"", str(path)) == (1, "", f"companion: {path}: move 3 (score): Tom has already scored milk\n")


def test_an_endless_file(tallied):
    assert tallied(b"", "/dev/zero") == (2, "", "companion: /dev/zero: is larger than 5 MB\n")


# The process


def test_the_process_answers(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(PASTA))
    status, out, err = companion_tally(str(path))
    assert (status, json.loads(out)["al_dente"], err) == (0, "Ana", "")


@pytest.mark.parametrize(("document", "status"), [(FIASKO, 0), (SCORED_TWICE, 1), ([], 2)])
def test_the_process_reads_standard_input(document, status):
    assert companion_tally("-", stdin=json.dumps(document).encode())[0] == status


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}], ids=str)
def test_the_tally_is_utf8_whatever_the_terminal_speaks(environment):
    status, out, err = companion_tally("-", stdin=json.dumps(PASTA).encode(), **environment)
    assert (status, json.loads(out.decode())["players"][2]["name"], err) == (0, "👨‍👩‍👧", "")
    assert "👨‍👩‍👧" in out.decode()


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}], ids=str)
def test_a_terminal_without_emoji_still_gets_one_line(environment):
    document = {**PASTA, "moves": [{"move": "take", "player": 2, "cards": 7}] * 2}
    status, out, err = companion_tally("-", stdin=json.dumps(document).encode(), **environment)
    assert (status, out, len(err.splitlines())) == (1, b"", 1)
    assert err.endswith("holds 7 cards and must bank\n")


def test_whoever_reads_may_stop_reading():
    status, out, err = companion_tally("-", stdin=json.dumps(PASTA).encode(), shell="| true")
    assert (out, err) == (b"", "")
    assert status in (0, 1)


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        (">/dev/full", "companion: can't write: No space left on device\n"),
        (">&-", "companion: standard output is closed\n"),
    ],
)
def test_a_tally_that_nobody_can_have(shell, line):
    assert companion_tally("-", stdin=json.dumps(PASTA).encode(), shell=shell) == (1, b"", line)


def test_standard_input_may_be_closed():
    line = "companion: -: can't be read: standard input is closed\n"
    assert companion_tally("-", shell="<&-") == (2, b"", line)


def test_a_failure_is_never_told_on_standard_output():
    assert companion_tally("-", stdin=b"[]", shell="2>&-") == (2, b"", "")


def loaded_by(code):
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    code = f"import sys; {code}; print(*sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True, timeout=30)
    return {name.split(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize(
    "code",
    [
        "import companion.rules, companion.record.files.game_file",
        "from companion.cli import main; assert main(['tally', {path!r}]) == 0",
    ],
    ids=["rules", "tally"],
)
def test_the_rules_load_no_web_and_no_database(code, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(STATES))
    loaded = loaded_by(code.format(path=str(path)))
    assert "companion" in loaded
    assert not loaded & {
        "flask",
        "sqlalchemy",
        "wtforms",
        "flask_sqlalchemy",
        "flask_wtf",
        "werkzeug",
        "jinja2",
        "alembic",
    }


# Any file at all

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 100)
    | st.integers()
    | st.floats()
    | st.text(st.characters(codec=None), max_size=30)
    | st.sampled_from(["fiasko", "goods", "milk", "OH", "end", "draw", 10**400, -(10**400), 1e308, "\ud800", "x" * 50]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def places(value, path=()):
    yield path
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


PLACES = [(game, path) for game, document in WHOLE.items() for path in places(document) if path]


@pytest.mark.slow
@settings(max_examples=400)
@given(st.sampled_from(PLACES), JSON, st.sampled_from(["put", "add", "drop"]))
def test_a_file_with_anything_anywhere(tallied, place, value, change):
    game, path = place
    document = copy.deepcopy(WHOLE[game])
    *way, last = path
    inside = document
    for key in way:
        inside = inside[key]
    if change == "put":
        inside[last] = value
    elif change == "drop":
        del inside[last]
    elif isinstance(inside, dict):
        inside[str(value)[:20]] = value
    else:
        inside.insert(last, value)
    check_contract(*tallied(document))


@pytest.mark.slow
@settings(max_examples=150)
@given(JSON)
def test_a_file_of_anything(tallied, value):
    assert tallied(value)[0] == 2


@pytest.mark.slow
@settings(max_examples=400)
@given(st.sampled_from(list(WHOLE)), st.data())
def test_a_file_with_other_bytes(tallied, game, data):
    raw = bytearray(json.dumps(WHOLE[game]).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.binary(max_size=3) | st.sampled_from([b"9", b"-", b"e9"])
        )
    check_contract(*tallied(bytes(raw)))


@pytest.mark.slow
@settings(max_examples=100)
@given(st.binary())
@example(b"")
def test_a_file_of_any_bytes(tallied, raw):
    assert tallied(raw)[0] == 2
