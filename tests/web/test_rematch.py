"""Once more: who may begin, one next table for all phones, and the score of the series."""

import json
import uuid

import pytest

from companion import store

NEXT = uuid.UUID("0d7a5f6c-4a43-4c1b-9a0e-5a8d8a3f6c52")  # by which whoever knew a table named the next one once
PRODUCTS = ("milk", "pickles", "tomatoes", "corn", "sardines")


def win(table, seat=0):
    """This seat takes the game, another comes last."""
    for product in PRODUCTS:
        table.note("score", player=seat, product=product, points=40)
    return table


@pytest.fixture
def duel(open_table):
    return win(open_table(players=("Ana", "Tom")))


@pytest.fixture
def at(app, open_table):
    """A table by the page that it was opened on."""
    kind = type(open_table())

    def find(page):
        with app.app_context():
            sitting, _ = store.find(page.address.split("/")[2])
        return kind(app, sitting)

    return find


def begins(page):
    return [
        (node.get("value"), " ".join("".join(node.itertext()).split()))
        for node in page.all("button")
        if node.get("name") == "first" and node.get("value") != "drawn"
    ]


def again(phone, table, first=None):
    """The key that sticks, or one that says who begins, sent with its form."""
    form = phone.open(table.address).form_to("/again")
    return phone.send(form.form.get("action"), [*form.fields, *([] if first is None else [("first", first)])])


def test_next_winner_and_loser_are_offered_and_who_is_two_of_them_once(phone, duel):
    assert begins(phone.open(duel.address)) == [
        ("1", "Tom begins next seat, and came last"),
        ("0", "Ana begins who won"),
    ]


def test_three_who_are_three_have_three_keys(phone, open_table):
    table = open_table(players=("Ana", "Tom", "Bo"))
    table.note("score", player=1, product="milk", points=20)
    win(table, 0)
    assert [seat for seat, _ in begins(phone.open(table.address))] == ["1", "0", "2"]


def test_where_two_share_the_victory_no_winner_begins(phone, open_table):
    table = open_table(players=("Ana", "Tom"))
    table.note("end")
    assert begins(phone.open(table.address)) == [("1", "Tom begins next seat")]


def test_where_all_play_at_once_nobody_begins(phone, open_table):
    table = open_table("states", players=("Ana", "Tom"))
    table.note("end")
    page = phone.open(table.address)
    assert begins(page) == []
    assert "Play again" in page.words


@pytest.mark.parametrize(("first", "begun"), [("0", 0), ("1", 1), (None, 1), ("7", 1), ("x", 1)])
def test_one_tap_says_who_begins(phone, duel, at, first, begun):
    page = again(phone, duel, first)
    assert page.came_by.status_code == 303
    assert at(page).sitting.first == begun


def test_who_begins_the_next_game_can_be_drawn_and_both_phones_find_the_same(phone, other, duel, at):
    assert phone.open(duel.address).one("button", name="first", value="drawn").get("form") == "again"
    one, two = again(phone, duel, "drawn"), again(other, duel, "drawn")
    assert one.address == two.address
    assert (at(one).sitting.drawn, at(one).sitting.first in (0, 1)) == (1, True)
    assert all("Drawn to begin" in page.words and page.by_class("lot") for page in (one, two))


def test_two_phones_that_choose_differently_are_at_one_table(phone, other, duel, at):
    one, two = again(phone, duel, "0"), again(other, duel, "1")
    assert one.address == two.address
    assert at(two).sitting.first == 0


def test_who_goes_on_after_two_have_changed_names_comes_to_where_another_went_on_before(app, phone, other, duel):
    before = again(phone, duel)
    with app.app_context():
        for length, (seat, name) in enumerate(((0, "X"), (1, "Ana"), (0, "Tom")), duel.log.length):
            wanted = store.Wanted("rename", seat=seat, name=name)
            store.note(duel.sitting, store.Tap(str(uuid.uuid4()), length, None), wanted)
    one, two = again(phone, duel), again(other, duel)
    assert one.address == two.address == before.address
    assert phone.open(duel.address).one(id="onward").get("href") == one.address


