"""Fiasko at the table: drawing, scoring, the count of the 88, and the end."""

import pytest

from companion.rules.core import RuleBroken, fold
from companion.rules.fiasko import GAME
from companion.rules.fiasko.moves import PRODUCTS, Draw, Recount, Reshuffle, Score
from companion.rules.fiasko.pack import nearest, plausible, possible_points, worth
from companion.rules.fiasko.standing import odds, standing
from companion.rules.moves import End

NOTHING_TO_DRAW = [Recount(pile=0)]  # on a fresh table: everything is unseen, nothing lies on the discards


def why(sheet, number):
    return GAME.answers(sheet).get(number)


def goods(*seats):
    return [Draw(seat, "goods") for seat in seats]


def totals(sheet):
    return [column.total for column in standing(sheet)]


def bonuses(sheet, seat):
    return {bonus.reason: bonus.points for bonus in standing(sheet)[seat].bonuses}


def five(seat, points=13):
    return [Score(seat, product, points=points) for product in PRODUCTS]


def where(sheet):
    """pile, discard, hands, unseen"""
    counter = sheet.counter
    assert counter.pile + counter.discard + sum(counter.hands) + counter.unseen == 88
    return counter.pile, counter.discard, counter.hands, counter.unseen


def specials(sheet):
    return sheet.counter.fiasko, sheet.counter.catastrophe


# Drawing


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_fresh_table(played, seats):
    sheet = played(seats=seats)
    assert where(sheet) == (88, 0, (0,) * seats, 0)
    assert (specials(sheet), sheet.turn, sheet.over) == ((6, 2), 0, False)


def test_a_drawn_card_goes_to_the_hand(played):
    assert where(played(*goods(0, 1, 0))) == (85, 0, (2, 1), 0)


def test_a_fiasko_takes_the_whole_hand(played):
    sheet = played(*goods(0, 1, 0), Draw(0, "fiasko"))
    assert (where(sheet), specials(sheet)) == ((84, 3, (0, 1), 0), (5, 2))


def test_a_catastrophe_takes_the_hands_of_the_others(played):
    sheet = played(*goods(0, 1, 2, 0, 1), Draw(1, "catastrophe"), seats=3)
    assert (where(sheet), specials(sheet)) == ((82, 4, (0, 2, 0), 0), (6, 1))


def test_in_the_german_book_a_catastrophe_takes_every_hand(played):
    sheet = played(*goods(0, 1, 2, 0, 1), Draw(1, "catastrophe"), seats=3, catastrophe="everyone")
    assert where(sheet) == (82, 6, (0, 0, 0), 0)


@pytest.mark.parametrize(("lost", "hand"), [(0, 3), (1, 2), (3, 0), (None, 0)])
def test_in_the_german_book_a_fiasko_takes_what_the_table_says(played, lost, hand):
    sheet = played(*goods(0, 0, 0), Draw(0, "fiasko", lost), fiasko_loss="product")
    assert where(sheet) == (84, 4 - hand, (hand, 0), 0)


def test_losing_more_than_was_counted_takes_the_rest_from_the_pile(played):
    sheet = played(*goods(0), Draw(0, "fiasko", 3), fiasko_loss="product")
    assert where(sheet) == (84, 4, (0, 0), 0)


def test_losing_more_than_was_counted_takes_unseen_cards_first(played):
    sheet = played(Recount(pile=87), Draw(0, "fiasko", 2), fiasko_loss="product")
    assert where(sheet) == (85, 3, (0, 0), 0)


@pytest.mark.parametrize("lost", [-1, 81])
def test_nobody_loses_cards_that_do_not_exist(played, lost):
    with pytest.raises(RuleBroken, match="number of lost cards goes from 0 to 80"):
        played(Draw(0, "fiasko", lost), fiasko_loss="product")


def test_the_turn_goes_round(played):
    assert [played(*goods(*range(n)), seats=3).turn for n in range(4)] == [0, 1, 2, 0]


def test_whoever_the_table_says_begins(played):
    assert [played(seats=3, first=first).turn for first in range(3)] == [0, 1, 2]
    assert played(*goods(2), seats=3, first=2).turn == 0


def test_where_no_turn_is_known_nobody_begins(played):
    assert played(seats=3, first=2, count="specials").turn is None


def test_whoever_really_draws_sets_the_turn(played):
    assert played(*goods(1), seats=4).turn == 2
    assert played(Score(2, "milk", points=88), seats=4).turn == 3


