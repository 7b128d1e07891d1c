"""Pasta at the table: banking, the token, stealing, the cards taken, and who wins."""

import pytest

from companion.rules.core import RuleBroken, fold
from companion.rules.moves import End
from companion.rules.pasta import GAME, incompatible
from companion.rules.pasta.moves import SHAPES, Bank, Hold, Lay, Take
from companion.rules.pasta.play import Group, NoToken, PutRight, Token, can_be_robbed
from companion.rules.pasta.standing import Basket, PastaTieBreak, PastaTotal, standing, tie_break

ANA, BO, CY = 0, 1, 2
MACARONI, PENNE, RAVIOLI = 0, 4, 7


def totals(sheet):
    return [basket.total for basket in standing(sheet)]


def outcome(sheet):
    return ranks(sheet), GAME.winners(sheet), tie_break(sheet)


def ranks(sheet):
    return [basket.rank for basket in standing(sheet)]


def holder(sheet):
    return sheet.token and sheet.token.holder


# Banking


def test_a_card_is_a_point(played):
    assert totals(played(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 5))) == [3, 5]


def test_sauces_are_cards_too(played):
    sheet = played(Bank(ANA, MACARONI, 2, 3))
    assert (sheet.groups[ANA], totals(sheet)) == ({MACARONI: Group(2, 3)}, [5, 0])


def test_a_group_may_grow_in_later_turns(played):
    sheet = played(Bank(ANA, MACARONI, 3, 1), Bank(BO, PENNE, 3), Bank(ANA, MACARONI, 2, 2))
    assert sheet.groups[ANA] == {MACARONI: Group(5, 3)}
    assert (standing(sheet)[ANA].largest, standing(sheet)[ANA].groups) == (8, 1)


@pytest.mark.parametrize(("pasta", "sauce"), [(7, 0), (1, 6), (4, 3), (1, 0)])
def test_one_to_seven_cards_can_be_banked(played, pasta, sauce):
    assert standing(played(Bank(ANA, MACARONI, pasta, sauce)))[ANA].cards == pasta + sauce


@pytest.mark.parametrize(("pasta", "sauce"), [(8, 0), (7, 1), (1, 7), (10**4000, 0)], ids=["8", "7+1", "1+7", "huge"])
def test_eight_cards_can_not(played, pasta, sauce):
    with pytest.raises(RuleBroken, match="At most 7 cards are banked in a turn"):
        played(Bank(ANA, MACARONI, pasta, sauce))


@pytest.mark.parametrize(("pasta", "sauce"), [(0, 2), (0, 0), (-1, 3), (3, -1)])
def test_a_sauce_is_never_alone(played, pasta, sauce):
    with pytest.raises(RuleBroken, match="At least one of the banked cards is pasta"):
        played(Bank(ANA, MACARONI, pasta, sauce))


@pytest.mark.parametrize("shape", [-1, 9])
def test_there_are_nine_shapes(played, shape):
    assert played(Bank(ANA, 8, 3)).groups[ANA] == {8: Group(3, 0)}
    with pytest.raises(RuleBroken, match="The shape goes from 0 to 8"):
        played(Bank(ANA, shape, 3))


def test_the_turn_goes_round(played):
    moves = [Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 3), Bank(CY, RAVIOLI, 3)]
    assert [played(*moves[:n], seats=3).turn for n in range(4)] == [0, 1, 2, 0]
    assert played(Bank(BO, PENNE, 3), End(), seats=3).turn is None


def test_whoever_the_table_says_begins(played):
    assert played(seats=3, first=CY).turn == CY
    assert played(Bank(CY, MACARONI, 3), seats=3, first=CY).turn == ANA


# The token


def test_nobody_has_the_token_at_first(played):
    assert holder(played(Bank(ANA, MACARONI, 3))) is None


@pytest.mark.parametrize(("pasta", "sauce", "has"), [(1, 0, ANA), (2, 0, ANA), (1, 1, ANA), (3, 0, None), (1, 2, None)])
def test_one_or_two_cards_take_the_token(played, pasta, sauce, has):
    assert holder(played(Bank(ANA, MACARONI, pasta, sauce))) == has


def test_a_stolen_card_does_not_count_for_the_token(played):
    sheet = played(Bank(ANA, MACARONI, 3), Bank(BO, MACARONI, 2, steal_from=ANA))
    assert (holder(sheet), sheet.groups[BO]) == (BO, {MACARONI: Group(3, 0)})


def test_growing_a_group_by_two_takes_the_token_however_large_it_is(played):
    assert holder(played(Bank(ANA, MACARONI, 5), Bank(ANA, MACARONI, 2))) == ANA


