"""Phones with a screen: Chromium, against a server that runs as it does at a table, one for each worker."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect, sync_playwright

CHROMIUM = "/usr/bin/chromium-headless-shell"  # without windows, which take a third of Chromium's time
FLAGS = (
    "--no-sandbox",
    "--process-per-site",  # a phone's next page needs no new process
    "--in-process-gpu",
    "--font-render-hinting=none",  # as phones draw letters
    "--js-flags=--no-turbofan --no-maglev",  # pages that live for a second are not worth compiling twice
)
THUMB = 44  # pixels
SPOT = 26  # and how far apart the two taps of a double tap fall at most
A_LOOK, AT_LEAST = 0.6, 0.4  # seconds: since the tap before, and since the key came
ENOUGH = 4  # phones of a kind
MEDIA = ("color_scheme", "reduced_motion", "forced_colors")  # what a page can be told, and forgets
SPEED = {"downloadThroughput": -1, "uploadThroughput": -1}
SMALL = {"width": 390, "height": 664}  # what a browser's own bars leave of a phone
OVERFLOW = """() => {
  const root = document.documentElement;  // innerHeight would grow with what spills sideways
  return [root.scrollHeight - root.clientHeight, root.scrollWidth - root.clientWidth];
}"""
BOXES = "(parts) => parts.map((part) => document.querySelector(part).getBoundingClientRect().toJSON())"
FONTS = ("Inter", "DejaVu Sans")  # of what `system-ui` may turn out to be, the tallest and the widest
SET_IN = "document.documentElement.style.setProperty('--words', `'${font}', sans-serif`)"
FROM_THE_START = f"""const font = '{FONTS[-1]}';
new MutationObserver((_, once) => {{ once.disconnect(); {SET_IN}; }}).observe(document, {{ childList: true }});"""
BRIEFLY = """{
  const since = %d, passed = performance.now.bind(performance), now = Date.now;
  performance.now = () => passed() / 20 + (window.later ?? 0);
  Date.now = () => since + (now() - since) / 20 + (window.later ?? 0);
}"""
PLAIN_HTTP = "Object.defineProperty(window, 'isSecureContext', { value: false })"  # as a table's phones have it
EXPECTED = (
    *("status of 409", "status of 422"),  # answers that Chromium writes to its console
    "Service Worker registration blocked",  # as we asked it to
    *("htmx:afterRequest", "htmx:sendAbort"),  # a question that nobody waits for any more, as htmx writes it there
)


expect.set_options(timeout=15_000)  # ms: a generous soon, for a machine that is busy


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium(missing):
    if not Path(CHROMIUM).exists():
        missing("Chromium")
    with sync_playwright() as playwright:
        launch = partial(playwright.chromium.launch, executable_path=CHROMIUM, args=FLAGS)
        try:
            browser = launch()
        except Error:  # now and then it dies as it starts
            browser = launch()
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def launch(chromium):
    """Another Chromium of the same kind."""
    return partial(chromium.browser_type.launch, executable_path=CHROMIUM)


@pytest.fixture(scope="session")
def installed(missing):
    """A font that the browser is to draw with: chosen by its name, never by what happens to be there."""

    def check(font):
        found = subprocess.run(["fc-list", font, "family"], capture_output=True, text=True, check=False).stdout
        if not found.strip():
            missing(f"The font {font}")

    return check


@pytest.fixture(scope="session")
def each_font(installed):
    """The page that a phone has open, in one font after the other."""
    for font in FONTS:
        installed(font)

    def show(phone):
        for font in FONTS:
            phone.set_in(font)
            print("in", font)
            yield

    return show


@pytest.fixture(scope="session")
def at_a_glance(each_font):
    """The parts of the table, whole, within the screen, in whichever font."""

    def check(phone, *parts):
        height = phone.page.viewport_size["height"]
        for _ in each_font(phone):
            assert phone.overflow == [0, 0]
            assert [box for box in phone.boxes(*parts) if box["y"] < 0 or box["bottom"] > height + 0.5] == []

    return check


class Served(subprocess.Popen):
    def __exit__(self, kind, *more):
        if kind:  # a test that has failed waits for nobody
            self.kill()
        super().__exit__(kind, *more)


@pytest.fixture(scope="session")
def serve(kind_of_server, database, instance):
    """Starts `companion serve`: its process, or the one that looks after them, and its address."""
    workers = str(kind_of_server.workers)
    command = [sys.executable, "-m", "companion", "serve", "--host", "127.0.0.1", "--workers", workers]
    told = {"COMPANION_INSTANCE": str(instance), "COMPANION_DATABASE_URL": database, "COMPANION_TABLES": "0"}

    def start(port=0, **more):
        process = Served(
            [*command, "--port", str(port)], stdout=subprocess.PIPE, text=True, env={**os.environ, **told, **more}
        )
        ready = process.stdout.readline()
        assert "ready" in ready
        return process, ready.split()[-1].rstrip("/")

    return start


@pytest.fixture(scope="session")
def server(serve):
    """The address of one for all."""
    process, address = serve()
    with process:
        yield address
        process.terminate()
        assert process.wait(10) == 0


class Phone:
    """A page in a phone's browser: it counts the taps, and remembers whatever went wrong."""

    def __init__(self, lent, server, viewport, **media):
        self.lent, self.server, self.taps = lent, server, 0
        self.last = ("", 0, 0, 0)  # tap: what, where, and when
        self.wrong, self.strangers, self.may_fail = [], [], False
        self.opened = False  # by a test that reached for what outlives the page
        self.page = lent.context.new_page()
        self.page.set_default_timeout(8000)
        if viewport != SMALL:
            self.page.set_viewport_size(viewport)
        if media:
            self.page.emulate_media(**media)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.wrong.append(f"a script broke: {error}"))
        self.page.on("request", self._asked)

    @property
    def context(self):
        """What is done to it outlives the page: nobody else gets this phone."""
        self.opened = True
        return self.lent.context

    def session(self):
        """What only Chromium's own protocol can do to this page."""
        return self.lent.context.new_cdp_session(self.page)

    def taps_doubly(self):
        """By its clock little passes between two taps, however busy the machine is; `window.later` is what does."""
        self.page.add_init_script(BRIEFLY % (time.time() * 1000))
        return self

    def loses_its_line(self):
        self.session().send("Network.emulateNetworkConditions", {**SPEED, "offline": True, "latency": 0})

    def _heard(self, message):
        if message.type in ("error", "warning") and not any(text in message.text for text in EXPECTED):
            self.wrong.append(message.text)

    def _asked(self, request):
        if not request.url.startswith((self.server, "data:", "about:", "blob:")):
            self.strangers.append(request.url)

    def open(self, address):
        self.page.goto(self.server + address if address.startswith("/") else address)
        return self

    def visit(self, table):
        """Opens it, and waits until the server has noted that this phone was there: it does so after its answer."""
        self.open(table.address)
        (known,) = (
            cookie["value"] for cookie in self.lent.context.cookies(self.server) if cookie["name"] == "companion-phone"
        )
        for _ in range(200):
            if table.was_seen_by(known):
                return self
            self.page.wait_for_timeout(40)
        raise AssertionError("nobody noted the visit")

    def tap(self, selector):
        self.taps += 1
        key = self.page.locator(selector)
        self._look(selector, key)
        key.tap()
        self.last = (*self.last[:-1], time.monotonic())

    @contextmanager
    def finger_on(self, selector):
        """It goes down on the key, and up again when the block ends."""
        session, key = self.session(), self.find(selector)
        key.scroll_into_view_if_needed()
        box = key.bounding_box()
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
        yield
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _look(self, what, key):
        """As people do who mean it: another key on the same spot would be the second tap of a double tap.

        That is told from the first tap on, and from when the key came, which is late on a busy machine.
        """
        box, now = key.bounding_box() or {"x": -1, "y": -1, "width": 0, "height": 0}, time.monotonic()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        last, before_x, before_y, before = self.last
        if what != last and abs(x - before_x) < SPOT and abs(y - before_y) < SPOT:
            self.page.wait_for_timeout(max(AT_LEAST, A_LOOK - (now - before)) * 1000)
        self.last = (what, x, y, now)

    def find(self, selector):
        return self.page.locator(selector)

    @property
    def path(self):
        return self.page.url.removeprefix(self.server)

    def at_each(self, sizes):
        """As a phone that is turned, and unfolded."""
        for width, height in sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
            print(width, "×", height)
            yield width, height

    def set_in(self, font):
        """As a phone shows the page whose own font is this one."""
        self.page.evaluate(f"(font) => {SET_IN}", font)

    def text_at(self, percent):
        """As large as the phone's own settings make it: the style sheet's breaks move with it."""
        sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
        self.session().send("Page.setFontSizes", {"fontSizes": sizes})
        wide = self.page.viewport_size["width"] / sizes["standard"]
        there = f"(min-width: {wide - 0.1}rem) and (max-width: {wide + 0.1}rem)"
        self.page.wait_for_function(f"() => matchMedia('{there}').matches")

    def boxes(self, *parts):
        """Where they are on the screen."""
        return self.page.evaluate(BOXES, parts)

    @property
    def overflow(self):
        """How far the page scrolls down and sideways, in pixels."""
        return self.page.evaluate(OVERFLOW)


