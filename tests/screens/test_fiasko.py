"""What a screen shows of Fiasko, and what it says: the sheet, the slips, the notices, the end."""

from functools import partial

import pytest

from companion.record import history
from companion.record.history import Entry
from companion.rules import GAMES
from companion.rules.core import RuleBroken
from companion.rules.fiasko.moves import PRODUCTS, Draw, Recount, Reshuffle, Score
from companion.rules.fiasko.standing import standing
from companion.rules.fiasko.weighing import weigh
from companion.rules.moves import End
from companion.screens import SCREENS
from companion.screens.core import Asked, Outcome
from companion.screens.fiasko.figures import figures
from companion.screens.fiasko.weighed import shown, weighing
from companion.screens.wording import Best, who_is_ahead, whose_turn

GAME, SCREEN = GAMES["fiasko"], SCREENS["fiasko"]
WORDS = SCREEN.words
TABLE = GAME.table(("Ana", "Bo"))


def goods(*seats):
    return [Draw(seat, "goods") for seat in seats]


def totals(sheet):
    return [column.total for column in standing(sheet)]


def five(seat, points=13):
    return [Score(seat, product, points=points) for product in PRODUCTS]


def test_nobody_leads_before_anybody_scored(played):
    assert figures(played()).leaders == ()
    assert figures(played(Score(1, "corn", points=36))).leaders == (1,)


def test_the_pile_on_the_screen(played):
    pile = figures(played(*goods(0), Draw(1, "fiasko"))).pile
    assert (pile.size, pile.pack, pile.fiasko_left, pile.catastrophe_left, pile.empty) == (86, 88, 5, 2, False)
    assert (pile.fiasko, pile.catastrophe) == ((False,) * 5 + (True,), (False, False))


def test_a_table_that_counts_less_sees_less(played):
    pile = figures(played(Draw(0, "catastrophe"), count="specials")).pile
    assert (pile.size, pile.empty, pile.catastrophe) == (None, False, (False, True))
    assert figures(played(count="none")).pile is None


def test_a_pile_of_nothing_but_bad_cards_says_so(played):
    assert figures(played(Recount(pile=4, fiasko=3, catastrophe=1))).pile.only_bad
    assert not figures(played(Recount(pile=5, fiasko=3, catastrophe=1))).pile.only_bad
    assert not figures(played(Recount(pile=0))).pile.only_bad
    assert not figures(played(count="specials")).pile.only_bad


def test_without_the_eight_one_draws_without_fear(played):
    six, two = [Draw(0, "fiasko")] * 6, [Draw(0, "catastrophe")] * 2
    assert figures(played(*six, *two)).pile.fearless
    assert not figures(played(*six, *two[:1])).pile.fearless
    assert not figures(played(*six[:5], *two)).pile.fearless


def test_the_finish_decided_where_the_twenty_made_the_winner(played):
    rival = [Score(0, "milk", points=85)]  # 85 + 30, against 65 + 4 × 30 with or without 20
    assert not figures(played(*rival, *five(1))).finish_decided
    rival = [Score(0, product, points=points) for product, points in (("milk", 48), ("corn", 42))]
    sheet = played(*rival, *five(1))  # 90 + 60 = 150, against 65 + 90 + 20
    assert (totals(sheet), figures(sheet).finish_decided) == ([150, 175], False)
    rival = [Score(0, product, points=points) for product, points in (("milk", 48), ("corn", 48))]
    sheet = played(*rival, *five(1))  # 96 + 60 = 156, against 155 + 20
    assert (totals(sheet), figures(sheet).finish_decided) == ([156, 175], True)
    assert (figures(sheet).ahead, figures(sheet).runners_up) == (19, (0,))


# The sheet


def test_a_cell_has_its_points_and_its_bonus_as_it_stands(played):
    sheet = played(Score(0, "milk", points=1000), Score(1, "milk", points=60), Score(1, "corn", points=36), seats=3)
    rows = {row.product: row for row in figures(sheet).rows}
    assert list(rows) == list(PRODUCTS)
    assert str(rows["milk"].title) == "Milk"
    assert rows["milk"].cells == ((0, 1000, 30, True, True), (1, 60, 0, False, False), (2, None, 0, False, False))
    assert rows["corn"].cells[1] == (1, 36, 30, True, False)


