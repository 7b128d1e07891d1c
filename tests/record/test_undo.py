"""Undo takes back whatever was done last, again and again; redo does it anew; and every correction round-trips."""

import json
from datetime import UTC, datetime
from random import Random
from time import process_time
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.record import history
from companion.record.entries import Entry, InTheWay, in_order
from companion.record.files import game_file, log_file
from companion.record.files.game_file import write_move
from companion.record.files.strict_json import NotAGameFile
from companion.rules import GAMES
from companion.rules.core import RuleBroken
from companion.rules.fiasko.moves import Draw, Recount, Score
from companion.rules.moves import End

GAME = GAMES["fiasko"]
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MOVES = [Draw(0, "goods"), Draw(1, "goods"), Draw(0, "fiasko"), Draw(1, "catastrophe"), Score(0, "milk", points=88)]
MOVES += [Score(0, "milk", points=60), Score(1, "corn", points=40), Score(1, "milk", points=40), End()]


class Told:
    """A log, and one entry after the other."""

    def __init__(self):
        self.log = history.start(GAME, GAME.table(("Ana", "Tom")))

    def enter(self, kind, target=None, move=None, **more):
        number = self.log.length + 1
        first = move if kind in ("move", "insert") else None
        entry = Entry(number, kind, target, move, first, f"tap-{number}", None, NOON, **more)
        self.log = history.with_entry(GAME, self.log, entry)
        return self

    def note(self, *moves):
        for move in moves:
            self.enter("move", None, move)
        return self

    def undo(self):
        return self.enter("undo", self.log.to_undo.number)

    def redo(self):
        return self.enter("redo", self.log.to_redo.number)

    @property
    def stands(self):
        return self.log.sheet, [(step.entry.number, step.before, step.move) for step in self.log.steps]


@pytest.fixture
def told():
    return Told().note(Draw(0, "goods"), Draw(1, "goods"), Score(0, "milk", points=88))


# One by one


CORRECTIONS = {
    "a strike": ("strike", 2, None, {}),
    "a replacement": ("replace", 3, Score(0, "milk", points=60), {}),
    "what was put in": ("insert", 2, Draw(0, "fiasko"), {}),
    "a new name": ("rename", None, None, {"seat": 1, "name": "Thomas"}),
    "an end with what came after it": ("replace", 1, End(), {"strikes": (2, 3)}),
}


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_undo_takes_back_a_correction_and_not_the_move_that_it_is_about(told, correction):
    kind, target, move, more = CORRECTIONS[correction]
    before = told.stands
    after = told.enter(kind, target, move, **more).stands
    assert told.log.to_undo.number == 4
    assert after != before
    assert told.undo().stands == before
    assert told.log.to_undo.number == 3
    assert told.redo().stands == after
    assert told.log.to_redo is None


def test_undo_can_be_pressed_until_nothing_is_left_and_redo_as_often(told):
    told.enter("strike", 2).enter("restore", 2)
    after = told.stands
    for number in (5, 4, 3, 2, 1):
        assert told.log.to_undo.number == number
        told.undo()
    assert (told.log.to_undo, told.log.effective) == (None, ())
    for number in (1, 2, 3, 4, 5):
        assert told.log.to_redo.number == number
        told.redo()
    assert (told.stands, told.log.to_redo) == (after, None)


def test_something_new_is_the_end_of_redo(told):
    told.undo().note(Draw(0, "goods"))
    assert told.log.to_redo is None
    with pytest.raises(RuleBroken, match=r"^Entry 3 can’t be redone any more$"):
        told.enter("redo", 3)


def test_what_was_undone_can_be_restored_long_after(told):
    told.undo().note(Draw(0, "goods")).enter("restore", 3)
    assert [entry.number for entry in told.log.effective] == [1, 2, 3, 5]
    told.undo()
    assert [entry.number for entry in told.log.effective] == [1, 2, 5]


