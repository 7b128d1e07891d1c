"""A series: the games that a table has played one after the other, and what each came to, without reading a log."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import or_, select

from companion.store.database import reading
from companion.store.sittings import successor
from companion.store.tables import Finished, Placed, Sitting


class Ended(NamedTuple):
    """A game of the series that is over."""

    sitting: Sitting
    ended_at: datetime
    whole: bool
    placed: tuple[Placed, ...]  # by seat


def series_of(sitting: Sitting) -> str:
    """The uid of its first game, which may have been the only one yet."""
    return sitting.series or sitting.uid


def ended_together(sitting: Sitting) -> tuple[Ended, ...]:
    """In the order in which they were opened, this one among them if it is over."""
    first = series_of(sitting)
    asked = (
        select(Sitting, Finished, Placed)
        .join(Finished, Finished.sitting_id == Sitting.id)
        .join(Placed, Placed.sitting_id == Sitting.id)
        .where(or_(Sitting.series == first, Sitting.uid == first))
        .order_by(Sitting.opened_at, Sitting.id, Placed.seat)
    )
    with reading() as session:
        rows = session.execute(asked).all()
    games = (tuple(seats) for _, seats in groupby(rows, lambda row: row[0].id))
    return tuple(
        Ended(seats[0][0], seats[0][1].ended_at, seats[0][1].whole, tuple(placed for _, _, placed in seats))
        for seats in games
    )


def follower(sitting: Sitting, players: Sequence[str]) -> Sitting | None:
    """The table that goes on after this one, if somebody has opened it already."""
    with reading() as session:
        known = session.scalar(select(Sitting).where(Sitting.uid == successor(sitting, players)))
    return known if known is not None and known.game == sitting.game else None