def test_the_token_goes_to_whoever_banks_few_next(played):
    sheet = played(Bank(ANA, MACARONI, 2), Bank(BO, PENNE, 1))
    assert (GAME.answers(sheet).get("token"), totals(sheet)) == (Token(BO, 1, ANA, 2), [2, -1])


def test_banking_more_never_gives_it_back(played):
    sheet = played(Bank(ANA, MACARONI, 2), Bank(BO, PENNE, 7), Bank(ANA, RAVIOLI, 7))
    assert (holder(sheet), totals(sheet)) == (ANA, [7, 7])


def test_nobody_takes_the_token_from_themselves(played):
    sheet = played(Bank(ANA, MACARONI, 2), Bank(ANA, PENNE, 1))
    assert GAME.answers(sheet).get("token") == Token(ANA, 1, None, 2)


@pytest.mark.parametrize(("worth", "total"), [(-2, 0), (2, 4), (0, 2)])
def test_what_the_token_is_worth(played, worth, total):
    sheet = played(Bank(ANA, MACARONI, 2), al_dente=worth)
    assert (totals(sheet), standing(sheet)[ANA].token) == ([total, 0], worth)


# Stealing


def test_a_stolen_card_changes_hands(played):
    sheet = played(Bank(ANA, MACARONI, 4), Bank(BO, MACARONI, 3, steal_from=ANA))
    assert sheet.groups == ({MACARONI: Group(3, 0)}, {MACARONI: Group(4, 0)})


def test_stealing_the_last_card_leaves_no_group(played):
    sheet = played(Bank(ANA, MACARONI, 1), Bank(BO, MACARONI, 3, steal_from=ANA))
    assert (sheet.groups[ANA], standing(sheet)[ANA].groups, standing(sheet)[ANA].largest) == ({}, 0, 0)


def test_stealing_one_of_several_leaves_the_other_shapes_alone(played):
    sheet = played(Bank(ANA, MACARONI, 1), Bank(ANA, PENNE, 4), Bank(BO, MACARONI, 3, steal_from=ANA))
    assert sheet.groups == ({PENNE: Group(4, 0)}, {MACARONI: Group(4, 0)})


def test_a_sauce_can_be_stolen(played):
    sheet = played(Bank(ANA, MACARONI, 3, 1), Bank(BO, MACARONI, 3, 1, ANA, "sauce"))
    assert sheet.groups == ({MACARONI: Group(3, 0)}, {MACARONI: Group(3, 2)})


def test_a_group_of_one_sauce_is_still_a_group(played):
    moves = [Bank(ANA, MACARONI, 1, 1), Bank(BO, MACARONI, 3, steal_from=ANA)]
    assert played(*moves).groups[ANA] == {MACARONI: Group(0, 1)}
    with pytest.raises(RuleBroken, match="Ana has only sauces left of the Macaroni"):
        played(*moves, Bank(BO, MACARONI, 1, steal_from=ANA))
    assert played(*moves, Bank(BO, MACARONI, 1, 0, ANA, "sauce")).groups[ANA] == {}


def test_there_must_be_a_sauce_to_steal_it(played):
    with pytest.raises(RuleBroken, match="Ana has no sauce with the Macaroni"):
        played(Bank(ANA, MACARONI, 3), Bank(BO, MACARONI, 3, 0, ANA, "sauce"))


def test_only_the_banked_shape_can_be_stolen(played):
    with pytest.raises(RuleBroken, match="Ana has no Penne to steal"):
        played(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 3, steal_from=ANA))


def test_nobody_steals_from_themselves(played):
    with pytest.raises(RuleBroken, match="Nobody steals from themselves"):
        played(Bank(ANA, MACARONI, 3), Bank(ANA, MACARONI, 3, steal_from=ANA))


def test_who_steals_must_sit_at_the_same_table(played):
    with pytest.raises(RuleBroken, match="There is no seat 2"):
        played(Bank(ANA, MACARONI, 3, steal_from=CY))


def test_a_stolen_card_is_not_out_of_the_hand(played):
    sheet = played(
        Take(ANA, 3), Take(BO, 3), Bank(ANA, MACARONI, 3), Bank(BO, MACARONI, 3, steal_from=ANA), track="hands"
    )
    assert (sheet.hands, totals(sheet)) == ((0, 0), [2, 4])


def test_only_those_who_have_the_shape_can_be_robbed(played):
    sheet = played(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 3), Bank(CY, MACARONI, 3), seats=4)
    assert [can_be_robbed(sheet, seat, MACARONI) for seat in range(4)] == [(CY,), (ANA, CY), (ANA,), (ANA, CY)]


