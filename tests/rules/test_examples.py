"""Game files and their tallies: NAME.json gives NAME.tally.json. Ours beside this file, and the project's own."""

import json
import os
from pathlib import Path

import pytest

OURS = Path(__file__).parent / "examples"
SHARED = Path(__file__).parents[3] / "shared" / "examples"
NO_SKIPS = os.environ.get("COMPANION_NO_SKIPS") == "1"


def pairs(folder):
    games = sorted(path for path in folder.glob("*.json") if not path.name.endswith(".tally.json"))
    return [pytest.param(path, path.with_suffix(".tally.json"), id=path.stem) for path in games]


WHERE = f"the shared examples are not at {SHARED}"
MISSING = [pytest.param(SHARED, SHARED, id="missing", marks=() if NO_SKIPS else pytest.mark.skip(reason=WHERE))]


def check(tallied, game, expected):
    status, out, err = tallied(b"", str(game))
    wanted = json.loads(expected.read_text())
    if game.stem.startswith("bad-"):
        where = f"companion: {game}: " + (f"move {wanted['move']} (" if wanted["exit"] == 1 else "")
        assert (status, out, err[: len(where)]) == (wanted["exit"], "", where)
    else:
        told = json.loads(out) if out else {}
        chances = told.pop("chances", None)  # they are newer than the examples, and as good as the last run made them
        assert (status, told or err) == (0, wanted)
        assert chances is None or round(sum(chances), 9) == 1


@pytest.mark.parametrize(("game", "expected"), pairs(OURS))
def test_our_examples(tallied, game, expected):
    check(tallied, game, expected)


@pytest.mark.parametrize(("game", "expected"), pairs(SHARED) or MISSING)
def test_the_shared_examples(tallied, game, expected):
    check(tallied, game, expected)


def test_every_tally_has_its_game():
    alone = [path for path in OURS.glob("*.tally.json") if not path.with_name(path.name.replace(".tally", "")).exists()]
    assert (alone, len(pairs(OURS)) > 40) == ([], True)
