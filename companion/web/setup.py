"""Set-up: who sits where, and what the rulebook leaves open. Every button works without JavaScript."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, make_response, render_template, request, url_for
from wtforms import Field as FormField
from wtforms import Form, StringField

from companion import store
from companion.rules import GAMES
from companion.rules.core import Ruleset, Table
from companion.rules.options import BadOption, Choice, Names, Number, Numbers, Option, read_names
from companion.rules.text import say
from companion.web.forms import WholeNumber
from companion.web.fragments import go, show
from companion.web.languages import told
from companion.web.view import phone

bp = Blueprint("setup", __name__, url_prefix="/new")
MOST_KNOWN = 12
WHOLE_FORM = {"HX-Retarget": "form.setup", "HX-Reselect": "form.setup", "HX-Reswap": "outerHTML"}


class NameList(StringField):
    """Several names, in the order of their inputs."""

    data: Any

    def process_formdata(self, valuelist: list[Any]) -> None:
        if valuelist:
            self.data = tuple(valuelist)


class SetupForm(Form):
    """Seats in order, a name being typed, who begins, and one field or more for each option of the game.

    `tap` names the table to be opened: a second tap on Start opens no second one.
    """

    game: Ruleset[Any]
    player = NameList()
    name = StringField(default="")
    first = StringField(default="")
    tap = StringField(default=lambda: str(uuid.uuid4()))
    lifted = WholeNumber()

    def options(self) -> Iterator[tuple[Option, list[FormField]]]:
        for option in self.game.options:
            yield option, [self[name] for name in _field_names(option)]

    @property
    def misread(self) -> bool:
        """An option that has a sentence beside it."""
        return any(field.errors for _, fields in self.options() for field in fields)

    def read_options(self) -> dict[str, Any]:
        """All options of the table; a bad one leaves its sentence beside its field, and raises."""
        chosen = {}
        for option, fields in self.options():
            try:
                chosen[option.key] = _answer(option, fields)
            except BadOption as bad:
                fields[0].errors = [*fields[0].errors, told(option.wanted or bad.text)]
                raise
        if conflict := self.game.conflict(chosen):
            self._blame(conflict)
            raise conflict
        return chosen

    def _blame(self, bad: BadOption) -> None:
        for option, fields in self.options():
            if option.key == bad.key:
                fields[0].errors = [*fields[0].errors, told(bad.text)]


class Seating(NamedTuple):
    """What the set-up page shows: `known` names are offered, `lifted` is the seat picked up to be swapped."""

    game: Ruleset[Any]
    form: SetupForm
    players: tuple[str, ...]
    known: tuple[str, ...]
    lifted: int | None
    refusal: str | None

    @property
    def beginner(self) -> str | None:
        """Whoever was chosen, as long as they sit here; else the first seat; nobody where all play at once."""
        return self.players[_first_seat(self.form, self.players)] if self.players and self.game.in_turns else None

    @property
    def enough(self) -> bool:
        return self.game.seats.low <= len(self.players) <= self.game.seats.high

    @property
    def full(self) -> bool:
        return len(self.players) >= self.game.seats.high


@bp.get("/<slug>")
def page(slug: str) -> Response:
    game = _game(slug)
    return _show(game, _form_type(slug)(data=_remembered(game)), (), None)


@bp.post("/<slug>")
def change(slug: str) -> Response:
    """Somebody sits down, gets up, swaps places; or the game starts."""
    game, form = _game(slug), _form_type(slug)(request.form)
    players = form.player.data or ()
    if not form.validate():
        return _show(game, form, players, None, 422)
    try:
        players = _seated(game, form, players)
        if "start" in request.form:
            return _start(game, form, players)
    except BadOption as bad:
        return _show(game, form, players, told(bad.text), 422)
    return _show(game, form, players, None)


def _game(slug: str) -> Ruleset[Any]:
    return GAMES.get(slug) or abort(404)


def _show(
    game: Ruleset[Any], form: SetupForm, players: tuple[str, ...], refusal: str | None, status: int = 200
) -> Response:
    lifted = form.lifted.data if form.lifted.data in range(len(players)) else None
    seating = Seating(game, form, players, _known(players), lifted, None if form.misread else refusal)
    if form.misread:  # its sentence stands among the options, which a fragment hasn't got
        return make_response(render_template("setup/page.html", seating=seating), status, WHOLE_FORM)
    return show("setup/page.html", "setup/_seats.html", status, seating=seating)


def _known(players: tuple[str, ...]) -> tuple[str, ...]:
    """The names that this phone has seen at a table, the newest first, and those that sit here."""
    seen = (name for visit in store.visits(phone()) for name in visit.sitting.players)
    names = tuple(islice(dict.fromkeys(seen), MOST_KNOWN))
    return names + tuple(name for name in players if name not in names)


def _seated(game: Ruleset[Any], form: SetupForm, players: tuple[str, ...]) -> tuple[str, ...]:
    """The seats after the button that was pressed; a typed name sits down with any button."""
    tapped, typed = request.form.get("add"), (form.name.data or "").strip()
    if tapped and tapped not in players:  # a second tap on a name is the same tap
        players = _with_new(game, players, tapped)
    if typed:
        players = _with_new(game, players, typed)
    form.name.data = ""
    if "drop" in request.form:
        players = tuple(name for name in players if name != request.form["drop"])
    if "lift" in request.form:
        players = _lifted(form, players, request.form["lift"])
    return players


def _with_new(game: Ruleset[Any], players: tuple[str, ...], name: str) -> tuple[str, ...]:
    seated = read_names((*players, name))
    if len(seated) > game.seats.high:
        raise BadOption(say("%(game)s has room for %(most)s players", game=game.name, most=game.seats.high))
    return seated


def _lifted(form: SetupForm, players: tuple[str, ...], place: str) -> tuple[str, ...]:
    """The first seat tapped is picked up; the second changes places with it."""
    other = next((seat for seat in range(len(players)) if str(seat) == place), None)
    held, form.lifted.data = form.lifted.data, other
    if other is None or held is None or held not in range(len(players)):
        return players
    form.lifted.data = None
    order = list(players)
    order[held], order[other] = order[other], order[held]
    return tuple(order)


def _start(game: Ruleset[Any], form: SetupForm, players: tuple[str, ...]) -> Response:
    if not game.seats.low <= len(players) <= game.seats.high:
        low, high = game.seats
        raise BadOption(say("%(game)s is for %(low)s to %(high)s players", game=game.name, low=low, high=high))
    table = Table(read_names(players), form.read_options(), _first_seat(form, players))
    sitting = store.open_sitting(game, table, phone(), _uid(form.tap.data))
    return go(url_for("sittings.page", link=sitting.score_link))


def _uid(tap: str | None) -> str | None:
    try:
        return str(uuid.UUID(tap or ""))
    except ValueError:  # a page of ours has sent none such
        return None


def _first_seat(form: SetupForm, players: tuple[str, ...]) -> int:
    return players.index(form.first.data) if form.first.data in players else 0


# The options as form fields


@cache
def _form_type(slug: str) -> type[SetupForm]:
    game = _game(slug)
    fields = {name: field for option in game.options for name, field in _fields(option)}
    return type("SetupForm", (SetupForm,), {"game": game, **fields})


def _field_names(option: Option) -> list[str]:
    return [name for name, _ in _fields(option)]


def _fields(option: Option) -> Iterator[tuple[str, Any]]:
    match option:
        case Choice():
            yield option.key, StringField(default=str(option.default))
        case Number():
            yield option.key, WholeNumber()
        case Numbers():
            for name, _, _, _ in option.fields:
                yield f"{option.key}.{name}", WholeNumber()
        case Names():
            yield option.key, NameList(default=lambda: option.default)
        case _:
            raise TypeError(f"no form for {option!r}")


def _answer(option: Option, fields: list[FormField]) -> Any:
    match option:
        case Choice():
            by_text = {str(value): value for value, _ in option.choices}
            return option.read(by_text.get(fields[0].data, fields[0].data))
        case Numbers():
            given = {name: field.data for (name, *_), field in zip(option.fields, fields, strict=True)}
            return option.read({name: number for name, number in given.items() if number is not None})
        case Number():
            return option.default if fields[0].data is None else option.read(fields[0].data)
        case _:
            return option.read(fields[0].data)


def _remembered(game: Ruleset[Any]) -> dict[str, Any]:
    """What an earlier table typed, where this game keeps it."""
    recalled = {option.key: store.recall(game, option.key) for option in game.options if isinstance(option, Names)}
    return {key: tuple(names) for key, names in recalled.items() if names}
