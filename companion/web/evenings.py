"""Past evenings: those that this phone has seen, what was chosen of them, who is who, and the note on each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from typing import Any, cast

from flask import Blueprint, Response, g, make_response, redirect, render_template, request, url_for
from flask_babel import gettext

from companion import store
from companion.evenings.figures import LISTED_PEOPLE, Album, Evenings, ListedEvening, evenings_of
from companion.evenings.people import Aliases, Chosen, persons, readable
from companion.evenings.series import RunningScore
from companion.record.files.exports import spreadsheet
from companion.rules import GAMES
from companion.rules.options import LONGEST_NAME, LONGEST_REMARK, BadOption, read_remark
from companion.rules.text import Text, say
from companion.screens import SCREENS
from companion.screens.core import Past
from companion.web.errors import REFUSED, TurnedAway
from companion.web.fragments import go
from companion.web.home import put_or_take, running_scores
from companion.web.languages import cell_separator, number, translate, zone
from companion.web.security import phone
from companion.web.sitting import page as sittings
from companion.web.sitting.page import only_scorers, page_view
from companion.web.sitting.view import View

PREFIX = "/evenings"
bp = Blueprint("evenings", __name__, url_prefix=PREFIX)
CHIPS, PAGE = 9, 20
MOST_CHOSEN = 8  # people: so many sit at no table

ANOTHER = say(
    "The note was changed on another phone meanwhile. Save yours in its place, or go back to keep the other one."
)
CLEARED = say("The note was deleted on another phone meanwhile. Save yours, or go back to leave it deleted.")


@dataclass(frozen=True)
class EveningsPage:
    """What the page's templates may name."""

    evenings: Evenings
    album: Album | None  # on the first page
    aliases: Aliases
    people: tuple[str, ...]  # that are named, of all
    chips: tuple[str, ...]  # people: whoever was chosen has one in any case
    others: tuple[str, ...]
    lines: list[ListedEvening]  # what has just been put away is among them, for its undo
    links: Mapping[int, str]  # by sitting, only of what is shown
    remarks: Mapping[int, store.Remark]  # by sitting, likewise
    series: Mapping[int, RunningScore]  # each over the newest of its games
    gone: Mapping[int, str]  # by sitting, links that have just been put away
    page: int
    first: int
    last: int
    all: int
    more: int  # that the next page has
    wrong: Text | None  # with two names

    @property
    def query(self) -> dict[str, Any]:
        chosen = self.evenings.chosen
        return {"game": chosen.game, "with": self.evenings.names(chosen.people)}

    def address(self, **other: Any) -> str:
        """Of this page with something else chosen."""
        return url_for("evenings.page", **{**self.query, **other})

    def with_or_without(self, person: str) -> str:
        chosen = self.evenings.chosen.people
        people = [one for one in chosen if one != person] if person in chosen else [*chosen, person]
        return self.address(**{"with": self.evenings.names(people)})

    def turned_to(self, page: int) -> str:
        return self.address(page=page if page > 1 else None, _anchor="list")

    def past(self, game: str) -> Past:
        return SCREENS[game].past

    def game(self, slug: str) -> Text:
        return GAMES[slug].name

    def wins(self, halves: int) -> str:
        """Twelve, or twelve and a half."""
        return (number(halves // 2) if halves != 1 else "") + ("½" if halves % 2 else "")


@bp.get("/")
def page(wrong: Text | None = None, but: Set[int] = frozenset()) -> str:
    """Twenty evenings, on the first page below pictures of all that was chosen; `but` those that went meanwhile."""
    aliases = tuple(store.aliases(phone()).items())
    chosen = _chosen(persons(aliases))
    evenings = evenings_of((one for one in store.evenings(phone(), zone()) if one.sitting not in but), aliases, chosen)
    listed = evenings.people[:LISTED_PEOPLE]
    chips = tuple(one for place, one in enumerate(listed) if place < CHIPS or one in chosen.people)
    lined = evenings.listed(gone := _gone(evenings))
    at = min(max(request.args.get("page", 1, type=int), 1), -(-len(lined) // PAGE) or 1)
    window = lined[PAGE * (at - 1) : PAGE * at]
    before = (one for one in lined if one.evening.sitting in gone and one not in window)
    lines = [*map(evenings.line, (*before, *window))]
    album = evenings.album() if at == 1 else None
    linked = {line.evening.sitting for line in lines} | (album.sittings if album else set())
    remarks = store.remarks(links := store.links(phone(), linked))
    if taken := linked - remarks.keys():
        return page(wrong, but | taken)
    shown = EveningsPage(
        evenings,
        album,
        aliases[:LISTED_PEOPLE],
        listed,
        chips,
        tuple(one for one in listed if one not in chips),
        lines,
        links,
        remarks,
        running_scores({line.evening.sitting for line in lines if line.readable} - gone.keys()),
        gone,
        at,
        first=PAGE * (at - 1) + 1,
        last=PAGE * (at - 1) + len(window),
        all=len(lined),
        more=len(lined[PAGE * at : PAGE * (at + 1)]),
        wrong=wrong,
    )
    return render_template("evenings/page.html", shown=shown, evenings=evenings, album=album)


def _chosen(person: Callable[[str], str]) -> Chosen:
    """What the address names: cut to a little more than there can be, since each person's key repeats it."""
    people = dict.fromkeys(person(name[: LONGEST_NAME + 1]) for name in request.args.getlist("with"))
    return Chosen(request.args.get("game", "")[:LONGEST_NAME] or None, tuple(people)[:MOST_CHOSEN])


def _gone(evenings: Evenings) -> dict[int, str]:
    """What has just been put away, and still is."""
    put_away = {one.evening.sitting for one in evenings.seen if one.evening.put_away}
    asked = ((_sitting_of(link), link) for link in request.args.getlist("away")[:PAGE])
    return {sitting: link for sitting, link in asked if sitting and sitting in put_away}


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
    aliases = tuple(store.aliases(phone()).items())
    who, evenings = persons(aliases), evenings_of(store.evenings(phone(), zone()), aliases, Chosen())
    if wrong := evenings.why_not_one(name, who(name), person, who(person)):
        return page(wrong), 422
    store.join_names(phone(), name, person)
    return _back()


def _back(**other: Any) -> Response:
    """To the page as it was chosen."""
    kept = {name: request.args.getlist(name) for name in ("game", "with", "page")}
    return cast(Response, redirect(url_for("evenings.page", **{**kept, **other}), 303))


@bp.get("/all.csv")
def all_csv() -> Response:
    """A row for each player of each game."""
    evenings = evenings_of(store.evenings(phone(), zone()), tuple(store.aliases(phone()).items()), Chosen())
    rows: list[tuple[object, ...]] = [
        (
            *(gettext("Date"), gettext("Game"), gettext("Player"), gettext("Counts as"), gettext("Points")),
            *(gettext("Rank"), gettext("Victory"), gettext("Players"), gettext("Played to the end")),
        )
    ]
    for one in evenings.seen:
        evening = one.evening
        if evening.put_away or not readable(evening):
            continue
        day, game = evening.day.isoformat(), translate(GAMES[evening.game].name)
        for person, place in one.placed:
            won = int(place.rank == 1 and evening.winners > 0)
            who = (place.name, evenings.name(person))
            rows.append((day, game, *who, place.points, place.rank, won, len(one.people), int(evening.whole)))
    response = Response(spreadsheet(rows, cell_separator()), mimetype="text/csv")
    response.headers.set("Content-Disposition", "attachment", filename="companion.csv")
    return response


# The note on an evening: whoever keeps score writes it and changes it, on a page of its own


@bp.app_template_global()
def remark_of(view: View) -> str | None:
    return store.remark_of(view.sitting)


@sittings.bp.get("/remark")
def remark() -> Response:
    only_scorers()
    if not g.opened.log.sheet.over:
        return go(url_for("sittings.page"))
    kept = store.remark_of(g.opened.sitting)
    return _remark_page(kept or "", kept)


@sittings.bp.post("/remark")
def write_remark() -> Response:
    """`seen`: what it said when the page was opened. Where that has changed, both are shown; the next press wins."""
    typed, seen = request.form.get("remark", ""), request.form.get("seen", "") or None
    if not g.opened.log.sheet.over:
        raise TurnedAway(REFUSED, REFUSED.title, say("The note can be written once the game is over"))
    try:
        store.write_remark(g.opened.sitting, read_remark(typed), seen)
    except BadOption as bad:
        return _remark_page(typed, seen, 422, wrong=bad.text)
    except store.RemarkChanged as changed:
        return _remark_page(
            typed, changed.remark, 409, wrong=ANOTHER if changed.remark else CLEARED, theirs=changed.remark
        )
    if _came_from_evenings():
        return go(url_for("evenings.page", _anchor=f"line-{g.opened.sitting.id}"))
    return go(url_for("sittings.page", _anchor="now"))


def _remark_page(
    typed: str, seen: str | None, status: int = 200, wrong: Text | None = None, theirs: str | None = None
) -> Response:
    about = {"typed": typed, "seen": seen or "", "wrong": wrong, "theirs": theirs, "most": LONGEST_REMARK}
    page = render_template("sittings/remark.html", view=page_view(), from_evenings=_came_from_evenings(), **about)
    return make_response(page, status)


def _came_from_evenings() -> bool:
    return request.args.get("back") == "evenings"
