"""Set-up: who sits where, who begins, and what the rulebook leaves open. Every button works without JavaScript.

The address holds all that was said so far: a reload keeps it, and Back takes the last of it back.
"""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple, cast

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for

from companion import store
from companion.rules import GAMES
from companion.rules.core import RuleBroken, Ruleset, Table
from companion.rules.options import BadOption, read_new_names
from companion.rules.text import Text, say
from companion.screens import SCREENS
from companion.web.fragments import go, show, wants_fragment
from companion.web.limits import one_more_draw, one_more_table
from companion.web.security import phone
from companion.web.setup.form import SetupForm, form_type, remembered, texts_of
from companion.web.setup.seating import Seated, all_nameless, chairs, regulars, sit_down, so_many

bp = Blueprint("setup", __name__, url_prefix="/new")
OPENED = uuid.UUID("b1f6f7a4-5d0e-4b34-8a55-2d9f0c6b7e13")  # names the table that a tap opens
WHOLE_FORM = {"HX-Retarget": "form.setup", "HX-Reselect": "form.setup", "HX-Reswap": "outerHTML"}


class Seating(NamedTuple):
    """What the set-up page shows."""

    game: Ruleset[Any]
    form: SetupForm
    seated: Seated
    chairs: tuple[str | None, ...]
    known: tuple[str, ...]  # names that are offered
    lifted: int | None  # the seat picked up
    held: str | None  # who sits there
    proposed: str | None  # to begin, by us
    beginner: str | None
    drawn: store.DrawnBeginner | None  # by which they begin
    fresh: bool  # just now
    sizes: tuple[tuple[int, bool], ...]  # how many can play, and whether those with a name of their own are no more
    hint: Text | None  # in the middle of the table
    refusal: Text | None = None  # of the table as a whole

    @property
    def enough(self) -> bool:
        return self.game.seats.low <= len(self.seated.players) <= self.game.seats.high

    @property
    def ruling_open(self) -> bool:
        """An answer is to be put right, or has just gone back to its default."""
        return self.form.misread or bool(self.form.usual.data)

    @property
    def asks_name(self) -> bool:
        """Whether the field where a name is typed has the caret."""
        return not self.form.misread and (not self.known or bool(self.seated.refused))

    @property
    def status(self) -> int:
        return 422 if self.seated.wrong or self.refusal or self.form.misread else 200

    @property
    def address(self) -> str:
        """With what stands in the fields of options and isn't there by itself."""
        said: dict[str, Any] = {"player": list(self.seated.players)}
        by_itself = type(self.form)(data=remembered(self.game))
        for field in (field for question in self.form.questions for field in question.fields):
            if texts_of(field) != texts_of(by_itself[field.name]):
                said[field.name] = texts_of(field)
        if self.beginner != self.proposed:
            said["first"] = self.beginner
        if self.lifted is not None:
            said["lifted"] = self.lifted
        return url_for("setup.page", slug=self.game.slug, **said)


@bp.get("/<slug>")
def page(slug: str) -> Response:
    game = GAMES.get(slug) or abort(404)
    form = form_type(slug)(request.args, data=remembered(game))
    return _show(_seating(game, form, sit_down(game, Seated(()), form.player.data or ())))


@bp.post("/<slug>")
def change(slug: str) -> Response:
    """Somebody sits down, gets up, swaps places; or the game starts."""
    game = GAMES.get(slug) or abort(404)
    form = form_type(slug)(request.form)
    for question in form.questions:
        if question.option.key == form.usual.data:
            question.fields[0].data = question.option.default
    seated = _changed(game, form, sit_down(game, Seated(()), form.player.data or ()))
    now = _seating(game, form, seated)
    if "draw" in request.form and not seated.wrong:
        now = _draw(now)
    if "start" in request.form and not seated.wrong:
        try:
            return _start(now)
        except BadOption as bad:
            now = now._replace(refusal=None if form.misread else bad.text)
    if wants_fragment() or now.status != 200:
        return _show(now)
    return cast(Response, redirect(now.address, 303))


