"""The door for scripts: what they note, read, correct and are asked, as JSON."""

import importlib.util
import json
import re
import uuid
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import store
from companion.record.files import game_file
from companion.record.files.game_file import write_move
from companion.rules import GAMES
from companion.rules.options import changed
from companion.store.database.trouble import FULL

GOODS = {"move": "draw", "player": 0, "card": "goods"}
PLAYERS = ["Ana", "Tom", "Chloé"]

_spec = importlib.util.spec_from_file_location(
    "random_games", Path(__file__).parents[1] / "rules" / "test_properties.py"
)
random_games = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(random_games)


class Script:
    """A program that keeps no cookies. What it opened, it notes in."""

    def __init__(self, app, language="en", **headers):
        self.client, self.headers = app.test_client(use_cookies=False), {"Accept-Language": language, **headers}
        self.link = None

    def send(self, path, body, **headers):
        return self.client.post(self.at(path), json=body, headers={**self.headers, **headers})

    def at(self, path):
        return path if path.startswith("/") else f"/api/sittings/{self.link}/{path}".rstrip("/")

    def open(self, game="fiasko", players=PLAYERS, **more):
        answer = self.send("/api/sittings", {"game": game, "players": players, **more})
        assert answer.status_code == 201, answer.text
        self.link, self.watch = answer.json["score"], answer.json["watch"]
        return self

    def note(self, move, after=None, tap=None, **more):
        """By default, of the log as it is now."""
        seen = self.look().json["after"] if after is None else after
        return self.send("moves", {**move, "tap": tap or str(uuid.uuid4()), "after": seen, **more})

    def correct(self, number, how, after=None, tap=None, **more):
        seen = self.look().json["after"] if after is None else after
        return self.send(f"entries/{number}/{how}", {"tap": tap or str(uuid.uuid4()), "after": seen, **more})

    def look(self, query="", **headers):
        return self.client.get(self.at("") + query, headers={**self.headers, **headers})


@pytest.fixture(autouse=True)
def guesses(app):
    """Nobody has guessed yet."""
    known = app.extensions["companion.guesses"]
    known._done.clear()
    yield known
    known._done.clear()


@pytest.fixture
def script(app):
    return Script(app).open()


@pytest.fixture
def at_table(app, table):
    """A script at a table of phones."""
    one = Script(app)
    one.link, one.watch = table.sitting.score_link, table.sitting.watch_link
    return one


def is_problem(answer, status, kind, sentence=""):
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    said = answer.json
    assert said["type"] == f"/api/#{kind}"
    assert said["status"] == status
    assert said["title"]
    assert sentence in said["detail"]
    assert said["detail"].strip()
    assert "Set-Cookie" not in answer.headers
    return said


# Opening


def test_a_sitting_is_opened_and_both_its_links_open_it_in_a_browser_too(app, phone):
    one = Script(app)
    answer = one.send(
        "/api/sittings", {"game": "fiasko", "players": PLAYERS, "first": 2, "options": {"catastrophe": "everyone"}}
    )
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/api/sittings/{answer.json['score']}"
    assert answer.json.keys() == {"score", "watch"}
    page = phone.open(f"/s/{answer.json['score']}/")
    assert page.one("a", aria_current="true").get("id") == "seat-2"
    assert phone.open(f"/s/{answer.json['watch']}/").status == 200


