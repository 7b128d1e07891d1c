"""States at the table: battles, tanks, goals, and the pieces out of the box."""

import pytest

from companion.rules.core import RuleBroken, fold
from companion.rules.moves import End
from companion.rules.states import GAME
from companion.rules.states.moves import STATE_NAMES, Battle, TankReshuffle
from companion.rules.states.play import GOALS
from companion.rules.states.standing import pieces, standing, tie_break

CODES = list(STATE_NAMES)


def why(sheet, number):
    return GAME.answers(sheet).get(number)


def won(winner, *values, first=0):
    """Battles for the next States of the alphabet, all won by one seat."""
    return [Battle(code, value, winner=winner) for code, value in zip(CODES[first:], values, strict=False)]


def ranks(sheet):
    return [line.rank for line in standing(sheet)]


# A battle


def test_there_are_fifty_states():
    assert len(STATE_NAMES) == 50
    assert all(len(code) == 2 and code.isupper() for code in STATE_NAMES)


def test_the_highest_tank_takes_the_state(played):
    sheet = played(Battle("OH", 11, (12, 30, 5)), seats=3)
    assert (sheet.points, sheet.states) == ((0, 11, 0), (0, 1, 0))
    assert why(sheet, "battle.OH") == ("OH", 11, 1, (12, 30, 5), (), 30, 1, "battle")


def test_equal_tanks_count_nothing(played):
    sheet = played(Battle("OH", 11, (30, 12, 30, 5)), seats=4)
    assert (sheet.points, why(sheet, "battle.OH").cancelled) == ((0, 11, 0, 0), (30,))


def test_the_last_tank_left_alone_wins_however_small(played):
    sheet = played(Battle("OH", 11, (30, 29, 1, 30, 29)), seats=5)
    assert (sheet.points, why(sheet, "battle.OH")) == (
        (0, 0, 11, 0, 0),
        ("OH", 11, 2, (30, 29, 1, 30, 29), (30, 29), 1, 1, "battle"),
    )


@pytest.mark.parametrize("tanks", [(7, 7), (8, 8, 9, 9), (1, 2, 3, 3, 2, 1)])
def test_all_matched_nobody_scores(played, tanks):
    sheet = played(Battle("OH", 11, tanks), seats=len(tanks))
    assert (sum(sheet.points), sum(sheet.states), why(sheet, "battle.OH").winner) == (0, 0, None)
    assert GAME.tally(sheet)["counter"]["states_left"] == 50


@pytest.mark.parametrize("nobody", [Battle("CA", 37, (8, 8)), Battle("CA", 37, winner=None)])
def test_a_state_that_nobody_took_is_turned_up_again(played, nobody):
    sheet = played(nobody, Battle("OH", 11, winner=0), Battle("CA", 37, (1, 2)))
    assert (sheet.points, why(sheet, "battle.CA").winner) == ((11, 37), 1)


@pytest.mark.parametrize("nobody", [Battle("CA", 37, (8, 8)), Battle("CA", 37, winner=None)])
def test_of_two_values_of_a_state_the_newer_is_right(played, nobody):
    sheet = played(nobody, Battle("CA", 38, winner=None), Battle("CA", 7, winner=0))
    assert (sheet.points, sheet.states, why(sheet, "battle.CA").value) == ((7, 0), (1, 0), 7)
    assert GAME.remembers(sheet.table, Battle("CA", 7, winner=0)) == {"CA": 7}


def test_a_state_that_is_taken_stays_taken(played):
    with pytest.raises(RuleBroken, match="Ohio was already taken by Bo"):
        played(Battle("OH", 11, winner=1), Battle("OH", 11, winner=None))


@pytest.mark.parametrize("code", ["XX", "oh", "DC", "", "Ohio", "OH "])
def test_a_state_that_does_not_exist(played, code):
    with pytest.raises(RuleBroken, match="There is no State"):
        played(Battle(code, 11, winner=0))


@pytest.mark.parametrize("value", [0, 100, -1])
def test_a_state_is_worth_one_to_99(played, value):
    assert played(Battle("OH", 1, winner=0), Battle("CA", 99, winner=0)).points == (100, 0)
    with pytest.raises(RuleBroken, match="The value of a State goes from 1 to 99"):
        played(Battle("OH", value, winner=0))


@pytest.mark.parametrize("tank", [0, 31, -1])
def test_tanks_go_from_one_to_thirty(played, tank):
    assert played(Battle("OH", 11, (1, 30))).points == (0, 11)
    with pytest.raises(RuleBroken, match="The number of a tank goes from 1 to 30"):
        played(Battle("OH", 11, (tank, 5)))


@pytest.mark.parametrize("tanks", [(), (1,), (1, 2, 3)])
def test_every_seat_plays_one_tank(played, tanks):
    with pytest.raises(RuleBroken, match=f"that makes 2, not {len(tanks)}"):
        played(Battle("OH", 11, tanks))