def test_counting_the_pile_is_nobodys_turn(played):
    assert played(Draw(0, "fiasko"), Recount(pile=80), Reshuffle()).turn == 1


def test_there_are_six_fiaskos(played):
    six = [Draw(0, "fiasko")] * 6
    assert specials(played(*six)) == (0, 2)
    with pytest.raises(RuleBroken, match="no Fiasko is left"):
        played(*six, Draw(0, "fiasko"))


def test_there_are_two_catastrophes(played):
    two = [Draw(0, "catastrophe")] * 2
    assert specials(played(*two)) == (6, 0)
    with pytest.raises(RuleBroken, match="no catastrophe is left"):
        played(*two, Draw(0, "catastrophe"))


def test_there_are_eighty_goods(played):
    eighty = goods(*[0, 1] * 40)
    assert where(played(*eighty)) == (8, 0, (40, 40), 0)
    with pytest.raises(RuleBroken, match="no goods are left"):
        played(*eighty, *goods(0))


# The pile runs out


def until_one_card_is_left():
    """80 goods in two hands, the two catastrophes to come before the last Fiasko."""
    return [*goods(*[0, 1] * 40), *[Draw(1, "fiasko")] * 5, *[Draw(1, "catastrophe")] * 2]


def test_the_last_card_is_still_a_pile(played):
    sheet = played(*until_one_card_is_left())
    assert (where(sheet), specials(sheet), sheet.counter.shuffles) == ((1, 87, (0, 0), 0), (1, 0), 0)


def test_the_pile_runs_out_on_a_fiasko(played):
    sheet = played(*until_one_card_is_left(), Draw(0, "fiasko"))
    assert (where(sheet), specials(sheet), sheet.counter.shuffles) == ((88, 0, (0, 0), 0), (6, 2), 1)


def test_the_pile_runs_out_on_a_catastrophe(played):
    moves = [*[Draw(0, "fiasko")] * 6, Draw(0, "catastrophe"), *goods(*[0, 1] * 40), Draw(0, "catastrophe")]
    sheet = played(*moves)
    assert (where(sheet), specials(sheet), sheet.counter.shuffles) == ((48, 0, (40, 0), 0), (6, 2), 1)


def test_the_pile_runs_out_on_goods_and_hands_stay_out(played):
    moves = [*[Draw(0, "fiasko")] * 6, *[Draw(0, "catastrophe")] * 2, *goods(*[0, 1] * 40)]
    sheet = played(*moves)
    assert (where(sheet), specials(sheet), sheet.counter.shuffles) == ((8, 0, (40, 40), 0), (6, 2), 1)


def test_with_no_discards_there_is_nothing_to_draw(played):
    assert where(played(*NOTHING_TO_DRAW)) == (0, 0, (0, 0), 88)
    for card in ("goods", "fiasko", "catastrophe"):
        with pytest.raises(RuleBroken, match="nothing to draw until somebody discards"):
            played(*NOTHING_TO_DRAW, Draw(0, card))


def test_with_no_discards_there_are_no_odds(played):
    assert odds(played(*NOTHING_TO_DRAW)) is None
    assert GAME.tally(played(*NOTHING_TO_DRAW))["counter"]["odds"] is None


def test_with_no_discards_there_is_nothing_to_shuffle(played):
    with pytest.raises(RuleBroken, match="nothing to shuffle until somebody discards"):
        played(*NOTHING_TO_DRAW, Reshuffle())


def test_the_next_discard_makes_a_pile_at_once(played):
    sheet = played(*NOTHING_TO_DRAW, Score(0, "milk", (5, 5, 4), 20))
    assert (where(sheet), specials(sheet), sheet.counter.shuffles) == ((20, 0, (0, 0), 68), (6, 2), 1)


def test_a_new_pile_has_at_least_the_eight(played):
    """Three cards on the discards, yet no Fiasko and no catastrophe ever stays in a hand."""
    sheet = played(*NOTHING_TO_DRAW, Score(0, "milk", (5, 5, 4), 3))
    assert (where(sheet), specials(sheet)) == ((8, 0, (0, 0), 80), (6, 2))


def test_shuffling_early_brings_back_all_eight(played):
    sheet = played(*goods(0, 1), Draw(0, "fiasko"), Draw(1, "catastrophe"), Reshuffle())
    assert (where(sheet), specials(sheet), sheet.counter.shuffles) == ((87, 0, (0, 1), 0), (6, 2), 1)


