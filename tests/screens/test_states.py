"""What a screen shows of States: the race, the map, the tanks that have gone, and how it ended."""

import pytest

from companion.rules import GAMES
from companion.rules.core import End, RuleBroken
from companion.rules.states.moves import Battle
from companion.rules.states.names import STATE_NAMES
from companion.screens.states.figures import figures

GAME = GAMES["states"]

CODES = list(STATE_NAMES)


def won(winner, *values, first=0):
    """Battles for the next States of the alphabet, all won by one seat."""
    return [Battle(code, value, winner=winner) for code, value in zip(CODES[first:], values, strict=False)]


def fifty(played, takers, seats=2):
    moves = [Battle(code, 1, winner=takers[n % len(takers)]) for n, code in enumerate(CODES)]
    return played(*moves, seats=seats, goal={"points": 9999})


# The race


def test_bars_go_from_nothing_to_full(played):
    shown = figures(played(*won(0, 30), *won(1, 99, first=1), seats=4))
    assert [line.points_share for line in shown.lines] == [0.4, 1.0, 0.0, 0.0]
    assert [line.states_share for line in shown.lines] == [0.1, 0.1, 0.0, 0.0]


def test_a_goal_without_states_has_no_second_bar(played):
    assert [line.states_share for line in figures(played(*won(0, 30))).lines] == [None, None]


def test_a_house_rule_may_ask_for_no_states(played):
    assert figures(played(seats=4, goal={"states": 0})).lines[0].states_share is None


def test_enough_points_and_too_few_states_waits(played):
    shown = figures(played(*won(2, 40, 40), *won(1, 10, first=2), seats=4))
    assert [line.waits for line in shown.lines] == [False, False, True, False]
    assert shown.lines[2].short == (0, 8)


def test_nobody_waits_where_points_alone_decide(played):
    assert not any(line.waits for line in figures(played(*won(0, 99, 40))).lines)


def test_each_score_in_pieces_out_of_the_box(played):
    assert figures(played(*won(1, 21))).lines[1].tokens == (2, 0, 1)


def test_leaders_have_points(played):
    assert figures(played()).leaders == ()
    assert figures(played(*won(1, 5), *won(2, 5, first=1), seats=3)).leaders == (1, 2)


def test_by_rank_keeps_the_seats_of_those_who_are_level(played):
    shown = figures(played(*won(3, 9), *won(1, 20, first=1), seats=4))
    assert (shown.by_rank, [shown.lines[seat].rank for seat in shown.by_rank]) == ((1, 3, 0, 2), [1, 2, 3, 3])


# The map


def test_a_tile_for_each_state(played):
    tiles = figures(played()).tiles
    assert list(tiles) == CODES
    assert {(tile.taker, tile.value, tile.gain) for tile in tiles.values()} == {(None, None, None)}
    assert str(tiles["OH"].name) == "Ohio"


def test_a_taken_tile_knows_its_taker_and_what_it_brings(played):
    shown = figures(played(Battle("OH", 27, (3, 30))))
    assert shown.tiles["OH"][2:] == (1, 27, (2, 1, 2))
    assert (shown.taken, shown.turned_again) == (1, ())


@pytest.mark.parametrize("nobody", [Battle("CA", 37, (8, 8)), Battle("CA", 37, winner=None)])
def test_a_state_under_the_pile_keeps_its_value(played, nobody):
    shown = figures(played(nobody))
    assert (shown.taken, shown.turned_again, shown.tiles["CA"].taker, shown.tiles["CA"].value) == (0, ("CA",), None, 37)
    assert figures(played(nobody, Battle("CA", 37, winner=0))).turned_again == ()


def test_the_last_battle_is_the_last_noted(played):
    assert figures(played()).last is None
    nobody = Battle("CA", 37, winner=None)
    assert figures(played(nobody, *won(0, 5))).last.state == "AL"
    assert figures(played(nobody, *won(0, 5), Battle("CA", 37, winner=1))).last.state == "CA"