def test_a_table_names_its_shapes(played):
    names = ("Bows", *SHAPES[1:])
    with pytest.raises(RuleBroken, match="Bo has no Bows to steal"):
        played(Bank(ANA, 0, 3, steal_from=BO), shapes=names)
    assert GAME.remembers(GAME.table(["Ana", "Bo"], {"shapes": names}), None) == {"shapes": list(names)}
    assert GAME.remembers(GAME.table(["Ana", "Bo"]), End()) == {}


# Trusting the table


def test_the_table_says_what_really_lies_there(played):
    moves = [Bank(ANA, MACARONI, 3), Bank(BO, MACARONI, 4), Bank(ANA, PENNE, 3, 2)]
    sheet = played(*moves, Lay(ANA, MACARONI, 9, 2), Lay(BO, PENNE, 5))
    assert sheet.groups == ({MACARONI: Group(9, 2), PENNE: Group(3, 2)}, {MACARONI: Group(4, 0), PENNE: Group(5, 0)})
    assert totals(sheet) == [16, 9]


def test_where_nothing_lies_there_is_no_group(played):
    sheet = played(Bank(ANA, MACARONI, 3), Bank(ANA, PENNE, 3), Lay(ANA, MACARONI, 0), Lay(BO, PENNE, 0))
    assert sheet.groups == ({PENNE: Group(3, 0)}, {})
    assert standing(sheet)[ANA].groups == 1


def test_a_sauce_may_lie_alone_where_the_table_says_so(played):
    assert played(Lay(ANA, MACARONI, 0, 3)).groups[ANA] == {MACARONI: Group(0, 3)}


@pytest.mark.parametrize(("pasta", "sauce"), [(60, 30), (0, 30), (60, 0)])
def test_a_group_of_sixty_and_thirty_is_believed(played, pasta, sauce):
    assert played(Lay(ANA, MACARONI, pasta, sauce)).groups[ANA] == {MACARONI: Group(pasta, sauce)}


@pytest.mark.parametrize(
    ("pasta", "sauce", "said", "field"),
    [
        (61, 0, "The number of pasta cards goes from 0 to 60", "pasta"),
        (-1, 0, "The number of pasta cards goes from 0 to 60", "pasta"),
        (3, 31, "The number of sauces goes from 0 to 30", "sauce"),
        (3, -1, "The number of sauces goes from 0 to 30", "sauce"),
    ],
)
def test_a_larger_one_is_not(played, pasta, sauce, said, field):
    with pytest.raises(RuleBroken, match=said) as refused:
        played(Lay(ANA, MACARONI, pasta, sauce))
    assert refused.value.field == field


def test_putting_right_is_nobodys_turn_and_leaves_token_hands_and_pile(played):
    moves = [Take(ANA, 5), Take(BO, 3), Bank(ANA, MACARONI, 2)]
    before, after = (played(*moves, *more, track="hands", deck=60) for more in ((), (Lay(BO, PENNE, 1), Hold(ANA))))
    assert (after.turn, after.hands, after.pile) == (before.turn, before.hands, before.pile)
    assert holder(played(*moves, Lay(BO, PENNE, 1), track="hands")) == ANA


def test_the_table_says_who_really_has_the_token(played):
    sheet = played(Bank(ANA, MACARONI, 2), Hold(BO))
    assert (holder(sheet), totals(sheet), sheet.turn) == (BO, [2, -2], BO)


def test_nobody_may_have_it_too(played):
    sheet = played(Bank(ANA, MACARONI, 2), Hold(None))
    assert (holder(sheet), totals(sheet), GAME.answers(sheet).get("token")) == (None, [2, 0], None)


def test_the_token_knows_that_the_table_said_so(played):
    assert GAME.answers(played(Bank(ANA, MACARONI, 2), Hold(BO))).get("token") == Token(BO, None, ANA, 2)
    assert GAME.answers(played(Bank(ANA, MACARONI, 2), Hold(ANA))).get("token") == Token(ANA, None, None, 2)
    assert GAME.answers(played(Hold(BO), Bank(BO, MACARONI, 1))).get("token") == Token(BO, 1, None, 2)


def test_the_sheet_remembers_what_the_last_move_put_right(played):
    first = Bank(ANA, MACARONI, 2)
    assert played(first, Lay(ANA, MACARONI, 9, 2)).told == PutRight(ANA, MACARONI, Group(2, 0), Group(9, 2))
    assert played(first, Hold(None)).told == NoToken(ANA)
    assert played(Hold(None)).told == NoToken(None)
    assert played(Hold(None), first).told is None


