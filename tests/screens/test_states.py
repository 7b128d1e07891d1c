"""What a screen shows of States: the race, the map, the tanks, how it ended; its sentences, and what its slips ask."""

import pytest

from companion.record import history
from companion.record.history import Entry
from companion.rules import GAMES
from companion.rules.core import RuleBroken
from companion.rules.moves import End
from companion.rules.states.moves import STATE_NAMES, Battle, TankReshuffle
from companion.screens.core import Asked, Outcome
from companion.screens.states import SCREEN
from companion.screens.states.figures import MAP, figures
from companion.screens.states.search import meant, search
from companion.screens.states.why import why
from companion.screens.wording import who_is_ahead, whose_turn

GAME = GAMES["states"]

CODES = list(STATE_NAMES)
UNDER_THE_PILE = "It goes to the bottom of the pile and will come up again"


def won(winner, *values, first=0):
    """Battles for the next States of the alphabet, all won by one seat."""
    return [Battle(code, value, winner=winner) for code, value in zip(CODES[first:], values, strict=False)]


def fifty(played, takers, seats=2):
    moves = [Battle(code, 1, winner=takers[n % len(takers)]) for n, code in enumerate(CODES)]
    return played(*moves, seats=seats, goal={"points": 9999})


# The race


def test_bars_go_from_nothing_to_full(played):
    shown = figures(played(*won(0, 30), *won(1, 99, first=1), seats=4))
    assert [runner.points_share for runner in shown.runners] == [0.4, 1.0, 0.0, 0.0]
    assert [runner.states_share for runner in shown.runners] == [0.1, 0.1, 0.0, 0.0]


def test_a_goal_without_states_has_no_second_bar(played):
    assert [runner.states_share for runner in figures(played(*won(0, 30))).runners] == [None, None]


def test_a_house_rule_may_ask_for_no_states(played):
    assert figures(played(seats=4, goal={"states": 0})).runners[0].states_share is None


def test_enough_points_and_too_few_states_waits(played):
    shown = figures(played(*won(2, 40, 40), *won(1, 10, first=2), seats=4))
    assert [runner.waits for runner in shown.runners] == [False, False, True, False]
    assert shown.runners[2].short == (0, 8)


@pytest.mark.parametrize(
    ("moves", "to_go"),
    [
        ([], "75 points and 10 States to go"),
        (won(0, 74), "1 point and 9 States to go"),
        (won(0, 70, *[1] * 9), "Nothing to go"),
        (won(0, 60, *[1] * 8), "7 points and 1 State to go"),
        (won(0, *[1] * 10), "65 points to go"),
        (won(0, 75), "9 more States"),
        (won(0, 70, *[1] * 8), "1 more State"),
    ],
)
def test_both_that_are_missing_are_named(played, moves, to_go):
    assert str(figures(played(*moves, seats=4)).runners[0].to_go or "Nothing to go") == to_go


def test_nobody_waits_where_points_alone_decide(played):
    assert not any(runner.waits for runner in figures(played(*won(0, 99, 40))).runners)


def test_each_score_in_pieces_out_of_the_box(played):
    assert figures(played(*won(1, 21))).runners[1].tokens == (2, 0, 1)


def test_leaders_have_points(played):
    assert figures(played()).leaders == ()
    assert figures(played(*won(1, 5), *won(2, 5, first=1), seats=3)).leaders == (1, 2)


def test_those_who_are_level_have_the_same_rank(played):
    shown = figures(played(*won(3, 9), *won(1, 20, first=1), seats=4))
    assert [runner.rank for runner in shown.runners] == [3, 1, 3, 2]


# The map


def on_the_map(sheet):
    return {tile.code: tile for row in figures(sheet).rows for tile in row.tiles}


def test_a_tile_for_each_state(played):
    tiles = on_the_map(played())
    assert sorted(tiles) == sorted(CODES)
    assert {(tile.taker, tile.value, tile.again, tile.newest) for tile in tiles.values()} == {
        (None, None, False, False)
    }


