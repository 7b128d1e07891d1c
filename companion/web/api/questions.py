"""A tap that others have made doubtful, as data: what is asked, and for each answer what to send, and where to."""

from __future__ import annotations

import uuid
from typing import Any

from flask import Response, g, request, url_for

from companion import store
from companion.record.doubts import Arrived, Changed, Corrected, EndsHere, Renamed, SameAgain, TurnMoved
from companion.screens.log.questions import Question, question_about
from companion.web.api.bodies import Body
from companion.web.languages import told
from companion.web.problems import ASKED, problem

KINDS = {
    SameAgain: "same-again",
    TurnMoved: "turn-moved",
    Corrected: "corrected",
    Changed: "changed",
    Arrived: "arrived",
    Renamed: "renamed",
    EndsHere: "ends-here",
}


def ask(doubtful: store.Doubtful) -> Response:
    """Of the log as it was when the doubt arose: whatever comes after it has not been asked about."""
    body: Body = g.body
    g.opened.log = doubtful.log
    g.opened.phone = str(body.tap.phone)
    doubt = doubtful.doubt
    whose = g.opened.whose_phone(doubt.entry)
    question = question_about(doubt, doubtful.wanted.kind, doubtful.log, g.opened.screen.words, whose)
    return problem(
        ASKED,
        question.sentence,
        about=KINDS[type(doubt)],
        entry=doubt.entry.number,
        after=doubtful.log.length,
        answers=_answers(doubtful, question, {**body.whole, "after": doubtful.log.length}),
        drop=told(question.no),
    )


def _answers(doubtful: store.Doubtful, question: Question, again: dict[str, Any]) -> list[dict[str, Any]]:
    here = url_for(str(request.endpoint), link=g.opened.link, **(request.view_args or {}))
    match doubtful.doubt:
        case TurnMoved():
            players = doubtful.log.sheet.table.players
            return [_answer(name, here, {**again, "player": seat}) for seat, name in enumerate(players)]
        case EndsHere(ends=ends):
            again["strikes"] = [*doubtful.wanted.strikes, *ends.later]
        case Arrived(entry=entry, instead=instead):
            again["tap"] = str(uuid.uuid4())  # for its own stands for what arrived
            if instead:
                here = url_for(".replace", link=g.opened.link, number=entry.number)
        case _:
            pass
    assert question.yes is not None, "only whose it was has no yes"
    return [_answer(told(question.yes), here, again)]


def _answer(label: str, href: str, body: dict[str, Any]) -> dict[str, Any]:
    return {"label": label, "href": href, "body": body}
