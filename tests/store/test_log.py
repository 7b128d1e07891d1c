"""What phones may count on when they tap: once, in order, and never against what the table knows."""

import uuid
from datetime import UTC, datetime
from importlib import import_module
from time import process_time

import pytest
from sqlalchemy import insert, text

from companion import store
from companion.record import history
from companion.record.conflicts import Arrived, OlderBackup, TurnMoved
from companion.record.entries import MOST_ENTRIES, InTheWay
from companion.rules.core import RuleBroken
from companion.store.database import engine as database
from companion.store.database.engine import KEY, here, writing
from companion.store.tables import EntryRow

ANA, TOM = "phone-of-ana", "phone-of-tom"


def goods(table, player, **tap):
    return table.note("draw", player=player, card="goods", **tap)


def milk(table, player, points=88, **tap):
    return table.note("score", player=player, product="milk", points=points, **tap)


# Taps


def test_a_tap_is_on_the_sheet_and_in_the_log(table):
    log = goods(table, 0, tap="one")
    (line,) = log.entries
    assert (line.number, line.kind, line.tap, line.phone, line.stands) == (1, "move", "one", ANA, True)
    assert log.sheet.counter.hands == (1, 0)
    assert log.steps[-1].before.counter.hands == (0, 0)


def test_an_empty_log_has_nothing_to_undo(table):
    assert (table.log.entries, table.log.last, table.log.steps) == ((), None, ())


def test_a_tap_sent_twice_counts_once(table):
    first = goods(table, 0, tap="one")
    assert goods(table, 0, tap="one", after=0) == first
    assert table.log.length == 1


def test_a_tap_sent_again_is_answered_even_when_it_makes_no_sense_any_more(table):
    milk(table, 0, tap="milk", after=0)
    assert milk(table, 0, tap="milk", after=0).length == 1
    assert milk(table, 0, tap="milk", after=99).length == 1


def test_another_tap_of_the_same_name_is_told_what_the_first_one_noted(table):
    goods(table, 0, tap="one")
    others = [lambda: table.strike(1, tap="one"), lambda: milk(table, 1, tap="one"), lambda: goods(table, 1, tap="one")]
    for other in others:
        with pytest.raises(store.Conflicting) as asked:
            other()
        assert asked.value.conflict == Arrived(table.log.entries[0])
    assert table.log.length == 1


def test_however_much_it_is_meant_a_name_is_good_for_one_tap(table):
    goods(table, 0, tap="one")
    with pytest.raises(store.Conflicting):
        goods(table, 1, tap="one", twice=True)
    assert table.log.length == 1


def test_a_tap_sent_again_is_compared_with_what_it_said_and_not_with_what_became_of_it(table):
    goods(table, 0, tap="one")
    table.replace(1, "draw", player=1, card="goods", tap="two")
    table.strike(1)
    assert goods(table, 0, tap="one").length == table.replace(1, "draw", player=1, card="goods", tap="two").length == 3
    with pytest.raises(store.Conflicting):
        table.replace(1, "draw", player=0, card="goods", tap="two")


def test_a_tap_is_known_only_in_its_own_sitting(table, open_a_table):
    goods(table, 0, tap="one")
    assert goods(open_a_table(), 0, tap="one").length == 1


def test_two_phones_at_the_same_time_both_count(table):
    goods(table, 0, phone=ANA, after=0)
    log = goods(table, 1, phone=TOM, after=0)
    assert log.sheet.counter.hands == (1, 1)


def test_the_same_event_seen_by_two_phones_is_asked_about(table):
    goods(table, 0, phone=ANA, after=0)
    with pytest.raises(store.Conflicting) as asked:
        goods(table, 0, phone=TOM, after=0)
    assert asked.value.conflict == TurnMoved(table.log.entries[0], 1, same=True)
    assert asked.value.log == table.log
    assert table.log.length == 1


def test_nothing_is_meant_twice_unless_somebody_says_so(table):
    goods(table, 0, phone=ANA, after=0)
    with pytest.raises(store.Conflicting):
        store.note(table.sitting, store.Tap("unsaid", 0, TOM), store.Wanted("move", move=table.log.last.move))


def test_it_counts_when_the_table_says_that_it_happened_twice(table):
    goods(table, 0, phone=ANA, after=0)
    assert goods(table, 0, phone=TOM, after=0, twice=True).sheet.counter.hands == (2, 0)


def test_one_phone_may_note_the_same_twice_from_one_page(table):
    goods(table, 0, phone=ANA, after=0)
    assert goods(table, 0, phone=ANA, after=0).length == 2