def test_no_two_states_lie_on_one_tile(played):
    for row in figures(played()).rows:
        assert [tile.x for tile in row.tiles] == sorted({tile.x for tile in row.tiles})


def test_a_taken_tile_knows_its_taker_and_the_newest_is_marked(played):
    sheet = played(Battle("OH", 27, (3, 30)), Battle("WY", 2, winner=0))
    assert on_the_map(sheet)["OH"][2:] == (1, 27, False, False)
    assert on_the_map(sheet)["WY"][2:] == (0, 2, False, True)
    assert (figures(sheet).taken, str(figures(sheet).progress)) == (2, "2 of 50 States taken")


@pytest.mark.parametrize("nobody", [Battle("CA", 37, (8, 8)), Battle("CA", 37, winner=None)])
def test_a_state_under_the_pile_keeps_its_value(played, nobody):
    shown = figures(played(nobody))
    assert (shown.taken, shown.turned_again) == (0, ("CA",))
    assert on_the_map(played(nobody))["CA"][2:] == (None, 37, True, True)
    assert figures(played(nobody, Battle("CA", 37, winner=0))).turned_again == ()


def test_the_last_battle_is_the_last_noted(played):
    assert figures(played()).last is None
    nobody = Battle("CA", 37, winner=None)
    assert figures(played(nobody, *won(0, 5))).last.state == "AL"
    assert figures(played(nobody, *won(0, 5), Battle("CA", 37, winner=1))).last.state == "CA"


# The tanks


def test_every_number_has_gone_so_many_times(played):
    tanks = figures(played(Battle("OH", 11, (30, 30)), Battle("TX", 21, (29, 4)))).tanks
    assert list(tanks.stock.gone) == list(range(1, 31))
    assert {tank: copies for tank, copies in tanks.stock.gone.items() if copies} == {4: 1, 29: 1, 30: 2}
    assert said(tanks.gone) == ["Played since the last shuffle: 4, 29 and 30 (2 ×)"]
    assert (tanks.told, str(tanks.legend)) == (True, "Played since the last shuffle: 4")


def test_the_tanks_add_up_and_say_what_nobody_told(played):
    tanks = figures(played(Battle("OH", 11, (30, 3)), *won(0, 5, 5))).tanks
    assert tanks.stock[:3] == (44, 10, 6)
    assert str(tanks.legend) == "2 known of 6 played since the last shuffle"
    assert said(tanks.gone) == [
        "Played since the last shuffle: 3 and 30",
        "4 more are unknown: battles noted without tanks",
    ]


def test_tanks_that_nobody_tells_are_only_counted(played):
    tanks = figures(played(*won(0, 5, 5))).tanks
    assert (tanks.stock.pile, tanks.told) == (46, False)
    assert said(tanks.gone) == ["The played tanks are unknown: the battles were noted without tanks"]
    assert said(figures(played()).tanks.gone) == ["No tank played yet"]


def test_a_shuffle_brings_all_of_them_back(played):
    for sheet in (
        played(Battle("WI", 1, (1, 30)), *won(0, *[1] * 25)),
        played(Battle("WI", 1, (1, 30)), TankReshuffle()),
    ):
        tanks = figures(sheet).tanks
        assert (tanks.stock.shuffles, sum(tanks.stock.gone.values())) == (1, 0)
        assert said(tanks.gone) == ["Just shuffled: no tank played"]


def test_the_table_is_told_before_and_when_it_is_to_shuffle(played):
    """With two, 25 battles empty the pile of 50."""
    assert [str(figures(played(*won(0, *[1] * fought))).tanks.shuffle) for fought in (24, 25, 26, 27)] == [
        "None",
        "Shuffle after the next battle",
        "Shuffle the played tanks back in now",
        "None",
    ]
    assert figures(played(*won(0, 1), TankReshuffle())).tanks.shuffle is None


# The end


