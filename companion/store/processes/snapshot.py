"""Where sittings stand, in as little as tells whether a phone has to hear of them: asked for many at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import aliased

from companion.store.database.engine import here
from companion.store.tables import EntryRow, Sitting


class Stand(NamedTuple):
    tap: str | None  # of the newest entry
    links: frozenset[str]  # that open it
    onward: int | None  # the newest sitting that goes on its series


def stands(sittings: Iterable[int]) -> dict[int, Stand]:
    """By the id of the sitting. One that is no more is not among them."""
    with here().reading() as connection:
        rows = connection.execute(_STANDS, {"sittings": list(sittings)})
        return {row.id: Stand(row.tap, frozenset((row.score_link, row.watch_link)), row.onward) for row in rows}


def answer() -> None:
    """The database does, or this raises StoreTrouble."""
    with here().reading() as connection:
        connection.execute(_ANY).first()


_ANY = select(Sitting.id).limit(1)
_later = aliased(Sitting)
_TAP = select(EntryRow.tap).where(EntryRow.sitting_id == Sitting.id).order_by(EntryRow.number.desc()).limit(1)
_ONWARD = select(func.max(_later.id)).where(
    _later.series == func.coalesce(Sitting.series, Sitting.uid), _later.id > Sitting.id
)
_STANDS = select(
    Sitting.id,
    Sitting.score_link,
    Sitting.watch_link,
    _TAP.scalar_subquery().label("tap"),
    _ONWARD.scalar_subquery().label("onward"),
).where(Sitting.id.in_(bindparam("sittings", expanding=True)))
