"""A phone that one test has used and another gets: it is as new, or it isn't lent again."""

import pytest

TOLD = """async () => {
  localStorage.setItem('mine', '1');
  sessionStorage.setItem('mine', '1');
  document.cookie = 'mine=1';
  await caches.open('mine');
}"""
KNOWN = """async () => [
  localStorage.mine, sessionStorage.mine, document.cookie, await caches.has("mine"), history.length,
]"""
KIND = {"locale": "en-GB", "is_mobile": True, "has_touch": True, "timezone_id": "Europe/Zurich"}  # nobody else's


@pytest.fixture
def visit(drawer, phone):
    """The next phone of this kind, sitting at a page, after it was used as told."""

    def come(use=lambda visitor: None):
        visitor = type(phone)(drawer.lend(**KIND), phone.server, {"width": 390, "height": 664})
        use(visitor.open("/settings"))
        seen = visitor.page.evaluate(KNOWN), visitor.lent
        drawer.take(visitor, **KIND)
        return seen

    return come


def test_it_remembers_nothing_of_the_one_before(visit):
    fresh, lent = visit()
    used, again = visit(lambda visitor: visitor.page.evaluate(TOLD))
    assert again is lent
    assert used != fresh
    assert visit() == (fresh, lent)


def test_its_text_its_line_and_its_routes_are_the_pages_own(visit):
    def use(visitor):
        visitor.page.route("**/*", lambda route: route.abort())
        visitor.text_at(200)
        visitor.loses_its_line()

    fresh, lent = visit()
    visit(use)
    assert visit(lambda visitor: visitor.page.wait_for_function("() => matchMedia('(min-width: 24rem)').matches")) == (
        fresh,
        lent,
    )


def test_whoever_reaches_for_what_outlives_the_page_has_it_alone(visit):
    _, lent = visit(lambda visitor: visitor.context.clear_permissions())
    _, other = visit()
    assert other is not lent


def test_one_that_was_never_lent_can_be_had(visit, drawer):
    _, lent = visit()
    unused = drawer.lend(unused=True, **KIND)
    unused.context.close()
    assert unused is not lent