def test_phones_without_a_name_are_different_phones(table):
    goods(table, 0, phone=None, after=0)
    with pytest.raises(store.Conflicting):
        goods(table, 0, phone=None, after=0)


def test_what_the_page_already_showed_is_not_asked_about(table):
    goods(table, 0, phone=ANA)
    assert goods(table, 0, phone=TOM, after=1).length == 2


def test_another_seat_is_another_event(table):
    goods(table, 0, phone=ANA, after=0)
    assert goods(table, 1, phone=TOM, after=0).length == 2


def test_what_is_noted_while_somebody_answers_is_asked_about(table):
    goods(table, 0, phone=ANA, after=0)
    with pytest.raises(store.Conflicting) as asked:
        goods(table, 0, phone=TOM, after=0)
    goods(table, 1, phone=ANA)
    with pytest.raises(store.Conflicting):
        goods(table, 1, phone=TOM, after=asked.value.log.length)


def test_a_doubt_is_known_in_another_process_too(app, address, opened, table):
    with opened(address).app_context():
        goods(table, 0, phone=ANA, after=0)
    with pytest.raises(store.Conflicting):
        goods(table, 0, phone=TOM, after=0)


def test_a_struck_entry_is_not_asked_about(table):
    goods(table, 0, phone=ANA, after=0)
    table.strike(1)
    assert goods(table, 0, phone=TOM, after=0).length == 3


def test_an_entry_is_compared_as_it_stands_now(table):
    goods(table, 0, phone=ANA, after=0)
    table.replace(1, "draw", player=1, card="goods")
    assert goods(table, 0, phone=TOM, after=0).length == 3
    with pytest.raises(store.Conflicting):
        goods(table, 1, phone=TOM, after=0)


def test_a_move_that_makes_no_sense_any_more_is_refused_with_the_sentence(table):
    milk(table, 1, phone=ANA, after=0)
    with pytest.raises(RuleBroken, match="Tom has already scored milk") as broken:
        milk(table, 1, phone=TOM, after=0)  # also the same again: but that can't be asked
    assert not isinstance(broken.value, InTheWay)
    assert table.log.length == 1


def test_ranges_are_checked_when_tapped(table):
    with pytest.raises(RuleBroken, match="seat"):
        goods(table, 5)
    assert table.log.entries == ()


def test_a_move_that_could_not_be_read_again_never_gets_in(table):
    nothing = type(table.move("score", player=0, product="milk", points=88))(0, "milk")
    with pytest.raises(ValueError, match="points"):
        store.note(table.sitting, table.tap(), store.Wanted("move", move=nothing))
    goods(table, 0)
    with pytest.raises(ValueError, match="points"):
        store.note(table.sitting, table.tap(), store.Wanted("replace", 1, nothing))


def test_a_page_from_nowhere_is_stale(table):
    with pytest.raises(store.Stale):
        goods(table, 0, after=-1)
    assert table.log.length == 0


@pytest.mark.parametrize("after", [1, 99])
def test_who_has_seen_more_than_there_is_is_asked(table, after):
    """An older backup was put back."""
    with pytest.raises(store.Conflicting) as asked:
        goods(table, 0, after=after)
    assert asked.value.conflict == OlderBackup(None, False)
    assert table.log.length == 0


@pytest.mark.parametrize("name", ["", "x" * 65, "a b", "a\0b", "naïve", "a\n"])
def test_a_tap_or_a_phone_without_a_proper_name_is_stale(table, name):
    wanted = store.Wanted("move", move=table.move("draw", player=0, card="goods"))
    with pytest.raises(store.Stale):
        store.note(table.sitting, store.Tap(name, 0, ANA), wanted)
    with pytest.raises(store.Stale):
        store.note(table.sitting, store.Tap("tap", 0, name), wanted)
    assert table.log.length == 0


def test_a_finished_game_takes_no_more_moves(table):
    table.note("end")
    with pytest.raises(RuleBroken, match="over"):
        goods(table, 0)


# Corrections


def test_a_struck_entry_counts_no_more_and_stays_in_the_log(table):
    goods(table, 0)
    log = table.strike(1)
    assert [line.kind for line in log.entries] == ["move", "strike"]
    assert log.entries[0].struck
    assert log.effective == ()
    assert log.sheet.counter.hands == (0, 0)


def test_undo_takes_back_the_last_entry_that_stands(table):
    goods(table, 0)
    goods(table, 1)
    table.strike(table.log.last.number)
    assert table.log.last.number == 1
    assert table.strike(table.log.last.number).last is None


