"""Over HTTPS a table opens while nothing answers, a screen stays on, there is an app. And plain HTTP, without them."""

import re
import socket
import threading
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.rules import GAMES

IN_TIME = 10_000
SMALL = {"width": 390, "height": 664}
KEPT = "async (path) => Boolean(await caches.match(path, { ignoreVary: true }))"
OTHERS = ["companion {}/ of-yesterday", "companion {}/elsewhere/ of-today", "somebody else"]
KEEP_IN = """async (names) => {
  for (const name of names) {
    await (await caches.open(name)).put('/x', new Response('x'));
  }
}"""
A_YEAR_BEFORE = """async (path) => {
  const [name] = await caches.keys(), cache = await caches.open(name);
  const page = await cache.match(path, { ignoreVary: true }), headers = new Headers(page.headers);
  headers.set('Companion-At', Number(new Date(new Date().getFullYear() - 1, 0, 2, 20, 5)));
  await cache.put(path, new Response(await page.text(), { headers }));
}"""
KEPT_AS = "async ([path, part]) => (await (await caches.match(path, { ignoreVary: true }))?.text())?.includes(part)"
LOCKS = """window.locks = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => {
  const lock = { kind, on: true, get released() { return !lock.on; }, release: async () => { lock.on = false; } };
  locks.push(lock);
  return lock;
} } });"""
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


class Relay:
    """Between the phones and the server: it breaks off, comes back, and may take what is asked and pass on nothing."""

    def __init__(self, server):
        self.to = ("127.0.0.1", int(server.rpartition(":")[2]))
        self.port, self.lines, self.flows = 0, [], threading.Event()
        self.flows.set()
        self.mend()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def mend(self):
        self.door = socket.create_server(("127.0.0.1", self.port), backlog=64)
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self._let_in, args=[self.door], daemon=True).start()

    def cut(self):
        for line in (self.door, *self.lines):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        self.lines.clear()

    def _let_in(self, door):
        with suppress(OSError):
            while True:
                ends = door.accept()[0], socket.create_connection(self.to)
                self.lines.extend(ends)
                for one, other in (ends, ends[::-1]):
                    threading.Thread(target=self._pass_on, args=[one, other], daemon=True).start()

    def _pass_on(self, one, other):
        with suppress(OSError):
            while data := one.recv(65536):
                self.flows.wait()
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_WR)

    @contextmanager
    def down(self):
        self.cut()
        try:
            yield
        finally:
            self.mend()

    @contextmanager
    def answering(self, status):
        """Whatever is asked, somebody answers this in the server's place."""

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(status)
                self.end_headers()
                self.wfile.write(b"<h1>So it is</h1>")

            def log_message(self, *_):
                """Nothing: it is no news."""

        self.cut()
        with ThreadingHTTPServer(("127.0.0.1", self.port), Answer) as other:
            threading.Thread(target=other.serve_forever, daemon=True).start()
            yield
            other.shutdown()
        self.mend()

    @contextmanager
    def hanging(self):
        self.flows.clear()
        try:
            yield
        finally:
            self.flows.set()


@pytest.fixture
def host(server):
    relay = Relay(server)
    yield relay
    relay.cut()


@pytest.fixture
def phone(new_phone, host):
    """It may have a worker, and loses its line."""
    phone = new_phone(service_workers="allow")
    phone.server, phone.may_fail = host.address, True
    return phone


def keeps(phone, path, kept=True):
    """Waits until it does."""
    until = time.monotonic() + 8
    while phone.page.evaluate(KEPT, path) != kept:
        assert time.monotonic() < until, f"{path} is {'not ' * kept}kept"
        phone.page.wait_for_timeout(30)


def keeps_as(phone, path, part):
    """Waits until what it keeps has this in it."""
    until = time.monotonic() + 8
    while not phone.page.evaluate(KEPT_AS, [path, part]):
        assert time.monotonic() < until, f"{path} is kept without {part}"
        phone.page.wait_for_timeout(30)


def keeps_as_of(phone, table, entries):
    keeps_as(phone, table.address, f'data-after="{entries}"')


