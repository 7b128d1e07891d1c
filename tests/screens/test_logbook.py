"""The log as it is read: by rounds, the newest first, all of it or one player's, with ways to what lies far below."""

from datetime import UTC, datetime

import pytest

from companion.record import history
from companion.record.history import Entry
from companion.rules import GAMES
from companion.rules.fiasko.moves import Draw, Score
from companion.rules.states.moves import Battle
from companion.rules.text import say, say_many
from companion.screens import SCREENS
from companion.screens.logbook import changed
from companion.screens.story import story

GAME = GAMES["fiasko"]
AT = datetime(2026, 11, 14, 20, 41, tzinfo=UTC)


def log_of(*entries):
    return history.with_accepted(GAME, history.start(GAME, GAME.table(("Ana", "Bo"), {})), entries)


def entry(number, kind="move", target=None, move=None, **more):
    return Entry(number, kind, target, move, move, str(number), None, AT, **more)


def drawn(draws):
    """So many cards in turn by two players."""
    return [entry(number, move=Draw((number - 1) % 2, "goods")) for number in range(1, draws + 1)]


def numbers(told):
    return [[one.entry.number for one in line.entries] for section in told.sections for line in section.lines]


def test_rounds_are_read_the_newest_first_and_goods_in_a_row_in_one_line():
    told = story(SCREENS["fiasko"], log_of(*drawn(5)), None)
    assert [str(section.title) for section in told.sections] == ["Round 3", "Round 2", "Round 1"]
    assert numbers(told) == [[5], [4, 3], [2, 1]]
    assert told.sections[1].lines[0].seats == (1, 0)
    assert (told.moves, told.jumps) == (5, ())


def test_of_one_player_only_what_is_about_them_is_read_and_rounds_without_them_go():
    told = story(SCREENS["fiasko"], log_of(*drawn(5)), 1)
    assert numbers(told) == [[4], [2]]
    assert [section.number for section in told.sections] == [2, 1]


def test_what_was_taken_back_and_put_back_is_one_line_that_says_so():
    log = log_of(*drawn(2), entry(3, "undo", 2), entry(4, "redo", 2), entry(5, "undo", 2))
    line = story(SCREENS["fiasko"], log, None).sections[0].lines[0].entries[0]
    assert (line.entry.number, line.entry.struck) == (2, True)
    assert list(map(str, line.marks)) == ["taken back", "put back", "taken back"]


def test_what_was_put_in_later_stands_where_it_belongs():
    log = log_of(*drawn(3), entry(4, "insert", 2, Draw(1, "goods")))
    assert numbers(story(SCREENS["fiasko"], log, None)) == [[3, 2], [4], [1]]


def test_a_correction_stands_with_what_it_corrected_and_says_what_stood_there():
    log = log_of(*drawn(2), entry(3, "replace", 1, Draw(0, "fiasko")))
    told = story(SCREENS["fiasko"], log, None).sections[0].lines
    assert [line.entries[0].entry.number for line in told] == [2, 1]
    assert str(told[1].entries[0].first) == "Ana · Goods"
    assert list(map(str, told[1].entries[0].marks)) == ["corrected"]


def test_a_new_name_is_told_where_it_was_given():
    log = log_of(*drawn(1), entry(2, "rename", seat=1, name="Bartholomew"), *[entry(3, move=Draw(1, "goods"))])
    assert str(story(SCREENS["fiasko"], log, None).sections[0].lines[1].entries[0].tale.said) == "Bo is now Bartholomew"


@pytest.mark.parametrize(
    ("draws", "seat", "ways"),
    [
        (15, None, ()),
        (34, None, ((1, 5, 5), (6, 10, 10), (11, 15, 15), (16, 17, 17))),
        (76, None, ((1, 10, 10), (11, 20, 20), (21, 30, 30), (31, 38, 38))),
        (51, 1, ((1, 10, 10), (11, 20, 20), (21, 26, 25))),
    ],
)
def test_a_long_log_has_five_ways_at_most_to_its_rounds(draws, seat, ways):
    """The last round of 51 draws is the first player's alone."""
    jumps = story(SCREENS["fiasko"], log_of(*drawn(draws)), seat).jumps
    assert tuple((jump.first, jump.last, jump.to) for jump in jumps) == ways


