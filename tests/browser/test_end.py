"""The end on a phone: totals and ranks at a glance, a tally that builds up once, pictures in every light and size."""

import pytest

FIVE = ("Maximilian-Alexander Wol", "W" * 24, "Chloé", "Björn", "Eve")
PRODUCTS = ("milk", "pickles", "tomatoes", "corn")
ANIMATED = "() => document.getAnimations().filter((one) => one.animationName === 'read-out').length"
LONGEST = """() => Math.max(...document.getAnimations().filter((one) => one.effect.target.closest('.tally, .win'))
  .map((one) => one.effect.getComputedTiming().endTime))"""


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


def test_the_tally_builds_up_after_the_last_move_within_three_seconds_and_never_again(new_phone, open_table):
    phone, table = new_phone(), nearly(open_table())
    finish(phone, table)
    assert phone.page.evaluate(ANIMATED) == 7 + 1
    assert phone.page.evaluate(LONGEST) <= 3000
    phone.page.reload()
    assert phone.find(".tally").count() == 1
    assert phone.page.evaluate(ANIMATED) == 0


def test_where_no_motion_is_wanted_the_tally_is_simply_there(new_phone, open_table):
    phone, table = new_phone(reduced_motion="reduce"), nearly(open_table())
    finish(phone, table)
    assert phone.page.evaluate(ANIMATED) == 0
    assert phone.find(".builds tfoot tr").evaluate("(row) => getComputedStyle(row).opacity") == "1"


@pytest.mark.parametrize("players", [("Ana", "Tom", "Chloé", "Bo"), ("Ana", "Tom", "Chloé", "Björn", "Eve"), FIVE])
@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_totals_and_ranks_are_in_the_first_view(new_phone, ended, players, language):
    phone = new_phone(locale=language, reduced_motion="reduce").open(ended(players=players).address)
    phone.set_in("Roboto")
    foot, pad = (phone.find(part).bounding_box() for part in (".tally tfoot", "#pad"))
    assert foot["y"] + foot["height"] <= pad["y"]
    assert phone.overflow == [0, 0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_end_is_read_in_every_light_and_by_everybody(new_phone, ended, axe, scheme):
    phone = new_phone(reduced_motion="reduce", color_scheme=scheme).open(ended(players=FIVE).address)
    phone.page.evaluate("document.querySelectorAll('.ended details').forEach((one) => one.open = true)")
    assert axe(phone) == []
    assert phone.overflow[1] <= 0
    phone.text_at(200)
    assert axe(phone) == []


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
