"""What those who watch are told: what is up, what was noted last, and what came of it."""

import pytest

from companion.record import history
from companion.record.history import Entry
from companion.rules import GAMES
from companion.rules.fiasko.moves import Draw, Recount, Score
from companion.rules.fiasko.moves import Reshuffle as CardsShuffled
from companion.rules.pasta.moves import Bank, Hold, Lay, Take
from companion.rules.states.moves import Battle
from companion.rules.states.moves import TankReshuffle as TanksShuffled
from companion.screens import SCREENS
from companion.screens.logbook import LINES, last_noted

ANA, BO, CY, DI = range(4)
MACARONI, PENNE = 0, 4
NAMES = ("Ana", "Bo", "Cy", "Di")


def log_of(slug, *moves, seats=4, **options):
    game = GAMES[slug]
    log = history.start(game, game.table(NAMES[:seats], options))
    for number, move in enumerate(moves, 1):
        log = history.with_entry(game, log, Entry(number, "move", None, move, move, str(number), None, None))
    return log


def up(slug, *moves, **table):
    """Title, seat, and what hangs on it."""
    log, screen = log_of(slug, *moves, **table), SCREENS[slug]
    title, seat, more = screen.words.up(log, screen.figures(log.sheet))
    return str(title), seat, [str(text) for text in more]


def noted(slug, *moves, **table):
    return last_noted(SCREENS[slug], log_of(slug, *moves, **table))


def came(slug, *moves, **table):
    """Of the last move."""
    newest = noted(slug, *moves, **table)[0].came
    return newest.seat, newest.text and str(newest.text), newest.place


def goods(*seats):
    return [Draw(seat, "goods") for seat in seats]


# What was noted last


def test_the_newest_stands_first():
    lines = noted("fiasko", *goods(ANA), Draw(BO, "fiasko"), *goods(CY))
    assert [str(line.line) for line in lines] == ["Cy · Goods", "Bo · Fiasko", "Ana · Goods"]


def test_nothing_was_noted_at_first_and_never_more_than_there_is_room_for():
    assert noted("fiasko") == ()
    assert len(noted("fiasko", *goods(*[ANA] * (LINES + 3)))) == LINES


# Fiasko


def test_whose_turn_it_is_is_up_with_the_hand_and_who_leads():
    assert up("fiasko") == ("Ana’s turn", ANA, ["0 cards in hand"])
    assert up("fiasko", *goods(ANA, BO, CY, DI)) == ("Ana’s turn", ANA, ["1 card in hand"])
    scored = Score(ANA, "milk", points=88), Score(BO, "corn", points=78)
    assert up("fiasko", *goods(CY), *scored) == ("Cy’s turn", CY, ["1 card in hand", "Ana leads by 10"])


def test_equal_totals_lead_together():
    equal = Score(ANA, "milk", points=88), Score(BO, "corn", points=88)
    assert up("fiasko", *equal)[2] == ["0 cards in hand", "Ana and Bo lead together"]


def test_what_a_hand_could_do_is_worth_more_than_its_size():
    assert up("fiasko", Recount(30, 0, 0))[2] == ["All 8 are out: draw without fear"]
    promising = Score(BO, "milk", points=13), *goods(ANA, ANA, ANA, ANA, ANA, BO, CY, DI)
    assert up("fiasko", *promising)[2][0] == "Milk: +30 within reach (5 cards)"


@pytest.mark.parametrize("count", ["specials", "none"])
def test_where_nobody_knows_whose_turn_it_is_who_leads_is_up(count):
    assert up("fiasko", count=count) == ("Under way", None, [])
    assert up("fiasko", Score(BO, "milk", points=88), count=count) == ("Bo leads by 118", BO, [])
    equal = Score(ANA, "milk", points=88), Score(BO, "corn", points=88)
    assert up("fiasko", *equal, count=count) == ("Ana and Bo lead together", None, [])


HANDS = goods(ANA, BO, CY, ANA)


@pytest.mark.parametrize(
    ("move", "what"),
    [
        (Draw(ANA, "goods"), None),
        (Draw(ANA, "fiasko"), "Ana loses 2 cards"),
        (Draw(DI, "fiasko"), None),
        (Draw(ANA, "catastrophe"), "Cards lost: Bo 1 and Cy 1"),
    ],
)
def test_a_drawn_card_says_what_it_cost(move, what):
    assert came("fiasko", *HANDS, move) == (move.player, what, None)


def test_a_cost_that_the_line_tells_is_not_told_twice():
    assert came("fiasko", *HANDS, Draw(ANA, "fiasko", lost=1), fiasko_loss="product") == (ANA, None, None)


def test_a_table_that_counts_no_hands_says_no_cost():
    assert came("fiasko", Draw(ANA, "catastrophe"), count="specials") == (ANA, None, None)


def test_a_score_says_what_became_of_the_bonus_and_where_it_stands():
    first = Score(ANA, "milk", points=60)
    assert came("fiasko", first) == (ANA, "Best so far: +30", (ANA, "milk"))
    better = Score(BO, "milk", points=88)
    assert came("fiasko", first, better) == (BO, "The +30 goes from Ana to Bo", (BO, "milk"))
    assert came("fiasko", first, Score(BO, "milk", points=60))[1] == "Shared best: +15"
    assert came("fiasko", first, Score(BO, "milk", points=36))[1] == "Not the best: no bonus"
    two = first, Score(BO, "milk", points=60)
    assert came("fiasko", *two, Score(CY, "milk", points=88))[1] == "Best so far: +30"


