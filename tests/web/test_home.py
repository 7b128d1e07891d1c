"""The first page, the settings, and what is nowhere."""

from dataclasses import replace

import pytest

from companion import __version__, store
from companion.rules import GAMES
from companion.rules.fiasko.moves import Score
from companion.rules.moves import End


def test_the_first_page_offers_every_game_and_nothing_else_to_a_new_phone(phone):
    page = phone.open("/")
    assert [link for link in page.links if link.startswith("/new/")] == ["/new/fiasko", "/new/pasta", "/new/states"]
    assert not page.by_class("list")
    assert "this phone keeps the score sheet" in page.words


def test_a_first_visit_chooses_its_language_and_its_light_where_it_is(new_phone):
    phone = new_phone("de")
    phone.client.set_cookie("owner", "Ana")
    page = phone.open("/").form_to("/settings").press("language", "it")
    assert (page.address, page.one("html").get("lang")) == ("/", "it")
    page = page.form_to("/settings").press("theme", "dark")
    assert (page.address, page.one("html").get("data-theme")) == ("/", "dark")
    assert phone.open("/settings").form_to("/settings")["owner"] == ["Ana"]
    assert "1 su 7" in page.words


def test_a_table_under_way_is_found_again_at_home(phone, told):
    phone.open(told.address)
    page = phone.open("/")
    assert told.address in page.links
    assert "Ana, Tom, Chloé and Maximilian" in page.words
    assert "Under way" in page.words


def test_a_finished_table_is_among_the_past_evenings(phone, over):
    phone.open(over.address)
    page = phone.open("/")
    assert "Past evenings" in page.words
    assert "Ana wins with 1,418" in page.words


def test_twenty_tables_at_home_are_read_once_each(app, phone, open_table, statements):
    for _ in range(20):
        table = open_table()
        table.note("draw", player=0, card="goods", phone="another")
        phone.open(table.address)
    with statements() as asked:
        phone.open("/")
    assert len(asked) == 20 + 1  # one for each, and one for the list of them


@pytest.mark.parametrize("address", ["/", f"/tv/{'k' * 24}"])
def test_of_tables_with_very_long_logs_only_the_newest_are_read(phone, open_table, monkeypatch, address):
    """Ten phones that looked at twenty of 4,000 entries each took 1.5 GB, and all others waited for seconds."""
    monkeypatch.setattr("companion.web.home.MOST_ENTRIES_READ", 2)
    tables = [open_table(players=("Ana", f"Bo {number}")) for number in range(3)]
    for table in tables:
        phone.open(table.address)
        for _ in range(2):
            table.note("recount", pile=40, phone="another")
    page = phone.open(address)
    assert ["Bo 2" in page.words, "Bo 1" in page.words, "Bo 0" in page.words] == [True, True, False]


def test_another_phone_does_not_see_it(other, phone, told):
    phone.open(told.address)
    assert told.address not in other.open("/").links


def test_a_phone_that_only_watches_is_shown_the_watching_link(phone, told):
    phone.open(told.watching)
    page = phone.open("/")
    assert told.watching in page.links
    assert told.sitting.score_link not in page.text
    assert "Same players again" not in page.words


def test_same_players_again_is_one_tap_from_home_and_says_who_begins(phone, over):
    phone.open(over.address)
    page = phone.open("/")
    assert "Ana, Tom, Chloé and Maximilian · Tom begins" in page.words
    again = page.form_to("/again").press()
    assert again.came_by.status_code == 303
    assert again.address != over.address
    assert again.words_of(id="seat-3").startswith("Maximilian")
    assert again.one("a", aria_current="true").get("id") == "seat-1"


def go_on(page):
    """What the big button says, and where it leads."""
    (key,) = [node for node in page.by_class("go") if node.tag == "a"]
    return " ".join("".join(key.itertext()).split()), key.get("href")


def test_with_a_game_under_way_the_big_button_goes_on_with_the_newest(phone, over, open_table):
    older, newer = open_table(players=("Ana", "Bo")), open_table(players=("Tom", "Eve"))
    newer.note("draw", player=0, card="goods")
    for table in (newer, older, over):
        phone.open(table.address)
    page = phone.open("/")
    assert go_on(page) == ("Continue: Eve’s turn Fiasko: Tom and Eve", newer.address)
    assert "Same players again" not in page.words


def test_where_nobody_has_the_turn_the_button_says_no_more_than_it_knows(phone, open_table):
    table = open_table("states", ("Ana", "Bo"))
    phone.open(table.address)
    assert go_on(phone.open("/")) == ("Continue States: Ana and Bo", table.address)