def press(phone, times):
    for _ in range(times):
        phone.tap("#drew-goods")


def wait_until_noted(phone, entries):
    expect(phone.find("#shelf input[name=after]")).to_have_value(str(entries), timeout=IN_TIME)


# While nothing answers


def test_a_table_opens_as_it_last_stood_and_what_is_tapped_is_noted_once(phone, host, table):
    phone.open(table.address)
    keeps(phone, table.address)
    press(phone, 1)
    wait_until_noted(phone, 1)
    keeps_as_of(phone, table, 1)
    with host.down():
        phone.page.reload()
        expect(phone.find("#live")).to_have_text(re.compile(r"^\s*Offline since \d\d:\d\d\s*$"))
        expect(phone.find("#news")).to_have_text(re.compile(r"^as it stood at \d\d:\d\d$"))
        expect(phone.find("#seat-1")).to_have_attribute("aria-current", "true")
        press(phone, 3)
        expect(phone.find("#waits button")).to_have_count(3, timeout=IN_TIME)
        phone.page.reload()
        expect(phone.find("#waits button")).to_have_count(3, timeout=IN_TIME)
        assert table.log.length == 1
    wait_until_noted(phone, 4)
    expect(phone.find("#live")).to_have_text("Live", timeout=IN_TIME)
    expect(phone.find("#news")).to_be_empty()
    assert [entry.move.player for entry in table.log.entries] == [0, 1, 2, 3]


def test_a_score_slip_opens_and_keeps_its_score_while_nothing_answers(phone, host, told):
    """For Ana's last product on the page as it was, with her hand; and once more when that was reloaded."""
    phone.open(told.address)
    keeps_as(phone, told.address, 'name="values"')
    length = told.log.length
    with host.down():
        phone.tap("#sheet .sardines [data-of='3']")
        expect(phone.find("#score [name=player]:checked")).to_have_value("3")
        expect(phone.find("#score [name=hand]")).to_have_value("1")
        for digit in "24":
            phone.tap(f"#score [data-to=points][data-adds='{digit}']")
        phone.tap("#score .go")
        expect(phone.find("#waits button")).to_contain_text("Keep 24 for Maximilian", timeout=IN_TIME)
        expect(phone.find("#slip dialog")).to_have_count(0)
        phone.page.reload()
        expect(phone.find("#waits button")).to_have_count(1, timeout=IN_TIME)
        phone.tap("#sheet .sardines [data-of='1']")
        expect(phone.find("#score [name=product][value=milk]")).to_be_disabled()
        phone.tap("#seat-3")  # on the sheet
        expect(phone.find("#score [name=player]:checked")).to_have_value("3")
        phone.tap("#score .pick:has([value=corn])")
        expect(phone.find("#score [name=hand]")).to_have_value("")  # what waits may have changed it
        phone.tap("#score .pick:has([name=without][value=points])")
        phone.tap("#score .go")
        expect(phone.find("#preview")).to_contain_text("Tap the cards of the product")
        phone.tap("#score [data-to=values][data-adds='4']")
        for _ in range(4):
            phone.tap("#score [data-to=hand][data-steps='1']")
        phone.tap("#score .go")
        expect(phone.find("#waits button")).to_have_count(2, timeout=IN_TIME)
        assert told.log.length == length
    expect(phone.find("#waits")).to_have_count(0, timeout=IN_TIME)
    scores = told.sheet.scores[3]
    assert {product: score.points for product, score in scores.items()} == {"sardines": 24, "corn": 16}


