"""Who is likely to win: chances that add up, whatever the count says, and a net that reckons as the one that learnt."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.record import history
from companion.record.entries import Entry
from companion.rules.core import RuleBroken
from companion.rules.fiasko import GAME, apportioned
from companion.rules.fiasko.chances import SHIPPED, chances, outcomes
from companion.rules.fiasko.moves import PRODUCTS, Draw, Recount, Reshuffle, Score
from companion.rules.fiasko.standing import won
from companion.rules.fiasko.turning import turning
from companion.rules.fiasko.weighing import weigh
from companion.rules.moves import End

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve")
SEATS = [2, 3, 4, 5]


def dealt(random, table):
    """The sheets of a game that is tapped at random: wrong counts, hands larger than counted, recounts and shuffles."""
    sheet, steps = GAME.start(table), []
    for _ in range(160):
        seat = sheet.turn if random.random() < 0.95 else random.randrange(len(table.players))
        hand = max(sheet.counter.hands[seat] + random.choice([0, 0, 0, 3, -2]), 3)
        move = random.choices(
            [
                Draw(seat, "goods"),
                Draw(seat, random.choice(["fiasko", "catastrophe"])),
                Score(seat, random.choice(PRODUCTS), random.choice([(5, 5), (4, 3, 1), (5, 5, 4, 4)]), max(hand, 4)),
                Score(seat, random.choice(PRODUCTS), points=random.choice([13, 60, 88, 400, 3840])),
                Recount(pile=random.choice([0, 1, 5, 8, 30, 60]), fiasko=random.choice([None, 0, 1]), catastrophe=0),
                Reshuffle(),
                End(),
            ],
            [60, 8, 6, 4, 2, 1, 0.2],
        )[0]
        try:
            after = GAME.tap(sheet, move)
        except RuleBroken:
            continue
        steps.append(history.Step(Entry(len(steps) + 1, "move", None, move, move, "t", None, None), sheet, after))
        sheet = after
        if sheet.over:
            break
    return steps


RULINGS = st.fixed_dictionaries(
    {
        "three_way_tie": st.sampled_from(["fifteen", "split", "none"]),
        "catastrophe": st.sampled_from(["others", "everyone"]),
        "fiasko_loss": st.sampled_from(["hand", "product"]),
    }
)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SEATS), RULINGS, st.integers(0, 2**32))
def test_chances_add_up_whatever_the_table_tells(seats, options, seed):
    for step in dealt(Random(seed), GAME.table(NAMES[:seats], options)):
        likely = chances(step.after)
        if step.after.over:
            assert likely is None
            assert sum(won(step.after)) == pytest.approx(1)
            assert GAME.tally(step.after)["chances"] is None
            continue
        assert sum(likely) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in likely)
        told = GAME.tally(step.after)["chances"]
        assert round(sum(told), 9) == 1
        assert told == pytest.approx(likely, abs=0.0011)


@settings(max_examples=25, deadline=None)
@example(4, {"three_way_tie": "fifteen", "catastrophe": "others", "fiasko_loss": "hand"}, 5013412)
@given(st.sampled_from(SEATS), RULINGS, st.integers(0, 2**32))
def test_both_ways_are_weighed_or_it_is_not_said(seats, options, seed):
    for step in dealt(Random(seed), GAME.table(NAMES[:seats], options))[::7]:
        sheet, told = step.after, None
        counters = [sheet.counter] * 2
        if not sheet.over:
            told = Score(sheet.turn, "milk", (5, 4, 3), max(sheet.counter.hands[sheet.turn], 3))
            counters[1] = sheet.counter.told_hand(sheet.turn, told.hand)  # of which the last card may be
        for weighed, counter in zip((weigh(sheet), weigh(sheet, told)), counters, strict=True):
            if weighed is None:
                assert sheet.over or "milk" in sheet.scores[sheet.turn]
                continue
            assert all(0 <= it <= 1 for it in (weighed.draw, weighed.score) if it is not None)
            unsaid = not counter.pile or options["fiasko_loss"] == "product"
            assert (weighed.draw is None) == (not weighed.ways) == unsaid
            if weighed.ways:
                assert sum(way.likely for way in weighed.ways) == pytest.approx(1)
                assert weighed.draw == pytest.approx(sum(way.likely * way.chance for way in weighed.ways))


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(SEATS), RULINGS, st.integers(0, 2**32))
def test_the_luck_of_a_draw_is_none_on_average_and_what_moved_a_chance_is_all_of_it(seats, options, seed):
    steps = dealt(Random(seed), GAME.table(NAMES[:seats], options))
    told = turning(steps[-1].after, steps)
    if told is None:
        assert not steps
        return
    assert len(told.moves) == len(steps)
    for one, following in zip(told.moves, told.moves[1:], strict=False):
        assert one.after == following.before
    for one in told.moves:
        assert sum(one.after) == pytest.approx(1)
        ways = outcomes(one.played.before)
        if one.luck and ways:
            mean = [now - luck for now, luck in zip(one.after, one.luck, strict=True)]
            lucks = [[chance - at for chance, at in zip(way.chances, mean, strict=True)] for way in ways]
            for seat in range(seats):
                assert sum(way.likely * luck[seat] for way, luck in zip(ways, lucks, strict=True)) == pytest.approx(0)
    for seat, apart in enumerate(told.apart or ()):
        assert sum(apart) == pytest.approx(told.moves[-1].after[seat] - told.moves[0].before[seat])


@pytest.mark.parametrize(
    ("options", "known"), [({}, True), ({"advice": "off"}, False), ({"fiasko_loss": "product"}, False)]
)
def test_a_game_keeps_what_the_cards_of_each_were_worth(options, known):
    """In points of chance: a Fiasko that takes nine cards costs some, and brings the others some."""
    moves = [*[Draw(0, "goods"), Draw(1, "goods")] * 9, Draw(0, "fiasko"), Draw(1, "goods"), Draw(0, "goods")]
    steps, sheet = [], GAME.start(GAME.table(NAMES[:2], options))
    for move in [*moves, End()]:
        after = GAME.tap(sheet, move)
        steps.append(history.Step(Entry(len(steps) + 1, "move", None, move, move, "t", None, None), sheet, after))
        sheet = after
    kept = GAME.kept(sheet, steps)
    assert GAME.kept(sheet, ()) == ({}, {})
    assert all(("cards" in seat) == known for seat in kept)
    if known:
        assert kept[0]["cards"] < -5 < kept[1]["cards"]
        apart = turning(sheet, steps).apart
        assert [seat["cards"] for seat in kept] == pytest.approx([100 * one.cards for one in apart], abs=0.006)


def test_a_fresh_table_is_even_but_for_who_begins():
    for seats in SEATS:
        likely = chances(GAME.start(GAME.table(NAMES[:seats])))
        assert likely == pytest.approx([1 / seats] * seats, abs=0.06)


def test_who_is_far_ahead_and_about_to_finish_is_likely_to_win(played):
    sheet = played(*(Score(0, product, points=88) for product in PRODUCTS[:4]), *[Draw(0, "goods")] * 7)
    assert chances(sheet)[0] > 0.9


@pytest.mark.parametrize("count", ["specials", "none"])
def test_without_the_whole_count_there_are_no_chances(played, count):
    sheet = played(Score(0, "milk", (5, 2, 4), 8), count=count)
    assert (chances(sheet), weigh(sheet), outcomes(sheet), GAME.tally(sheet)["chances"]) == (None, None, (), None)


def test_where_the_table_calls_it_cheating_the_tally_tells_none(played):
    assert GAME.tally(played(Draw(0, "goods"), advice="off"))["chances"] is None


def test_with_an_empty_pile_one_can_only_score(played):
    weighed = weigh(played(*[Draw(0, "goods")] * 6, Draw(1, "goods"), Recount(pile=0)))
    assert (weighed.draw, weighed.ways) == (None, ())
    assert weighed.score is not None


def test_with_all_eight_out_only_goods_may_come(played):
    assert [way.card for way in weigh(played(Draw(0, "goods"), Draw(1, "goods"), Recount(30, 0, 0))).ways] == ["goods"]


def test_a_score_that_wins_at_once_is_certain(played):
    four = [Score(0, product, points=88) for product in PRODUCTS[:4]]
    sheet = played(*four, Draw(1, "goods"))
    weighed = weigh(sheet, Score(0, "sardines", (5, 5, 4), 6))
    assert (weighed.score, weighed.scored, weighed.hand) == (1, ("sardines", 84), 6)


def test_the_cards_that_are_told_change_what_is_weighed_and_not_what_all_see(played):
    sheet = played(*[Draw(0, "goods"), Draw(1, "goods")] * 6)
    poor, rich = (weigh(sheet, Score(0, "milk", values, 6)) for values in ((3,), (5, 5, 5, 4)))
    assert rich.score > poor.score
    assert rich.draw > poor.draw
    assert rich.stands == poor.stands == chances(sheet)


def test_what_is_apportioned_adds_up():
    assert apportioned((1 / 3, 1 / 3, 1 / 3), 1000) == (334, 333, 333)
    assert apportioned((0.0004, 0.9996), 1000) in [(0, 1000), (1, 999)]
    assert apportioned((0.5, 0.5), 100) == (50, 50)


def test_the_nets_are_small_and_those_of_the_last_run():
    from hashlib import sha256

    record = Path(__file__).parents[2] / "tools" / "chances" / "record.json"
    data = SHIPPED.read_bytes()
    assert len(data) <= 150_000
    assert json.loads(record.read_text())["sha256"] == sha256(data).hexdigest()
