"""Recorded evenings fold to what they came to, for ever: whatever is corrected in the rules, old sheets stay."""

import json
from pathlib import Path

import pytest

from companion.record import history
from companion.record.files import game_file
from companion.rules import GAMES

HERE = Path(__file__).resolve().parent
NAMES = sorted(path.name.removesuffix(".tally.json") for path in HERE.glob("*.tally.json"))


def recorded(name):
    return game_file.parse((HERE / f"{name}.json").read_bytes())


def tally_of(name):
    """Fiasko's were recorded before a tally had chances; these games are over, and have none."""
    tally = json.loads((HERE / f"{name}.tally.json").read_text(encoding="utf-8"))
    return {**tally, "chances": None} if tally["game"] == "fiasko" else tally


def as_entered(line):
    return line._replace(move=line.first or line.move, struck=False, replaced_by=None)


def folded(file, lines):
    """As the store reads it: entries that were accepted once are not asked for their ranges again."""
    return history.with_accepted(file.game, history.start(file.game, file.table), lines)


@pytest.mark.parametrize("name", NAMES)
def test_an_evening_comes_to_what_it_came_to(name):
    file = recorded(name)
    log = folded(file, [as_entered(line) for line in file.origin.log])
    assert json.loads(json.dumps(file.game.tally(log.sheet))) == tally_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_an_evening_is_a_game_file_like_any_other(name):
    """As long as no range has been narrowed since: then this evening leaves this test, and no other."""
    assert json.loads(json.dumps(game_file.tally(recorded(name)))) == tally_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_an_evening_made_sense_at_every_moment(name):
    """Entry by entry gives what all at once gives."""
    file = recorded(name)
    log = history.start(file.game, file.table)
    for line in file.origin.log:
        log = history.with_accepted(file.game, log, [as_entered(line)])
    assert log == folded(file, [as_entered(line) for line in file.origin.log])
    assert log.entries == file.origin.log


def test_no_recording_is_without_its_tally():
    assert sorted(path.stem for path in HERE.glob("*.json") if not path.stem.endswith(".tally")) == NAMES


def test_every_game_was_recorded_with_corrections_of_every_kind():
    kinds = {}
    for name in NAMES:
        file = recorded(name)
        kinds.setdefault(file.game.slug, set()).update(line.kind for line in file.origin.log)
    assert kinds == {slug: {"move", "strike", "restore", "replace"} for slug in GAMES}