def test_a_score_half_told_while_nothing_answers_is_there_after_a_reload_until_it_is_noted_or_shut(phone, host, told):
    phone.open(told.address)
    keeps_as(phone, told.address, 'name="values"')
    with host.down():
        phone.tap("#sheet .sardines [data-of='3']")
        phone.tap("#score .pick:has([name=without][value=points])")
        for card in "54":
            phone.tap(f"#score [data-to=values][data-adds='{card}']")
        phone.tap("#score [data-to=hand][data-steps='1']")
        expect(phone.find("#preview")).to_contain_text("18")
        for _ in range(2):
            phone.page.reload()
            expect(phone.find("#score [name=values]")).to_have_value("5 + 4", timeout=IN_TIME)
        expect(phone.find("#score [name=player]:checked")).to_have_value("3")
        expect(phone.find("#score [name=product]:checked")).to_have_value("sardines")
        expect(phone.find("#score [name=hand]")).to_have_value("2")
        expect(phone.find("#preview")).to_contain_text("18")
        phone.tap("#score [data-closes]")
        phone.page.wait_for_url(f"**{told.address}")  # a moment after the slip has gone
        phone.page.reload()
        expect(phone.find("#live")).to_contain_text("Offline since")
        phone.tap("#sheet .sardines [data-of='3']")
        expect(phone.find("#score [name=values]")).to_have_value("")
        for digit in "24":
            phone.tap(f"#score [data-to=points][data-adds='{digit}']")
    phone.page.reload()  # the line is back
    expect(phone.find("#score [name=points]")).to_have_value("24", timeout=IN_TIME)
    phone.tap("#score .go")
    phone.page.wait_for_url(f"**{told.address}")
    phone.page.reload()
    expect(phone.find("#live")).to_have_text("Live", timeout=IN_TIME)
    expect(phone.find("#slip dialog")).to_have_count(0)
    assert told.sheet.scores[3]["sardines"].points == 24


def test_a_score_slip_that_never_came_says_so_while_nothing_answers_and_comes_once_the_line_is_back(phone, host, told):
    phone.page.route("**/note/score?player=", lambda route: route.abort())
    with phone.page.expect_event("requestfailed", lambda request: "/note/score" in request.url):
        phone.open(told.address)
    phone.page.unroute_all()
    with host.down():
        phone.tap("#sheet .sardines [data-of='3']")
        expect(phone.find("#trouble")).to_contain_text("You can enter the score once it answers", timeout=IN_TIME)
    keeps_as(phone, told.address, 'name="values"')
    with host.down():
        phone.tap("#sheet .sardines [data-of='3']")
        expect(phone.find("#score [name=player]:checked")).to_have_value("3")
        expect(phone.find("#trouble")).to_be_hidden()


def test_a_sheet_of_another_day_says_so(phone, host, table):
    phone.open(table.address)
    keeps(phone, table.address)
    phone.open("/settings")
    phone.page.evaluate(A_YEAR_BEFORE, table.address)
    with host.down():
        phone.open(table.address)
        expect(phone.find("#live")).to_have_text("2 JanOffline since 20:05")
        expect(phone.find("#news")).to_have_text("2 Jan · as it stood at 20:05")


@pytest.mark.parametrize("other", ["?seat=2", "?slip&move=score&seat=2&product=milk"])
def test_a_seat_that_was_chosen_or_a_slip_half_told_is_not_there_when_it_opens_next(phone, host, table, other):
    phone.open(table.address)
    keeps(phone, table.address)
    table.note("draw", player=0, card="goods")
    phone.open(table.address + other)
    keeps_as_of(phone, table, 1)
    phone.open("/settings")  # a slip that was open when the line went would come back
    with host.down():
        phone.open(table.address)
        expect(phone.find("#seat-1")).to_have_attribute("aria-current", "true")
        expect(phone.find("#seat-2")).not_to_have_attribute("aria-current", "true")
        expect(phone.find("#slip")).to_be_empty()


def test_a_tap_on_a_name_is_not_there_when_it_opens_next(phone, host, table):
    phone.open(table.address)
    keeps(phone, table.address)
    phone.tap("#seat-2")
    expect(phone.find("#seat-2")).to_have_attribute("aria-current", "true")
    table.note("draw", player=0, card="goods")
    phone.page.evaluate(HIDE, False)  # which makes it look
    keeps_as_of(phone, table, 1)
    with host.down():
        phone.tap("#seat-3")  # whose keys don't come, and that takes nothing away
        expect(phone.find("#trouble")).to_be_visible()
        phone.open(table.address)
        expect(phone.find("#seat-1")).to_have_attribute("aria-current", "true")


