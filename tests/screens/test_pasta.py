"""What a screen shows of Pasta: groups to lay out, whom to rob, hands, the pile, and what decided."""

import pytest

from companion.rules import GAMES
from companion.rules.core import End, RuleBroken
from companion.rules.pasta import conflict
from companion.rules.pasta.moves import SHAPES, Bank, Take
from companion.rules.pasta.play import Group
from companion.rules.pasta.standing import OtherSign, TieBreak
from companion.screens.pasta.figures import Hand, Heap, Shape, Victim, figures

GAME = GAMES["pasta"]

ANA, BO, CY, DI = 0, 1, 2, 3
MACARONI, PENNE, RAVIOLI = 0, 4, 7


@pytest.fixture
def shown(played):
    return lambda *moves, **table: figures(played(*moves, **table))


# What lies on the table


def test_nothing_lies_there_at_first(shown):
    fresh = shown()
    assert (fresh.heaps, fresh.leaders, fresh.token, fresh.pile) == (((), ()), (), None, None)
    assert (fresh.hands, fresh.winners, fresh.sign) == ((), (), None)


def test_groups_are_laid_out_by_shape(shown):
    heaps = shown(Bank(ANA, RAVIOLI, 3), Bank(BO, PENNE, 3), Bank(ANA, MACARONI, 2, 1)).heaps
    assert [[(heap.shape.number, heap.pasta, heap.sauce, heap.cards) for heap in mine] for mine in heaps] == [
        [(MACARONI, 2, 1, 3), (RAVIOLI, 3, 0, 3)],
        [(PENNE, 3, 0, 3)],
    ]


def test_a_shape_keeps_its_drawing_whatever_it_is_called(shown):
    names = ("Bows", *SHAPES[1:])
    assert shown(shapes=names).shapes[0] == Shape(MACARONI, "Bows", "macaroni")
    assert shown(Bank(ANA, MACARONI, 3), shapes=names).heaps[ANA] == (Heap(Shape(0, "Bows", "macaroni"), 3, 0, 3),)


def test_whoever_leads_has_cards(shown):
    assert shown(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 4)).leaders == (BO,)
    assert shown(Bank(ANA, MACARONI, 4), Bank(BO, PENNE, 4)).leaders == (ANA, BO)


# Whom to rob


def test_only_those_who_have_something_can_be_robbed(shown):
    victims = shown(Bank(ANA, MACARONI, 3, 1), Bank(BO, PENNE, 3), Bank(ANA, RAVIOLI, 3), seats=3).victims
    ana, bo = Victim(ANA, (MACARONI, RAVIOLI), (MACARONI,)), Victim(BO, (PENNE,), ())
    assert victims == ((bo,), (ana,), (ana, bo))


def test_how_many_have_a_shape_to_be_robbed_of(shown):
    robbable = shown(Bank(ANA, MACARONI, 3), Bank(BO, MACARONI, 3), Bank(CY, PENNE, 3), seats=4).robbable
    assert robbable[ANA] == {MACARONI: 1, PENNE: 1}
    assert robbable[DI] == {MACARONI: 2, PENNE: 1}


@pytest.mark.parametrize("thief", [ANA, BO, CY])
def test_whoever_is_offered_can_indeed_be_robbed(played, thief):
    moves = (Bank(ANA, MACARONI, 3, 1), Bank(BO, PENNE, 1, 1), Bank(CY, MACARONI, 1, 1))
    robbed = (*moves, Bank(BO, MACARONI, 3, 0, CY))
    for victim in figures(played(*robbed, seats=3)).victims[thief]:
        for shape in victim.shapes:
            stolen = "sauce" if shape in victim.sauced else "pasta"
            assert played(*robbed, Bank(thief, shape, 1, 0, victim.seat, stolen), seats=3)


# The token


def test_the_last_move_has_moved_the_token(shown):
    few = Bank(ANA, MACARONI, 2)
    assert shown(few).token_moved
    assert not shown(few, Bank(BO, PENNE, 3)).token_moved
    assert not shown(Bank(ANA, MACARONI, 3)).token_moved


@pytest.mark.parametrize(("worth", "weight"), [(-2, 2), (2, 2), (0, 0)])
def test_the_token_has_a_sign_and_a_weight(shown, worth, weight):
    table = shown(al_dente=worth)
    assert (table.token_worth, table.token_weight) == (worth, weight)


# Hands and the pile


def test_a_hand_has_room_until_it_is_full(shown):
    hands = shown(Take(ANA, 7), Take(BO, 2), track="hands", seats=3).hands
    assert hands == (Hand(7, 0, True), Hand(2, 5, False), Hand(0, 7, False))


def test_three_cards_are_the_usual_bank_for_those_who_have_them(shown):
    assert shown().usual == (3, 3)
    assert shown(Take(ANA, 7), Take(BO, 2), track="hands", seats=3).usual == (3, 2, 1)


def test_the_pile_is_what_was_not_laid_out(shown):
    table = shown(Take(ANA, 4), track="hands", deck=60)
    assert (table.pile, table.pile_at_first) == (40, 44)
    assert shown(Take(ANA, 4), track="hands").pile_at_first is None