def test_each_name_under_way_has_the_mark_that_the_leaders_tag_refers_to(phone, told):
    phone.open(told.address)
    page = phone.open("/")
    players = page.by_class("player")
    assert ["".join(node.itertext()).strip() for node in players] == list(told.sitting.players)
    assert [node[0].get("class") for node in players] == [f"mark s{seat}" for seat in (1, 2, 3, 4)]
    leader = next(node for node in page.by_class("lead") if len(node))
    assert leader[0].get("class") == "mark s1"


def test_past_evenings_and_import_are_keys_of_a_phone_that_has_played(phone, table):
    phone.open(table.address)
    keys = [node.get("href") for node in phone.open("/").all("a") if "key" in node.get("class", "").split()]
    assert {"/evenings/", "/import"} <= {key.rstrip("?") for key in keys if key}


def test_of_many_tables_under_way_the_older_ones_fold_away(phone, open_table):
    tables = [open_table(players=("Ana", f"Bo {number}")) for number in range(8)]
    for table in tables:
        phone.open(table.address)
    page = phone.open("/")
    (fold,) = page.all("details")
    assert " ".join("".join(fold.find("summary").itertext()).split()) == "2 older tables"
    folded = [node.get("href") for node in fold.iter("a")]
    assert folded == [table.address for table in reversed(tables[:2])]
    assert all(table.address in page.links for table in tables)


def test_a_series_is_one_line_with_its_newest_game_below_it(app, phone, over):
    phone.open(over.address)
    again = phone.open(over.address).form_to("/again").press()
    with app.app_context():
        sitting, _ = store.find(again.address.split("/")[2])
        score = Score(1, "milk", (5, 4), 5)
        for tap, move in (("one", score), ("two", End())):
            store.note(sitting, store.Tap(tap, store.read(sitting).length, None), store.Wanted("move", move=move))
    told = lines(phone.open("/"))
    assert told[0] == "Ana 1, Tom 1 Fiasko, a series of 2 games"
    assert len(told) == 2
    assert told[1].startswith("Tom wins with")


def test_a_game_that_was_stopped_says_so_and_its_tag_is_no_winners(app, phone, table):
    phone.open(table.address)
    with app.app_context():
        for tap, move in (("one", Score(0, "milk", (5, 4), 5)), ("two", End())):
            log = store.read(table.sitting)
            store.note(table.sitting, store.Tap(tap, log.length, None), store.Wanted("move", move=move))
    page = phone.open("/")
    assert "stopped early" in page.words
    assert page.by_class("lead") == []


# Put away


def put_away(page, table, name="put"):
    return page.form_to("/away").press(name, table.address.split("/")[2])


def lines(page):
    return [" ".join("".join(node.itertext()).split()) for node in page.all("li")]


@pytest.fixture
def both(open_table):
    return open_table(players=("Ana", "Bo")), open_table(players=("Tom", "Eve"))


def test_a_table_put_away_leaves_a_line_with_its_undo_in_its_place(phone, both):
    for table in both:
        phone.open(table.address)
    page = put_away(phone.open("/"), both[1])
    assert page.came_by.status_code == 303
    assert [line.split(":")[0] for line in lines(page)] == [
        "Removed from this phone",
        "Ana and Bo Ana’s turn, 88 cards left",
    ]
    assert both[1].address not in page.links
    assert go_on(page)[1] == both[0].address
    assert lines(phone.open(page.address)) == lines(page)  # a reload keeps the undo
    back = put_away(page, both[1], "take")
    assert (go_on(back)[1], back.address) == (both[1].address, "/")


def test_several_are_put_away_one_after_the_other_and_each_has_its_undo(phone, both):
    for table in both:
        phone.open(table.address)
    page = put_away(put_away(phone.open("/"), both[0]), both[1])
    assert len(page.by_class("removed")) == 2
    page = put_away(page, both[0], "take")
    assert (len(page.by_class("removed")), both[0].address in page.links) == (1, True)
    assert not phone.open("/").by_class("removed")


def test_a_phone_that_has_put_all_away_is_as_new(phone, table):
    phone.open(table.address)
    put_away(phone.open("/"), table)
    assert "this phone keeps the score sheet" in phone.open("/").words


def test_what_one_phone_puts_away_another_still_has_and_its_link_opens_it(phone, other, table):
    for one in (phone, other):
        one.open(table.address)
    put_away(phone.open("/"), table)
    assert table.address in other.open("/").links
    assert phone.open(table.address).status == 200
    assert table.address in phone.open("/").links  # whoever opens it has it again


def test_a_table_that_can_not_be_read_can_be_put_away_too(app, phone, open_table, monkeypatch):
    monkeypatch.setitem(GAMES, "gone", replace(GAMES["fiasko"], slug="gone"))
    table = open_table("gone")
    with app.app_context():
        store.visit(phone.id, table.sitting, True)
    monkeypatch.delitem(GAMES, "gone")
    page = put_away(phone.open("/"), table)
    assert lines(page) == ["Removed from this phone: Ana, Tom, Chloé and Maximilian Undo"]
    assert "needs a newer one" in put_away(page, table, "take").words


