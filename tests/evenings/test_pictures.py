"""Past evenings drawn: no picture grows with the years."""

from collections import Counter
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.evenings.pictures import (
    BOARD,
    EARLIEST,
    LATEST,
    MOST_COLUMNS,
    MOST_FLAGS,
    PERIODS,
    bunting,
    pegs,
    shelf,
    sticks,
)
from companion.evenings.sums import Fate

MAY = date(2026, 5, 2)


@pytest.mark.parametrize("span", [0, 1, 29, 200, 900, 2_500, 20_000])
@pytest.mark.parametrize("times", [1, 7, 4_000])
def test_a_bunting_fits_its_string_whatever_hangs_there(span, times):
    played = Counter({(MAY, "fiasko"): times, (MAY + timedelta(span), "pasta"): 1})
    hung = bunting(played, ("fiasko", "pasta"))
    columns = Counter(flag.x for flag in hung.flags)
    assert len(columns) <= MOST_COLUMNS
    assert max(columns.values()) <= MOST_FLAGS
    assert all(0 <= flag.x <= 374 - 11 and flag.y < hung.height for flag in hung.flags)
    assert all(0 <= label.x < 374 for label in hung.labels)


@pytest.mark.parametrize(("times", "worth"), [(1, 1), (9, 2), (21, 5), (41, 10), (81, 20), (201, 50)])
def test_what_a_flag_stands_for_is_a_round_number(times, worth):
    assert bunting(Counter({(MAY, "fiasko"): times}), ("fiasko",)).worth == worth


@pytest.mark.parametrize(
    ("halves", "worth", "cups"),
    [(0, 1, 0), (1, 1, 1), (58, 1, 29), (60, 10, 3), (61, 10, 3), (598, 10, 30), (600, 100, 3), (20_000, 1000, 10)],
)
def test_a_shelf_has_thirty_cups_at_most(halves, worth, cups):
    stood = shelf([(halves, [("fiasko", halves)])])
    assert (stood.worth, len(stood.of[0].cups)) == (worth, cups)


def test_a_half_is_drawn_as_a_half():
    (cups,) = shelf([(3, [("fiasko", 2), ("pasta", 1)])]).of
    assert cups == ((("fiasko", False, 0.5, 0), ("pasta", True, 27, 0)), 26.5)


def test_cups_stand_in_rows_of_two_from_the_plank_up():
    (cups,) = shelf([(6, [("fiasko", 6)])]).of
    assert [(cup.x, cup.y) for cup in cups.cups] == [(0.5, 26.5), (27, 26.5), (0.5, 0)]


def test_sticks_stand_for_several_games_where_one_each_is_too_many():
    def counted(*duels):
        worth, drawn = sticks(duels)
        return worth, [(len(left), len(right)) for left, right in drawn]

    assert counted((12, 7)) == (1, [(12, 7)])
    assert counted((1_250, 3), (600, 599)) == (200, [(7, 1), (3, 3)])
    assert counted() == (1, [])
    assert sticks([(2, 1)]).of == (((85, 77.3), (0.7,)),)


@pytest.mark.parametrize("period", PERIODS)
@given(st.dates(EARLIEST, LATEST))
def test_every_day_is_in_one_period_between_its_start_and_the_next(period, day):
    number = period.of(day)
    assert period.of(period.start(number)) == number
    assert period.start(number) <= day < period.start(number + 1)


def test_pegs_and_bands_stay_within_the_picture():
    drawn = pegs([Fate(9, 30, 20, 16), Fate(2, 4, 5, 4)])
    assert all(-BOARD <= peg.x <= BOARD and -BOARD <= peg.band_x < 0 for peg in drawn)
    assert all(peg.band_width == pytest.approx(-2 * peg.band_x, abs=0.1) for peg in drawn)
    assert [peg.x > 0 for peg in drawn] == [True, False]
    assert [peg.figure_x < peg.x for peg in drawn] == [True, True]
    assert pegs([Fate(1, 0, 0, 0)])[0][:3] == (0, 0, 0)