def test_shuffles_are_counted(played):
    fiasko = Draw(0, "fiasko")
    assert played(fiasko, Reshuffle(), *goods(0), fiasko, Reshuffle()).counter.shuffles == 2


@pytest.mark.parametrize("count", ["all", "specials"])
def test_while_nothing_has_been_discarded_nobody_has_shuffled(played, count):
    with pytest.raises(RuleBroken, match="nothing has been discarded"):
        played(Reshuffle(), count=count)
    folded = fold(GAME, GAME.table(["Ana", "Bo"], {"count": count}), [Reshuffle()])  # an older log
    assert folded.counter.shuffles == 1


def test_where_only_the_eight_are_counted_a_score_is_something_to_shuffle(played):
    assert played(Score(0, "milk", points=60), Reshuffle(), count="specials").counter.shuffles == 1


def test_the_same_cards_never_score_twice_without_a_shuffle(played):
    five_fives = [Score(0, "milk", (5, 5), 8), Score(1, "milk", (5,), 8)]
    with pytest.raises(RuleBroken, match="Since the last shuffle more than 3 × 5: milk") as refused:
        played(*five_fives, Score(2, "milk", (5, 4), 8), seats=3)
    assert (refused.value.field, refused.value.moves) == ("values", (1, 2))
    assert played(*five_fives, Score(2, "corn", (5, 5, 5), 8), seats=3).scores[2]["corn"].points == 120
    shuffled = played(*five_fives, Reshuffle(), Score(2, "milk", (5, 4), 8), seats=3)
    assert shuffled.scores[2]["milk"].points == 72


def test_where_nobody_counts_nobody_knows_when_the_cards_came_back(played):
    same = [Score(seat, "milk", (5, 5, 5), 8) for seat in (0, 1)]
    assert played(*same, count="none").scores[1]["milk"].points == 120


def test_a_log_that_scored_the_same_cards_twice_is_read_as_it_was():
    same = [Score(seat, "milk", (5, 5, 5), 8) for seat in (0, 1)]
    assert fold(GAME, GAME.table(["Ana", "Bo"], {}), same).scores[1]["milk"].points == 120


# Trusting the table


def test_cards_that_nobody_tapped_come_out_of_the_pile(played):
    sheet = played(*goods(0, 1), Score(0, "milk", (5, 4), 5))
    assert where(sheet) == (82, 5, (0, 1), 0)


def test_cards_that_nobody_tapped_come_out_of_the_unseen_ones_first(played):
    sheet = played(*goods(0, 1), Recount(pile=84), Score(0, "milk", (5, 4), 6))
    assert where(sheet) == (81, 6, (0, 1), 0)


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_every_missing_card_comes_out_of_the_pile(played, missing):
    sheet = played(*goods(0, 0, 1), Score(0, "milk", (5, 4), 2 + missing))
    assert where(sheet) == (85 - missing, 2 + missing, (0, 1), 0)


def test_unseen_cards_that_are_more_than_missing_stay_unseen(played):
    sheet = played(*goods(0, 1), Recount(pile=80), Score(0, "milk", (5, 4), 3))
    assert where(sheet) == (80, 3, (0, 1), 4)


def test_spare_cards_go_back_on_the_pile(played):
    sheet = played(*goods(0, 1, 0, 0), Score(0, "milk", (5, 4), 2))
    assert where(sheet) == (85, 2, (0, 1), 0)


def test_spare_cards_leave_the_unseen_ones_alone(played):
    sheet = played(*goods(0, 0, 0, 1), Recount(pile=80), Score(0, "milk", (5, 4), 2))
    assert where(sheet) == (81, 2, (0, 1), 4)


def test_spare_cards_first_settle_what_was_tapped_and_never_drawn(played):
    sheet = played(*goods(0, 1, 0, 0), Recount(pile=85), Score(0, "milk", (5, 4), 2))
    assert where(sheet) == (85, 2, (0, 1), 0)


def test_spare_cards_beyond_the_debt_go_back_on_the_pile(played):
    sheet = played(*goods(0, 1, 0, 0, 0), Recount(pile=85), Score(0, "milk", (5, 4), 2))
    assert where(sheet) == (85, 2, (0, 1), 0)
    sheet = played(*goods(0, 1, 0, 0, 0), Recount(pile=84), Score(0, "milk", (5, 4), 2))
    assert where(sheet) == (85, 2, (0, 1), 0)


