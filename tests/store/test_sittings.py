"""Links that can't be guessed, and the phones that came by them."""

import json
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import repeat

import pytest
import time_machine
from sqlalchemy import delete, select, update

from companion import store
from companion.rules import GAMES
from companion.store.database.engine import KEY, reading, writing
from companion.store.sittings import note_visit
from companion.store.tables import Alias, Code, Sitting, Television, Visit

ELSEWHERE = {"uid": "of-another-house", "opened_at": "2026-11-18T20:00:00Z"}
ANA, TOM, LEA = "phone-of-ana", "phone-of-tom", "phone-of-lea"


def test_one_link_is_for_scoring_and_one_for_watching(table):
    sitting = table.sitting
    assert [store.find(link)[1] for link in (sitting.score_link, sitting.watch_link)] == [True, False]
    assert store.find(sitting.watch_link)[0].uid == sitting.uid


def test_a_link_has_128_bits_of_chance(open_a_table):
    links = [link for _ in range(20) for link in _links(open_a_table().sitting)]
    assert len(set(links)) == 40
    assert all(re.fullmatch(r"[\w-]{22}", link) for link in links)


def _links(sitting):
    return sitting.score_link, sitting.watch_link


@pytest.mark.parametrize("link", ["", "x", "a" * 22, "a" * 65, "é" * 22, "a" * 20 + "\0", "' OR 1=1 --" * 2, "../" * 7])
def test_a_guessed_link_leads_nowhere(table, link):
    with pytest.raises(store.NoSuchSitting):
        store.find(link)


def test_a_sitting_keeps_its_table(open_a_table):
    sitting, _ = store.find(open_a_table("states", 4, goal={"points": 90}).sitting.score_link)
    assert sitting.table.players == ("Ana", "Tom", "Bo", "Kim")
    assert sitting.table.options == {"goal": {"points": 90}}
    assert (sitting.game, sitting.rules) == ("states", sitting.ruleset.version)


def test_a_sitting_keeps_all_of_its_options_whatever_is_the_default(open_a_table):
    pasta = open_a_table("pasta", al_dente=2).sitting
    assert pasta.options == {**pasta.table.options, "shapes": list(pasta.table.options["shapes"])}
    assert (pasta.options["al_dente"], pasta.options["track"], pasta.options["deck"]) == (2, "groups", None)
    assert store.find(pasta.score_link)[0].table == pasta.table


def test_an_option_that_came_to_the_same_rules_later_is_as_it_is_by_default(app, table):
    kept = {key: value for key, value in table.sitting.options.items() if key != "count"}
    assert set_options(app, table.sitting, {**kept, "gone": 1}).table == table.sitting.table


def test_an_answer_that_these_rules_never_had_is_said_in_a_sentence(app, table):
    sitting = set_options(app, table.sitting, {**table.sitting.options, "count": "some"})
    with pytest.raises(store.StoreTrouble, match="can’t read the log of this game: “count” can’t be “some”"):
        store.read(sitting)


def set_options(app, sitting, options):
    with app.extensions[KEY].engine.begin() as connection:
        connection.execute(update(Sitting).values(options=options))
    return store.find(sitting.score_link)[0]


def test_a_sitting_keeps_who_has_the_first_turn(app):
    game = GAMES["fiasko"]
    opened = store.open_sitting(game, game.table(("Ana", "Tom"), first=1))
    sitting, _ = store.find(opened.score_link)
    assert (sitting.first, sitting.table.first) == (1, 1)
    (there,) = store.import_games(json.dumps({**store.export(sitting), "sitting": ELSEWHERE}).encode())
    assert there.table.first == 1


def test_new_links_shut_the_old_ones_out(table):
    old = _links(table.sitting)
    new = store.new_links(table.sitting)[table.sitting.id]
    for link in old:
        with pytest.raises(store.NoSuchSitting):
            store.find(link)
    assert [store.find(link)[1] for link in _links(new)] == [True, False]
    assert not set(old) & set(_links(new))


def test_new_links_are_forgotten_by_every_phone_but_the_one_that_asked(table):
    for phone in (ANA, TOM):
        store.visit(phone, table.sitting, True)
    store.new_links(table.sitting, ANA)
    assert len(store.visits(ANA)) == 1
    assert store.visits(TOM) == []
    store.new_links(store.visits(ANA)[0].sitting)
    assert store.visits(ANA) == []


def test_where_somebody_has_all_the_letters_a_table_has_none_and_nobody_waits(open_a_table):
    first, second = (open_a_table().sitting for _ in range(2))
    assert store.show_code(first, True, repeat("BABAB")) == "BABAB"
    with pytest.raises(store.StoreTrouble, match="busy"):
        store.show_code(second, True, repeat("BABAB"))
    assert store.show_code(first, True, repeat("BABAB")) == "BABAB"