def test_nothing_is_put_right_after_the_end(played):
    with pytest.raises(RuleBroken, match="The game is over"):
        played(End(), Lay(ANA, MACARONI, 3))


# Cards taken


def test_a_table_that_notes_no_hands_takes_no_cards(played):
    assert played().hands is None
    with pytest.raises(RuleBroken, match="doesn’t note the cards taken"):
        played(Take(ANA, 3))


def test_taken_cards_are_in_the_hand_until_banked(played):
    sheet = played(Take(ANA, 4), Take(BO, 2), Bank(ANA, MACARONI, 2, 1), track="hands")
    assert (sheet.hands, sheet.pile, sheet.turn) == ((1, 2), None, BO)


def test_no_more_than_six_cards_are_taken_at_once(played):
    """Three of one kind in the hat’s row and three in its column. Older logs may have seven."""
    with pytest.raises(RuleBroken, match="at most 6 cards") as refused:
        played(Take(ANA, 7), track="hands")
    assert refused.value.field == "cards"
    table = GAME.table(["Ana", "Bo"], {"track": "hands"})
    assert fold(GAME, table, [Take(ANA, 7)]).hands == (7, 0)


@pytest.mark.parametrize("cards", [0, 8, -1])
def test_the_cards_taken_are_within_a_hand(played, cards):
    with pytest.raises(RuleBroken, match="The number of cards goes from 1 to 7"):
        played(Take(ANA, cards), track="hands")


def test_a_hand_of_seven_must_bank(played):
    assert played(Take(ANA, 6), Take(ANA, 1), track="hands").hands == (7, 0)
    with pytest.raises(RuleBroken, match="Ana holds 7 cards and must bank"):
        played(Take(ANA, 6), Take(ANA, 1), Take(ANA, 1), track="hands")


def test_a_set_that_does_not_fit_can_not_be_taken(played):
    with pytest.raises(RuleBroken, match="Ana holds 5 cards and can take at most 2"):
        played(Take(ANA, 5), Take(ANA, 3), track="hands")


@pytest.mark.parametrize(("held", "said"), [(1, "only 1 card in hand"), (2, "only 2 cards in hand")])
def test_nobody_banks_what_was_not_taken(played, held, said):
    with pytest.raises(RuleBroken, match=f"Ana has {said}"):
        played(Take(ANA, held), Bank(ANA, MACARONI, held, 1), track="hands")


def test_sixteen_cards_are_laid_out(played):
    assert played(track="hands", deck=110).pile == 94


def test_every_card_taken_is_replaced_from_the_pile(played):
    sheet = played(Take(ANA, 3), Take(BO, 2), Bank(ANA, MACARONI, 3), track="hands", deck=24)
    assert (sheet.pile, sheet.over) == (3, False)


@pytest.mark.parametrize(("deck", "cards"), [(20, 4), (19, 4), (17, 1), (17, 6)])
def test_the_last_card_of_the_pile_ends_it_even_in_the_middle_of_a_take(played, deck, cards):
    sheet = played(Take(ANA, cards), track="hands", deck=deck)
    assert (sheet.pile, sheet.over, sheet.hands, sheet.turn) == (0, True, (cards, 0), None)
    with pytest.raises(RuleBroken, match="The game is over"):
        played(Take(ANA, cards), Bank(ANA, MACARONI, 1), track="hands", deck=deck)


def test_a_pile_of_unknown_size_never_ends_it(played):
    assert not played(*[Take(ANA, 1), Bank(ANA, MACARONI, 1)] * 200, track="hands").over


def test_hands_count_nothing(played):
    assert totals(played(Take(ANA, 6), Take(ANA, 1), Bank(ANA, MACARONI, 3), End(), track="hands")) == [3, 0]


def test_the_box_is_of_use_only_where_cards_are_noted():
    assert incompatible({"deck": 24, "track": "groups"})
    assert incompatible({"deck": 24, "track": "hands"}) is None
    assert incompatible({"deck": None, "track": "groups"}) is None


# Who wins


def test_nobody_wins_before_the_end(played):
    assert GAME.winners(played(Bank(ANA, MACARONI, 3))) == ()
    assert GAME.winners(played(Bank(ANA, MACARONI, 3), End())) == (ANA,)


def test_the_largest_group_breaks_a_tie(played):
    sheet = played(Bank(ANA, 0, 3), Bank(ANA, 1, 3), Bank(BO, 2, 4), Bank(BO, 3, 2), End(), al_dente=0)
    assert outcome(sheet) == (
        [2, 1],
        (BO,),
        PastaTieBreak("largest", (ANA, BO), (3, 4)),
    )