def test_of_a_log_that_no_evening_fills_the_newest_are_told_and_the_way_to_the_older_ones():
    log = log_of(*(entry(number, "rename", seat=number % 2, name=f"N{number}") for number in range(1, 3_901)))
    last = story(SCREENS["fiasko"], log, None)
    before = story(SCREENS["fiasko"], log, None, last.older)
    assert (numbers(last)[0], numbers(last)[-1], last.older) == ([3_900], [3_601], 3_601)
    assert (numbers(before)[0], numbers(before)[-1], before.older) == ([3_600], [3_301], 3_301)
    assert story(SCREENS["fiasko"], log, None, 301).older is None
    assert str(last.sections[0].lines[0].entries[0].tale.said) == "N3898 is now N3900"


def test_entries_put_in_before_others_that_were_put_in_stand_in_their_order():
    put_in = [entry(3, "insert", 1, Draw(0, "goods")), entry(4, "insert", 3, Draw(0, "goods"))]
    log = log_of(*drawn(2), *put_in, entry(5, "insert", 1, Draw(0, "goods")), entry(6, "insert", 2, Draw(0, "goods")))
    told = [number for line in numbers(story(SCREENS["fiasko"], log, None)) for number in line]
    assert told[::-1] == [4, 3, 5, 1, 6, 2]


def test_the_picture_of_rounds_has_a_mark_for_points_and_one_for_a_blow():
    scores = entry(16, move=Score(1, "milk", points=20)), entry(17, move=Draw(0, "fiasko"))
    log = log_of(*drawn(15), *scores)
    dots = [dot for jump in story(SCREENS["fiasko"], log, None).jumps for dot in jump.dots]
    assert [dot.seat for dot in dots] == [1, None]
    assert all(0 <= dot.x <= 62 for dot in dots)


def test_where_nobody_is_in_turn_ten_moves_are_one_section():
    game = GAMES["states"]
    moves = [Battle(state, 5, winner=number % 2) for number, state in enumerate(("CA", "OH", "TX", "NV", "UT", "WA"))]
    moves += [Battle(state, 4, winner=None) for state in ("ME", "VT", "NH", "NY", "FL")]
    entries = [entry(number, move=move) for number, move in enumerate(moves, 1)]
    told = story(
        SCREENS["states"],
        history.with_accepted(game, history.start(game, game.table(("Ana", "Bo"), {})), entries),
        None,
    )
    assert [str(section.title) for section in told.sections] == ["Moves 11 to 20", "Moves 1 to 10"]
    assert [line.entries[0].tale.points for line in told.sections[1].lines][-1] == 5


def scored(name, product, points):
    return say("%(name)s · %(product)s %(points)s", name=name, product=say(product), points=points)


@pytest.mark.parametrize(
    ("before", "now", "told"),
    [
        (scored("Tom", "Tomatoes", 53), scored("Tom", "Tomatoes", 50), "Tom · Tomatoes 53 → 50"),
        (scored("Tom", "Corn", 53), scored("Tom", "Milk", 53), "Tom · Corn → Milk 53"),
        (scored("Tom", "Corn", 53), scored("Ana", "Corn", 50), "Tom · Corn 53 → Ana · Corn 50"),
        (scored("Tom", "Corn", 53), scored("Tom", "Milk", 50), "Tom · Corn 53 → Milk 50"),
        (say_many("%(count)s card", "%(count)s cards", 1), say_many("%(count)s card", "%(count)s cards", 2), None),
        (say("Shuffled"), scored("Ana", "Milk", 9), "Shuffled → Ana · Milk 9"),
    ],
)
def test_a_correction_says_what_stood_there_and_what_stands_there_now(before, now, told):
    assert str(changed(before, now)) == (told or f"{before} → {now}")
