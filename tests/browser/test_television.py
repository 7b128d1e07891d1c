"""A television that waits for a table, by its remote control and by a phone that has scanned its code."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def television(new_phone):
    return new_phone(viewport={"width": 1280, "height": 720}, is_mobile=False, has_touch=False).open("/tv")


def test_arrows_and_ok_type_the_letters_that_a_phone_shows(television, phone, told):
    phone.open(told.address + "share/?for=watching")
    keys = television.page.keyboard
    expect(television.find("#letter-A")).to_be_focused()
    for arrow, letter in (("ArrowRight", "B"), ("ArrowDown", "R"), ("ArrowLeft", "P"), ("ArrowUp", "A")):
        keys.press(arrow)
        expect(television.find(f"#letter-{letter}")).to_be_focused()
    keys.press("Enter")
    expect(television.find(".five b").first).to_have_text("A")
    expect(television.find("#letter-A")).to_be_focused()  # the next letter begins where the last one was
    keys.press("Backspace")
    expect(television.find(".five b").first).to_have_text("")
    for place, letter in enumerate(phone.find(".five b").all_inner_texts()):
        keys.press(letter.lower())  # a keyboard, where there is one
        if place < 4:
            expect(television.find(".five b").nth(place)).to_have_text(letter)
    television.page.wait_for_url(f"**{told.watching}")
    expect(television.find("#sheet")).to_be_visible()


def test_a_phone_that_scans_the_code_puts_its_table_there(television, phone, told):
    phone.open(told.address)
    address = television.page.evaluate("document.querySelector('.qr title').textContent")
    phone.open(address)
    phone.tap("button[name=link]")
    expect(phone.find(".sent")).to_contain_text("on its way")
    television.page.wait_for_url(f"**{told.watching}")
    assert television.find("#pad").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_of_it_lies_beyond_the_edge(new_phone, scheme):
    wall = new_phone(viewport={"width": 1920, "height": 1080}, color_scheme=scheme, locale="fr-FR", is_mobile=False)
    wall.open("/tv")
    for _ in wall.at_each([(1920, 1080), (1366, 768), (1280, 720), (390, 664), (360, 560)]):
        assert wall.overflow[1] <= 0
        if wall.page.viewport_size["width"] > 1000:
            assert wall.overflow[0] <= 0


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "de-DE", "it-IT"])
def test_on_a_phone_all_of_it_is_in_view_for_thumbs_and_nothing_is_said_of_arrows(
    new_phone, each_font, targets, locale
):
    phone = new_phone(locale=locale).open("/tv")
    for _ in each_font(phone):
        assert phone.overflow == [0, 0]
    expect(phone.find(".by-remote .quiet")).to_be_hidden()
    assert [key for key in targets(phone) if key["height"] < 44 or key["width"] < 44] == []
    for _ in phone.at_each([(360, 560), (844, 390)]):
        expect(phone.find(".by-remote .quiet")).to_be_hidden()
        for _ in each_font(phone):
            assert phone.overflow == [0, 0]
        assert [key for key in targets(phone) if key["height"] < 44 or key["width"] < 44] == []