def test_new_links_in_the_second_game_leave_no_way_to_it_by_the_first(phone, other, duel, at):
    other.open(duel.address)
    second = at(again(phone, duel))
    phone.open(second.address + "share/").form_to("/links").press()
    for part in ("", "series", f"now?after={duel.log.length}", "share/"):
        assert other.open(duel.address + part).status == other.open(second.address + part).status == 404


@pytest.mark.parametrize("part", ["", "series", "now?after=0"])
@pytest.mark.parametrize("way", ["address", "watching"])
def test_a_request_on_its_way_while_new_links_are_made_learns_none_of_them(
    app, phone, other, duel, at, monkeypatch, way, part
):
    """Four phones that asked again and again had the next table's link in one of three tries."""
    second, find = win(at(again(phone, duel))), store.find

    def found_just_before(link):
        monkeypatch.setattr(store, "find", find)
        sitting, may_score = find(link)
        store.new_links(sitting, phone.id)
        return sitting, may_score

    monkeypatch.setattr(store, "find", found_just_before)
    answer = other.request("GET", getattr(duel, way) + part)
    told = answer.get_data(as_text=True) + str(answer.headers)
    with app.app_context():
        for uid in (duel.sitting.uid, second.sitting.uid):
            known = store.find_named(uid)
            assert known.score_link not in told
            assert known.watch_link not in told


def test_who_only_watches_starts_nothing_and_is_led_to_the_watchers_link(phone, other, duel, at):
    watcher = phone.open(duel.watching)
    assert not watcher.all("form")
    refused = phone.send(duel.watching + "again", {"csrf_token": phone.token})
    assert refused.status == 403
    following = at(again(other, duel))
    page = phone.open(duel.watching)
    assert page.one(id="onward").get("href") == following.watching
    assert following.sitting.score_link not in page.text


def test_the_poll_leads_a_phone_on_that_was_left_behind(phone, other, duel, at):
    address = f"{duel.address}now?after={duel.log.length}"
    before = phone.request("GET", address)
    assert (before.status_code, "Location" in before.headers) == (204, False)
    following = at(again(other, duel))
    after = phone.request("GET", address)
    assert (after.status_code, after.headers["Location"]) == (204, following.address)
    assert "Location" not in phone.request("GET", f"{address}&led=1").headers  # of a page that knew of it


@pytest.mark.parametrize("says", ["its uid", "its series", "what followed in former versions"])
def test_no_file_brings_who_was_shut_out_to_where_the_others_play_on(app, phone, other, duel, at, says):
    """The finished game's uid is in its export, and that was all it took."""
    other.open(duel.address)
    with app.app_context():
        file = store.export(duel.sitting)
    phone.open(duel.address + "share/").form_to("/links").press()
    with app.app_context():
        renewed = store.find_named(duel.sitting.uid)
    duel = type(duel)(app, renewed)
    following = at(again(phone, duel))
    uid = duel.sitting.uid
    about = {
        "its uid": {},
        "its series": {"uid": "another", "series": uid},
        "what followed in former versions": {"uid": str(uuid.uuid5(NEXT, uid)), "series": uid},
    }[says]
    came = taken(app, {**file, "sitting": file["sitting"] | about}, other.id)
    assert came.id not in (duel.sitting.id, following.sitting.id)
    for part in ("", "series", "menu", "share/", "now?after=99"):
        answer = other.request("GET", f"/s/{came.score_link}/{part}")
        told = answer.get_data(as_text=True) + str(answer.headers)
        for table in (duel, following):
            assert table.sitting.score_link not in told
            assert table.sitting.watch_link not in told


def test_a_squatted_uid_parts_nobody(app, phone, other, duel, open_table):
    trap = brought(app, open_table(players=("Ana", "Tom")), other.id, uid=str(uuid.uuid5(NEXT, duel.sitting.uid)))
    one, two = again(phone, duel), again(other, duel)
    assert one.address == two.address
    assert trap.score_link not in one.address


