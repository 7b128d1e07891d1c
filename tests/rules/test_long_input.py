"""What is far too long is refused as fast as what is a little too long: while it is reckoned nobody else is served."""

from time import process_time

from companion.rules.states.moves import Battle


def test_of_forty_thousand_tanks_it_is_told_at_once_which_were_matched():
    """A tap of 80 kB was reckoned for 15 s, in everybody's turn."""
    start = process_time()
    battle = Battle("MA", 10, tanks=(*range(1, 30), *[3] * 40_000, 30))
    assert (battle.winning, battle.cancelled, battle.taker) == (30, (3,), 40_029)
    assert process_time() - start < 1.0
