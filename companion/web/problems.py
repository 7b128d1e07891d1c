"""What can go wrong, in one table: said to people on a page, and to programs as data of one shape (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from flask import Response

from companion.record.files.game_file import LARGEST as LARGEST_FILE
from companion.rules.text import Text, say
from companion.web.api import PREFIX
from companion.web.languages import told

MIMETYPE = "application/problem+json"
LARGEST = 100_000  # bytes of a program's body: the longest move has some hundred


class Problem(NamedTuple):
    """`name` is for programs and never changes; `advice`, to them, is said where nothing more exact is known."""

    name: str
    status: int
    title: Text
    advice: Text
    on_page: Text | None = None  # the advice there, where people can come to it
    title_on_page: Text | None = None  # where it is another one

    @property
    def type(self) -> str:
        """The same wherever this is served."""
        return f"{PREFIX}/#{self.name}"


UNREADABLE = Problem(
    "unreadable",
    400,
    say("That is not what the description says"),
    say("Compare it with the description: /api/openapi.json"),
    say("Go back and try again."),
    say("That arrived incomplete"),
)
WATCHING = Problem(
    "watching",
    403,
    say("This link is for watching"),
    say("Whoever keeps score has the other link: ask for it."),
    say("Ask whoever keeps score for the other link if you want to note something."),
)
NOWHERE = Problem(
    "nowhere",
    404,
    say("Nothing lies here"),
    say("The link may be mistyped, or its table has new links. Ask for a fresh one."),
    say("The link may be mistyped, or its table has new links. Ask for a fresh one."),
)
NOT_SO = Problem(
    "method",
    405,
    say("That can’t be done here"),
    say("The description says what can: /api/openapi.json"),
    say("Go back and use the buttons of the page."),
)
ASKED = Problem(
    "asked",
    409,
    say("Is it still meant?"),
    say("Others have noted something meanwhile: send one of the answers, or drop it."),
)
TOO_LARGE = Problem(
    "too-large",
    413,
    say("That is too large"),
    say("A body has at most %(kilobytes)s kB here.", kilobytes=LARGEST // 1000),
    say("A game file has at most %(megabytes)s MB.", megabytes=LARGEST_FILE // 1_000_000),
)
NOT_JSON = Problem(
    "media-type",
    415,
    say("Here everything is JSON"),
    say("The type of a body must be %(type)s.", type="application/json"),
)
REFUSED = Problem("refused", 422, say("That can’t be noted"), say("The rules or the log are against it."))
TOO_OFTEN = Problem(
    "too-often",
    429,
    say("Too many links that lead nowhere"),
    say("Wait a minute. Links that were right before go on working."),
)
OURS = Problem(
    "ours",
    500,
    say("Something broke on our side"),
    say("Nothing was half noted. The same tap can be sent again."),
    say("Nothing was half noted. Go back and try again."),
)
UNAVAILABLE = Problem(
    "unavailable",
    503,
    say("Not just now"),
    say("Nothing was noted. Send the same tap again in a moment."),
    say("Nothing was noted. Try again in a moment."),
    say("The table can’t be written to just now"),
)
PROBLEMS = (
    *(UNREADABLE, WATCHING, NOWHERE, NOT_SO, ASKED, TOO_LARGE, NOT_JSON, REFUSED, TOO_OFTEN, OURS, UNAVAILABLE),
)


def sentences_on_page(status: int) -> tuple[Text, Text]:
    """A title and an advice."""
    for known in PROBLEMS:
        if known.status == status and known.on_page:
            return known.title_on_page or known.title, known.on_page
    return OURS.title, OURS.on_page or OURS.advice


def problem(kind: Problem, detail: Text | str | None = None, **more: Any) -> Response:
    """`more`: what a program can act on."""
    said = {
        "type": kind.type,
        "title": told(kind.title),
        "status": kind.status,
        "detail": told(detail or kind.advice),
    }
    # In ASCII: half a character that somebody sent may be in what they are to send again
    return Response(json.dumps({**said, **more}), kind.status, mimetype=MIMETYPE)


def early_problem(status: int) -> bytes:
    """Where no application has been asked yet, and so nobody knows a language."""
    kind = _alike(status)
    advice, title = str(kind.advice), str(kind.title)
    return json.dumps({"type": kind.type, "title": title, "status": status, "detail": advice}).encode()


def problem_of(status: int, detail: Text | None = None, headers: Iterable[tuple[str, str]] = ()) -> Response:
    """For what is found before any route of ours is asked, or behind all of them."""
    response = problem(_alike(status)._replace(status=status), detail)
    response.headers.extend((name, value) for name, value in headers if name != "Content-Type")
    return response


def _alike(status: int) -> Problem:
    return next((known for known in PROBLEMS if known.status == status), OURS if status >= 500 else UNREADABLE)
