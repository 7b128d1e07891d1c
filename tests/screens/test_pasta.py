"""What a screen shows of Pasta: groups, hands and the pile; keys and slips; what they say; and what decided."""

import uuid
from datetime import UTC, datetime
from functools import partial

import pytest

from companion.record import history
from companion.record.history import Entry
from companion.rules import GAMES
from companion.rules.core import RuleBroken
from companion.rules.moves import End
from companion.rules.pasta import incompatible
from companion.rules.pasta.moves import SHAPES, Bank, Hold, Lay, Take
from companion.rules.pasta.play import Group
from companion.screens import SCREENS
from companion.screens.core import Asked, Outcome
from companion.screens.pasta.figures import Hand, Heap, Shape, figures
from companion.screens.pasta.pads import bank_pad
from companion.screens.totals import LANE, on_paper
from companion.screens.wording import Best, who_is_ahead, whose_turn

GAME = GAMES["pasta"]

SCREEN = SCREENS["pasta"]
ANA, BO, CY, DI = 0, 1, 2, 3
MACARONI, PENNE, RAVIOLI = 0, 4, 7


@pytest.fixture
def shown(played):
    return lambda *moves, **table: figures(played(*moves, **table))


# Cards on the table


def test_nothing_lies_there_at_first(shown):
    fresh = shown()
    assert (fresh.heaps, fresh.leaders, fresh.token, fresh.pile) == (((), ()), (), None, None)
    assert (fresh.hands, fresh.winners) == ((), ())


def test_groups_are_laid_out_by_shape(shown):
    heaps = shown(Bank(ANA, RAVIOLI, 3), Bank(BO, PENNE, 3), Bank(ANA, MACARONI, 2, 1)).heaps
    assert [[(heap.shape.number, heap.pasta, heap.sauce, heap.cards) for heap in mine] for mine in heaps] == [
        [(MACARONI, 2, 1, 3), (RAVIOLI, 3, 0, 3)],
        [(PENNE, 3, 0, 3)],
    ]


def test_a_shape_keeps_its_drawing_whatever_it_is_called(shown):
    names = ("Bows", *SHAPES[1:])
    assert shown(shapes=names).shapes[0] == Shape(MACARONI, "Bows", "macaroni")
    assert shown(Bank(ANA, MACARONI, 3), shapes=names).heaps[ANA] == (Heap(Shape(0, "Bows", "macaroni"), 3, 0),)


def test_whoever_leads_has_cards(shown):
    assert shown(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 4)).leaders == (BO,)
    assert shown(Bank(ANA, MACARONI, 4), Bank(BO, PENNE, 4)).leaders == (ANA, BO)


def test_who_banked_nothing_leads_whoever_has_less_than_nothing(shown):
    assert shown(Bank(ANA, MACARONI, 1)).leaders == (BO,)
    assert shown(Bank(ANA, MACARONI, 2)).leaders == (ANA,)
    assert shown(Hold(ANA)).leaders == ()


# Whom to rob


def victims(sheet, thief):
    """The style sheet hides the thief's own key, which keeps its place."""
    return [(key.seat, key.shapes, key.sauced) for key in bank_pad(sheet, thief).keys.victims if key.seat != thief]


def test_everybody_can_be_robbed_of_what_they_have(played):
    sheet = played(Bank(ANA, MACARONI, 3, 1), Bank(BO, PENNE, 3), Bank(ANA, RAVIOLI, 3), seats=3)
    ana, bo, cy = (ANA, (MACARONI, RAVIOLI), (MACARONI,)), (BO, (PENNE,), ()), (CY, (), ())
    assert [victims(sheet, thief) for thief in (ANA, BO, CY)] == [[bo, cy], [ana, cy], [ana, bo]]


