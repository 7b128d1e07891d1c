"""Past evenings: those that this phone has seen, what was chosen of them, and who is who."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_babel import gettext

from companion import store
from companion.evenings.figures import Evenings, ListedEvening, evenings_of
from companion.evenings.people import Aliases, Attendance, Chosen, persons, readable
from companion.evenings.series import RunningScore, running_score
from companion.record.files.spreadsheet import spreadsheet
from companion.rules import GAMES
from companion.rules.text import Text
from companion.web.home import put_or_take
from companion.web.languages import number, told
from companion.web.security import phone

bp = Blueprint("evenings", __name__, url_prefix="/evenings")
CHIPS = 9
PAGE = 20


@dataclass(frozen=True)
class EveningsPage:
    """What the page's templates may name."""

    evenings: Evenings
    aliases: Aliases
    listed: Sequence[Attendance]  # the newest first
    page: int
    gone: Mapping[int, str]  # by sitting, links that have just been put away
    wrong: Text | None = None  # with two names

    @property
    def chosen(self) -> Chosen:
        return self.evenings.chosen

    @property
    def query(self) -> dict[str, Any]:
        return {"game": self.chosen.game, "with": self.evenings.names(self.chosen.people)}

    def address(self, **other: Any) -> str:
        """Of this page with something else chosen."""
        return url_for("evenings.page", **{**self.query, **other})

    def with_or_without(self, person: str) -> str:
        others = [one for one in self.chosen.people if one != person]
        people = others if person in self.chosen.people else [*others, person]
        return self.address(**{"with": self.evenings.names(people)})

    @property
    def several_games(self) -> bool:
        return len(self.evenings.games) > 1 or bool(self.chosen.game)

    @property
    def chips(self) -> tuple[str, ...]:
        """Whoever was chosen has one in any case."""
        people, chosen = self.evenings.people, self.chosen.people
        return tuple(person for place, person in enumerate(people) if place < CHIPS or person in chosen)

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(person for person in self.evenings.people if person not in self.chips)

    @property
    def first(self) -> int:
        return PAGE * (self.page - 1) + 1

    @property
    def last(self) -> int:
        return min(PAGE * self.page, len(self.listed))

    @property
    def newer(self) -> str | None:
        """The address of the page before this one."""
        before = self.page - 1
        return self.address(page=before if before > 1 else None, _anchor="list") if before else None

    @property
    def older(self) -> str:
        return self.address(page=self.page + 1, _anchor="list")

    @property
    def more(self) -> int:
        """How many the next page has."""
        return min(PAGE, len(self.listed) - self.last)

    @cached_property
    def lines(self) -> list[ListedEvening]:
        """Twenty of them; what has just been put away is among them, for its undo."""
        window = self.listed[self.first - 1 : self.last]
        gone = [one for one in self.listed if one.evening.sitting in self.gone and one not in window]
        return [self.evenings.line(one) for one in (*gone, *window)]

    @cached_property
    def links(self) -> dict[int, str]:
        """Only of what is shown."""
        shown = {line.evening.sitting for line in self.lines}
        if self.page == 1:
            shown |= {top.evening.sitting for top in self.evenings.best}
            shown |= {held.evening.sitting for held in self.evenings.records}
        return store.links(phone(), shown)

    @cached_property
    def series(self) -> dict[int, RunningScore]:
        """Each over the newest of its games, with the names of that one."""
        shown = {line.evening.sitting for line in self.lines if line.readable} - self.gone.keys()
        found = {}
        for sitting, ended in store.series_among(phone(), shown).items():
            games = [one.places for one in ended]
            found[sitting] = running_score([place.name for place in games[-1]], games)
        return found

    def game(self, slug: str) -> Text:
        return GAMES[slug].name

    def wins(self, halves: int) -> str:
        """Twelve, or twelve and a half."""
        return (number(halves // 2) if halves != 1 else "") + ("½" if halves % 2 else "")


@bp.get("/")
def page() -> str:
    return _page()


def _page(wrong: Text | None = None) -> str:
    aliases = _aliases()
    people = map(persons(aliases), request.args.getlist("with"))
    chosen = Chosen(request.args.get("game") or None, tuple(dict.fromkeys(people)))
    evenings = evenings_of(store.evenings(phone()), aliases, chosen)
    put_away = {one.evening.sitting for one in evenings.seen if one.evening.put_away}
    links = request.args.getlist("away")[:PAGE]  # of what has just been put away, and still is
    gone = {sitting: link for link in links if (sitting := _sitting_of(link)) in put_away and sitting}
    listed = evenings.listed(gone)
    page = min(max(request.args.get("page", 1, type=int), 1), -(-len(listed) // PAGE) or 1)
    return render_template(
        "evenings/page.html", shown=EveningsPage(evenings, aliases, listed, page, gone, wrong), evenings=evenings
    )


def _aliases() -> Aliases:
    return tuple(store.aliases(phone()).items())


def _sitting_of(link: str) -> int | None:
    try:
        return store.find(link)[0].id
    except store.NoSuchSitting:
        return None


@bp.post("/away")
def put_away() -> Response:
    """One leaves this phone, or comes back: in the same place."""
    gone = put_or_take()
    sitting = _sitting_of(request.form.get("put") or request.form.get("take", ""))
    return _back(away=gone, _anchor=f"line-{sitting}" if sitting else None)


@bp.post("/names")
def names() -> Response | tuple[str, int]:
    """Two names are one person's, on this phone; or two people's again."""
    if name := request.form.get("part"):
        store.part_names(phone(), name)
        return _back()
    name, person = (request.form.get(field, "").strip() for field in ("name", "person"))
    aliases = _aliases()
    who, evenings = persons(aliases), evenings_of(store.evenings(phone()), aliases, Chosen())
    if wrong := evenings.why_not_one(name, who(name), person, who(person)):
        return _page(wrong), 422
    store.join_names(phone(), name, person)
    return _back()


def _back(**other: Any) -> Response:
    """To the page as it was chosen."""
    kept = {name: request.args.getlist(name) for name in ("game", "with", "page")}
    return cast(Response, redirect(url_for("evenings.page", **{**kept, **other}), 303))


@bp.get("/all.csv")
def all_csv() -> Response:
    """A row for each player of each game."""
    evenings = evenings_of(store.evenings(phone()), _aliases(), Chosen())
    rows: list[tuple[object, ...]] = [
        (
            *(gettext("Date"), gettext("Game"), gettext("Player"), gettext("Counts as"), gettext("Points")),
            *(gettext("Rank"), gettext("Won"), gettext("Players"), gettext("Played to the end")),
        )
    ]
    for one in evenings.seen:
        evening = one.evening
        if evening.put_away or not readable(evening):
            continue
        day, game = evening.day.isoformat(), told(GAMES[evening.game].name)
        for person, place in one.placed:
            won = int(place.rank == 1 and evening.winners > 0)
            who = (place.name, evenings.name(person))
            rows.append((day, game, *who, place.points, place.rank, won, len(one.people), int(evening.whole)))
    response = Response(spreadsheet(rows), mimetype="text/csv")
    response.headers.set("Content-Disposition", "attachment", filename="companion.csv")
    return response
