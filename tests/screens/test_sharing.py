"""A game that is over, told in five lines to whoever wasn't there."""

from pathlib import Path

import pytest

from companion.record import history
from companion.record.entries import Entry
from companion.record.files import game_file
from companion.record.files.game_file import read_move
from companion.record.files.strict_json import read_time
from companion.rules import GAMES
from companion.screens import SCREENS
from companion.screens.geometry import width
from companion.screens.share import LEAST, poster, shared

LOOK = Path(__file__).resolve().parents[3] / "shared" / "look"
AT = read_time("2026-11-14T20:41:00+01:00")
PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")


def log_of(game, table, moves):
    entries = [Entry(number, "move", None, move, move, str(number), None, AT) for number, move in enumerate(moves, 1)]
    return history.with_accepted(game, history.start(game, table), entries)


def told(slug, players, *moves, **options):
    game = GAMES[slug]
    table = game.table(players, options)
    log = log_of(game, table, [read_move(game, table, {"move": kind, **fields}) for kind, fields in moves])
    return shared(game, SCREENS[slug], log, "14 November")


def lines(said):
    return (
        str(said.heading),
        ", ".join(map(str, said.ranking)),
        " ".join(map(str, said.decided)),
        " ".join(map(str, said.aside)),
    )


def score(player, product, points):
    return "score", {"player": player, "product": product, "points": points}


def battle(state, value, tanks):
    return "battle", {"state": state, "value": value, "tanks": tanks}


def bank(player, shape, pasta):
    return "bank", {"player": player, "shape": shape, "pasta": pasta}


RULED_SINCE = {  # the rarest run of all players is told, and nobody plays tanks blindly
    "1 evening in 19": "1 evening in 9",
    "Tanks cancelled out three times; played blindly, 0.9 were to be expected. ": "",
    # and plainer words
    "4 ahead of Bo": "4 points ahead of Bo",
    "; the odds said 2.5.": " (expected: 2.5).",
    "stayed with Tom": "ended up with Tom",
    "To 100 points, ": "With a goal of 100 points, ",
}


@pytest.mark.skipif(not LOOK.is_dir(), reason="the mocks lie beside a checkout of the house only")
@pytest.mark.parametrize(
    ("slug", "day"), [("fiasko", "14 November"), ("pasta", "7 November"), ("states", "31 October")]
)
def test_the_games_of_the_mocks_are_told_as_there(slug, day):
    file = game_file.parse((LOOK / f"end-{slug}-course.game.json").read_bytes())
    log = log_of(file.game, file.table, file.moves)
    wanted = (LOOK / "share-text.txt").read_text(encoding="utf-8").split(f"## {GAMES[slug].name}, en\n")[1]
    for before, now in RULED_SINCE.items():
        wanted = wanted.replace(before, now)
    assert lines(shared(file.game, SCREENS[slug], log, day)) == tuple(wanted.splitlines()[:4])


def test_a_shared_victory_has_two_firsts():
    said = told("fiasko", ("Ana", "Tom", "Bo"), score(0, "milk", 40), score(1, "corn", 40), ("end", {}))
    assert lines(said)[:3] == (
        "Fiasko, 14 November, stopped early: Ana and Tom share the victory: 70 each",
        "1. Ana 70, 1. Tom 70, 3. Bo 0",
        "Equal totals, and no rulebook breaks the tie. Stopped early: nobody gets the 20 for finishing.",
    )


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_that_was_stopped_at_once_says_so_and_no_more(slug):
    said = told(slug, ("Ana", "Tom"), ("end", {}))
    heading, ranking, _, aside = lines(said)
    assert heading.startswith(f"{GAMES[slug].name}, 14 November: ")
    assert (ranking.split(" (")[0], aside) == ("1. Ana 0, 1. Tom 0" if slug != "states" else "1. Ana 0", "")


def test_where_nobody_had_luck_worth_telling_the_fourth_line_is_left_out():
    moves = [score(seat, product, 30 + 10 * seat) for product in PRODUCTS[:4] for seat in (0, 1)]
    assert lines(told("fiasko", ("Ana", "Tom"), *moves, score(1, "sardines", 30)))[3] == ""


def test_a_name_is_told_as_it_was_typed():
    said = told("fiasko", ("max %s", "Ana"), score(0, "milk", 40), ("end", {}))
    assert "max %s wins with 70" in lines(said)[0]


def test_in_states_the_last_battle_is_told_where_it_turned_the_game_round():
    said = told("states", ("Ana", "Tom"), battle("OH", 20, [3, 9]), battle("CA", 37, [30, 28]), ("end", {}))
    assert lines(said)[1:3] == (
        "1. Ana 37 (1 State), 2. Tom 20 (1)",
        "0 to 20 before the last battle: California, 37 points, 30 against 28.",
    )


def test_a_last_battle_that_changed_nothing_is_not_told():
    said = told("states", ("Ana", "Tom"), battle("CA", 37, [30, 28]), battle("OH", 20, [9, 3]), ("end", {}))
    assert "last battle" not in lines(said)[2]


