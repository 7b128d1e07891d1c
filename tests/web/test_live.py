"""What one phone notes, the others hear: their streams, the poll under them, and how many they are."""

import gc
import json
import re
import uuid
from io import BytesIO
from queue import Empty
from time import monotonic, sleep

import pytest

from companion import create_app, store
from companion.record.history import Log
from companion.rules import GAMES
from companion.store.database.engine import KEY
from companion.store.database.trouble import BUSY
from companion.web.live import hub, sheet
from companion.web.live import routes as live
from companion.web.live import stream as line
from companion.web.live.other_processes import OtherProcesses
from companion.web.live.sheet import Listener

GOODS = {"player": 0, "card": "goods"}
SOON = 10.0  # seconds: a generous soon, for a machine that is busy


@pytest.fixture(autouse=True)
def looks_often(monkeypatch):
    """At all streams, and nobody lingers. What is noted beside this process is only heard of where a test says how."""
    monkeypatch.setattr(OtherProcesses, "_look", lambda *_: None)
    monkeypatch.setattr(hub, "TICK", 0.05)
    monkeypatch.setattr("companion.web.live.room.LINGERS", 0.0)


@pytest.fixture
def small(tmp_path):
    """An application that has room for two streams."""
    app = create_app({"INSTANCE": tmp_path, "TESTING": True, "STREAMS": 2})
    store.upgrade(app)
    yield app
    app.extensions[KEY].close()


@pytest.fixture
def address(small):
    with small.app_context():
        return f"/s/{store.open_sitting(GAMES['fiasko'], GAMES['fiasko'].table(['Ana', 'Tom'])).score_link}/"


# A tap is heard


def test_two_streams_hear_a_tap(phone, new_phone, table, listen):
    streams = [listen(new_phone(), address, 0) for address in (table.address, table.watching)]
    table.tap(phone, "draw", **GOODS)
    assert all('data-after="1"' in stream.next("sheet") for stream in streams)


def test_each_phone_hears_it_in_its_own_language(phone, new_phone, table, listen):
    streams = {language: listen(new_phone(language), table.address, 0) for language in ("en", "fr", "de", "it")}
    table.tap(phone, "draw", **GOODS)
    said = {language: stream.next("sheet") for language, stream in streams.items()}
    turns = {"en": "Tom’s turn", "fr": "à Tom de jouer", "de": "Tom ist dran", "it": "turno di Tom"}
    assert all(turns[language].lower() in said[language].lower() for language in turns)


def test_the_language_chosen_in_the_settings_counts(phone, new_phone, table, listen):
    other = new_phone("de")
    other.client.set_cookie("language", "it")
    stream = listen(other, table.address, 0)
    table.tap(phone, "draw", **GOODS)
    assert "Annulla" in stream.next("sheet")


def test_who_only_watches_gets_no_keys(phone, other, table, listen):
    stream = listen(other, table.watching, 0)
    table.tap(phone, "draw", **GOODS)
    sheet = stream.next("sheet")
    assert "<form" not in sheet
    assert table.sitting.score_link not in sheet


def test_what_is_pushed_is_nobodys_own(phone, other, table, listen):
    phone.client.set_cookie("owner", "Ana")
    phone.open(table.address)
    stream = listen(other, table.address, 0)
    page = phone.open(table.address + "?seat=2").form_with(id="drew-goods").press("card", "goods", htmx=True)
    sheet = stream.next("sheet")
    assert re.findall(r'name="(?:csrf_token|tap)"', sheet) == []
    assert phone.token not in sheet
    assert phone.id not in sheet
    assert "this phone" not in sheet
    assert "Ana’s phone" in sheet
    assert page.one("a", aria_current="true").get("id") in sheet


def test_what_is_pushed_is_the_sheet_of_the_page_but_for_what_is_a_phones_own(phone, other, told, listen):
    """So that it can come in the place of the page's without anything moving."""
    stream = listen(other, told.address)
    own = re.compile(r'<input type="hidden" name="(?:csrf_token|tap)" value=".*?">\n')
    page = own.sub("", re.sub(r"\n\s*", "\n", other.open(told.address).text))
    assert stream.next("sheet") in page