def test_the_same_tap_opens_the_same_sitting_once(app):
    one, body = Script(app), {"game": "fiasko", "players": PLAYERS, "tap": str(uuid.uuid4())}
    first, again = (one.send("/api/sittings", body) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json == again.json
    assert one.send("/api/sittings", {**body, "players": ["Ana", "Bo"]}).json != first.json


def test_whom_new_links_have_shut_out_the_tap_that_opened_it_lets_in_no_more(app):
    one, body = Script(app), {"game": "fiasko", "players": PLAYERS, "tap": str(uuid.uuid4())}
    opened = one.send("/api/sittings", body).json["score"]
    with app.app_context():
        ((_, theirs),) = store.new_links(store.find(opened)[0]).items()
    again = one.send("/api/sittings", body)
    assert again.status_code == 201
    assert theirs.score_link not in again.json.values()


@pytest.mark.parametrize("tap", ["", "1", "table-1", "x" * 36, "6f1d1c2e7d0b4c7e9d3c3a6f0b6f2a11"])
def test_what_opens_a_table_can_not_be_guessed(app, tap):
    """Whoever sends it again gets the links."""
    answer = Script(app).send("/api/sittings", {"game": "fiasko", "players": PLAYERS, "tap": tap})
    is_problem(answer, 400, "unreadable", "“tap” must be a UUID")


def test_an_exported_game_lets_nobody_in(app, table):
    """It says the uid of its sitting, and who only watches may have it."""
    with app.app_context():
        exported = store.export(table.sitting)
    body = {"game": "fiasko", "players": exported["players"], "tap": exported["sitting"]["uid"]}
    assert Script(app).send("/api/sittings", body).json["score"] != table.sitting.score_link


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"game": "chess"}, "There is no game “chess” here"),
        ({"rules": 99}, "Fiasko has no rules of version 99 here"),
        ({"rules": 0}, "Fiasko has no rules of version 0 here"),
        ({"players": ["Ana"]}, "Fiasko is for 2 to 5 players, not 1"),
        ({"players": ["Ana", "ana "]}, "Two are called “ana”"),
        ({"players": ["Ana", "\ud800"]}, "A name needs at least one letter"),
        ({"players": ["Ana", "x" * 25]}, "is too long"),
        ({"players": ["Ana", 1]}, "A name is a text, not “1”"),
        ({"first": 3}, "“first” is a seat from 0 to 2, not 3"),
        ({"first": -1}, "“first” is a seat from 0 to 2, not -1"),
        ({"options": {"nothing": 1}}, "no option “nothing”"),
        ({"options": {"count": "some"}}, "“count” can’t be “some”"),
    ],
)
def test_a_table_that_can_not_be_is_refused_with_a_sentence(app, body, sentence):
    answer = Script(app).send("/api/sittings", {"game": "fiasko", "players": PLAYERS, **body})
    is_problem(answer, 422, "refused", sentence)


def test_options_that_exclude_each_other_are_named(app):
    body = {"game": "pasta", "players": PLAYERS, "options": {"deck": 40}}
    assert is_problem(Script(app).send("/api/sittings", body), 422, "refused", "only if")["field"] == "deck"


# Noting


def test_a_move_is_noted_and_answered_with_how_it_stands(script):
    answer = script.note(GOODS, tap="first")
    assert answer.status_code == 201
    assert (answer.json["after"], answer.json["entry"]) == (1, 1)
    assert answer.json["counter"]["hands"] == [1, 0, 0]


def test_a_move_of_a_game_file_is_taken_as_it_is(script):
    assert script.note({**GOODS, "at": "2026-11-18T20:15:00Z"}).status_code == 201


