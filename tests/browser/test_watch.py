"""The wall: what a television shows of each game, whole and readable from the sofa, and what a watcher's phone does."""

import pytest

SIZES = ((1920, 1080), (1280, 720))
OTHERS = ((1920, 1080), (1920, 1000), (1024, 768), (1366, 620), (1024, 576))
FONTS = ("Roboto", "DejaVu Sans")
FIVE = ("Maximilian-Alexander Wol", "W" * 24, "Chloé", "Björn", "Eve")
LEAST, LARGE = 0.9, 2  # rem: 28.8 and 64 pixels of 1,920
TURNED_UP = ("CA", "FL", "IL", "GA", "WA", "AL", "MI", "AZ", "NV", "OR", "UT", "NC", "MN", "NY", "ME")
FIGURES = {
    "fiasko": ".cell:not(.open, .long), .sum .tag:not(.long), .odds b, .pile b",
    "pasta": ".groups:not(.many) b, .total .tag",
    "states": ".tank-pile b",
}
YEARS_AGO = ("light-dark(", "color-mix(", ":has(", ":is(", "svh", "inset:")  # what a television's browser may not know

LOOK = """() => {
  const box = (e) => e.getBoundingClientRect(), all = (selector) => [...document.querySelectorAll(selector)];
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  // In these whatever has no room is out of sight, as a whole
  const unseen = (e) => { const list = e.closest('.lines, #tally'); return list && box(e).left >= box(list).right; };
  const spills = ({ left, top, right, bottom }) =>
    left < 0 || top < 0 || right > innerWidth + .5 || bottom > innerHeight + .5;
  const drawn = (e) => { const svg = e.closest('svg'); return svg ? svg.getScreenCTM().a : 1; };

  const seen = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    const said = walk.currentNode.data.trim() && !e.closest('.vh, script, title') && e.getClientRects().length;
    if (said && !unseen(e)) seen.push(e);
  }
  const narrow = all('.counter, .up, .win, .odds, .race, .basket, .join, .lately, #tally li')
    .filter((e) => !unseen(e) && e.scrollWidth > e.clientWidth + 1);
  const over = all('.race b').filter((e) => [...e.parentElement.querySelectorAll('.bar')].some((bar) =>
    box(bar).right > box(e).left + 1 && box(bar).top < box(e).bottom - 6 && box(bar).bottom > box(e).top + 6));
  const parts = all('#sheet, .map, .counter, .lately, #tally').map(box), { right } = box(all('.up, .win')[0]);
  return {
    rem,
    wrong: [...seen.filter((e) => spills(box(e))), ...narrow, ...over].map((e) => e.textContent.trim()),
    least: Math.min(...seen.map((e) => parseFloat(getComputedStyle(e).fontSize) * drawn(e) / rem)),
    unused: [innerWidth - right, innerHeight - Math.max(...parts.map((part) => part.bottom))],
  };
}"""


def draws(table, *cards):
    for card in cards:
        table.note("draw", player=table.sheet.turn, card=card)


def fiasko(table):
    yield
    draws(table, "goods", "goods", "goods", "goods", "goods", "fiasko")
    table.note("score", player=2, product="milk", points=88)
    table.note("score", player=3, product="milk", points=1000)
    draws(table, "goods", "catastrophe")
    yield
    table.note("end")
    yield


def pasta(table):
    yield
    for turn in range(4):
        table.note("bank", player=turn, shape=turn, pasta=5 - turn, sauce=1)
    table.note("bank", player=1, shape=0, pasta=1, steal_from=0)
    yield
    table.note("end")
    yield


def states(table):
    yield
    table.note("battle", state="OH", value=12, tanks=[12, 30, 30, 4])
    table.note("battle", state="TX", value=12, tanks=[9, 9, 8, 8])
    for number, state in enumerate(TURNED_UP):
        table.note("battle", state=state, value=12, winner=number % 4)
    yield
    table.note("end")
    yield


CUT = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.innerText)"
GAMES = {"fiasko": fiasko, "pasta": pasta, "states": states}
each_game = pytest.mark.parametrize("slug", GAMES)


@pytest.fixture
def wall(new_phone):
    return lambda size=SIZES[0], **options: new_phone(
        {"width": size[0], "height": size[1]}, is_mobile=False, has_touch=False, **options
    )


def looks(tv, *sizes):
    """The page in both fonts at each size: nothing scrolls, nothing spills, and it is large enough to be read."""
    for width, height in sizes:
        tv.page.set_viewport_size({"width": width, "height": height})
        for font in FONTS:
            tv.set_in(font)
            look = tv.page.evaluate(LOOK)
            print(width, height, font, look)
            assert tv.overflow == [0, 0]
            assert look["wrong"] == []
            assert look["least"] >= LEAST - 0.001
            yield look