def test_how_many_have_a_shape_to_be_robbed_of(played):
    sheet = played(Bank(ANA, MACARONI, 3), Bank(BO, MACARONI, 3), Bank(CY, PENNE, 3), seats=4)
    robbable = [[(key.shape.number, key.robbable) for key in bank_pad(sheet, seat).keys.shapes] for seat in (ANA, DI)]
    assert [(shape, many) for shape, many in robbable[0] if many] == [(MACARONI, 1), (PENNE, 1)]
    assert [(shape, many) for shape, many in robbable[1] if many] == [(MACARONI, 2), (PENNE, 1)]


@pytest.mark.parametrize("thief", [ANA, BO, CY])
def test_whoever_is_offered_can_indeed_be_robbed(played, thief):
    moves = (Bank(ANA, MACARONI, 3, 1), Bank(BO, PENNE, 1, 1), Bank(CY, MACARONI, 1, 1))
    robbed = (*moves, Bank(BO, MACARONI, 3, 0, CY))
    for seat, shapes, sauced in victims(played(*robbed, seats=3), thief):
        for shape in shapes:
            stolen = "sauce" if shape in sauced else "pasta"
            assert played(*robbed, Bank(thief, shape, 1, 0, seat, stolen), seats=3)


# The token


def test_the_last_move_has_moved_the_token(shown):
    few = Bank(ANA, MACARONI, 2)
    assert shown(few).token_moved
    assert not shown(few, Bank(BO, PENNE, 3)).token_moved
    assert not shown(Bank(ANA, MACARONI, 3)).token_moved


@pytest.mark.parametrize(
    ("agreed", "points", "signed", "words"),
    [(-2, 2, "−2", "2 points less"), (2, 2, "+2", "2 points more"), (0, 0, "0", "counts for nothing")],
)
def test_the_token_has_a_sign_and_a_weight(shown, agreed, points, signed, words):
    worth = shown(al_dente=agreed).worth
    assert (worth.points, worth.signed, str(worth.words)) == (points, signed, words)


def test_only_a_token_that_counts_weighs_on_its_holder(shown):
    for agreed, weighed in ((-2, True), (0, False)):
        ana, bo = shown(Bank(ANA, MACARONI, 2), al_dente=agreed).rows
        assert (ana.holds, ana.weighed, bo.holds, bo.weighed) == (True, weighed, False, False)


# Hands and the pile


def test_a_hand_has_room_until_it_is_full(shown):
    hands = shown(Take(ANA, 6), Take(ANA, 1), Take(BO, 2), track="hands", seats=3).hands
    assert hands == (Hand(7, 0, True), Hand(2, 5, False), Hand(0, 7, False))


def test_three_cards_are_the_usual_bank_for_those_who_have_them(played):
    assert chosen(bank_pad(played(), ANA).keys.pasta) == [3]
    sheet = played(Take(ANA, 6), Take(ANA, 1), Take(BO, 2), track="hands", seats=3)
    assert [chosen(bank_pad(sheet, seat).keys.pasta) for seat in (ANA, BO, CY)] == [[3], [2], [1]]


def test_the_pile_is_what_was_not_laid_out(shown):
    table = shown(Take(ANA, 4), track="hands", deck=60)
    assert (table.pile, table.pile_at_first) == (40, 44)
    assert shown(Take(ANA, 4), track="hands").pile_at_first is None


# The end


def test_the_winner_is_ahead_of_the_second(shown):
    end = shown(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 7), Bank(CY, RAVIOLI, 4), End(), seats=3)
    assert (end.winners, end.ahead, end.runners_up) == ((BO,), 3, (CY,))


def test_all_level_nobody_is_second(shown):
    end = shown(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 3), End())
    assert (end.winners, end.ahead, end.runners_up) == ((ANA, BO), None, ())
    assert str(end.tie.sentence) == "Equal totals, level to the last: the victory is shared."
    assert end.tie.compared == "Ana 1, Bo 1"