def test_a_tap_that_arrives_twice_counts_once(script):
    first, again = (script.note(GOODS, tap="the-same", after=0) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json == again.json
    assert script.look().json["after"] == 1


def test_how_it_stands_is_the_tally_and_the_log(script, tallied):
    script.note(GOODS)
    script.note({"move": "score", "player": 1, "product": "milk", "values": [5, 2, 4], "hand": 8})
    answer = script.look().json
    log, after = answer.pop("log"), answer.pop("after")
    file = {"format": "companion.game/1", "game": "fiasko", "players": PLAYERS, "moves": [it["move"] for it in log]}
    assert json.loads(tallied(file)[1]) == answer
    assert (after, [entry["number"] for entry in log]) == (2, [1, 2])
    assert log[0]["move"] == GOODS


def test_only_what_came_later_is_in_the_log_that_is_asked_for(script):
    for seat in range(3):
        script.note({**GOODS, "player": seat})
    assert [entry["number"] for entry in script.look("?after=1").json["log"]] == [2, 3]
    assert script.look("?after=3").json["log"] == []
    assert len(script.look("?after=4").json["log"]) == 3
    is_problem(script.look("?after=x"), 400, "unreadable", "“after” must be a whole number")


def test_who_asks_again_is_told_that_nothing_is_new(script):
    mark = script.look().headers["ETag"]
    answer = script.look(**{"If-None-Match": mark})
    assert (answer.status_code, answer.data) == (304, b"")
    script.note(GOODS)
    assert script.look(**{"If-None-Match": mark}).status_code == 200


@pytest.mark.parametrize(
    ("move", "sentence", "field"),
    [
        ({"move": "draw", "player": 7, "card": "goods"}, "There is no seat 7: this table has 0 to 2", "player"),
        ({"move": "draw", "player": 0, "card": "ace"}, "This game has no card “ace”", "card"),
        ({"move": "score", "player": 0, "product": "milk", "points": 67}, "No cards make 67 points", "points"),
        ({"move": "score", "player": 0, "product": "milk", "points": 10**4000}, "", "points"),
        ({"move": "take", "player": 0, "cards": 1}, "Fiasko has no move “take”", "move"),
        ({"move": "score", "player": 0, "product": "milk"}, "A score has “values” and “hand”, or “points”", None),
    ],
)
def test_a_move_that_the_rules_forbid_is_refused_with_their_sentence(script, move, sentence, field):
    said = is_problem(script.note(move), 422, "refused", sentence)
    assert said.get("field") == field
    assert script.look().json["after"] == 0


def test_who_has_seen_less_than_nothing_is_refused(script):
    assert is_problem(script.note(GOODS, after=-1), 422, "refused", "“after” is at least 0")["field"] == "after"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("fr", "Aucune main ne fait 67 points"),
        ("de", "Keine Karten ergeben 67 Punkte"),
        ("it", "Nessuna mano fa 67 punti"),
    ],
)
def test_sentences_come_in_the_language_that_is_asked_for(app, language, sentence):
    one = Script(app, language).open()
    is_problem(one.note({"move": "score", "player": 0, "product": "milk", "points": 67}), 422, "refused", sentence)


# Random games


@settings(max_examples=8)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32))
def test_a_game_played_by_scripts_comes_to_the_tally_of_the_command(app, tallied, slug, seed):
    game, table, moves, _ = random_games.game_of(slug, seed, 40)
    options = changed(game.options, table.options)
    one = Script(app).open(slug, list(table.players), options=options, first=table.first)
    for number, move in enumerate(moves):
        answer = one.note(write_move(move), after=number)
        assert answer.status_code == 201, answer.text
    answer = one.look().json
    file = game_file.write(game, table, [entry["move"] for entry in answer.pop("log")])
    assert answer.pop("after") == len(moves)
    assert json.loads(tallied(file)[1]) == answer


# Correcting


def test_an_entry_is_struck_restored_and_replaced(script):
    script.note(GOODS)
    assert script.correct(1, "strike").json["counter"]["hands"] == [0, 0, 0]
    assert script.correct(1, "restore").json["counter"]["hands"] == [1, 0, 0]
    assert script.correct(1, "replace", **{**GOODS, "player": 2}).json["counter"]["hands"] == [0, 0, 1]
    kinds = [(entry["kind"], entry.get("target")) for entry in script.look().json["log"]]
    assert kinds == [("move", None), ("strike", 1), ("restore", 1), ("replace", 1)]


def test_what_was_forgotten_is_put_in_and_what_was_done_is_undone_and_redone(script):
    script.note(GOODS)
    assert script.correct(1, "insert", **{**GOODS, "player": 1}).json["counter"]["hands"] == [1, 1, 0]
    assert script.correct(2, "undo").json["counter"]["hands"] == [1, 0, 0]
    assert script.correct(2, "redo").json["counter"]["hands"] == [1, 1, 0]