def test_a_restored_entry_counts_again_in_its_old_place(table):
    goods(table, 0)
    milk(table, 0)
    table.strike(1)
    log = table.restore(1)
    assert [line.number for line in log.effective] == [1, 2]
    assert not log.entries[0].struck


def test_a_replaced_entry_shows_both_what_was_noted_and_what_stands(table):
    milk(table, 0, 88)
    log = table.replace(1, "score", player=0, product="milk", points=60)
    line = log.entries[0]
    assert (line.first.points, line.move.points, line.replaced_by) == (88, 60, 2)
    assert log.sheet.scores[0]["milk"].points == 60


def test_a_replaced_entry_that_is_struck_and_restored_stands_as_replaced(table):
    milk(table, 0, 88)
    table.replace(1, "score", player=0, product="milk", points=60)
    table.strike(1)
    assert table.restore(1).sheet.scores[0]["milk"].points == 60


def test_the_entry_that_ended_the_game_can_be_struck_and_play_goes_on(table):
    table.note("end")
    assert not table.strike(1).sheet.over
    assert goods(table, 0).length == 3


def test_a_correction_sent_twice_counts_once(table):
    goods(table, 0)
    table.strike(1, tap="undo")
    assert table.strike(1, tap="undo").length == 2
    table.restore(1)
    assert table.strike(1, tap="undo").effective != ()


def test_a_correction_merges_with_what_others_noted(table):
    goods(table, 0)
    goods(table, 1, phone=TOM)
    assert table.strike(1, after=1).sheet.counter.hands == (0, 1)


def test_two_phones_that_undo_the_same_entry_undo_it_once(table):
    goods(table, 0)
    goods(table, 0)
    table.strike(2, phone=ANA, after=2)
    with pytest.raises(RuleBroken, match="Entry 2 is already struck"):
        table.strike(2, phone=TOM, after=2)
    assert table.log.sheet.counter.hands == (1, 0)


@pytest.mark.parametrize(
    ("correction", "sentence"),
    [
        (lambda table: table.strike(0), "no entry 0"),
        (lambda table: table.strike(9), "no entry 9"),
        (lambda table: table.strike(-1), "no entry -1"),
        (lambda table: table.strike(10**30), "no entry"),
        (lambda table: table.strike(3), "Entry 3 is not a move"),
        (lambda table: table.strike(2), "Entry 2 is already struck"),
        (lambda table: table.restore(1), "Entry 1 isn’t struck"),
        (lambda table: table.replace(2, "end"), "Entry 2 is struck: restore it first"),
        (lambda table: table.replace(1, "draw", player=7, card="goods"), "no seat 7"),
    ],
)
def test_a_correction_that_can_not_be_says_why(table, correction, sentence):
    goods(table, 0)
    goods(table, 1)
    table.strike(2)
    with pytest.raises(RuleBroken, match=sentence):
        correction(table)
    assert table.log.length == 3


def test_a_correction_names_the_entry_that_would_no_longer_make_sense(table):
    milk(table, 0)
    table.strike(1)
    goods(table, 1)
    milk(table, 0, 60)
    with pytest.raises(InTheWay, match="Entry 4 would no longer make sense: Ana has already") as way:
        table.restore(1)
    assert way.value.entry == 4
    assert table.log.sheet.scores[0]["milk"].points == 60
    assert table.log.length == 4


def test_a_correction_that_ends_the_game_too_early_asks_whether_to_strike_what_came_after_it(table):
    milk(table, 0)
    goods(table, 1)
    goods(table, 0)
    goods(table, 1)
    with pytest.raises(store.Conflicting) as asked:
        table.replace(2, "end")
    assert str(asked.value.conflict.ends) == "Ana would have won here. Strike the 2 entries after it?"
    assert asked.value.conflict.ends.later == (3, 4)
    assert table.log.length == 4
    log = table.replace(2, "end", along=(3, 4))
    assert log.sheet.over
    assert [entry.number for entry in log.effective] == [1, 2]


def test_a_yes_to_that_is_one_entry_and_one_undo_takes_it_all_back(table):
    milk(table, 0)
    for seat in (1, 0, 1):
        goods(table, seat)
    before = table.log
    table.replace(2, "end", along=(3, 4))
    log = table.undo()
    assert (log.sheet, log.effective) == (before.sheet, before.effective)


def test_what_is_noted_while_it_is_asked_is_asked_about_too(table):
    milk(table, 0)
    for seat in (1, 0):
        goods(table, seat)
    goods(table, 1, phone=TOM)
    with pytest.raises(store.Conflicting) as asked:
        table.replace(2, "end", along=(3,), twice=True)
    assert asked.value.conflict.ends.later == (4,)