def test_a_game_under_way_has_not_ended(played):
    shown = figures(played(*won(0, 5)))
    assert (shown.ended, shown.winners, shown.outdone) == (None, (), ())


def test_the_goal_ends_it_though_others_have_more(played):
    shown = figures(played(*won(0, 99, 99), *won(1, *[8] * 10, first=2), seats=4))
    assert (shown.ended, shown.winners, shown.outdone) == ("goal", (1,), (0,))


def test_the_goal_with_as_many_points_as_another(played):
    shown = figures(played(*won(0, 75), *won(1, *[7] * 9, 12, first=1), seats=4))
    assert (shown.ended, shown.winners, shown.outdone, shown.tie.by) == ("goal", (1,), (0,), "goal")


def test_all_fifty_taken(played):
    shown = figures(played(*(Battle(code, 1, winner=n % 2) for n, code in enumerate(CODES)), goal={"points": 9999}))
    assert (shown.ended, shown.winners, shown.tie.by, shown.taken) == ("map", (0, 1), None, 50)


def test_stopped_early(played):
    shown = figures(played(*won(0, 20), *won(1, 10, 10, first=1), End()))
    assert (shown.ended, shown.winners, shown.tie.by) == ("stopped", (1,), "states")


def test_stopped_before_anything_was_taken(played):
    shown = figures(played(End()))
    assert (shown.ended, shown.winners, shown.taken) == ("stopped", (0, 1), 0)


def test_a_screen_says_who_had_as_much_as_the_winner(played):
    shown = figures(played(*won(0, 99), *won(2, 80, first=1), *won(1, *[8] * 10, first=2), seats=4))
    assert (shown.winners, shown.outdone) == ((1,), (0, 2))
    assert figures(played(*won(0, 99, 10), End())).outdone == ()


# Why


def why_of(sheet, number):
    return why(sheet, GAME.answers(sheet)[number])


def said(texts):
    return [str(text) for text in texts]


def test_a_battle_says_which_tanks_cancelled_out(played):
    sheet = played(Battle("OH", 20, (12, 30, 30)), seats=3)
    shown = why_of(sheet, "battle.OH")
    assert (GAME.answers(sheet)["battle.OH"].kind, str(shown.state), str(shown.points)) == (
        "battle",
        "Ohio",
        "20 points",
    )
    assert shown.tanks == ((0, 12, False, True), (1, 30, True, False), (2, 30, True, False))
    assert (str(shown.working), shown.taken) == ("30 and 30 cancel out; Ana’s 12 takes Ohio", True)
    assert said(shown.more) == ["From the box: 2 flags"]


@pytest.mark.parametrize(
    ("battle", "working", "more"),
    [
        (Battle("OH", 1, winner=1), "Bo takes Ohio", ["From the box: 1 small tank", "noted without tanks"]),
        (Battle("OH", 1, winner=None), "All tanks matched: nobody takes Ohio", [UNDER_THE_PILE]),
        (Battle("OH", 1, (8, 8, 9, 9)), "9 and 9, 8 and 8 cancel out; nobody takes Ohio", [UNDER_THE_PILE]),
        (
            Battle("OH", 16, (1, 2, 3, 4)),
            "Di’s 4 is the highest: it takes Ohio",
            ["From the box: 1 flag, 1 large tank and 1 small tank"],
        ),
    ],
)
def test_every_battle_says_how_it_went(played, battle, working, more):
    shown = why_of(played(battle, seats=4), "battle.OH")
    assert (str(shown.working), said(shown.more)) == (working, more)


@pytest.mark.parametrize(
    ("moves", "more"),
    [
        ([], ["To the goal: 75 points and 10 States"]),
        (won(0, 75), ["From the box: 7 flags and 1 large tank", "Enough points, but 9 more States are needed"]),
        (won(0, *[8] * 10), ["From the box: 8 flags", "The goal is reached"]),
        (won(0, *[1] * 10), ["From the box: 1 flag", "To the goal: 65 points"]),
    ],
)
def test_a_total_says_what_is_missing(played, moves, more):
    sheet = played(*moves, seats=4)
    shown = why_of(sheet, "total.0")
    assert (GAME.answers(sheet).get("total.0").kind, shown.seat, said(shown.more)) == ("total", 0, more)
    assert (shown.any_points, [taken.code for taken in shown.taken]) == (bool(moves), [move.state for move in moves])


