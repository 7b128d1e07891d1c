"""How a game of Fiasko ended: the tally read out, its course, its luck; of one true game, and of odd ones."""

from itertools import pairwise
from pathlib import Path

import pytest

from companion.record import history
from companion.record.entries import Entry
from companion.record.files import game_file
from companion.rules import GAMES
from companion.rules.fiasko.moves import PRODUCTS, Draw, Recount, Reshuffle, Score
from companion.rules.moves import End
from companion.screens import SCREENS
from companion.screens.fiasko.course import Lead, course_of

GAME, SCREEN = GAMES["fiasko"], SCREENS["fiasko"]
TRUE = Path(__file__).parent / "fiasko-to-the-last-move.json"
NAMES = ("Ana", "Tom", "Chloé", "Bo", "Eve")
STOPPED = End()


class Played:
    """A game, and what is told of it."""

    def __init__(self, moves, seats=2, table=None, **options):
        table = table or GAME.table(NAMES[:seats], options)
        entries = [
            Entry(number, "move", None, move, move, str(number), None, None) for number, move in enumerate(moves, 1)
        ]
        self.log = history.with_accepted(GAME, history.start(GAME, table), entries)

    @property
    def tally(self):
        return SCREEN.afterwards.tally(self.log.sheet)

    @property
    def course(self):
        return course_of(self.log)

    @property
    def chart(self):
        return SCREEN.afterwards.course(self.log)

    @property
    def luck(self):
        return SCREEN.afterwards.luck(self.log)


@pytest.fixture(scope="module")
def true():
    file = game_file.parse(TRUE.read_bytes())
    return Played(file.moves, table=file.table)


def goods(times, seats=2):
    return [Draw(turn % seats, "goods") for turn in range(times)]


def told(texts):
    return [str(text) for text in texts]


# The tally


def test_the_tally_adds_up_step_by_step_and_the_lead_wanders(true):
    steps = [(str(step.title), [one.points for one in step.totals]) for step in true.tally.steps]
    assert steps == [
        ("Sub-totals", [168, 61, 156, 169]),
        ("Ana finishes", [188, 61, 156, 169]),
        ("Best milk", [188, 61, 186, 169]),
        ("Best pickles", [218, 61, 186, 169]),
        ("Best tomatoes", [218, 61, 186, 199]),
        ("Best corn", [218, 61, 186, 229]),
        ("Best sardines", [233, 76, 201, 229]),
    ]
    ahead = ["".join(NAMES[one.seat] for one in step.totals if one.ahead) for step in true.tally.steps]
    assert ahead == ["Bo", "Ana", "Ana", "Ana", "Ana", "Bo", "Ana"]
    assert [(one.points, str(one.rank)) for one in true.tally.totals] == [
        *((233, "first"), (76, "fourth"), (201, "third"), (229, "second")),
    ]


def test_each_step_has_its_arithmetic(true):
    _, finish, milk, *_, sardines = true.tally.steps
    assert (finish.worked.values, finish.worked.hand) == ((2, 4), 5)
    assert milk.scores == ((2, 88), (3, 70))
    assert (str(sardines.level[0]), sardines.level[1], sardines.alone) == ("three level at", 18, False)
    assert [one.gain for one in sardines.totals] == [15, 15, 15, 0]


def test_every_step_but_the_first_can_be_asked_why(true):
    assert {step.number for step in true.tally.steps} - {None} <= {*GAME.answers(true.log.sheet)}
    assert [step.number is None for step in true.tally.steps] == [True, *[False] * 6]


def test_of_a_game_that_was_stopped_nobody_finishes():
    tally = Played([Score(0, "milk", points=60), STOPPED]).tally
    assert told(step.title for step in tally.steps) == ["Sub-totals", "Best milk"]


def test_three_who_share_nothing_are_read_out_all_the_same():
    moves = [*(Score(seat, "milk", points=60) for seat in range(3)), STOPPED]
    *_, milk = Played(moves, 3, three_way_tie="none").tally.steps
    assert [one.gain for one in milk.totals] == [0, 0, 0]
    assert str(milk.level[0]) == "three level at"


def test_where_nobody_scored_nobody_is_first():
    tally = Played([STOPPED]).tally
    assert len(tally.steps) == 1
    assert not any(one.ahead for one in tally.steps[0].totals)
    assert [(one.rank, one.leads) for one in tally.totals] == [(None, False), (None, False)]


