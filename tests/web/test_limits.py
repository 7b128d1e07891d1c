"""How much one address may do within an hour, and that a class behind one router never meets it."""

import io
import json
import uuid
from time import process_time

import pytest
from sqlalchemy import func, select
from werkzeug.exceptions import NotFound, TooManyRequests

from companion.settings import DEFAULTS
from companion.store import visits
from companion.store.database.engine import reading
from companion.store.tables import Television, Visit
from companion.web import limits
from companion.web.errors import LONGEST_FIELD
from companion.web.limits import DRAWS, IMPORTS, TABLES, TELEVISIONS, VISITS, Guesses, Lately, Shares, home_of


@pytest.fixture
def allowed(app, monkeypatch):
    """So many of these within the next hour."""

    def allow(what, most):
        fresh = Lately(most, limits.HOUR)
        monkeypatch.setitem(app.extensions, what, fresh)
        return fresh

    return allow


def start(phone, *players, tap=None):
    """As its page does, with that tap where it has been sent before."""
    query = "&".join(f"player={name}" for name in players or ("Ana", "Tom", "Eve"))
    form = phone.open(f"/new/fiasko?{query}").form_with(name="start")
    return form.press("start", **({"tap": tap} if tap else {}))


def opened(app, phone):
    with app.app_context():
        return len(visits(phone.id))


def ask(app, **more):
    given = {"game": "fiasko", "players": ["Ana", "Tom", "Eve"], **more}
    return app.test_client(use_cookies=False).post("/api/sittings", json=given)


def bring(phone, *games):
    fields = {"csrf_token": phone.token, "files": [(io.BytesIO(json.dumps(game).encode()), "a.json") for game in games]}
    return phone.client.post("/import", data=fields, headers={"Accept-Language": "en"})


def new_game():
    """Of players whom no other test has seen: a file is known by what it says."""
    names = [f"{name} {uuid.uuid4().hex[:6]}" for name in ("Ana", "Tom", "Eve")]
    return {"format": "companion.game/1", "game": "fiasko", "players": names, "moves": []}


# Long texts

ACCENTS = "a" + "\u0301\u0323" * 50_000  # of two classes in turn, which are put in order one by one


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/j", "letters"),
        ("/settings", "owner"),
        ("/evenings/names", "name"),
        ("/new/states", "name"),
        ("{table}preview?move=battle&state={text}", None),
        ("{table}taps", "state"),
        ("{table}taps", "tanks"),
        ("{table}remark", "remark"),
    ],
)
def test_a_hundred_thousand_accents_in_a_field_are_refused_at_once(phone, open_table, address, field):
    """They took the square of their time: half a minute, for which the whole server stood."""
    table = open_table("states")
    fields, start = table.fields(phone, "battle"), process_time()
    address = address.format(table=table.address, text=ACCENTS[:5000])
    page = phone.send(address, {**fields, field: ACCENTS}) if field else phone.open(address)
    assert process_time() - start < 1.0
    assert page.status == 413
    assert "That is too long A field holds at most 2,000 characters. Shorten it, and send it again." in page.words


@pytest.mark.parametrize(
    ("slug", "kind", "told"),
    [
        ("fiasko", "score", {"product": "milk", "hand": "4", "values": "5" * 2000}),
        ("states", "battle", {"state": "TX", "value": "5", "tanks": "1 " * 1000}),
    ],
)
def test_hundreds_of_thousands_of_numbers_in_a_tap_are_refused_at_once(phone, open_table, slug, kind, told):
    """Each was looked at in everybody's turn: eight such taps kept all other tables waiting for 10 s."""
    table = open_table(slug)
    fields = {**table.fields(phone, kind, player=0, slip=1), **told}
    *_, (name, numbers) = fields.items()
    start = process_time()
    page = phone.send(table.address + "taps", [*fields.items(), *[(name, numbers)] * 480])
    assert process_time() - start < 0.4
    assert (page.status, table.log.length) == (422, 0)
    assert "A field holds at most 2,000 characters." in page.words


def test_a_text_that_is_too_long_is_there_to_be_shortened_and_sent_with_the_rest(phone, over):
    typed = "Ana & Tom\n" * 500
    page = phone.open(over.address + "remark").form_with(name="remark").press(remark=typed)
    assert page.status == 413
    text = page.one("textarea", name="remark")
    assert (text.text.strip(), text.get("form")) == (typed.strip(), "again")
    rest = page.form_with(name="seen").fields
    page = phone.send(page.address, [*rest, ("remark", "A long evening")])
    assert (page.status, "A long evening" in page.words) == (200, True)


def test_no_other_site_has_its_long_text_sent_by_a_page_of_ours(phone):
    fields = {"csrf_token": phone.token, "owner": "x" * 2001}
    page = phone.send("/settings", fields, Origin="https://elsewhere.example")
    assert (page.status, page.all("textarea"), page.all("form")) == (413, [], [])


def test_two_thousand_letters_reach_the_page_that_counts_them(phone, over):
    page = phone.send(over.address + "remark", {"csrf_token": phone.token, "remark": "x" * LONGEST_FIELD})
    assert (page.status, "The note has 2,000 characters: at most 280 fit." in page.words) == (422, True)


