"""What if? In sentences: said for whoever would have won, with both totals, and short where it is the same again."""

from companion.record import history
from companion.rules import GAMES
from companion.rules.fiasko.moves import Score
from companion.rules.moves import End
from companion.rules.states.moves import STATE_NAMES, Battle
from companion.screens.end import ruled_otherwise

FIASKO = GAMES["fiasko"]


def said(moves, players, game=FIASKO, **options):
    sheet = history.start(game, game.table(players, options)).sheet
    for move in moves:
        sheet = game.play(sheet, move)
    return ruled_otherwise(game, sheet, moves)


MILK = [Score(seat, "milk", points=60) for seat in range(3)]
CLOSE = [*MILK, Score(0, "corn", points=36), Score(3, "corn", points=72), End()]
NAMES = ("Ana", "Tom", "Chloé", "Bo")


def test_who_would_have_won_is_said_with_both_totals():
    (ruled,) = said(CLOSE, NAMES)
    assert str(ruled.sentence) == "With “No bonus” (Three or more tie), Bo would have won."
    assert str(ruled.note) == "The rulebooks cover a tie of two, never of three."
    assert ruled.duel == ((3, 102, True), (0, 96, False))


def test_another_ruling_with_the_same_winner_follows_shortly():
    moves = [*MILK, Score(0, "corn", points=36), Score(3, "corn", points=80), End()]
    first, second = said(moves, NAMES)
    assert str(first.sentence) == "With “30 to share” (Three or more tie), Bo would have won."
    assert (str(second.sentence), second.note) == ("With “No bonus”, Bo too.", None)
    assert second.duel == ((3, 110, True), (0, 96, False))


def test_where_nobody_would_have_been_alone_the_victory_would_have_been_shared():
    moves = [*MILK, Score(0, "corn", points=36), Score(3, "corn", points=66), End()]
    (ruled,) = said(moves, NAMES)
    assert str(ruled.sentence) == "With “No bonus” (Three or more tie), Ana and Bo would have shared the victory."
    assert ruled.duel == ((0, 96, True), (3, 96, True))


def test_where_no_ruling_changes_the_winner_nothing_is_said():
    assert said([*MILK, Score(0, "corn", points=20), Score(3, "corn", points=72), End()], NAMES) == ()


def test_at_states_another_goal_is_named_by_its_points():
    states = GAMES["states"]
    moves = [
        *(Battle(code, 25, winner=0) for code in ("AL", "AK", "AZ", "AR")),  # 100
        *(Battle(code, 30, winner=1) for code in ("CA", "CO", "CT", "DE", "FL")),  # 150: the goal of two
    ]
    first, *_ = said(moves, ("Ana", "Bo"), states)
    assert str(first.sentence) == "With “100 points, as for 3 players” (Another goal), Ana would have won."
    assert first.duel == ((0, 100, True), (1, 0, False))


def test_at_states_a_goal_of_points_and_states_is_named_by_both():
    small, large = list(STATE_NAMES)[:10], list(STATE_NAMES)[10:12]
    moves = [*(Battle(code, 6, winner=0) for code in small), *(Battle(code, 75, winner=1) for code in large)]
    sentences = [str(ruled.sentence) for ruled in said(moves, ("Ana", "Bo"), GAMES["states"])]
    assert sentences == [
        "With “60 points and 8 States, as for 5 players” (Another goal), Ana would have won.",
        "With “50 points and 7 States, as for 6 players”, Ana too.",
    ]
