"""What is far too long is refused as fast as what is a little too long: while it is reckoned nobody else is served."""

from time import process_time

from companion.rules.luck import longest_run
from companion.rules.states.moves import Battle


def test_of_forty_thousand_tanks_it_is_told_at_once_which_were_matched():
    """A tap of 80 kB was reckoned for 15 s, in everybody's turn."""
    start = process_time()
    battle = Battle("MA", 10, tanks=(*range(1, 30), *[3] * 40_000, 30))
    assert (battle.winning, battle.cancelled, battle.taker) == (30, (3,), 40_029)
    assert process_time() - start < 1.0


def test_how_rare_a_run_of_thousands_of_draws_is_takes_no_longer_than_they_do():
    """A log of 4,000 draws of one player was reckoned for most of a second, with each look at its end."""
    start = process_time()
    run = longest_run([0.001] * 4_000, [False] * 4_000)
    assert run.one_in([run]) == 54
    assert process_time() - start < 0.25