def test_htmx_gets_the_tables_alone_with_their_address(phone, both):
    for table in both:
        phone.open(table.address)
    page = phone.open(put_away(phone.open("/"), both[0]).address, htmx=True)
    assert page.root.get("id") == "tables"
    assert page.headers["HX-Replace-Url"] == "/?away=" + both[0].sitting.score_link


@pytest.mark.parametrize("link", ["x", "A" * 22, "\x00"])
def test_a_table_that_is_nowhere_can_not_be_put_away(phone, link):
    assert phone.send("/away", {"csrf_token": phone.token, "put": link}).status == 404


def test_a_table_that_this_phone_never_saw_stays_where_it_is(phone, other, table):
    other.open(table.address)
    phone.send("/away", {"csrf_token": phone.token, "put": table.sitting.score_link})
    assert table.address in other.open("/").links
    assert not phone.open("/").by_class("list")


@pytest.mark.parametrize("count", ["all", "specials", "none"])
def test_a_table_that_counts_less_still_has_its_line_at_home(phone, open_table, count):
    table = open_table(count=count)
    phone.open(table.address)
    assert "Ana, Tom, Chloé and Maximilian" in phone.open("/").words


# Settings


TURNED = ("Ana\u202e", "\u2066Ana", "A\x00na", "A\tna", "A" * 25)


@pytest.mark.parametrize("name", TURNED)
def test_whose_phone_it_is_can_not_turn_the_others_sentences_round(phone, name):
    page = phone.open("/settings").form_to("/settings").press(owner=name)
    assert page.status == 422
    assert len(page.refusals) == 1


@pytest.mark.parametrize("name", TURNED)
def test_a_cookie_that_is_no_name_is_nobodys(phone, other, open_table, name):
    table = open_table()
    phone.client.set_cookie("owner", name)
    table.tap(phone.open(table.address).phone, "draw", player=0, card="goods")
    assert "another phone" in other.open(table.address + "log").words_of(id="entry-1")


def test_play_again_after_a_new_name_is_one_table_too(phone, other, over):
    phone.open(over.address + "seats/0/name").form_to("/seats/0/name").press(name="Anastasia")
    first, second = (one.open(over.address).form_to("/again").press() for one in (phone, other))
    assert first.came_by.location == second.came_by.location
    assert "Anastasia" in first.words


def test_play_again_from_two_phones_is_one_table(phone, other, over):
    first, second = (one.open(over.address).form_to("/again").press() for one in (phone, other))
    assert first.address == second.address != over.address


def test_whoever_comes_from_an_older_evening_joins_where_the_others_are(app, phone, other, over):
    ended = phone.open(over.address).form_to("/again").press()
    with app.app_context():
        sitting, _ = store.find(ended.address.split("/")[2])
        store.note(sitting, store.Tap("the-end", 0, None), store.Wanted("move", move=End()))
    third = other.open(over.address).form_to("/again").press()
    assert third.address not in (over.address, ended.address)
    assert phone.open(ended.address).form_to("/again").press().address == third.address


def test_the_language_is_the_browsers_until_another_is_chosen(new_phone):
    phone = new_phone("it-CH, it;q=0.9, en;q=0.5")
    assert phone.open("/").one("html").get("lang") == "it"
    phone.open("/settings").form_to("/settings").press(language="de")
    assert phone.open("/").one("html").get("lang") == "de"


@pytest.mark.parametrize("asked", ["", "xx", "zh-TW", "*", "en-GB", ';;q=x,,,"', "fr;q=0"])
def test_a_browser_that_asks_for_nothing_known_reads_english(new_phone, asked):
    assert new_phone(asked).open("/").one("html").get("lang") == "en"


def test_a_language_cookie_that_means_nothing_is_passed_over(phone):
    phone.client.set_cookie("language", "../../etc/passwd")
    phone.client.set_cookie("theme", '"><script>')
    page = phone.open("/")
    assert page.one("html").get("lang") == "en"
    assert page.one("html").get("data-theme") == "auto"


def test_the_theme_is_kept(phone):
    page = phone.open("/settings").form_to("/settings").press(theme="dark")
    assert page.came_by.status_code == 303
    assert phone.open("/").one("html").get("data-theme") == "dark"
    assert phone.open("/settings").form_to("/settings")["theme"] == ["dark"]


def test_a_phone_shakes_until_somebody_says_never(phone):
    assert phone.open("/").one("body").get("data-shakes") == "1"
    phone.open("/settings").form_to("/settings").press(vibration="off")
    assert phone.open("/").one("body").get("data-shakes") is None
    assert phone.open("/settings").form_to("/settings")["vibration"] == ["off"]