def test_a_winner_sits_at_the_table(played):
    with pytest.raises(RuleBroken, match="There is no seat 2"):
        played(Battle("OH", 11, winner=2))


def test_all_play_at_once(played):
    assert (played().turn, played(Battle("OH", 11, (1, 2))).turn) == (None, None)


# A battle by itself, and its refusals


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


# The tanks


@pytest.mark.parametrize(("seats", "pile"), [(2, 50), (3, 45), (4, 40), (5, 35), (6, 30)])
def test_every_seat_holds_five_tanks(played, seats, pile):
    assert played(seats=seats).tanks.pile == pile


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_played_tanks_are_shuffled_in_when_too_few_are_left(played, seats):
    """The pile is drawn to the last tank; the next battle's own tanks are shuffled in with the others."""
    full, goal = 60 - 5 * seats, {"points": 9999}
    rounds = full // seats
    tanks = [played(*won(0, *[1] * n), seats=seats, goal=goal).tanks for n in range(rounds + 2)]
    assert [pile.shuffles for pile in tanks] == [0] * (rounds + 1) + [1]
    assert (tanks[rounds].pile, tanks[rounds].played, tanks[rounds].shuffles) == (0, full, 0)
    assert (tanks[rounds + 1].pile, tanks[rounds + 1].played, tanks[rounds + 1].shuffles) == (full, 0, 1)


def test_no_tank_is_ever_lost(played):
    for seats in range(2, 7):
        for n in range(40):
            tanks = played(*won(0, *[1] * n), seats=seats, goal={"points": 9999}).tanks
            assert tanks.pile + tanks.played + 5 * seats == 60
            assert tanks.pile >= 0


def test_tanks_that_have_gone_are_shown(played):
    sheet = played(Battle("OH", 11, (30, 2)), Battle("CA", 37, winner=0), Battle("TX", 21, (2, 4)))
    assert GAME.tally(sheet)["counter"]["tanks_seen"] == {"2": 2, "4": 1, "30": 1}
    assert list(GAME.tally(sheet)["counter"]["tanks_seen"]) == ["2", "4", "30"]


def test_a_third_copy_is_refused(played):
    with pytest.raises(RuleBroken, match="A third 7 since the last shuffle"):
        played(Battle("OH", 11, (7, 7, 7)), seats=3)
    with pytest.raises(RuleBroken, match="A third 7 since the last shuffle"):
        played(Battle("OH", 11, (7, 8)), Battle("CA", 37, (9, 7)), Battle("TX", 21, (7, 1)))


def test_a_shuffle_brings_the_tanks_back(played):
    """Fifty tanks lie in the pile of two: the 26th battle shuffles, its own tanks included."""
    moves = [Battle("WI", 1, (1, 30)), Battle("WY", 1, (2, 30)), *won(0, *[1] * 23)]
    assert played(*moves).tanks.seen == {1: (1,), 2: (2,), 30: (1, 2)}
    sheet = played(*moves, Battle("VA", 1, (3, 4)))
    assert (sheet.tanks.seen, sheet.tanks.shuffles) == ({}, 1)
    assert played(*moves, Battle("VA", 1, (3, 4)), Battle("WV", 1, (30, 30))).tanks.seen == {30: (27, 27)}


def test_a_third_copy_names_the_moves_that_told_the_others(played):
    with pytest.raises(RuleBroken) as refused:
        played(
            *won(0, 1), Battle("OH", 11, (7, 8)), *won(0, 1, first=1), Battle("CA", 37, (9, 7)), Battle("TX", 1, (7, 1))
        )
    assert (refused.value.field, refused.value.moves) == ("tanks", (2, 4))


@pytest.mark.parametrize(("before", "tanks", "moves"), [((7, 7), (7, 2), (1,)), ((7, 8), (7, 7), (1,))])
def test_one_battle_may_have_told_both(played, before, tanks, moves):
    with pytest.raises(RuleBroken, match="A third 7") as refused:
        played(Battle("OH", 11, before), Battle("TX", 1, tanks))
    assert refused.value.moves == moves


def test_three_of_a_kind_in_one_battle_are_nobody_elses_fault(played):
    with pytest.raises(RuleBroken, match="A third 7") as refused:
        played(Battle("OH", 11, (7, 7, 7)), seats=3)
    assert refused.value.moves == ()


