"""The geometry of larger drawings: scales, lines, stairs, and names that only we can cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.screens.geometry import (
    Scale,
    apart,
    curve,
    cut,
    fit,
    rings,
    smaller,
    stairs,
    stepped,
    ticks,
    two_rows,
    width,
    wrapped,
)

X, Y = Scale(10, 0, 100), Scale(50, 60, 10)


def test_a_line_keeps_its_height_until_the_next_change():
    assert stepped([(2, 50), (5, 25)], X, Y) == "M0 60H20V10H50V35H100"
    assert stepped([], X, Y) == "M0 60H100"


def test_stairs_stand_on_their_ground():
    assert stairs([(2, 50), (5, 0)], X, Y) == "0,60 20,60 20,10 50,10 50,60 100,60 100,60"


def test_circles_are_one_path_and_each_comes_back_to_where_it_began():
    assert rings([(10, 20)], 3.5) == "M6.5 20a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0"
    assert rings([(10, 20), (30, 5)], 3.5).count("M") == 2
    assert rings([], 3.5) == ""


def test_a_scale_may_begin_below_nothing():
    scale = Scale(30, 60, 10, least=-20)
    assert (scale(-20), scale(0), scale(30)) == (60, 40, 10)


def test_dots_and_dashes_are_narrower_than_a_sign_of_chinese():
    assert width("…", 10) == width("—", 10) < width("北", 10)


def test_of_nothing_every_scale_stays_at_its_start():
    assert Scale(0, 60, 10)(0) == 60


@pytest.mark.parametrize(
    ("most", "drawn"), [(233, [50, 100, 150, 200]), (18, [5, 10, 15]), (1418, [500, 1000]), (3, [1, 2, 3])]
)
def test_round_numbers_are_drawn_and_few_of_them(most, drawn):
    assert ticks(most) == drawn


@given(st.lists(st.floats(0, 100), min_size=1, max_size=5))
def test_labels_keep_apart_in_their_room_and_in_order(wanted):
    placed = apart(list(enumerate(wanted)), 19, 0, 100)
    places = [label.at for label in placed]
    assert all(below - above >= 18.8 for above, below in pairwise(places))
    assert places[-1] <= 100.1
    assert places[0] >= -0.1
    assert [wanted[label.what] for label in placed] == sorted(wanted)


def test_a_label_with_room_stays_where_it_belongs():
    assert [label.at for label in apart([("Ana", 80), ("Bo", 20)], 19, 0, 100)] == [20, 80]


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Chloé", "Chloé"), ("Maximilian", "Ma…"), ("WWWWWW", "W…"), ("北京北京", "北…"), ("e\u0301" * 5, "e\u0301" * 5)],
)
def test_a_name_is_cut_to_the_room_that_its_letters_need(name, shown):
    assert cut(name, 5) == shown


def test_a_curve_goes_through_its_chances_from_left_to_right():
    assert curve([0, 0.5, 1], 20, 30).line == "M4 30L14 15 24 0"


def test_a_curve_of_one_chance_is_a_point():
    assert curve([0.5], 20, 30).line == "M4 15h0"


def test_a_steep_curve_has_its_number_below_it():
    assert [curve([0.2, end], 20, 30).steep for end in (0.7, 0.71)] == [False, True]


def test_cards_lie_in_two_rows_and_the_lower_one_is_the_shorter():
    assert two_rows(5, 10, 100) == "M0 4H60M0 14H40"
    assert two_rows(10, 10, 100) == "M0 4H100M0 14H100"


def test_no_cards_are_rows_of_nothing():
    assert two_rows(0, 10, 100) == "M0 4H0M0 14H0"


@pytest.mark.parametrize(("letters", "size"), [(28, ""), (29, "long"), (38, "long"), (39, "long longest")])
def test_a_long_verdict_is_set_smaller(letters, size):
    assert smaller("x" * letters, "verdict") == size


def test_words_shrink_first_and_are_cut_then():
    assert fit("Ana", 400, 104, 40) == ("Ana", 104)
    text, size = fit("Maximilian", 300, 104, 40)
    assert (text, 40 <= size < 104) == ("Maximilian", True)
    text, size = fit("Wilhelmine-Maximiliane", 200, 104, 40)
    assert (text[-1], size) == ("…", 40)
    assert width(text, size) <= 200


def test_a_line_breaks_at_spaces_and_not_at_those_that_hold():
    assert wrapped("4 de plus\u00a0: les 20", 90, 20) == ["4 de", "plus\u00a0:", "les 20"]