def test_a_debt_that_is_larger_than_the_spare_cards_stays(played):
    sheet = played(*goods(0, 1, 0, 0), Recount(pile=88), Score(0, "milk", (5, 4), 2))
    assert where(sheet) == (88, 2, (0, 1), -3)


def test_cards_missing_beside_a_debt_come_out_of_the_pile(played):
    sheet = played(*goods(0, 1), Recount(pile=88), Score(0, "milk", (5, 4), 3))
    assert where(sheet) == (86, 3, (0, 1), -2)


def test_a_pile_without_goods_lends_none(played):
    """By the count all goods are in two hands; if one has a card more, the other was counted too high."""
    sheet = played(*goods(*[0, 1] * 40), Score(0, "milk", (5, 4), 41))
    assert where(sheet) == (8, 41, (0, 40), -1)


def test_a_told_hand_that_empties_the_pile_makes_a_new_one(played):
    moves = [*[Draw(0, "fiasko")] * 6, *[Draw(0, "catastrophe")] * 2, *goods(*[0] * 60)]
    sheet = played(*moves, Recount(pile=20), Score(1, "milk", (5, 4), 20))
    assert (where(sheet), specials(sheet), sheet.counter.shuffles) == ((28, 0, (60, 0), 0), (6, 2), 1)


def test_bare_points_say_nothing_about_the_hand(played):
    sheet = played(*goods(0, 1, 0), Score(0, "milk", points=88))
    assert where(sheet) == (85, 2, (0, 1), 0)


# Recounts


def test_what_a_recount_finds_gone_is_unseen(played):
    assert where(played(*goods(0, 1), Recount(pile=80))) == (80, 0, (1, 1), 6)


def test_what_a_recount_finds_too_many_was_never_drawn(played):
    assert where(played(*goods(0, 1), Recount(pile=88))) == (88, 0, (1, 1), -2)


def test_a_second_recount_puts_the_first_right(played):
    assert where(played(*goods(0, 1), Recount(pile=80), Recount(pile=86))) == (86, 0, (1, 1), 0)


@pytest.mark.parametrize(
    ("fiasko", "catastrophe", "left"), [(None, None, (5, 2)), (3, None, (3, 2)), (None, 1, (5, 1)), (6, 0, (6, 0))]
)
def test_a_recount_can_put_the_eight_right(played, fiasko, catastrophe, left):
    assert specials(played(Draw(0, "fiasko"), Recount(80, fiasko, catastrophe))) == left


def test_a_pile_counted_down_to_nothing_is_shuffled_at_once(played):
    sheet = played(*goods(0, 1, 0), Draw(0, "fiasko"), Draw(1, "fiasko"), *[Draw(0, "fiasko")] * 4, Recount(pile=0))
    assert (where(sheet), specials(sheet), sheet.counter.shuffles) == ((9, 0, (0, 0), 79), (6, 2), 1)


def test_a_recount_can_not_claim_what_lies_on_the_discards(played):
    moves = [*goods(0, 0), Draw(0, "fiasko")]
    assert where(played(*moves, Recount(pile=85))) == (85, 3, (0, 0), 0)
    with pytest.raises(RuleBroken, match="can’t have 86 cards: the pack has 88, and 3 are in the discards") as refusal:
        played(*moves, Recount(pile=86))
    assert refusal.value.field == "pile"


def test_a_recount_holds_the_eight_that_it_claims(played):
    assert specials(played(Recount(pile=8))) == (6, 2)
    with pytest.raises(RuleBroken, match="A pile of 7 can’t hold 6 Fiasko and 2 catastrophe cards"):
        played(Recount(pile=7))
    assert specials(played(Recount(pile=7, fiasko=5))) == (5, 2)
    assert specials(played(Recount(pile=7, catastrophe=1))) == (6, 1)


def test_an_empty_pile_holds_no_fiasko(played):
    assert specials(played(Recount(pile=0))) == (0, 0)
    with pytest.raises(RuleBroken, match="A pile of 0 can’t hold 1 Fiasko"):
        played(Recount(pile=0, fiasko=1))