def test_a_seat_gets_another_name(script):
    answer = script.send("seats/0/name", {"name": "Eve", "tap": "x", "after": 0})
    assert (answer.status_code, answer.json["players"][0]["name"]) == (201, "Eve")
    again = script.send("seats/0/name", {"name": "Tom", "tap": "y", "after": 1})
    assert is_problem(again, 422, "refused", "Two are called")["field"] == "name"


def test_what_is_not_there_is_said(script):
    is_problem(script.correct(1, "strike"), 404, "nowhere", "There is no entry 1")
    is_problem(script.correct(0, "undo"), 404, "nowhere", "There is no entry 0")
    is_problem(script.correct("9" * 30, "strike"), 404, "nowhere")
    is_problem(script.correct("9" * 5000, "strike"), 404, "nowhere")
    is_problem(script.send("seats/3/name", {"name": "Eve", "tap": "x", "after": 0}), 404, "nowhere", "0 to 2")


def test_a_correction_names_the_entry_in_its_way(script):
    script.note({"move": "score", "player": 0, "product": "milk", "points": 60})
    script.note({"move": "score", "player": 0, "product": "corn", "points": 60})
    answer = script.correct(2, "replace", move="score", player=0, product="milk", points=60)
    is_problem(answer, 422, "refused", "Ana has already scored milk")
    script.correct(1, "strike")
    is_problem(script.correct(2, "restore"), 422, "refused", "Entry 2 isn’t struck")
    is_problem(script.correct(3, "strike"), 422, "refused", "Entry 3 is not a move")
    is_problem(script.correct(1, "strike"), 422, "refused", "Entry 1 is already struck")
    again = script.correct(1, "replace", move="score", player=0, product="milk", points=60)
    is_problem(again, 422, "refused", "Entry 1 is struck: restore it first")


def test_a_game_that_is_over_takes_no_more_moves(script):
    script.note({"move": "end"})
    for move in (GOODS, {"move": "end"}):
        is_problem(script.note(move), 422, "refused", "The game is over")
    assert script.correct(1, "strike").json["over"] is False


# Being asked


def yes(script, said, which=0):
    answer = said["answers"][which]
    return script.send(answer["href"], answer["body"])


def test_whose_it_is_is_asked_with_an_answer_for_each_seat(app, script):
    script.note(GOODS)
    said = is_problem(script.note(GOODS, after=0), 409, "asked", "Tom’s turn now: Ana · Goods has just been noted")
    assert (said["about"], said["entry"], said["after"]) == ("turn-moved", 1, 1)
    assert [answer["label"] for answer in said["answers"]] == PLAYERS
    assert yes(script, said, 1).json["counter"]["hands"] == [1, 1, 0]


def test_the_same_again_is_noted_once_it_is_meant(script):
    third = {**GOODS, "player": 2}
    script.note(third)
    said = is_problem(script.note(third, after=0), 409, "asked", "Another one?")
    assert (said["about"], said["drop"]) == ("same-again", "it’s the one a script noted")
    assert yes(script, said).json["counter"]["hands"] == [0, 0, 2]
    assert script.note(third, after=0, twice=True).json["counter"]["hands"] == [0, 0, 3]


def test_an_answer_is_asked_again_where_others_were_quicker(script):
    third = {**GOODS, "player": 2}
    script.note(third)
    said = script.note(third, after=0).json
    script.note(third)
    is_problem(yes(script, said), 409, "asked", "Another one?")


def test_a_known_tap_with_something_else_is_asked_about_and_gets_a_new_name(script):
    script.note(GOODS, tap="mine")
    said = is_problem(script.note({"move": "reshuffle"}, tap="mine"), 409, "asked", "did arrive: Ana · Goods")
    assert said["about"] == "arrived"
    assert said["answers"][0]["body"]["tap"] != "mine"