def test_an_undo_has_one_name_however_its_sheet_came(phone, other, table, listen):
    """By the stream, by the answer to a tap with a stream open beside it, and by the page."""
    for one, name in ((phone, "Ana"), (other, "Tom")):
        one.send("/settings", {"csrf_token": one.token, "owner": name})
        one.open(table.address)
    stream = listen(other, table.address, 0)
    table.tap(other, "draw", player=0, card="fiasko")
    assert "phone)" not in stream.next("sheet")
    answer = table.tap(phone, "draw", htmx=True, player=1, card="goods")
    pages = answer, phone.open(table.address), other.open(table.address)
    assert {page.words_of(id="undo") for page in pages} == {"Undo: Tom · Goods (Ana’s phone)"}
    assert "Ana</span>’s phone)" in stream.next("sheet")


def test_where_one_phone_notes_no_undo_says_whose_it_is(phone, other, table, listen):
    phone.send("/settings", {"csrf_token": phone.token, "owner": "Ana"})
    phone.open(table.address)
    stream = listen(other, table.address, 0)
    table.tap(phone, "draw", **GOODS)
    pages = [one.open(table.address).words_of(id="undo") for one in (phone, other)]
    assert pages == ["Undo: Ana · Goods"] * 2
    assert "phone)" not in stream.next("sheet")


def test_the_end_and_playing_again_carry_no_token_either(phone, other, told, listen):
    stream = listen(other, told.address, told.log.length)
    told.tap(phone, "score", player=0, product="sardines", points=36)
    sheet = stream.next("sheet")
    assert "Ana wins" in sheet
    assert set(re.findall(r'name="csrf_token" value="(.*?)"', sheet)) == {""}


def test_undo_is_heard_and_so_is_a_correction(phone, other, table, listen):
    table.tap(phone, "draw", **GOODS)
    stream = listen(other, table.address, 1)
    phone.open(table.address).form_with(id="undo").press()
    assert 'data-after="2"' in stream.next("sheet")
    phone.open(table.address + "log").form_to("/log/1/restore").press()
    assert 'data-after="3"' in stream.next("sheet")


def test_a_tap_that_is_refused_is_heard_by_nobody(phone, other, over, listen):
    stream = listen(other, over.address, over.log.length)
    assert over.tap(phone, "draw", htmx=True, **GOODS).status == 422
    assert stream.silent()


def test_a_tap_that_arrives_twice_is_heard_once(phone, other, table, listen):
    stream, twice = listen(other, table.address, 0), str(uuid.uuid4())
    for _ in range(2):
        assert table.tap(phone, "draw", htmx=True, tap=twice, after=0, **GOODS).status == 200
    stream.next("sheet")
    assert stream.silent()


def test_other_tables_hear_nothing(phone, other, table, open_table, listen):
    stream = listen(other, open_table().address, 0)
    table.tap(phone, "draw", **GOODS)
    assert stream.silent()


def test_a_table_whose_sheet_takes_long_keeps_no_other_waiting_for_all_of_its_languages(
    phone, new_phone, table, open_table, listen, monkeypatch
):
    """The end of four thousand draws took two seconds, in each of eight ways anew: others heard nothing for 24 s."""
    drawn, draw, short = [], sheet.sheet_of, open_table()
    table.tap(phone, "draw", **GOODS)
    slow = [listen(new_phone(language), table.address, 1) for language in ("en", "fr", "de", "it")]
    quick = listen(new_phone(), short.address, 0)

    def takes_long(view):
        if view.sitting.id == table.sitting.id:
            sleep(0.15)
            drawn.append(view)
        return draw(view)

    monkeypatch.setattr(sheet, "sheet_of", takes_long)
    table.tap(phone, "draw", **GOODS)
    short.tap(phone, "draw", **GOODS)
    assert 'data-after="1"' in quick.next("sheet")
    assert len(drawn) < 3
    assert all('data-after="2"' in stream.next("sheet") for stream in slow)


def test_a_sheet_is_drawn_once_for_all_who_look_alike(phone, new_phone, table, listen, monkeypatch):
    drawn, draw = [], sheet.sheet_of
    monkeypatch.setattr(sheet, "sheet_of", lambda *given: drawn.append(given) or draw(*given))
    everybody = [new_phone("en"), new_phone("en"), new_phone("fr"), new_phone("en")]
    addresses = [table.address, table.address, table.address, table.watching]
    streams = [listen(one, address, 0) for one, address in zip(everybody, addresses, strict=True)]
    table.tap(phone, "draw", **GOODS)
    assert all(stream.next("sheet") for stream in streams)
    assert len(drawn) == 3


