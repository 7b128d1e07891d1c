"""What every game shares: fields, refusals, ranks and the fold."""

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from companion.rules import GAMES
from companion.rules.core import RuleBroken, check, fold, fold_on, ranks
from companion.rules.fiasko import GAME as FIASKO
from companion.rules.fiasko.moves import Draw, Recount, Score
from companion.rules.moves import UNSAID, End, Move, Seat, Unsaid, Within, fields_of


@dataclass(frozen=True, slots=True)
class Thrown(Move):
    kind = "throw"
    player: Seat
    dice: tuple[Annotated[int, Within(1, 6)], ...]
    mood: Literal["glad", "sad"] = "glad"
    times: Annotated[int, Within(0, 3)] | None = None
    against: Seat | Unsaid | None = UNSAID
    note: str | None = None


TABLE = FIASKO.table(["Ana", "Bo"])


def test_a_move_tells_its_fields():
    player, dice, mood, times, against, note = fields_of(Thrown)
    assert (player.type, player.required, player.seat, player.nullable) == (int, True, True, False)
    assert (dice.type, dice.required, dice.within) == (tuple, True, (1, 6))
    assert (mood.type, mood.required, mood.choices, mood.nullable) == (str, False, ("glad", "sad"), False)
    assert (times.type, times.required, times.within, times.nullable) == (int, False, (0, 3), False)
    assert (against.type, against.required, against.seat, against.nullable) == (int, False, True, True)
    assert (note.type, note.within, note.choices, note.seat) == (str, None, None, False)


def test_the_end_has_no_fields():
    assert fields_of(End) == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_is_there(seat):
    check(Thrown(seat, (1, 6), "sad", 3, seat), TABLE)


@pytest.mark.parametrize(
    ("move", "sentence", "field"),
    [
        (Thrown(2, ()), "There is no seat 2: this table has 0 to 1", "player"),
        (Thrown(-1, ()), "There is no seat -1: this table has 0 to 1", "player"),
        (Thrown(0, (), against=2), "There is no seat 2", "against"),
        (Thrown(0, (1, 7)), "The dice goes from 1 to 6, not 7", "dice"),
        (Thrown(0, (0,)), "The dice goes from 1 to 6, not 0", "dice"),
        (Thrown(0, (), mood="bad"), "This game has no mood “bad”", "mood"),
        (Thrown(0, (), times=4), "The times goes from 0 to 3, not 4", "times"),
        (Thrown(10**4000, ()), "There is no seat a number that is far too large", "player"),
    ],
    ids=lambda value: None if isinstance(value, str) else "",
)
def test_what_this_game_does_not_know_is_refused(move, sentence, field):
    with pytest.raises(RuleBroken, match=sentence) as refusal:
        check(move, TABLE)
    assert refusal.value.field == field


def test_what_was_not_said_is_not_checked():
    check(Thrown(0, (), against=None), TABLE)
    check(Thrown(0, ()), TABLE)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [([5], (1,)), ([3, 5, 5, 1], (3, 1, 1, 4)), ([2, 2], (1, 1)), ([(1, 2), (1, 3), (0, 9)], (2, 1, 3))],
)
def test_equal_means_equal(keys, expected):
    assert ranks(keys) == expected


def test_a_refusal_names_the_move_wherever_the_fold_was_split():
    moves = [Score(0, "milk", points=88), Draw(1, "goods"), Score(0, "milk", points=60)]
    with pytest.raises(RuleBroken) as whole:
        fold(FIASKO, TABLE, moves)
    with pytest.raises(RuleBroken) as split:
        fold_on(FIASKO, fold(FIASKO, TABLE, moves[:2]), moves[2:])
    assert whole.value.number == split.value.number == 3


def test_a_fold_accepts_what_was_out_of_range_only_later():
    """Ranges are checked when tapped: a narrower one must not lock old evenings."""
    long_ago = Recount(pile=88, fiasko=7)
    assert fold(FIASKO, TABLE, [long_ago]).counter.fiasko == 7
    with pytest.raises(RuleBroken):
        FIASKO.tap(FIASKO.start(TABLE), long_ago)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_finished_game_takes_no_more_moves(game):
    over = game.tap(game.start(game.table(["Ana", "Bo"])), End())
    with pytest.raises(RuleBroken, match="The game is over"):
        game.tap(over, End())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_can_be_ended_before_it_began(game):
    over = game.tap(game.start(game.table(["Ana", "Bo"])), End())
    tally = game.tally(over)
    assert (tally["over"], tally["winners"]) == (True, ["Ana", "Bo"])
    assert (over.played, over.turn) == (1, None)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_does_not_play_the_moves_of_another(game):
    with pytest.raises(TypeError):
        game.play(game.start(game.table(["Ana", "Bo"])), Thrown(0, (1,)))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_knows_its_moves_by_name(game):
    assert [game.move_type(move.kind) for move in game.moves] == list(game.moves)
    assert game.move_type("end") is End
    assert game.move_type("throw") is None


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_nobody_asks_has_no_answer(game):
    sheet = game.start(game.table(["Ana", "Bo"]))
    for number in ("", "total", "total.2", "total.-1", "total.x", "total.00", "score.0.milk", "battle", "x.1", "tie.0"):
        assert game.answers(sheet).get(number) is None


def test_games_are_listed_by_their_slug():
    assert [(slug, game.slug) for slug, game in GAMES.items()] == [(s, s) for s in ("fiasko", "pasta", "states")]


def test_whoever_sits_next_clockwise_begins_the_next_game():
    game = GAMES["fiasko"]
    firsts = [game.next_to_begin(game.table(("Ana", "Tom", "Chloé"), first=first)) for first in range(3)]
    assert firsts == [1, 2, 0]


def test_nobody_begins_the_next_game_where_all_play_at_once():
    game = GAMES["states"]
    assert game.next_to_begin(game.table(("Ana", "Tom"))) == 0
