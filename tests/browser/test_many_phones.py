"""Phones that tap at the same instant, are cut off for a while, or lose their server: nothing is lost or doubled."""

import itertools
import time
from collections import Counter
from functools import partial

import psutil
import pytest
from playwright.sync_api import expect

from companion import create_app, store
from companion.store.database.engine import KEY

NOTED = "#shelf input[name=after]"
CARDS = ("fiasko",) * 3 + ("catastrophe",)
DEATHS = 3

# A key of the pad, pressed at a time of day; if the table then asks, it was for whoever it was aimed at.
AT_ONCE = """([key, at]) => {
  const seat = document.querySelector('#pad [name=player]').value;
  const yes = `.asks:not(:has([data-going])) :is([name=player][value="${seat}"], .go)`;
  clearInterval(window.answers);
  window.answers = setInterval(() => document.querySelector(yes)?.click(), 20);
  setTimeout(() => document.getElementById(`drew-${key}`).click(), at - Date.now());
}"""


def wait_until_noted(phone, entries):
    expect(phone.find(NOTED)).to_have_value(str(entries), timeout=20_000)


def live(new_phone, address, number):
    phones = [new_phone().open(address) for _ in range(number)]
    for phone in phones:
        expect(phone.find("#live")).to_contain_text(f"{number} phones", timeout=10_000)
    return phones


def test_two_phones_tap_different_things_for_one_player_at_the_same_instant(new_phone, open_table):
    """R1: 12 times, at three tables; both count, and both phones agree."""
    tables = [open_table(players=("Ana", "Tom")) for _ in range(3)]
    pairs = [live(new_phone, table.address, 2) for table in tables]
    for number, card in enumerate(CARDS):
        for phone in itertools.chain(*pairs):
            expect(phone.find("#pad [name=player]").first).to_have_value(str(number % 2))  # both aim at the same one
        start = time.time() * 1000 + 300
        for ana, tom in pairs:
            ana.page.evaluate(AT_ONCE, ["goods", start])
            tom.page.evaluate(AT_ONCE, [card, start])
        for phone in itertools.chain(*pairs):
            wait_until_noted(phone, 2 * number + 2)
    for table, pair in zip(tables, pairs, strict=True):
        moves = [(entry.move.player, entry.move.card) for entry in table.log.entries]
        both = [Counter(moves[at : at + 2]) for at in range(0, 2 * len(CARDS), 2)]
        assert both == [Counter({(seat % 2, "goods"): 1, (seat % 2, card): 1}) for seat, card in enumerate(CARDS)]
        ana, tom = (phone.find("#sheet").inner_text() + phone.find("#counter").inner_text() for phone in pair)
        assert ana == tom


def test_four_phones_score_different_cells_at_once(new_phone, table):
    """R2"""
    phones = live(new_phone, table.address, 4)
    for seat, phone in enumerate(phones):
        phone.tap(f"tr.corn a.cell >> nth={seat}")
        phone.page.check("#score [name=without][value='values hand']", force=True)
        phone.page.fill("#score [name=points]", str(30 + seat))
    press = "(at) => { setTimeout(() => document.querySelector('#score .go').click(), at - Date.now()) }"
    start = time.time() * 1000 + 500
    for phone in phones:
        phone.page.evaluate(press, start)
    for phone in phones:
        expect(phone.find("#score")).to_have_count(0)
    while any(asked := [phone.find(".asks .go, .asks [name=player]").count() for phone in phones]):
        for seat, phone in enumerate(phones):
            if asked[seat]:
                phone.find(f".asks .go, .asks [name=player][value='{seat}']").first.tap()
                expect(phone.find(".asks")).to_have_count(0)
    for phone in phones:
        wait_until_noted(phone, 4)
    scores = table.sheet.scores
    assert [scores[seat]["corn"].points for seat in range(4)] == [30, 31, 32, 33]


def test_taps_from_offline_count_once_and_what_is_doubtful_is_asked(new_phone, table, line, playwright_error):
    """R4: pressed offline, reloaded offline, and others have noted in the meantime."""
    ana, tom = live(new_phone, table.address, 2)
    tom.may_fail = True
    with line(tom).lost():
        for _ in range(3):
            tom.tap("#drew-goods")
        expect(tom.find("#waits button")).to_have_count(3)
        ana.tap("#drew-fiasko")
        wait_until_noted(ana, 1)
        with pytest.raises(playwright_error, match="INTERNET_DISCONNECTED"):
            tom.page.reload()
    tom.open(table.address)
    expect(tom.find(".asks")).to_contain_text("Ana · Fiasko", timeout=10_000)
    assert table.log.length == 1
    tom.tap(".asks [name=player][value='1']")
    wait_until_noted(tom, 4)
    expect(tom.find("#waits")).to_have_count(0)
    moves = [(entry.move.player, entry.move.card) for entry in table.log.entries]
    assert moves == [(0, "fiasko"), (1, "goods"), (2, "goods"), (3, "goods")]
    wait_until_noted(ana, 4)