def test_whoever_watches_opens_it_as_it_last_stood_too(phone, host, table):
    phone.open(table.watching)
    keeps(phone, table.watching)
    table.note("draw", player=0, card="goods")
    phone.page.evaluate(HIDE, False)  # which makes it look
    expect(phone.find("#lately")).to_contain_text("Ana")
    phone.page.wait_for_timeout(300)
    with host.down():
        phone.page.reload()
        expect(phone.find("#live")).to_contain_text("Offline since")
        expect(phone.find("#lately")).to_contain_text("Ana")


def test_what_is_not_kept_leads_to_what_is(phone, host, table, axe):
    phone.open("/settings")
    phone.tap(".pick:has([value=fr])")
    expect(phone.find("html")).to_have_attribute("lang", "fr")
    phone.open(table.address)
    keeps(phone, table.address)
    keeps_as(phone, "/offline", '<html lang="fr"')
    with host.down():
        for elsewhere in (f"/s/{'x' * 22}/", "/"):  # a table that isn't kept is none of those that are
            phone.open(elsewhere)
            expect(phone.find("h1")).to_have_text("Pas de réponse")
        expect(phone.find("#kept a .whose")).to_have_text("Ana, Tom, Chloé, Maximilian")
        assert axe(phone) == []
        assert phone.overflow == [0, 0]
        phone.tap("#kept a")
        expect(phone.find("#live")).to_contain_text("Hors ligne (")
        phone.open(table.address + "log")  # of a kept table, to its sheet
        assert phone.path == table.address
        expect(phone.find("#drew-goods")).to_be_visible()


@pytest.mark.parametrize("over", [False, True])
def test_each_games_kept_tables_are_called_by_who_plays(phone, host, open_table, over):
    for slug in GAMES:
        one = open_table(slug, players=("Ana", "Tom"))
        if over:
            one.note("end")
        for address in (one.address, one.watching):
            phone.open(address)
            keeps(phone, address)
    with host.down():
        phone.open("/")
        expect(phone.find("#kept .whose")).to_have_text(["Ana, Tom"] * 2 * len(GAMES))


def test_a_server_that_hangs_is_waited_for_a_few_seconds(phone, host, table):
    phone.open(table.address)
    keeps(phone, table.address)
    with host.hanging():
        phone.page.reload()
        expect(phone.find("#live")).to_contain_text("Offline since", timeout=1000)
    expect(phone.find("#live")).to_have_text("Live", timeout=IN_TIME)
    expect(phone.find("#news")).to_be_empty()


@pytest.mark.parametrize("status", [403, 500, 503])
def test_what_the_server_refuses_is_shown_and_stays_kept(phone, host, table, status):
    phone.open(table.address)
    keeps(phone, table.address)
    with host.answering(status):
        phone.page.reload()
        expect(phone.find("h1")).to_have_text("So it is")
    with host.down():
        phone.page.reload()
        expect(phone.find("#live")).to_contain_text("Offline since")


@pytest.mark.parametrize("status", [502, 504])
def test_a_proxy_that_finds_no_server_is_no_answer(phone, host, table, status):
    phone.open(table.address)
    keeps(phone, table.address)
    with host.answering(status):
        phone.page.reload()
        expect(phone.find("#live")).to_contain_text("Offline since")


def test_a_stranger_who_answers_for_the_table_is_not_kept_in_its_place(phone, host, table):
    """As the door of a hotel's network does, or whoever says for a while that all is being mended."""
    phone.open(table.address)
    keeps(phone, table.address)
    with host.answering(200):
        phone.page.reload()
        expect(phone.find("h1")).to_have_text("So it is")
        phone.open(table.address + "?seat=2")
        expect(phone.find("h1")).to_have_text("So it is")
        phone.page.wait_for_timeout(300)
    with host.down():
        phone.open(table.address)
        expect(phone.find("#live")).to_contain_text("Offline since")


