"""A series: the games that a table has played one after the other, and what each came to, without reading a log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from companion.record.evenings import Place, read_places
from companion.store.database import reading
from companion.store.sittings import of_series, series_of, successor
from companion.store.tables import Finished, Sitting, Visit


class Ended(NamedTuple):
    """A game of the series that is over."""

    sitting: Sitting
    ended_at: datetime
    whole: bool
    places: tuple[Place, ...]  # by seat


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