# The course


def test_who_led_from_which_turn_on(true):
    assert true.course.leads == (
        *(Lead(1, 26, 27), Lead(2, 27, 48), Lead(3, 48, 63), Lead(2, 63, 120), Lead(3, 120, 137), Lead(0, 137, 137)),
    )
    assert str(true.course.summary) == "The lead changed 5 times, the last time with the very last move."


def test_the_picture_has_every_total_hand_and_blow(true):
    course = true.course
    assert (course.turns, course.shuffles) == (137, (98,))
    assert max(at.value for player in course.players for at in player.totals) == 233
    assert max(at.value for player in course.players for at in player.hand) == 8
    assert [player.total for player in course.players] == [233, 76, 201, 229]
    assert [player.lost for player in course.players] == [6, 13, 2, 5]
    assert [at.turn for at in course.catastrophes] == [9, 10]
    ana = course.players[0]
    assert [(one.turn, one.points) for one in ana.emptied if one.by == "score"] == [
        *((33, 30), (49, 18), (97, 66), (113, 24), (137, 30)),
    ]
    assert [(one.turn, one.held) for one in ana.emptied if one.by == "fiasko"] == [(69, 4)]


def test_every_bar_label_and_hand_has_its_room_in_the_picture(true):
    chart = true.chart
    assert [(lead.seat, lead.signed) for lead in chart.leads] == [
        *((1, False), (2, True), (3, True), (2, True), (3, True)),
    ]  # and none for the very last move
    assert [grade.points for grade in chart.grades] == [50, 100, 150, 200]
    assert [(end.seat, end.total) for end in chart.ends] == [(0, 233), (3, 229), (2, 201), (1, 76)]
    assert all(below.y - above.y >= 19 for above, below in pairwise(chart.ends))
    assert [hand.floor for hand in chart.hands] == [40, 80, 120, 160]
    assert (chart.bottom, chart.height) == (160, 178)
    assert [end.points for end in chart.hands[0].ends] == [30, 18, None, 66, 24, 30]


def test_where_nobody_noted_who_drew_there_are_no_hands():
    chart = Played([Score(0, "milk", points=60), STOPPED], count="none").chart
    assert (chart.hands, len(chart.traces)) == ((), 2)


def test_the_table_behind_it_has_all_but_the_cards_into_a_hand(true):
    lines = true.course.lines
    assert len(lines) == 26
    assert (lines[0].turn, str(lines[0].said), str(lines[0].lost)) == (
        *(9, "Ana · Catastrophe", "Cards lost: Tom 2, Chloé 2 and Bo 2"),
    )
    assert [str(line.said) for line in lines if line.turn == 98] == ["The discards are shuffled in"]
    assert lines[-1].totals == (233, 76, 201, 229)


def test_a_line_can_fall_where_a_best_was_beaten():
    course = Played([Score(0, "milk", points=60), Score(1, "milk", points=64), STOPPED], count="none").course
    assert [at.value for at in course.players[0].totals] == [90, 60]
    assert any("can go down" in str(text) for text in course.description)


def test_nobody_leads_while_two_are_level():
    course = Played([Score(0, "milk", points=60), Score(1, "corn", points=60), STOPPED], count="none").course
    assert [lead.seat for lead in course.leads] == [0, None]
    assert str(course.summary) == "Only Ana ever led alone."


def test_where_not_every_turn_was_noted_no_turn_is_named():
    moves = [Score(0, "milk", points=60), Score(1, "corn", points=64), Score(1, "milk", points=13), STOPPED]
    course = Played(moves, count="specials").course
    assert str(course.summary) == "The lead changed once."
    assert (course.draws, course.counted, {player.hand for player in course.players}) == (True, False, {()})
    assert not Played(moves, count="none").course.draws


def test_where_nobody_scored_there_is_no_course():
    assert Played([*goods(4), STOPPED]).course is None


def test_recounts_shuffles_and_the_stop_are_lines_too():
    moves = [*goods(2), Recount(80), Reshuffle(), Score(0, "milk", points=60), STOPPED]
    said = [str(line.said) for line in Played(moves).course.lines]
    assert said == ["Recounted: 80 cards", "Shuffled", "Ana · Milk 60", "Stopped here"]