@pytest.mark.parametrize(
    ("kind", "target", "sentence"),
    [
        ("undo", 0, "There is no entry 0"),
        ("undo", 9, "There is no entry 9"),
        ("undo", 3, "Entry 3 is already undone"),
        ("undo", 1, "Entry 1 is already struck"),
        ("undo", 5, "Entry 5 undid another entry"),
        ("redo", 2, "Entry 2 can’t be redone"),
        ("insert", 4, "Entry 4 is not a move"),
        ("strike", 3, "Entry 3 is already struck"),
        ("replace", 3, "Entry 3 is struck: restore it first"),
    ],
)
def test_what_can_not_be_says_why(told, kind, target, sentence):
    told.enter("strike", 1).enter("undo", 3)
    with pytest.raises(RuleBroken, match=sentence):
        told.enter(kind, target, End() if kind in ("insert", "replace") else None)


def test_undo_of_an_older_correction_leaves_the_newer_ones(told):
    """Two phones: one presses undo while the other corrects something else."""
    told.enter("strike", 2).enter("replace", 3, Score(0, "milk", points=60)).enter("undo", 4)
    assert [entry.move for entry in told.log.effective] == [
        Draw(0, "goods"),
        Draw(1, "goods"),
        Score(0, "milk", points=60),
    ]


def test_undo_of_an_older_correction_that_a_newer_entry_needs_names_that(told):
    told.enter("strike", 3).note(Score(0, "milk", points=60))
    with pytest.raises(InTheWay, match=r"^Entry 5 would no longer make sense: Ana has already scored milk$"):
        told.enter("undo", 4)


def test_undo_of_the_strike_of_the_end_names_what_came_after_it(told):
    told.note(End()).enter("strike", 4).note(Draw(0, "goods"))
    with pytest.raises(InTheWay, match=r"^Entry 6 would no longer make sense: The game is over"):
        told.enter("undo", 5)


# Putting in


def test_what_is_put_in_stands_before_its_target(told):
    told.enter("insert", 1, Draw(1, "catastrophe")).enter("insert", 4, Draw(0, "fiasko"))
    assert [entry.number for entry in told.log.effective] == [5, 4, 1, 2, 3]


def test_before_a_struck_entry_is_a_place_too(told):
    told.enter("strike", 2).enter("insert", 2, Draw(1, "fiasko"))
    assert [entry.number for entry in told.log.effective] == [1, 5, 3]


def test_what_is_put_in_is_struck_restored_and_corrected_like_any_other(told):
    told.enter("insert", 2, Draw(0, "fiasko")).enter("strike", 4).enter("restore", 4)
    told.enter("replace", 4, Draw(1, "fiasko"))
    assert [entry.move for entry in told.log.effective][1] == Draw(1, "fiasko")
    assert told.log.entries[3].first == Draw(0, "fiasko")


def test_what_is_put_in_and_makes_no_sense_there_says_so_in_its_own_words(told):
    told.note(Draw(1, "goods"))
    with pytest.raises(RuleBroken, match=r"^Ana has already scored milk$"):
        told.enter("insert", 4, Score(0, "milk", points=60))


def test_what_is_put_in_and_makes_a_later_one_senseless_names_that(told):
    with pytest.raises(InTheWay, match=r"^Entry 3 would no longer make sense: Ana has already scored milk$"):
        told.enter("insert", 1, Score(0, "milk", points=60))


def test_the_table_as_it_stood_before_an_entry(told):
    told.enter("strike", 1)
    log = history.at(told.log, 3)
    assert (log.sheet.counter.hands, log.sheet.played, [entry.number for entry in log.effective]) == ((0, 1), 1, [2])


# Names


def test_a_new_name_is_on_the_sheet_and_what_was_noted_stays(told):
    told.enter("rename", seat=0, name="Anastasia")
    assert told.log.sheet.table.players == ("Anastasia", "Tom")
    assert told.log.sheet.scores[0]["milk"].points == 88
    assert told.log.opened.players == ("Ana", "Tom")
    assert told.note(Draw(1, "goods")).log.sheet.table.players == ("Anastasia", "Tom")