@pytest.mark.parametrize("recount", [Recount(89), Recount(-1), Recount(80, 7), Recount(80, -1), Recount(80, 6, 3)])
def test_a_recount_claims_no_cards_that_do_not_exist(played, recount):
    with pytest.raises(RuleBroken, match="goes from 0 to"):
        played(recount)


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ([Recount(hands=(1, 1))], (86, 0, (1, 1), 0)),  # a draw that never was
        ([Recount(hands=(4, 1))], (83, 0, (4, 1), 0)),  # a card that nobody tapped was on the pile
        ([Recount(hands=(3, 0))], (85, 0, (3, 0), 0)),  # a draw that was noted for the other one
        ([Recount(pile=84), Recount(hands=(3, 1))], (84, 0, (3, 1), 0)),  # or one of those that nobody saw
        ([Recount(pile=84, hands=(3, 1))], (84, 0, (3, 1), 0)),
        ([Recount(pile=84, hands=(2, 1))], (84, 0, (2, 1), 1)),
        ([Recount(pile=88, hands=(0, 0))], (88, 0, (0, 0), 0)),
    ],
)
def test_hands_are_put_right_without_a_score(played, moves, told):
    sheet = played(*goods(0, 1, 0), *moves)
    assert where(sheet) == told
    assert (specials(sheet), sheet.turn) == ((6, 2), 1)  # it is nobody's turn


def test_a_hand_that_is_put_right_can_empty_the_pile(played):
    moves = [*[Draw(0, "fiasko")] * 6, *[Draw(0, "catastrophe")] * 2, *goods(*[0] * 60)]
    sheet = played(*moves, Recount(pile=20), Recount(hands=(60, 20)))
    assert (where(sheet), sheet.counter.shuffles) == ((8, 0, (60, 20), 0), 1)


@pytest.mark.parametrize("hands", [(), (3,), (3, 1, 0), (41, 40)])
def test_each_player_has_one_hand_and_all_have_no_more_than_the_goods(played, hands):
    with pytest.raises(RuleBroken, match=r"A hand for each of the 2 players|at most 80 cards, not 81") as refusal:
        played(*goods(0, 1), Recount(hands=hands))
    assert refusal.value.field == "hands"


@pytest.mark.parametrize("hands", [(-1, 0), (81, 0)])
def test_a_hand_goes_from_none_to_all_the_goods(played, hands):
    with pytest.raises(RuleBroken, match="The number of cards in a hand goes from 0 to 80"):
        played(Recount(hands=hands))


def test_a_pile_of_nothing_but_catastrophes_has_odds(played):
    chances = odds(played(Recount(pile=2, fiasko=0, catastrophe=2)))
    assert (chances.fiasko, chances.catastrophe, chances.before_next_turn) == (0, 1, 1)
    chances = odds(played(Recount(pile=1, fiasko=0, catastrophe=1)))
    assert (chances.catastrophe, chances.before_next_turn, chances.fiasko_within) == (1, 2 / 8, (0,))


# What is counted


def test_a_table_that_counts_the_eight_taps_only_these(played):
    sheet = played(Draw(0, "fiasko"), Draw(1, "catastrophe"), count="specials")
    assert GAME.tally(sheet)["counter"] == {"fiasko": 5, "catastrophe": 1, "shuffles": 0}
    with pytest.raises(RuleBroken, match="counts only the Fiasko and catastrophe cards"):
        played(*goods(0), count="specials")


def test_a_table_that_counts_the_eight_says_when_it_shuffles(played):
    sheet = played(*[Draw(0, "fiasko")] * 6, Draw(1, "catastrophe"), Reshuffle(), Draw(0, "fiasko"), count="specials")
    assert GAME.tally(sheet)["counter"] == {"fiasko": 5, "catastrophe": 2, "shuffles": 1}
    with pytest.raises(RuleBroken, match="no Fiasko is left"):
        played(*[Draw(0, "fiasko")] * 7, count="specials")


def test_a_table_that_counts_the_eight_can_put_them_right(played):
    sheet = played(Draw(0, "fiasko"), Recount(fiasko=2), Draw(1, "fiasko"), Recount(catastrophe=0), count="specials")
    assert specials(sheet) == (1, 0)
    with pytest.raises(RuleBroken, match="no catastrophe is left"):
        played(Recount(catastrophe=0), Draw(0, "catastrophe"), count="specials")


def test_a_table_that_counts_the_eight_never_runs_out_of_pile(played):
    again = [Draw(0, "fiasko"), Recount(fiasko=6)]
    assert GAME.tally(played(*again * 100, count="specials"))["counter"]["shuffles"] == 0
    assert specials(played(*again * 100, Reshuffle(), count="specials")) == (6, 2)