# Luck


def test_luck_is_said_as_the_odds_have_it(true):
    assert [(str(one.title), " ".join(told(one.said))) for one in true.luck.each] == [
        ("Ana drew 1 Fiasko", "Expected: 2.6. Luckier than in 3 out of 4 evenings. It cost 4 cards."),
        ("Tom drew 4 Fiaskos", "Expected: 2.5. Unluckier than in 3 out of 4 evenings. They cost 11 cards."),
        ("Chloé drew no Fiasko", "Expected: 2.8. Luckier than in 9 out of 10 evenings."),
        ("Bo drew 3 Fiaskos", "Expected: 3.1. Nothing unusual. They cost 3 cards."),
    ]


def test_the_dots_are_twenty_and_can_be_counted(true):
    assert [one.twenty.evenings for one in true.luck.each] == [
        (1, 4, 6, 4, 3, 2, 0),
        (1, 4, 5, 5, 3, 2, 0),
        (2, 3, 5, 5, 3, 2, 0),
        (0, 3, 4, 6, 4, 2, 1),
    ]
    assert str(true.luck.each[3].twenty.described) == (
        "Twenty evenings with the same draws: 3 evenings with 1 Fiasko, 4 evenings with 2 Fiaskos, "
        "6 evenings with 3 Fiaskos, 4 evenings with 4 Fiaskos, 2 evenings with 5 Fiaskos "
        "and 1 evening with 6 Fiaskos."
    )


def test_whoever_had_it_worst_hears_how_often_somebody_does(true):
    seat, sentence = true.luck.unluckiest
    assert (seat, str(sentence)) == (*(1, "With 4 players, somebody is as unlucky as Tom in 11 out of 20 evenings."),)


def test_the_rarest_run_is_shown_card_by_card(true):
    run = true.luck.run
    assert (run.seat, run.length, len(run.cards), run.cards[0]) == (2, 30, 30, (False, 0.8))
    assert run.brace == (0.8, run.cards[-1][1] + run.card)
    assert str(run.title) == "Chloé: 30 cards in a row without a Fiasko."
    assert str(run.said) == "A run like this comes up in 1 evening in 9."


def test_what_the_picture_leaves_out_is_told_beside_its_odds(true):
    assert told(true.luck.each[1].beside) == [
        "Cards lost to Fiaskos: 11 (expected: 3.7)",
        "Catastrophes drawn: 1 (expected: 0.3)",
        "Cards lost to catastrophes: 2 (expected: 1.9)",
    ]


def test_where_a_fiasko_takes_what_the_table_says_no_odds_are_told_of_it():
    moves = [*goods(20), Draw(0, "fiasko", lost=2), STOPPED]
    luck = Played(moves, fiasko_loss="product").luck
    assert not any("to Fiaskos" in text for text in told(luck.each[0].beside))


def test_cards_that_were_told_and_not_counted_are_lost_all_the_same():
    moves = [*goods(20), Draw(0, "fiasko", lost=15), Score(1, "milk", points=60), STOPPED]
    end = Played(moves, fiasko_loss="product")
    assert told(end.luck.each[0].said)[-1] == "It cost 15 cards."
    assert [player.lost for player in end.course.players] == [15, 0]


def test_a_few_cards_are_too_few_to_speak_of_luck():
    luck = Played([*goods(8), Draw(0, "fiasko"), STOPPED]).luck
    assert (luck.each, luck.unluckiest, luck.run) == ((), None, None)


def test_who_drew_all_six_is_told_so_at_the_edge_of_what_is_said():
    luck = Played(
        [*goods(18), *(move for _ in range(6) for move in (Draw(0, "fiasko"), Draw(1, "goods"))), STOPPED]
    ).luck
    assert str(luck.each[0].title) == "Ana drew 6 Fiaskos"
    assert "Unluckier than in 19 out of 20 evenings" in told(luck.each[0].said)[0]
    assert sum(luck.each[0].twenty.evenings) == 20


@pytest.mark.parametrize("count", ["specials", "none"])
def test_where_not_every_card_was_counted_nothing_is_said_of_luck(count):
    moves = [Score(0, product, points=60) for product in PRODUCTS]
    assert Played(moves, count=count).luck is None