def test_the_tank_pile_says_where_all_tanks_are(played):
    sheet = played(Battle("OH", 20, (12, 30, 30)), *won(0, 5), seats=3)
    shown = why_of(sheet, "tanks")
    assert (str(shown.pile), str(shown.reckoned)) == ("39 tanks in the pile", "60 − 15 in hands − 6 played = 39")
    assert said(shown.gone)[1] == "3 more are unknown: battles noted without tanks"
    assert str(shown.shuffle) == "If too few are left for everybody, the played tanks are shuffled back in"
    assert (shown.may_shuffle, why_of(played(seats=3), "tanks").may_shuffle) == (True, False)


def test_a_tie_says_what_decided(played):
    sheet = played(*won(0, 20), *won(1, 10, 10, first=1), End())
    shown = why_of(sheet, "tie")
    assert (GAME.answers(sheet).get("tie").kind, str(shown.decided)) == ("tie", "The most States decide")
    assert [(seat, str(states)) for seat, states in shown.tied] == [(0, "1 State"), (1, "2 States")]


# Words


@pytest.fixture
def speaks(played):
    """What States says of a sheet: `speaks("verdict", sheet)`."""
    return lambda word, sheet, *more: getattr(SCREEN.words, word)(sheet, figures(sheet), *more)


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (Battle("OH", 11, (30, 2)), "Ana · Ohio 11 (30, 2)"),
        (Battle("OH", 11, winner=1), "Bo · Ohio 11"),
        (Battle("OH", 11, winner=None), "Nobody · Ohio 11"),
        (TankReshuffle(), "Shuffled"),
        (End(), "Stopped here"),
    ],
)
def test_a_move_is_told_in_a_line(move, line):
    assert str(SCREEN.words.move(GAME.table(["Ana", "Bo"]), move)) == line


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ([], "Tap the State that is turned up"),
        ([Battle("OH", 21, (30, 2, 3, 4))], "Ana takes Ohio: 2 flags and 1 small tank"),
        ([Battle("OH", 21, winner=None)], "Nobody takes Ohio: it goes to the bottom of the pile"),
        ([Battle("OH", 80, winner=1)], "Bo takes Ohio. Enough points: 9 more States"),
        ([Battle("OH", 80, winner=1), TankReshuffle()], "Shuffled: 40 tanks in the pile"),
        ([Battle("OH", 8, winner=1), TankReshuffle(), *won(0, 5)], "Ana takes Alabama: 1 large tank"),
        (
            won(0, *[1] * 11),
            "Ana takes Hawaii: 1 small tank. Shuffle the played tanks back in now",
        ),
    ],
)
def test_the_shelf_says_what_happened_last(played, speaks, moves, sentence):
    assert str(speaks("notice", played(*moves, seats=4), None)) == sentence


def test_a_name_that_was_tapped_on_is_played_for(played):
    assert str(whose_turn(played(), 1)) == "For Bo"


@pytest.mark.parametrize(
    ("moves", "line", "ahead"),
    [
        ([], "0 of 50 States taken", None),
        (won(1, 5), "1 of 50 States taken", (1, 5)),
        ([*won(1, 5), End()], "Bo wins with 5 points", (1, 5)),
        ([End()], "Nobody took a State", None),
    ],
)
def test_home_has_one_line_for_it(played, speaks, moves, line, ahead):
    sheet = played(*moves)
    assert (str(speaks("line", sheet)), who_is_ahead(GAME, sheet, figures(sheet))) == (line, ahead)


TIED = "Equal points and States: no rulebook breaks the tie."


