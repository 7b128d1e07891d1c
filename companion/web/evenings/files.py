"""Game files come in by a form: each for itself, and each is answered with a sentence."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Flask, Response, current_app, make_response, render_template, request
from werkzeug.datastructures import FileStorage

from companion import store
from companion.record.files.game_file import LARGEST
from companion.record.files.strict_json import NotAGameFile
from companion.rules.text import Text, brief, say, say_many
from companion.web.security import phone

bp = Blueprint("imports", __name__)
OURS = say("Something broke on our side")
PATH = "/import"
LARGEST_UPLOAD = 50_000_000  # several files


class Came(NamedTuple):
    """What became of a file; `detail` is for whoever made it, in English."""

    text: Text
    fine: bool = True
    detail: str | None = None
    sittings: tuple[store.Sitting, ...] = ()


def init_app(app: Flask) -> None:
    """Before anybody looks for a token in the form: then it is read."""
    app.before_request(_allow_several)


def _allow_several() -> None:
    if request.endpoint == "imports.bring":
        request.max_content_length = LARGEST_UPLOAD


@bp.get(PATH)
def page() -> str:
    return render_template("evenings/import.html", came=[], links={})


@bp.post(PATH)
def bring() -> Response:
    files = [file for file in request.files.getlist("files") if file.filename]
    known = {visit.sitting_id for visit in store.visits(phone())}
    came = [_taken_in(file, known) for file in files] or [Came(say("Choose a file first."), fine=False)]
    brought = {sitting.id for one in came for sitting in one.sittings}
    links = store.links(phone(), brought) if brought else {}
    status = 200 if any(one.fine for one in came) else 422
    return make_response(render_template("evenings/import.html", came=came, links=links), status)


def _taken_in(file: FileStorage, known: set[int]) -> Came:
    """Whatever is wrong with it, the others come in all the same."""
    name = brief(file.filename)
    raw = file.stream.read(LARGEST + 1)
    if len(raw) > LARGEST:
        return Came(say("“%(file)s” was left out: it is larger than 5 MB.", file=name), fine=False)
    try:
        sittings = store.import_games(raw, phone())
    except NotAGameFile as error:
        return _no_game(name, str(error))
    except (store.ImportRefused, store.StoreTrouble) as refused:
        return _left_out(name, refused.text)
    except Exception:  # what came in before it is told of all the same
        current_app.logger.exception("a file has been left out by a fault of ours")
        return _left_out(name, OURS)
    return _came(name, sittings, known)


def _no_game(name: str, detail: str) -> Came:
    text = say("“%(file)s” was left out: it is no game file, or not a whole one.", file=name)
    return Came(text, False, detail)


def _left_out(name: str, why: Text) -> Came:
    return Came(say("“%(file)s” was left out: %(why)s", file=name, why=why), fine=False)


def _came(name: str, sittings: list[store.Sitting], known: set[int]) -> Came:
    if not sittings:
        return _no_game(name, "holds no game")
    found = {sitting.id: sitting for sitting in sittings}
    new = len(found.keys() - known)
    known.update(found)
    if not new:
        return Came(say("“%(file)s” was here already.", file=name), sittings=tuple(found.values()))
    text = say_many("“%(file)s”: %(count)s game came in.", "“%(file)s”: %(count)s games came in.", new, file=name)
    return Came(text, sittings=tuple(found.values()))