def test_a_table_that_counts_the_eight_learns_nothing_of_hands(played):
    """By the whole count this would be the last card, and the score would make a new pile."""
    eight = [*[Draw(1, "fiasko")] * 6, *[Draw(1, "catastrophe")] * 2]
    moves = [Score(0, "milk", (5, 4), 66), *eight, Score(1, "milk", (5, 4), 66), Score(0, "corn", (5, 4), 66)]
    assert GAME.tally(played(*moves, count="specials"))["counter"] == {"fiasko": 0, "catastrophe": 0, "shuffles": 0}


@pytest.mark.parametrize("move", [*goods(0), Draw(0, "fiasko"), Recount(pile=80), Recount(fiasko=3), Reshuffle()])
def test_a_table_that_counts_nothing_taps_no_cards(played, move):
    with pytest.raises(RuleBroken, match="doesn’t count the cards"):
        played(move, count="none")


@pytest.mark.parametrize("count", ["specials", "none"])
def test_without_the_whole_count_nobody_knows_the_turn_or_the_odds(played, count):
    sheet = played(Score(0, "milk", (5, 2, 4), 8), count=count)
    assert (sheet.turn, odds(sheet), totals(sheet)) == (None, None, [118, 0])


def test_without_a_count_there_is_no_counter(played):
    assert GAME.tally(played(count="none"))["counter"] is None


# Scoring


def test_the_example_of_both_books(played):
    assert GAME.tally(played(Score(0, "milk", (5, 2, 4), 8)))["players"][0]["products"]["milk"] == 88


def test_the_whole_hand_is_discarded(played):
    assert where(played(*goods(0, 1, 0), Score(0, "corn", (5, 4), 2))) == (85, 2, (0, 1), 0)


def test_each_product_scores_once_a_player(played):
    with pytest.raises(RuleBroken, match="Ana has already scored milk") as refusal:
        played(Score(0, "milk", points=88), Score(1, "milk", points=60), Score(0, "milk", (5, 5), 9))
    assert refusal.value.field == "product"


@pytest.mark.parametrize(
    ("values", "hand", "points"),
    [((5, 2, 4), 8, 88), ((1,), 13, 13), ((5, 5, 3), 3, 39), ((5,) * 3, 67, 1005), ((4,), 65, 260)],
)
def test_the_sum_times_the_hand(values, hand, points):
    assert worth(values, hand) == points


def test_the_whole_product_in_a_hand_of_all_goods():
    assert worth((1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 5), 80) == 3840


@pytest.mark.parametrize(
    ("values", "hand", "sentence"),
    [
        ((4,), 3, "4 × 3 is 12: a score has at least 13 points"),
        ((1,), 12, "at least 13"),
        ((), 8, "at least one card of its product"),
        ((5, 5, 5, 5), 9, "only 3 cards of the value 5"),
        ((3,) * 5, 9, "only 4 cards of the value 3"),
        ((1, 1, 1, 1), 9, "only 3 cards of the value 1"),
        ((2, 2, 2, 2), 9, "only 3 cards of the value 2"),
        ((4, 4, 4, 4), 9, "only 3 cards of the value 4"),
        ((5, 4, 4), 2, "A hand with 3 cards of the product has 3 to 67 cards, not 2"),
        ((5, 4, 4), 68, "3 to 67 cards, not 68"),
        ((6, 5), 8, "only 0 cards of the value 6"),
        ((0, 5), 8, "only 0 cards of the value 0"),
        ((5,), 66, "A hand with 1 card of the product has 1 to 65 cards, not 66"),
        ((5,), 0, "1 to 65 cards, not 0"),
        ((5,), -3, "1 to 65 cards, not -3"),
        ((5,), 10**4000, "not a number that is far too large"),
    ],
    ids=lambda value: "" if isinstance(value, int) and value > 100 else None,
)
def test_cards_that_make_no_score(values, hand, sentence):
    with pytest.raises(RuleBroken, match=sentence):
        worth(values, hand)


@pytest.mark.parametrize("value", [0, 6, -1])
def test_cards_go_from_one_to_five(played, value):
    with pytest.raises(RuleBroken, match="goes from 1 to 5"):
        played(Score(0, "milk", (5, value), 8))


def test_a_score_knows_its_worth_before_it_is_played():
    assert Score(0, "milk", (5, 2, 4), 8).worth == 88
    assert Score(0, "milk", points=60).worth == 60


def test_four_threes_are_a_hand(played):
    assert played(Score(0, "milk", (3, 3, 3, 3), 4)).scores[0]["milk"].points == 48


# Plausible points, against a count of our own


