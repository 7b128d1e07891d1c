"""The description of the door for scripts, OpenAPI 3.1: what moves and options there are comes from the rules."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from companion import __version__, rules
from companion.record.files.log_file import ABOUT, STRIKING_ALONG
from companion.web.api import PREFIX
from companion.web.api.schemas import NAME, STRIKES, TAP, Schema, bodies, moves, openings
from companion.web.api.taps import KINDS
from companion.web.errors import MIMETYPE, PROBLEMS, Problem

ALWAYS = {400, 429, 500, 503}
OF_LINKS = {404}
OF_BODIES = {413, 415}
OF_TAPS = {403, 409, 422}
AFTER: Schema = {
    "name": "after",
    "in": "query",
    "description": "The length of the log that you have: only what came later is in the answer’s log.",
    "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
}
LAST: Schema = {
    "name": "Last-Event-ID",
    "in": "header",
    "description": "The same, as a browser’s EventSource says it by itself; it goes before `after`.",
    "schema": {"type": "string"},
}
LINK: Schema = {"name": "link", "in": "path", "required": True, "schema": {"$ref": "#/components/schemas/link"}}
LATER = {429, 503}
SECONDS: Schema = {"description": "Seconds until it is worth another try", "schema": {"type": "integer"}}
ANSWER = "POST this body there, and nothing that was noted before is asked about again"
INTRODUCTION = """\
Score sheets for tables of real cards, for scripts, displays and load tests. What is noted here reaches the phones at \
once, and the other way round.