def test_a_stranger_who_answers_for_a_file_is_asked_no_more_once_the_server_is_back(phone, host, table):
    phone.open(table.address)
    keeps(phone, table.address)
    script = phone.page.evaluate("document.querySelector('[name=end-script]').content")
    ask = "(path) => fetch(path).then((answer) => answer.text())"
    with host.answering(200):
        assert "So it is" in phone.page.evaluate(ask, script)
    assert "So it is" not in phone.page.evaluate(ask, script)


# What goes


def test_new_links_and_a_table_put_away_leave_nothing_behind(phone, host, table, open_table):
    others = open_table()
    for one in (others, table):  # that it was there is noted once its page is on its way
        phone.open(one.address)
        keeps(phone, one.address)
    phone.open("/")
    phone.tap(f"button[name=put][value='{others.address.split('/')[2]}']")
    keeps(phone, others.address, kept=False)
    phone.open(table.address + "share/")
    phone.tap("summary")
    phone.tap("form[action$='/links'] button")
    phone.page.wait_for_url(lambda address: table.address not in address)
    keeps(phone, table.address, kept=False)


def test_a_table_put_away_on_a_page_that_was_loaded_past_the_worker_goes_too(phone, table):
    """As a shift of the key of reloading does, on a laptop."""
    phone.open(table.address)
    keeps(phone, table.address)
    phone.open("/")
    phone.page.context.new_cdp_session(phone.page).send("Page.reload", {"ignoreCache": True})
    expect(phone.find("html")).to_be_attached()
    phone.page.wait_for_load_state("load")
    assert not phone.page.evaluate("Boolean(navigator.serviceWorker.controller)")
    phone.tap(f"button[name=put][value='{table.address.split('/')[2]}']")
    keeps(phone, table.address, kept=False)


def test_a_refusal_of_the_server_is_shown_and_the_kept_page_goes(phone, new_phone, table):
    phone.open(table.address)
    keeps(phone, table.address)
    phone.open("/")
    scorer = new_phone().open(table.address + "share/")
    scorer.tap("summary")
    scorer.tap("form[action$='/links'] button")
    scorer.page.wait_for_url(lambda address: table.address not in address)
    phone.open(table.address)
    expect(phone.find("h1")).to_have_text("Nothing here")
    keeps(phone, table.address, kept=False)


def test_what_an_older_version_kept_goes_and_what_is_somebody_elses_stays(phone, table):
    phone.open("/static/logo.svg")
    older, *others = [name.format(phone.server) for name in OTHERS]
    phone.page.evaluate(KEEP_IN, [older, *others])
    phone.open(table.address)
    keeps(phone, table.address)
    names = phone.page.evaluate("() => caches.keys()")
    assert len(names) == 3
    assert set(others) < set(names)


# The screen


def locks(phone):
    return phone.page.evaluate("() => locks.map(({ on }) => on)")


def test_the_screen_stays_on_while_a_game_is_played_and_seen(phone, open_table):
    table = open_table(players=("Ana", "Tom"))
    phone.page.add_init_script(LOCKS)
    phone.open(table.address)
    phone.page.wait_for_function("() => locks.length === 1")
    phone.page.evaluate(HIDE, True)
    assert locks(phone) == [False]
    phone.page.evaluate(HIDE, False)
    press(phone, 1)
    assert locks(phone) == [False, True]
    phone.tap("a.icon[hx-get$='/menu']")
    phone.tap("#slip a[hx-get$='/stop']")
    phone.tap("#slip button.go")
    phone.page.wait_for_function("() => !locks.some(({ on }) => on)")


def test_the_screen_goes_off_over_a_table_that_was_left_and_on_again_with_a_tap(phone, table):
    phone.page.clock.install()
    phone.page.add_init_script(LOCKS)
    phone.open(table.address)
    phone.page.wait_for_function("() => locks.length === 1")
    phone.page.clock.fast_forward("14:00")
    assert locks(phone) == [True]
    phone.page.clock.fast_forward("02:00")
    assert locks(phone) == [False]
    press(phone, 1)
    assert locks(phone) == [False, True]


