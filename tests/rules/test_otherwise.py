"""What a different ruling would have changed: the same moves, folded anew."""

import json
from pathlib import Path

import pytest

from companion.record.files import game_file
from companion.rules import GAMES
from companion.rules.core import fold
from companion.rules.fiasko.moves import Score
from companion.rules.moves import End
from companion.rules.pasta.moves import Bank, Take
from companion.rules.states.moves import Battle
from companion.rules.what_if import otherwise

EXAMPLES = Path(__file__).parent / "examples"
NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Flo")


def said(slug, moves, seats=2, **options):
    """Each ruling under which others win, as (option, value, winners)."""
    game = GAMES[slug]
    table = game.table(NAMES[:seats], options)
    sheet = fold(game, table, moves)
    return [(one.ruling.option.key, one.ruling.value, one.winners) for one in otherwise(game, sheet, moves)]


THREE_SHARE = [Score(seat, "milk", points=60) for seat in range(3)]


def test_a_ruling_that_changes_the_winner_is_said_with_whoever_would_have_won():
    """With 15 for each of the three Ana is 9 ahead of Di; with nothing she isn't, and 10 are still enough."""
    moves = [*THREE_SHARE, Score(0, "corn", points=36), Score(3, "corn", points=72), End()]
    assert said("fiasko", moves, 4) == [("three_way_tie", "none", (3,))]


def test_a_ruling_that_changes_no_winner_is_not_said():
    moves = [*THREE_SHARE, Score(0, "corn", points=20), Score(3, "corn", points=72), End()]
    assert said("fiasko", moves, 4) == []


def test_the_other_sign_of_the_token_changes_the_winner():
    moves = [Bank(0, 0, 3), Bank(1, 1, 2), Bank(0, 2, 1), Bank(1, 3, 3), End()]
    assert said("pasta", moves) == [("al_dente", 2, (0,))]
    assert said("pasta", moves, al_dente=2) == [("al_dente", -2, (1,)), ("al_dente", 0, (1,))]


def test_of_a_game_that_goes_on_nothing_is_said():
    assert said("pasta", [Bank(0, 0, 3), Bank(1, 1, 2), Bank(0, 2, 1), Bank(1, 3, 3)]) == []


def test_under_a_nearer_goal_the_game_ends_earlier():
    taken = [("CA", 60, 1), ("TX", 45, 1), ("OH", 90, 0), ("NY", 70, 0)]
    moves = [Battle(state, value, winner=seat) for state, value, seat in taken]
    assert said("states", moves) == [("goal", {"points": 100, "states": 0}, (1,))]


def test_where_these_moves_would_have_ended_nothing_nobody_knows_who_would_have_won():
    assert said("states", [Battle("CA", 30, winner=1)], goal={"points": 20, "states": 1}) == []


def test_moves_that_another_ruling_forbids_say_nothing_about_it():
    """The cards taken are noted, and without that a table notes no cards taken."""
    moves = [Take(0, 4), Take(1, 4), Bank(0, 0, 3), Bank(1, 1, 2), Take(0, 3), Bank(1, 2, 2), End()]
    assert said("pasta", moves, track="hands") == [("al_dente", 2, (1,)), ("al_dente", 0, (1,))]


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(EXAMPLES.glob("*.json")) if not path.name.startswith("bad-") and "tally" not in path.name],
    ids=lambda path: path.stem,
)
def test_what_would_have_been_is_a_whole_game_of_its_own(path):
    played = game_file.read(json.loads(path.read_bytes()))
    sheet = fold(played.game, played.table, played.moves)
    for one in otherwise(played.game, sheet, played.moves):
        assert one.sheet.over
        assert one.sheet.table.options == {**played.table.options, one.ruling.option.key: one.ruling.value}
        assert one.winners != played.game.winners(sheet)