def test_then_the_most_groups(played):
    few, many = [Bank(ANA, 0, 3), Bank(ANA, 1, 3)], [Bank(BO, 2, 3), Bank(BO, 3, 2), Bank(BO, 4, 1)]
    sheet = played(*few, *many, End(), al_dente=0)
    assert (ranks(sheet), tie_break(sheet)) == ([2, 1], PastaTieBreak("groups", (ANA, BO), (2, 3)))


def test_then_they_share(played):
    sheet = played(Bank(ANA, 0, 4), Bank(BO, 1, 4), Bank(CY, 2, 3), End(), seats=3)
    assert outcome(sheet) == (
        [1, 1, 3],
        (ANA, BO),
        PastaTieBreak(None, (ANA, BO), (1, 1)),
    )


def test_the_words_of_the_book_can_mean_the_most_cards(played):
    """Bo has more cards, the token, and so Ana's total."""
    moves = [Bank(ANA, 0, 6), Bank(BO, 1, 3), Bank(BO, 2, 3), Bank(BO, 3, 2), End()]
    assert GAME.winners(played(*moves)) == (ANA,)
    sheet = played(*moves, tiebreak="cards")
    assert (totals(sheet), GAME.winners(sheet), tie_break(sheet)) == (
        [6, 6],
        (BO,),
        PastaTieBreak("cards", (ANA, BO), (6, 8)),
    )


def test_with_equal_cards_too_the_most_groups_decide(played):
    moves = [Bank(ANA, 0, 3), Bank(ANA, 1, 3), Bank(BO, 2, 6), End()]
    assert GAME.winners(played(*moves, tiebreak="cards")) == (ANA,)
    assert GAME.winners(played(*moves)) == (BO,)


def test_some_of_the_tied_drop_out_at_the_first_figure(played):
    """All have 5; Cy's largest group is smaller, and so Cy's five groups don't help."""
    many = [Bank(CY, shape, 1) for shape in range(5)]
    two = [Bank(ANA, 0, 3), Bank(ANA, 1, 2), Bank(BO, 2, 3), Bank(BO, 3, 1), Bank(BO, 4, 1)]
    sheet = played(*many, *two, End(), seats=3, al_dente=0)
    assert (ranks(sheet), tie_break(sheet)) == ([2, 1, 3], PastaTieBreak("groups", (ANA, BO), (2, 3)))


def test_those_who_share_are_named_with_their_own_figures(played):
    """All have 4 and a largest group of 2; Ana has fewer groups than the two who share."""
    ana = [Bank(ANA, 0, 2), Bank(ANA, 1, 2)]
    others = [Bank(seat, shape, n) for seat in (BO, CY) for shape, n in ((2, 2), (3, 1), (4, 1))]
    sheet = played(*ana, *others, End(), seats=3, al_dente=0)
    assert (ranks(sheet), tie_break(sheet)) == ([3, 1, 1], PastaTieBreak(None, (BO, CY), (3, 3)))


def test_without_a_tie_nothing_breaks_it(played):
    sheet = played(Bank(ANA, 0, 4), Bank(BO, 1, 3), Bank(CY, 2, 3), seats=3)
    assert (tie_break(sheet), GAME.answers(sheet).get("tie")) == (None, None)


def test_a_total_knows_its_parts(played):
    sheet = played(Bank(ANA, 0, 3), Bank(ANA, 1, 1, 1), Bank(BO, 2, 4))
    assert GAME.answers(sheet).get("total.0") == PastaTotal(ANA, Basket(5, -2, 3, 2, 3, 2))


def test_six_can_play(played):
    sheet = played(*(Bank(seat, seat, seat + 1) for seat in range(6)), End(), seats=6)
    assert (totals(sheet), ranks(sheet), holder(sheet)) == ([1, 0, 3, 4, 5, 6], [5, 6, 4, 3, 2, 1], BO)


def test_the_tally_lists_shapes_by_number(played):
    tally = GAME.tally(played(Bank(ANA, RAVIOLI, 3), Bank(ANA, MACARONI, 1, 1), track="groups"))
    assert list(tally["players"][0]["shapes"].items()) == [
        ("0", {"pasta": 1, "sauce": 1}),
        ("7", {"pasta": 3, "sauce": 0}),
    ]
    assert (tally["al_dente"], tally["counter"]) == ("Ana", None)


def test_the_tally_counts_hands_and_the_pile(played):
    assert GAME.tally(played(Take(ANA, 4), track="hands"))["counter"] == {"hands": [4, 0], "pile": None}
    assert GAME.tally(played(Take(ANA, 4), track="hands", deck=30))["counter"] == {"hands": [4, 0], "pile": 10}