def test_who_shuffles_sees_the_pile_and_a_recount_says_it_in_its_line():
    assert came("fiasko", *goods(ANA), Draw(BO, "fiasko"), CardsShuffled())[1] == "87 cards left"
    assert came("fiasko", Recount(80)) == (None, None, None)


# Pasta


def test_pasta_says_whose_turn_it_is_and_who_leads():
    assert up("pasta") == ("Ana’s turn", ANA, [])
    assert up("pasta", Bank(ANA, MACARONI, 4), Bank(BO, PENNE, 3)) == ("Cy’s turn", CY, ["Ana leads by 1"])


def test_equal_totals_may_have_one_who_leads():
    moves = Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 3), Bank(ANA, PENNE, 3), Bank(BO, PENNE, 3)
    assert up("pasta", *moves)[2] == ["Bo leads"]  # by the largest group


def test_where_hands_are_noted_they_are_told():
    assert up("pasta", Take(ANA, 6), Take(ANA, 1), seats=2, track="hands")[2] == ["0 cards in hand"]
    assert up("pasta", Take(ANA, 6), Take(ANA, 1), Take(BO, 2), seats=2, track="hands")[2] == ["The hand is full: bank"]


@pytest.mark.parametrize(
    ("moves", "came_of_it"),
    [
        ([Bank(ANA, PENNE, 3)], (ANA, None, (ANA, PENNE))),
        ([Bank(ANA, PENNE, 3), Bank(ANA, PENNE, 3)], (ANA, "6 on the table", (ANA, PENNE))),
        ([Bank(ANA, PENNE, 2)], (ANA, "Al Dente is with Ana: −2", (ANA, PENNE))),
        ([Bank(ANA, PENNE, 2), Bank(BO, MACARONI, 1)], (BO, "Al Dente goes from Ana to Bo: −2", (BO, MACARONI))),
        ([Bank(ANA, PENNE, 2), Bank(BO, MACARONI, 3)], (BO, None, (BO, MACARONI))),
        ([Bank(ANA, PENNE, 2), Hold(BO)], (BO, "Al Dente goes from Ana to Bo: −2", None)),
        ([Bank(ANA, PENNE, 2), Hold(None)], (None, "Ana no longer has Al Dente", None)),
        ([Lay(ANA, PENNE, 9)], (ANA, "Ana · Penne 9", (ANA, PENNE))),
    ],
)
def test_a_bank_says_where_the_token_went_or_what_lies_there(moves, came_of_it):
    assert came("pasta", *moves) == came_of_it


def test_cards_taken_say_the_hand_where_it_is_more():
    assert came("pasta", Take(ANA, 2), track="hands") == (ANA, None, None)
    assert came("pasta", Take(ANA, 2), Take(ANA, 1), track="hands") == (ANA, "3 cards in hand", None)


# States


def won(seat, *fought):
    return [Battle(state, value, winner=seat) for state, value in fought]


def test_the_battle_to_come_is_up_and_nobodys():
    assert up("states") == ("Battle 1", None, [])
    matched = Battle("OH", 9, winner=None)
    assert up("states", matched, TanksShuffled(), *won(BO, ("OH", 9)))[0] == "Battle 3"


def test_who_is_close_is_told():
    assert up("states", *won(BO, ("OH", 9)))[2] == ["Bo leads: 66 points and 9 States to go"]
    assert up("states", *won(BO, ("OH", 9)), *won(CY, ("TX", 9)))[2] == ["Bo and Cy lead together"]


def test_whoever_only_needs_states_is_closer_than_who_leads():
    ahead, behind = won(ANA, ("OH", 90)), won(BO, ("TX", 40), ("UT", 40))
    assert up("states", *ahead, *behind)[2] == ["Bo needs 8 more States to win"]


@pytest.mark.parametrize(
    ("move", "seat", "what"),
    [
        (Battle("OH", 16, winner=BO), BO, "From the box: 1 flag, 1 large tank and 1 small tank"),
        (Battle("OH", 10, tanks=(1, 9, 3, 4)), BO, "From the box: 1 flag"),
        (Battle("OH", 10, tanks=(30, 12, 30, 4)), BO, "30 and 30 cancel out; Bo’s 12 takes Ohio"),
        (Battle("OH", 10, tanks=(9, 8, 9, 8)), None, "9 and 9, 8 and 8 cancel out; nobody takes Ohio"),
        (Battle("OH", 10, winner=None), None, "All tanks matched: nobody takes Ohio"),
    ],
)
def test_a_battle_says_how_it_was_decided_or_what_it_brought(move, seat, what):
    assert came("states", move) == (seat, what, None)


def test_who_shuffles_the_tanks_sees_their_pile():
    assert came("states", Battle("OH", 10, winner=BO), TanksShuffled())[:2] == (None, "40 tanks in the pile")