def points_that_cards_make():
    """Every sum of a product's cards that k of them make, by adding one card after another."""
    sums = {(0, 0)}
    for card in [1, 2, 3, 4, 5] * 3 + [3]:
        sums |= {(k + 1, total + card) for k, total in sums}
    return {total * hand for k, total in sums if k for hand in range(k, 64 + k + 1) if total * hand >= 13}


def test_possible_points_are_those_that_cards_make():
    assert possible_points() == points_that_cards_make()


def test_110_values_between_13_and_400_are_impossible():
    impossible = [points for points in range(13, 401) if points not in possible_points()]
    assert len(impossible) == 110
    assert {67, 71, 83} <= set(impossible)
    assert impossible[0] == 67


def test_nothing_exceeds_3840():
    assert (max(possible_points()), min(possible_points())) == (3840, 13)


def test_13_needs_13_cards():
    ways = [(k, hand) for k in range(1, 17) for hand in range(k, 65 + k) if 13 % hand == 0 and k <= 13 // hand <= 5 * k]
    assert ways == [(1, 13)]
    assert plausible(13) == 13


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (67, "No cards make 67 points: the nearest are 66 and 68"),
        (71, "the nearest are 70 and 72"),
        (83, "the nearest are 82 and 84"),
        (3839, "the nearest are 3792 and 3840"),
        (3841, "No cards make 3841 points: the highest possible is 3840"),
        (10**4000, "No cards make a number that is far too large points: the highest possible is 3840"),
        (12, "A score has at least 13 points"),
        (0, "at least 13"),
        (-88, "at least 13"),
    ],
    ids=lambda value: "" if isinstance(value, int) and value > 10**9 else None,
)
def test_impossible_points_name_the_nearest_possible_ones(points, sentence):
    with pytest.raises(RuleBroken, match=sentence):
        plausible(points)


def test_the_nearest_points_are_possible_and_nothing_lies_between():
    for points in set(range(14, 500)) - possible_points():
        below, above = nearest(points)
        assert {below, above} <= possible_points()
        assert not possible_points() & set(range(below + 1, above))


# The end, bonuses and winners


def test_the_fifth_product_ends_it(played):
    sheet = played(*five(1))
    assert (sheet.over, sheet.finisher, sheet.turn) == (True, 1, None)
    with pytest.raises(RuleBroken, match="The game is over"):
        played(*five(1), Score(0, "milk", points=88))


def test_four_products_end_nothing(played):
    sheet = played(*five(1)[:4], *five(0)[:4])
    assert (sheet.over, sheet.finisher, GAME.winners(sheet)) == (False, None, ())


def test_the_finisher_gets_twenty(played):
    assert bonuses(played(*five(1)), 1)["finish"] == 20


def test_nobody_has_the_twenty_before_the_end(played):
    assert "finish" not in bonuses(played(*five(1)[:4]), 1)


def test_nobody_gets_the_twenty_when_stopped_early(played):
    sheet = played(*five(1)[:4], End())
    assert (sheet.over, sheet.finisher, totals(sheet)) == (True, None, [0, 52 + 4 * 30])


def test_hands_count_nothing(played):
    sheet = played(*goods(0, 0, 0), *five(1))
    assert (totals(sheet), where(sheet)) == ([0, 65 + 150 + 20], (85, 0, (3, 0), 0))


def test_bonuses_as_they_stand(played):
    sheet = played(Score(0, "milk", points=36), Score(1, "milk", points=40), Score(0, "corn", points=15))
    assert (bonuses(sheet, 0), bonuses(sheet, 1)) == ({"corn": 30}, {"milk": 30})


def test_two_tied_get_fifteen_each(played):
    sheet = played(Score(0, "milk", points=36), Score(2, "milk", points=36), Score(1, "milk", points=35), seats=3)
    assert [bonuses(sheet, seat) for seat in range(3)] == [{"milk": 15}, {}, {"milk": 15}]


@pytest.mark.parametrize("option", ["fifteen", "split", "none"])
def test_two_tied_get_fifteen_whatever_three_would(played, option):
    sheet = played(Score(0, "milk", points=36), Score(1, "milk", points=36), three_way_tie=option)
    assert totals(sheet) == [51, 51]


@pytest.mark.parametrize(
    ("option", "tied", "each"),
    [
        ("fifteen", 3, 15),
        ("fifteen", 4, 15),
        ("fifteen", 5, 15),
        ("split", 3, 10),
        ("split", 4, 7),
        ("split", 5, 6),
        ("none", 3, 0),
        ("none", 4, 0),
        ("none", 5, 0),
    ],
)
def test_three_or_more_tied(played, option, tied, each):
    sheet = played(*(Score(seat, "milk", points=36) for seat in range(tied)), seats=5, three_way_tie=option)
    assert totals(sheet) == [36 + each] * tied + [0] * (5 - tied)


