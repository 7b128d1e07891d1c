"""A series: the games that a table has played one after the other, and what each came to, without reading a log."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from companion.evenings.places import Place
from companion.store.database.engine import reading
from companion.store.results import read_places
from companion.store.sittings import of_series, series_of, successor
from companion.store.tables import Finished, Sitting, Visit


class Ended(NamedTuple):
    """A game of the series that is over."""

    sitting: Sitting
    ended_at: datetime
    whole: bool
    places: tuple[Place, ...]  # by seat

    @property
    def counts(self) -> bool:
        """Where nobody had scored it was none."""
        return self.whole or any(place.points for place in self.places)


def ended_together(sitting: Sitting) -> tuple[Ended, ...]:
    """In the order in which they were opened, this one among them if it is over.

    Only those with its game and its seats: what a file says of its series may be nonsense.
    """
    asked = (
        select(Sitting, Finished)
        .join(Finished, Finished.sitting_id == Sitting.id)
        .where(of_series(series_of(sitting)), Sitting.game == sitting.game)
        .order_by(Sitting.opened_at, Sitting.id)
    )
    with reading() as session:
        together = [_ended(*row) for row in session.execute(asked)]
    return tuple(one for one in together if len(one.places) == len(sitting.players))


def series_among(phone: str, sittings: Collection[int]) -> dict[int, tuple[Ended, ...]]:
    """The series that these evenings belong to, each by the newest of its games that this phone lists."""
    roots = select(func.coalesce(Sitting.series, Sitting.uid)).where(Sitting.id.in_(sittings))
    listed = and_(Visit.sitting_id == Sitting.id, Visit.phone == phone, Visit.put_away.is_(False))
    asked = (
        select(Sitting, Finished, Visit.phone)
        .join(Finished, Finished.sitting_id == Sitting.id)
        .outerjoin(Visit, listed)
        .where(or_(Sitting.series.in_(roots), Sitting.uid.in_(roots)))
        .order_by(Sitting.opened_at, Sitting.id)
    )
    together: defaultdict[object, list[Ended]] = defaultdict(list)
    newest: dict[object, int] = {}
    with reading() as session:
        for sitting, finished, seen in session.execute(asked):
            series = (series_of(sitting), sitting.game, len(sitting.players))
            one = _ended(sitting, finished)
            if one.counts:
                together[series].append(one)
                newest |= {series: sitting.id} if seen else {}
    return {newest[series]: tuple(games) for series, games in together.items() if len(games) > 1 and series in newest}


def _ended(sitting: Sitting, finished: Finished) -> Ended:
    places = sorted(read_places(finished.places), key=attrgetter("seat"))
    return Ended(sitting, finished.ended_at, finished.whole, tuple(places))


def follower(sitting: Sitting, players: Sequence[str]) -> Sitting | None:
    """The table that goes on after this one, if somebody has opened it already."""
    with reading() as session:
        known = session.scalar(select(Sitting).where(Sitting.uid == successor(sitting, players)))
    goes_on = known is not None and (known.game, known.series) == (sitting.game, series_of(sitting))
    return known if goes_on else None


def may_go_on(session: Session, series: str, phone: str) -> bool:
    """Whether this phone scores at a table of the series, or nobody has one here."""
    mine = and_(Visit.sitting_id == Sitting.id, Visit.phone == phone)
    tables = select(Visit.may_score).select_from(Sitting).outerjoin(Visit, mine).where(of_series(series))
    known = session.scalars(tables).all()
    return not known or any(known)
