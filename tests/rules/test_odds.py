"""The odds against every order that a small pile can have, counted out one by one."""

from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from companion.rules.fiasko import GAME
from companion.rules.fiasko.pack import Count, none_within
from companion.rules.fiasko.standing import odds

SMALL = [pile for pile in product(range(4), range(4), range(3)) if 0 < sum(pile) <= 7]  # goods, Fiasko, catastrophes


@cache
def orders(goods, fiasko, catastrophe):
    """Every order of this pile, as often as it comes: equal cards swapped make the same order."""
    return sorted(set(permutations("G" * goods + "F" * fiasko + "C" * catastrophe)))


def share(pile, happens):
    every = orders(*pile)
    return Fraction(sum(map(happens, every)), len(every))


def hand_lost(order, seats, drawer_loses):
    mine, theirs = order[0], order[1:seats]
    return mine == "F" or (mine == "C" and drawer_loses) or "C" in theirs


def counted(pile, hands, drawer_loses=False, turn=0):
    """A sheet whose pile and hands are these."""
    _, fiasko, catastrophe = pile
    players = [f"Seat {seat}" for seat in range(len(hands))]
    table = GAME.table(players, {"catastrophe": "everyone" if drawer_loses else "others"})
    return GAME.start(table)._replace(counter=Count(sum(pile), 0, hands, 0, fiasko, catastrophe), turn=turn)


def odds_of(pile, seats=2, drawer_loses=False):
    return odds(counted(pile, (0,) * seats, drawer_loses))


@pytest.mark.parametrize("pile", SMALL, ids=str)
def test_the_next_card(pile):
    odds = odds_of(pile)
    assert odds.fiasko == pytest.approx(float(share(pile, lambda order: order[0] == "F")))
    assert odds.catastrophe == pytest.approx(float(share(pile, lambda order: order[0] == "C")))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("drawer_loses", [False, True], ids=["others", "everyone"])
def test_losing_the_hand_before_the_next_turn(seats, drawer_loses):
    for pile in (pile for pile in SMALL if sum(pile) >= seats):
        expected = share(pile, lambda order: hand_lost(order, seats, drawer_loses))
        assert odds_of(pile, seats, drawer_loses).before_next_turn == pytest.approx(float(expected)), pile


@pytest.mark.parametrize("pile", SMALL, ids=str)
def test_a_fiasko_among_the_next_cards(pile):
    first = [((*order, "F")).index("F") for order in orders(*pile)]
    curve = [sum(place < draws for place in first) / len(first) for draws in range(1, sum(pile) + 1)]
    assert list(odds_of(pile).fiasko_within) == pytest.approx(curve)


@pytest.mark.parametrize(("seats", "percent"), [(2, 8.9), (3, 11.0), (4, 13.1), (5, 15.1)])
def test_a_fresh_pile(seats, percent):
    assert round(100 * odds_of((80, 6, 2), seats).before_next_turn, 1) == percent


@pytest.mark.parametrize(("cards", "steps"), [(1, 1), (9, 9), (10, 10), (11, 10), (88, 10)])
def test_the_curve_looks_at_ten_cards_or_as_many_as_there_are(cards, steps):
    assert len(odds_of((cards, 0, 0)).fiasko_within) == steps


def test_once_all_eight_are_out_drawing_is_safe():
    odds = odds_of((30, 0, 0), 5, True)
    assert (odds.fiasko, odds.catastrophe, odds.before_next_turn, set(odds.fiasko_within)) == (0, 0, 0, {0})


def test_the_look_goes_on_into_the_new_pile():
    """Two goods left, 33 in hands: the other three draw from 53 discards, all eight among them."""
    table = GAME.table(["A", "B", "C", "D", "E"], {})
    two_left = GAME.start(table)._replace(counter=Count(2, 53, (7, 7, 7, 6, 6), 0, 0, 0), turn=1)
    assert odds(two_left).before_next_turn == pytest.approx(1 - 50 * 49 / (53 * 52)) == pytest.approx(0.111, abs=0.001)


@pytest.mark.parametrize(
    ("left", "loses", "lost"),
    [
        ((1, 0, 0), False, Fraction(2, 67)),  # 20 in hands and one more: of the other 67, two are catastrophes
        ((0, 1, 0), False, Fraction(1)),
        ((0, 0, 1), False, Fraction(2, 78)),  # the other hand lies there as well
        ((0, 0, 1), True, Fraction(1)),
        ((1, 1, 0), False, Fraction(1, 2)),  # goods, then the other’s Fiasko: that ends the lap
    ],
)
def test_the_last_cards_of_a_pile_are_reckoned_with_what_comes_after(left, loses, lost):
    cards = sum(left)
    sheet = counted(left, (10, 10), loses)
    sheet = sheet._replace(counter=sheet.counter._replace(discard=88 - 20 - cards))
    assert odds(sheet).before_next_turn == pytest.approx(float(lost))


def test_while_nothing_lies_on_the_discards_the_look_ends_with_the_pile():
    table = GAME.table(["A", "B", "C"], {})
    sheet = GAME.start(table)._replace(counter=Count(1, 0, (29, 29, 29), 0, 0, 0), turn=0)
    assert odds(sheet).before_next_turn == 0


def test_no_more_than_the_pile_is_drawn_from_it():
    assert none_within(3, 1, 10) == 0
    assert none_within(3, 0, 10) == 1
    assert none_within(0, 0, 4) == 1
    assert none_within(4, 1, 2) == 0.5