@pytest.mark.parametrize(("slug", "language"), [("fiasko", "fr"), ("pasta", "de"), ("states", "it")])
def test_a_television_is_filled_at_the_start_in_the_middle_and_at_the_end(wall, open_table, installed, slug, language):
    for font in FONTS:
        installed(font)
    table = open_table(slug)
    tv = wall(locale=language)
    for _ in GAMES[slug](table):
        tv.open(table.watching)
        for look in looks(tv, *SIZES):
            assert look["rem"] == pytest.approx(tv.page.viewport_size["width"] / 60, rel=0.001)
            assert look["unused"] == pytest.approx([1.25 * look["rem"], 0.65 * look["rem"]], abs=look["rem"])
        assert not tv.page.locator("form, button:not(#aloud), input").count()  # reading aloud tells the table nothing


@each_game
def test_figures_are_read_across_the_room_by_day_and_by_night(wall, open_table, axe, slug):
    table = open_table(slug)
    moments = GAMES[slug](table)
    next(moments), next(moments)
    tv = wall().open(table.watching)
    sizes = tv.find(FIGURES[slug]).evaluate_all("(all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize))")
    assert len(sizes) > 0
    assert min(sizes) >= LARGE * 32
    for scheme in ("light", "dark"):
        tv.page.emulate_media(color_scheme=scheme)
        assert axe(tv, again=scheme == "dark") == []


@pytest.mark.parametrize(("slug", "language"), [("fiasko", "de"), ("pasta", "fr"), ("states", "it")])
def test_the_longest_names_at_a_full_table_spill_nowhere(wall, open_table, slug, language):
    table = open_table(slug, players=FIVE)
    tv = wall(locale=language)
    for _ in FULL[slug](table):
        tv.open(table.watching)
        assert len(list(looks(tv, *OTHERS))) == len(OTHERS) * len(FONTS)


def full_fiasko(table):
    for number, product in enumerate(("milk", "pickles", "tomatoes", "corn")):
        for seat in range(5):
            table.note("score", player=seat, product=product, points=(3840, 1000, 88, 60, 36)[(seat + number) % 5])
    draws(table, "goods", "goods", "catastrophe")
    yield
    table.note("score", player=0, product="sardines", points=36)
    yield


def full_pasta(table):
    for number in range(45):
        table.note("bank", player=number % 5, shape=number // 5, pasta=3, sauce=number % 3)
    yield
    table.note("end")
    yield


def full_states(table):
    for number, state in enumerate(TURNED_UP):
        table.note("battle", state=state, value=25, winner=number % 5)
    yield
    table.note("end")
    yield


def test_a_catastrophe_says_its_whole_price_on_the_wall(wall, open_table):
    names = ("Person Eins", "Person Zwei", "Jean-Baptiste", "Jean-Bernard", "Maximiliane")
    table = open_table("fiasko", names, catastrophe="everyone")
    draws(table, *["goods"] * 5, "catastrophe")
    tv = wall().open(table.watching)
    for _ in tv.at_each([(1920, 1080), (1366, 768), (1280, 800)]):
        for font in FONTS:
            tv.set_in(font)
            burst, *tags = tv.boxes(".burst", *(f".losses .tag:nth-child({place})" for place in range(1, 6)))
            assert [tag for tag in tags if tag["bottom"] > burst["bottom"] or tag["right"] > burst["right"]] == []
            assert tv.find(".losses .name").evaluate_all(CUT) == []


FULL = {"fiasko": full_fiasko, "pasta": full_pasta, "states": full_states}


@each_game
def test_a_browser_of_years_ago_can_be_read(wall, open_table, axe, slug):
    table = open_table(slug)
    moments = GAMES[slug](table)
    next(moments), next(moments)
    tv = wall()
    tv.page.route("**/*.css*", forgets)
    tv.open(table.watching)
    assert list(looks(tv, SIZES[0]))
    assert axe(tv) == []


def forgets(route):
    """A style sheet with the words in it that such a browser doesn't know."""
    answer = route.fetch()
    text = answer.text()
    for word in YEARS_AGO:
        text = text.replace(word, f":x-{word[1:]}" if word.startswith(":") else f"x-{word}")
    route.fulfill(status=200, content_type="text/css", body=text)


@each_game
def test_a_watchers_phone_on_its_side_has_the_sheet_beside_what_is_up(new_phone, open_table, slug):
    table = open_table(slug)
    moments = GAMES[slug](table)
    next(moments), next(moments)
    phone = new_phone({"width": 844, "height": 390}).open(table.watching)
    assert phone.overflow == [0, 0]
    sheet, up, lately = (phone.find(part).bounding_box() for part in ("#sheet", "#shelf", "#lately li >> nth=0"))
    assert sheet["x"] + sheet["width"] <= min(up["x"], lately["x"])
    assert max(part["y"] + part["height"] for part in (up, lately)) <= 390


@each_game
def test_a_watchers_phone_shows_the_last_things_noted_where_keys_would_be(phone, open_table, slug):
    table = open_table(slug)
    moments = GAMES[slug](table)
    next(moments), next(moments)
    phone.open(table.watching)
    assert phone.overflow == [0, 0]
    newest = phone.find("#lately li").first.bounding_box()
    assert newest["y"] + newest["height"] <= phone.page.viewport_size["height"]
    assert not phone.find(".join").is_visible()