def test_two_who_tie_share_the_tag(played):
    sheet = played(Score(0, "milk", points=60), Score(1, "milk", points=60))
    milk = figures(sheet).rows[0]
    assert [(cell.bonus, cell.alone) for cell in milk.cells] == [(15, False), (15, False)]


def test_the_foot_of_the_sheet(played):
    sheet = played(Score(0, "milk", points=1000), Score(1, "corn", points=36))
    assert figures(sheet).sums == ((1030, True, True), (66, False, False))


def test_a_hand_stands_over_its_column_while_it_matters(played):
    assert figures(played(*goods(0, 1, 0))).heads == ((0, 2, False), (1, 1, True))
    assert figures(played(*goods(0), End())).heads == ((0, None, False), (1, None, False))
    assert figures(played(Draw(0, "fiasko"), count="specials")).heads[0].cards is None


def test_an_empty_pile_says_so(played):
    assert figures(played(Recount(pile=0))).pile.empty


# The pad and the slips


def log_of(*moves, seats=2, **options):
    log = history.start(GAME, GAME.table(("Ana", "Bo", "Cy")[:seats], options))
    entries = [Entry(number, "move", None, move, move, str(number), None, None) for number, move in enumerate(moves, 1)]
    return history.with_accepted(GAME, log, entries)


def asked(*left_out, refused=(), entry=None, sent=False, **given):
    return Asked(given, frozenset(left_out), frozenset(refused), entry, sent, dict, str)


def slip(kind, log, told=None):
    told = told or asked()
    before = partial(history.sheet_before, log, told.entry and told.entry.number)
    return SCREEN.keys.slips[kind](log, told._replace(sheet_before=before))


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        ({}, (True, True, False)),
        ({"count": "specials"}, (True, False, False)),
        ({"count": "none"}, (False, False, False)),
        ({"fiasko_loss": "product"}, (True, True, True)),
        ({"fiasko_loss": "product", "count": "specials"}, (True, False, False)),
    ],
)
def test_the_pad_has_the_keys_that_this_table_taps(played, options, keys):
    assert SCREEN.keys.pad(played(**options), 1) == (1, *keys)


def test_a_pad_for_nobody_asks_who(played):
    assert SCREEN.keys.pad(played(count="specials"), None).seat is None


def test_the_slip_of_a_draw_offers_the_cards_that_are_tapped():
    assert [card.value for card in slip("draw", log_of()).cards] == ["goods", "fiasko", "catastrophe"]
    shown = slip("draw", log_of(count="specials"), asked(card="fiasko"))
    assert [(card.value, card.chosen) for card in shown.cards] == [("fiasko", True), ("catastrophe", False)]
    assert (str(shown.heading), str(shown.button), shown.asks_loss) == ("Who drew it?", "Note it", False)


def test_a_correction_says_what_it_corrects():
    log = log_of(*goods(0), Draw(1, "fiasko"), Recount(pile=80), Score(0, "milk", points=88))
    for kind, number, heading in (
        ("draw", 2, "Correct: Bo · Fiasko"),
        ("recount", 3, "Correct: Recounted: 80 cards"),
        ("score", 4, "Correct: Ana · Milk 88"),
    ):
        assert str(slip(kind, log, asked(entry=log.entries[number - 1])).heading) == heading
    assert str(slip("draw", log, asked(entry=log.entries[1])).button) == "Correct it"


def test_a_recount_starts_from_the_count():
    shown = slip("recount", log_of(*goods(0), Draw(1, "fiasko")))
    assert [(field.name, field.counted, field.value) for field in shown.fields] == [
        ("pile", 86, "86"),
        ("fiasko", 1, "1"),  # in the discards, where one sees them
        ("catastrophe", 0, "0"),
    ]
    assert [(hand.seat, hand.counted, hand.value) for hand in shown.hands] == [(0, 1, "1"), (1, 0, "0")]
    assert slip("recount", log_of(count="specials")).hands == ()
    assert [field.name for field in slip("recount", log_of(count="specials")).fields] == ["fiasko", "catastrophe"]


