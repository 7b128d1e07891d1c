"""The face for figures and headings: until it has come, what the phone has stands in as wide and as high."""

import pytest

MOVED = """() => new Promise((done) => {
  let moved = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) moved += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(moved), 50)));
})"""
COME = "async () => { await document.fonts.load('700 20px Bitter'); await document.fonts.ready; }"
TOPS = "() => [...document.querySelectorAll('#main *')].map((e) => Math.round(e.getBoundingClientRect().top))"
# The drawings come with a file of their own: until then a shape stands at its box's corner.
DRAWN = """() => [...document.querySelectorAll('#main use')].every(
  (shape) => !shape.checkVisibility() || shape.getBoundingClientRect().height)"""


@pytest.fixture
def line_that_holds_the_face(new_phone):
    """A phone whose line keeps the face back, and what lets it come."""

    def make(**options):
        phone, held = new_phone(unused=True, **options), []
        phone.page.route("**/bitter.woff2*", lambda route: held.append(route))
        return phone, held

    return make


def test_nothing_jumps_when_the_face_comes_late(installed, line_that_holds_the_face, told):
    installed("Liberation Serif")
    for address in ("/", told.address, told.address + "note/score?player=0"):
        phone, held = line_that_holds_the_face(locale="de", reduced_motion="reduce")
        phone.page.goto(phone.server + address, wait_until="domcontentloaded")
        assert phone.page.evaluate("() => document.fonts.check('700 20px Bitter')") is False
        phone.page.wait_for_function(DRAWN)
        before = phone.page.evaluate(TOPS)
        (route,) = held  # fetched once: the address ahead is the style's own
        route.continue_()
        phone.page.evaluate(COME)
        assert phone.page.evaluate(TOPS) == before
        assert phone.page.evaluate(MOVED) < 0.001