def test_a_tie_that_was_broken_leaves_no_lead(shown):
    end = shown(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 4), Bank(ANA, RAVIOLI, 3), Bank(BO, MACARONI, 2), al_dente=0)
    assert (end.ahead, str(end.tie.sentence)) == (0, "Equal totals: the largest group decides.")
    assert end.tie.compared == "Ana 3, Bo 4"


@pytest.mark.parametrize(("seats", "groups", "scrolls"), [(4, 6, False), (4, 7, True), (5, 3, False), (5, 4, True)])
def test_more_groups_than_there_is_room_for_beside_the_token_scroll(shown, seats, groups, scrolls):
    holder = shown(*(Bank(ANA, shape, 2) for shape in range(groups)), seats=seats).rows[ANA]
    assert holder.scrolls == scrolls


def test_without_the_token_there_is_room_for_nine_in_two_rows(shown):
    ana, bo = shown(*(Bank(ANA, shape, 3) for shape in range(9)), Bank(BO, MACARONI, 3)).rows
    assert (ana.many, ana.scrolls, bo.many) == (True, False, False)


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
    assert incompatible({"deck": 60, "track": "groups"}).key == "deck"


def test_a_bank_counts_its_cards():
    assert (Bank(ANA, MACARONI, 3, 2).cards, Group(3, 2).cards) == (5, 5)


# Keys and slips


@pytest.fixture
def log():
    """A log with these moves."""

    def build(*moves, seats=3, **options):
        log = history.start(GAME, GAME.table(("Ana", "Bo", "Cy", "Di")[:seats], options))
        for number, move in enumerate(moves, 1):
            moment = datetime(2026, 10, 3, tzinfo=UTC)
            log = history.with_entry(
                GAME, log, Entry(number, "move", None, move, move, str(uuid.uuid4()), None, moment)
            )
        return log

    return build


def asked(log, given=(), refused=(), entry=None, sent=False):
    before = partial(history.sheet_before, log, entry and entry.number)
    return Asked(dict(given), frozenset(), frozenset(refused), entry, sent, dict, str, before)


def chosen(keys):
    return [key.number for key in keys if key.chosen]


def test_the_pad_has_a_key_for_each_shape_and_number(played):
    keys = bank_pad(played(), ANA).keys
    assert [key.shape.name for key in keys.shapes] == list(SHAPES)
    assert [key.number for key in keys.pasta] == [1, 2, 3, 4, 5, 6, 7]
    assert [key.number for key in keys.sauces] == [0, 1, 2, 3, 4, 5, 6]
    assert (chosen(keys.pasta), chosen(keys.sauces), keys.from_nobody, keys.a_sauce) == ([3], [0], True, False)
    assert not any(key.chosen for key in keys.shapes)


def test_beside_the_shapes_one_takes_cards_or_says_that_the_last_is_drawn(played):
    assert bank_pad(played(), ANA).ends
    sheet = played(Take(ANA, 6), Take(ANA, 1), track="hands", deck=60)
    assert [(it.ends, it.full, it.pile) for it in (bank_pad(sheet, ANA), bank_pad(sheet, BO))] == [
        (False, True, 37),
        (False, False, 37),
    ]
    assert bank_pad(sheet, None) is None


def test_a_slip_keeps_what_was_tapped(log):
    now = log(Bank(ANA, MACARONI, 3, 1))
    told = asked(now, {"player": CY, "shape": MACARONI, "pasta": 4, "sauce": 2, "steal_from": ANA, "stolen": "sauce"})
    shown = SCREEN.keys.slips["bank"](now, told)
    assert (str(shown.heading), shown.seat, shown.corrects) == ("Cy banks a shape", CY, False)
    assert str(shown.does) == "Bank for Cy"
    keys = shown.keys
    assert [key.shape.number for key in keys.shapes if key.chosen] == [MACARONI]
    assert (chosen(keys.pasta), chosen(keys.sauces), keys.a_sauce) == ([4], [2], True)
    assert [key.seat for key in keys.victims if key.chosen] == [ANA]