def _seating(game: Ruleset[Any], form: SetupForm, seated: Seated) -> Seating:
    """Whoever was chosen begins, as long as they sit here; else the next one clockwise after the last time's."""
    players = seated.players
    known, last = regulars(game, phone(), players)
    lifted = form.lifted.data if form.lifted.data in range(len(players)) else None
    proposed = None
    if game.in_turns and players:
        proposed = players[(players.index(last) + 1) % len(players)] if last else players[0]
    chosen = form.first.data if form.first.data != form.proposed.data else None
    beginner = chosen if game.in_turns and chosen in players else proposed
    drawn = store.drawn(phone(), players) if beginner else None
    if drawn and beginner != drawn.name:
        drawn = None
    hint = SCREENS[game.slug].begins or say("Tap two seats to swap")
    if last and beginner == proposed:
        hint = say("%(name)s began last time", name=last)
    named = len(set(players) - all_nameless(game))
    return Seating(
        game,
        form,
        seated,
        chairs(game, players),
        known,
        lifted,
        held=None if lifted is None else players[lifted],
        proposed=proposed,
        beginner=beginner,
        drawn=drawn,
        fresh=False,
        sizes=tuple((number, number >= named) for number in range(game.seats.low, game.seats.high + 1)),
        hint=hint if len(players) > 1 else None,
    )


def _draw(now: Seating) -> Seating:
    """Here, not on a phone; whoever was to begin does so no more."""
    if not now.game.in_turns:
        return now._replace(refusal=say("All play at once"))
    try:
        if not store.drawn(phone(), now.seated.players):
            one_more_draw()
        lot = store.draw(phone(), now.seated.players)
    except RuleBroken as refused:
        return now._replace(refusal=refused.text)
    return now._replace(beginner=lot.name, drawn=lot, fresh=True)


def _show(now: Seating) -> Response:
    if now.ruling_open:  # what changes stands among the options, which a fragment hasn't got
        page = render_template("setup/page.html", seating=now)
        return make_response(page, now.status, {**WHOLE_FORM, "HX-Replace-Url": now.address})
    response = show("setup/page.html", "setup/_seats.html", now.status, seating=now)
    response.headers["HX-Replace-Url"] = now.address
    return response


def _changed(game: Ruleset[Any], form: SetupForm, seated: Seated) -> Seated:
    """After the button that was pressed; what is typed counts with any of them."""
    pressed, lifted = request.form, form.lifted.data
    if form.renamed.data and lifted in range(len(seated.players)):
        seated, before = _renamed(form, seated, lifted), seated
        if seated.players != before.players and "lift" not in pressed:
            form.lifted.data = None
    if pressed.get("add") not in seated.players:  # a second tap on a name is the same tap
        seated = sit_down(game, seated, [pressed.get("add", "")])
    seated = sit_down(game, seated, [form.name.data or ""])
    if "drop" in pressed:
        seated = seated.then(lambda players: tuple(name for name in players if name != pressed["drop"]))
    if wanted := _number(pressed.get("seats", ""), range(game.seats.low, game.seats.high + 1)):
        seated = seated.then(lambda players: so_many(players, wanted))
    if "lift" in pressed:
        return _lifted(form, seated, _number(pressed["lift"], range(len(seated.players))))
    if pressed.keys() & {"drop", "rename"}:
        form.lifted.data = None
    return seated


def _renamed(form: SetupForm, seated: Seated, seat: int) -> Seated:
    old, new = seated.players[seat], (form.renamed.data or "").strip()
    after = seated.then(lambda players: read_new_names((*players[:seat], new, *players[seat + 1 :])))
    if form.first.data == old and after.players != seated.players:
        form.first.data = new
    return after


def _lifted(form: SetupForm, seated: Seated, other: int | None) -> Seated:
    """The first seat tapped is picked up; the second changes places with it."""
    held, form.lifted.data = form.lifted.data, other
    if other is None or held not in range(len(seated.players)):
        return seated
    form.lifted.data = None
    order = list(seated.players)
    order[held], order[other] = order[other], order[held]
    return seated._replace(players=tuple(order))


def _number(text: str, known: range) -> int | None:
    return next((number for number in known if str(number) == text), None)


def _start(now: Seating) -> Response:
    game, form, players = now.game, now.form, now.seated.players
    if not now.enough:
        low, high = game.seats
        raise BadOption(say("%(game)s is for %(low)s to %(high)s players", game=game.name, low=low, high=high))
    first = players.index(now.beginner) if now.beginner else 0
    table = Table(read_new_names(players), form.read_options(), first)
    try:  # by it a second tap finds the table, and whoever has read it in a file of the table can't say the tap
        uid = str(uuid.uuid5(OPENED, str(uuid.UUID(form.tap.data or ""))))
    except ValueError:  # a page of ours has sent none such
        uid = None
    times = now.drawn.times if now.drawn else None
    sitting = store.open_sitting(game, table, phone(), uid=uid, may=one_more_table, drawn=times)
    return go(url_for("sittings.page", link=sitting.score_link))