class Lent:
    """A browser's context: a phone without its page. To begin one, and its process, takes longer than most tests."""

    def __init__(self, browser, kind):
        self.context = browser.new_context(viewport=SMALL, **kind)
        self.context.add_init_script(FROM_THE_START)  # else it would be whichever is installed
        self.stays = None

    def rest(self, server):
        """A page of its own keeps the process while no test has one."""
        if not self.stays:
            self.stays = self.context.new_page()
            self.stays.goto(f"{server}/static/logo.svg")

    def forget(self, server):
        """All that a site can leave on a phone but files that never change."""
        self.context.clear_cookies()
        self.stays.evaluate("() => localStorage.clear()")
        session = self.context.new_cdp_session(self.stays)
        session.send("Storage.clearDataForOrigin", {"origin": server, "storageTypes": "all"})
        session.detach()


class Drawer:
    """Phones to be lent, by their kind."""

    def __init__(self, browser, server):
        self.browser, self.server, self.lying = browser, server, {}

    def lend(self, unused=False, **kind):
        lying = self.lying.setdefault(frozenset(kind.items()), [])
        return lying.pop() if lying and not unused else Lent(self.browser, kind)

    def take(self, phone, **kind):
        """It is lent again, unless it isn't as it was, or enough of its kind lie there."""
        lying = self.lying[frozenset(kind.items())]
        if phone.opened or phone.server != self.server or len(lying) == ENOUGH:
            phone.lent.context.close()
        else:
            phone.lent.rest(self.server)
            phone.page.close()
            phone.lent.forget(self.server)
            lying.append(phone.lent)

    def empty(self):
        for lent in chain(*self.lying.values()):
            lent.context.close()


