"""What the players of many tables are called by now, without reading a log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import select

from companion.store.database.engine import reading
from companion.store.tables import EntryRow, Sitting

NAMING = ("rename", "undo", "redo")


def called_now(sittings: Sequence[Sitting]) -> list[tuple[str, ...]]:
    """In the order of the sittings, each with its seats clockwise."""
    names = {sitting.id: list(sitting.players) for sitting in sittings}
    for sitting, seat, name in _renamed(names):
        if seat < len(names[sitting]):
            names[sitting][seat] = name
    return [tuple(names[sitting.id]) for sitting in sittings]


def _renamed(sittings: Iterable[int]) -> list[tuple[int, int, str]]:
    """Which seat of which sitting has which name since, in the order in which that was said."""
    said: dict[tuple[int, int], tuple[int, int, str]] = {}
    taken_back: set[tuple[int, int | None]] = set()
    naming = select(EntryRow).where(EntryRow.sitting_id.in_(sittings), EntryRow.kind.in_(NAMING))
    with reading() as session:
        for entry in session.scalars(naming.order_by(EntryRow.sitting_id, EntryRow.number)):
            target = entry.sitting_id, entry.target
            if entry.kind == "undo":
                taken_back.add(target)
            elif entry.kind == "redo":
                taken_back.discard(target)
            elif entry.seat is not None and entry.name is not None:
                said[entry.sitting_id, entry.number] = entry.sitting_id, entry.seat, entry.name
    return [new for entry, new in said.items() if entry not in taken_back]