def test_a_name_changes_after_the_end_too(told):
    told.note(End()).enter("rename", seat=1, name="Thomas")
    assert (told.log.sheet.over, told.log.sheet.table.players) == (True, ("Ana", "Thomas"))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("aNA", "Two are called “aNA”: add a letter to one of them"),
        ("x" * 25, "is too long: a name has at most 24 characters"),
        ("", "A name needs at least one letter"),
        ("Tom", "“Tom” is the name already"),
    ],
)
def test_a_name_that_nobody_can_have_is_refused(told, name, sentence):
    with pytest.raises(RuleBroken, match=sentence) as broken:
        told.enter("rename", seat=1, name=name)
    assert broken.value.field == "name"


def test_an_undo_that_gives_two_the_same_name_is_refused(told):
    told.enter("rename", seat=0, name="Bo").enter("rename", seat=1, name="Ana")
    with pytest.raises(RuleBroken, match="Two are called “Ana”"):
        told.enter("undo", 4)


def test_a_seat_that_does_not_exist_has_no_name(told):
    with pytest.raises(RuleBroken, match="There is no seat 7"):
        told.enter("rename", seat=7, name="Bo")


def test_a_strike_that_is_redone_after_its_entry_strikes_it_again(told):
    told.enter("strike", 3).enter("undo", 4).enter("undo", 3).enter("redo", 3).enter("redo", 4)
    assert [entry.number for entry in told.log.effective] == [1, 2]


# Whatever is done, in any order


def something(chance, log):
    """A kind of entry, and what it says."""
    numbers = [entry.number for entry in log.entries if entry.notes] or [1]
    kind = chance.choice(["move"] * 5 + ["strike", "restore", "replace", "insert", "rename", "undo", "undo", "redo"])
    move = chance.choice(MOVES) if kind in ("move", "replace", "insert") else None
    if kind == "rename":
        return SimpleNamespace(kind=kind, target=None, move=None, seat=chance.randrange(2), name=chance.choice("ABC"))
    if kind in ("undo", "redo"):
        done = log.to_undo if kind == "undo" else log.to_redo
        return SimpleNamespace(kind=kind, target=done and done.number, move=None, seat=None, name=None)
    target = None if kind == "move" else chance.choice(numbers)
    return SimpleNamespace(kind=kind, target=target, move=move, seat=None, name=None)


def an_evening(seed, entries=40):
    """What was told, and beside it what a pile of sheets says that undo and redo must give."""
    chance, told = Random(seed), Told()
    done, undone = [told.stands], []
    for _ in range(entries):
        wanted = something(chance, told.log)
        try:
            told.enter(wanted.kind, wanted.target, wanted.move, seat=wanted.seat, name=wanted.name)
        except RuleBroken:
            continue
        if wanted.kind == "undo":
            undone.append(done.pop())
        elif wanted.kind == "redo":
            done.append(undone.pop())
        else:
            done, undone = [*done, told.stands], []
        yield told, done[-1]


@given(st.integers(0, 2**32))
def test_undo_of_anything_gives_the_sheet_before_and_redo_the_one_after(seed):
    for told, expected in an_evening(seed):
        assert told.stands == expected


@given(st.integers(0, 2**32))
def test_what_is_put_in_and_struck_changes_nothing(seed):
    *_, (told, _) = an_evening(seed)
    chance, before = Random(seed), told.stands
    targets = [entry.number for entry in told.log.entries if entry.notes]
    if not targets:
        return
    try:
        told.enter("insert", chance.choice(targets), chance.choice(MOVES))
    except RuleBroken:
        return
    assert told.enter("strike", told.log.length).stands == before


