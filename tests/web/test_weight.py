"""What a phone on a bad line has to fetch: status line, headers and bodies, as gzip sends them."""

import pytest

from companion.rules import GAMES

GZIP = {"Accept-Encoding": "gzip"}


def wire_size(response):
    head = "".join(f"{name}: {value}\r\n" for name, value in response.headers.items())
    return len(f"HTTP/1.1 {response.status}\r\n{head}\r\n") + len(response.data)


@pytest.fixture
def visit(new_phone, weigh):
    """Requests and bytes of a page with everything that it names, for a phone that has nothing yet."""

    def fetch(address):
        page = new_phone().open(address)
        named = {node.get(name) for node in page.all() if node.get("disabled") is None for name in ("src", "href")}
        files = {link.partition("#")[0] for link in named if link and link.startswith("/static/")}
        return weigh(address, *files)

    return fetch


@pytest.fixture
def weigh(new_phone):
    def fetch(*addresses):
        answers = {one: new_phone().request("GET", one, **GZIP) for one in addresses}
        assert {answer.status_code for answer in answers.values()} == {200}
        sizes = {one: wire_size(answer) for one, answer in answers.items()}
        print(f"\n{addresses[0]}: {len(sizes)} requests, {sum(sizes.values())} bytes", sizes)
        return sizes

    return fetch


def test_the_first_visit_is_50_kilobytes_in_seven_requests_at_most(visit):
    sizes = visit("/")
    assert len(sizes) <= 7
    assert sum(sizes.values()) <= 50_000


def test_the_sitting_page_is_65_kilobytes_in_eleven_requests_at_most(visit, told, open_table):
    for table in (told, open_table(), open_table(players=("Ana", "Tom", "Bo", "Kim", "Lea"))):
        sizes = visit(table.address)
        assert len(sizes) <= 11  # a first visit's six, the game's style and drawings, sheet, outbox and live
        assert sum(sizes.values()) <= 65_000


def test_the_end_with_its_pictures_is_ten_kilobytes_and_three_requests_more_at_most(visit, over):
    """Its own styles, that of all ends and the game's; and the script that skips the read-out and opens the tray."""
    sizes = visit(over.address)
    assert len(sizes) <= 14
    assert sum(sizes.values()) <= 75_000


@pytest.mark.parametrize("slug", GAMES)
def test_the_style_of_end_burst_and_menu_is_nine_kilobytes_once_the_page_has_settled(weigh, phone, open_table, slug):
    """It is there when they come, and nobody waits for it before."""
    page = phone.open(open_table(slug).address)
    later = [link.get("href") for link in page.all("link", rel="stylesheet") if link.get("disabled") is not None]
    assert len(later) == 4
    assert sum(weigh(*later).values()) <= 9_000 + 1_200  # and the headers


def test_our_own_scripts_are_eleven_kilobytes_at_most(visit, phone, told):
    scripts = [name for name in visit(told.address) if name.startswith("/static/js/")]
    packed = [len(phone.request("GET", name, **GZIP).data) for name in scripts]
    print(f"\nour own scripts: {sum(packed)} bytes")
    assert len(packed) == 4
    assert sum(packed) <= 11 * 1024


def test_a_tap_is_answered_with_five_kilobytes_at_most(phone, told):
    answer = phone.request(
        "POST",
        told.address + "taps",
        told.fields(phone, "draw", player=1, card="goods"),
        **GZIP,
        **{"HX-Request": "true"},
    )
    print(f"\na tap: {wire_size(answer)} bytes")
    assert answer.status_code == 200
    assert wire_size(answer) <= 5_000


def test_over_https_a_phone_fetches_twenty_kilobytes_more_once_its_page_has_settled(phone, told):
    """The script, the worker, what that keeps ahead, the page itself the first time; and what an app has besides."""
    page = phone.open(told.address)
    script = page.one("body").get("data-secure")
    manifest = page.one("link", rel="manifest").get("href")
    icon = phone.request("GET", manifest).get_json(force=True)["icons"][0]["src"]
    asked = (script, "/sw.js", "/offline", told.address, manifest, icon)
    sizes = {address: wire_size(phone.request("GET", address, **GZIP)) for address in asked}
    print(f"\nover HTTPS: {len(sizes)} requests, {sum(sizes.values())} bytes", sizes)
    assert sizes[script] <= 3_000
    assert sizes["/sw.js"] <= 2_500
    assert sum(sizes.values()) <= 20_000