def test_a_table_that_shuffles_early_says_so(played):
    fought = [Battle("OH", 11, (30, 30, 4)), Battle("TX", 1, winner=0)]
    assert played(*fought, seats=3).tanks[:2] == (39, 6)
    assert played(*fought, TankReshuffle(), seats=3).tanks == (45, 0, {}, 1)
    sheet = played(*fought, TankReshuffle(), Battle("CA", 37, (30, 30, 29)), seats=3)
    assert (sheet.points, sheet.tanks[:2], sheet.turn) == ((1, 0, 48), (42, 3), None)
    assert GAME.tally(sheet)["counter"] == {
        "states_left": 47,
        "tanks_pile": 42,
        "shuffles": 1,
        "tanks_seen": {"29": 1, "30": 2},
    }


def test_a_pile_that_was_shuffled_early_runs_out_later(played):
    goal = {"points": 9999}
    assert played(*won(0, *[1] * 26), goal=goal).tanks.shuffles == 1
    assert played(*won(0, *[1] * 25), TankReshuffle(), *won(0, 1, first=25), goal=goal).tanks[:2] == (48, 2)


@pytest.mark.parametrize("before", [[], [Battle("OH", 11, (1, 2)), TankReshuffle()], won(0, *[1] * 26)])
def test_nothing_is_shuffled_before_a_tank_was_played(played, before):
    with pytest.raises(RuleBroken, match="nothing to shuffle"):
        played(*before, TankReshuffle(), goal={"points": 9999})


def test_the_third_copy_is_still_refused_in_the_battle_that_shuffles(played):
    with pytest.raises(RuleBroken, match="A third 30"):
        played(*won(0, *[1] * 24), Battle("WI", 1, (30, 30)), Battle("WY", 1, (30, 1)))


# Goals


@pytest.mark.parametrize(("seats", "points", "states"), [(2, 150, 0), (3, 100, 0), (4, 75, 10), (5, 60, 8), (6, 50, 7)])
def test_the_goals_of_the_book(played, seats, points, states):
    assert played(seats=seats).goal == GOALS[seats] == (points, states)


@pytest.mark.parametrize(("seats", "states", "each"), [(2, 2, 75), (3, 2, 50), (4, 10, 8), (5, 8, 8), (6, 7, 8)])
def test_whoever_reaches_the_goal_wins_at_once(played, seats, states, each):
    enough = played(*won(1, *[each] * states), seats=seats)
    assert (enough.over, GAME.winners(enough), enough.at_goal) == (True, (1,), 1)
    assert not played(*won(1, *[each] * (states - 1)), seats=seats).over
    with pytest.raises(RuleBroken, match="The game is over"):
        played(*won(1, *[each] * states), Battle("WY", 1, winner=0), seats=seats)


def test_one_point_short_is_not_there(played):
    assert not played(*won(0, 75, 74)).over
    assert played(*won(0, 75, 74, 1)).over


def test_enough_points_and_too_few_states(played):
    sheet = played(*won(0, 99), seats=6)
    assert (sheet.over, standing(sheet)[0].short) == (False, (0, 6))
    assert standing(sheet)[1].short == (50, 7)


def test_enough_states_and_too_few_points(played):
    sheet = played(*won(0, *[1] * 12), seats=4)
    assert (sheet.over, standing(sheet)[0].short) == (False, (63, 0))


def test_more_points_do_not_beat_the_goal(played):
    sheet = played(*won(0, 99, 99), *won(1, *[8] * 10, first=2), seats=4)
    assert (sheet.points[:2], ranks(sheet), GAME.winners(sheet)) == ((198, 80), [2, 1, 3, 3], (1,))
    assert tie_break(sheet) is None


def test_equal_points_and_the_goal_decides(played):
    """Both have 75 and more States are not what decides: Bo has the ten that it takes."""
    sheet = played(*won(0, 75), *won(1, *[7] * 9, 12, first=1), seats=4)
    assert (sheet.points[:2], GAME.winners(sheet), tie_break(sheet)) == (
        (75, 75),
        (1,),
        ("goal", (0, 1), (1, 10), "tie"),
    )


@pytest.mark.parametrize(
    ("goal", "expected"),
    [({}, (75, 10)), ({"points": 30}, (30, 10)), ({"states": 0}, (75, 0)), ({"points": 9, "states": 1}, (9, 1))],
)
def test_a_house_rule_sets_another_goal(played, goal, expected):
    assert played(seats=4, goal=goal).goal == expected


def test_a_house_rule_decides(played):
    assert played(*won(0, 9), seats=4, goal={"points": 9, "states": 1}).over
    assert not played(*won(0, 8), seats=4, goal={"points": 9, "states": 1}).over


# All taken, or stopped early


def fifty(played, takers, seats=2):
    moves = [Battle(code, 1, winner=takers[n % len(takers)]) for n, code in enumerate(CODES)]
    return played(*moves, seats=seats, goal={"points": 9999})


def test_it_ends_when_all_fifty_are_taken(played):
    sheet = fifty(played, [0, 1, 1])
    assert (sheet.over, sheet.at_goal, GAME.winners(sheet)) == (True, None, (1,))
    assert GAME.tally(sheet)["counter"]["states_left"] == 0


