"""What the door for scripts answers, as JSON Schema."""

from __future__ import annotations

from companion import rules
from companion.record.files.log_file import ABOUT
from companion.web.api.problems import MIMETYPE, Problem
from companion.web.api.questions import KINDS
from companion.web.api.schemas import NAME, TAP, Schema

LATER = {429, 503}
SECONDS: Schema = {"description": "Seconds until it is worth another try", "schema": {"type": "integer"}}
STRIKES: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 1},
    "description": "Later entries to strike along, where the game would be over before them.",
}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def as_json(schema: Schema) -> Schema:
    return {"content": {"application/json": {"schema": schema}}}


def answers() -> dict[str, Schema]:
    return {
        "tap": TAP,
        "link": {"type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$"},
        "tally": _tally(),
        "noted": _noted(),
        "entry": _entry(),
        "problem": _problem(),
        "question": _question(),
    }


def _tally() -> Schema:
    properties = {
        "game": {"enum": list(rules.GAMES)},
        "over": {"type": "boolean"},
        "players": {"type": "array", "items": _player()},
        "winners": {"type": "array", "items": NAME, "description": "Empty until it is over"},
        "counter": {"type": ["object", "null"], "description": "What the table counts"},
        "after": {"type": "integer", "minimum": 0, "description": "The length of the log"},
        "log": {"type": "array", "items": ref("entry")},
    }
    always = [name for name in properties if name != "log"]
    return _object(properties, always, "As `companion tally` has it: what else is in it depends on the game.")


def _player() -> Schema:
    rank = {"type": "integer", "minimum": 1, "description": "1, 2, 2, 4: equal means equal"}
    return _object({"name": NAME, "rank": rank}, ["name", "rank"])


def _noted() -> Schema:
    entry = {"type": "integer", "minimum": 1, "description": "Its number in the log"}
    return {"allOf": [ref("tally")], "properties": {"entry": entry}, "required": ["entry"]}


def _entry() -> Schema:
    properties = {
        "number": {"type": "integer", "minimum": 1},
        "kind": {"enum": list(ABOUT)},
        "target": {"type": "integer", "description": "The entry that it is about"},
        "move": {"type": "object", "description": "As it was entered"},
        "seat": {"type": "integer"},
        "name": NAME,
        "strikes": STRIKES,
        "tap": ref("tap"),
        "phone": {"type": "string", "description": "phone-1, script-2: in the order in which they appear"},
        "at": {"type": "string", "format": "date-time"},
    }
    return _object(properties, ["number", "kind", "tap", "at"])


def _problem() -> Schema:
    always = {
        "type": {"type": "string", "format": "uri-reference", "description": "Never changes; for programs"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "The sentence, for people"},
    }
    return _object({**always, "field": {"type": "string", "description": "To blame, where one is"}}, list(always))


def _question() -> Schema:
    properties = {
        "about": {"enum": list(KINDS.values())},
        "entry": {"type": "integer", "description": "That made it doubtful"},
        "after": {"type": "integer", "description": "The length of the log that it is asked of"},
        "answers": {"type": "array", "items": _answer()},
        "drop": {"type": "string", "description": "What it means to send nothing more"},
    }
    return {"allOf": [ref("problem")], "properties": properties, "required": list(properties)}


def _answer() -> Schema:
    said = {"label": {"type": "string"}, "href": {"type": "string"}, "body": {"type": "object"}}
    return _object(said, list(said), "POST this body there, and nothing that was noted before is asked about again")


def _object(properties: Schema, required: list[str], description: str | None = None) -> Schema:
    told = {"type": "object", "properties": properties, "required": required}
    return {**told, "description": description} if description else told


def described(kind: Problem) -> Schema:
    schema = ref("question" if kind.status == 409 else "problem")
    example = {"type": kind.type, "title": str(kind.title), "status": kind.status}
    content: Schema = {"schema": schema}
    if kind.status != 409:
        content["example"] = {**example, "detail": str(kind.advice)}
    headers = {"Retry-After": SECONDS} if kind.status in LATER else {}
    return {"description": f"{kind.title}: {kind.advice}", "headers": headers, "content": {MIMETYPE: content}}