def test_an_entry_after_the_end_is_not_restored_whatever_is_struck_along(table):
    goods(table, 0)
    goods(table, 1)
    table.strike(2)
    table.replace(1, "end")
    with pytest.raises(RuleBroken, match=r"^The game is over: no more moves can be noted$"):
        table.restore(2)


def test_a_replacement_that_makes_no_sense_itself_says_so_in_its_own_words(table):
    milk(table, 0)
    goods(table, 0)
    with pytest.raises(RuleBroken, match=r"^Ana has already scored milk$") as broken:
        table.replace(2, "score", player=0, product="milk", points=60)
    assert not isinstance(broken.value, InTheWay)


def test_the_sheet_before_the_last_move_is_kept_through_corrections(table):
    goods(table, 0)
    goods(table, 1)
    goods(table, 0)
    log = table.strike(2)
    assert (log.steps[-1].before.counter.hands, log.sheet.counter.hands) == ((1, 0), (2, 0))


# More than one process


def test_what_one_process_noted_another_one_reads(app, address, opened, table):
    other = opened(address)
    goods(table, 0)
    with other.app_context():
        first = store.read(table.sitting)
    log = goods(table, 1)
    with other.app_context():
        assert store.read(table.sitting) == log == store.read(table.sitting)
    assert first.length == 1


def test_a_process_that_fell_behind_decides_by_the_log_as_it_is(app, address, opened, table):
    goods(table, 0)
    with opened(address).app_context():
        milk(table, 0)
    with pytest.raises(RuleBroken, match="already scored"):
        milk(table, 0, after=1)
    with opened(address).app_context():
        table.strike(2)
    assert milk(table, 0, after=2).length == 4


def test_a_tap_that_another_process_took_is_answered(app, address, opened, table):
    goods(table, 0)
    with opened(address).app_context():
        milk(table, 0, tap="milk")
    assert milk(table, 0, tap="milk", after=1).length == 2


def test_a_tap_that_another_process_took_is_answered_even_if_it_would_play_again(app, address, opened, table):
    goods(table, 0)
    with opened(address).app_context():
        goods(table, 1, tap="goods")
    assert goods(table, 1, tap="goods", after=1).length == 2


@pytest.mark.parametrize("tapped", [True, False])
@pytest.mark.parametrize("kept", [0, 1, 2])
def test_a_log_that_was_put_back_to_an_older_one_is_read_anew(app, table, kept, tapped):
    """As after a restore: what this process remembers never happened."""
    goods(table, 0)
    goods(table, 1)
    with app.extensions[KEY].engine.begin() as connection:
        connection.execute(text(f"DELETE FROM entry WHERE number > {kept}"))
        connection.execute(text("UPDATE entry SET tap = 'another-' || number"))
    if tapped:
        assert goods(table, 0, after=0, twice=True).length == kept + 1
    assert [line.tap for line in table.log.entries[:kept]] == ["another-1", "another-2"][:kept]
    assert [line.number for line in table.log.entries] == list(range(1, table.log.length + 1))


def test_a_process_keeps_only_so_many_logs(app, open_a_table, monkeypatch):
    monkeypatch.setattr(database, "CACHED", 3)
    tables = [open_a_table() for _ in range(6)]
    for table in tables:
        goods(table, 0)
    assert len(app.extensions[KEY].logs) == 3
    assert [goods(table, 1).length for table in tables] == [2] * 6


def test_every_game_can_be_noted_and_read_again(open_a_table, address, opened):
    pasta = open_a_table("pasta", 3, track="hands", deck=60)
    pasta.note("take", player=0, cards=6)
    pasta.note("bank", player=0, shape=3, pasta=2)
    states = open_a_table("states", 2)
    states.note("battle", state="OH", value=20, tanks=[30, 12])
    states.note("battle", state="TX", value=38, winner=None)
    with opened(address).app_context():
        for table in (pasta, states):
            assert store.read(table.sitting).length == 2
        assert store.read(states.sitting).entries[1].move.winner is None
        assert store.read(pasta.sitting).sheet == pasta.log.sheet


def test_the_names_of_taps_are_free(table):
    for _ in range(3):
        goods(table, 0, tap=str(uuid.uuid4()))
    assert table.log.length == 3