def test_a_game_under_way_leads_nowhere(phone, table):
    assert "Location" not in phone.request("GET", f"{table.address}now?after=0").headers


# The series


def test_a_series_keeps_its_score(phone, duel, at):
    second = win(at(again(phone, duel)), 1)
    third = at(again(phone, second))
    assert "Series Ana 1 : 1 Tom" in phone.open(third.address + "menu").words
    win(third, 0)
    assert "The series: Ana 2 : 1 Tom" in phone.open(third.address).words
    page = phone.open(third.address + "series")
    assert "3 games of Fiasko" in page.words
    assert "Points in all: Ana 740, Tom 370" in page.words
    (games,) = page.by_class("games")
    assert [node.get("href") for node in games.iter("a")] == [duel.address, second.address, third.address]


def test_a_series_says_who_began_where_players_take_turns(phone, duel, at, open_table):
    assert win(at(again(phone, duel, 1)), 0)
    page = phone.open(duel.address + "series")
    assert [began for began in ("Ana began", "Tom began") if began in page.words] == ["Ana began", "Tom began"]
    states = open_table("states", players=("Ana", "Tom"))
    states.note("end")
    at(again(phone, states)).note("end")
    assert "began" not in phone.open(states.address + "series").words


def evenings(phone):
    """Their list: what stands in each line, and where it leads."""
    found = phone.open("/evenings/").one(id="list").iter("li")
    return [(" ".join("".join(node.itertext()).split()), [a.get("href") for a in node.iter("a")]) for node in found]


def test_a_series_has_a_line_of_its_own_among_the_evenings_over_its_newest_game(phone, duel, at):
    second = win(at(again(phone, duel)), 1)
    (series, way), *games = evenings(phone)
    assert series.startswith("Ana 1 : 1 Tom Fiasko, a series of 2 games")
    assert way == [second.address + "series"]
    assert [line.split(" won")[0] for line, _ in games] == ["Tom", "Ana"]
    third = win(at(again(phone, second)), 1)
    (series, way), *games = evenings(phone)
    assert series.startswith("Ana 1 : 2 Tom Fiasko, a series of 3 games")
    assert (way, len(games)) == ([third.address + "series"], 3)


def test_a_series_of_more_than_two_is_named_by_whoever_has_won(phone, open_table, at):
    second = win(at(again(phone, win(open_table(players=("Ana", "Tom", "Bo")), 1))), 1)
    phone.open(second.address)
    assert evenings(phone)[0][0].startswith("Tom 2 Fiasko, a series of 2 games")


def test_the_line_of_a_series_stays_with_what_its_phone_still_lists(phone, other, duel, at):
    second = win(at(again(phone, duel)), 1)
    phone.open("/evenings/").form_to("/away?page=1").press("put", second.sitting.score_link)
    (series, way), game = evenings(phone)
    assert series.startswith("Ana 1 : 1 Tom")
    assert (way, game[0].split(" won")[0]) == ([duel.address + "series"], "Ana")
    other.open(duel.watching)
    assert evenings(other)[0][1] == [duel.watching + "series"]


def test_a_series_that_has_only_begun_is_an_evening_like_others(phone, duel):
    again(phone, duel)
    assert len(evenings(phone)) == 1


def test_a_series_holds_its_fiaskos_against_the_odds_of_those_draws(phone, open_table, at):
    """Of the games whose draws were counted: 6 in 88, and 6 in 87 for Tom. The next one was told by its scores."""
    table = open_table(players=("Ana", "Tom"))
    table.note("draw", player=0, card="goods")
    table.note("draw", player=1, card="fiasko")
    untold = win(at(again(phone, win(open_table(players=("Bo", "Lea"))))))
    assert "Luck at Fiasko" not in phone.open(untold.address + "series").words
    second = win(at(again(phone, win(table))))
    page = phone.open(second.address + "series")
    assert all(said in page.words for said in ("Luck at Fiasko", "Ana: 0 (expected: 0.1)", "Tom: 1 (expected: 0.1)"))