def test_the_next_battle_is_told_as_the_last_one_was(played):
    by_tanks, by_winner = Battle("OH", 11, (1, 2)), Battle("TX", 21, winner=0)
    assert not figures(played()).by_tanks
    assert figures(played(by_winner, by_tanks)).by_tanks
    assert not figures(played(by_tanks, by_winner)).by_tanks


@pytest.mark.parametrize(("seats", "possible"), [(2, True), (3, False), (4, True), (5, False), (6, True)])
def test_only_an_even_number_of_tanks_can_all_match(played, seats, possible):
    assert figures(played(seats=seats)).can_all_match is possible


# The tanks


def test_every_number_has_gone_so_many_times(played):
    tanks = figures(played(Battle("OH", 11, (30, 30)), Battle("TX", 21, (30 - 1, 4)))).tanks
    assert (list(tanks.gone), len(tanks.gone)) == (list(range(1, 31)), 30)
    assert {tank: copies for tank, copies in tanks.gone.items() if copies} == {4: 1, 29: 1, 30: 2}
    assert (tanks.pile, tanks.pack, tanks.shuffles, tanks.told) == (46, 60, 0, True)


def test_tanks_that_nobody_tells_are_only_counted(played):
    tanks = figures(played(*won(0, 5, 5))).tanks
    assert (tanks.pile, tanks.told, sum(tanks.gone.values())) == (46, False, 0)


def test_a_shuffle_brings_all_of_them_back(played):
    tanks = figures(played(Battle("WI", 1, (1, 30)), *won(0, *[1] * 25))).tanks
    assert (tanks.shuffles, tanks.told, sum(tanks.gone.values())) == (1, True, 0)


# The working-out, as a move tells it


@pytest.mark.parametrize(
    ("tanks", "taker", "winning", "cancelled"),
    [
        ((30, 30, 12, 7), 2, 12, (30,)),
        ((5, 8, 5, 8, 3), 4, 3, (8, 5)),
        ((8, 8), None, None, (8,)),
        ((1, 2), 1, 2, ()),
    ],
)
def test_a_battle_works_out_who_takes_it(tanks, taker, winning, cancelled):
    battle = Battle("OH", 11, tanks)
    assert (battle.taker, battle.winning, battle.cancelled) == (taker, winning, cancelled)


def test_a_battle_told_by_its_winner_has_no_working():
    assert (Battle("OH", 11, winner=1).taker, Battle("OH", 11, winner=None).taker) == (1, None)
    assert (Battle("OH", 11, winner=1).winning, Battle("OH", 11, winner=1).cancelled) == (None, ())


@pytest.mark.parametrize(
    ("battle", "field"),
    [
        (Battle("XX", 11, winner=0), "state"),
        (Battle("AL", 5, winner=0), "state"),
        (Battle("OH", 0, winner=0), "value"),
        (Battle("OH", 11, (1,)), "tanks"),
        (Battle("OH", 11, (7, 3)), "tanks"),
        (Battle("OH", 11, (31, 3)), "tanks"),
        (Battle("OH", 11, winner=2), "winner"),
    ],
)
def test_a_refusal_names_the_field_to_blame(played, battle, field):
    before = [*won(1, 5), Battle("CA", 37, winner=None), Battle("TX", 21, (7, 7))]
    with pytest.raises(RuleBroken) as refused:
        played(*before, battle)
    assert refused.value.field == field


# The end


def test_a_game_under_way_has_not_ended(played):
    shown = figures(played(*won(0, 5)))
    assert (shown.ended, shown.winners, shown.outdone) == (None, (), ())


def test_the_goal_ends_it_though_others_have_more(played):
    shown = figures(played(*won(0, 99, 99), *won(1, *[8] * 10, first=2), seats=4))
    assert (shown.ended, shown.winners, shown.outdone) == ("goal", (1,), (0,))