ASKING = {
    "visit": lambda found: store.visit(TOM, found, True),
    "code": lambda found: store.show_code(found, True, iter(["BABAB"])),
    "television": lambda found: store.send_to_television("a-television", found),
    "again": lambda found: store.go_on(found, found.ruleset, found.table, TOM),
    "links": lambda found: store.new_links(found, TOM),
    "tap": lambda found: store.note(found, store.Tap("late", 0, TOM), store.Wanted("rename", seat=0, name="Intruder")),
}


@pytest.mark.parametrize("asks", ASKING.values(), ids=ASKING)
def test_what_an_old_link_had_asked_for_when_new_ones_came_opens_nothing(table, asks):
    """The page was found by it, and what hangs on it is written a moment later."""
    found, _ = store.find(table.sitting.score_link)
    links = _links(store.new_links(table.sitting, ANA)[found.id])
    with pytest.raises(store.NoSuchSitting):
        asks(found)
    assert _links(store.find_named(found.uid)) == links
    assert store.visits(TOM) == []
    assert store.find_code("BABAB") is store.sent_to_television("a-television") is None
    assert store.read(found).length == 0


@pytest.mark.parametrize("asks", ASKING.values(), ids=ASKING)
def test_what_was_asked_for_when_its_table_was_deleted_finds_none(table, asks):
    found, _ = store.find(table.sitting.score_link)
    store.forget(found)
    with pytest.raises(store.NoSuchSitting):
        asks(found)


LATE = {
    "file": (store.ImportRefused, lambda found, file: store.import_games(file, TOM)),
    "tap": (store.NoSuchSitting, lambda found, file: ASKING["tap"](found)),
}


@pytest.mark.slow
@pytest.mark.parametrize(("refusal", "comes"), LATE.values(), ids=LATE)
def test_what_comes_while_new_links_are_made_brings_nobody_back(postgresql, opened, refusal, comes):
    """Another process makes them: its transaction ends while a file, or a tap by an old link, waits."""
    app, game = opened(postgresql), GAMES["fiasko"]
    with app.app_context():
        table = store.open_sitting(game, game.table(["Ana", "Tom"]), ANA)
        store.visit(TOM, table, True)
        file = json.dumps(store.export(table)).encode()

        def come():
            with app.app_context(), pytest.raises(refusal):
                comes(table, file)

        with ThreadPoolExecutor(1) as beside, app.extensions[KEY].engine.connect() as connection:
            connection.execute(select(Sitting.id).where(Sitting.id == table.id).with_for_update())
            came = beside.submit(come)
            with pytest.raises(TimeoutError):
                came.result(timeout=0.5)
            connection.execute(update(Sitting).where(Sitting.id == table.id).values(score_link="new-link-for-scoring"))
            connection.execute(delete(Visit).where(Visit.phone == TOM))
            connection.commit()
            came.result(timeout=20)
        assert store.visits(TOM) == []
        assert store.read(table).length == 0


def test_new_links_are_new_for_the_whole_series_whichever_of_its_games_asks(table):
    game, first = table.sitting.ruleset, table.sitting
    following = store.go_on(first, game, first.table, TOM)
    store.visit(TOM, first, True)
    for asking in (following, first):
        old = [link for one in (first, following) for link in _links(store.find_named(one.uid))]
        assert store.new_links(store.find_named(asking.uid), ANA).keys() == {first.id, following.id}
        for link in old:
            with pytest.raises(store.NoSuchSitting):
                store.find(link)
        assert store.visits(TOM) == []


def test_who_opens_a_sitting_may_score_in_it(open_a_table):
    opened = open_a_table(phone=ANA)
    (seen,) = store.visits(ANA)
    assert (seen.sitting.uid, seen.may_score) == (opened.sitting.uid, True)


def test_a_phone_finds_what_it_has_seen_the_newest_first(open_a_table):
    tables = [open_a_table() for _ in range(3)]
    for table in (tables[1], tables[0], tables[2]):
        store.visit(ANA, table.sitting, False)
    store.visit(TOM, tables[0].sitting, False)
    assert [seen.sitting.uid for seen in store.visits(ANA)] == [table.sitting.uid for table in reversed(tables)]


def test_the_newest_is_what_came_last_whatever_the_clock_said(open_a_table):
    uids = []
    for year in (2026, 1970, 1998):
        with time_machine.travel(f"{year}-11-18T20:00:00Z", tick=False):
            uids.append(open_a_table(phone=ANA).sitting.uid)
    assert [seen.sitting.uid for seen in store.visits(ANA)] == uids[::-1]