@pytest.mark.parametrize(
    ("moves", "goal", "verdict", "because"),
    [
        ([*won(0, 20), End()], {}, "Ana wins with 20 points", ["Stopped early: the most points win."]),
        (won(0, 99, 60), {}, "Ana wins with 159 points", ["First to 150 points."]),
        (
            [*won(1, 30), *won(0, 20, 5, first=1)],
            {"points": 25, "states": 2},
            "Ana wins with 25 points",
            ["First to 25 points and 2 States.", "Bo has 30 points, but too few States."],
        ),
        (
            [*won(0, 20), *won(1, 10, 10, first=1), End()],
            {},
            "Bo wins with 20 points",
            ["Stopped early: the most points win.", "Equal points for Ana and Bo: the most States decide."],
        ),
        (
            [*won(0, 20), *won(1, 20, first=1), End()],
            {},
            "Ana and Bo share the victory: 20 points each",
            ["Stopped early: the most points win.", TIED],
        ),
        ([End()], {}, "Nobody took a State", ["Stopped early: the most points win."]),
    ],
)
def test_the_end_names_who_won_and_why(played, speaks, moves, goal, verdict, because):
    sheet = played(*moves, goal=goal)
    assert (str(speaks("verdict", sheet)), said(speaks("because", sheet))) == (verdict, because)


def test_all_fifty_taken_is_said(played, speaks):
    sheet = fifty(played, [0, 1])
    assert said(speaks("because", sheet)) == ["All 50 States are taken: the most points win.", TIED]


def test_nobody_has_won_before_the_end(played, speaks):
    assert speaks("verdict", played(*won(0, 20))) is None


# Finding the State


def fitting(typed):
    states = search(str, typed)
    found = meant(states, typed)
    return [state.code for state in states if state.fits], found and found.code


@pytest.mark.parametrize(
    ("typed", "found", "picked"),
    [
        ("OH", ["OH"], "OH"),
        (" Oh ", ["OH"], "OH"),
        ("wyo", ["WY"], "WY"),
        ("virginia", ["VA", "WV"], "VA"),  # West Virginia has it in its name, but Virginia is called so
        ("dak", ["ND", "SD"], None),
        ("no", ["NC", "ND"], None),  # of two letters, not Illinois
        ("o", ["OH", "OK", "OR"], None),
        ("rhöde", ["RI"], "RI"),
        ("bavaria", [], None),
    ],
)
def test_a_state_is_found_by_its_letters_or_a_part_of_its_name(typed, found, picked):
    assert fitting(typed) == (found, picked)


@pytest.mark.parametrize("typed", ["", "  ", "-", " . "])
def test_nothing_typed_leaves_all_to_choose_from(typed):
    names = {code: str(name) for code, name in STATE_NAMES.items()}
    assert fitting(typed) == (sorted(CODES, key=names.get), None)


@pytest.mark.parametrize("typed", ["mexi", "nouveaum", "new m", "Nouveau Mex", "NM"])
def test_a_state_has_its_printed_name_and_that_of_the_players_language(typed):
    names = {STATE_NAMES["NM"]: "Nouveau-Mexique"}
    (found,) = [state for state in search(lambda name: names.get(name, str(name)), typed) if state.fits]
    assert (found.code, found.name) == ("NM", "Nouveau-Mexique")


# The slip of a battle


def log_of(*moves, seats=2, **options):
    log = history.start(GAME, GAME.table(("Ana", "Bo", "Cy", "Di", "Eve", "Flo")[:seats], options))
    for number, move in enumerate(moves, 1):
        log = history.with_entry(GAME, log, Entry(number, "move", None, move, move, f"tap-{number}", None, None))
    return log


def ask(entry=None, sent=False, left_out=(), refused=(), learnt=None, **given):
    return Asked(given, frozenset(left_out), frozenset(refused), entry, sent, lambda: learnt or {}, str)


def slip(log, **asked):
    return SCREEN.keys.slips["battle"](log, ask(**asked))


