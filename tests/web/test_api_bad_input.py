"""Every body that isn't what the description says: a sentence as JSON, never a 500, and nothing half written."""

import importlib.util
import json
import random
from pathlib import Path

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion import store

DRAW = {"move": "draw", "player": 0, "card": "goods", "tap": "a-tap", "after": 0}
NESTED = 100_000
BYTES = {
    b"": "Expecting value",
    b"null": "it must be a JSON object",
    b"[]": "it must be a JSON object",
    b'"draw"': "it must be a JSON object",
    b"{": "is not JSON",
    b"{'tap': 1}": "is not JSON",
    b'{"tap": 1} {}': "Extra data",
    b'{"tap": 1,}': "is not JSON",
    b"tap=1&after=0": "is not JSON",
    b"<tap/>": "is not JSON",
    b"\x00": "is not JSON",
    b'{"tap": "\x00"}': "is not JSON",
    b'{"after": NaN}': "NaN is no number",
    b'{"after": -Infinity}': "-Infinity is no number",
    b'{"after": 1' + b"0" * 4999 + b"}": "a number that is far too large",
    b'{"after": 0, "after": 1}': "has the key “after” twice",
    b'{"tap": "a", "after": 1e400}': "“after” must be a whole number",
    b'{"tap": "\xff"}': "is not UTF-8",
    b'{"tap": "\xed\xa0\x80"}': "is not UTF-8",
    b"\xff\xfe{\x00}\x00": "is not UTF-8",
    json.dumps(DRAW).encode("utf-16-be"): "is not JSON",
    json.dumps(DRAW).encode("utf-32"): "is not UTF-8",
    b"\x1f\x8b\x08\x00\x00": "is not UTF-8",
    b"[" * NESTED: "is nested too deeply",
    b'{"a":' * (NESTED // 10): "is nested too deeply",
}
FIELDS = [
    ({"tap": None}, "“tap” must be a text"),
    ({"tap": 7}, "“tap” must be a text"),
    ({"tap": ""}, "“tap” is 1 to 64 letters"),
    ({"tap": "x" * 65}, "“tap” is 1 to 64 letters"),
    ({"tap": "a tap"}, "“tap” is 1 to 64 letters"),
    ({"tap": "a-tap\n"}, "“tap” is 1 to 64 letters"),
    ({"tap": "tap\x00"}, "“tap” is 1 to 64 letters"),
    ({"tap": "\ud800"}, "“tap” is 1 to 64 letters"),
    ({"after": None}, "“after” must be a whole number"),
    ({"after": "0"}, "“after” must be a whole number"),
    ({"after": 0.5}, "“after” must be a whole number"),
    ({"after": False}, "“after” must be a whole number"),
    ({"after": [0]}, "“after” must be a whole number"),
    ({"twice": 1}, "“twice” must be true or false"),
    ({"twice": "true"}, "“twice” must be true or false"),
    ({"by": 1}, "“by” must be a text"),
    ({"move": None}, "“move” must be a text"),
    ({"move": ["draw"]}, "“move” must be a text"),
    ({"player": True}, "“player” must be a whole number"),
    ({"player": "0"}, "“player” must be a whole number"),
    ({"player": None}, "“player” must be a whole number"),
    ({"card": 0}, "“card” must be a text"),
    ({"lost": 1.5}, "“lost” must be a whole number"),
    ({"at": 12}, "“at” must be a text"),
    ({"at": "now"}, "“now” is not a time"),
    ({"strikes": [1]}, "The move has an unknown key “strikes”"),
    ({"\ud800": 1}, "unknown key “�”"),
    ({"phone": "x"}, "The move has an unknown key “phone”"),
]
CORRECTIONS = [
    ("strike", {"strikes": 1}, "“strikes” must be a list"),
    ("strike", {"strikes": [True]}, "a number of “strikes” must be a whole number"),
    ("strike", {"strikes": ["1"]}, "a number of “strikes” must be a whole number"),
    ("strike", {"move": "draw"}, "The body has an unknown key “move”"),
    ("undo", {"strikes": []}, "The body has an unknown key “strikes”"),
    ("replace", {}, "“move” must be a text"),
    ("insert", {"move": "draw"}, "The move lacks “card”"),
]


class Door:
    """A table with one entry, and what stood in the database before."""

    def __init__(self, app, table):
        self.app, self.table, self.client = app, table, app.test_client(use_cookies=False)
        self.address = f"/api/sittings/{table.sitting.score_link}"
        self.before = self.log

    @property
    def log(self):
        with self.app.app_context():
            return [entry.tap for entry in store.read(self.table.sitting).entries]

    def send(self, raw, path="/moves", kind="application/json", **headers):
        body = raw if isinstance(raw, bytes) else json.dumps(raw).encode()
        return self.client.post(self.address + path, data=body, content_type=kind, headers=headers)

    def refuses(self, answer, status, sentence=""):
        assert (answer.status_code, answer.mimetype) == (status, "application/problem+json"), answer.text
        assert sentence in answer.json["detail"]
        assert answer.json["detail"].replace("\u00a0", " ").isprintable()
        assert self.log == self.before
        return True


@pytest.fixture
def door(app, table):
    table.note("draw", player=0, card="goods")
    return Door(app, table)


@pytest.mark.parametrize(("raw", "sentence"), BYTES.items(), ids=range(len(BYTES)))
def test_bytes_that_are_no_body(door, raw, sentence):
    for path in ("/moves", "/entries/1/strike", "/seats/0/name"):
        assert door.refuses(door.send(raw, path), 400, sentence), path


@pytest.mark.parametrize("raw", BYTES, ids=range(len(BYTES)))
def test_bytes_that_open_no_sitting(app, raw):
    answer = app.test_client().post("/api/sittings", data=raw, content_type="application/json")
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")


@pytest.mark.parametrize("key", ["game", "rules", "players", "options", "first", "tap"])
@pytest.mark.parametrize("value", [None, 1.5, True])
def test_a_table_of_another_shape_than_the_description_has(app, key, value):
    body = {"game": "fiasko", "players": ["Ana", "Tom"], key: value}
    answer = app.test_client().post("/api/sittings", json=body)
    assert (answer.status_code, answer.json["type"]) == (400, "/api/#unreadable")
    assert f"“{key}” must be" in answer.json["detail"]


@pytest.mark.parametrize(("change", "sentence"), FIELDS)
def test_fields_of_another_type_than_the_description_has(door, change, sentence):
    assert door.refuses(door.send({**DRAW, **change}), 400, sentence)


@pytest.mark.parametrize("key", ["after", "player"])
def test_a_whole_number_with_a_point_is_what_the_schema_says_and_refused_all_the_same(door, key):
    assert door.refuses(door.send({**DRAW, key: 0.0}), 422, f"“{key}” must be a whole number")


@pytest.mark.parametrize("key", ["tap", "after", "player", "card", "move"])
def test_a_move_lacks_nothing(door, key):
    without = {name: value for name, value in DRAW.items() if name != key}
    assert door.refuses(door.send(without), 400, f"“{key}”")


@pytest.mark.parametrize(("how", "change", "sentence"), CORRECTIONS)
def test_corrections_of_another_shape_than_the_description_has(door, how, change, sentence):
    body = {"tap": "a-tap", "after": 1, **change}
    answer = door.send(body, f"/entries/1/{how}")
    assert door.refuses(answer, 400)
    assert sentence.lower() in answer.json["detail"].lower()


@pytest.mark.parametrize("strikes", [[1], [2], [0], [-1], [10**30], [1, 1]])
def test_strikes_that_make_no_sense_strike_nothing(door, strikes):
    answer = door.send({"tap": "a-tap", "after": 1, "strikes": strikes}, "/entries/1/restore")
    assert door.refuses(answer, 422)


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "\x00", "a\nb", "\ud800", "Tom", "tom", "Ana"])
def test_names_that_nobody_can_have(door, name):
    answer = door.send({"tap": "a-tap", "after": 1, "name": name}, "/seats/0/name")
    assert door.refuses(answer, 422)