def test_thousands_of_games_that_files_bring_hide_no_table_that_was_opened_here(table, monkeypatch):
    monkeypatch.setattr("companion.store.sittings.MOST_VISITS", 3)
    store.visit(ANA, table.sitting, True)
    file = {"format": "companion.game/1", "game": "fiasko", "moves": []}
    came = store.import_games(json.dumps([{**file, "players": ["Ana", f"Tom {no}"]} for no in range(5)]).encode(), ANA)
    assert [seen.sitting.id for seen in store.visits(ANA)] == [table.sitting.id, came[-1].id, came[-2].id]


def test_who_may_score_may_also_look(table):
    store.visit(ANA, table.sitting, True)
    store.visit(ANA, table.sitting, False)
    assert store.visits(ANA)[0].may_score


def test_who_watched_may_score_with_the_link_for_it(table):
    store.visit(ANA, table.sitting, False)
    assert not store.visits(ANA)[0].may_score
    store.visit(ANA, table.sitting, True)
    assert store.visits(ANA)[0].may_score


def test_a_phone_can_say_whose_it_is(table):
    store.visit(ANA, table.sitting, True, "Ana")
    store.visit(TOM, table.sitting, True)
    store.visit(ANA, table.sitting, True)
    assert store.owners(table.sitting) == {ANA: "Ana"}
    store.visit(ANA, table.sitting, True, "Anna")
    assert store.owners(table.sitting) == {ANA: "Anna"}


def away(phone):
    return [seen.put_away for seen in store.visits(phone)]


def test_a_table_is_put_away_on_one_phone_and_on_no_other(table):
    for phone in (ANA, TOM):
        store.visit(phone, table.sitting, True)
    store.put_away(ANA, table.sitting)
    assert (away(ANA), away(TOM)) == ([True], [False])
    store.put_away(ANA, table.sitting, False)
    assert away(ANA) == [False]


def test_whoever_opens_a_table_that_was_put_away_has_it_again(table):
    store.visit(ANA, table.sitting, True, "Ana")
    store.put_away(ANA, table.sitting)
    store.visit(ANA, table.sitting, False)
    (seen,) = store.visits(ANA)
    assert (seen.put_away, seen.may_score, seen.name) == (False, True, "Ana")


def test_nobody_puts_away_what_they_never_saw(table):
    store.put_away(LEA, table.sitting)
    assert store.visits(LEA) == []


def test_a_visit_is_written_again_only_after_a_while(table):
    with time_machine.travel("2026-11-18T20:00:00Z", tick=False) as clock:
        store.visit(ANA, table.sitting, True)
        clock.shift(timedelta(seconds=30))
        store.visit(ANA, table.sitting, True)
        (soon,) = store.visits(ANA)
        clock.shift(timedelta(seconds=60))
        store.visit(ANA, table.sitting, True)
        (later,) = store.visits(ANA)
    assert soon.last_seen == soon.first_seen == later.first_seen
    assert later.last_seen - later.first_seen == timedelta(seconds=90)


def test_times_are_utc_on_every_database(table):
    table.note("draw", player=0, card="goods")
    line = table.log.entries[0]
    assert line.at.utcoffset() == timedelta(0)
    assert store.find(table.sitting.score_link)[0].opened_at == table.sitting.opened_at <= line.at


def test_a_page_reads_the_newest_tables_and_never_thousands(app, open_a_table, monkeypatch):
    monkeypatch.setattr("companion.store.sittings.MOST_VISITS", 3)
    ids = [open_a_table(phone=LEA).sitting.id for _ in range(5)]
    assert [seen.sitting_id for seen in store.visits(LEA)] == ids[:1:-1]
    assert store.visited(LEA) == set(ids)


def test_of_folded_logs_a_process_keeps_no_more_than_fit(app, open_a_table, monkeypatch):
    """Counted by their entries: two hundred of the longest would fill a small computer."""
    monkeypatch.setattr("companion.store.database.engine.CACHED_ENTRIES", 10)
    kept, tables = app.extensions[KEY], [open_a_table(count="specials") for _ in range(4)]
    for table in tables:
        for _ in range(4):
            table.note("recount", fiasko=6)
    assert list(kept.logs) == [table.sitting.id for table in tables[1:]]  # each came with one
    for _ in range(12):
        tables[0].note("recount", fiasko=6)
    assert (tables[0].log.length, tables[1].log.length) == (16, 4)
    assert list(kept.logs) == [tables[1].sitting.id]