def test_what_was_left_empty_in_a_recount_stays_empty():
    log = log_of(Recount(pile=80))
    for told in (asked(sent=True), asked(entry=log.entries[0])):
        assert [field.value for field in slip("recount", log, told).fields] == ["", "", ""]


@pytest.mark.parametrize(
    ("move", "key", "follows"),
    [
        (
            Recount(pile=84, fiasko=4, catastrophe=1),
            "Note 84 cards",
            "1 card went unseen; 4 Fiaskos and 1 catastrophe to come",
        ),
        (Recount(pile=87), "Note 87 cards", "2 cards were never drawn; 6 Fiaskos and 2 catastrophes to come"),
        (Recount(pile=85), "Note 85 cards", "6 Fiaskos and 2 catastrophes to come"),
        (Recount(hands=(3, 1)), "Note the hands", "Ana 3 (was 2)"),
        (Recount(hands=(2, 1)), "Note the hands", "as counted"),
    ],
)
def test_the_key_of_a_recount_says_what_follows(move, key, follows):
    log = log_of(*goods(0, 1, 0))
    told = SCREEN.keys.preview(log, asked()._replace(kind="recount"), Outcome(move, GAME.tap(log.sheet, move), None))
    assert (str(told.button), str(told.follows)) == (key, follows)


def test_a_recount_that_tells_both_keeps_both_when_it_is_corrected():
    log = log_of(Recount(hands=(3, 1)), Recount(pile=80, hands=(3, 1)), Recount(pile=80))
    told = ({"hands": (3, 1)}, {"pile": 80, "hands": (3, 1)}, {"pile": 80})
    shown = [slip("recount", log, asked(entry=entry, **it)) for entry, it in zip(log.entries, told, strict=True)]
    assert [one.without for one in shown] == ["pile fiasko catastrophe", None, "hands"]
    assert [str(WORDS.move(log.sheet.table, entry.move)) for entry in log.entries] == [
        "Hands recounted: 3 · 1",
        "Recounted: 80 cards",
        "Recounted: 80 cards",
    ]


def test_the_slip_of_a_score_knows_the_scorer_and_the_hand():
    shown = slip("score", log_of(*goods(0, 1, 0)), asked(player=0))
    assert (str(shown.heading), shown.heading_shown, shown.scorer, shown.hand) == ("Ana scores", False, 0, "2")
    assert (str(shown.preview.button), shown.values, shown.previews) == ("Note it for Ana", (1, 2, 3, 4, 5), False)
    assert shown.counted


@pytest.mark.parametrize("given", [{}, {"player": 9}, {"player": -1}])
def test_a_score_of_nobody_asks_who(given):
    shown = slip("score", log_of(*goods(0)), asked(**given))
    assert (str(shown.heading), shown.heading_shown, shown.scorer, shown.hand) == ("Who scores?", True, None, "")
    assert (str(shown.preview.button), shown.begins_at) == ("Note it", "player")


def test_a_seat_that_was_refused_is_asked_again():
    assert slip("score", log_of(), asked(player=0, refused=("player",), sent=True)).scorer is None


def test_a_hand_that_nobody_counted_is_not_filled_in():
    assert slip("score", log_of(), asked(player=0)).hand == ""
    uncounted = slip("score", log_of(count="none"), asked(player=0))
    assert (uncounted.hand, uncounted.counted) == ("", False)


def test_a_hand_that_is_corrected_is_filled_in_from_the_count_as_it_was():
    log = log_of(*goods(0, 1, 0), Score(0, "milk", points=88), *goods(1, 0))
    assert slip("score", log, asked(player=0, points=88, entry=log.entries[3])).hand == "2"
    assert slip("score", log, asked(player=0)).hand == "1"


