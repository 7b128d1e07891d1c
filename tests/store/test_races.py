"""Many phones at one sitting, in one process and in several; and processes that die in the middle of it."""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path

import pytest
from sqlalchemy import event

from companion import store
from companion.rules import GAMES
from companion.store.database.engine import KEY

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
TAPPER = [sys.executable, str(Path(__file__).with_name("tapper.py"))]
TAPS = 1_000


def start(*arguments, **streams):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen([*TAPPER, *arguments], stdout=subprocess.PIPE, text=True, env=environment, **streams)


def assert_each_once(log, acknowledged):
    taps = [line.tap for line in log.entries]
    assert [line.number for line in log.entries] == list(range(1, len(taps) + 1))
    assert len(set(taps)) == len(taps)
    assert set(acknowledged) <= set(taps)
    assert log.sheet.played == len(taps)


def test_eight_threads_lose_nothing_and_count_nothing_twice(app, address, opened, open_table):
    """Each sends every third tap twice, and all of them read while they write."""
    table = open_table(count="all")
    recount = store.Wanted("move", move=table.move("recount", pile=88))
    acknowledged, troubles = [], []

    def tap_away(name):
        with app.app_context():
            for number in range(TAPS // 8):
                tap = store.Tap(str(uuid.uuid4()), 0, name, confirmed=True)
                try:
                    for _ in range(1 + (number % 3 == 0)):
                        log = store.note(table.sitting, tap, recount).log
                    assert any(line.tap == tap.id for line in log.entries)
                    assert store.read(table.sitting).length >= log.length
                    acknowledged.append(tap.id)
                except BaseException as error:
                    troubles.append(error)
                    raise

    run_at_once(tap_away, [f"phone-{number}" for number in range(8)])
    assert troubles == []
    assert len(acknowledged) == TAPS == table.log.length
    assert_each_once(table.log, acknowledged)
    with opened(address).app_context():
        assert store.read(table.sitting) == table.log


def run_at_once(action, arguments):
    threads = [threading.Thread(target=action, args=(argument,)) for argument in arguments]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.long
def test_four_processes_lose_nothing_and_count_nothing_twice(app, address, opened, open_table):
    table = open_table(count="all")
    processes = [start(address, table.sitting.score_link, str(TAPS // 4)) for _ in range(4)]
    acknowledged = [line.split()[1] for process in processes for line in process.communicate()[0].splitlines()]
    assert [process.returncode for process in processes] == [0] * 4
    assert len(acknowledged) == TAPS == table.log.length
    assert_each_once(table.log, acknowledged)
    with opened(address).app_context():
        assert store.read(table.sitting) == table.log


def test_one_tap_sent_by_eight_threads_counts_once(app, open_table):
    table = open_table(count="all")
    answers = []

    def tap(name):
        with app.app_context():
            recount = store.Wanted("move", move=table.move("recount", pile=88))
            noted = store.note(table.sitting, table.tap("ana", 0, "the-one"), recount)
            answers.append((noted.log.length, noted.entry.number, noted.anew))

    run_at_once(tap, range(8))
    assert sorted(answers) == [(1, 1, False)] * 7 + [(1, 1, True)]


def test_eight_phones_that_saw_the_same_count_it_once_and_are_asked(app, open_table):
    table = open_table()
    answers = []

    def tap(name):
        with app.app_context():
            try:
                table.note("draw", player=0, card="fiasko", phone=name, after=0)
            except store.Conflicting as asked:
                answers.append(asked.conflict.entry.number)

    run_at_once(tap, [f"phone-{number}" for number in range(8)])
    assert answers == [1] * 7
    assert table.log.length == 1


@pytest.mark.long
def test_whatever_is_killed_at_any_moment_keeps_what_it_acknowledged(address, opened, open_table):
    """Nobody else has the database open meanwhile, so each survivor has to put it in order by itself."""
    chance = random.Random(2026)
    with start(address, stdin=subprocess.PIPE) as tapper:
        for _ in range(5 if address.startswith("sqlite") else 2):  # a server doesn't mind who dies
            with in_its_own_process(opened, address):
                table = open_table(count="all")
            acknowledged = []
            for _ in range(10):
                acknowledged += kill_one(tapper, table.sitting.score_link, chance)
                with in_its_own_process(opened, address):
                    assert_each_once(store.read(table.sitting), acknowledged)
            assert len(acknowledged) > 5  # most of them had noted something
        tapper.stdin.close()


def test_a_backup_while_others_tap_is_of_one_moment(sqlite, opened, open_table, tmp_path):
    app, acknowledged = opened(sqlite), []
    stop = threading.Event()

    def tap_away(name):
        with app.app_context():
            while not stop.is_set():
                tap = store.Tap(str(uuid.uuid4()), 0, name, confirmed=True)
                store.note(table.sitting, tap, store.Wanted("move", move=table.move("recount", pile=88)))
                acknowledged.append(tap.id)

    with app.app_context():
        table = open_table(count="all")
        threads = [threading.Thread(target=tap_away, args=(f"phone-{number}",)) for number in range(3)]
        for thread in threads:
            thread.start()
        for number in range(10):
            before = list(acknowledged)
            store.backup(tmp_path / f"copy-{number}")
            with opened(f"sqlite:///{tmp_path}/copy-{number}").app_context():
                assert_each_once(store.read(table.sitting), before)
        stop.set()
        for thread in threads:
            thread.join()
    assert len(acknowledged) > 10


def in_its_own_process(opened, address):
    app = opened(address)
    app.teardown_appcontext(lambda error: app.extensions[KEY].close())
    return app.app_context()


def kill_one(tapper, link, chance):
    """The taps that it acknowledged before it died: while it opened the database, or while it tapped."""
    tapper.stdin.write(f"{link}\n")
    tapper.stdin.flush()
    lines = (line.split() for line in iter(tapper.stdout.readline, ""))
    said = []
    enough = {"process"} if chance.random() < 0.2 else {"process", "tap"}
    while not enough <= {words[0] for words in said}:
        said.append(next(lines))
        assert said[-1] != ["gone"], "it ended by itself: its standard error says why"
    time.sleep(chance.uniform(0, 0.02))
    os.kill(next(int(words[1]) for words in said if words[0] == "process"), signal.SIGKILL)
    said += itertools.takewhile(lambda words: words != ["gone"], lines)
    return [words[1] for words in said if words[0] == "tap"]


def test_four_processes_that_open_one_table_open_it_once(address, opened):
    """Two phones at once, each with another process: as PostgreSQL has them, and as its own connections here."""
    apps, answers = [opened(address) for _ in range(4)], []
    game = GAMES["pasta"]

    def open_it(app):
        with app.app_context():
            answers.append(store.open_once(game, game.table(["Ana", "Tom"]), "a-phone", "the-next-table"))

    run_at_once(open_it, apps)
    assert sorted(anew for _, anew in answers) == [False, False, False, True]
    assert len({sitting.score_link for sitting, _ in answers}) == 1


def test_play_again_on_four_phones_of_four_processes_is_one_table(address, opened, open_table):
    apps, following = [opened(address) for _ in range(4)], []
    with apps[0].app_context():
        before = open_table().sitting

    def press(app):
        with app.app_context():
            following.append(store.go_on(before, before.ruleset, before.table, f"phone-{apps.index(app)}"))

    run_at_once(press, apps)
    assert len({sitting.id for sitting in following}) == 1
    with apps[0].app_context():
        assert store.follower(before).id == following[0].id
        assert all(store.visits(f"phone-{number}")[0].may_score for number in range(4))


def test_notes_that_four_phones_save_at_once_by_four_processes_keep_nobody_waiting(address, opened, open_table):
    """One of them is there; the others hear that it is. On PostgreSQL they waited for each other until it ended one."""
    apps, answers = [opened(address) for _ in range(4)], []
    with apps[0].app_context():
        sitting = open_table().sitting

    def save(app):
        with app.app_context():
            for number in range(10):
                try:
                    store.write_remark(sitting, f"{number} of {apps.index(app)}", None)
                    answers.append("saved")
                except (store.RemarkChanged, store.StoreTrouble) as error:
                    answers.append(type(error).__name__)

    run_at_once(save, apps)
    assert sorted(answers) == [*["RemarkChanged"] * 39, "saved"]


def test_a_file_of_others_that_a_phone_sends_twice_at_once_to_two_processes_comes_once(address, opened, open_table):
    apps, came = [opened(address) for _ in range(3)], []
    with apps[0].app_context():
        table = open_table("pasta")
        table.note("end")
        file = json.dumps(store.export(table.sitting)).encode()

    def bring(app):
        with app.app_context():
            came.extend(sitting.id for number in range(10) for sitting in store.import_games(file, f"phone-{number}"))

    run_at_once(bring, apps)
    assert len(came) == 30
    assert len({*came}) == 10


FOUND = {  # by which statement an import finds what another process then deletes
    "the newest of its series": ("phone-of-ana", "WHERE sitting.came_as ="),
    "the game itself": (None, "true AS may_score"),
}


@pytest.mark.parametrize(("phone", "statement"), FOUND.values(), ids=FOUND)
def test_a_game_that_is_deleted_when_an_import_has_just_found_it_comes_in_anew(
    postgresql, opened, open_table, phone, statement
):
    app, other = opened(postgresql), opened(postgresql)
    with app.app_context():
        first = open_table("pasta").sitting
        second = store.go_on(first, first.ruleset, first.table, "phone-of-tom")
        files = [json.dumps(store.export(one)).encode() for one in (first, second)]
        for one in (first, second):
            store.forget(one)
        (known,) = store.import_games(files[0], phone)

    def delete(connection, cursor, said, *_):
        if statement in said:
            with other.app_context():
                store.forget(known)

    event.listen(app.extensions[KEY].engine, "after_cursor_execute", delete)
    with app.app_context():
        (came,) = store.import_games(files[1 if phone else 0], phone)
        assert store.read(came).length == 0
        assert list(store.export_all()) == [store.export(came)]