def test_a_known_tap_told_otherwise_corrects_what_arrived(script):
    milk = {"move": "score", "player": 0, "product": "milk"}
    script.note({**milk, "points": 60}, tap="mine")
    said = is_problem(script.note({**milk, "points": 88}, tap="mine"), 409, "asked", "Change it to this one?")
    assert said["answers"][0]["href"].endswith("/entries/1/replace")
    assert yes(script, said).json["players"][0]["products"]["milk"] == 88


def test_an_entry_that_others_corrected_is_asked_about(script):
    script.note(GOODS)
    script.correct(1, "strike")
    said = is_problem(script.correct(1, "restore", after=1), 409, "asked", "Entry 1 was changed meanwhile")
    assert yes(script, said).status_code == 201


def test_a_name_that_others_gave_is_asked_about(script):
    script.send("seats/0/name", {"name": "Eve", "tap": "x", "after": 0})
    said = is_problem(script.send("seats/0/name", {"name": "Flo", "tap": "y", "after": 0}), 409, "asked", "Rename")
    assert yes(script, said).json["players"][0]["name"] == "Flo"


def test_a_hand_that_has_grown_meanwhile_is_asked_about(script):
    for _ in range(4):
        script.note({**GOODS, "player": 1})
    late = {"move": "score", "player": 1, "product": "milk", "values": [5, 5, 3], "hand": 3}
    said = is_problem(script.note(late, after=3), 409, "asked", "was 3, is now 4")
    assert said["about"] == "changed"


def test_an_end_that_comes_earlier_can_strike_what_came_later(app):
    one = Script(app).open("states", ["Ana", "Tom"], options={"goal": {"points": 20, "states": 0}})
    for state, value in (("OH", 10), ("TX", 5)):
        one.note({"move": "battle", "state": state, "value": value, "winner": 0})
    said = is_problem(
        one.correct(1, "replace", move="battle", state="OH", value=30, winner=0), 409, "asked", "would have won here"
    )
    assert (said["about"], said["answers"][0]["body"]["strikes"]) == ("ends-here", [2])
    assert yes(one, said).json["winners"] == ["Ana"]


def test_who_has_seen_more_than_there_is_is_asked(script):
    """An older backup was restored."""
    said = is_problem(script.note(GOODS, after=1), 409, "asked", "An older backup was restored")
    assert (said["about"], said["after"]) == ("older-backup", 0)
    assert yes(script, said).json["counter"]["hands"] == [1, 0, 0]


def test_what_comes_after_anothers_end_may_go_in_before_it(script):
    script.note({"move": "end"})
    said = is_problem(script.note(GOODS, after=0), 409, "asked", "The game ended meanwhile")
    assert (said["about"], said["entry"]) == ("ended-meanwhile", 1)
    assert said["answers"][0]["href"].endswith("/entries/1/insert")
    assert yes(script, said).json["counter"]["hands"] == [1, 0, 0]


# Beside the phones


def test_what_a_script_notes_is_said_to_the_phones_as_a_scripts(at_table, other, table):
    at_table.note(GOODS)
    assert other.open(table.address + "now?after=0").said[0].startswith("Ana: Goods (a script)")
    assert "a script" in other.open(table.address + "log").words_of(id="entry-1")


@pytest.mark.parametrize(
    ("language", "who"),
    [
        ("en", "script “Wall”"),
        ("fr", "script « Wall »"),
        ("de", "Skript „Wall“"),
        ("it", "script «Wall»"),
    ],
)
def test_a_script_that_has_a_name_is_called_by_it(at_table, new_phone, table, language, who):
    at_table.note(GOODS, by="Wall")
    at_table.correct(1, "strike", by="Wall")
    phone = new_phone(language)
    news = phone.open(table.address + "now?after=0").said[1].replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert f"({who})" in news
    assert who in phone.open(table.address + "log").words_of(id="entry-1")