def pressed(table, many):
    """Undo and redo of one draw, so often, as another process of long ago wrote them."""
    table.note("draw", player=0, card="goods")
    about = {"sitting_id": table.sitting.id, "target": 1, "at": datetime.now(UTC), "phone": ANA}
    entries = [
        {**about, "number": number, "kind": ("undo", "redo")[number % 2], "tap": f"tap-{number}"}
        for number in range(2, many + 2)
    ]
    with writing() as session:
        session.execute(insert(EntryRow), entries)
    here().logs.clear()
    return many + 1


def test_a_table_s_first_tap_after_a_restart_keeps_nobody_waiting_however_long_its_log_is(open_a_table, monkeypatch):
    """It is folded before its turn comes, and in no time: 3,000 undos took 10 s, and other tables got 503."""
    table, other = open_a_table(), open_a_table()
    length = pressed(table, 3_000)
    folded = history.with_accepted

    def fold(*arguments):
        other.note("draw", player=0, card="goods")  # from within: whoever has the turn would wait for itself
        return folded(*arguments)

    monkeypatch.setattr("companion.store.database.queue.PATIENCE", 0.1)
    with monkeypatch.context() as context:
        context.setattr(history, "with_accepted", fold)
        start = process_time()
        log = table.note("draw", player=1, card="goods", after=length)
    assert process_time() - start < 1.0
    assert (log.length, other.log.length) == (length + 1, 1)


def test_a_log_that_is_full_says_so_and_what_to_do(open_a_table):
    table = open_a_table()
    length = pressed(table, MOST_ENTRIES - 1)
    with pytest.raises(RuleBroken, match="log of this table is full: it takes 4000 entries"):
        table.note("draw", player=1, card="goods", after=length)
    assert table.log.length == MOST_ENTRIES


def test_an_entry_that_is_struck_along_a_hundred_thousand_times_is_written_once(table):
    for _ in range(3):
        table.note("draw", player=0, card="goods")
    table.strike(1, along=(2, 3) * 50_000)
    assert table.log.entries[-1].strikes == (2, 3)


def test_all_corrections_of_a_table_strike_out_only_so_many_entries(table, monkeypatch):
    """Each struck out a thousand, undone and noted anew: a log of 2,800 entries was read for 13 s."""
    monkeypatch.setattr("companion.store.tap.MOST_STRUCK", 5)
    for _ in range(4):
        table.note("draw", player=0, card="goods")
    for _ in range(2):
        table.strike(1, along=(2, 3))
        table.undo()
    with pytest.raises(RuleBroken, match="The corrections of a table strike out at most 5 other entries"):
        table.strike(1, along=(2, 3))
    assert table.strike(1, along=(2,)).length == 9


@pytest.mark.parametrize("slow", ["companion.record.history.with_entry", "companion.store.results.write_places"])
def test_what_takes_long_to_reckon_in_a_very_long_log_keeps_nobody_waiting(open_a_table, monkeypatch, slow):
    """Eight at once in a log of 3,000 kept the taps of other tables waiting for seven seconds."""
    table, other = open_a_table(), open_a_table()
    length = pressed(table, 600)
    *module, name = slow.split(".")
    reckon, begun = getattr(import_module(".".join(module)), name), []

    def reckoned(*arguments):
        if not begun:
            begun.append(True)
            goods(other, 0)  # from within: whoever has the turn would wait for itself
        return reckon(*arguments)

    monkeypatch.setattr("companion.store.database.queue.PATIENCE", 0.1)
    with monkeypatch.context() as context:
        context.setattr(slow, reckoned)
        log = table.note("end", after=length)
    assert (log.length, log.sheet.over, other.log.length) == (length + 1, True, 1)


@pytest.mark.parametrize("times", [1, 8])
def test_what_another_process_notes_while_it_is_reckoned_in_a_very_long_log_counts(
    app, address, opened, open_a_table, monkeypatch, times
):
    table, elsewhere = open_a_table(), opened(address)
    length = pressed(table, 600)
    reckon, noting, noted = history.with_entry, [], []
    turns = app.extensions[KEY].turns

    def reckoned(*arguments):
        assert not turns._taken, "it is reckoned while all others wait"
        if not noting and len(noted) < times:
            noting.append(True)
            with elsewhere.app_context():
                noted.append(goods(table, 1, phone=TOM, after=length + len(noted), twice=True).length)
            noting.clear()
        return reckon(*arguments)

    monkeypatch.setattr("companion.record.history.with_entry", reckoned)
    log = table.strike(1, after=length, twice=True)
    assert noted == [*range(length + 1, length + times + 1)]
    assert (log.length, log.entries[0].struck, log.sheet.counter.hands) == (length + times + 1, True, (0, times))
    assert [entry.number for entry in log.entries] == [*range(1, log.length + 1)]