def test_what_is_scored_already_is_taken_except_in_its_own_correction():
    log = log_of(Score(0, "milk", points=88), Score(0, "corn", points=40))
    fresh = slip("score", log, asked(player=0, product="pickles")).products
    assert [(key.value, key.taken) for key in fresh if key.taken] == [("milk", True), ("corn", True)]
    assert [key.value for key in fresh if key.chosen] == ["pickles"]
    corrected = slip("score", log, asked(player=0, entry=log.entries[0])).products
    assert [key.value for key in corrected if key.taken] == ["corn"]
    assert not [key for key in slip("score", log).products if key.taken]


CARDS, POINTS = Score(0, "milk", (5, 4), 4), Score(0, "milk", points=88)
WITHOUT_CARDS = ("values", "hand")


@pytest.mark.parametrize(
    ("before", "told", "by_points"),
    [
        ((), asked(), False),
        ((CARDS,), asked(), False),
        ((POINTS,), asked(), True),
        ((POINTS, Draw(1, "goods")), asked(), True),
        ((POINTS,), asked("points"), False),
        ((CARDS,), asked(*WITHOUT_CARDS), True),
        ((POINTS,), asked(values=(5, 4)), False),
        ((CARDS,), asked(points=88), True),
        ((), asked(values=(5, 4), points=88), False),
    ],
)
def test_a_score_is_told_as_it_was_or_as_the_last_one(before, told, by_points):
    assert slip("score", log_of(*before), told).by_points is by_points


def test_a_correction_is_not_told_as_the_last_score():
    log = log_of(POINTS)
    assert not slip("score", log, asked(entry=log.entries[0])).by_points


@pytest.mark.parametrize(
    ("told", "previews"),
    [(asked(), False), (asked(product="milk"), False), (asked(points=88), True), (asked(points=88, sent=True), False)],
)
def test_what_was_typed_before_says_at_once_what_it_would_be(told, previews):
    """What was refused has its refusal there."""
    assert slip("score", log_of(), told).previews is previews


WITH_CARDS = ("points",)


@pytest.mark.parametrize(
    ("told", "field", "prompt"),
    [
        (asked(*WITH_CARDS), "player", "Tap who scores"),
        (asked(*WITH_CARDS, player=0), "product", "Tap the product"),
        (asked(*WITH_CARDS, player=0, product="milk"), "values", "Tap the cards of the product"),
        (asked(*WITH_CARDS, player=0, product="milk", values=(5,)), "hand", "How many cards in hand?"),
        (asked(*WITHOUT_CARDS, player=0), "product", "Tap the product"),
        (asked(*WITHOUT_CARDS, player=0, product="milk"), "points", "Type the points"),
        (asked(*WITH_CARDS, player=0, product="milk", values=(5,), hand=4), "values", None),
    ],
)
def test_a_score_asks_for_what_comes_next(told, field, prompt):
    shown = slip("score", log_of(), told)
    assert (shown.begins_at, shown.preview.prompt and str(shown.preview.prompt)) == (field, prompt)
    asks = SCREEN.keys.preview(log_of(), told, Outcome(None, None, None)).prompt
    assert (asks and str(asks)) == prompt


def test_a_counted_hand_is_not_asked_for():
    shown = slip("score", log_of(*goods(0)), asked(*WITH_CARDS, player=0, product="milk", values=(5, 2)))
    assert (shown.begins_at, shown.preview.prompt, shown.typed) == ("values", None, "5 + 2")


# The preview


@pytest.mark.parametrize(
    ("points", "doubt", "near"),
    [(53, "4 cards in hand: 52 or 56?", (52, 56)), (56, "None", ()), (14, "None", ()), (67, "None", (66, 68))],
)
def test_points_that_the_counted_hand_can_not_make_are_doubted_and_can_be_noted(points, doubt, near):
    log = log_of(*goods(0, 1) * 4)
    move = Score(0, "milk", points=points)
    try:
        outcome = Outcome(move, GAME.tap(log.sheet, move), None)
    except RuleBroken as broken:
        outcome = Outcome(move, None, broken.text)
    told = SCREEN.keys.preview(log, asked("values", "hand", player=0, product="milk", points=points), outcome)
    assert (str(told.doubt), told.nearest) == (doubt, near)