@pytest.mark.parametrize("how", ["strike", "restore", "replace", "undo", "redo"])
def test_each_correction_of_a_script_is_told(at_table, other, table, how):
    at_table.note(GOODS)
    if how in ("restore", "redo"):
        at_table.correct(1, "strike" if how == "restore" else "undo")
    told = {"strike": "Struck out", "restore": "Restored", "replace": "Corrected", "undo": "Undone", "redo": "Redone"}
    move = {**GOODS, "player": 2} if how == "replace" else {}
    assert at_table.correct(1, how, **move).status_code == 201
    after = table.log.length - 1
    news = other.open(f"{table.address}now?after={after}").said[0]
    assert news.startswith(f"{told[how]}: ")
    assert "(a script)" in news


def test_a_phone_is_asked_about_what_a_script_noted(at_table, phone, table):
    page = phone.open(table.address + "?seat=2")
    at_table.note({**GOODS, "player": 2}, by="Wall")
    page = page.form_with(id="drew-goods").press("card", "goods")
    assert page.words_of(id="asked") == "Chloé · Goods has just been noted (script “Wall”). Another one?"


def test_a_script_is_asked_about_what_a_phone_noted(at_table, phone, table):
    phone.client.set_cookie("owner", "Ana")
    phone.open(table.address)
    table.tap(phone, "draw", player=2, card="goods")
    is_problem(at_table.note({**GOODS, "player": 2}, after=0), 409, "asked", "(Ana’s phone). Another one?")


def test_what_a_script_of_this_name_noted_itself_is_no_news_to_it(at_table):
    for number in range(3):
        assert at_table.note({**GOODS, "player": 2}, after=0, by="Wall").status_code == 201, number
    is_problem(at_table.note({**GOODS, "player": 2}, after=0, by="Hall"), 409, "asked", "script “Wall”")


@pytest.mark.parametrize("name", ["x" * 25, "\u202eno", "\n\x00", "", " "])
def test_a_script_has_a_name_that_can_be_shown(script, name):
    is_problem(script.note(GOODS, by=name), 422, "refused")
    assert script.look().json["after"] == 0


def test_an_export_says_which_phones_were_scripts(app, at_table, table):
    table.note("draw", player=0, card="goods")
    at_table.note({**GOODS, "player": 1}, by="Wall")
    with app.app_context():
        assert [entry["phone"] for entry in store.export(table.sitting)["log"]] == ["phone-1", "script-2"]


# Who may