@pytest.mark.parametrize(("refused", "robbed", "sauce"), [("steal_from", False, False), ("stolen", True, False)])
def test_a_theft_that_was_refused_is_not_kept(log, refused, robbed, sauce):
    now = log(Bank(ANA, MACARONI, 3))
    told = asked(now, {"player": CY, "steal_from": ANA, "stolen": "sauce"}, {refused}, sent=True)
    keys = SCREEN.keys.slips["bank"](now, told).keys
    assert (not keys.from_nobody, keys.a_sauce) == (robbed, sauce)


def test_whoever_is_not_known_is_asked_for(log):
    for given, refused in (({}, ()), ({"player": 7}, ()), ({"player": ANA}, ("player",))):
        assert SCREEN.keys.slips["bank"](log(), asked(log(), given, refused)).seat is None
    assert str(SCREEN.keys.slips["bank"](log(), asked(log())).heading) == "Who banks?"


def test_a_correction_offers_those_who_could_be_robbed_then(log):
    """Neither of what was banked later nor of what the entry itself took."""
    now = log(Bank(ANA, MACARONI, 1), Bank(BO, MACARONI, 2, 1, ANA), Bank(CY, MACARONI, 3, 1))
    told = {"player": BO, "shape": MACARONI, "pasta": 2, "sauce": 1, "steal_from": ANA, "stolen": "pasta"}
    shown = SCREEN.keys.slips["bank"](now, asked(now, told, entry=now.entries[1]))
    assert str(shown.heading) == "Correct: Bo · Macaroni 2 + 1 sauce, one from Ana"
    assert (shown.seat, shown.corrects) == (None, True)
    assert shown.keys.victims == ((ANA, True, (MACARONI,), ()), (BO, False, (), ()), (CY, False, (), ()))
    assert [key.robbable for key in shown.keys.shapes] == [1, 0, 0, 0, 0, 0, 0, 0, 0]


def test_a_hand_takes_what_it_has_room_for(log):
    now = log(Take(ANA, 5), track="hands", deck=60)
    shown = SCREEN.keys.slips["take"](now, asked(now, {"player": ANA}))
    assert (str(shown.heading), shown.seat, shown.hand) == ("Ana takes how many cards?", ANA, Hand(5, 2, False))
    assert (shown.at_once, shown.pile, shown.corrects) == (True, 39, False)
    assert [key.cards for key in shown.keys if not key.beyond] == [1, 2]
    assert [key.cards for key in shown.keys if key.beyond] == [3, 4, 5, 6]


def test_cards_taken_are_corrected_by_choice(log):
    now = log(Take(ANA, 5), track="hands")
    shown = SCREEN.keys.slips["take"](now, asked(now, {"player": ANA, "cards": 5}, entry=now.entries[0]))
    assert (str(shown.heading), shown.at_once, shown.seat) == ("Correct: Ana · 5 cards taken", False, None)
    assert shown.corrects
    assert [key.cards for key in shown.keys if key.chosen] == [5]


def test_who_takes_is_asked_where_nobody_is_known(log):
    shown = SCREEN.keys.slips["take"](log(track="hands"), asked(log(track="hands")))
    assert (str(shown.heading), shown.at_once, shown.seat) == ("Who takes cards?", False, None)


def test_the_end_is_asked_and_not_corrected(log):
    assert str(SCREEN.keys.slips["end"](log(), asked(log())).heading) == "Has the last card of the pile been drawn?"
    now = log(End())
    shown = SCREEN.keys.slips["end"](now, asked(now, entry=now.entries[0]))
    assert (str(shown.heading), shown.corrects) == ("Correct: Stopped here", True)


