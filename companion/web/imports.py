"""Game files come in by a form: each for itself, and each is answered with a sentence."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from io import BytesIO
from itertools import chain
from time import monotonic
from typing import IO, Any, NamedTuple

from flask import Blueprint, Response, current_app, make_response, render_template, request, stream_template
from werkzeug.datastructures import FileStorage

from companion import store
from companion.record.files.game_file import LARGEST
from companion.record.files.strict_json import NotAGameFile
from companion.rules.text import Text, brief, say, say_many
from companion.web.limits import IMPORTS, Lately, home_of
from companion.web.live.hub import hub
from companion.web.security import phone

bp = Blueprint("imports", __name__)
OURS = say("Something broke on our side")
PATH = "/import"
TEMPLATE = "evenings/import.html"
LARGEST_UPLOAD = 50_000_000  # several files
MOST_SHOWN = 20  # games of a file
OF_A_GAME = 6_000  # bytes, as an evening's has: those of a very long one count as several
OF_AN_ENTRY = 200  # bytes of the disk, however few of the file
SHOWN_AFTER = 1.0  # seconds, which most files don't take: then the page begins, and says how far they are
SHOWN_EVERY = 1.0


class BroughtFile(NamedTuple):
    """What became of a file; `detail` is for whoever made it, in English."""

    text: Text
    fine: bool = True
    detail: str | None = None
    sittings: tuple[store.Sitting, ...] = ()


class Coming(NamedTuple):
    """How far a file is: each of its games is checked, then brought in."""

    text: Text
    done: int = 0
    of: int = 1


@bp.url_value_preprocessor
def allow_several(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Before anybody looks for a token in the form: then it is read."""
    request.max_content_length = LARGEST_UPLOAD


class Bringing:
    """Files that come in one after the other. Whoever iterates over it hears how far they are where that takes long."""

    def __init__(self, files: Sequence[FileStorage]) -> None:
        self._files = [(brief(file.filename), file.stream) for file in files]
        for file in files:  # these are ours now: with the request they would be shut, before the answer is whole
            file.stream = BytesIO()
        self.brought: list[BroughtFile] = []
        self.links: dict[int, str] = {}  # of the games that are shown, by their ids
        self.wait = 0  # seconds, where so many came from there lately

    def __iter__(self) -> Generator[Coming, None, None]:
        due = monotonic() + SHOWN_AFTER
        known = store.visited(phone())
        for name, file in self._files:
            with file, closing(self._take_in(file, name, known)) as steps:
                for progress in steps:
                    if monotonic() >= due:
                        yield _coming(name, progress)
                        due = monotonic() + SHOWN_EVERY
        if found := {sitting.id for one in self.brought for sitting in one.sittings[:MOST_SHOWN]}:
            with suppress(store.StoreTrouble):  # they are in all the same
                self.links.update(store.links(phone(), found))

    def _take_in(self, file: IO[bytes], name: str, known: set[int]) -> Generator[store.Progress, None, None]:
        imports: Lately = current_app.extensions[IMPORTS]
        home, progress, told = home_of(request.remote_addr), store.Progress(), 0
        if wait := imports.wait(home):
            self.wait = wait
            why = say("Too many games were imported from here lately: try again later")
            self.brought.append(_left_out(name, why))
            return
        raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            text = say("“%(file)s” was not imported: it is larger than 5 MB.", file=name)
            self.brought.append(BroughtFile(text, fine=False))
            return
        try:
            with closing(store.bring_in(raw, phone())) as steps:
                for progress in steps:
                    _tell_phones(progress.came[told:])
                    told = len(progress.came)
                    yield progress
            if not progress.came:
                raise NotAGameFile("holds no game")
            one = _came_in(name, progress.came, known)
        except NotAGameFile as error:
            text = say("“%(file)s” was not imported: it is not a game file, or not a whole one.", file=name)
            one = BroughtFile(text, False, str(error))
        except (store.ImportRefused, store.StoreTrouble) as refused:
            one = _left_out(name, refused.text, progress.came)
        except Exception:  # what came in before it is told of all the same
            current_app.logger.exception("a file has been left out by a fault of ours")
            one = _left_out(name, OURS, progress.came)
        finally:  # though nobody listens any more
            new = {sitting.id for sitting in progress.came} - known
            known |= new
            entries = sum({sitting.id: sitting.brought or 0 for sitting in progress.came}.values())
            size = max(len(raw), OF_AN_ENTRY * entries)
            if progress.came and (many := max(len(new), size // OF_A_GAME)):
                imports.note(home, many)
        self.brought.append(one)


@bp.get(PATH)
def page() -> str:
    return render_template(TEMPLATE, bringing=Bringing([]), coming=())


@bp.post(PATH)
def bring() -> Response:
    """Whatever is wrong with one file, the others come in all the same. Where that takes long, the answer begins before
    they are in: nobody waits before an empty page, and no proxy in vain.
    """
    files = [file for file in request.files.getlist("files") if file.filename]
    bringing = Bringing(files)
    steps = iter(bringing)
    if first := next(steps, None):
        page = stream_template(TEMPLATE, bringing=bringing, coming=chain([first], steps))
        response = Response(page, headers={"X-Accel-Buffering": "no"}, mimetype="text/html")
        response.call_on_close(steps.close)  # so that whoever has gone keeps nobody waiting
        return response
    if not files:
        bringing.brought.append(BroughtFile(say("Choose a file first."), fine=False))
    status = 200 if any(one.fine for one in bringing.brought) else 429 if bringing.wait else 422
    headers = {"Retry-After": str(bringing.wait)} if bringing.wait else {}
    return make_response(render_template(TEMPLATE, bringing=bringing, coming=()), status, headers)


def _tell_phones(came: Sequence[store.Sitting]) -> None:
    """Those that have one of these open: a file may have added to it."""
    rooms = hub().rooms()
    for id in rooms.keys() & {sitting.id for sitting in came}:
        with suppress(store.StoreTrouble):  # they ask from time to time, too
            hub().tell(id, store.read(rooms[id].sitting))


def _coming(name: str, progress: store.Progress) -> Coming:
    games, checked, came = progress.games, progress.checked, len(progress.came)
    if not games:
        return Coming(say("“%(file)s” waits until other files are imported.", file=name))
    if not came:
        text = say("“%(file)s”: %(done)s of %(games)s games checked.", file=name, done=checked, games=games)
        return Coming(text, checked, 2 * games)
    text = say("“%(file)s”: %(done)s of %(games)s games imported.", file=name, done=came, games=games)
    return Coming(text, checked + came, 2 * games)


def _came_in(name: str, came: Sequence[store.Sitting], known: set[int]) -> BroughtFile:
    found = {sitting.id: sitting for sitting in came}
    sittings, new = tuple(found.values()), len(found.keys() - known)
    if not new:
        return BroughtFile(say("“%(file)s” was here already.", file=name), sittings=sittings)
    text = say_many("“%(file)s”: %(count)s game imported.", "“%(file)s”: %(count)s games imported.", new, file=name)
    return BroughtFile(text, sittings=sittings)


def _left_out(name: str, why: Text, came: Sequence[store.Sitting] = ()) -> BroughtFile:
    if not came:
        return BroughtFile(say("“%(file)s” was not imported: %(why)s", file=name, why=why), fine=False)
    text = say_many(
        "“%(file)s”: %(count)s game was imported, the ones after it were not: %(why)s",
        "“%(file)s”: %(count)s games were imported, the ones after them were not: %(why)s",
        len(came),
        file=name,
        why=why,
    )
    return BroughtFile(text, fine=False, sittings=tuple(came))