def test_all_fifty_taken_and_shared(played):
    sheet = fifty(played, [0, 1])
    assert (sheet.states, GAME.winners(sheet), tie_break(sheet)) == ((25, 25), (0, 1), (None, (0, 1), (25, 25), "tie"))


def test_the_goal_with_the_last_state_is_a_goal(played):
    moves = [Battle(code, 1, winner=n % 2) for n, code in enumerate(CODES)]
    sheet = played(*moves, goal={"points": 25, "states": 26})
    assert (sheet.at_goal, GAME.winners(sheet)) == (None, (0, 1))
    sheet = played(*moves[:-1], Battle(CODES[-1], 2, winner=1), goal={"points": 26})
    assert (sheet.at_goal, GAME.winners(sheet)) == (1, (1,))


def test_it_goes_on_while_one_state_is_left(played):
    moves = [Battle(code, 1, winner=0) for code in CODES[:49]]
    sheet = played(*moves, Battle("WY", 1, winner=None), goal={"points": 9999})
    assert not sheet.over
    assert GAME.tally(sheet)["counter"]["states_left"] == 1


def test_equal_points_and_the_most_states_win(played):
    sheet = played(*won(0, 20), *won(1, 10, 10, first=1), End())
    assert (ranks(sheet), GAME.winners(sheet), tie_break(sheet)) == ([2, 1], (1,), ("states", (0, 1), (1, 2), "tie"))


def test_those_who_share_are_named_without_the_third(played):
    sheet = played(*won(0, 20), *won(1, 10, 10, first=1), *won(2, 15, 5, first=3), End(), seats=3)
    assert (ranks(sheet), GAME.winners(sheet), tie_break(sheet)) == ([3, 1, 1], (1, 2), (None, (1, 2), (2, 2), "tie"))


def test_without_a_tie_nothing_breaks_it(played):
    sheet = played(*won(0, 20), *won(1, 10, first=1), End())
    assert (tie_break(sheet), why(sheet, "tie")) == (None, None)


def test_a_tie_can_be_asked_why(played):
    sheet = played(*won(0, 20), *won(1, 10, 10, first=1), End())
    assert why(sheet, "tie") == tie_break(sheet) is not None


def test_a_tie_behind_the_one_who_reached_the_goal_decides_nothing(played):
    sheet = played(*won(0, 99), *won(2, 99, first=1), *won(1, *[8] * 10, first=2), seats=4)
    assert (GAME.winners(sheet), tie_break(sheet)) == ((1,), None)


def test_stopped_early(played):
    sheet = played(*won(0, 20, 5), *won(1, 10, first=2), End(), seats=3)
    assert (sheet.over, ranks(sheet), GAME.winners(sheet)) == (True, [1, 2, 3], (0,))


def test_nobody_wins_before_the_end(played):
    assert GAME.winners(played(*won(0, 20))) == ()


# Pieces and answers


@pytest.mark.parametrize(
    ("points", "expected"), [(0, (0, 0, 0)), (4, (0, 0, 4)), (5, (0, 1, 0)), (21, (2, 0, 1)), (99, (9, 1, 4))]
)
def test_the_fewest_pieces_that_make_a_score(points, expected):
    assert pieces(points) == expected


def test_no_fewer_pieces_make_a_score():
    for points in range(200):
        ways = [a + b + points - 10 * a - 5 * b for a in range(20) for b in range(40) if 10 * a + 5 * b <= points]
        assert sum(pieces(points)) == min(ways)


def test_a_total_knows_its_states(played):
    sheet = played(*won(0, 20), *won(1, 10, first=1), *won(0, 5, first=2))
    total = why(sheet, "total.0")
    assert (total.seat, total.reach.points, [fought.state for fought in total.battles]) == (0, 25, ["AL", "AZ"])
    assert why(played(), "total.0").battles == ()


def test_a_table_remembers_what_a_state_is_worth():
    table = GAME.table(["Ana", "Bo"])
    assert GAME.remembers(table, Battle("OH", 11, winner=None)) == {"OH": 11}
    assert GAME.remembers(table, End()) == GAME.remembers(table, None) == {}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_with_an_odd_number_of_players_somebody_always_takes_it(played, seats):
    """Tanks match in pairs. A log that told it otherwise is read as it was."""
    nobody = Battle("OH", 11, winner=None)
    if seats % 2:
        with pytest.raises(RuleBroken, match=f"With {seats} players one tank is always left") as refused:
            played(nobody, seats=seats)
        assert refused.value.field == "winner"
        table = GAME.table(["Ana", "Bo", "Cy", "Di", "Eve"][:seats])
        assert fold(GAME, table, [nobody]).battles["OH"].winner is None
    else:
        assert played(nobody, seats=seats).battles["OH"].winner is None