def preview(log, move):
    try:
        outcome = Outcome(move, GAME.tap(log.sheet, move), None)
    except RuleBroken as broken:
        outcome = Outcome(move, None, broken.text)
    return SCREEN.keys.preview(log, asked(), outcome)


@pytest.mark.parametrize(
    ("points", "words"),
    [(40, "Shared best: +15"), (36, "Not the best: no bonus")],
)
def test_a_half_told_score_says_what_it_would_bring(points, words):
    shown = preview(log_of(Score(1, "milk", points=40)), Score(0, "milk", points=points))
    assert (str(shown.bonus), shown.score.worth, shown.ends, shown.refusal) == (words, points, False, None)
    assert str(shown.button) == f"Note {points} for Ana"


def test_three_best_that_earn_nothing_are_told_that_they_are_level():
    level = [Score(1, "milk", points=88), Score(2, "milk", points=88)]
    log = log_of(*level, seats=3, three_way_tie="none")
    assert str(preview(log, Score(0, "milk", points=88)).bonus) == "Level with two or more: no bonus"
    assert str(preview(log, Score(0, "milk", points=60)).bonus) == "Not the best: no bonus"


def test_a_half_told_score_says_from_whom_the_bonus_goes_to_whom():
    log = log_of(Score(1, "milk", points=40), Score(0, "corn", points=40), Score(1, "corn", points=36))
    assert str(preview(log, Score(0, "milk", points=60)).bonus) == "The +30 goes from Bo to Ana"
    correction = asked(*WITHOUT_CARDS, entry=log.entries[1])
    less = Score(0, "corn", points=13)
    shown = SCREEN.keys.preview(log, correction, Outcome(less, history.sheet_if(GAME, log, 2, less), None))
    assert (str(shown.bonus), str(shown.button)) == ("The +30 goes from Ana to Bo", "Correct it to 13")


def test_the_last_product_is_said_to_end_the_game():
    assert preview(log_of(*five(0)[:4]), five(0)[4]).ends


def test_a_correction_ends_no_game_that_was_over_before_it():
    log = log_of(*five(0))
    more = Score(0, "milk", points=40)
    shown = SCREEN.keys.preview(
        log, asked(entry=log.entries[0]), Outcome(more, history.sheet_if(GAME, log, 1, more), None)
    )
    assert (shown.score.worth, shown.ends) == (40, False)


@pytest.mark.parametrize(("points", "nearest"), [(67, (66, 68)), (3841, (3840,))])
def test_a_refused_score_says_why_and_which_could_be(points, nearest):
    shown = preview(log_of(), Score(0, "milk", points=points))
    assert (str(shown.refusal), shown.nearest) == (f"No cards make {points} points. The nearest:", nearest)
    assert (shown.score, shown.bonus, shown.prompt, shown.ends) == (None, None, None, False)


def test_cards_that_can_not_be_have_no_nearest():
    shown = preview(log_of(), Score(0, "milk", (1, 1, 1, 1), 8))
    assert (str(shown.refusal), shown.nearest) == ("A product has only 3 cards of the value 1", ())


@pytest.mark.parametrize("score", [Score(0, "milk", points=6), Score(0, "milk", (2,), 5)])
def test_too_little_is_no_mistake_while_the_next_digit_or_card_may_follow(score):
    shown = preview(log_of(), score)
    assert "at least 13 points" in str(shown.prompt)
    assert shown.refusal is None


def test_what_can_not_be_read_is_said_before_what_is_missing():
    shown = SCREEN.keys.preview(
        log_of(), asked(*WITH_CARDS, player=0), Outcome(None, None, "“x” is not a whole number")
    )
    assert (shown.refusal, shown.prompt) == ("“x” is not a whole number", None)


