"""How others come to the table: links and QR codes, for those who score and for those who watch."""

import re
from io import BytesIO

import pytest
import segno


def modules(svg):
    """The dark modules of a drawn QR code: segno draws them as runs of a path, row by row."""
    (path,) = re.findall(r' d="([^"]+)"', svg)
    dark, x, y = set(), 0.0, 0.0
    for command, arguments in re.findall(r"([Mmh])([^Mmh]*)", path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", arguments)]
        if command == "M":
            x, y = numbers
        elif command == "m":
            x, y = x + numbers[0], y + numbers[1]
        else:
            dark |= {(int(x) + place, int(y)) for place in range(int(numbers[0]))}
            x += numbers[0]
    return dark


def expected(address):
    """Where a code of this address has its dark modules, with a quiet zone of four around it."""
    rows = segno.make(address, error="m").matrix
    return {(x + 4, y + 4) for y, row in enumerate(rows) for x, module in enumerate(row) if module}


def qr(page):
    (svg,) = re.findall(r"<svg[^>]* class=\"qr\".*?</svg>", page.text, re.S)
    return svg


@pytest.mark.parametrize("watching", [False, True])
def test_the_code_says_what_stands_below_it(phone, table, watching):
    page = phone.open(table.address + "share/" + ("?for=watching" if watching else ""))
    link = table.sitting.watch_link if watching else table.sitting.score_link
    address = f"http://localhost/s/{link}/"
    assert page.one(id="address").text == address
    assert modules(qr(page)) == expected(address)


def test_a_code_of_another_address_would_be_another_code(table):
    one, other = (f"http://localhost/s/{link}/" for link in (table.sitting.watch_link, table.sitting.score_link))
    picture = BytesIO()
    segno.make(one, error="m").save(picture, kind="svg")
    assert modules(picture.getvalue().decode()) == expected(one) != expected(other)


def test_the_address_is_the_one_that_this_phone_came_by(phone, table):
    page = phone.open(table.address + "share/", Host="192.168.1.7:8000")
    assert page.one(id="address").text == f"http://192.168.1.7:8000{table.address}"


def test_who_watches_can_share_the_watching_link_only(phone, told):
    for part in ("share/", "share/?for=scoring", "share/?for=watching"):
        page = phone.open(told.watching + part)
        assert told.sitting.watch_link in page.text
        assert told.sitting.score_link not in page.text


def test_the_scoring_link_is_on_no_page_of_who_watches(phone, over):
    for part in ("", "menu", "log", "share/", "why/total.0", "?seat=1"):
        for htmx in (False, True):
            assert over.sitting.score_link not in phone.open(over.watching + part, htmx=htmx).text
    for address in ("/", "/new/fiasko", "/settings"):
        assert over.sitting.score_link not in phone.open(address).text


def test_new_links_make_the_old_ones_lead_nowhere(phone, other, table):
    other.open(table.address)
    page = phone.open(table.address + "share/").form_to("/links").press()
    assert page.status == 200
    new = page.address.split("/")[2]
    assert new not in (table.sitting.score_link, table.sitting.watch_link)
    for part in ("", "menu", "log", "share/", "why/odds", "preview?move=draw", "note/draw"):
        assert phone.open(table.address + part).status == phone.open(table.watching + part).status == 404
    assert table.tap(phone, "draw", player=0, card="goods").status == 404
    assert table.log.length == 0


def test_new_links_are_known_to_the_phone_that_made_them_and_to_no_other(phone, other, table):
    phone.open(table.address)
    other.open(table.address)
    page = phone.open(table.address + "share/").form_to("/links").press()
    new = page.address.split("/")[2]
    assert f"/s/{new}/" in phone.open("/").links
    assert "Under way" not in other.open("/").words
    assert new not in other.open("/").text


def test_who_loads_the_page_in_the_moment_of_new_links_stays_shut_out(phone, other, table, monkeypatch):
    new = []

    def meanwhile():
        new.append(phone.open(table.address + "share/").form_to("/links").press().address.split("/")[2])

    monkeypatch.setattr("companion.web.sitting.page.owner", meanwhile)
    assert other.open(table.address).status == 200
    assert "Under way" not in other.open("/").words
    assert new[-1] not in other.open("/").text


def test_the_new_watching_link_watches(phone, table):
    page = phone.open(table.address + "share/").form_to("/links").press()
    watching = phone.open(page.address + "?for=watching").one(id="address").text
    page = phone.open(watching.removeprefix("http://localhost"))
    assert page.status == 200
    assert not page.all("form")


# Play again


def test_play_again_opens_a_new_table_with_the_same_seats_and_options(phone, open_table):
    old = open_table(players=("Tom", "Ana"), three_way_tie="split")
    old.note("score", player=0, product="milk", points=88)
    old.note("end")
    page = phone.open(old.address).form_to("/again").press()
    assert page.came_by.status_code == 303
    assert page.address not in (old.address, old.watching)
    assert [page.words_of(id=f"seat-{seat}").split()[0] for seat in range(2)] == ["Tom", "Ana"]
    assert "Undo" not in page.words
    assert old.sheet.over
    page = page.phone.open(page.address + "log")
    assert "Nothing has been noted yet." in page.words


def test_the_next_clockwise_begins_the_next_game(phone, open_table):
    old = open_table(players=("Tom", "Ana", "Chloé"))
    first = phone.open(old.address).phone.send(old.address + "again", {"csrf_token": phone.token})
    assert first.one("a", aria_current="true").get("id") == "seat-1"
    second = phone.send(first.address + "again", {"csrf_token": phone.token})
    assert second.one("a", aria_current="true").get("id") == "seat-2"


def test_who_watches_does_not_play_again(phone, over):
    page = phone.open(over.watching)
    assert "Ana wins with 1,418" in page.words
    assert "Play again" not in page.words
    assert phone.send(over.watching + "again", {"csrf_token": phone.token}).status == 403