def test_what_a_file_adds_to_a_table_is_heard(phone, other, table, listen):
    """A log that went on elsewhere, say on a laptop that was taken along."""
    phone.open(table.address)
    table.tap(phone, "draw", **GOODS)
    with table.app.app_context():
        longer = store.export(table.sitting)
    streams = [listen(one, address, 1) for one, address in ((phone, table.address), (other, table.watching))]
    (first,), move = longer["log"], {"move": "draw", "player": 1, "card": "goods"}
    longer["moves"].append({**move, "at": first["at"]})
    longer["log"].append({**first, "number": 2, "tap": str(uuid.uuid4()), "move": move})
    fields = {"files": (BytesIO(json.dumps(longer).encode()), "longer.json"), "csrf_token": phone.token}
    answer = phone.client.post("/import", data=fields)
    assert "was here already" in answer.text
    assert all('data-after="2"' in stream.next("sheet") for stream in streams)


# Nothing falls between


def test_a_stream_that_opens_late_gets_the_sheet_at_once(phone, other, table, listen, monkeypatch):
    """The first of a process, too: not with the next look at all of them."""
    monkeypatch.setattr(hub, "TICK", 60.0)
    table.tap(phone, "draw", **GOODS)
    assert 'data-after="1"' in listen(other, table.address, 0).next("sheet")


def test_a_stream_that_knows_it_all_gets_nothing(phone, other, table, listen):
    table.tap(phone, "draw", **GOODS)
    assert listen(other, table.address, 1).silent()


def test_a_stream_goes_on_after_the_last_sheet_that_it_brought(phone, other, table, listen):
    table.tap(phone, "draw", **GOODS)
    assert listen(other, table.address, 0, **{"Last-Event-ID": "1"}).silent()
    assert 'data-after="1"' in listen(other, table.address, 1, **{"Last-Event-ID": "0"}).next("sheet")


@pytest.mark.parametrize("after", ["x", "-1", "", "²", "9" * 2000, None])
def test_a_stream_that_says_nothing_sensible_gets_the_sheet(other, table, listen, after):
    assert 'data-after="0"' in listen(other, table.address, after).next("sheet")


def test_nothing_falls_between_opening_a_stream_and_reading_the_log(phone, other, table, listen, monkeypatch):
    """Somebody taps after the phone was counted in, and before its log is read; or right after that."""
    read = store.read

    def read_slowly(sitting):
        monkeypatch.setattr(store, "read", read)
        table.note("draw", player=0, card="goods")
        log = read(sitting)
        table.tap(phone, "draw", player=1, card="goods")
        return log

    monkeypatch.setattr(store, "read", read_slowly)
    assert 'data-after="2"' in listen(other, table.address, 0).next("sheet")


def test_a_late_word_never_goes_back_in_time(phone, other, table, listen):
    early = table.note("draw", player=0, card="goods")
    stream = listen(other, table.address, 1)
    table.tap(phone, "draw", player=1, card="goods")
    stream.next("sheet")
    with table.app.app_context():
        live.hub().tell(table.sitting.id, early)
    assert stream.silent()


def test_a_log_with_another_past_is_heard_though_it_is_shorter(other, table, open_table, listen):
    """A backup has come back, and somebody has tapped."""
    for seat in range(3):
        table.note("draw", player=seat, card="goods")
    stream = listen(other, table.address, 3)
    elsewhere = open_table().note("draw", player=2, card="goods")
    with table.app.app_context():
        live.hub().tell(table.sitting.id, elsewhere)
    assert 'data-after="1"' in stream.next("sheet")


# The poll under it


def test_the_poll_brings_nothing_where_nothing_is_new(phone, table):
    table.tap(phone, "draw", **GOODS)
    answer = phone.request("GET", table.address + "now?after=1")
    assert (answer.status_code, answer.data) == (204, b"")