def test_the_goal_with_as_many_points_as_another(played):
    shown = figures(played(*won(0, 75), *won(1, *[7] * 9, 12, first=1), seats=4))
    assert (shown.ended, shown.winners, shown.outdone, shown.tie.by) == ("goal", (1,), (0,), "goal")


def test_all_fifty_taken(played):
    shown = figures(played(*(Battle(code, 1, winner=n % 2) for n, code in enumerate(CODES)), goal={"points": 9999}))
    assert (shown.ended, shown.winners, shown.tie.by, shown.taken) == ("map", (0, 1), None, 50)


def test_stopped_early(played):
    shown = figures(played(*won(0, 20), *won(1, 10, 10, first=1), End()))
    assert (shown.ended, shown.winners, shown.tie.by) == ("stopped", (1,), "states")


def test_stopped_before_anything_was_taken(played):
    shown = figures(played(End()))
    assert (shown.ended, shown.winners, shown.taken) == ("stopped", (0, 1), 0)


def test_a_screen_shows_the_map(played):
    shown = figures(played(Battle("OH", 11, (1, 2)), Battle("CA", 37, winner=None)))
    assert shown.tiles["OH"][2:] == (1, 11, (1, 0, 1))
    assert shown.tiles["CA"][2:] == (None, 37, (3, 1, 2))
    assert shown.tiles["WY"][2:] == (None, None, None)
    assert (len(shown.tiles), shown.taken, shown.turned_again) == (50, 1, ("CA",))


def test_a_screen_shows_the_race(played):
    ana, bo, *_ = figures(played(*won(0, 99), *won(1, 15, first=1), seats=4)).lines
    assert (ana.points_share, ana.states_share, ana.waits) == (1.0, 0.1, True)
    assert (bo.points_share, bo.states_share, bo.waits) == (0.2, 0.1, False)
    assert figures(played(*won(0, 75))).lines[0][5:] == (0.5, None, False)
    assert not figures(played(*won(0, *[8] * 10), seats=4)).lines[0].waits


def test_a_screen_shows_the_tanks(played):
    shown = figures(played(Battle("OH", 11, (30, 2)), Battle("CA", 37, (2, 7)))).tanks
    assert (shown.pile, shown.pack, shown.shuffles, shown.told) == (46, 60, 0, True)
    assert {tank: gone for tank, gone in shown.gone.items() if gone} == {2: 2, 7: 1, 30: 1}
    assert list(shown.gone) == list(range(1, 31))
    assert not figures(played(*won(0, 1))).tanks.told


def test_a_screen_shows_the_last_battle(played):
    again = [Battle("CA", 37, winner=None), Battle("OH", 11, (1, 2)), Battle("CA", 37, winner=0)]
    shown = [figures(played(*again[:n])) for n in range(4)]
    assert [each.last and each.last.state for each in shown] == [None, "CA", "OH", "CA"]
    assert [each.by_tanks for each in shown] == [False, False, True, False]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_all_tanks_can_be_matched_only_where_seats_are_even(played, seats):
    assert figures(played(seats=seats)).can_all_match == (seats % 2 == 0)


def test_a_screen_says_how_it_ended(played):
    assert figures(played()).ended is None
    assert figures(played(*won(0, 75, 75))).ended == "goal"
    assert figures(played(End())).ended == "stopped"
    assert figures(fifty(played, [0, 1])).ended == "map"


def test_a_screen_says_who_had_as_much_as_the_winner(played):
    shown = figures(played(*won(0, 99), *won(2, 80, first=1), *won(1, *[8] * 10, first=2), seats=4))
    assert (shown.winners, shown.outdone, shown.by_rank) == ((1,), (0, 2), (1, 0, 2, 3))
    assert figures(played(*won(0, 99, 10), End())).outdone == ()
    assert figures(played(*won(0, 99, 10))).leaders == (0,)
    assert figures(played()).leaders == ()
