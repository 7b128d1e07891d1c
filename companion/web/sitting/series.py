"""Once more: one next table for all phones of this one; and the series that its games make, with the score so far."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from flask import Response, g, render_template, request, url_for

from companion import store
from companion.evenings.people import Place
from companion.evenings.series import RunningScore, running_score, series_luck
from companion.rules import anew
from companion.rules.core import RuleBroken
from companion.rules.text import say
from companion.screens.geometry import Frame
from companion.screens.totals import TotalsChart, totals_chart
from companion.store import Sitting
from companion.store.evenings import Ended
from companion.web.errors import REFUSED, TurnedAway
from companion.web.fragments import go
from companion.web.limits import one_more_table
from companion.web.live.hub import hub
from companion.web.security import phone
from companion.web.sitting.page import bp, page_view
from companion.web.sitting.view import View

SHOWN = 6  # games of a long series
SMALL = Frame(2, 8, 104, 65)


class Series(NamedTuple):
    """What this table has played one after the other, as far as it is over."""

    games: tuple[Ended, ...]
    score: RunningScore
    is_one: bool  # from the second game on


class SeriesGame(NamedTuple):
    """One of its games, as its page shows it."""

    number: int
    link: str
    sitting: Sitting
    places: Sequence[Place]
    began: str | None  # where the players take turns
    course: TotalsChart | None  # None where its log can't be read


@bp.post("/again")
def again() -> Response:
    """The same seats and options by today's rules, and a new sheet: one for all phones, whoever taps first."""
    sitting, over, first = g.opened.sitting, True, g.opened.seat_named(request.form.get("first", ""))
    drawn = None
    if request.form.get("first") == "drawn" and sitting.ruleset.in_turns:
        first, drawn = secrets.randbelow(len(sitting.players)), 1
    while over:  # whoever comes from an older evening joins where the others are now
        game, table = anew(sitting.ruleset, store.read(sitting).sheet.table, first)
        try:
            following = store.go_on(sitting, game, table, phone(), one_more_table, drawn)
        except RuleBroken as full:
            raise TurnedAway(REFUSED, say("This series is full"), full.text) from full
        hub().shut(sitting.id)  # where a stream ends a phone asks, and is told where the others are
        sitting, first, drawn = following, None, None
        over = store.read(sitting).sheet.over
    return go(url_for(".page", link=sitting.score_link))


@bp.app_template_global()
def next_table(view: View) -> str | None:
    """Where the others play on, after the end: its address for this kind of link."""
    following = store.follower(view.sitting) if view.log.sheet.over else None
    if following is None:
        return None
    return url_for("sittings.page", link=following.score_link if view.may_score else following.watch_link)


@bp.app_template_global()
def series_of(view: View) -> Series:
    games = tuple(one for one in store.ended_together(view.sitting) if one.counts)
    score = running_score(view.table.players, [one.places for one in games])
    is_one = bool(games) and (len(games) > 1 or games[0].sitting.uid != view.sitting.uid)
    return Series(games, score, is_one)


@bp.get("/series")
def series() -> Response | str:
    """The games that this table has played one after the other. Of the first one there is nothing more to say."""
    view = page_view()
    series = series_of(view)
    if not series.games:
        return go(url_for(".page"))
    places, players = [one.places for one in series.games], view.table.players
    points = [(name, sum(each[seat].points for each in places)) for seat, name in enumerate(players)]
    luck = view.screen.past.luck  # what this game counts as luck, where it does
    fates = series_luck(luck.key, players, places) if luck else ()
    shown = _shown(series, view.may_score)
    return render_template(
        "outward/series.html", view=view, series=series, shown=shown, points=points, luck=luck, fates=fates
    )


def _shown(series: Series, may_score: bool) -> list[SeriesGame]:
    """The only ones whose logs are read, and so the newest of many."""
    shown = []
    for number, one in list(enumerate(series.games, 1))[-SHOWN:]:
        sitting, course = one.sitting, None
        link = sitting.score_link if may_score else sitting.watch_link
        began = one.places[sitting.first].name if sitting.ruleset.in_turns else None
        with suppress(store.Unreadable):
            course = totals_chart(sitting.ruleset, store.read(sitting), SMALL)
        shown.append(SeriesGame(number, link, sitting, one.places, began, course))
    return shown