@pytest.mark.parametrize("after", ["0", "2", "x", "-1", ""])
def test_the_poll_brings_the_sheet_where_the_phone_has_another(phone, table, after):
    """Also a longer one: a backup has come back."""
    table.tap(phone, "draw", **GOODS)
    sheet = phone.open(f"{table.address}now?after={after}")
    assert sheet.root.get("id") == "sitting"
    assert sheet.root.get("data-after") == "1"


def test_the_poll_brings_a_sheet_that_this_phone_can_tap_on(phone, other, table):
    table.tap(phone, "draw", **GOODS)
    sheet = other.open(table.address + "now?after=0")
    assert sheet.form_with(id="drew-goods")["after"] == ["1"]
    sheet.form_with(id="drew-goods").press("card", "goods")
    assert table.log.length == 2


def test_who_polls_lets_the_others_know_what_another_process_noted(phone, other, table, listen):
    stream = listen(other, table.address, 0)
    table.note("draw", player=0, card="goods")
    assert stream.silent()
    phone.open(table.address + "now?after=0")
    assert 'data-after="1"' in stream.next("sheet")


# How many they are


def test_phones_are_counted_and_two_tabs_of_one_are_one(phone, other, table, listen):
    first = listen(phone, table.address, 0)
    assert first.phones(1)
    listen(other, table.watching, 0).phones(2)
    assert first.phones(2)
    assert listen(other, table.address, 0).phones(2)


def test_a_phone_that_vanished_is_noticed(phone, other, table, listen):
    first, second = listen(phone, table.address, 0), listen(other, table.address, 0)
    assert first.phones(2)
    second.vanish()
    assert first.phones(1)


def test_a_phone_that_only_turns_a_page_still_counts(phone, other, table, listen, monkeypatch):
    first, second = listen(phone, table.address, 0), listen(other, table.address, 0)
    assert first.phones(2)
    monkeypatch.setattr("companion.web.live.room.LINGERS", 60.0)
    second.vanish()
    with pytest.raises(Empty):
        first.next("phones", 0.1)


# What an open stream keeps


def logs_in_memory(tap):
    """That have this tap in them, besides those that the store keeps, which are so many."""
    gc.collect()
    return [one for one in gc.get_objects() if isinstance(one, Log) and tap in {entry.tap for entry in one.entries}]


def forgotten(app, tap):
    began = monotonic()
    app.extensions[KEY].logs.clear()
    while logs_in_memory(tap):
        assert monotonic() - began < SOON
        sleep(0.05)
    return True


@pytest.mark.parametrize("program", [False, True])
def test_an_open_stream_keeps_no_log(app, phone, other, table, listen, program):
    """A log of 4,000 entries took 12 MB for each table that somebody had open."""
    first, second = str(uuid.uuid4()), str(uuid.uuid4())
    table.tap(phone, "draw", tap=first, after=0, **GOODS)
    stream = listen(other, f"/api/sittings/{table.sitting.watch_link}/" if program else table.address, 0)
    name = "tally" if program else "sheet"
    assert stream.next(name)
    assert forgotten(app, first)
    table.tap(phone, "draw", tap=second, after=1, player=1, card="goods")
    assert stream.next(name)
    assert forgotten(app, second)


def test_a_late_word_is_known_though_its_log_is_no_longer_kept(app, phone, other, table, listen):
    early, second = table.note("draw", player=0, card="goods"), str(uuid.uuid4())
    stream = listen(other, table.address, 1)
    table.tap(phone, "draw", tap=second, after=1, player=1, card="goods")
    stream.next("sheet")
    assert forgotten(app, second)
    with table.app.app_context():
        live.hub().tell(table.sitting.id, early)
    assert stream.silent()
    table.tap(phone, "draw", player=2, card="goods")
    assert 'data-after="3"' in stream.next("sheet")


