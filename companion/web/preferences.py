"""What a phone chooses for itself, kept in its cookies: its language, its light, whose it is, and what it does."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Flask, Response, make_response, redirect, request, url_for

from companion import __version__
from companion.rules.options import BadOption, read_new_names
from companion.rules.text import Text, say
from companion.web.fragments import show, wants_fragment
from companion.web.languages import COOKIE, LANGUAGES, language
from companion.web.security import remember

bp = Blueprint("preferences", __name__)
OWNER_COOKIE = "owner"


class Offered(NamedTuple):
    """As the cookie has it, and as the page says it."""

    value: str
    text: Text
    glyph: str | None = None


class Preference(NamedTuple):
    """The first answer is that of a phone that chose nothing."""

    cookie: str
    title: Text
    answers: tuple[Offered, ...]

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(answer.value for answer in self.answers)

    @property
    def chosen(self) -> str:
        kept = request.cookies.get(self.cookie, "")
        return kept if kept in self.known else self.answers[0].value


THEME = Preference(
    "theme",
    say("Theme"),
    (
        Offered("auto", say("As the phone")),
        Offered("light", say("Light"), "sun"),
        Offered("dark", say("Dark"), "moon"),
    ),
)
SHAKES = Preference(
    "vibration", say("Vibration"), (Offered("on", say("When it matters")), Offered("off", say("Never")))
)
AWAKE = Preference(
    "awake", say("Keep the screen on"), (Offered("on", say("While playing")), Offered("off", say("Never")))
)
ALOUD = Preference(
    "aloud",
    say("Read aloud"),
    (Offered("off", say("Off")), Offered("bad", say("Bad cards")), Offered("all", say("Every turn"))),
)
LETTERS = Preference(
    "letters", say("Letters on the keys"), (Offered("on", say("For a keyboard")), Offered("off", say("None")))
)
PREFERENCES = (THEME, SHAKES, AWAKE, ALOUD, LETTERS)


def init_app(app: Flask) -> None:
    app.context_processor(
        lambda: {
            "language": language(),
            "languages": LANGUAGES,
            "theme": THEME.chosen,
            "shakes": SHAKES.chosen,
            "letters": LETTERS.chosen,
            "awake": AWAKE.chosen,
            "aloud": ALOUD.chosen,
        }
    )


@bp.get("/settings")
def settings() -> Response:
    return _shown(request.cookies.get(OWNER_COOKIE, "").strip(), None)


def _shown(owner: str, wrong: Text | None, kept: bool = False) -> Response:
    """With what was typed, and why that is no name. `kept`: it has just been."""
    asked = {preference.cookie: preference for preference in PREFERENCES}
    about = {"back": _place_of_ours(), "owner": owner, "wrong": wrong, "kept": kept, "asked": asked}
    return show("home/settings.html", "home/_owner.html", 422 if wrong else 200, **about, version=__version__)


@bp.post("/settings")
def choose() -> Response:
    """Whatever is no choice, or isn't asked, changes nothing. A page with scripts sends each choice as it is made."""
    typed = request.form.get("owner", "").strip()
    try:
        read_owner(typed)
    except BadOption as bad:
        return _shown(typed, bad.text)
    if wants_fragment():
        response = _shown(typed, None, kept=typed != request.cookies.get(OWNER_COOKIE, "").strip())
        if request.form.get(COOKIE, language()) != language():
            response.headers["HX-Refresh"] = "true"
    else:
        response = make_response(redirect(_place_of_ours(), 303))
    if "owner" in request.form:
        remember(response, OWNER_COOKIE, typed)
    for cookie, known in ((COOKIE, tuple(LANGUAGES)), *((one.cookie, one.known) for one in PREFERENCES)):
        if request.form.get(cookie) in known:
            remember(response, cookie, request.form[cookie])
    return response


def _place_of_ours() -> str:
    """Where the phone came from; the first page, if that is anywhere else."""
    address = request.form.get("back", request.args.get("back", ""))
    ours = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if ours else url_for("home.page")


def owner() -> str | None:
    """Whose phone this is, where they said so, and it is a name."""
    try:
        return read_owner(request.cookies.get(OWNER_COOKIE, ""))
    except BadOption:
        return None


def read_owner(typed: str) -> str | None:
    if not typed.strip():
        return None
    (name,) = read_new_names((typed,))
    return name
