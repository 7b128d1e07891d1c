"""The description of the door for scripts: valid, whole, generated from the moves, and true."""

import json
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from companion.record.files.game_file import read_move
from companion.record.files.log_file import ABOUT
from companion.rules import GAMES
from companion.rules.moves import End, Label, Move, Seat, Within, fields_of
from companion.rules.text import say
from companion.web.api import document as described
from companion.web.api import schemas
from companion.web.errors import PROBLEMS


@pytest.fixture(scope="module")
def document(app):
    answer = app.test_client().get("/api/openapi.json")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    return answer.json


@pytest.fixture(scope="module")
def valid(document):
    """Whether data is what a schema of the document says."""

    def check(name, data):
        schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        return Draft202012Validator(schema).is_valid(data)

    return check


def operations(document):
    for path, item in document["paths"].items():
        for method in ("get", "post"):
            if method in item:
                yield path, method, item[method]


def test_it_is_openapi(document):
    assert document["openapi"] == "3.1.0"
    validate(deepcopy(document))


def test_it_says_where_the_server_is_also_behind_a_prefix(app):
    document = app.test_client().get("/api/openapi.json", environ_overrides={"SCRIPT_NAME": "/companion"}).json
    assert document["servers"] == [{"url": "/companion"}]


def test_every_route_is_described_and_every_description_is_a_route(app, document):
    rules = {
        (rule.rule.replace("<int:", "{").replace("<", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if rule.endpoint.startswith("api.") and rule.endpoint not in ("api.page", "api.description")
    }
    assert {(path, method) for path, method, _ in operations(document)} == rules


def test_every_operation_has_a_name_of_its_own_a_summary_and_an_answer_for_what_goes_wrong(document):
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(set(names)) == len(names)
    for _, method, operation in operations(document):
        assert operation["summary"]
        wanted = {"200", "400", "429", "500", "503"} | ({"201", "413", "415", "422"} if method == "post" else set())
        assert wanted <= operation["responses"].keys()


def test_whatever_changes_a_table_may_be_forbidden_asked_about_or_not_there(document):
    for path, method, operation in operations(document):
        there, changes = "{link}" in path, "{link}" in path and method == "post"
        assert {"404", "403", "409"} & operation["responses"].keys() == ({"404"} if there else set()) | (
            {"403", "409"} if changes else set()
        )


def test_whoever_knows_nothing_of_the_log_may_ask_for_all_of_it(document):
    asks = [one for path in document["paths"].values() for one in path.get("get", {}).get("parameters", ())]
    assert {one["schema"]["minimum"] for one in asks if one.get("name") == "after"} == {0}


def test_every_correction_of_the_log_has_a_way(document):
    ways = {path.rpartition("/")[2] for path in document["paths"] if "/entries/" in path}
    assert ways == {kind for kind, about in ABOUT.items() if "target" in about}


@pytest.mark.parametrize("slug", GAMES)
def test_every_move_is_there_with_its_fields_ranges_choices_and_labels(document, slug):
    game = GAMES[slug]
    for kind in game.moves:
        schema = document["components"]["schemas"][f"{slug}.{kind.kind}"]
        assert schema["title"] == str(kind.title)
        assert schema["properties"]["move"] == {"const": kind.kind}
        for field in fields_of(kind):
            told = schema["properties"][field.name]
            inner = told.get("items", told)
            assert (field.name in schema["required"]) == field.required
            assert told["description"]
            if field.choices:
                assert inner["enum"] == list(field.choices)
            if field.within:
                assert (inner["minimum"], inner["maximum"]) == field.within
            if field.seat:
                assert (inner["minimum"], inner["maximum"]) == (0, game.seats.high - 1)
            if field.name in kind.labels:
                assert told["description"].startswith(str(kind.labels[field.name].title))


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_is_there_with_its_values_and_its_default(document, slug):
    schema = document["components"]["schemas"][f"{slug}.sitting"]["properties"]["options"]
    for option in GAMES[slug].options:
        told = schema["properties"][option.key]
        assert (told["title"], told.get("default")) == (str(option.title), option.write(option.default))


@pytest.mark.parametrize("slug", GAMES)
def test_each_example_is_what_it_describes_and_a_game_file_could_have_it(document, valid, slug):
    game = GAMES[slug]
    for kind in (*game.moves, End):
        name = kind.kind if kind is End else f"{slug}.{kind.kind}"
        for known in (name, f"{name}.anew"):
            (example,) = document["components"]["schemas"][known]["examples"]
            assert valid(known, example)
        move = {key: value for key, value in example.items() if key not in ("tap", "after")}
        assert read_move(game, game.table(["Ana", "Tom"]), move).kind == kind.kind


@pytest.mark.parametrize("slug", GAMES)
def test_most_examples_could_begin_a_game(slug):
    game = GAMES[slug]
    usual = game.table(["Ana", "Tom"])
    for kind in game.moves:
        if kind.kind not in ("reshuffle", "take"):  # before which something has to happen, or be chosen
            move = read_move(game, usual, schemas.example(game, kind))
            assert game.tap(game.start(usual), move).played == 1, kind


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("fiasko.draw", {"player": 5}),
        ("fiasko.draw", {"player": "0"}),
        ("fiasko.draw", {"player": None}),
        ("fiasko.draw", {"card": "ace"}),
        ("fiasko.draw", {"tap": "no spaces"}),
        ("fiasko.draw", {"after": -1}),
        ("fiasko.draw", {"strikes": []}),
        ("fiasko.draw", {"other": 1}),
        ("pasta.bank", {"shape": 9}),
        ("states.battle", {"state": "XX"}),
        ("states.battle", {"tanks": [31]}),
        ("fiasko.sitting", {"players": ["Ana"]}),
        ("fiasko.sitting", {"options": {"count": "some"}}),
        ("pasta.sitting", {"options": {"deck": 16}}),
        ("states.sitting", {"options": {"goal": {"points": 0}}}),
    ],
)
def test_what_is_out_of_range_is_not_what_it_describes(document, valid, name, change):
    (example,) = document["components"]["schemas"][name]["examples"]
    assert valid(name, example)
    assert not valid(name, {**example, **change})