def test_a_group_to_put_right_is_filled_in_with_what_is_noted(log):
    now = log(Bank(ANA, MACARONI, 3, 1))
    shown = SCREEN.keys.slips["lay"](now, asked(now, {"player": ANA, "shape": MACARONI}))
    assert (shown.shape.name, shown.pasta, shown.sauce, shown.corrects) == ("Macaroni", 3, 1, None)
    sent = SCREEN.keys.slips["lay"](now, asked(now, {"player": ANA, "shape": MACARONI}, sent=True))
    assert (sent.pasta, sent.sauce) == ("", "")


def test_before_that_whose_and_which_shape_are_chosen(log):
    now = log(Bank(ANA, MACARONI, 3, 1))
    shown = SCREEN.keys.slips["lay"](now, asked(now, {"player": ANA}))
    assert (str(shown.heading), shown.seat, shown.shape) == ("Correct what’s on the table", ANA, None)
    assert [heap.cards for heap in shown.heaps] == [4, 0, 0, 0, 0, 0, 0, 0, 0]
    for given in ({"player": 7, "shape": MACARONI}, {"player": ANA, "shape": 9}, {"shape": MACARONI}):
        assert SCREEN.keys.slips["lay"](now, asked(now, given)).shape is None


def test_what_was_put_right_is_corrected_as_it_was_told(log):
    now = log(Lay(BO, PENNE, 9), Lay(BO, PENNE, 4))
    given = {"player": BO, "shape": PENNE, "pasta": 9, "sauce": 0}
    shown = SCREEN.keys.slips["lay"](now, asked(now, given, entry=now.entries[0]))
    assert (str(shown.heading), shown.corrects, shown.pasta) == ("Correct: Bo · Penne corrected: 9", 1, "")


def test_the_token_is_shown_where_it_lies_by_now(log):
    def holds(*moves, **told):
        shown = SCREEN.keys.slips["token"](log(*moves), asked(log(*moves), **told))
        return [key.seat for key in shown.seats if key.chosen], shown.nobody

    assert holds() == ([], True)
    assert holds(Bank(BO, MACARONI, 2)) == ([BO], False)
    assert holds(Bank(BO, MACARONI, 2), given={"player": CY}, sent=True) == ([CY], False)
    now = log(Hold(None), Bank(BO, MACARONI, 2))
    shown = SCREEN.keys.slips["token"](now, asked(now, {"player": None}, entry=now.entries[0]))
    assert (str(shown.heading), shown.corrects, shown.nobody) == ("Correct: Nobody has Al Dente", True, True)


# What the big button says


def said(log, move):
    """What the button says of a move, before it is noted."""
    shown = SCREEN.keys.preview(log, asked(log), Outcome(move, GAME.tap(log.sheet, move), None))
    return [str(text) for text in (shown.does, shown.line, shown.token) if text]


def test_the_button_says_what_a_bank_would_do(log):
    now = log(Bank(ANA, MACARONI, 3, 1), Bank(BO, PENNE, 2))
    assert said(now, Bank(CY, MACARONI, 3)) == ["Bank 3 Macaroni for Cy", "3 on the table"]
    assert said(now, Bank(CY, MACARONI, 3, 0, ANA))[1] == "and steal one from Ana: 4 on the table"
    assert said(now, Bank(CY, MACARONI, 3, 0, ANA, "sauce"))[1] == "and steal a sauce from Ana: 4 on the table"
    assert said(now, Bank(CY, MACARONI, 2))[2] == "Al Dente goes from Bo to Cy: −2"
    assert said(now, Bank(BO, PENNE, 1)) == ["Bank 1 Penne for Bo", "3 on the table", "Al Dente is with Bo: −2"]


def test_a_correction_says_nothing_of_a_token_that_a_later_bank_has_moved(log):
    now = log(Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 2))
    four = Bank(ANA, MACARONI, 4)
    outcome = Outcome(four, history.sheet_if(GAME, now, 1, four), None)
    shown = SCREEN.keys.preview(now, asked(now, entry=now.entries[0]), outcome)
    assert (str(shown.line), shown.token) == ("4 on the table", None)