def fight(log, **asked):
    return slip(log, **{"state": "OH", **asked}).fight


def test_the_state_is_asked_first():
    shown = slip(log_of())
    assert (str(shown.heading), shown.fight) == ("Which State is turned up?", None)
    assert [state.name for state in shown.search.states] == sorted(map(str, STATE_NAMES.values()))
    assert not any(state.hidden or state.value for state in shown.search.states)


def test_what_a_state_showed_is_told_before_what_was_learnt():
    offered = {
        state.code: state.value for state in asked_for(log_of(Battle("TX", 21, winner=None)), {"UT": 5, "TX": 9})
    }
    assert (offered["TX"], offered["UT"], offered["AL"]) == (21, 5, None)


def asked_for(log, learnt=None, **asked):
    return slip(log, learnt=learnt, **asked).search.states


def test_states_that_were_taken_come_last_and_say_whose_they_are():
    states = asked_for(log_of(Battle("OH", 11, winner=0), Battle("TX", 21, winner=None), Battle("AL", 9, winner=1)))
    assert len(states) == 50
    assert [(state.code, state.taker) for state in states[-2:]] == [("AL", 1), ("OH", 0)]
    assert {state.taker for state in states[:-2]} == {None}


def test_the_state_of_a_battle_that_is_corrected_is_left():
    log = log_of(Battle("OH", 11, winner=0), Battle("AL", 9, winner=1))
    states = asked_for(log, entry=log.entries[0], state="")
    assert [state.code for state in states if state.taker is not None] == ["AL"]
    assert slip(log, entry=log.entries[0], state="OH").fight.code == "OH"


def test_those_that_fit_stay_in_sight():
    shown = slip(log_of(), state="dak").search
    assert [state.code for state in shown.states if not state.hidden] == ["ND", "SD"]
    assert (shown.typed, shown.refusal) == ("dak", None)


def test_what_no_state_is_called_leaves_all_in_sight():
    shown = slip(log_of(), state="bavaria").search
    assert (shown.typed, str(shown.refusal)) == ("", "No State left is called “bavaria”")
    assert not any(state.hidden for state in shown.states)
    assert slip(log_of(), state="bavaria", refused=["state"]).search.refusal is None


@pytest.mark.parametrize("typed", ["ohio", "OH", "ohi"])
def test_a_state_that_was_taken_is_found_and_says_so(typed):
    shown = slip(log_of(Battle("OH", 11, winner=0)), state=typed)
    assert shown.fight is None
    assert str(shown.search.refusal) == "Ohio was already taken by Ana"
    assert [state.code for state in shown.search.states if not state.hidden] == ["OH"]


def test_where_one_of_two_was_taken_the_other_is_not_taken_for_it():
    for typed in ("dak", "virginia"):
        shown = slip(log_of(Battle("ND", 3, winner=0), Battle("VA", 9, winner=0)), state=typed)
        assert shown.fight is None
        assert len([state for state in shown.search.states if not state.hidden]) == 2


def test_a_value_is_filled_in_as_it_was_last_time():
    value = fight(log_of(), learnt={"OH": 11}).value
    assert (value.known, str(value.origin), value.filled, value.showed) == (11, "as last time", True, None)
    assert fight(log_of()).value == (None, True, None, False, None)


def test_a_value_that_was_typed_is_only_points():
    value = fight(log_of(), learnt={"OH": 11}, value=12, sent=True).value
    assert (value.stands, value.origin, value.filled) == (True, None, True)
    assert not fight(log_of(), learnt={"OH": 11}, sent=True, refused=["value"]).value.filled


AGAIN = Battle("OH", 11, winner=None)