def test_in_pasta_what_told_equal_totals_apart_is_told_in_figures():
    said = told("pasta", ("Ana", "Tom"), bank(0, 0, 5), bank(1, 1, 4), bank(1, 2, 1), ("end", {}), al_dente=0)
    assert lines(said)[2] == "Level with Tom: the largest group decides, 5 to 4."


def test_in_pasta_it_is_told_how_often_the_token_went_from_hand_to_hand():
    hands = [bank(0, 0, 5), bank(1, 1, 4), bank(0, 3, 2), bank(1, 5, 2), bank(1, 4, 7)]
    assert lines(told("pasta", ("Ana", "Tom"), *hands[:3], ("end", {})))[3] == ""
    assert lines(told("pasta", ("Ana", "Tom"), *hands, ("end", {})))[3] == (
        "Al Dente changed hands once and ended up with Tom."
    )


def test_in_pasta_another_way_to_tell_equal_totals_apart_is_named_by_its_option():
    said = told("pasta", ("Ana", "Tom"), bank(1, 6, 6), bank(0, 7, 3), bank(0, 1, 3), ("end", {}))
    assert lines(said)[3] == "With “The most cards” (Equal totals: who wins), Ana would have won."


# The picture


def pictured(names, *moves, told=str):
    game, screen = GAMES["fiasko"], SCREENS["fiasko"]
    table = game.table(names, {})
    played = [read_move(game, table, {"move": kind, **fields}) for kind, fields in (*moves, ("end", {}))]
    log = log_of(game, table, played)
    return poster(game, screen, log, shared(game, screen, log, "14 November"), told)


@pytest.mark.parametrize(("times", "written"), [(1, 3), (2, 2), (3, 3), (4, 0)])
def test_the_picture_says_whole_sentences_in_three_lines_at_most(times, written):
    level = (score(0, "milk", 40), score(1, "corn", 40))
    drawn = pictured(("Ana", "Tom", "Bo"), *level, told=lambda text: " ".join([str(text)] * times))
    assert len(drawn.said) == written


@pytest.mark.parametrize("name", ["Ana", "Wilhelmine-Maximiliane W", "W" * 24, "Ξένια 🎲", "阿娜" * 12, "e\u0301" * 12])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nothing_in_the_picture_is_under_40_px_or_runs_out_of_its_tag(name, seats):
    players = [name, *(f"{'W' * 22}{seat}" for seat in range(1, seats))]
    drawn = pictured(players, *(score(seat, "milk", 90 - seat * 10) for seat in range(seats)))
    sizes = [*(line.size for line in drawn.champion.lines), *(one.name.size for one in drawn.followers)]
    assert min(*sizes, drawn.champion.total.size) >= LEAST
    assert all(line.ends <= drawn.champion.total.x for line in drawn.champion.lines)
    assert all(one.x >= 48 and one.x + one.width <= 1032.5 for one in drawn.followers)
    assert all(one.y + 100 < drawn.foot for one in drawn.followers)
    assert all(width(line, 41) <= 984 for line in drawn.said)
    assert len(drawn.followers) == seats - 1


@pytest.mark.parametrize("name", ["Ana", "Wilhelmine-Maximiliane W", "W" * 24, "阿娜" * 12])
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("points", [(), (90, 90, 90, 90, 90)])
def test_a_victory_that_is_nobodys_or_shared_is_a_sentence_within_its_tag(name, seats, points):
    names = [name, *(f"{'M' * 22}{seat}" for seat in range(1, seats))]
    moves = (score(seat, "milk", each) for seat, each in enumerate(points[:seats]))
    lines = pictured(names, *moves).champion.lines
    assert all(line.size >= LEAST and line.ends <= 1016 for line in lines)
    assert all(line.y - line.size * 0.8 >= 192 and line.y + line.size * 0.2 <= 428 for line in lines)


def followers(*names):
    """Of whoever comes behind Ana, each ten points behind the one before."""
    return pictured(("Ana", *names), *(score(seat, "milk", 90 - seat * 10) for seat in range(len(names) + 1))).followers


def champion(*moves):
    """What its tag says, and whose mark it has."""
    shown = pictured(("Ana", "Tom"), *moves).champion
    return " ".join(line.text for line in shown.lines), shown.total and shown.total.text, shown.seat


def test_one_who_won_has_a_mark_before_the_name_and_several_are_a_sentence():
    assert champion(score(0, "milk", 40)) == ("Ana wins with", "70", 0)
    both = "Ana and Tom share the victory: 70 each"
    assert champion(score(0, "milk", 40), score(1, "corn", 40)) == (both, None, None)
    assert champion() == ("Stopped before anybody scored", None, None)


def test_names_stand_whole_beside_each_other_as_long_as_they_have_room():
    one, other = followers("Maximilian-Alexander", "Bo")
    assert (one.name[:2], other.name[:2]) == (("Maximilian-Alexander", 42), ("Bo", 42))
    assert (one.x, one.y, other.x + other.width) == (48, other.y, 48 + 984)
    assert one.width > other.width


def test_names_without_room_beside_each_other_stand_two_to_a_row():
    one, other, last = followers("Maximilian-Alexander", "Bo", "W" * 12)
    assert (one.y, one.width) == (other.y, other.width)
    assert last.y > one.y