def test_a_struck_score_can_be_looked_at_before_it_is_corrected():
    log = history.with_accepted(GAME, log_of(POINTS), [Entry(2, "strike", 1, None, None, "2", None, None)])
    sheet = history.sheet_if(GAME, log, 1, CARDS)
    assert str(SCREEN.keys.preview(log, asked(), Outcome(CARDS, sheet, None)).bonus) == "Not the best: no bonus"


# Words


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Draw(0, "goods"), "Ana · Goods"),
        (Draw(1, "fiasko"), "Bo · Fiasko"),
        (Draw(1, "fiasko", 1), "Bo · Fiasko (1 card lost)"),
        (Draw(1, "fiasko", 0), "Bo · Fiasko (0 cards lost)"),
        (Score(0, "milk", (5, 2, 4), 8), "Ana · Milk 88"),
        (Score(0, "sardines", points=60), "Ana · Sardines 60"),
        (Recount(80), "Recounted: 80 cards"),
        (Recount(1), "Recounted: 1 card"),
        (Recount(fiasko=3), "Recounted"),
        (Reshuffle(), "Shuffled"),
        (End(), "Stopped here"),
    ],
)
def test_a_move_in_a_line(move, words):
    assert str(WORDS.move(TABLE, move)) == words


def test_whose_turn_it_is_and_for_whom_it_is_tapped(played):
    sheet = played(*goods(0))
    assert [str(whose_turn(sheet, seat)) for seat in (0, 1)] == ["For Ana", "Bo’s turn"]


def noticed(sheet, seat):
    return str(WORDS.notice(sheet, figures(sheet), seat))


def test_the_shelf_says_what_can_be_done(played):
    assert noticed(played(), 0) == "Draw a card or score a product"
    assert noticed(played(count="none"), None) == "Tap the player who drew or scores"


def test_without_the_eight_the_shelf_says_that_nothing_is_to_fear(played):
    assert noticed(played(Recount(30, 0, 0)), 0) == "All 8 are out: draw without fear"


@pytest.mark.parametrize("product", PRODUCTS)
def test_a_hand_that_could_beat_the_best_is_told_so(played, product):
    sheet = played(Score(1, product, points=13), *goods(0, 0, 0, 0, 0, 1))
    assert noticed(sheet, 0) == f"{product.title()}: +30 within reach (5 cards)"
    assert noticed(sheet, 1) == "Draw a card or score a product"


def test_a_bonus_that_one_hand_in_two_misses_is_not_promised(played):
    """Seven cards beat 56 one time in eight, and 13 with four one time in three."""
    for points, cards in ((56, 7), (13, 4)):
        sheet = played(Score(1, "milk", points=points), *goods(*[0] * cards, 1))
        assert noticed(sheet, 0) == "Draw a card or score a product"


def test_of_several_within_reach_the_likeliest_is_named(played):
    sheet = played(Score(1, "corn", points=30), Score(1, "milk", points=20), *goods(*[0] * 9, 1))
    assert noticed(sheet, 0) == "Milk: +30 within reach (9 cards)"


def line(sheet):
    return str(WORDS.line(sheet, figures(sheet)))


def test_a_row_of_the_home_page(played):
    assert line(played(*goods(0))) == "Bo’s turn, 87 cards left"
    assert line(played(count="none")) == "Under way"
    assert line(played(Score(0, "milk", points=60), End())) == "Ana wins with 90"


def ahead(sheet):
    return who_is_ahead(GAME, sheet, figures(sheet))


def test_who_is_ahead(played):
    assert ahead(played()) is None
    assert ahead(played(Score(1, "milk", points=60))) == Best(1, 90)


def because(sheet):
    return [str(said) for said in WORDS.because(sheet, figures(sheet))]


STOPPED = "Stopped early: nobody gets the 20 for finishing."