def test_who_watches_reads_and_notes_nothing(app, script):
    script.note(GOODS)
    script.link = script.watch
    writing = [rule.rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api/sittings/<link>/")]
    for rule in writing:
        address = re.sub("<int:.*?>", "1", rule.removeprefix("/api/sittings/<link>/"))
        if address != "stream":
            is_problem(script.send(address, {**GOODS, "tap": "mine", "after": 1}), 403, "watching")
    assert len(writing) == 9
    assert script.look().json["after"] == 1


@pytest.mark.parametrize("link", ["x", "x" * 22, "x" * 100, "..%2F..", "%00", "%ED%A0%80"])
def test_a_link_that_leads_nowhere(app, link):
    one = Script(app)
    one.link = link
    is_problem(one.look(), 404, "nowhere")
    is_problem(one.send("moves", {}), 404, "nowhere")


def test_new_links_shut_the_old_ones_for_scripts_too(script, app):
    with app.app_context():
        store.new_links(store.find(script.link)[0])
    is_problem(script.look(), 404, "nowhere")


@pytest.mark.parametrize(
    ("method", "path", "status", "kind"),
    [
        ("GET", "/api/nothing", 404, "nowhere"),
        ("GET", "/api/sittings", 405, "method"),
        ("DELETE", "/api/sittings", 405, "method"),
        ("PUT", "/api/openapi.json", 405, "method"),
        ("POST", "/api/", 405, "method"),
    ],
)
def test_whatever_lies_nowhere_or_is_no_way_is_json_too(app, method, path, status, kind):
    answer = app.test_client().open(path, method=method)
    is_problem(answer, status, kind)
    assert (status == 405) == ("Allow" in answer.headers)


def test_no_cookie_is_read_set_or_needed(app, table):
    client = app.test_client()
    for name, value in (("language", "de"), ("companion-phone", "x"), ("phone", "x"), ("session", "x")):
        client.set_cookie(name, value)
    for answer in (client.get("/api/sittings/x"), client.get("/api/openapi.json"), client.get("/api/")):
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" not in answer.headers["Vary"]
        assert answer.headers["Content-Security-Policy"]
    assert client.get("/api/sittings/x").json["title"] == "Nothing here"


def test_no_other_site_is_given_leave(app, script):
    asked = {"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    for answer in (
        script.client.options(script.at("moves"), headers=asked),
        script.look(Origin="https://elsewhere.example"),
    ):
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


def test_a_database_that_can_not_be_written_says_so_and_the_tap_can_be_sent_again(script, monkeypatch):
    def full(*given):
        raise store.StoreTrouble(FULL)

    with monkeypatch.context() as broken:
        broken.setattr(store, "note", full)
        answer = script.note(GOODS, tap="mine")
    is_problem(answer, 503, "unavailable", "The disk is full")
    assert answer.headers["Retry-After"] == "5"
    assert script.note(GOODS, tap="mine").status_code == 201


def test_a_fault_of_ours_is_json_too(app, script, monkeypatch):
    monkeypatch.setattr(store, "note", lambda *given: 1 / 0)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    is_problem(script.note(GOODS), 500, "ours", "Nothing is left half done")


# Guessing


def test_who_guesses_at_links_has_to_wait_and_a_right_one_would_not_tell(app, script, guesses):
    guesser = Script(app)
    for number in range(guesses.most):
        guesser.link = f"{number:022}"
        assert guesser.look().status_code == 404
    answer = guesser.look()
    is_problem(answer, 429, "too-often")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    unknown = Script(app)
    unknown.link = script.watch
    is_problem(unknown.look(), 429, "too-often")


def test_the_taps_of_an_evening_go_on_beside_a_guesser_in_the_same_kitchen(app, script, guesses):
    script.look()
    guesser = Script(app)
    for number in range(guesses.most + 5):
        guesser.link = f"{number:022}"
        guesser.look()
    for _ in range(2 * guesses.most):
        assert script.note({"move": "reshuffle"}).status_code in (201, 422)


def test_a_display_that_asks_on_for_an_old_link_keeps_no_new_one_out(app, script, guesses):
    script.look()
    with app.app_context():
        (new,) = store.new_links(store.find(script.link)[0]).values()
    for _ in range(2 * guesses.most):
        is_problem(script.look(), 404, "nowhere")
    script.link = new.score_link
    assert script.look().status_code == 200


def test_a_guesser_may_try_again_when_a_while_has_passed(app, script, guesses, monkeypatch):
    monkeypatch.setattr(guesses, "seconds", 0.0)
    guesser = Script(app)
    for number in range(guesses.most + 5):
        guesser.link = f"{number:022}"
        assert guesser.look().status_code == 404


def test_where_nobody_counts_guesses_nobody_waits(app, guesses, monkeypatch):
    monkeypatch.setattr(guesses, "most", 0)
    for number in range(40):
        guesser = Script(app)
        guesser.link = f"{number:022}"
        assert guesser.look().status_code == 404


# The page


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_whoever_opens_the_door_in_a_browser_understands_it(new_phone, language):
    page = new_phone(language).open("/api/")
    assert page.one("html").get("lang") == language
    assert "/api/openapi.json" in page.links
    assert page.one("section", id="asked") is not None
