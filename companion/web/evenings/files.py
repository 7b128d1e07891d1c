"""Game files come in by a form: each for itself, and each is answered with a sentence."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Blueprint, Response, current_app, make_response, render_template, request
from werkzeug.datastructures import FileStorage

from companion import store
from companion.record.files.game_file import LARGEST
from companion.record.files.strict_json import NotAGameFile
from companion.rules.text import Text, brief, say, say_many
from companion.web.limits import IMPORTS, Lately, home_of
from companion.web.security import phone

bp = Blueprint("imports", __name__)
OURS = say("Something broke on our side")
PATH = "/import"
LARGEST_UPLOAD = 50_000_000  # several files
MOST_SHOWN = 20  # games of a file


class BroughtFile(NamedTuple):
    """What became of a file; `detail` is for whoever made it, in English."""

    text: Text
    fine: bool = True
    detail: str | None = None
    sittings: tuple[store.Sitting, ...] = ()


@bp.url_value_preprocessor
def allow_several(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Before anybody looks for a token in the form: then it is read."""
    request.max_content_length = LARGEST_UPLOAD


@bp.get(PATH)
def page() -> str:
    return render_template("evenings/import.html", brought=[], links={})


@bp.post(PATH)
def bring() -> Response:
    """Whatever is wrong with one file, the others come in all the same."""
    files = [file for file in request.files.getlist("files") if file.filename]
    imports: Lately = current_app.extensions[IMPORTS]
    home, wait = home_of(request.remote_addr), 0
    known = store.visited(phone())
    brought = []
    for file in files:
        name = brief(file.filename)
        if wait := imports.wait(home):
            brought.append(_left_out(name, say("Too many games were imported from here lately: try again later")))
            continue
        try:
            one = _take_in(file, name, known)
        except NotAGameFile as error:
            text = say("“%(file)s” was not imported: it is not a game file, or not a whole one.", file=name)
            one = BroughtFile(text, False, str(error))
        except store.ImportRefused as refused:
            one = _left_out(name, refused.text, refused.came)
        except store.StoreTrouble as trouble:
            one = _left_out(name, trouble.text)
        except Exception:  # what came in before it is told of all the same
            current_app.logger.exception("a file has been left out by a fault of ours")
            one = _left_out(name, OURS)
        if new := {sitting.id for sitting in one.sittings} - known:
            imports.note(home, len(new))
            known |= new
        brought.append(one)
    if not files:
        brought.append(BroughtFile(say("Choose a file first."), fine=False))
    found = {sitting.id for one in brought for sitting in one.sittings[:MOST_SHOWN]}
    links = store.links(phone(), found) if found else {}
    status = 200 if any(one.fine for one in brought) else 429 if wait else 422
    headers = {"Retry-After": str(wait)} if wait else {}
    page = render_template("evenings/import.html", brought=brought, links=links, most=MOST_SHOWN)
    return make_response(page, status, headers)


def _take_in(file: FileStorage, name: str, known: set[int]) -> BroughtFile:
    raw = file.stream.read(LARGEST + 1)
    if len(raw) > LARGEST:
        return BroughtFile(say("“%(file)s” was not imported: it is larger than 5 MB.", file=name), fine=False)
    found = {sitting.id: sitting for sitting in store.import_games(raw, phone())}
    if not found:
        raise NotAGameFile("holds no game")
    sittings, new = tuple(found.values()), len(found.keys() - known)
    if not new:
        return BroughtFile(say("“%(file)s” was here already.", file=name), sittings=sittings)
    text = say_many("“%(file)s”: %(count)s game imported.", "“%(file)s”: %(count)s games imported.", new, file=name)
    return BroughtFile(text, sittings=sittings)


def _left_out(name: str, why: Text, came: tuple[store.Sitting, ...] = ()) -> BroughtFile:
    if not came:
        return BroughtFile(say("“%(file)s” was not imported: %(why)s", file=name, why=why), fine=False)
    text = say_many(
        "“%(file)s”: %(count)s game was imported, the ones after it were not: %(why)s",
        "“%(file)s”: %(count)s games were imported, the ones after them were not: %(why)s",
        len(came),
        file=name,
        why=why,
    )
    return BroughtFile(text, fine=False, sittings=came)
