"""What makes an app of the pages: its manifest, its worker, and what the settings say of HTTPS."""

import re
import struct

import pytest

from companion.web.languages import LANGUAGES

PLAIN, SECURE = "http://192.168.1.5:8000", "https://table.example"


def manifest_of(phone, address="/"):
    link = phone.open(address).one("link", rel="manifest").get("href")
    return phone.request("GET", link)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_names_the_app_in_its_language(new_phone, language):
    answer = manifest_of(new_phone(language))
    app = answer.get_json(force=True)
    assert answer.mimetype == "application/manifest+json"
    assert app["lang"] == language
    assert (app["name"], app["short_name"], app["display"]) == ("Companion", "Companion", "standalone")
    assert (app["id"], app["start_url"], app["scope"]) == ("/", "/", "/")
    assert ("real cards" in app["description"]) == (language == "en")
    assert [shortcut["url"] for shortcut in app["shortcuts"]] == ["/new/fiasko", "/new/pasta", "/new/states"]


@pytest.mark.parametrize(("theme", "paper"), [("auto", "#fbf5e6"), ("light", "#fbf5e6"), ("dark", "#15181f")])
def test_the_app_opens_in_the_colours_that_this_phone_chose(phone, theme, paper):
    phone.open("/settings").form_to("/settings").press(theme=theme)
    assert manifest_of(phone).get_json(force=True)["background_color"] == paper
    said = [(node.get("content"), node.get("media")) for node in phone.open("/").all("meta", name="theme-color")]
    light, dark = ("#c8321f", None), ("#523131", None)
    by_itself = [("#523131", "(prefers-color-scheme: dark)"), light]
    assert said == {"auto": by_itself, "light": [light], "dark": [dark]}[theme]


@pytest.mark.parametrize("asked", ["", "?language=xx&theme=neon", "?language=de&language=fr"])
def test_a_manifest_asked_for_by_hand_is_one(phone, asked):
    assert phone.request("GET", f"/app.webmanifest{asked}").get_json(force=True)["lang"] in LANGUAGES


def test_the_icons_are_as_large_as_they_say(phone):
    icons = manifest_of(phone).get_json(force=True)["icons"]
    assert {(icon["purpose"], icon["sizes"]) for icon in icons} >= {
        ("any", "192x192"),
        ("any", "512x512"),
        ("maskable", "512x512"),
    }
    apple = phone.open("/").one("link", rel="apple-touch-icon").get("href")
    for source, sizes in [*((icon["src"], icon["sizes"]) for icon in icons), (apple, "180x180")]:
        answer = phone.request("GET", source)
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        assert answer.data[:8] == b"\x89PNG\r\n\x1a\n"
        assert "{}x{}".format(*struct.unpack(">II", answer.data[16:24])) == sizes
        assert len(answer.data) < 10_000


def test_what_a_browser_asks_for_without_cookies_is_no_new_phone(new_phone):
    for address in ("/app.webmanifest", "/apple-touch-icon.png", "/sw.js"):
        assert "Set-Cookie" not in new_phone().request("GET", address).headers


# The worker


def test_the_worker_lies_at_the_root_and_is_asked_for_each_time(phone):
    answer = phone.request("GET", "/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert re.match(r'const VERSION = "[0-9a-f]{12}";', answer.text)
    assert phone.request("GET", "/sw.js", **{"If-None-Match": answer.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_for_when_nothing_answers_brings_all_that_it_needs(new_phone, language):
    page = new_phone(language).open("/offline")
    assert page.one("html").get("lang") == language
    assert [node.get("src").partition("?")[0] for node in page.all("script")] == ["/static/js/page.js"]
    assert page.all("form") == []
    assert page.by_class("go")[0].get("href") == ""


# Settings


def settings(phone, base):
    return phone.client.get("/settings", base_url=base).text


@pytest.mark.parametrize(
    ("base", "secure"),
    [
        (PLAIN, False),
        ("http://table.test", False),
        (SECURE, True),
        ("http://localhost:8000", True),
        ("http://127.0.0.1", True),
        ("http://[::1]:8000", True),
    ],
)
def test_the_settings_say_what_this_address_can_not_have(phone, base, secure):
    text = settings(phone, base)
    assert bool(re.search(r'id="over-https" hidden', text)) != secure
    assert bool(re.search(r'id="only-https" hidden', text)) == secure
    assert "docs/https.md" in text


def test_the_screen_stays_on_until_somebody_says_otherwise(phone, table):
    assert phone.open(table.address).one("body").get("data-awake") == "1"
    phone.open("/settings").form_to("/settings").press(awake="off")
    assert phone.open(table.address).one("body").get("data-awake") is None
    assert phone.open("/settings").form_to("/settings")["awake"] == ["off"]