def test_the_end_in_words(played):
    sheet = played(
        Score(0, "milk", points=60), Score(1, "corn", points=60), Score(2, "corn", points=24), End(), seats=3
    )
    assert str(WORDS.verdict(sheet, figures(sheet))) == "Ana and Bo share the victory: 90 each"
    assert because(sheet) == ["Equal totals, and no rulebook breaks the tie.", STOPPED]
    sheet = played(Score(0, "milk", points=60), End())
    assert because(sheet) == ["90 points ahead of Bo.", STOPPED]
    sheet = played(Score(0, "milk", points=48), Score(0, "corn", points=48), *five(1))
    assert because(sheet) == ["19 points ahead of Ana.", "The 20 for finishing made the difference."]


def test_nobody_shares_a_victory_with_nothing(played):
    sheet = played(*goods(0, 1), End())
    assert str(WORDS.verdict(sheet, figures(sheet))) == line(sheet) == "Stopped before anybody scored"
    assert (because(sheet), ahead(sheet)) == ([], None)


def test_before_the_end_nobody_has_won(played):
    sheet = played(Score(0, "milk", points=60))
    assert (WORDS.verdict(sheet, figures(sheet)), because(sheet)) == (None, [])


# Draw or score?


def test_both_ways_are_told_about_and_never_as_certain(played):
    sheet = played(*goods(0, 1) * 6)
    shown = weighing(sheet)
    assert (shown.seat, str(shown.title), shown.product) == (0, "Score now", None)
    assert [way.card for way in shown.ways] == ["goods", "fiasko", "catastrophe"]
    assert str(shown.described).startswith("Chances to win, about: Ana ")
    told = weighing(sheet, Score(0, "milk", (5, 5, 4), 6))
    assert (str(told.title), told.product) == ("Score milk 84 now".replace("milk", "Milk"), "milk")
    four = [Score(0, product, points=400) for product in PRODUCTS[:4]]
    won = weighing(played(*four, *goods(1)), Score(0, "sardines", (5, 5, 4), 6))
    assert (won.score, won.stands) == (0.99, 0.99)


def test_what_lies_within_two_in_a_hundred_is_level(played):
    weighed = weigh(played(*goods(0, 1) * 6))
    words = [
        str(shown(played(), weighed._replace(draw=draw, score=score)).verdict)
        for draw, score in ((0.5, 0.51), (0.5, 0.55), (0.56, 0.5))
    ]
    assert words == [
        "Level: too close to call.",
        "Scoring is better by about 5 in 100.",
        "One more card is better by about 6 in 100.",
    ]
    assert shown(played(), weighed._replace(draw=None)).verdict is None


def test_nothing_is_weighed_where_the_table_calls_it_cheating_or_does_not_count(played):
    assert weighing(played(*goods(0, 1), advice="off")) is None
    assert weighing(played(count="specials")) is None


# What a card cost


def cost(*moves, seats=3, **options):
    log = log_of(*moves, seats=seats, **options)
    said = WORDS.cost(log.steps[-1])
    return said and str(said)


def test_a_catastrophe_says_who_lost_how_many_cards():
    assert cost(*goods(0, 0, 1), Draw(2, "catastrophe")) == "Catastrophe! 3 cards lost"
    assert cost(*goods(0, 0, 1), Draw(1, "catastrophe"), catastrophe="everyone") == "Catastrophe! 3 cards lost"


def test_a_fiasko_says_how_many_cards_it_took():
    assert cost(*goods(0, 0), Draw(0, "fiasko")) == "Fiasko: Ana loses 2 cards"
    assert cost(*goods(0, 0), Draw(0, "fiasko", 1), fiasko_loss="product") == "Fiasko: Ana loses 1 card"
    assert cost(*goods(0), Draw(0, "fiasko", 3), fiasko_loss="product") == "Fiasko: Ana loses 3 cards"


@pytest.mark.parametrize(
    "moves", [goods(0), [Draw(0, "fiasko")], [Draw(0, "catastrophe")], [*goods(0), Draw(0, "catastrophe")]]
)
def test_what_costs_nothing_is_not_spoken_of(moves):
    assert cost(*moves) is None


def test_where_hands_are_not_counted_nobody_knows_what_a_card_cost():
    assert cost(Draw(0, "fiasko"), count="specials") is None
    assert cost(Draw(0, "catastrophe"), count="specials") is None