def test_every_problem_is_there_with_the_type_that_never_changes(document):
    responses = document["components"]["responses"]
    assert responses.keys() == {kind.name for kind in PROBLEMS}
    for kind in PROBLEMS:
        (content,) = responses[kind.name]["content"].values()
        assert kind.status == 409 or content["example"]["type"] == f"/api/#{kind.name}"
        assert ("Retry-After" in responses[kind.name]["headers"]) == (kind.status in (429, 503))


@dataclass(frozen=True, slots=True)
class Shout(Move):
    kind = "shout"
    title = say("A shout")
    labels = {
        "words": Label(say("Words")),
        "how": Label(say("How?"), choices={"loud": say("Loud"), "soft": say("Soft")}),
    }
    player: Seat
    words: tuple[Annotated[int, Within(3, 9)], ...]
    to: Seat | None
    how: Literal["loud", "soft"] = "soft"


@pytest.fixture
def another_version(monkeypatch):
    """Of the first game: one that knows another move, and is a former one from now on."""
    game = next(iter(GAMES.values()))
    former = replace(game, moves=(Shout,), play=lambda sheet, move: sheet)
    monkeypatch.setitem(GAMES, game.slug, replace(game, version=2, earlier=(former,)))
    return game


def test_a_move_that_nobody_wrote_a_description_of_is_described(another_version, app, monkeypatch):
    """Sittings by former rules go on, so what they know is there as well, and so are their tables."""
    described.document.cache_clear()
    document = json.loads(app.test_client().get("/api/openapi.json").data)
    described.document.cache_clear()
    validate(deepcopy(document))
    known = document["components"]["schemas"]
    slug = another_version.slug
    shout = known[f"{slug}.shout.1"]
    assert shout["required"] == ["move", "player", "words", "to", "tap", "after"]
    assert shout["properties"]["words"]["items"] == {"type": "integer", "minimum": 3, "maximum": 9}
    assert shout["properties"]["to"]["type"] == ["integer", "null"]
    assert shout["properties"]["how"]["enum"] == ["loud", "soft"]
    assert known[f"{slug}.sitting"]["properties"]["rules"]["const"] == 2
    former = known[f"{slug}.1.sitting"]
    assert (former["properties"]["rules"]["const"], former["required"]) == (1, ["game", "players", "rules"])
    moves = document["paths"]["/api/sittings/{link}/moves"]["post"]["requestBody"]["content"]["application/json"]
    assert {"$ref": f"#/components/schemas/{slug}.shout.1"} in moves["schema"]["anyOf"]