def test_a_screen_that_the_phone_took_back_stays_on_again_with_the_next_tap(phone, table):
    phone.page.add_init_script(LOCKS)
    phone.open(table.address)
    phone.page.wait_for_function("() => locks.length === 1")
    phone.page.evaluate("() => locks[0].release()")
    press(phone, 1)
    assert locks(phone) == [False, True]


def test_the_screen_stays_on_over_a_table_where_the_others_play(phone, table):
    phone.page.clock.install()
    phone.page.add_init_script(LOCKS)
    phone.open(table.watching)
    phone.page.wait_for_function("() => locks.length === 1")
    for after in range(2):
        phone.page.clock.fast_forward("10:00")
        table.note("draw", player=after, card="goods")
        phone.page.evaluate(HIDE, False)  # which makes it look
        expect(phone.find("#sitting")).to_have_attribute("data-after", str(after + 1))
    assert locks(phone) == [True]


def test_the_screen_is_the_phones_own_where_nobody_plays_or_wants_it(phone, table):
    phone.page.add_init_script(LOCKS)
    phone.open("/settings")
    expect(phone.find("#only-https")).to_be_hidden()
    expect(phone.find("#no-awake")).to_be_hidden()
    assert locks(phone) == []
    with phone.page.expect_response("**/settings"):  # it is kept as it is chosen
        phone.tap(".awake .pick:has([value=off])")
    phone.open(table.address)
    keeps(phone, table.address)
    press(phone, 1)
    wait_until_noted(phone, 1)
    assert locks(phone) == []


def test_a_browser_that_can_not_keep_the_screen_on_says_so(phone):
    phone.page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    phone.open("/settings")
    expect(phone.find("#no-awake")).to_be_visible()


# As an app


WITH_WINDOWS = "/usr/bin/chromium"  # the other one finds everything fit to be installed


def test_it_can_be_installed(chromium, host, tmp_path, missing):
    """Nothing keeps Chromium from it: asked in a window that isn't private, as Chromium's other ones are."""
    if not Path(WITH_WINDOWS).exists():
        missing("Chromium with windows")
    args = {"executable_path": WITH_WINDOWS, "args": ["--no-sandbox"]}
    context = chromium.browser_type.launch_persistent_context(tmp_path, **args)
    page = context.pages[0]
    page.goto(host.address)
    session = context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    assert session.send("Page.getAppManifest")["errors"] == []
    context.close()


# Plain HTTP


@pytest.fixture
def plain_http(launch, host):
    """The pages of a browser for which this machine is any other one, without HTTPS."""
    browser = launch(args=["--no-sandbox", "--host-resolver-rules=MAP table.test 127.0.0.1"])
    yield lambda path: PlainPage(browser.new_page(viewport=SMALL), f"http://table.test:{host.port}{path}")
    browser.close()


class PlainPage:
    """Of a phone that was never here, and what it has loaded."""

    def __init__(self, page, address):
        self.page, self.asked, self.sizes = page, [], []
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", lambda event: self.sizes.append(event["encodedDataLength"]))
        page.on("request", lambda request: self.asked.append(request.url))
        page.goto(address)
        page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(("where", "most", "requests"), [("/", 50_000, 7), ("the table", 75_200, 15)])
def test_over_plain_http_nothing_of_it_is_asked_for(plain_http, told, where, most, requests):
    plain = plain_http(told.address if where == "the table" else where)
    print(f"\n{where}, over plain HTTP: {len(plain.sizes)} requests, {sum(plain.sizes):.0f} bytes")
    assert not plain.page.evaluate("isSecureContext")
    assert not [one for one in plain.asked if re.search(r"secure\.js|sw\.js|webmanifest|icons|offline", one)]
    assert 3 <= len(plain.sizes) <= requests
    assert sum(plain.sizes) <= most


def test_over_plain_http_the_settings_say_what_is_missing_and_why(plain_http, axe):
    plain = plain_http("/settings")
    expect(plain.page.locator("#only-https")).to_contain_text("plain HTTP")
    expect(plain.page.locator("#only-https li")).to_have_count(3)
    expect(plain.page.locator("#over-https")).to_be_hidden()
    assert axe(plain) == []
