"""What turned a game of Fiasko: a real one, its three moments with their entries, and cards and choices that add up."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.record import history
from companion.record.entries import Entry
from companion.record.files import game_file
from companion.rules.fiasko import GAME
from companion.rules.fiasko.moves import PRODUCTS, Draw, Score
from companion.rules.moves import End
from companion.screens import SCREENS
from companion.screens.end import ending
from companion.screens.fiasko.turns import turns
from companion.screens.totals import on_paper

HERE = Path(__file__).parent


def log_of(table, moves):
    entries = [Entry(at, "move", None, move, move, str(at), None, None) for at, move in enumerate(moves, 1)]
    return history.with_accepted(GAME, history.start(GAME, table), entries)


@pytest.fixture(scope="module")
def true():
    file = game_file.parse((HERE / "fiasko-to-the-last-move.json").read_bytes())
    return turns(log_of(file.table, file.moves))


def test_three_moments_are_told_in_their_order_with_their_entries(true):
    assert [moment.number for moment in true.moments] == [1, 2, 3]
    assert [moment.entry for moment in true.moments] == sorted(moment.entry for moment in true.moments)
    last = true.moments[-1]
    assert [str(last.title), str(last.move)] == ["Round 35", "Ana · Tomatoes 30"]
    assert [str(said) for said in last.said] == ["Not the best: no bonus", "That ended the game: +20 for finishing."]
    assert (true.moments[-1].has, true.moments[-1].cards) == (1, False)


def test_a_moment_is_told_to_whoever_was_not_there(true):
    """When, who, what, what came of it; of a score by its cards, how one more card would have been, where clear."""
    for moment in true.moments:
        assert str(moment.title).startswith("Round ")
        assert moment.said
    words = " ".join(str(said) for moment in true.moments for said in moment.said)
    assert "One more card would have been" in words
    assert not any(grade in words for grade in ("mistake", "wrong", "accuracy"))


def test_a_draw_is_the_cards_doing_only_where_the_card_moved_most_of_it(true):
    """Of the shift in round 27 the card that came has half a point in a hundred: the rest is having drawn."""
    drew = true.moments[1]
    assert (str(drew.move), drew.cards) == ("Ana · Goods", False)
    assert [str(said) for said in drew.said] == [
        "Drawing instead of scoring changed more here than the card that came."
    ]


def test_everybody_has_a_line_and_a_name_at_its_end(true):
    assert sorted(line.seat for line in true.lines) == [0, 1, 2, 3]
    assert [line.seat for line in true.lines][-1] == 0  # whoever won is drawn last
    assert all(len(line.path.split()) <= 2 * 110 for line in true.lines)
    places = sorted(label.y for label in true.labels)
    assert all(below - above >= 18.9 for above, below in pairwise(places))


def test_paper_has_the_same_lines_below_the_totals_with_the_moments_marked():
    file = game_file.parse((HERE / "fiasko-to-the-last-move.json").read_bytes())
    log = log_of(file.table, file.moves)
    printed = on_paper(GAME, SCREENS["fiasko"], log, ending(GAME, SCREENS["fiasko"], log))
    drawn, x = printed.chances, printed.totals.x
    assert drawn.top > max(printed.floors)
    assert [pin.x for pin in drawn.pins] == [x(moment.at) for moment in turns(log).moments]
    for pin in drawn.pins:
        assert any(f"{pin.x} {pin.y}" in path for _, path in drawn.lines)
    assert drawn.lines[-1][1].endswith(f"{x(len(log.steps))} {float(drawn.top)}")  # the winner, who has all of it
    assert sorted(y for _, y in drawn.ends) == [drawn.top, *[drawn.ground] * 3]
    words = [str(said) for said in printed.said if str(said).startswith("Turning points: 1) Round ")]
    assert len(words) == 1


def test_cards_choices_and_the_others_are_all_that_moved_a_chance(true):
    for row in true.apart:
        moved = sum(row.moved)
        assert moved == pytest.approx(75 if row.seat == 0 else -25, abs=6)  # from some 25 to the victory, or none


def test_who_won_from_far_behind_is_told_so(true):
    assert str(true.summary).startswith("Ana won, with a chance of about ")


def evening(*moves, seats=2, **options):
    return log_of(GAME.table(("Ana", "Bo", "Cy")[:seats], options), moves)


DRAWN = [Draw(at % 2, "goods") for at in range(10)]
ENDED = [*DRAWN, *(Score(0, product, (5, 5, 3), 6) for product in PRODUCTS)]


@pytest.mark.parametrize("options", [{"advice": "off"}, {"count": "specials"}, {"count": "none"}])
def test_where_it_is_cheating_or_not_counted_nothing_is_told(options):
    moves = ENDED if options.get("count", "all") == "all" else ENDED[len(DRAWN) :]
    assert turns(evening(*moves, **options)) is None


def test_a_game_in_which_nobody_scored_or_hardly_a_card_was_drawn_was_not_turned():
    assert turns(evening(*DRAWN, End())) is None
    assert turns(evening(*ENDED[1:])) is None


def test_where_a_fiasko_takes_one_product_cards_and_choices_stay_together():
    told = turns(evening(Draw(0, "goods"), Draw(1, "fiasko", 0), *ENDED, fiasko_loss="product"))
    assert told.apart == ()
    assert told.lines


def test_a_game_that_was_stopped_is_told_to_where_it_stood():
    told = turns(evening(*ENDED[:12], End()))
    assert [str(moment.move).split(" · ")[0] for moment in told.moments] == ["Ana"] * len(told.moments)
