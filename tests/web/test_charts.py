"""Numbers as drawings: where their lines go."""

from companion.web.charts import curve, two_rows


def test_a_curve_goes_through_its_chances_from_left_to_right():
    assert curve([0, 0.5, 1], 20, 30) == "M4 30L14 15 24 0"


def test_a_curve_of_one_chance_is_a_point():
    assert curve([0.5], 20, 30) == "M4 15h0"


def test_cards_lie_in_two_rows_and_the_lower_one_is_the_shorter():
    assert two_rows(5, 10, 100) == "M0 4H60M0 14H40"
    assert two_rows(10, 10, 100) == "M0 4H100M0 14H100"


def test_no_cards_are_rows_of_nothing():
    assert two_rows(0, 10, 100) == "M0 4H0M0 14H0"