def test_a_state_turned_up_again_has_its_value_and_may_have_another():
    value = fight(log_of(AGAIN), learnt={"OH": 12}).value
    assert (value.known, str(value.origin), value.filled) == (11, "as before", True)
    assert str(value.showed) == "Was 11 before: enter a new value and it counts, the old one is dropped"
    sent = fight(log_of(AGAIN), value=13, sent=True).value
    assert (sent.stands, sent.origin, sent.showed) == (True, None, value.showed)
    assert str(fight(log_of(AGAIN), value=11, sent=True).value.origin) == "as before"


def test_a_battle_that_is_corrected_keeps_its_own_value():
    log = log_of(AGAIN, Battle("TX", 21, winner=0))
    own = fight(log, entry=log.entries[0], value=11).value
    assert (own.stands, own.origin, own.showed) == (True, None, None)
    elsewhere = fight(log, entry=log.entries[1], value=21).value
    assert (elsewhere.stands, elsewhere.known, str(elsewhere.origin)) == (False, 11, "as before")


def test_the_next_battle_is_told_as_the_last_one_was():
    by_tanks, by_winner = Battle("CA", 11, (1, 2)), Battle("TX", 21, winner=0)
    assert not fight(log_of()).by_tanks
    assert fight(log_of(by_winner, by_tanks)).by_tanks
    assert not fight(log_of(by_tanks, by_winner)).by_tanks


def test_what_was_said_tells_how_it_is_told():
    log = log_of(Battle("CA", 11, (1, 2)))
    assert not fight(log, left_out=["tanks"]).by_tanks
    assert fight(log_of(), left_out=["winner"]).by_tanks
    assert fight(log_of(), tanks=(3, 4)).by_tanks
    assert not fight(log, entry=log.entries[0], winner=1).by_tanks


def test_where_tanks_are_told_an_unknown_value_comes_first():
    log = log_of(Battle("CA", 11, (1, 2)))
    assert fight(log).value_first
    assert not fight(log, value=5).value_first
    assert not fight(log, learnt={"OH": 5}).value_first
    assert not fight(log, sent=True).value_first
    assert not fight(log_of()).value_first


@pytest.mark.parametrize(("seats", "possible"), [(2, True), (3, False), (4, True), (5, False), (6, True)])
def test_only_an_even_number_of_tanks_can_all_match(seats, possible):
    assert fight(log_of(seats=seats)).may_match is possible
    assert fight(log_of(seats=seats), winner=None)[6:9] == (
        tuple((seat, False) for seat in range(seats)),
        True,
        True,
    )
    assert fight(log_of(), winner=1).takers == ((0, False), (1, True))


def test_tanks_that_have_gone_twice_are_out():
    log = log_of(Battle("CA", 11, (30, 30)), Battle("TX", 11, (4, 7)))
    tanks = {tank.number: tank for tank in fight(log).tanks}
    assert list(tanks) == list(range(1, 31))
    assert (str(tanks[4].gone), *tanks[4][2:]) == ("one played", True, False)
    assert (str(tanks[30].gone), *tanks[30][2:]) == ("both played", False, True)
    assert tanks[5] == (5, None, False, False)
    assert {tank[1:] for tank in fight(log, entry=log.entries[0]).tanks} == {(None, False, False)}


def test_a_correction_says_what_it_corrects():
    log = log_of(Battle("OH", 11, (30, 2)))
    assert str(slip(log, entry=log.entries[0], state="OH").heading) == "Correct: Ana · Ohio 11 (30, 2)"
    assert str(slip(log, state="TX").heading) == "A battle for Texas"


# While tanks are typed


def preview(log, move=None, entry=None, **asked):
    try:
        sheet = move and history.sheet_if(GAME, log, entry and entry.number, move)
        outcome = Outcome(move, sheet, None)
    except RuleBroken as broken:
        outcome = Outcome(move, None, broken.text)
    return SCREEN.keys.preview(log, ask(entry=entry, **asked), outcome)


def test_the_next_tank_is_asked_for():
    assert str(fight(log_of()).prompt) == "Ana’s tank?"
    shown = preview(log_of(seats=3), tanks=(30,))
    assert (shown.played, str(shown.sentence), shown.wrong) == ((30, None, None), "Bo’s tank?", False)