def test_a_bonus_of_nothing_is_not_listed(played):
    sheet = played(*(Score(seat, "milk", points=36) for seat in range(3)), seats=3, three_way_tie="none")
    assert GAME.tally(sheet)["players"][0]["bonuses"] == []


def test_a_finisher_without_any_best_can_lose(played):
    rival = [Score(0, product, points=14) for product in PRODUCTS[:4]]
    sheet = played(*rival, Score(2, "sardines", points=14), *five(1), seats=3)
    assert bonuses(sheet, 1) == {"finish": 20}
    assert (totals(sheet), GAME.winners(sheet)) == ([56 + 120, 85, 44], (0,))


def test_the_finish_comes_first_then_the_products_of_the_sheet(played):
    sheet = played(*reversed(five(0)))
    assert [bonus.reason for bonus in standing(sheet)[0].bonuses] == ["finish", *PRODUCTS]
    assert list(GAME.tally(sheet)["players"][0]["products"]) == list(PRODUCTS)


def test_a_shared_victory(played):
    sheet = played(Score(0, "milk", points=30), Score(2, "corn", points=30), End(), seats=3)
    assert (GAME.winners(sheet), [column.rank for column in standing(sheet)]) == ((0, 2), [1, 3, 1])


# Why


def test_a_score_knows_its_cards(played):
    answer = why(played(*goods(0), Score(0, "milk", (5, 2, 4), 8)), "score.0.milk")
    assert (answer.kind, answer.seat, answer.product, str(answer.title)) == ("score", 0, "milk", "Milk")
    assert (answer.noted, answer.move) == ((88, (5, 2, 4), 8, 2), 2)


def test_bare_points_have_no_cards(played):
    assert why(played(Score(0, "milk", points=88)), "score.0.milk").noted == (88, None, None, 1)


def test_a_score_knows_what_it_brings_and_everybodys_of_its_product(played):
    sheet = played(*(Score(seat, "milk", points=points) for seat, points in enumerate([24, 36, 30])), seats=3)
    best, last = why(sheet, "score.1.milk"), why(sheet, "score.0.milk")
    assert (best.bonus.points, best.bonus.alone, last.bonus) == (30, True, None)
    assert best.scores == last.scores == ((1, 36), (2, 30), (0, 24))


def test_a_bonus_knows_who_is_tied_and_who_is_behind(played):
    points = [36, 24, 36, 30]
    sheet = played(*(Score(seat, "milk", points=each) for seat, each in enumerate(points)), seats=4)
    answer = why(sheet, "bonus.0.milk")
    assert (answer.kind, answer.seat) == ("bonus", 0)
    assert answer.bonus == ("milk", 15, 36, (2,), ((2, 36), (3, 30), (1, 24)))
    assert (str(answer.bonus.title), answer.bonus.alone) == ("Milk", False)
    assert why(sheet, "bonus.1.milk") is None


def test_the_finish_knows_the_score_that_did_it(played):
    sheet = played(*five(0)[:4], Score(0, "sardines", points=60))
    bonus = why(sheet, "bonus.0.finish").bonus
    assert (bonus, bonus.title) == (("finish", 20, 60, (), ()), None)


def test_a_total_knows_its_parts(played):
    answer = why(played(Score(0, "milk", points=36)), "total.0")
    assert (answer.kind, answer.seat, [cell.product for cell in answer.cells]) == ("total", 0, ["milk"])
    column = answer.column
    assert (column.subtotal, column.bonus, column.total, column.rank) == (36, 30, 66, 1)


def test_the_odds_answer_only_where_they_are_known(played):
    answer = why(played(), "odds")
    assert (answer.kind, answer.counter.pile) == ("odds", 88)
    assert answer.odds.fiasko == pytest.approx(6 / 88)
    assert "odds" not in GAME.answers(played(count="specials"))
    assert why(played(*NOTHING_TO_DRAW), "odds") is None


# Who is likely to win: in test_chances.py


def test_the_advice_changes_no_tally_but_for_the_chances(played):
    moves = [*goods(0, 1, 0), Score(1, "milk", (5, 4), 3)]
    assert GAME.tally(played(*moves, advice="off")) == {**GAME.tally(played(*moves)), "chances": None}
