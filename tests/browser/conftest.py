"""Phones with a screen: Chromium, against a server that runs as it does at a table, one for each worker."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Error, sync_playwright

CHROMIUM = "/usr/bin/chromium"
THUMB = 44  # pixels
SPOT = 26  # and how far apart the two taps of a double tap fall at most
A_LOOK = 0.6  # seconds
SMALL = {"width": 390, "height": 664}  # what a browser's own bars leave of a phone
OVERFLOW = """() => {
  const root = document.documentElement;  // innerHeight would grow with what spills sideways
  return [root.scrollHeight - root.clientHeight, root.scrollWidth - root.clientWidth];
}"""
FONTS = (
    "Roboto",
    "Inter",
    "Liberation Sans",
    "DejaVu Sans",
)  # narrow to wide: what `system-ui` may turn out to be
SET_IN = "document.documentElement.style.setProperty('--words', `'${font}', sans-serif`)"
FROM_THE_START = f"""const font = '{FONTS[-1]}';
new MutationObserver((_, once) => {{ once.disconnect(); {SET_IN}; }}).observe(document, {{ childList: true }});"""
EXPECTED = (
    *("status of 409", "status of 422"),  # answers that Chromium writes to its console
    *("htmx:afterRequest", "htmx:sendAbort"),  # a question that nobody waits for any more, as htmx writes it there
)


def pytest_collection_modifyitems(items):
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium(missing):
    if not Path(CHROMIUM).exists():
        missing("Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


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
def server(instance):
    """The address of `companion serve`, in a process of its own."""
    command = [sys.executable, "-m", "companion", "--host", "127.0.0.1", "--port", "0", "--instance", str(instance)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as process:
        ready = process.stdout.readline()
        assert "ready" in ready
        yield ready.split()[-1].rstrip("/")
        process.terminate()
        assert process.wait(10) == 0


class Phone:
    """A page in a phone's browser: it counts the taps, and remembers whatever went wrong."""

    def __init__(self, context, server):
        self.context, self.server, self.taps = context, server, 0
        self.last = (0, 0, 0)  # tap: where, and when
        self.wrong, self.strangers, self.may_fail = [], [], False
        self.page = context.new_page()
        self.page.set_default_timeout(8000)
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.wrong.append(f"a script broke: {error}"))
        self.page.on("request", self._asked)

    def _heard(self, message):
        if message.type in ("error", "warning") and not any(text in message.text for text in EXPECTED):
            self.wrong.append(message.text)

    def _asked(self, request):
        if not request.url.startswith((self.server, "data:", "about:", "blob:")):
            self.strangers.append(request.url)

    def open(self, address):
        self.page.goto(self.server + address if address.startswith("/") else address)
        return self

    def tap(self, selector):
        self.taps += 1
        key = self.page.locator(selector)
        self._look(key)
        key.tap()

    def _look(self, key):
        """As people do who mean it: the same spot again at once would be the second tap of a double tap."""
        box, now = key.bounding_box() or {"x": -1, "y": -1, "width": 0, "height": 0}, time.monotonic()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        before_x, before_y, before = self.last
        if abs(x - before_x) < SPOT and abs(y - before_y) < SPOT and now - before < A_LOOK:
            self.page.wait_for_timeout(A_LOOK * 1000)
        self.last = (x, y, time.monotonic())

    def find(self, selector):
        return self.page.locator(selector)

    @property
    def path(self):
        return self.page.url.removeprefix(self.server)

    def set_in(self, font):
        """As a phone shows the page whose own font is this one."""
        self.page.evaluate(f"(font) => {SET_IN}", font)

    def text_at(self, percent):
        """As large as the phone's own settings make it: the style sheet's breaks move with it."""
        sizes = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
        self.context.new_cdp_session(self.page).send("Page.setFontSizes", {"fontSizes": sizes})
        wide = self.page.viewport_size["width"] / sizes["standard"]
        self.page.wait_for_function(f"() => matchMedia('(max-width: {wide + 0.1}rem)').matches")

    @property
    def overflow(self):
        """How far the page scrolls down and sideways, in pixels."""
        return self.page.evaluate(OVERFLOW)


@pytest.fixture
def new_phone(chromium, server):
    """Each with its own cookies. At the end nothing may have gone wrong, unless the test says `may_fail`."""
    phones = []

    def make(viewport=SMALL, locale="en-GB", **options):
        given = {"is_mobile": True, "has_touch": True, **options}
        context = chromium.new_context(viewport=viewport, locale=locale, **given)
        context.add_init_script(FROM_THE_START)  # else it would be whichever is installed
        phones.append(Phone(context, server))
        return phones[-1]

    yield make
    wrong = [wrong for phone in phones if not phone.may_fail for wrong in phone.wrong]  # before closing cuts lines off
    strangers = [stranger for phone in phones for stranger in phone.strangers]
    for phone in phones:
        phone.context.close()
    assert wrong == []
    assert strangers == []


@pytest.fixture
def phone(new_phone):
    return new_phone()


# Slow and lost networks


class Line:
    """The phone's connection."""

    def __init__(self, phone):
        self.phone, self.session = phone, phone.context.new_cdp_session(phone.page)
        self.session.send("Network.enable")

    def _emulate(self, latency, offline=False):
        speed = {"downloadThroughput": -1, "uploadThroughput": -1}
        self.session.send("Network.emulateNetworkConditions", {"offline": offline, "latency": latency, **speed})

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
  const hidden = (e) => { const s = getComputedStyle(e); return s.visibility === 'hidden' || s.display === 'none' };
  const found = [];
  for (const e of document.querySelectorAll('a[href], button, input, summary, select, textarea, [tabindex]')) {
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
    """What axe finds."""
    from axe_playwright_python.sync_playwright import Axe

    checker = Axe()

    def run(phone):
        found = checker.run(phone.page, options={"resultTypes": ["violations"]}).response["violations"]
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
        assert axe(phone) == []
        assert phone.overflow[1] <= 0
        phone.text_at(200)
        assert phone.overflow[1] <= 0

    return check


@pytest.fixture
def weight(phone, line):
    """How many bytes a phone that was never here loads with a page."""

    def load(address):
        session, sizes = line(phone).session, []
        session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        phone.open(address)
        phone.page.wait_for_load_state("networkidle")
        print(f"\n{len(sizes)} requests, {sum(sizes):.0f} bytes")
        return sum(sizes)

    return load
