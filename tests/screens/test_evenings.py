"""Past evenings added up and drawn: in parts or at once the same, and no picture grows with the years."""

from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.evenings.people import Chosen, seated
from companion.evenings.pictures import (
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
from companion.evenings.places import Evening, Place, read_places, write_places
from companion.evenings.sums import Fate, Sums
from companion.rules import GAMES

CAST = ("Ana", "Tom", "Chloé", "Bo", "Max", "Maximilian")
MAY = date(2026, 5, 2)


def random_evening(number, chance):
    names = chance.sample(CAST, chance.randint(2, 5))
    points = sorted((chance.randint(0, 40) for _ in names), reverse=True)
    luck = {"run": chance.randint(1, 9), "fiaskos": 2, "fiaskos_expected": 1.5, "fiaskos_variance": 1.25}
    both = enumerate(zip(names, points, strict=True))
    places = tuple(Place(name, mine, 1 + points.index(mine), luck, seat) for seat, (name, mine) in both)
    return Evening(number, chance.choice(sorted(GAMES)), 1, MAY + timedelta(number), chance.random() < 0.8, places)


@pytest.fixture
def evenings():
    chance = Random(11)
    return [random_evening(number, chance) for number in range(60)]


@pytest.mark.parametrize("chosen", [Chosen(), Chosen("fiasko"), Chosen(None, ("ana",))])
def test_what_is_added_up_in_parts_is_what_is_added_up_at_once(evenings, chosen):
    at_once, in_parts, part = Sums(), Sums(), Sums()
    there = seated(evenings, (("Max", "Maximilian"),))
    at_once.count(there, chosen)
    for start in range(0, len(there), 7):
        part = Sums()
        part.count(there[start : start + 7], chosen)
        in_parts.add(part)
    assert at_once == in_parts
    assert at_once.shown


def test_places_are_read_as_they_were_written_the_winners_first():
    places = [Place("Ana", 3, 2, {}, 0), Place("Chloé", 9, 1, {"run": 4}, 1)]
    assert read_places(write_places(places)) == tuple(reversed(places))


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
    assert [(cup.game, cup.half, cup.row, cup.right) for cup in cups.cups] == [
        ("fiasko", False, 0, False),
        ("pasta", True, 0, True),
    ]


def test_sticks_stand_for_several_games_where_one_each_is_too_many():
    assert sticks([(12, 7)]) == (1, ((12, 7),))
    assert sticks([(1_250, 3), (600, 599)]) == (200, ((7, 1), (3, 3)))
    assert sticks([]) == (1, ())


@pytest.mark.parametrize("period", PERIODS)
@given(st.dates(EARLIEST, LATEST))
def test_every_day_is_in_one_period_between_its_start_and_the_next(period, day):
    number = period.of(day)
    assert period.of(period.start(number)) == number
    assert period.start(number) <= day < period.start(number + 1)


def test_pegs_and_bands_stay_within_the_picture():
    drawn = pegs([Fate(9, 30, 20, 16), Fate(2, 4, 5, 4)])
    assert all(-1 <= peg.at <= 1 and 0 < peg.band <= 1 for peg in drawn)
    assert [peg.at > 0 for peg in drawn] == [True, False]
    assert pegs([Fate(1, 0, 0, 0)]) == ((0, 0),)