def test_where_too_much_is_kept_for_phones_that_do_not_read_those_of_the_longest_log_come_again(
    phone, new_phone, table, open_table, listen, monkeypatch
):
    for number in range(10):
        table.note("draw", player=number % 4, card="goods")
    short, rooms = open_table(), table.app.extensions[live.HUB].rooms
    long_one, short_one = listen(new_phone(), table.address, 10), listen(new_phone(), short.address, 0)
    assert [one.phones(1) for one in (long_one, short_one)] == [1, 1]
    with monkeypatch.context() as not_reading:
        not_reading.setattr(line.Stream, "_send", lambda self: None)
        not_reading.setattr("companion.web.live.room.MOST_KEPT", 12)
        for one in (table, short):
            one.tap(phone, "draw", player=2, card="goods")
            began = monotonic()
            while rooms()[one.sitting.id].behind:  # until it is on its way, and the next must wait for it
                assert monotonic() - began < SOON
                sleep(0.02)
            one.tap(phone, "draw", player=3, card="goods")
        assert long_one.ended.wait(SOON)
        assert not short_one.ended.is_set()
    while 'data-after="2"' not in short_one.next("sheet"):
        pass


# Every stream ends


def served_again(status):
    """A place is free a moment after its phone has gone."""
    began = monotonic()
    while status() != 200:
        assert monotonic() - began < SOON
        sleep(0.02)
    return True


def test_past_the_cap_phones_are_told_to_poll(small, phone_type, address, listen):
    first, _, third = (listen(phone_type(small), address, 0) for _ in range(3))
    assert third.status == 503
    assert third.answer.headers["Retry-After"]
    assert phone_type(small).request("GET", address + "now?after=0").status_code == 204
    first.vanish()
    assert served_again(lambda: listen(phone_type(small), address, 0).status)


def stream_from(listen, app, phone_type, address, home):
    """A stream of a phone that comes by this address."""
    phone = phone_type(app)
    phone.client.environ_base["REMOTE_ADDR"] = home
    return listen(phone, address, 0)


def test_past_the_cap_the_oldest_stream_of_whose_address_has_most_gives_way(small, phone_type, address, listen):
    small.extensions[live.HUB].most = 3
    greedy = [stream_from(listen, small, phone_type, address, "10.0.0.1") for _ in range(3)]
    family = stream_from(listen, small, phone_type, address, "10.0.0.2")
    assert family.status == 200
    assert greedy[0].ended.wait(SOON)
    assert stream_from(listen, small, phone_type, address, "10.0.0.1").status == 503
    assert stream_from(listen, small, phone_type, address, "10.0.0.2").status == 503, "it would have as many as that"
    assert stream_from(listen, small, phone_type, address, "10.0.0.3").status == 200
    assert greedy[1].ended.wait(SOON)
    assert not greedy[2].ended.is_set()
    assert not family.ended.is_set()


def test_who_gives_way_makes_room_for_one(small, phone_type, address, listen):
    for _ in range(2):
        stream_from(listen, small, phone_type, address, "10.0.0.1")
    assert stream_from(listen, small, phone_type, address, "10.0.0.2").status == 200
    assert stream_from(listen, small, phone_type, address, "10.0.0.3").status == 503


def test_a_stream_ends_when_its_time_has_come(phone, table, listen, monkeypatch):
    monkeypatch.setattr(line, "LIFE", (0.1, 0.2))
    assert listen(phone, table.address, 0).ended.wait(SOON)


def test_a_silent_stream_says_that_it_is_there(phone, table, listen, monkeypatch):
    monkeypatch.setattr(line, "BEAT", 0.0)
    stream = listen(phone, table.address, 0)
    while stream.heard.get(timeout=SOON) != ": still here":
        pass


def test_new_links_end_the_streams_of_the_old_ones(phone, other, table, listen):
    streams = [listen(one, address, 0) for one in (phone, other) for address in (table.address, table.watching)]
    phone.send(table.address + "share/links", {"csrf_token": phone.token})
    assert all(stream.ended.wait(SOON) for stream in streams)
    assert listen(other, table.address, 0).status == 404


def test_a_stream_that_was_opening_when_new_links_came_is_refused(phone, table, listen, monkeypatch):
    enter = hub.Hub.enter

    def enter_late(self, *where):
        store.new_links(table.sitting)
        return enter(self, *where)

    monkeypatch.setattr(hub.Hub, "enter", enter_late)
    assert listen(phone, table.address, 0).status == 404


def test_when_the_server_ends_so_do_all_streams_and_none_begins(small, phone_type, address, listen):
    stream = listen(phone_type(small), address, 0)
    small.extensions[live.HUB].close()
    assert stream.ended.wait(SOON)
    assert listen(phone_type(small), address, 0).status == 503