def test_half_a_bank_says_what_is_missing_or_wrong(log):
    now = log()
    for given, does in (({}, "Bank"), ({"player": BO}, "Bank for Bo")):
        missing = SCREEN.keys.preview(now, asked(now, given), Outcome(None, None, None))
        assert (str(missing.does), str(missing.line), missing.token) == (does, "Choose a shape", None)
    assert SCREEN.keys.preview(now, asked(now), Outcome(None, None, "no number")).refusal == "no number"


# Words


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (Bank(ANA, MACARONI, 3), "Ana · Macaroni 3"),
        (Bank(ANA, MACARONI, 3, 1), "Ana · Macaroni 3 + 1 sauce"),
        (Bank(ANA, MACARONI, 3, 2, BO), "Ana · Macaroni 3 + 2 sauces, one from Bo"),
        (Bank(ANA, MACARONI, 3, 0, BO, "sauce"), "Ana · Macaroni 3, a sauce from Bo"),
        (Take(BO, 1), "Bo · 1 card taken"),
        (Take(BO, 3), "Bo · 3 cards taken"),
        (Lay(BO, PENNE, 9, 2), "Bo · Penne corrected: 9 + 2 sauces"),
        (Lay(BO, PENNE, 9), "Bo · Penne corrected: 9"),
        (Lay(BO, PENNE, 0, 1), "Bo · Penne corrected: 1 sauce"),
        (Lay(BO, PENNE, 0), "Bo · Penne corrected: nothing"),
        (Hold(BO), "Al Dente is with Bo"),
        (Hold(None), "Nobody has Al Dente"),
        (End(), "Stopped here"),
    ],
)
def test_every_move_is_told_in_a_line(move, line):
    assert str(SCREEN.words.move(GAME.table(("Ana", "Bo")), move)) == line


def notice(sheet, seat=ANA):
    text = SCREEN.words.notice(sheet, figures(sheet), seat)
    return text and str(text)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((), "Tap shape and number"),
        ((Bank(ANA, MACARONI, 2),), "Al Dente is with Ana: −2"),
        ((Bank(ANA, MACARONI, 2), Bank(BO, PENNE, 1)), "Al Dente goes from Ana to Bo: −2"),
        ((Bank(ANA, MACARONI, 2), Hold(BO)), "Al Dente goes from Ana to Bo: −2"),
        ((Bank(ANA, MACARONI, 2), Hold(None)), "Ana no longer has Al Dente"),
        ((Hold(None),), "Nobody has Al Dente"),
        ((Bank(ANA, MACARONI, 3), Lay(ANA, MACARONI, 9, 2)), "Ana · Macaroni: 9 + 2 sauces instead of 3"),
        ((Bank(ANA, MACARONI, 3, 1), Lay(ANA, MACARONI, 0)), "Ana · Macaroni: nothing instead of 3 + 1 sauce"),
        ((Bank(ANA, MACARONI, 3), Lay(ANA, MACARONI, 3)), "Ana · Macaroni: 3, as it was"),
    ],
)
def test_the_shelf_says_what_has_changed(played, moves, said):
    assert notice(played(*moves)) == said


def test_the_token_may_count_nothing(played):
    assert notice(played(Bank(ANA, MACARONI, 2), al_dente=0)) == "Al Dente is with Ana: counts for nothing"


def test_the_shelf_says_what_a_hand_can_do(played):
    sheet = played(Take(ANA, 6), Take(ANA, 1), Take(BO, 2), track="hands", seats=3)
    assert [notice(sheet, seat) for seat in (ANA, BO, CY)] == [
        "The hand is full: bank",
        "Take cards or bank",
        "First take some cards",
    ]


def test_a_turn_is_somebodys_or_a_seat_is_chosen(played):
    assert [str(whose_turn(played(), seat)) for seat in (ANA, BO)] == ["Ana’s turn", "For Bo"]