The link is the key: there are no accounts, no cookies and no tokens. Sentences come in the language of \
`Accept-Language` (en, fr, de, it); what is wrong with the shape of a body is said in English."""


@cache
def document() -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "Companion", "version": __version__, "description": INTRODUCTION},
        "servers": [{"url": "/"}],
        "tags": [{"name": "looking"}, {"name": "noting"}, {"name": "correcting"}],
        "paths": _paths(),
        "components": {
            "schemas": {**_answers(), **bodies(), **openings()},
            "responses": {kind.name: _described(kind) for kind in PROBLEMS},
        },
    }


def _paths() -> dict[str, Any]:
    sitting = f"{PREFIX}/sittings/{{link}}"
    entry = f"{sitting}/entries/{{number}}"
    return {
        f"{PREFIX}/sittings": {"post": _opening()},
        sitting: {"parameters": [LINK], "get": _looking()},
        f"{sitting}/stream": {"parameters": [LINK], "get": _listening()},
        f"{sitting}/moves": _noting("note", "Note a move", {"anyOf": [ref(name) for name in moves()]}),
        **{f"{entry}/{kind}": _correcting(kind) for kind in ABOUT if "target" in ABOUT[kind]},
        f"{sitting}/seats/{{seat}}/name": _noting("rename", "Rename whoever sits there", ref("rename"), "seat"),
    }


# What can be asked and done


def _opening() -> Schema:
    links = {"type": "object", "properties": {"score": ref("link"), "watch": ref("link")}}
    opened = {
        "description": "Its links: one to keep score with, one only to watch. In a browser they open /s/LINK/.",
        "headers": {"Location": {"description": "Of the sitting, for scoring", "schema": {"type": "string"}}},
        **as_json({**links, "required": ["score", "watch"]}),
    }
    known = {**opened, "description": "The same tap has opened the same sitting before."}
    return {
        "operationId": "openSitting",
        "tags": ["noting"],
        "summary": "Open a sitting",
        "requestBody": {"required": True, **as_json({"oneOf": [ref(name) for name in openings()]})},
        "responses": {"201": opened, "200": known, **_problems({422, *OF_BODIES})},
    }


def _looking() -> Schema:
    standing = {
        "description": "The tally of `companion tally`, the log’s length, and the log.",
        "headers": {"ETag": {"description": "For If-None-Match: cheap polling", "schema": {"type": "string"}}},
        **as_json({"allOf": [ref("tally"), {"required": ["log"]}]}),
    }
    return {
        "operationId": "getSitting",
        "tags": ["looking"],
        "summary": "How a sitting stands",
        "parameters": [AFTER],
        "responses": {"200": standing, "304": {"description": "As it was"}, **_problems(OF_LINKS)},
    }


def _listening() -> Schema:
    events = (
        "Server-sent events. `tally`: what getSitting answers, its log only what is new to you, its id the log’s"
        " length; the first at once, unless you have it all. `phones`: how many phones have it open. The stream ends"
        " after some minutes: come back with what you had last."
    )
    answer = {"description": events, "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    return {
        "operationId": "listen",
        "tags": ["looking"],
        "summary": "Hear of whatever is noted, at once",
        "parameters": [AFTER, LAST],
        "responses": {"200": answer, **_problems(OF_LINKS)},
    }


def _correcting(kind: str) -> Schema:
    titles = {
        "strike": "Strike an entry out",
        "restore": "Restore an entry that was struck out",
        "replace": "Put another move in its place",
        "insert": "Put a move in before it that was forgotten",
        "undo": "Take back whatever this entry did",
        "redo": "Do again what was undone last",
    }
    if "move" in ABOUT[kind]:
        told = {"anyOf": [ref(f"{name}.anew") for name in moves()]}
    else:
        told = ref("correction" if kind in STRIKING_ALONG else "back")
    return _noting(kind, titles[kind], told, "number")


def _noting(operation: str, summary: str, told: Schema, number: str | None = None) -> Schema:
    lowest = 0 if number == "seat" else 1
    numbered = {"name": number, "in": "path", "required": True, "schema": {"type": "integer", "minimum": lowest}}
    return {
        "parameters": [LINK, *([numbered] if number else [])],
        "post": {
            "operationId": operation,
            "tags": ["correcting" if number else "noting"],
            "summary": summary,
            "requestBody": {"required": True, **as_json(told)},
            "responses": {
                "201": {"description": "Noted: how it stands now", **as_json(ref("noted"))},
                "200": {"description": "This very tap had been noted before", **as_json(ref("noted"))},
                **_problems({*OF_LINKS, *OF_BODIES, *OF_TAPS}),
            },
        },
    }


def _problems(statuses: Iterable[int]) -> Schema:
    wanted = ALWAYS.union(statuses)
    return {str(it.status): {"$ref": f"#/components/responses/{it.name}"} for it in PROBLEMS if it.status in wanted}


# What is answered


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def as_json(schema: Schema) -> Schema:
    return {"content": {"application/json": {"schema": schema}}}


def _answers() -> dict[str, Schema]:
    player = {"name": NAME, "rank": {"type": "integer", "minimum": 1, "description": "1, 2, 2, 4: equal means equal"}}
    tally = {
        "game": {"enum": list(rules.GAMES)},
        "over": {"type": "boolean"},
        "players": {"type": "array", "items": _object(player)},
        "winners": {"type": "array", "items": NAME, "description": "Empty until it is over"},
        "counter": {"type": ["object", "null"], "description": "What the table counts"},
        "after": {"type": "integer", "minimum": 0, "description": "The length of the log"},
    }
    chances = {
        "type": ["array", "null"],
        "items": {"type": "number", "minimum": 0, "maximum": 1},
        "description": "Where the game has it, each seat’s chance to win, about, adding up to 1, by what everybody "
        "at the table knows; null once it is over, and where not every card is counted or the table wants none",
    }
    noted = {"entry": {"type": "integer", "minimum": 1, "description": "Its number in the log"}}
    entry = {
        "number": {"type": "integer", "minimum": 1},
        "kind": {"enum": list(ABOUT)},
        "tap": ref("tap"),
        "at": {"type": "string", "format": "date-time"},
    }
    about = {
        "target": {"type": "integer", "description": "The entry that it is about"},
        "move": {"type": "object", "description": "As it was entered"},
        "seat": {"type": "integer"},
        "name": NAME,
        "strikes": STRIKES,
        "phone": {"type": "string", "description": "phone-1, script-2: in the order in which they appear"},
    }
    problem = {
        "type": {"type": "string", "format": "uri-reference", "description": "Never changes; for programs"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "The sentence, for people"},
    }
    answer = {"label": {"type": "string"}, "href": {"type": "string"}, "body": {"type": "object"}}
    question = {
        "about": {"enum": list(KINDS.values())},
        "entry": {"type": "integer", "description": "With which it is in conflict"},
        "after": {"type": "integer", "description": "The length of the log that it is asked of"},
        "answers": {"type": "array", "items": {**_object(answer), "description": ANSWER}},
        "drop": {"type": "string", "description": "What it means to send nothing more"},
    }
    return {
        "tap": TAP,
        "link": {"type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$"},
        "tally": {
            **_object(tally, chances=chances, log={"type": "array", "items": ref("entry")}),
            "description": "As `companion tally` has it: what else is in it depends on the game.",
        },
        "noted": {"allOf": [ref("tally")], "properties": noted, "required": list(noted)},
        "entry": _object(entry, **about),
        "problem": _object(problem, field={"type": "string", "description": "To blame, where one is"}),
        "question": {"allOf": [ref("problem")], "properties": question, "required": list(question)},
    }


def _object(always: Schema, **sometimes: Schema) -> Schema:
    return {"type": "object", "properties": {**always, **sometimes}, "required": list(always)}


def _described(kind: Problem) -> Schema:
    schema = ref("question" if kind.status == 409 else "problem")
    example = {"type": kind.type, "title": str(kind.title), "status": kind.status}
    content: Schema = {"schema": schema}
    if kind.status != 409:
        content["example"] = {**example, "detail": str(kind.advice)}
    headers = {"Retry-After": SECONDS} if kind.status in LATER else {}
    return {"description": f"{kind.title}: {kind.advice}", "headers": headers, "content": {MIMETYPE: content}}
