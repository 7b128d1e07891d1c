"""The evenings that a phone has seen, their series, and whom it takes for whom. No log is read for any of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, tzinfo
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import Integer, and_, bindparam, select

from companion import rules
from companion.evenings.people import Evening, Place
from companion.rules.options import alike, alphabetical
from companion.store.access import held, still_leads, together_with
from companion.store.database.engine import here, reading, writing
from companion.store.database.queue import tried_twice
from companion.store.results import evening_of, read_places
from companion.store.tables import Alias, Finished, Sitting, Visit

MOST_EVENINGS = 10_000  # that are read for a page


def evenings(phone: str, zone: tzinfo | None = None) -> list[Evening]:
    """The oldest first; before them tables that this version can't read, and that aren't known to be over. Of very many
    the newest alone.

    Each is on the day that it was where the phone is: in `zone`, or in the server's.
    """
    with here().reading() as connection:
        asked = {"phone": phone, "most": MOST_EVENINGS}
        over, not_over = (connection.execute(query, asked).all() for query in (_EVENINGS, _NOT_OVER))
    found = []
    for row in reversed(not_over):
        if rules.ruleset(row.game, row.rules) is None:
            places = tuple(Place(name, 0, 0, {}, seat) for seat, name in enumerate(row.players))
            day = evening_of(row.opened_at, zone)
            found.append(Evening(row.id, row.game, row.rules, day, False, places, row.put_away))
    for row in reversed(over):
        places, day = read_places(row.places), evening_of(row.ended_at, zone)
        found.append(Evening(row.sitting_id, row.game, row.rules, day, row.whole, places, row.put_away))
    return found


_MOST = bindparam("most", type_=Integer)
_EVENINGS = (
    select(Finished.sitting_id, Finished.game, Finished.rules, Finished.ended_at, Finished.whole)
    .add_columns(Finished.places, Visit.put_away)
    .join(Visit, Visit.sitting_id == Finished.sitting_id)
    .where(Visit.phone == bindparam("phone"))
    .order_by(Finished.ended_at.desc(), Finished.sitting_id.desc())
    .limit(_MOST)
)
_NOT_OVER = (
    select(Sitting.id, Sitting.game, Sitting.rules, Sitting.players, Sitting.opened_at, Visit.put_away)
    .join(Visit, Visit.sitting_id == Sitting.id)
    .outerjoin(Finished, Finished.sitting_id == Sitting.id)
    .where(Visit.phone == bindparam("phone"), Finished.sitting_id.is_(None))
    .order_by(Sitting.id.desc())
    .limit(_MOST)
)


def links(phone: str, sittings: Collection[int]) -> dict[int, str]:
    """By which this phone may open them: the one that it once came by."""
    seen = select(Sitting.id, Visit.may_score, Sitting.score_link, Sitting.watch_link).join(Visit)
    with here().reading() as connection:
        rows = connection.execute(seen.where(Visit.phone == phone, Sitting.id.in_(sittings)))
        return {row.id: row.score_link if row.may_score else row.watch_link for row in rows}


# The note that the table added


class RemarkChanged(Exception):
    """Another phone has written one since; what it says by now."""

    def __init__(self, remark: str | None) -> None:
        super().__init__(remark)
        self.remark = remark


class Remark(NamedTuple):
    """`ours`: whether this phone may write it."""

    text: str | None
    ours: bool


def remark_of(sitting: Sitting) -> str | None:
    """As it is by now, whenever the sitting was found."""
    with reading() as session:
        return session.scalar(select(Sitting.remark).where(Sitting.id == sitting.id))


def remarks(links: Mapping[int, str]) -> dict[int, Remark]:
    """By sitting, for a phone that opens these by such links."""
    with here().reading() as connection:
        rows = connection.execute(select(Sitting.id, Sitting.remark, Sitting.score_link).where(Sitting.id.in_(links)))
        return {row.id: Remark(row.remark, row.score_link == links[row.id]) for row in rows}


def write_remark(sitting: Sitting, remark: str | None, seen: str | None) -> None:
    """In the place of the one that its person has seen; or RemarkChanged, where that is no longer there."""
    with writing() as session:
        known = held(session, sitting)
        if known.remark not in (seen, remark):
            raise RemarkChanged(known.remark)
        known.remark = remark


# A series: the games that a table has played one after the other


class Ended(NamedTuple):
    """A game of the series that is over."""

    sitting: Sitting
    ended_at: datetime
    whole: bool
    places: tuple[Place, ...]  # by seat

    @property
    def counts(self) -> bool:
        return _counts(self.whole, self.places)


def ended_together(sitting: Sitting) -> tuple[Ended, ...]:
    """In the order in which they came, this one among them if it is over.

    Only those with its game and its seats: what a file says of its series may be nonsense.
    """
    asked = (
        select(Sitting, Finished)
        .join(Finished, Finished.sitting_id == Sitting.id)
        .where(together_with(sitting), Sitting.game == sitting.game)
        .order_by(Sitting.id)
    )
    with reading() as session:
        together = [
            Ended(played, finished.ended_at, finished.whole, _by_seat(finished.places))
            for played, finished in session.execute(asked)
        ]
        if not still_leads(session, sitting):
            return ()
    return tuple(one for one in together if len(one.places) == len(sitting.players))


def series_among(phone: str, sittings: Collection[int]) -> Iterator[tuple[int, list[tuple[Place, ...]]]]:
    """The series that these evenings belong to, each by the newest of its games that this phone lists: what each of its
    games came to, by seat. One series after the other: twenty of them can have twenty thousand games.
    """
    with here().reading() as connection:
        known = connection.scalars(_SERIES, {"sittings": [*sittings]}).all()
    for series in known:  # nothing is being read while somebody makes something of it
        with here().reading() as connection:
            rows = connection.execute(_TOGETHER, {"phone": phone, "series": series}).all()
        together: defaultdict[object, list[tuple[Place, ...]]] = defaultdict(list)
        newest: dict[object, int] = {}
        for row in rows:
            places, played = _by_seat(row.places), (row.game, len(row.players))
            if _counts(row.whole, places):
                together[played].append(places)
                newest |= {played: row.id} if row.phone else {}
        yield from ((newest[played], games) for played, games in together.items() if played in newest and games[1:])


_LISTED = and_(Visit.sitting_id == Sitting.id, Visit.phone == bindparam("phone"), Visit.put_away.is_(False))
_SERIES = select(Sitting.series).distinct().where(Sitting.id.in_(bindparam("sittings", expanding=True)))
_TOGETHER = (
    select(Sitting.id, Sitting.game, Sitting.players, Finished.whole, Finished.places, Visit.phone)
    .join(Finished, Finished.sitting_id == Sitting.id)
    .outerjoin(Visit, _LISTED)
    .where(Sitting.series == bindparam("series"))
    .order_by(Sitting.id)
)


def _by_seat(places: str) -> tuple[Place, ...]:
    return tuple(sorted(read_places(places), key=attrgetter("seat")))


def _counts(whole: bool, places: Collection[Place]) -> bool:
    """Where nobody had scored it was none."""
    return whole or any(place.points for place in places)


# Who is who


def aliases(phone: str) -> dict[str, str]:
    """By name, the person that it counts as on this phone."""
    with reading() as session:
        rows = session.scalars(select(Alias).where(Alias.phone == phone))
        return {alias.name: alias.person for alias in sorted(rows, key=lambda row: alphabetical(row.name))}


@tried_twice
def join_names(phone: str, name: str, person: str) -> None:
    """All who counted as `name` count as `person` from now on; `person` no longer counts as anybody else."""
    with writing() as session:
        for alias in session.scalars(select(Alias).where(Alias.phone == phone)):
            if alike(alias.name) in (alike(name), alike(person)):
                session.delete(alias)
            elif alike(alias.person) == alike(name):
                alias.person = person
        session.flush()
        session.add(Alias(phone=phone, name=name, person=person))


def part_names(phone: str, name: str) -> None:
    with writing() as session:
        for alias in session.scalars(select(Alias).where(Alias.phone == phone)):
            if alike(alias.name) == alike(name):
                session.delete(alias)