def test_a_phone_that_goes_before_its_stream_begins_frees_its_place(small, phone_type, address, listen):
    for _ in range(3):
        going_on = []
        phone_type(small).client.get(address + "stream?after=0", environ_overrides={live.KEEP: going_on.append})
        going_on[0](None, b"")
    assert listen(phone_type(small), address, 0).status == 200


def test_a_server_that_keeps_no_lines_has_phones_poll(phone, table):
    answer = phone.request("GET", table.address + "stream?after=0")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


def test_a_phone_that_does_not_read_gets_the_newest_when_it_does(phone, other, table, listen, monkeypatch):
    """What it missed meanwhile is not kept for it."""
    stream = listen(other, table.address, 0)
    stream.phones(1)
    with monkeypatch.context() as not_reading:
        not_reading.setattr(line.Stream, "_send", lambda self: None)
        for seat in range(4):
            table.tap(phone, "draw", player=seat, card="goods")
    sheets = [stream.next("sheet")]
    while 'data-after="4"' not in sheets[-1]:
        sheets.append(stream.next("sheet"))
    assert len(sheets) <= 2


def test_a_stream_whose_log_can_not_be_read_frees_its_place(small, phone_type, address, listen, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(store, "read", lambda sitting: 1 / 0)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                listen(phone_type(small), address, 0)
    assert listen(phone_type(small), address, 0).status == 200


def test_a_room_lasts_while_somebody_is_coming_and_no_longer(table):
    rooms, sitting = hub.Hub(2), table.sitting
    first, second = (rooms.enter(sitting, sitting.score_link) for _ in range(2))
    rooms.back_out(first)
    assert sitting.id in rooms.rooms()
    rooms.back_out(second)
    assert sitting.id not in rooms.rooms()


def test_no_stream_for_a_link_that_opens_nothing(phone):
    assert phone.request("GET", f"/s/{uuid.uuid4().hex}/stream").status_code == 404


def test_names_that_can_not_be_read_keep_nothing_from_anybody(of_ana, other, table, listen, monkeypatch):
    def cant(sitting):
        raise store.StoreTrouble(BUSY)

    table.tap(other, "draw", player=0, card="goods")
    stream = listen(other, table.address, 1)
    monkeypatch.setattr(store, "owners", cant)
    assert table.tap(of_ana, "draw", htmx=True, player=1, card="goods").status == 200
    assert shelf(stream.next("sheet")) == "Another phone: Tom · Goods"


def test_a_stream_that_can_not_be_drawn_ends_and_no_other_does(phone, other, table, open_table, listen, monkeypatch):
    second = open_table()
    doomed, spared = listen(other, table.address, 0), listen(other, second.address, 0)
    doomed.phones(1)
    monkeypatch.setattr(Listener, "event", lambda *given: 1 / 0)
    table.note("draw", player=0, card="goods")
    phone.open(table.address + "now?after=0")
    assert doomed.ended.wait(SOON)
    monkeypatch.undo()
    monkeypatch.setattr(hub, "TICK", 0.05)
    second.tap(phone, "draw", **GOODS)
    assert 'data-after="1"' in spared.next("sheet")


def test_a_stream_that_can_not_be_waited_for_ends_and_no_other_does(
    phone, other, table, open_table, listen, monkeypatch
):
    second, wait = open_table(), line.Stream.wait
    doomed, spared = listen(other, table.address, 0), listen(other, second.address, 0)
    doomed.phones(1)

    def breaks(stream, lines, room):
        if room.sitting.id == table.sitting.id:
            raise ValueError
        wait(stream, lines, room)

    monkeypatch.setattr(line.Stream, "wait", breaks)
    assert doomed.ended.wait(SOON)
    second.tap(phone, "draw", **GOODS)
    assert 'data-after="1"' in spared.next("sheet")


# The answer to a tap that others hear


def test_the_answer_is_the_very_sheet_that_others_hear_and_this_phones_own_beside_it(phone, other, table, listen):
    stream = listen(other, table.address, 0)
    stream.phones(1)
    table.tap(phone, "draw", htmx=True, player=0, card="goods")
    stream.next("sheet")
    heard = table.tap(phone, "draw", htmx=True, player=1, card="goods")
    sheets = [text.partition('<div id="own"')[0].strip() for text in (heard.text, stream.next("sheet"))]
    assert sheets[0] == sheets[1]
    assert heard.said == ("Tom: Goods. Chloé’s turn", "")
    heard.form_with(id="drew-goods").press("card", "goods", htmx=True)
    assert table.log.length == 3


def test_what_is_noted_on_the_logs_page_is_heard_as_the_sheet(phone, other, table, listen):
    """The page asks for its log then."""
    table.tap(phone, "draw", **GOODS)
    stream = listen(other, table.address, 1)
    stream.phones(1)
    answer = phone.open(table.address + "log").form_to("/log/1/strike").press(htmx=True)
    assert (answer.root.get("id"), answer.root.get("data-after")) == ("sitting", "2")
    assert 'data-after="2"' in stream.next("sheet")


# What others did


def said(sheet):
    found = re.search(r'data-said="([^"]*)"', sheet)
    return found[1] if found else ""


def shelf(sheet):
    found = re.search(r'data-news="([^"]*)"', sheet)
    return found[1] if found else ""


@pytest.fixture
def of_ana(new_phone, table):
    ana = new_phone()
    ana.client.set_cookie("owner", "Ana")
    ana.open(table.address)
    return ana


def test_what_others_did_is_said_on_the_shelf_and_with_whose_turn_it_is(of_ana, other, table, listen):
    stream = listen(other, table.address, 0)
    table.tap(of_ana, "draw", player=0, card="goods")
    sheet = stream.next("sheet")
    assert shelf(sheet) == "Ana’s phone: Ana · Goods"
    assert said(sheet) == "Ana’s phone: Ana: Goods. Tom’s turn"


def test_who_noted_it_hears_the_sheet_but_no_news(of_ana, table, listen):
    stream = listen(of_ana, table.address, 0)
    table.tap(of_ana, "draw", player=0, card="goods")
    sheet = stream.next("sheet")
    assert (said(sheet), shelf(sheet)) == ("", "")


def test_each_phone_hears_the_news_since_it_looked(of_ana, new_phone, table, listen):
    table.tap(of_ana, "draw", player=0, card="goods")
    table.tap(of_ana, "draw", player=1, card="goods")
    early, late = (listen(new_phone(language), table.address, 0) for language in ("en", "fr"))
    assert shelf(early.next("sheet")) == "Ana’s phone: Tom · Goods, and 1 more"
    assert shelf(late.next("sheet")) == "Par Ana\N{NO-BREAK SPACE}: Tom · Marchandise, et 1 de plus"
    table.tap(of_ana, "draw", player=2, card="goods")
    assert shelf(early.next("sheet")) == "Ana’s phone: Chloé · Goods"


def test_the_poll_brings_the_news_too(of_ana, other, table):
    table.tap(of_ana, "draw", player=0, card="goods")
    assert other.open(table.address + "now?after=0").said[0] == "Ana’s phone: Ana: Goods. Tom’s turn"
    assert of_ana.open(table.address + "now?after=0").said[0] == ""
    assert other.open(table.address + "now?after=99").said[0] == ""


def test_a_page_that_opens_has_no_news(of_ana, other, table):
    table.tap(of_ana, "draw", player=0, card="goods")
    page = other.open(table.address)
    assert (page.said, page.words_of(id="news")) == (("", ""), "")


def test_the_end_is_said_with_who_wins(of_ana, phone, other, told, listen):
    stream = listen(other, told.address, told.log.length)
    told.tap(phone, "score", player=0, product="sardines", points=36)
    assert said(stream.next("sheet")) == "Another phone: Ana: Sardines 36. Ana wins with 1,418"


def test_a_name_can_not_break_out_of_the_news(new_phone, other, open_table, listen):
    table, villain = open_table(players=('"><script>', "Tom")), new_phone()
    villain.client.set_cookie("owner", "&<i>")
    villain.open(table.address)
    stream = listen(other, table.address, 0)
    table.tap(villain, "draw", player=0, card="goods")
    sheet = stream.next("sheet")
    assert "<script>" not in sheet
    assert "<i>’s" not in sheet
    assert said(sheet).startswith("&amp;&lt;i&gt;’s phone: &#34;&gt;&lt;script&gt;: Goods")