@pytest.fixture(scope="session")
def drawer(chromium, server):
    drawer = Drawer(chromium, server)
    yield drawer
    drawer.empty()


@pytest.fixture
def new_phone(drawer, server):
    """Each with its own cookies; our files, which never change, it may have already unless it is to be `unused`.

    At the end nothing may have gone wrong, unless the test says `may_fail`.
    """
    phones = []

    def make(viewport=SMALL, locale="en-GB", unused=False, **options):
        media = {name: options.pop(name) for name in MEDIA if name in options}
        kind = {"locale": locale, "is_mobile": True, "has_touch": True, "service_workers": "block", **options}
        phone = Phone(drawer.lend(unused, **kind), server, viewport, **media)
        phones.append((phone, kind))
        return phone

    yield make
    made = [phone for phone, _ in phones]
    wrong = [wrong for phone in made if not phone.may_fail for wrong in phone.wrong]  # before closing cuts lines off
    strangers = [stranger for phone in made for stranger in phone.strangers]
    for phone, kind in phones:
        drawer.take(phone, **kind)
    assert wrong == []
    assert strangers == []


@pytest.fixture
def phone(new_phone):
    return new_phone()


# Slow and lost networks


class Line:
    """The phone's connection."""

    def __init__(self, phone):
        self.session = phone.session()
        self.session.send("Network.enable")

    def _emulate(self, latency, offline=False):
        self.session.send("Network.emulateNetworkConditions", {"offline": offline, "latency": latency, **SPEED})

    @contextmanager
    def slow(self, milliseconds):
        self._emulate(milliseconds)
        yield
        self._emulate(0)

    @contextmanager
    def lost(self):
        self._emulate(0, offline=True)
        yield
        self._emulate(0)