@pytest.mark.parametrize("name", [None, 1, ["Eve"], {}])
def test_names_that_are_no_text(door, name):
    assert door.refuses(door.send({"tap": "a-tap", "after": 1, "name": name}, "/seats/0/name"), 400, "must be a text")


def test_half_a_character_in_what_is_asked_about_comes_back_as_it_was(door):
    """A known tap is asked about before anybody looks at the name."""
    name = {"tap": door.before[0], "after": 1, "name": "\ud800"}
    answer = door.send(name, "/seats/0/name")
    assert door.refuses(answer, 409)
    assert answer.json["answers"][0]["body"]["name"] == "\ud800"


@pytest.mark.parametrize(
    "kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json", "*/*", "\x7f"]
)
def test_a_body_that_does_not_say_that_it_is_json(door, kind):
    """A page of another site can send no more than these without asking leave."""
    assert door.refuses(door.send(DRAW, kind=kind), 415, "application/json")


def test_a_body_may_say_in_which_letters_it_is(door):
    assert door.send({**DRAW, "player": 1, "after": 1}, kind="application/json; charset=utf-8").status_code == 201


def test_a_body_of_five_megabytes(door):
    assert door.refuses(door.send(b'{"tap": "' + b"x" * 5_000_000 + b'"}'), 413, "100 kB")
    assert door.refuses(door.send(b" " * 5_000_000), 413)


def test_a_body_whose_length_nobody_says_is_not_read_to_its_end(door):
    class Endless:
        def __init__(self):
            self.given = 0

        def read(self, size=-1):
            self.given += size
            assert self.given < 1_000_000
            return b" " * size

    made = EnvironBuilder(door.address + "/moves", method="POST", content_type="application/json").get_environ()
    unsaid = {name: value for name, value in made.items() if name != "CONTENT_LENGTH"}
    sent = {**unsaid, "wsgi.input": Endless(), "wsgi.input_terminated": True}
    body, status, _ = run_wsgi_app(door.app, sent, buffered=True)
    assert status.startswith("400")  # what came of it was no JSON
    assert json.loads(b"".join(body))["type"] == "/api/#unreadable"


def test_a_name_in_every_other_letter_is_written_back_as_it_was(door):
    name = "Ünï 𝓕lo 👩‍👧 ‍漢"
    answer = door.send({"tap": "a-tap", "after": 1, "name": name}, "/seats/0/name")
    assert answer.json["players"][0]["name"] == name


@pytest.mark.slow
def test_strangers_find_nothing(tmp_path, monkeypatch):
    """Requests made up from the description; many more of them: `python tools/strangers.py`."""
    path = Path(__file__).parents[2] / "tools" / "strangers.py"
    spec = importlib.util.spec_from_file_location("strangers", path)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    random.seed(0)
    world = tool.strangers(400, tmp_path)
    assert world.asked >= 400
    assert {200, 201, 400, 404, 422} <= world.answers.keys() <= {200, 201, 400, 403, 404, 409, 413, 415, 422}