# The end


def test_the_winner_is_ahead_of_the_second(shown):
    end = shown(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 7), Bank(CY, RAVIOLI, 4), End(), seats=3)
    assert (end.by_rank, end.winners, end.ahead, end.runners_up) == ((BO, CY, ANA), (BO,), 3, (CY,))


def test_all_level_nobody_is_second(shown):
    end = shown(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 3), End())
    assert (end.winners, end.ahead, end.runners_up) == ((ANA, BO), None, ())
    assert end.tie == TieBreak(None, (ANA, BO), (1, 1))


def test_a_tie_that_was_broken_leaves_no_lead(shown):
    end = shown(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 4), Bank(ANA, RAVIOLI, 3), Bank(BO, MACARONI, 2), al_dente=0)
    assert (end.ahead, end.tie) == (0, TieBreak("largest", (ANA, BO), (3, 4)))


def test_the_other_sign_is_told_where_it_matters(shown):
    moves = (Bank(ANA, MACARONI, 5), Bank(BO, PENNE, 4), Bank(BO, RAVIOLI, 2), End())
    assert shown(*moves).sign == OtherSign(2, (BO,))
    assert shown(*moves, al_dente=2).sign == OtherSign(-2, (ANA,))
    assert shown(*moves, al_dente=0).sign is None


# Refusals know their field


@pytest.mark.parametrize(
    ("move", "field"),
    [
        (Bank(ANA, MACARONI, 0, 2), "pasta"),
        (Bank(ANA, MACARONI, 5, 3), "pasta"),
        (Bank(ANA, MACARONI, 3, 0, ANA), "steal_from"),
        (Bank(ANA, MACARONI, 3, 0, CY), "steal_from"),
        (Bank(ANA, MACARONI, 3, 0, BO, "sauce"), "stolen"),
        (Take(ANA, 8), "cards"),
    ],
)
def test_a_refusal_is_told_beside_its_field(played, move, field):
    with pytest.raises(RuleBroken) as refused:
        played(Bank(BO, MACARONI, 3), move, seats=3)
    assert refused.value.field == field


@pytest.mark.parametrize(("move", "field"), [(Take(ANA, 5), "cards"), (Bank(ANA, MACARONI, 4), "pasta")])
def test_so_is_one_about_a_hand(played, move, field):
    with pytest.raises(RuleBroken) as refused:
        played(Take(ANA, 3), Take(BO, 3), move, track="hands")
    assert refused.value.field == field


def test_options_in_conflict_are_told_beside_the_box():
    assert conflict({"deck": 60, "track": "groups"}).key == "deck"


def test_a_bank_counts_its_cards():
    assert (Bank(ANA, MACARONI, 3, 2).cards, Group(3, 2).cards) == (5, 5)


def test_a_screen_shows_each_group_by_its_name_and_its_own_drawing(played):
    names = ("Bows", *SHAPES[1:])
    shown = figures(played(Bank(ANA, 4, 3), Bank(ANA, 0, 2, 1), shapes=names))
    assert shown.heaps == ((((0, "Bows", "macaroni"), 2, 1, 3), ((4, "Penne", "penne"), 3, 0, 3)), ())
    assert [shape.number for shape in shown.shapes] == list(range(9))


def test_a_screen_offers_only_those_who_can_be_robbed(played):
    shown = figures(played(Bank(ANA, 0, 3, 1), Bank(ANA, 4, 3), Bank(BO, 4, 3), seats=3))
    assert shown.victims == (((1, (4,), ()),), ((0, (0, 4), (0,)),), ((0, (0, 4), (0,)), (1, (4,), ())))
    assert shown.robbable == ({4: 1}, {0: 1, 4: 1}, {0: 1, 4: 2})


def test_a_screen_says_that_the_token_moved(played):
    assert figures(played(Bank(ANA, 0, 2))).token_moved
    assert not figures(played(Bank(ANA, 0, 2), Bank(BO, 1, 3))).token_moved
    assert not figures(played()).token_moved
    assert (figures(played()).token_worth, figures(played()).token_weight) == (-2, 2)


def test_a_screen_shows_hands_and_what_they_can_bank(played):
    shown = figures(played(Take(ANA, 7), Take(BO, 2), track="hands", deck=60, seats=3))
    assert shown.hands == ((7, 0, True), (2, 5, False), (0, 7, False))
    assert (shown.usual, shown.pile, shown.pile_at_first) == ((3, 2, 1), 35, 44)
    assert (figures(played()).hands, figures(played()).usual, figures(played()).pile_at_first) == ((), (3, 3), None)


def test_a_screen_ranks(played):
    shown = figures(played(Bank(ANA, 0, 3), Bank(BO, 1, 7), Bank(CY, 2, 5), End(), seats=3))
    assert (shown.by_rank, shown.leaders, shown.runners_up, shown.ahead) == ((BO, CY, ANA), (BO,), (CY,), 2)
    assert (figures(played()).leaders, figures(played()).runners_up, figures(played()).ahead) == ((), (), None)
