"""The evenings that a phone has seen, and whom it takes for whom. No log is read for any of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import bindparam, case, delete, func, select
from sqlalchemy.orm import Session

from companion import rules
from companion.evenings.places import Evening, Place, read_places
from companion.rules.options import alike
from companion.store.database.engine import here, reading, writing
from companion.store.results import evening_of
from companion.store.tables import Alias, Finished, Sitting, Visit

CHECKED = 2**40  # of a number that is drawn at random: so much of it can be added up everywhere


class Mark(NamedTuple):
    """That a phone has seen an evening: the same mark always stands for the same evening."""

    sitting: int
    made: int
    away: bool  # this phone has put it away


@dataclass(frozen=True, eq=False)
class Seen:
    """All evenings of a phone, the oldest first; `check` is another one as soon as any of them is."""

    check: tuple[int, ...]
    marks: tuple[Mark, ...]


def seen(phone: str) -> Seen:
    """The very same for as long as nothing has changed: they are not read again for every page."""
    store = here()
    known = store.seen.get(phone)
    with store.reading() as connection:
        check = tuple(connection.execute(_CHECK, {"phone": phone}).one())
        if known is None or known.check != check:
            marks = connection.execute(_MARKS, {"phone": phone}).all()
            known = Seen(check, tuple(map(Mark._make, marks)))
    store.keep_seen(phone, known)
    return known


def evenings(sittings: Collection[int]) -> list[Evening]:
    """The oldest first."""
    with here().reading() as connection:
        rows = connection.execute(_EVENINGS, {"sittings": list(sittings)})
        return [Evening(*row[:-1], read_places(row.places)) for row in rows]


def lost(phone: str) -> list[tuple[Evening, bool]]:
    """Tables that this version can't read, and that aren't known to be over, and whether they were put away."""
    with here().reading() as connection:
        rows = connection.execute(_NOT_OVER, {"phone": phone}).all()
    return [(_lost(row), row.put_away) for row in rows if rules.ruleset(row.game, row.rules) is None]


def _lost(row: Any) -> Evening:
    places = tuple(Place(name, 0, 0, {}, seat) for seat, name in enumerate(row.players))
    return Evening(row.id, row.game, row.rules, evening_of(row.opened_at), False, places)


_OLDEST_FIRST = (Finished.ended_at, Finished.sitting_id)
_MARKS = (
    select(Finished.sitting_id, Finished.made, Visit.put_away)
    .join(Visit, Visit.sitting_id == Finished.sitting_id)
    .where(Visit.phone == bindparam("phone"))
    .order_by(*_OLDEST_FIRST)
)
_MADE = Finished.made % CHECKED
_CHECK = (
    select(func.count(), func.sum(_MADE), func.sum(case((Visit.put_away, _MADE), else_=0)))
    .join_from(Finished, Visit, Visit.sitting_id == Finished.sitting_id)
    .where(Visit.phone == bindparam("phone"))
)
_EVENINGS = (
    select(Finished.sitting_id, Finished.game, Finished.rules, Finished.day, Finished.whole, Finished.places)
    .where(Finished.sitting_id.in_(bindparam("sittings", expanding=True)))
    .order_by(*_OLDEST_FIRST)
)
_NOT_OVER = (
    select(Sitting.id, Sitting.game, Sitting.rules, Sitting.players, Sitting.opened_at, Visit.put_away)
    .join(Visit, Visit.sitting_id == Sitting.id)
    .outerjoin(Finished, Finished.sitting_id == Sitting.id)
    .where(Visit.phone == bindparam("phone"), Finished.sitting_id.is_(None))
)


def links(phone: str, sittings: Collection[int]) -> dict[int, str]:
    """By which this phone may open them: the one that it once came by."""
    seen = select(Sitting.id, Visit.may_score, Sitting.score_link, Sitting.watch_link).join(Visit)
    with here().reading() as connection:
        rows = connection.execute(seen.where(Visit.phone == phone, Sitting.id.in_(sittings)))
        return {row.id: row.score_link if row.may_score else row.watch_link for row in rows}


# Who is who


def aliases(phone: str) -> dict[str, str]:
    """By name, the person that it counts as on this phone."""
    with reading() as session:
        return _aliases(session, phone)


def join_names(phone: str, name: str, person: str) -> None:
    """Whoever counted as `name` counts as `person` too; and `person`, who may have been somebody, is nobody else."""
    with writing() as session:
        others = _without(_aliases(session, phone), name, person)
        moved = {other: person if alike(one) == alike(name) else one for other, one in others.items()}
        _keep(session, phone, {**moved, name: person})


def part_names(phone: str, name: str) -> None:
    with writing() as session:
        _keep(session, phone, _without(_aliases(session, phone), name))


def _without(people: Mapping[str, str], *names: str) -> dict[str, str]:
    gone = set(map(alike, names))
    return {name: person for name, person in people.items() if alike(name) not in gone}


def _aliases(session: Session, phone: str) -> dict[str, str]:
    rows = session.execute(select(Alias.name, Alias.person).where(Alias.phone == phone).order_by(Alias.name))
    return {row.name: row.person for row in rows}


def _keep(session: Session, phone: str, people: Mapping[str, str]) -> None:
    session.execute(delete(Alias).where(Alias.phone == phone))
    session.add_all(Alias(phone=phone, name=name, person=person) for name, person in people.items())
