"""Who begins, drawn here while a table is being set. The newest draw of each phone stays until its table is opened: who
goes back, or loads the page anew, finds it as it lies.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import delete

from companion.rules.core import RuleBroken
from companion.rules.text import say
from companion.store.database.engine import reading, writing
from companion.store.database.queue import tried_twice
from companion.store.tables import BeginnerDraw

KEPT = timedelta(hours=12)
MOST_TIMES = 20


class DrawnBeginner(NamedTuple):
    """Who begins, by a draw among the players; and how often these have drawn."""

    name: str
    times: int
    at: datetime


@tried_twice
def draw(phone: str, players: Sequence[str]) -> DrawnBeginner:
    """Among the same people once more counts as such, whatever seats they have by now."""
    if len(players) < 2:
        raise RuleBroken(say("A draw needs at least two players"))
    now = datetime.now(UTC)
    with writing() as session:
        session.execute(delete(BeginnerDraw).where(BeginnerDraw.at < now - KEPT))
        known = session.get(BeginnerDraw, phone, with_for_update=True)
        times = known.times + 1 if known is not None and sorted(known.players) == sorted(players) else 1
        if times > MOST_TIMES:
            raise RuleBroken(
                say("You have drawn %(count)s times: take the last draw, or say who begins", count=times - 1)
            )
        seat = secrets.randbelow(len(players))
        if known is None:  # merged, it would go in the place of another one's that came just now
            session.add(known := BeginnerDraw(phone=phone))
        known.players, known.seat, known.times, known.at = [*players], seat, times, now
    return DrawnBeginner(players[seat], times, now)


def drawn(phone: str, players: Sequence[str]) -> DrawnBeginner | None:
    """What this phone has drawn among these people, if it has."""
    with reading() as session:
        row = session.get(BeginnerDraw, phone)
    if row is None or sorted(row.players) != sorted(players) or row.at < datetime.now(UTC) - KEPT:
        return None
    return DrawnBeginner(row.players[row.seat], row.times, row.at)