def test_a_doubtful_tap_from_offline_can_be_dropped_and_the_rest_go_on(new_phone, table, line):
    ana, tom = live(new_phone, table.address, 2)
    tom.may_fail = True
    with line(tom).lost():
        for _ in range(2):
            tom.tap("#drew-goods")
        expect(tom.find("#waits button")).to_have_count(2)
        ana.tap("#drew-goods")
        wait_until_noted(ana, 1)
    expect(tom.find(".asks")).to_be_visible(timeout=10_000)
    tom.tap(".asks [data-drops]")
    wait_until_noted(tom, 2)
    assert table.log.length == 2
    expect(tom.find(".asks")).to_have_count(0)


# The server dies


class Server:
    """`companion serve` at one address, however often it is killed."""

    def __init__(self, serve, table):
        self.serve, self.table = serve, table
        self.process, self.address = serve()

    def start(self):
        self.process, address = self.serve(self.address.rpartition(":")[2])
        assert address == self.address

    def kill(self):
        """All of its processes, the first one first: it would start others."""
        processes = [psutil.Process(self.process.pid), *psutil.Process(self.process.pid).children()]
        for process in processes:
            process.kill()
        self.process.communicate()
        psutil.wait_procs(processes)


@pytest.fixture
def mortal(serve, table, database, tmp_path):
    """With a folder, and a table, of its own: there is one server on a file."""
    app = create_app({"INSTANCE": tmp_path, "DATABASE_URL": database, "TESTING": True})
    store.upgrade(app)
    with app.app_context():
        its_own = type(table)(app, store.open_sitting(table.sitting.ruleset, table.sitting.table))
    server = Server(partial(serve, COMPANION_INSTANCE=str(tmp_path)), its_own)
    yield server
    server.kill()
    app.extensions[KEY].close()


@pytest.mark.long
def test_a_server_that_is_killed_again_and_again_loses_and_doubles_nothing(new_phone, mortal):
    """R8: two phones tap on all the while, and are right again by themselves. Other kills are in `tests/attack`."""
    phones, table = [new_phone() for _ in range(2)], mortal.table
    for phone in phones:
        phone.server, phone.may_fail = mortal.address, True
        phone.open(table.address)
    pressed = 0
    for death in range(DEATHS):
        tapper = phones[death % 2]
        tapper.page.wait_for_timeout(800)  # until what the other one noted has been seen
        tapper.tap("#drew-goods")
        mortal.kill()  # before, while or after it is noted: nobody knows
        tapper.tap("#drew-goods")
        mortal.start()
        begun, pressed = time.monotonic(), pressed + 2
        for phone in phones:
            wait_until_noted(phone, pressed)
            expect(phone.find("#live")).to_contain_text("Live")
        print(f"death {death}: right again after {time.monotonic() - begun:.1f} s")
    log = table.log
    assert [entry.move.player for entry in log.entries] == [number % 4 for number in range(2 * DEATHS)]
    assert sum(log.sheet.counter.hands) == 2 * DEATHS


@pytest.fixture
def told_without_scripts(new_phone, mortal):
    """Tom's milk, typed on a page without scripts and not sent yet."""
    phone = new_phone(java_script_enabled=False)
    phone.server, phone.may_fail = mortal.address, True
    phone.open(f"{mortal.table.address}note/score?player=1&product=milk")
    phone.tap("#score .pick:has([name=without][value='values hand'])")
    phone.page.fill("#score [name=points]", "24")
    return phone


def send_to_nobody(phone, key):
    """The browser has a page of its own for that."""
    with phone.page.expect_event("requestfailed"):
        phone.tap(key)
    phone.page.wait_for_timeout(300)
    assert phone.page.url.startswith("chrome-error:")


def assert_noted_once_however_often_it_is_loaded_anew(phone, table):
    for _ in range(2):
        phone.page.reload()
        expect(phone.find("#sheet .milk")).to_contain_text("24")
    assert [(entry.move.player, entry.move.points) for entry in table.log.entries] == [(1, 24)]


def test_a_form_sent_to_a_server_that_died_is_noted_once_by_the_browsers_own_reload(told_without_scripts, mortal):
    mortal.kill()
    send_to_nobody(told_without_scripts, "#score .go")
    mortal.start()
    assert_noted_once_however_often_it_is_loaded_anew(told_without_scripts, mortal.table)


def test_a_form_that_could_not_be_written_is_there_to_send_again_and_outlives_a_dead_server(
    told_without_scripts, mortal, tmp_path, kind_of_server
):
    if kind_of_server.on_postgresql:
        pytest.skip("a file is taken away")
    phone, file = told_without_scripts, tmp_path / "companion.sqlite3"
    file.rename(tmp_path / "elsewhere")
    phone.tap("#score .go")
    expect(phone.find("button.go")).to_have_text("Send again")
    for width, height in ((390, 664), (360, 560), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert phone.overflow[1] <= 0
        expect(phone.find("button.go")).to_be_in_viewport(ratio=1)
    mortal.kill()
    send_to_nobody(phone, "button.go")
    (tmp_path / "elsewhere").rename(file)
    mortal.start()
    assert_noted_once_however_often_it_is_loaded_anew(phone, mortal.table)