def test_long_logs_make_room_for_each_other_and_put_out_no_table_of_an_evening(app, open_a_table, monkeypatch):
    monkeypatch.setattr("companion.store.database.engine.LONG_LOG", 4)
    monkeypatch.setattr("companion.store.database.engine.LONG_ENTRIES", 10)
    kept, tables = app.extensions[KEY], [open_a_table(count="specials") for _ in range(5)]
    for table in tables[1:4]:
        for _ in range(4):
            table.note("recount", fiasko=6)
    kept.logs.clear()
    for table in tables:
        store.read(table.sitting)
    usual, _, second, third, last = (table.sitting.id for table in tables)
    assert list(kept.logs) == [usual, second, third, last]


def test_what_a_clock_made_that_was_years_ahead_leads_nowhere_once_it_is_right(app, open_a_table):
    first, second = open_a_table().sitting, open_a_table().sitting
    with time_machine.travel("2037-11-18T20:00:00Z", tick=False):
        store.show_code(first, True, repeat("BABAB"))
        store.send_to_television("a-television", first)
    assert (store.find_code("BABAB"), store.sent_to_television("a-television")) == (None, None)
    store.show_code(second, False, repeat("BABAB"))
    found, may_score = store.find_code("BABAB")
    assert (found.id, may_score) == (second.id, False)


def test_draws_that_two_processes_count_at_once_are_all_counted(address, opened):
    apps = [opened(address) for _ in range(2)]

    def draw(number):
        with apps[number % 2].app_context():
            return store.draw(ANA, ["Ana", "Tom"]).times

    with ThreadPoolExecutor(6) as several:
        assert sorted(several.map(draw, range(12))) == [*range(1, 13)]


def one_more_phone(session, sitting):
    note_visit(session, TOM, sitting, True)


def the_same_alias(session, sitting):
    session.add(Alias(phone=ANA, name="Max", person="Ana"))


def the_same_television(session, sitting):
    session.add(Television(key="a-television", sitting_id=sitting.id, until=datetime.now(UTC)))


@pytest.mark.parametrize(
    ("other_writes", "act"),
    [
        (one_more_phone, store.forget),
        (the_same_alias, lambda sitting: store.join_names(ANA, "Max", "Ana")),
        (the_same_television, lambda sitting: store.send_to_television("a-television", sitting)),
    ],
)
def test_what_another_process_is_just_writing_of_the_same_is_waited_for(app, address, opened, table, other_writes, act):
    """On PostgreSQL each of these was an error: the one's row came between the other's look and its writing."""

    def act_here():
        with app.app_context():
            act(table.sitting)

    with ThreadPoolExecutor() as pool:
        with opened(address).app_context(), writing() as session:
            other_writes(session, table.sitting)
            session.flush()
            acting = pool.submit(act_here)
            time.sleep(0.1)
        acting.result()
    assert store.aliases(ANA) == ({"Max": "Ana"} if other_writes is the_same_alias else {})


@pytest.mark.parametrize(
    ("leads", "act"),
    [
        (Television, lambda sitting: store.send_to_television("a-television", sitting)),
        (Code, lambda sitting: store.show_code(sitting, True, iter(["BADEF", "GUHAM"]))),
    ],
)
def test_what_another_process_is_just_deleting_is_written_anew(app, address, opened, table, leads, act):
    """A television that looks again while a phone sends it the next table, say. On PostgreSQL it was an error."""

    def act_here():
        with app.app_context():
            act(table.sitting)

    act_here()
    with ThreadPoolExecutor() as pool:
        with opened(address).app_context(), writing() as session:
            session.execute(delete(leads))
            acting = pool.submit(act_here)
            time.sleep(0.1)
        acting.result()
    with reading() as session:
        assert session.scalars(select(leads.sitting_id)).all() == [table.sitting.id]


def test_a_tap_on_start_while_new_links_are_made_lets_nobody_in_again(app, address, opened):
    game, other, making = GAMES["fiasko"], opened(address), threading.Event()
    table = (game, game.table(["Ana", "Tom"]))
    sitting = store.open_sitting(*table, TOM, uid="started")

    def hold(*arguments):
        making.set()
        time.sleep(0.1)

    def shut_tom_out():
        other.extensions[KEY].tell_processes = hold
        with other.app_context():
            store.new_links(sitting, ANA)

    with ThreadPoolExecutor() as pool:
        shutting = pool.submit(shut_tom_out)
        assert making.wait(10) or shutting.result()  # which says why it didn't
        assert store.open_once(*table, TOM, uid="started").anew
        shutting.result()
    assert sitting.id not in store.visited(TOM)