def test_letters_stand_on_a_laptops_keys_until_somebody_says_none(phone, table):
    assert phone.open(table.address).one("div", id="beside").get("data-letters") == "on"
    phone.open("/settings").form_to("/settings").press(letters="off")
    assert phone.open(table.address).one("div", id="beside").get("data-letters") == "off"
    assert phone.open("/settings").form_to("/settings")["letters"] == ["off"]


def test_a_theme_that_does_not_exist_changes_nothing(phone):
    phone.send("/settings", {"csrf_token": phone.token, "theme": "neon", "language": "xx"})
    page = phone.open("/")
    assert (page.one("html").get("data-theme"), page.one("html").get("lang")) == ("auto", "en")


def test_the_settings_lead_back_to_the_table_that_they_came_from(phone, table):
    menu = phone.open(table.address).follow("/menu")
    settings = menu.phone.open(next(link for link in menu.links if link.startswith("/settings")))
    page = settings.form_with(name="theme", value="dark").press(theme="dark")
    assert page.came_by.location == table.address
    assert page.one("html").get("data-theme") == "dark"


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "\\\\evil.example",
        "javascript:alert(1)",
        "/\t/evil.example/",
        "/\n/evil.example/",
        "\x00//evil.example",
        " //evil.example",
        "evil.example",
        "",
    ],
)
def test_the_settings_lead_to_no_place_but_ours(phone, back):
    page = phone.open("/settings", **{})
    answer = phone.request("POST", "/settings", {"csrf_token": phone.token, "back": back})
    assert answer.location == "/"
    shown = phone.client.get("/settings", query_string={"back": back})
    assert 'href="/"' in shown.text
    assert "evil" not in shown.text
    assert page.status == 200


# Nowhere


@pytest.mark.parametrize(
    "address",
    [
        "/nothing",
        "/new/poker",
        "/new/",
        "/s/",
        "/s/x/",
        "/s/AAAAAAAAAAAAAAAAAAAAAA/",
        "/s/%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00/",
        "/s/' OR 1=1 --                 /",
        "/s/AAAAAAAAAAAAAAAAAAAAAA/log",
        "/s/AAAAAAAAAAAAAAAAAAAAAA/share/",
        "/static/nothing.css",
        "/static/../pyproject.toml",
    ],
)
def test_what_is_nowhere_is_a_friendly_404(phone, address):
    page = phone.open(address)
    assert page.status == 404
    assert "Nothing here" in page.words
    assert "/" in page.links


@pytest.mark.parametrize(
    "part", ["note/poker", "why/nothing", "why/score.0.milk", "log/0", "log/1", "log/99999999999999999999", "x"]
)
def test_what_a_table_does_not_have_is_a_friendly_404_too(phone, table, part):
    page = phone.open(table.address + part)
    assert page.status == 404
    assert "Nothing here" in page.words


def test_a_link_without_its_last_stroke_still_opens(phone, table):
    answer = phone.request("GET", table.address.rstrip("/"))
    assert answer.status_code == 308
    assert answer.location.endswith(table.address)


GETS = ["", "note/draw", "preview", "why/odds", "menu", "log", "log/1", "share/"]
POSTS = ["taps", "again", "share/links"]
POSTS += [f"log/1/{what}" for what in ("replace", "strike", "restore", "undo", "redo")]


@pytest.mark.parametrize("part", GETS)
def test_what_is_only_read_takes_no_post(phone, table, part):
    table.note("draw", player=0, card="goods")
    answer = phone.send(table.address + part, {"csrf_token": phone.token})
    assert answer.status == 405
    assert "GET" in answer.headers["Allow"]
    assert "That can’t be done here" in answer.words.replace("'", "’")


@pytest.mark.parametrize("part", POSTS)
def test_what_is_only_sent_can_not_be_opened(phone, table, part):
    page = phone.open(table.address + part)
    assert page.status == 405
    assert "POST" in page.headers["Allow"]


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_other_methods_do_nothing(phone, table, method):
    for address in ("/", "/new/fiasko", table.address, table.address + "taps"):
        assert phone.request(method, address).status_code in (400, 405)


def test_head_and_options_are_answered(phone, table):
    for address in ("/", table.address):
        assert phone.request("HEAD", address).status_code == 200
        assert phone.request("OPTIONS", address).status_code == 200


def test_the_settings_say_which_version_this_is(phone):
    assert f"Companion {__version__}" in phone.open("/settings").text


def test_a_game_of_pasta_in_which_nobody_banked_anything_was_not_stopped_early(phone, open_table):
    table = open_table("pasta", ("Ana", "Tom"))
    phone.open(table.address)
    table.note("end")
    for where in ("/", "/evenings/", table.address):
        words = phone.open(where).words
        assert where == "/evenings/" or "Nobody banked anything" in words
        assert "stopped early" not in words
