"""Set-up: who sits where, who begins, and what the rulebook leaves open. Every button works without JavaScript.

The address holds all that was said so far: a reload keeps it, and Back takes the last of it back.
"""

from __future__ import annotations

import uuid
from functools import cache
from typing import Any, NamedTuple, cast

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from wtforms import StringField

from companion import store
from companion.rules import GAMES
from companion.rules.core import Ruleset, Table
from companion.rules.options import BadOption, read_names
from companion.rules.text import Text, say
from companion.web.fragments import go, show, wants_fragment
from companion.web.languages import told
from companion.web.security import phone
from companion.web.setup import seating
from companion.web.setup.questions import NameList, OpenQuestions, fields_of, remembered
from companion.web.setup.regulars import nameless, regulars
from companion.web.setup.seating import Seated
from companion.web.sitting.forms import WholeNumber

bp = Blueprint("setup", __name__, url_prefix="/new")
OPENED = uuid.UUID("b1f6f7a4-5d0e-4b34-8a55-2d9f0c6b7e13")  # names the table that a tap opens
WHOLE_FORM = {"HX-Retarget": "form.setup", "HX-Reselect": "form.setup", "HX-Reswap": "outerHTML"}


class SetupForm(OpenQuestions):
    """Seats in order, a name being typed, who begins, and what the rulebook leaves open.

    `tap` names the table to be opened: a second tap on Start opens no second one.
    """

    player = NameList()
    name = StringField(default="")
    first = StringField(default="")
    proposed = StringField(default="")  # to begin, by us: whoever chose nobody else agrees
    tap = StringField(default=lambda: str(uuid.uuid4()))
    lifted = WholeNumber()
    renamed = StringField(default="")  # the one lifted

    @property
    def chosen_first(self) -> str | None:
        return self.first.data if self.first.data != self.proposed.data else None


class Seating(NamedTuple):
    """What the set-up page shows: `known` names are offered, `lifted` is the seat picked up."""

    game: Ruleset[Any]
    form: SetupForm
    seated: Seated
    known: tuple[str, ...]
    lifted: int | None
    last: str | None  # who began the last game of these
    refusal: Text | None  # of the table as a whole

    @property
    def players(self) -> tuple[str, ...]:
        return self.seated.players

    @property
    def chairs(self) -> tuple[str | None, ...]:
        return seating.chairs(self.game, self.players)

    @property
    def proposed(self) -> str | None:
        return seating.next_clockwise(self.players, self.last) if self.game.in_turns else None

    @property
    def beginner(self) -> str | None:
        """Whoever was chosen, as long as they sit here; nobody where all play at once."""
        chosen = self.form.chosen_first
        return chosen if self.game.in_turns and chosen in self.players else self.proposed

    @property
    def enough(self) -> bool:
        return self.game.seats.low <= len(self.players) <= self.game.seats.high

    @property
    def named(self) -> int:
        """How many have a name of their own."""
        return sum(name not in nameless(self.game) for name in self.players)

    @property
    def status(self) -> int:
        return 422 if self.seated.wrong or self.refusal or self.form.misread else 200

    @property
    def address(self) -> str:
        said: dict[str, Any] = {"player": list(self.players), **self.form.typed()}
        if self.beginner != self.proposed:
            said["first"] = self.beginner
        if self.lifted is not None:
            said["lifted"] = self.lifted
        return url_for("setup.page", slug=self.game.slug, **said)


@bp.get("/<slug>")
def page(slug: str) -> Response:
    game = _game(slug)
    form = _form_type(slug)(request.args, data=remembered(game))
    return _show(_seating(game, form, _seated(game, form)))


@bp.post("/<slug>")
def change(slug: str) -> Response:
    """Somebody sits down, gets up, swaps places; or the game starts."""
    game, form = _game(slug), _form_type(slug)(request.form)
    form.go_back_to_usual()
    seated = _changed(game, form, _seated(game, form))
    now, refusal = _seating(game, form, seated), None
    if "start" in request.form and not seated.wrong:
        try:
            return _start(now)
        except BadOption as bad:
            refusal = None if form.misread else bad.text
    now = now._replace(refusal=refusal)
    if wants_fragment() or now.status != 200:
        return _show(now)
    return cast(Response, redirect(now.address, 303))


