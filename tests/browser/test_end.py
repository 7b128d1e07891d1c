"""The end on a phone: totals and ranks at a glance, a tally that builds up once, pictures in every light and size."""

import itertools

import pytest
from playwright.sync_api import expect

FIVE = ("Maximilian-Alexander Wol", "W" * 24, "Chloé", "Björn", "Eve")
QUICKER = 3  # how much faster than at a table the tally is read out
PRODUCTS = ("milk", "pickles", "tomatoes", "corn")
ANIMATED = "() => document.getAnimations().filter((one) => one.animationName === 'read-out').length"
LONGEST = """() => {
  const told = document.getAnimations().filter((one) => one.effect.target.closest('.tally, .counted, .win'));
  return Math.max(...told.map((one) => one.effect.getComputedTiming().endTime));
}"""
# What is seen of the end in every frame: how much of each line, and how all of it is styled.
WATCH = """() => {
  const KNOWN = ['color', 'backgroundColor', 'textDecorationLine', 'fontSize', 'display', 'padding', 'borderWidth'];
  window.seen = { lines: [], styles: new Map() };
  const look = (now) => {
    const end = document.querySelector('.sitting.ended');
    if (end) {
      const lines = [...end.querySelectorAll('table.tally :is(tbody, tfoot) tr, ol.counted > li')];
      lines.push(end.querySelector('.win'));
      seen.lines.push([now, lines.map((line) => Number(getComputedStyle(line).opacity))]);
      const parts = [':is(.win, #tally, #again, .chapter)', ':is(.win, #tally, #again, .chapter) *']
        .flatMap((which) => [...end.querySelectorAll(which)]);
      const styles = parts.filter((part) => !part.closest('svg')).map((part) => {
        const style = getComputedStyle(part);
        return [part.nodeName, ...KNOWN.map((name) => style[name])].join(' ');
      });
      seen.styles.set(styles.join('\\n'), now);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
LINES = "() => seen.lines"
STYLES = "() => [...seen.styles.keys()]"


def nearly(table, seats=4):
    """The first seat lacks nothing but sardines; everybody has something, and cards were drawn."""
    for seat in range(seats):
        for number, product in enumerate(PRODUCTS):
            if seat == 0 or number < 3:
                table.note("score", player=seat, product=product, points=(88, 60, 36, 1000)[(seat + number) % 4])
    for turn in range(44):
        table.note("draw", player=table.sheet.turn, card="fiasko" if turn % 13 == 6 else "goods")
    return table


@pytest.fixture
def ended(open_table):
    def end(**options):
        table = nearly(open_table(**options), len(options.get("players", range(4))))
        table.note("score", player=0, product="sardines", points=36)
        return table

    return end


def finish(phone, table):
    """The last move, as it is tapped."""
    phone.open(f"{table.address}note/score?player=0&product=sardines&points=36&without=values+hand")
    phone.tap("#slip .go")
    phone.find(".win h2").wait_for()


LAST = {
    "fiasko": ("note/score?player=0&product=sardines&points=36&without=values+hand", "#slip .go"),
    "pasta": ("note/end", "#slip .go"),
    "states": ("stop", "#stop button.go"),
}


@pytest.fixture(params=LAST)
def last_move(request, open_table):
    """A table before its last move; where a phone notes that, and with which key."""
    table = open_table(request.param)
    if request.param == "fiasko":
        nearly(table)
    elif request.param == "pasta":
        for seat in range(4):
            table.note("bank", player=seat, shape=seat, pasta=3 + seat, sauce=0)
    else:
        for state, winner in (("OH", 0), ("NY", 1), ("TX", 2), ("CA", 3)):
            table.note("battle", state=state, value=12, winner=winner)
    address, key = LAST[request.param]
    return table, table.address + address, key


def until(phone, milliseconds):
    """The end has come, and all that moves has moved."""
    phone.find(".win h2").wait_for()
    phone.page.wait_for_timeout(milliseconds)


def test_the_tally_is_read_out_line_by_line_and_the_verdict_last_where_it_was_ended_and_nowhere_else(
    new_phone, last_move
):
    table, address, key = last_move
    phone, other = new_phone().open(address), new_phone().open(table.address)
    expect(other.find("#live")).to_contain_text("2 phones")
    for each in (phone, other):
        each.page.evaluate(WATCH)
    phone.page.context.new_cdp_session(phone.page).send("Animation.setPlaybackRate", {"playbackRate": QUICKER})
    phone.tap(key)
    until(phone, 0)
    assert phone.page.evaluate(LONGEST) <= 6000
    expect(phone.find(".builds")).to_have_count(0)
    frames = phone.page.evaluate(LINES)
    for (_, before), (_, later) in itertools.pairwise(frames):
        assert later == sorted(later, reverse=True)  # none before its turn
        assert all(was <= now for was, now in zip(before, later, strict=True))  # and none goes again
    begun, rows = frames[0][0], range(len(frames[0][1]))
    there = [next(at for at, lines in frames if lines[row] == 1) for row in rows]
    assert there[-1] - begun >= 500 / QUICKER * (len(there) - 1)  # the last one, the verdict, waits for its time
    assert len(set(there)) > 2
    until(other, 0)
    assert {opacity for _, lines in other.page.evaluate(LINES) for opacity in lines} == {1}
    phone.page.reload()
    assert phone.page.evaluate(ANIMATED) == 0


def test_a_tap_while_the_tally_is_read_out_shows_the_result_and_reaches_nothing_else(new_phone, open_table):
    phone, table = new_phone(), nearly(open_table())
    finish(phone, table)
    expect(phone.find(".to-result")).to_be_visible()
    for key in ("#again button", ".tray summary"):
        expect(phone.find(key)).to_be_hidden()
    expect(phone.find(".awaited")).to_be_visible()
    where = phone.find("#tally").bounding_box()
    phone.tap(".to-result")
    expect(phone.find(".to-result")).to_be_hidden()
    expect(phone.find("#again button")).to_be_visible()
    assert phone.find("#tally").bounding_box() == where  # nothing moved when the verdict came
    assert phone.page.url.endswith(table.address)


def test_each_part_of_the_end_is_a_tap_away_and_back_closes_the_tray_before_it_leaves(new_phone, ended):
    phone = new_phone(reduced_motion="reduce").open(ended().address)
    keys = phone.find(".sections a")
    for at in range(keys.count()):
        keys.nth(at).click()
        part, pad = (
            phone.page.locator(keys.nth(at).get_attribute("href")).bounding_box(),
            phone.find("#pad").bounding_box(),
        )
        assert part["y"] < pad["y"]
        expect(phone.find(".sections [aria-current]")).to_have_text(keys.nth(at).inner_text())
    phone.tap(".tray summary")
    expect(phone.page.get_by_role("link", name="Picture")).to_be_visible()
    phone.page.go_back()
    expect(phone.page.get_by_role("link", name="Picture")).to_be_hidden()
    scrolled = phone.find("#sitting").evaluate("(page) => page.scrollTop")
    assert scrolled > 0
    phone.tap("#to-log")
    phone.find("#log").wait_for()
    phone.page.go_back()
    phone.find(".win h2").wait_for()
    assert abs(phone.find("#sitting").evaluate("(page) => page.scrollTop") - scrolled) <= 1


def test_the_end_comes_styled_in_every_frame_of_both_phones(new_phone, last_move):
    table, address, key = last_move
    phones = [new_phone(unused=True, reduced_motion="reduce") for _ in range(2)]
    for phone, page in zip(phones, (address, table.address), strict=True):
        phone.open(page)
        expect(phone.find("#live")).to_contain_text("Live")
        phone.page.evaluate(WATCH)
    phones[0].tap(key)
    for phone in phones:
        until(phone, 700)
        assert len(phone.page.evaluate(STYLES)) == 1


def test_where_no_motion_is_wanted_each_line_is_there_at_once_in_its_time(new_phone, open_table):
    phone, table = new_phone(reduced_motion="reduce"), nearly(open_table())
    phone.page.evaluate(WATCH)
    finish(phone, table)
    phone.page.evaluate(WATCH)
    phone.page.wait_for_timeout(1200)
    seen = {opacity for _, lines in phone.page.evaluate(LINES) for opacity in lines}
    assert seen == {0, 1}


@pytest.mark.parametrize(
    ("language", "players"),
    [*((language, FIVE) for language in ("en", "fr", "de", "it")), ("de", ("Ana", "Tom", "Chloé", "Bo"))],
)
def test_totals_and_ranks_are_in_the_first_view(new_phone, ended, players, language):
    phone = new_phone(locale=language, reduced_motion="reduce").open(ended(players=players).address)
    phone.set_in("Roboto")
    foot, pad = (phone.find(part).bounding_box() for part in (".tally tfoot", "#pad"))
    assert foot["y"] + foot["height"] <= pad["y"]
    assert phone.overflow == [0, 0]


WORDS_AND_KEYS = """() => [...document.querySelectorAll('.sections .key')].map((key) => {
  const words = document.createRange();
  words.selectNodeContents(key);
  return [words, key].map((part) => part.getBoundingClientRect()).map(({ left, right }) => [left, right]);
})"""


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_the_word_of_each_part_lies_within_its_key_and_the_keys_within_the_page(new_phone, ended, each_font, language):
    phone = new_phone(locale=language).open(ended().address)
    for large in (False, True):
        if large:
            phone.text_at(200)
        for width, _ in phone.at_each([(390, 664), (360, 560), (320, 568)]):
            for _ in each_font(phone):
                for word, key in phone.page.evaluate(WORDS_AND_KEYS):
                    assert key[0] <= word[0] < word[1] <= key[1]
                    assert 0 <= key[0] < key[1] <= width
                    assert key[1] - key[0] >= 44


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_end_is_read_in_every_light_and_by_everybody(new_phone, ended, axe, scheme):
    phone = new_phone(reduced_motion="reduce", color_scheme=scheme).open(ended(players=FIVE).address)
    phone.page.evaluate("document.querySelectorAll('.ended details').forEach((one) => one.open = true)")
    assert axe(phone) == []
    assert phone.overflow[1] <= 0
    phone.text_at(200)
    assert axe(phone, again=True) == []


def test_in_forced_colours_only_whoever_leads_is_underlined(new_phone, ended, axe):
    phone = new_phone(reduced_motion="reduce", forced_colors="active").open(ended().address)
    lines = "(all) => new Set(all.map((one) => getComputedStyle(one).borderBottomColor)).size"
    assert phone.find(".tally tbody td > span").evaluate_all(lines) == 2
    assert axe(phone) == []


@pytest.mark.parametrize("size", [(390, 664), (360, 560)])
def test_nothing_that_is_drawn_or_written_is_too_small_or_out_of_its_picture(new_phone, ended, size):
    phone = new_phone({"width": size[0], "height": size[1]}, reduced_motion="reduce").open(ended(players=FIVE).address)
    small = """() => [...document.querySelectorAll('.ended svg text')].map((text) =>
      parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
    assert min(phone.page.evaluate(small)) >= 12.9
    out = """() => [...document.querySelectorAll('.course text')].filter((text) => {
      const { left, right } = text.getBoundingClientRect(), room = text.ownerSVGElement.getBoundingClientRect();
      return left < room.left - 1 || right > room.right + 1; }).map((text) => text.textContent)"""
    assert phone.page.evaluate(out) == []
    wide = """() => [...document.querySelectorAll('.tally td > span')].filter((figure) =>
      figure.offsetWidth > figure.parentElement.clientWidth - 1).map((figure) => figure.textContent)"""
    assert phone.page.evaluate(wide) == []


def test_the_last_tap_can_be_undone_from_the_end(new_phone, ended):
    phone = new_phone(reduced_motion="reduce").open(ended().address)
    phone.tap("#undo")
    phone.find("#counter").wait_for()
    assert phone.find(".tally").count() == 0
