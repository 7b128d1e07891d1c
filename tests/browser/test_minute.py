"""The rules in a minute, the menu and the question before the end, as a thumb and an eye find them."""

import pytest

MENU = "a.icon[hx-get$='/menu']"
SIZES = [(390, 664), (360, 560), (844, 390), (1280, 800)]


@pytest.mark.parametrize("slug", ["fiasko", "pasta", "states"])
def test_the_rules_fit_thumbs_and_readers(phone, open_table, targets, assert_fit, slug):
    phone.open(open_table(slug).address + "rules")
    assert_fit(phone, targets(phone))


@pytest.mark.parametrize("slug", ["fiasko", "pasta", "states"])
def test_the_rules_are_two_tall_screens_at_most_in_any_language(new_phone, open_table, slug):
    address = open_table(slug).address + "rules"
    for locale in ("en-GB", "fr-FR", "de-DE", "it-IT"):
        phone = new_phone(locale=locale, viewport={"width": 390, "height": 844})
        phone.open(address)
        down, sideways = phone.overflow
        print(f"\n{slug} {locale}: {844 + down} px")
        assert sideways <= 0
        assert down <= 844


def test_a_ruling_can_be_linked_to(phone, open_table):
    phone.open(open_table().address + "rules#ruling-three_way_tie")
    assert phone.find("#ruling-three_way_tie").bounding_box()["y"] < 664


def test_the_rules_print_without_the_keys(phone, open_table):
    phone.open(open_table().address + "rules")
    phone.page.emulate_media(media="print")
    assert not phone.find(".stay").is_visible()
    assert phone.find(".minute").is_visible()


SCROLLS = "() => { const s = document.querySelector('.slip'); return s.scrollHeight - s.clientHeight }"


@pytest.mark.parametrize("slug", ["fiasko", "pasta", "states"])
def test_the_menu_shows_all_without_scrolling(new_phone, open_table, slug):
    options = {"track": "hands"} if slug == "pasta" else {}
    phone = new_phone(locale="de-DE")
    phone.open(open_table(slug, **options).address)
    phone.tap(MENU)
    phone.find("#slip dialog").wait_for()
    for _ in phone.at_each(SIZES):
        assert phone.page.evaluate(SCROLLS) <= 0


@pytest.mark.parametrize("end", ["address", "watching"])
def test_the_menu_is_closed_by_the_same_spot_that_opened_it(phone, told, end):
    phone.open(getattr(told, end))
    phone.tap(MENU)
    phone.find(".shut-menu").wait_for()
    for _ in phone.at_each([*SIZES, (700, 900), (1920, 1080)]):
        key, cross = phone.boxes(MENU, ".shut-menu")
        assert abs(key["x"] - cross["x"]) <= 3
        assert abs(key["y"] - cross["y"]) <= 3
    phone.tap(".shut-menu")
    phone.find("#slip dialog").wait_for(state="detached")


CONTRAST = """() => {
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const light = (color) => {
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...brush.getImageData(0, 0, 1, 1).data].map((part) => part / 255)
      .map((part) => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b + .05;
  };
  const ring = light(getComputedStyle(document.activeElement).outlineColor);
  const ground = light(getComputedStyle(document.querySelector('.top')).backgroundColor);
  return Math.max(ring, ground) / Math.min(ring, ground);
}"""


@pytest.mark.parametrize("slug", ["fiasko", "pasta", "states"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_focus_ring_is_seen_on_the_awning(new_phone, open_table, slug, theme):
    phone = new_phone(color_scheme=theme, is_mobile=False, has_touch=False)
    phone.open(open_table(slug).address)
    phone.page.keyboard.press("Tab")
    phone.find(MENU).focus()
    assert phone.page.evaluate(CONTRAST) >= 3


def test_the_question_before_the_end_is_seen_whole(new_phone, told):
    phone = new_phone(locale="de-DE").open(told.address + "stop")
    for _ in phone.at_each(SIZES):
        assert phone.page.evaluate(SCROLLS) <= 0
        boxes = phone.page.evaluate(
            "() => [...document.querySelectorAll('.slip .key')].map((key) => key.getBoundingClientRect().toJSON())"
        )
        assert [box for box in boxes if box["height"] < 44] == []