def test_all_tanks_say_what_they_come_to():
    shown = preview(log_of(seats=3), Battle("OH", 11, (30, 30, 1)), tanks=(30, 30, 1))
    assert (str(shown.sentence), shown.wrong, shown.ends) == ("30 and 30 cancel out; Cy’s 1 takes Ohio", False, False)
    log = log_of(goal={"points": 11})
    assert preview(log, Battle("OH", 11, (1, 2)), tanks=(1, 2)).ends


def test_a_correction_says_what_its_own_tanks_come_to():
    log = log_of(Battle("OH", 11, (7, 7)), Battle("OH", 11, (10, 3)))
    shown = preview(log, Battle("OH", 11, (8, 8)), entry=log.entries[0], tanks=(8, 8))
    assert str(shown.sentence) == "8 and 8 cancel out; nobody takes Ohio"


def test_a_battle_that_was_struck_can_be_looked_at_before_it_is_corrected():
    log = history.with_accepted(
        GAME, log_of(Battle("OH", 11, (7, 2))), [Entry(2, "strike", 1, None, None, "2", None, None)]
    )
    shown = preview(log, Battle("OH", 11, (8, 9)), entry=log.entries[0], tanks=(8, 9))
    assert str(shown.sentence) == "Bo’s 9 is the highest: it takes Ohio"


def test_a_correction_ends_no_game_that_was_over_before_it():
    log = log_of(Battle("OH", 5, (2, 1)), Battle("TX", 21, (2, 1)), goal={"points": 26})
    again = Battle("OH", 5, (3, 1))
    assert not preview(log, again, entry=log.entries[0], tanks=(3, 1)).ends
    log = log_of(Battle("OH", 5, (2, 1)), Battle("TX", 21, (2, 1)), goal={"points": 30})
    assert preview(log, Battle("OH", 9, (2, 1)), entry=log.entries[0], tanks=(2, 1)).ends


def test_tanks_without_a_value_ask_for_it():
    shown = preview(log_of(), tanks=(1, 2), refused=["value"])
    assert (str(shown.sentence), shown.wrong) == ("How many points does the State show?", True)


def test_what_the_rules_forbid_is_said_before_it_is_noted():
    shown = preview(log_of(Battle("TX", 1, (30, 30))), Battle("OH", 11, (30, 1)), tanks=(30, 1))
    assert str(shown.sentence).endswith("Look at entry 1: it can be corrected")
    assert (shown.wrong, shown.played) == (True, (30, 1))


# The map

# Some that share a border, to and fro over the whole country.
NEIGHBOURS = (
    "WA-OR OR-CA CA-AZ NV-UT ID-WY MT-ND ND-MN SD-NE CO-KS NM-TX TX-OK OK-AR LA-MS AL-GA GA-FL NC-SC "
    "TN-KY VA-WV MD-DE PA-NJ NY-VT VT-NH NH-ME MA-RI MA-CT OH-IN IL-IA WI-MI MO-AR"
)


def test_every_state_has_a_place_of_its_own_on_the_map():
    places = [(column, row) for row, states in enumerate(MAP) for column in states.values()]
    assert sorted(code for states in MAP for code in states) == sorted(STATE_NAMES)
    assert len(set(places)) == len(places)
    assert {column for column, _ in places} == set(range(11))


def test_the_oceans_are_at_the_edges_of_the_map():
    assert {code for row in MAP for code, column in row.items() if column == 0} == {"AK", "WA", "OR", "CA", "HI"}
    assert {code for row in MAP for code, column in row.items() if column == 10} == {"ME", "NH", "RI", "CT", "DE"}


@pytest.mark.parametrize("pair", NEIGHBOURS.split())
def test_states_that_share_a_border_lie_near_each_other(pair):
    place = {code: (column, row) for row, states in enumerate(MAP) for code, column in states.items()}
    one, other = (place[code] for code in pair.split("-"))
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 2
