"""Where sittings stand, in as little as tells whether a phone has to hear of them: asked for many at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import aliased

from companion.store.database.engine import here
from companion.store.tables import EntryRow, Sitting


class Snapshot(NamedTuple):
    tap: str | None  # of the newest entry
    links: frozenset[str]  # that open it
    onward: int | None  # the newest sitting that goes on its series


def snapshots(sittings: Iterable[int]) -> dict[int, Snapshot]:
    """By the id of the sitting. One that is no more is not among them."""
    with here().reading() as connection:
        rows = connection.execute(_SNAPSHOTS, {"sittings": list(sittings)})
        return {row.id: Snapshot(row.tap, frozenset((row.score_link, row.watch_link)), row.onward) for row in rows}


_later = aliased(Sitting)
_TAP = select(EntryRow.tap).where(EntryRow.sitting_id == Sitting.id).order_by(EntryRow.number.desc()).limit(1)
_ONWARD = select(func.max(_later.id)).where(
    _later.series == func.coalesce(Sitting.series, Sitting.uid), _later.id > Sitting.id
)
_SNAPSHOTS = select(
    Sitting.id,
    Sitting.score_link,
    Sitting.watch_link,
    _TAP.scalar_subquery().label("tap"),
    _ONWARD.scalar_subquery().label("onward"),
).where(Sitting.id.in_(bindparam("sittings", expanding=True)))