def _game(slug: str) -> Ruleset[Any]:
    return GAMES.get(slug) or abort(404)


@cache
def _form_type(slug: str) -> type[SetupForm]:
    game = _game(slug)
    fields = {name: field for option in game.options for name, field in fields_of(option)}
    return type("SetupForm", (SetupForm,), {"game": game, **fields})


def _show(now: Seating) -> Response:
    if now.form.misread or now.form.usual.data:  # what changes stands among the options, which a fragment hasn't got
        page = render_template("setup/page.html", seating=now)
        return make_response(page, now.status, {**WHOLE_FORM, "HX-Replace-Url": now.address})
    response = show("setup/page.html", "setup/_seats.html", now.status, seating=now)
    response.headers["HX-Replace-Url"] = now.address
    return response


# The seats after the button that was pressed


def _seated(game: Ruleset[Any], form: SetupForm) -> Seated:
    return seating.sit_down(game, Seated(()), form.player.data or ())


def _changed(game: Ruleset[Any], form: SetupForm, seated: Seated) -> Seated:
    """What is typed counts with any button."""
    pressed, lifted = request.form, form.lifted.data
    if form.renamed.data and lifted in range(len(seated.players)):
        seated = _renamed(form, seated, lifted)
    if pressed.get("add") not in seated.players:  # a second tap on a name is the same tap
        seated = seating.sit_down(game, seated, [pressed.get("add", "")])
    seated = seating.sit_down(game, seated, [form.name.data or ""])
    if "drop" in pressed:
        seated = seated.then(lambda players: tuple(name for name in players if name != pressed["drop"]))
    if wanted := _number(pressed.get("seats", ""), range(game.seats.low, game.seats.high + 1)):
        seated = seated.then(lambda players: seating.so_many(players, wanted, lambda n: told(seating.player(n))))
    if "lift" in pressed:
        return _lifted(form, seated, _number(pressed["lift"], range(len(seated.players))))
    if pressed.keys() & {"drop", "rename"}:
        form.lifted.data = None
    return seated


def _renamed(form: SetupForm, seated: Seated, seat: int) -> Seated:
    old, new = seated.players[seat], (form.renamed.data or "").strip()
    after = seated.then(lambda players: seating.renamed(players, seat, new))
    if form.first.data == old and after.players != seated.players:
        form.first.data = new
    return after


def _lifted(form: SetupForm, seated: Seated, other: int | None) -> Seated:
    """The first seat tapped is picked up; the second changes places with it."""
    held, form.lifted.data = form.lifted.data, other
    if other is None or held not in range(len(seated.players)):
        return seated
    form.lifted.data = None
    return seated.then(lambda players: seating.swapped(players, held, other))


def _number(text: str, known: range) -> int | None:
    return next((number for number in known if str(number) == text), None)


def _seating(game: Ruleset[Any], form: SetupForm, seated: Seated) -> Seating:
    known = regulars(game, phone())
    lifted = form.lifted.data if form.lifted.data in range(len(seated.players)) else None
    return Seating(game, form, seated, known.names, lifted, known.last_to_begin(seated.players), None)


# The game


def _start(now: Seating) -> Response:
    game, form, players = now.game, now.form, now.players
    if not now.enough:
        low, high = game.seats
        raise BadOption(say("%(game)s is for %(low)s to %(high)s players", game=game.name, low=low, high=high))
    first = players.index(now.beginner) if now.beginner else 0
    table = Table(read_names(players), form.read_options(), first)
    sitting = store.open_sitting(game, table, phone(), _uid(form.tap.data))
    return go(url_for("sittings.page", link=sitting.score_link))


def _uid(tap: str | None) -> str | None:
    """By it a second tap finds the table, and whoever has read it in a file of the table can't say the tap."""
    try:
        return str(uuid.uuid5(OPENED, str(uuid.UUID(tap or ""))))
    except ValueError:  # a page of ours has sent none such
        return None