@pytest.mark.parametrize("address", ["/settings", "/import"])
def test_a_field_without_a_name_is_refused(phone, address):
    part = "--x\r\nContent-Disposition: form-data\r\n\r\nAna\r\n--x--\r\n"
    answer = phone.client.post(address, data=part, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 400


def test_a_form_of_thousands_of_fields_is_refused(phone):
    page = phone.send("/away", [("csrf_token", phone.token), *(("away", str(number)) for number in range(2000))])
    assert page.status == 413
    assert "A form has at most 1,000 fields. Go back, and send fewer at a time." in page.words


# Tables


def test_who_opens_more_tables_than_a_class_is_told_when_to_come_again(app, phone, other, allowed):
    allowed(TABLES, 2)
    assert [start(phone).status, start(other).status] == [200, 200]
    page = start(phone)
    assert page.status == 429
    assert "2 tables were opened from here within an hour. All of them still work" in page.words
    assert "open the next one in 60 min." in page.words
    assert 0 < int(page.headers["Retry-After"]) <= limits.HOUR
    assert opened(app, phone) == 1


def test_what_was_typed_for_a_table_that_has_to_wait_is_there_to_be_sent_again(phone, allowed):
    allowed(TABLES, 1)
    start(phone)
    page = start(phone, "Ana", "Chloé", "Eve")
    assert page.status == 429
    assert "1 table was opened from here within an hour. It still works; open the next one in 60 min." in page.words
    assert "Chloé" in page.text
    allowed(TABLES, 1)
    assert page.form_to("/new/fiasko").press().status == 200


def test_the_same_press_counts_once_and_opens_its_table_where_no_other_is_opened(app, phone, allowed):
    allowed(TABLES, 1)
    tap = str(uuid.uuid4())
    pages = [start(phone, tap=tap) for _ in range(3)]
    assert {page.status for page in pages} == {200}
    assert len({page.address for page in pages}) == opened(app, phone) == 1
    assert start(phone).status == 429


def test_forms_and_scripts_count_together(app, phone, allowed):
    allowed(TABLES, 2)
    start(phone)
    same = {"tap": str(uuid.uuid4())}
    assert [ask(app, **same).status_code, ask(app, **same).status_code] == [201, 200]
    answer = ask(app)
    assert (answer.status_code, answer.json["type"]) == (429, "/api/#too-often")
    assert "2 tables" in answer.json["detail"]
    assert int(answer.headers["Retry-After"]) > 0


def test_playing_again_counts_and_the_others_join_where_no_other_is_opened(app, phone, other, over, allowed):
    allowed(TABLES, 1)
    for one in (phone, other):
        assert one.open(over.address).form_to("again").press().status == 200
    assert start(phone).status == 429


def test_an_hour_later_there_are_new_tables(phone, allowed):
    tables = allowed(TABLES, 1)
    start(phone)
    assert start(phone).status == 429
    tables.seconds = 0.0
    assert start(phone).status == 200


def test_who_keeps_no_cookie_is_shown_the_table_and_noted_so_often_only(app, phone, other, table, allowed):
    phone.open(table.address)
    allowed(VISITS, 3)
    for _ in range(5):
        answer = app.test_client(use_cookies=False).get(table.address)
        assert (answer.status_code, b'id="sheet"' in answer.data) == (200, True)
        answer.close()
    assert other.open(table.address).status == 200
    with app.app_context(), reading() as session:
        assert session.scalar(select(func.count()).where(Visit.sitting_id == table.sitting.id)) == 4
    assert opened(app, phone) == 1


def test_who_draws_among_ever_new_people_is_told_to_stop(phone, allowed):
    allowed(DRAWS, 1)
    first = phone.open("/new/fiasko?player=Ana&player=Tom").form_to("/new/fiasko").press("draw")
    assert "drawn 2 times" in first.form_to("/new/fiasko").press("draw").words  # of the same ones it is one row
    other = phone.open("/new/fiasko?player=Ana&player=Eve").form_to("/new/fiasko").press("draw")
    assert "Too many draws came from here" in other.words


def test_who_sends_a_table_to_ever_new_televisions_is_told_to_stop_and_adds_no_more_rows(app, phone, table, allowed):
    """Each key that somebody made up was a row for ten minutes."""
    allowed(TELEVISIONS, 3)
    fields = {"csrf_token": phone.token, "link": table.sitting.watch_link}
    pages = [phone.send(f"/tv/{number:024}", fields) for number in range(5)]
    assert [page.status for page in pages] == [200, 200, 200, 429, 429]
    assert "Type the table’s five letters on the television" in pages[-1].words
    assert int(pages[-1].headers["Retry-After"]) > 3000
    with app.app_context(), reading() as session:
        of_the_table = select(func.count()).where(Television.sitting_id == table.sitting.id)
        assert session.scalar(of_the_table) == 3
    wrong = phone.send(f"/tv/{9:024}", {**fields, "link": "x" * 22})
    assert wrong.status == 404, "which leads nowhere, and counts for nothing"


def test_what_is_refused_by_the_rules_counts_for_nothing(app, phone, allowed):
    allowed(TABLES, 1)
    assert ask(app, players=["Ana"]).status_code == 422
    assert start(phone, "Ana").status == 422
    assert start(phone).status == 200


def test_a_class_of_thirty_meets_no_limit():
    tables = Lately(DEFAULTS["TABLES"], limits.HOUR)
    for _ in range(30 * 15):  # each of them one in four minutes, all of the hour
        assert tables.wait("school") == 0
        tables.note("school")


# Files


def test_who_brings_more_games_than_families_have_is_told_so(app, phone, allowed):
    allowed(IMPORTS, 2)
    assert bring(phone, new_game(), new_game()).status_code == 200
    answer = bring(phone, new_game())
    assert answer.status_code == 429
    assert "Too many games were imported from here lately" in answer.text
    assert int(answer.headers["Retry-After"]) > 0
    assert opened(app, phone) == 2


def test_very_long_games_count_as_several_for_the_disk_is_everybodys(phone, allowed):
    """A megabyte of long games was 17 games, and took seven on the disk: at 2 Mbit/s seven gigabytes in an hour."""
    allowed(IMPORTS, 2)
    recount = {"move": "recount", "pile": 40, "fiasko": 5, "catastrophe": 2}
    long = {**new_game(), "moves": [{**recount, "pile": 40 - number % 2} for number in range(200)]}
    assert bring(phone, long).status_code == 200
    assert bring(phone, new_game()).status_code == 429


def test_a_game_of_very_many_short_moves_counts_by_what_they_take_on_the_disk(phone, allowed):
    """Five megabytes of the shortest moves took 34 on the disk."""
    allowed(IMPORTS, 2)
    short = {**new_game(), "moves": [{"move": "recount", "pile": 40}] * 70}
    assert len(json.dumps(short)) < 6_000
    assert bring(phone, short).status_code == 200
    assert bring(phone, new_game()).status_code == 429


def test_a_game_that_a_phone_has_already_counts_once(phone, allowed):
    allowed(IMPORTS, 2)
    again = new_game()
    assert {bring(phone, game).status_code for game in (again, again, again, new_game())} == {200}
    assert bring(phone, new_game()).status_code == 429


# Addresses


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("192.168.1.7", "192.168.1.7", True),
        ("192.168.1.7", "192.168.1.8", False),
        ("::ffff:192.168.1.7", "192.168.1.7", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:dead:beef:0:1", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        (None, "", True),
    ],
)
def test_what_stands_behind_one_router_is_one_address(one, other, alike):
    assert (home_of(one) == home_of(other)) is alike


