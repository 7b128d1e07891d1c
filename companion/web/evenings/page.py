"""Past evenings: those that this phone has seen, what was chosen of them, and who is who."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, cast

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_babel import gettext

from companion import store
from companion.evenings import page as evenings
from companion.evenings.page import CHIPS, PAGE, Evenings, Line
from companion.evenings.people import Aliases, Chosen, Seated, persons, seated
from companion.evenings.places import Evening
from companion.evenings.series import Series, series
from companion.evenings.sums import Sums, readable
from companion.record.files.spreadsheet import spreadsheet
from companion.rules import GAMES
from companion.rules.options import alike
from companion.rules.text import Text
from companion.store import Mark, Seen
from companion.web.home import put_or_take
from companion.web.languages import told
from companion.web.security import phone

bp = Blueprint("evenings", __name__, url_prefix="/evenings")


TOGETHER = 200  # evenings that are added up at once, and not again while they are what they were
REMEMBERED = 500  # of such sums
SHOWN = 20  # of all sums of a phone, as it chose them


@dataclass(frozen=True)
class Shown:
    """What the page's templates may name."""

    evenings: Evenings
    aliases: Aliases
    order: Sequence[int]  # the sittings in the list, the newest first
    lost: Collection[Evening]
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
    def chips(self) -> tuple[str, ...]:
        """Whoever was chosen has one in any case."""
        people, chosen = self.evenings.people, self.chosen.people
        return tuple(person for place, person in enumerate(people) if place < CHIPS or person in chosen)

    @property
    def first(self) -> int:
        return PAGE * (self.page - 1) + 1

    @property
    def last(self) -> int:
        return min(PAGE * self.page, len(self.order))

    @property
    def more(self) -> int:
        """How many the next page has."""
        return min(PAGE, len(self.order) - self.last)

    @cached_property
    def lines(self) -> list[Line]:
        """Twenty of them; what has just been put away is among them, for its undo."""
        window = self.order[self.first - 1 : self.last]
        sittings = [*(sitting for sitting in self.gone if sitting not in window), *window]
        found = seated([*store.evenings(sittings), *self.lost], self.aliases)
        by_sitting = {one.evening.sitting: one for one in found}
        return [evenings.line(by_sitting[one], self.evenings.sums) for one in sittings if one in by_sitting]

    @cached_property
    def links(self) -> dict[int, str]:
        """Only of what is shown."""
        shown = {line.evening.sitting for line in self.lines}
        if self.page == 1:
            shown |= {top.evening.sitting for top in self.evenings.best}
            shown |= {held.evening.sitting for held in self.evenings.records}
        return store.links(phone(), shown)

    @cached_property
    def series(self) -> dict[int, Series]:
        """Each over the newest of its games."""
        shown = {line.evening.sitting for line in self.lines if line.readable} - self.gone.keys()
        found = store.series_among(phone(), shown).items()
        return {sitting: series([one.places for one in games]) for sitting, games in found}

    def game(self, slug: str) -> Text:
        return GAMES[slug].name


@bp.get("/")
def page() -> str:
    return _page()