def test_a_first_game_is_no_series(phone, duel):
    assert "The series" not in phone.open(duel.address).words
    assert phone.open(duel.address + "series").status == 200


def test_of_a_series_that_has_only_begun_there_is_no_page(phone, table):
    assert phone.request("GET", table.address + "series").status_code == 303


def test_more_than_two_have_a_list_of_who_has_won(phone, open_table, at):
    table = win(open_table(players=("Ana", "Tom", "Bo")), 1)
    second = win(at(again(phone, table)), 1)
    assert "The series: Tom 2" in phone.open(second.address).words


def test_a_shared_victory_is_half_a_win_each(phone, duel, at):
    second = at(again(phone, duel))
    for seat in (0, 1):
        second.note("score", player=seat, product="milk", points=40)
    second.note("end")
    assert "Ana 1½ : ½ Tom" in phone.open(second.address).words


def test_a_game_that_was_stopped_before_anybody_scored_counts_for_nobody(phone, duel, at):
    second = at(again(phone, duel))
    second.note("end")
    assert "Ana 1 : 0 Tom" in phone.open(second.address).words


def test_a_corrected_game_corrects_the_score(phone, duel, at):
    second = win(at(again(phone, duel)), 1)
    second.correct(5, "score", player=1, product="sardines", points=24)
    assert "Ana 1 : 1 Tom" in phone.open(second.address).words


def test_whoever_watches_sees_the_series_by_the_watchers_links(phone, other, duel, at):
    second = win(at(again(other, duel)), 1)
    page = phone.open(second.watching + "series")
    assert duel.watching in page.links
    assert duel.sitting.score_link not in page.text
    assert not page.all("form")


def brought(app, table, phone=None, **about):
    """Its file, saying something else of where it came from."""
    with app.app_context():
        written = store.export(table.sitting)
    written["sitting"] |= {"uid": f"not-{table.sitting.uid}", **about}
    return taken(app, written, phone)


def taken(app, file, phone=None):
    with app.app_context():
        (came,) = store.import_games(json.dumps(file).encode(), phone)
    return came


def test_a_file_that_says_it_goes_on_what_others_play_shows_nothing_of_theirs(app, phone, other, duel, open_table):
    phone.open(duel.address)
    came = brought(app, win(open_table(players=("Ana", "Tom"))), other.id, series=duel.sitting.uid)
    page = other.open(f"/s/{came.score_link}/series")
    assert duel.address not in page.text
    assert duel.watching not in page.text


@pytest.mark.parametrize(
    ("slug", "seats", "scored"),
    [
        ("fiasko", 5, {"kind": "score", "player": 4, "product": "milk", "points": 40}),
        ("pasta", 2, {"kind": "bank", "player": 1, "shape": 0, "pasta": 3}),
    ],
)
def test_what_no_table_could_have_gone_on_with_is_not_of_the_series(app, phone, duel, open_table, slug, seats, scored):
    table = open_table(slug, players=("Ana", "Tom", "Bo", "Kim", "Lea")[:seats])
    table.note(**scored)
    table.note("end")
    came = brought(app, table, series=duel.sitting.uid)
    for link in (duel.sitting.score_link, came.score_link):
        page = phone.open(f"/s/{link}/series")
        assert page.status == 200
    assert came.score_link not in phone.open(duel.address + "series").text


def test_an_export_says_the_series_by_the_uid_of_its_first(app, phone, duel, at):
    second = win(at(again(phone, duel)), 1)
    with app.app_context():
        assert store.export(second.sitting)["sitting"]["series"] == duel.sitting.uid
        assert "series" not in store.export(duel.sitting)["sitting"]


def test_a_full_series_says_so_and_leads_to_the_games(phone, duel, at, monkeypatch):
    second = win(at(again(phone, duel)), seat=1)
    monkeypatch.setattr("companion.store.sittings.MOST_TOGETHER", 2)
    page = again(phone, second)
    assert page.status == 422
    assert "This series is full" in page.words
    assert "A series has at most 2 games: go on at a new table" in page.words
    assert page.all("a", href="/")