@pytest.fixture
def line():
    return Line


# Thumbs

MEASURE = """() => {
  const hidden = (e) => !e.checkVisibility({ visibilityProperty: true });  // in a shut fold, too
  const found = [];
  for (const e of document.querySelectorAll('a[href], button, input, summary, select, textarea, [tabindex="0"]')) {
    if (e.type === 'hidden' || e.closest('[hidden], .vh') || hidden(e) || e.disabled) continue;
    const label = e.matches('.pick input, label input') ? e.closest('label') : e;
    let { width, height, left, right, top, bottom } = label.getBoundingClientRect();
    if (!width && !height) continue;
    found.push({ what: (e.id || e.getAttribute('aria-label') || e.textContent || e.name || '').trim().slice(0, 40),
                 width, height, left, right, top, bottom });
  }
  return found;
}"""


@pytest.fixture(scope="session")
def targets():
    """Every place for a thumb on the page, with its box. A link within a sentence is text."""
    return lambda phone: phone.page.evaluate(MEASURE)


@pytest.fixture(scope="session")
def axe():
    """What axe finds; `again`: of what other colours, letters or sizes can change on a page that was asked before.

    A page is told once what axe is, and says no more than what is asked.
    """
    from axe_playwright_python.sync_playwright import Axe

    source, known = Axe().axe_script, "() => 'axe' in window"
    wanted = "async (more) => (await axe.run({ resultTypes: ['violations'], preload: false, ...more })).violations"
    changing = {"runOnly": ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]}

    def run(phone, again=False):
        if not phone.page.evaluate(known):
            phone.page.evaluate(source)
        found = phone.page.evaluate(wanted, changing if again else {})
        return [f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}" for one in found]

    return run


@pytest.fixture(scope="session")
def playwright_error():
    return Error


@pytest.fixture(scope="session")
def assert_fit(axe):
    """For these places of its thumbs, and for readers: in the light, in the dark, and with twice the text."""

    def check(phone, found):
        assert found
        assert [box for box in found if round(box["width"], 1) < THUMB or round(box["height"], 1) < THUMB] == []
        assert axe(phone) == []
        phone.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert axe(phone, again=True) == []
        assert phone.overflow[1] <= 0
        phone.text_at(200)
        assert phone.overflow[1] <= 0

    return check


@pytest.fixture
def weight(new_phone, line):
    """How many requests, and how many bytes, a phone that was never here loads with a page."""

    def load(address):
        phone, sizes = new_phone(unused=True), []
        phone.page.add_init_script(PLAIN_HTTP)
        session = line(phone).session
        session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        phone.open(address)
        phone.page.wait_for_load_state("networkidle")
        print(f"\n{len(sizes)} requests, {sum(sizes):.0f} bytes")
        assert len(sizes) >= 3
        return len(sizes), sum(sizes)

    return load