def test_an_address_that_did_nothing_for_long_is_forgotten_first(monkeypatch):
    monkeypatch.setattr(limits, "REMEMBERED", 2)
    lately = Lately(1, 60.0)
    for home in ("a", "b", "a", "c"):
        lately.note(home)
    assert [lately.wait(home) > 0 for home in "abc"] == [True, False, True]


def looks_for(guesses, link, fault=None):
    try:
        with guesses.trying("here", link):
            if fault:
                raise fault
    except TooManyRequests:
        return "stopped"
    except (NotFound, OSError):
        return "asked"
    return "right"


def test_links_that_were_right_long_ago_are_forgotten_first(monkeypatch):
    monkeypatch.setattr(limits, "REMEMBERED", 2)
    guesses = Guesses(1, 60.0)
    for link in "abac":
        assert looks_for(guesses, link) == "right"
    assert [looks_for(guesses, link, NotFound()) for link in "abc"] == ["asked", "asked", "asked"]
    assert looks_for(guesses, "b") == "stopped"


def test_of_links_that_are_tried_at_once_no_more_come_through_than_one_by_one():
    guesses = Guesses(2, 60.0)
    with guesses.trying("here", "a"), guesses.trying("here", "b"):
        assert looks_for(guesses, "c") == "stopped"
    assert looks_for(guesses, "c") == "right"


def test_a_link_that_cant_be_looked_up_is_not_wrong():
    guesses = Guesses(1, 60.0)
    assert [looks_for(guesses, "a", OSError()) for _ in range(3)] == ["asked"] * 3


# Shares


def test_who_holds_most_gives_way_and_what_was_still_for_longest_goes_first():
    shares = Shares()
    for one in "abc":
        shares.hold("greedy", one)
    shares.hold("greedy", "a")
    assert shares.beyond("greedy", 3, 4) == []
    shares.hold("small", "d")
    assert shares.beyond("small", 3, 4) == []
    shares.hold("other", "e")
    assert shares.beyond("other", 3, 4) == ["b", "c", "a"]
    shares.hold("greedy", "f")
    assert shares.beyond("greedy", 3, 4) == ["b", "c", "a", "f"]
    assert shares.release("greedy", "b")
    assert not shares.release("greedy", "b")
    assert (shares.total, shares.of("greedy"), shares.greediest()) == (5, 3, "greedy")
