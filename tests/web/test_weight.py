"""What a phone on a bad line has to fetch: status line, headers and bodies, as gzip sends them."""

import pytest

GZIP = {"Accept-Encoding": "gzip"}


def wire_size(response):
    head = "".join(f"{name}: {value}\r\n" for name, value in response.headers.items())
    return len(f"HTTP/1.1 {response.status}\r\n{head}\r\n") + len(response.data)


@pytest.fixture
def visit(new_phone):
    """Requests and bytes of a page with everything that it names, for a phone that has nothing yet."""

    def fetch(address):
        page = new_phone().open(address)
        named = {node.get(name) for node in page.all() for name in ("src", "href")}
        files = {link.partition("#")[0] for link in named if link and link.startswith("/static/")}
        answers = {one: new_phone().request("GET", one, **GZIP) for one in (address, *files)}
        assert {answer.status_code for answer in answers.values()} == {200}
        sizes = {one: wire_size(answer) for one, answer in answers.items()}
        print(f"\n{address}: {len(sizes)} requests, {sum(sizes.values())} bytes", sizes)
        return sizes

    return fetch


def test_the_first_visit_is_46_kilobytes_in_six_requests_at_most(visit):
    sizes = visit("/")
    assert len(sizes) <= 6
    assert sum(sizes.values()) <= 46_000


def test_the_sitting_page_is_60_kilobytes_in_eight_requests_at_most(visit, over, told, open_table):
    for table in (told, over, open_table(), open_table(players=("Ana", "Tom", "Bo", "Kim", "Lea"))):
        sizes = visit(table.address)
        assert len(sizes) <= 8  # a first visit's six, and the game's style and drawings
        assert sum(sizes.values()) <= 60_000


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
