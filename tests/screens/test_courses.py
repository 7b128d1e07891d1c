"""How a game of Pasta or of States went: two whole games as their drawings had them, and what is odd about others."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from companion.record import history
from companion.record.files import game_file
from companion.rules import GAMES
from companion.rules.moves import End
from companion.rules.pasta.moves import Bank, Hold, Lay, Take
from companion.rules.states.moves import Battle, TankReshuffle
from companion.screens.pasta.course import course as pasta_course
from companion.screens.states.course import course as states_course
from companion.screens.states.luck import luck as states_luck

GAMES_PLAYED = Path(__file__).parents[1] / "games"
ANA, BO, CY = 0, 1, 2
WIDEST = "W" * 24


def ended(slug, moves, players=("Ana", "Bo", "Cy"), **options):
    game = GAMES[slug]
    log = history.start(game, game.table(players, options))
    for number, move in enumerate(moves, 1):
        log = history.with_entry(game, log, history.Entry(number, "move", None, move, move, str(number), None, None))
    return log


def pasta(*moves, **table):
    return pasta_course(ended("pasta", [*moves, End()], **table))


def states(*moves, told=states_course, **table):
    return told(ended("states", moves, **table))


def recorded(name):
    file = game_file.parse((GAMES_PLAYED / f"{name}.json").read_bytes())
    return ended(file.game.slug, file.moves, file.table.players)


# Pasta, the whole game


@pytest.fixture(scope="module")
def token_went():
    return pasta_course(recorded("pasta-the-token-on-its-way"))


def test_the_tokens_way_and_the_thefts_are_told(token_went):
    assert list(map(str, token_went.told)) == [
        "Al Dente changed hands 6 times; longest with Chloé: 11 of 25 bankings.",
        "6 cards were stolen.",
    ]
    assert str(token_went.picture.description).endswith("the token: Chloé, Ana, Tom, Bo, Ana, Chloé and Tom")


def test_every_bank_is_a_line_with_all_totals(token_went):
    lines = {line.number: (str(line.text), line.totals) for line in token_went.picture.lines}
    assert len(lines) == 25
    assert lines[4] == ("Chloé: 2 Farfalle; takes Al Dente", (4, 4, 0, 4))
    assert lines[8] == ("Chloé: 3 Penne, and 1 stolen from Ana", (6, 8, 4, 8))
    assert lines[17] == ("Tom: 2 Conchiglie; keeps Al Dente", (10, 13, 14, 14))
    assert lines[24] == ("Bo: 3 Tagliatelle, 2 of them sauces, and 1 stolen from Tom", (14, 18, 17, 19))
    assert lines[25] == ("Tom: 2 Rigatoni; takes Al Dente", (14, 18, 19, 19))


def test_the_ribbon_follows_the_token_from_lane_to_lane(token_went):
    lanes = token_went.picture.lanes
    assert lanes.ribbon.startswith("M206 100V271Q206 280 197 280H39Q30 280 30 289V291")
    assert lanes.ribbon.endswith("Q118 520 118 529V534")
    assert [(corner.x + 10, corner.y + 10) for corner in lanes.tokens] == [
        *((206, 100), (30, 280), (118, 300), (294, 380), (30, 400), (206, 480), (118, 520))
    ]


def test_a_theft_is_an_arrow_from_lane_to_lane(token_went):
    thefts = [theft.line for theft in token_went.picture.lanes.thefts]
    assert thefts == [
        *("M52.6 187.5H206", "M58.9 267.5H206", "M61 307.5H118", "M155.3 327.5H206"),
        *("M301 447.5H205.9", "M165.8 507.5H294"),
    ]


def test_a_group_widens_with_its_cards_and_keeps_its_place(token_went):
    ana = token_went.picture.lanes.lanes[ANA]
    first, *_ = ana.strips
    assert first.points == "47.4,32 47.4,392 51.6,392 51.6,452 55.8,452 55.8,534 39,534 39,32"
    assert [strip.odd for strip in ana.strips] == [False, True, False, True]
    assert [lane.cards for lane in token_went.picture.lanes.lanes] == ["14", "20 − 2", "19", "19"]
    assert [len(lane.strips) for lane in token_went.picture.lanes.lanes] == [4, 6, 5, 4]


def test_of_a_game_far_too_long_the_last_lines_are_drawn_and_it_is_said(monkeypatch):
    """Four thousand bankings were a page of 4 MB."""
    monkeypatch.setitem(pasta_course.__globals__, "MOST_DRAWN", 3)
    banks = [Bank(ANA, 0, 3), Bank(BO, 1, 2), Bank(CY, 2, 5), Bank(ANA, 3, 2), Bank(BO, 1, 7)]
    whole, course = pasta(*banks[:3]), pasta(*banks)
    assert len(whole.picture.lines) == 3
    assert "only the last" not in " ".join(map(str, whole.told))
    assert str(course.told[-1]) == "Of so long a game, only the last 3 lines are drawn."
    assert [line.number for line in course.picture.lines] == [3, 4, 5]
    assert "over 3 bankings" in str(course.picture.description)
    lanes = course.picture.lanes
    assert lanes.height == whole.picture.lanes.height
    assert [lane.strips[0].points.split()[0].partition(",")[2] for lane in lanes.lanes] == ["32", "32", "32"]
    assert lanes.ribbon.startswith("M")


# Pasta, at other tables


def test_a_table_that_only_counted_has_no_course_and_says_so():
    counted = pasta(Lay(ANA, 0, 9), Lay(BO, 1, 6, 2), Hold(BO))
    assert counted.picture is None
    assert [str(text) for text in counted.told] == [
        "Only the count at the end was noted: the moves before it are unknown."
    ]


@pytest.mark.parametrize("moves", [(), (Take(ANA, 3),)])
def test_where_nothing_was_laid_there_is_nothing_to_tell(moves):
    assert pasta(*moves, track="hands") is None


def test_what_was_put_right_is_a_line_of_its_own_where_it_changed_anything():
    shown = pasta(Bank(ANA, 4, 4), Lay(ANA, 4, 3), Lay(ANA, 4, 3), Hold(CY), Hold(CY), Hold(None)).picture
    assert [(line.number, str(line.text)) for line in shown.lines] == [
        (1, "Ana: 4 Penne"),
        (None, "Cards corrected: Ana · Penne: 3 instead of 4"),
        (None, "Cards corrected: Al Dente is with Cy: −2"),
        (None, "Cards corrected: Cy no longer has Al Dente"),
    ]
    assert [cards.label for cards in shown.lanes.beside] == ["4", "= 3"]
    assert shown.puts_right
    assert shown.lanes.ribbon.count("M") == 1


def test_a_group_that_was_stolen_away_and_came_again_is_drawn_twice():
    shown = pasta(Bank(ANA, 0, 3), Lay(ANA, 0, 1), Bank(BO, 0, 3, steal_from=ANA), Bank(ANA, 0, 3)).picture
    assert len(shown.lanes.lanes[ANA].strips) == 2


def test_without_the_token_there_is_no_ribbon():
    shown = pasta(Bank(ANA, 0, 3))
    assert (str(shown.told[0]), shown.picture.lanes.ribbon, shown.picture.passes) == (
        "Nobody took Al Dente.",
        "",
        False,
    )
    assert str(pasta(Bank(ANA, 0, 2)).told[0]) == "Al Dente stayed with Ana."


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ((Bank(ANA, 0, 2), Bank(BO, 1, 2)), "Al Dente changed hands once; longest with Ana and Bo: 1 of 2 bankings."),
        ((Bank(ANA, 0, 3), Hold(ANA), Hold(BO)), "Al Dente changed hands once."),
        ((Bank(ANA, 0, 2), Hold(None)), "Al Dente was with Ana, and in the end with nobody."),
        ((Bank(ANA, 0, 2), Hold(None), Hold(ANA)), "Al Dente stayed with Ana."),
        ((Bank(ANA, 0, 2), Hold(None), Hold(ANA), Hold(None)), "Al Dente was with Ana, and in the end with nobody."),
    ],
)
def test_the_token_is_told_as_it_went(moves, said):
    assert str(pasta(*moves).told[0]) == said


def test_who_had_the_token_back_from_nobody_is_named_once():
    shown = pasta(Bank(ANA, 0, 2), Hold(None), Hold(ANA)).picture
    assert str(shown.description).endswith("a ribbon follows the token: Ana")


@pytest.mark.parametrize("seats", range(2, 7))
def test_lanes_stay_in_the_picture_and_apart(seats):
    players = tuple(f"{WIDEST[:23]}{seat}" for seat in range(seats))
    banks = [Bank(turn % seats, turn % 9, 4, steal_from=None) for turn in range(5 * seats)]
    lanes = pasta(*banks, players=players).picture.lanes
    xs = [lane.x for lane in lanes.lanes]
    for cards in lanes.beside:
        after = min([x for x in xs if x > cards.x], default=374 + 9)
        assert cards.label_x + 8 <= after - 8
    of_four_letters = tuple(f"nn{seat}n" for seat in range(seats))
    assert tuple(lane.name for lane in pasta(*banks, players=of_four_letters).picture.lanes.lanes) == of_four_letters


# States, the whole game


@pytest.fixture(scope="module")
def last_battle():
    return states_course(recorded("states-to-the-last-battle"))


def test_the_race_is_told(last_battle):
    assert [str(text) for text in last_battle.told] == [
        "The lead changed 5 times.",
        "Before the last battle Bo was 32 points ahead.",
    ]
    assert str(last_battle.description).endswith(
        "in the end Chloé 153 and Bo 148. Battles that nobody won: 16, 36 and 42."
    )


def test_the_goal_is_reached_with_a_battle(last_battle):
    reached = last_battle.reached
    assert (reached.code, str(reached.sentence), str(reached.how)) == (
        "CA",
        "The goal of 150 points was reached with battle 52",
        "California, back from the bottom of the pile, brought the last 37 points",
    )


def test_any_battle_can_be_looked_at(last_battle):
    step = last_battle.at(36)
    assert str(step.title) == "36 of 52: California, 37 points"
    assert str(step.told) == "29 and 29 cancel out; nobody takes California; it goes to the bottom of the pile"
    assert str(step.description) == (
        "The map after battle 36: 34 of 50 States taken. Chloé 16 and Bo 18. This battle was for California."
    )
    assert [runner.points for runner in step.figures.runners] == [88, 97]
    assert (step.back, step.on, step.cursor.x) == (35, 37, 194.8)


def test_the_first_battle_has_none_before_it_and_the_last_none_after(last_battle):
    assert (last_battle.at(1).back, last_battle.at(1).on) == (None, 2)
    for entry in (52, 53, 0, -1, None, 10**30):
        assert (last_battle.at(entry).number, last_battle.at(entry).on) == (52, None)


def test_the_lines_climb_to_the_goal_and_the_winners_lies_on_top(last_battle):
    race = last_battle.race
    assert [(trace.seat, trace.name, trace.points) for trace in race.traces] == [(1, "Bo", 148), (0, "Chloé", 153)]
    assert [trace.y for trace in race.traces] == [49.7, 30.7]
    assert race.traces[1].path.startswith("M1 166H38.7V162.3H54.8V159.6")
    assert race.traces[1].path.endswith("V25.7H281")
    assert (race.goal.points, race.goal.y, [level.points for level in race.levels]) == (150, 28.4, [50, 100])
    assert [(large.code, large.seat) for large in race.large] == [("FL", 1), ("NY", 0), ("TX", 1), ("CA", 0)]
    assert (race.worth, [sign.split()[0] for sign in race.tied]) == (19, ["M83.7", "M191.3", "M223.7"])


def test_of_far_too_many_battles_the_table_has_the_last_ones_and_says_so_and_signs_lie_beside_each_other():
    """Four thousand battles that nobody won were a page of 1.2 MB."""
    whole, course = (
        states(*[Battle("OH", 20, winner=None)] * battles, players=("Ana", "Bo")) for battles in (300, 2_000)
    )
    assert len(whole.lines) == 300
    assert "only the last" not in " ".join(map(str, whole.told))
    assert str(course.told[-1]) == "Of so long a game, the table has only the last 300 battles."
    assert [line.number for line in course.lines] == [*range(1_701, 2_001)]
    assert len(course.race.tied) == 281
    assert (course.at(1).number, course.at(1).on) == (1, 2)


def test_equal_tanks_are_counted_and_nothing_is_claimed_of_them():
    luck = states_luck(recorded("states-to-the-last-battle"))
    assert [str(text) for text in luck.told] == [
        "Tanks cancelled out 3 times.",
        "Now at the bottom of the pile: California, Ohio and New Mexico.",
    ]
    assert str(luck.average) == "The average tank: Chloé 15.0 and Bo 16.3; a random one is 15.5."
    chloe, bo = luck.fleets
    assert (str(chloe.won), str(bo.won)) == ("Chloé won 22 of 52 battles", "Bo won 27 of 52 battles")
    assert [fleet.axis for fleet in luck.fleets] == [35, 44]
    assert [fleet.height for fleet in luck.fleets] == [91, 91]
    assert [fleet.peg for fleet in luck.fleets] == [(173.5, 78), (188.1, 78)]
    for fleet, won, lost in ((chloe, 22, 27), (bo, 27, 22)):
        kinds = [dot.kind for dot in fleet.dots]
        assert [kinds.count(kind) for kind in ("fewer", "beyond", "cancelled")] == [won, lost, 3]


# States, at other tables


def test_where_no_tank_was_told_nothing_is_said_of_luck():
    assert states(Battle("OH", 12, winner=ANA), told=states_luck) is None
    assert states(told=states_luck) is None


def test_battles_without_their_tanks_are_left_out_and_counted():
    by_tanks = (Battle("TX", 25, tanks=(4, 9, 12)), Battle("NY", 20, tanks=(5, 8, 3)))
    luck = states(Battle("OH", 12, winner=ANA), *by_tanks, told=states_luck)
    assert [str(fleet.won) for fleet in luck.fleets][CY] == "Cy won 1 of 2 battles"
    assert str(luck.untold) == "1 battle was noted by its winner alone: its tanks are missing here."
    assert not luck.cancelled


def test_one_battle_by_its_tanks_says_nothing_of_luck():
    one = Battle("TX", 25, tanks=(4, 9, 12))
    assert states(one, told=states_luck) is None
    others = [
        Battle(code, 5, winner=ANA) for code in ("OH", "NY", "CA", "FL", "IL", "GA", "WA", "AL", "MI", "AZ", "NV")
    ]
    two = (one, Battle("OR", 20, tanks=(5, 8, 3)))
    assert states(*two, *others, told=states_luck) is not None
    assert (
        states(
            *two,
            *others,
            *(Battle(code, 1, winner=CY) for code in ("UT", "NM", "CO", "KS", "OK", "ND", "SD", "MN")),
            told=states_luck,
        )
        is None
    )


def test_at_a_larger_table_everybody_hears_of_their_own_tanks():
    luck = states(Battle("OH", 12, tanks=(9, 9, 1)), Battle("TX", 25, tanks=(30, 30, 2)), told=states_luck)
    assert luck.told == ()
    ana, _, cy = ([str(text) for text in fleet.told] for fleet in luck.fleets)
    assert ana == ["Tanks cancelled out 2 times."]
    assert cy == ["No tanks cancelled out."]


def test_no_battle_has_no_course():
    assert states(End()) is None


def test_a_shuffle_is_no_battle():
    shown = states(Battle("OH", 12, tanks=(1, 2, 3)), TankReshuffle(), Battle("TX", 25, tanks=(3, 2, 1)), End())
    assert shown.entries == (1, 3)
    assert (shown.at(3).back, shown.at(2).number) == (1, 2)
    assert [str(line.text) for line in shown.lines] == [
        "Ohio (12): tanks 1, 2, 3; Cy takes it",
        "Texas (25): tanks 3, 2, 1; Ana takes it",
    ]


def test_who_always_led_is_named():
    shown = states(Battle("OH", 12, winner=BO), Battle("TX", 25, winner=BO), End())
    assert [str(text) for text in shown.told] == ["Bo led from battle 1 on."]
    assert shown.reached is None


@pytest.mark.parametrize(
    "battles",
    [
        [Battle("OH", 5, winner=ANA), Battle("TX", 5, winner=BO)],
        [Battle("OH", 5, winner=ANA), Battle("TX", 3, winner=BO), Battle("CA", 2, winner=BO)],
        [Battle("OH", 5, winner=ANA), Battle("TX", 5, winner=BO), Battle("CA", 2, winner=ANA)],
    ],
)
def test_who_was_level_on_the_way_did_not_always_lead(battles):
    assert [str(text) for text in states(*battles, End()).told] == ["Only Ana ever led alone."]


def test_of_many_alike_no_state_is_named():
    codes = re.findall("..", "OHTXCANYFLMAMI")
    shown = states(*(Battle(code, 5, winner=ANA) for code in codes), End())
    assert (shown.race.large, shown.race.worth) == ((), None)


@pytest.mark.parametrize("seats", range(2, 7))
def test_names_at_the_ends_of_the_lines_stand_apart(seats):
    shown = states(*[Battle("OH", 12, winner=0), End()], players=tuple(f"{WIDEST[:23]}{n}" for n in range(seats)))
    heights = sorted(trace.y for trace in shown.race.traces)
    assert all(lower - upper >= 19 for upper, lower in pairwise(heights))
    assert heights[-1] <= 190