@given(st.integers(0, 2**32))
def test_a_log_that_is_read_all_at_once_is_the_one_that_was_told(seed):
    *_, (told, _) = an_evening(seed)
    opened, entries = history.start(GAME, told.log.opened), [entry.as_entered for entry in told.log.entries]
    assert history.with_accepted(GAME, opened, entries) == told.log
    half = history.with_accepted(GAME, opened, entries[: len(entries) // 2])
    assert history.with_accepted(GAME, half, entries[len(entries) // 2 :]) == told.log


def written(log):
    document = {
        **game_file.write(GAME, log.sheet.table, [write_move(entry.move) for entry in log.effective]),
        "sitting": {"uid": "x", "opened_at": NOON.isoformat(), "players": ["Ana", "Tom"]},
        "log": [log_file.write_entry(entry) for entry in log.entries],
    }
    return json.dumps(document).encode()


def test_a_file_in_which_far_too_many_entries_are_struck_along_is_refused(told, monkeypatch):
    """With 5 MB of them one tap at its table took minutes, in everybody's turn."""
    monkeypatch.setattr(log_file, "MOST_STRUCK", 5)
    for _ in range(2):
        told.enter("strike", 1, strikes=(2, 3)).undo()
    assert game_file.parse(written(told.log)).origin.log == told.log.entries
    told.enter("strike", 1, strikes=(2, 3))
    with pytest.raises(NotAGameFile, match="entry 8 of “log”: with it more than 5 entries are struck along"):
        game_file.parse(written(told.log))


@given(st.integers(0, 2**32))
def test_a_log_that_is_written_and_read_again_is_the_same(seed):
    *_, (told, _) = an_evening(seed)
    read = game_file.parse(written(told.log))
    assert (read.origin.log, read.origin.table, read.table) == (
        told.log.entries,
        told.log.opened,
        told.log.sheet.table,
    )


# However often


def entry(number, kind, target=None, move=None, strikes=()):
    first = move if kind in ("move", "insert") else None
    return Entry(number, kind, target, move, first, f"tap-{number}", None, NOON, strikes=strikes)


def to_and_fro(of, since, until):
    return [entry(number, ("undo", "redo")[number % 2], of) for number in range(since, until)]


COUNTED = Recount(hands=(0, 0))
LONG = {
    "a move": [entry(1, "move", None, MOVES[0]), *to_and_fro(1, 2, 3_002)],
    "what strikes a thousand": [
        *(entry(number, "move", None, MOVES[0]) for number in range(1, 1_000)),
        entry(1_000, "insert", 1, MOVES[1]),
        entry(1_001, "strike", 1_000, strikes=tuple(range(2, 1_000))),
        *to_and_fro(1_001, 1_002, 4_000),
    ],
    "all of many, one after the other": [
        *(entry(number, "move", None, MOVES[0]) for number in range(1, 41)),
        *(entry(40 * round + at, "undo", 41 - at) for round in range(1, 80, 2) for at in range(1, 41)),
        *(entry(40 * round + at, "redo", at) for round in range(2, 80, 2) for at in range(1, 41)),
    ],
    "strikes and restorings of one": [
        entry(1, "move", None, MOVES[0]),
        *(entry(number, ("strike", "restore")[number % 2], 1) for number in range(2, 2_000)),
        *(entry(2_000 + number, "undo", 1_999 - number) for number in range(1_900)),
    ],
    "a strike of one with many others, undone and noted anew": [
        *(entry(number, "move", None, COUNTED) for number in range(1, 151)),
        *(entry(number, "strike", 1, strikes=(*range(2, 151),)) for number in range(151, 2_151, 2)),
        *(entry(number, "undo", number - 1) for number in range(152, 2_152, 2)),
    ],
}


@pytest.mark.parametrize("what", LONG)
def test_thousands_of_undos_cost_what_a_few_cost_each(what):
    """They took their square: 3,000 were 10 s under everybody's turn."""
    start = process_time()
    log = history.with_accepted(GAME, history.start(GAME, GAME.table(("Ana", "Tom"))), sorted(LONG[what]))
    assert log.length == len(LONG[what])
    assert process_time() - start < 1.0


def test_what_was_put_in_before_an_entry_finds_its_place_at_once_however_much_it_is():
    """It took its square: a log of four thousand entries was put in order for 40 ms, some twenty times for one tap."""
    moves = [entry(number, "move", None, COUNTED) for number in range(1, 30_001)]
    put_in = [entry(number, "insert", 30_000, COUNTED) for number in range(30_001, 60_001)]
    start = process_time()
    ordered = [one.number for one in in_order([*moves, *put_in])]
    assert process_time() - start < 1.0
    assert ordered == [*range(1, 30_000), *range(30_001, 60_001), 30_000]