def _page(wrong: Text | None = None) -> str:
    aliases, seen, lost = _aliases(), store.seen(phone()), store.lost(phone())
    gone, chosen = _gone(seen, lost), _chosen(aliases)
    told_of = _evenings(seen, aliases, chosen)
    unknown = [one.sitting for one, away in lost if one.sitting in gone or (chosen == Chosen() and not away)]
    order = [*_order(seen, told_of.sums, gone), *unknown]
    page = min(max(request.args.get("page", 1, type=int), 1), -(-len(order) // PAGE) or 1)
    return render_template(
        "evenings/page.html",
        shown=Shown(told_of, aliases, order, [one for one, _ in lost], page, gone, wrong),
    )


def _gone(seen: Seen, lost: Iterable[tuple[Evening, bool]]) -> dict[int, str]:
    """What has just been put away, and still is."""
    asked = dict(_links_of(request.args.getlist("away")[:PAGE]))
    if not asked:
        return {}
    put_away = {mark.sitting for mark in seen.marks if mark.away} | {one.sitting for one, away in lost if away}
    return {sitting: link for sitting, link in asked.items() if sitting in put_away}


def _chosen(aliases: Aliases) -> Chosen:
    people = map(persons(aliases), request.args.getlist("with"))
    return Chosen(request.args.get("game") or None, tuple(dict.fromkeys(people)))


def _aliases() -> Aliases:
    return tuple(store.aliases(phone()).items())


@lru_cache(maxsize=SHOWN)
def _evenings(seen: Seen, aliases: Aliases, chosen: Chosen) -> Evenings:
    """Of evenings that have changed since they were added up, the others needn't know."""
    sums = Sums()
    for part in _parts(seen):
        sums.add(_sums_of(part, aliases, chosen))
    sums.spelled.update((alike(person), person) for _, person in aliases)
    return Evenings(sums, chosen)


def _parts(seen: Seen) -> Iterator[tuple[Mark, ...]]:
    return (seen.marks[start : start + TOGETHER] for start in range(0, len(seen.marks), TOGETHER))


@lru_cache(maxsize=REMEMBERED)
def _sums_of(part: tuple[Mark, ...], aliases: Aliases, chosen: Chosen) -> Sums:
    sums = Sums()
    sums.count(_seated(part, aliases), chosen)
    return sums


def _seated(part: Iterable[Mark], aliases: Aliases) -> list[Seated]:
    return seated(store.evenings([mark.sitting for mark in part if not mark.away]), aliases)


def _order(seen: Seen, sums: Sums, gone: Collection[int]) -> list[int]:
    """The newest first; what has just gone stands where it stood."""
    if not gone:
        return sums.listed[::-1]
    there = {*sums.listed, *gone}
    return [mark.sitting for mark in reversed(seen.marks) if mark.sitting in there]


def _links_of(links: Iterable[str]) -> Iterator[tuple[int, str]]:
    for link in links:
        try:
            yield store.find(link)[0].id, link
        except store.NoSuchSitting:
            continue


@bp.post("/away")
def put_away() -> Response:
    """One leaves this phone, or comes back: in the same place."""
    gone = put_or_take()
    touched = (request.form.get(name, "") for name in ("put", "take"))
    place = next((f"line-{sitting}" for sitting, _ in _links_of(touched)), None)
    return _back(away=gone, _anchor=place)


@bp.post("/names")
def names() -> Response | tuple[str, int]:
    """Two names are one person's, on this phone; or two people's again."""
    if name := request.form.get("part"):
        store.part_names(phone(), name)
        return _back()
    name, person = (request.form.get(field, "").strip() for field in ("name", "person"))
    aliases = _aliases()
    who, sums = persons(aliases), _evenings(store.seen(phone()), aliases, Chosen()).sums
    if wrong := evenings.refusal(sums, name, who(name), person, who(person)):
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
    aliases, seen = _aliases(), store.seen(phone())
    sums = _evenings(seen, aliases, Chosen()).sums
    head = (
        *(gettext("Date"), gettext("Game"), gettext("Player"), gettext("Counts as"), gettext("Points")),
        *(gettext("Rank"), gettext("Won"), gettext("Players"), gettext("Played to the end")),
    )
    rows = (_rows(one, sums) for part in _parts(seen) for one in _seated(part, aliases) if readable(one.evening))
    response = Response(spreadsheet([head, *chain.from_iterable(rows)]), mimetype="text/csv")
    response.headers.set("Content-Disposition", "attachment", filename="companion.csv")
    return response


def _rows(one: Seated, sums: Sums) -> Iterator[tuple[object, ...]]:
    evening = one.evening
    for person, place in one.placed:
        won = place.rank == 1 and evening.winners > 0
        yield (
            *(evening.day.isoformat(), told(GAMES[evening.game].name), place.name, sums.spelled[person]),
            *(place.points, place.rank, int(won), len(one.people), int(evening.whole)),
        )