def test_home_says_whose_turn_it_is_and_who_is_ahead(played):
    def line(sheet):
        return str(SCREEN.words.line(sheet, figures(sheet)))

    assert line(played(Bank(ANA, MACARONI, 3))) == "Bo’s turn"
    assert line(played(Take(ANA, 3), track="hands", deck=20)) == "Bo’s turn, 1 card left"
    assert line(played(Bank(ANA, MACARONI, 3), End())) == "Ana wins with 3"

    def ahead(sheet):
        return who_is_ahead(GAME, sheet, figures(sheet))

    assert ahead(played()) is None
    assert ahead(played(Bank(BO, MACARONI, 3))) == Best(BO, 3)


def test_the_end_says_who_has_won_and_by_what(played):
    def end(*moves):
        sheet = played(*moves, End(), seats=3)
        shown = figures(sheet)
        return str(SCREEN.words.verdict(sheet, shown)), [str(text) for text in SCREEN.words.because(sheet, shown)]

    three, four = Bank(ANA, MACARONI, 3), Bank(BO, PENNE, 4)
    assert end(three, four) == ("Bo wins with 4", ["1 point ahead of Ana."])
    assert end(four, Bank(CY, RAVIOLI, 4)) == (
        "Bo and Cy share the victory: 4 each",
        ["Equal totals, level to the last: the victory is shared."],
    )
    assert end() == ("Nobody banked anything", [])
    sheet = played(three)
    assert SCREEN.words.verdict(sheet, figures(sheet)) is None


@pytest.mark.parametrize(
    ("options", "rule"),
    [({}, "First the largest group decides"), ({"tiebreak": "cards"}, "First the most cards decide")],
)
def test_a_tie_comes_with_its_rule(shown, options, rule):
    tie = shown(Bank(ANA, 0, 3), Bank(ANA, 1, 3), Bank(BO, 2, 6), End(), **options).tie
    assert str(tie.rule).startswith(rule)


def test_a_group_is_told_with_its_sauces(shown):
    heaps = shown(Bank(ANA, MACARONI, 3), Bank(ANA, PENNE, 3, 1), Bank(ANA, RAVIOLI, 3, 2)).heaps[ANA]
    assert [str(heap.words) for heap in heaps] == [
        "3 Macaroni",
        "4 Penne, 1 of them sauce",
        "5 Ravioli, 2 of them sauces",
    ]
    assert [heap.sauces_counted for heap in heaps] == [False, False, True]


def test_on_paper_the_token_s_way_goes_on_to_whoever_took_it_and_ends_with_the_game(log):
    moves = [Bank(ANA, 0, 5), Bank(BO, 1, 4), Bank(CY, 2, 6), Bank(ANA, 3, 2), Bank(BO, 5, 2), Bank(BO, 4, 7), End()]
    lanes = SCREEN.printing.beneath(log(*moves), None).lanes
    assert [(lane.said, lane.bars) for lane in lanes] == [("Ana", ((4, 5),)), ("Bo", ((5, 7),)), ("Cy", ())]


@pytest.mark.parametrize("seats", [2, 6])
def test_on_paper_the_picture_ends_right_under_its_last_lane(seats):
    table = GAME.table(("Ana", "Bo", "Cy", "Di", "Eve", "Flo")[:seats], {})
    entries = [
        Entry(number, "move", None, move, move, str(number), None, datetime(2026, 11, 14, tzinfo=UTC))
        for number, move in enumerate([Bank(ANA, 0, 5), Bank(BO, 1, 4), Bank(ANA, 3, 2), End()], 1)
    ]
    went = on_paper(GAME, SCREEN, history.with_accepted(GAME, history.start(GAME, table), entries), None)
    assert len(went.lanes) == seats
    assert 0 < went.height - went.floors[-1] < LANE
