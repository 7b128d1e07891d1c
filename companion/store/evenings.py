"""The evenings that a phone has seen, and whom it takes for whom. No log is read for any of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from companion import rules
from companion.evenings.places import Evening, Place
from companion.rules.options import alike
from companion.store.database.engine import here, reading, writing
from companion.store.results import evening_of, read_places
from companion.store.tables import Alias, Finished, Sitting, Visit


def evenings(phone: str) -> list[Evening]:
    """The oldest first; before them tables that this version can't read, and that aren't known to be over."""
    with here().reading() as connection:
        over = connection.execute(_EVENINGS, {"phone": phone}).all()
        not_over = connection.execute(_NOT_OVER, {"phone": phone}).all()
    found = []
    for row in not_over:
        if rules.ruleset(row.game, row.rules) is None:
            places = tuple(Place(name, 0, 0, {}, seat) for seat, name in enumerate(row.players))
            found.append(Evening(row.id, row.game, row.rules, evening_of(row.opened_at), False, places, row.put_away))
    for row in over:
        places = read_places(row.places)
        found.append(Evening(row.sitting_id, row.game, row.rules, row.day, row.whole, places, row.put_away))
    return found


_EVENINGS = (
    select(Finished.sitting_id, Finished.game, Finished.rules, Finished.day, Finished.whole)
    .add_columns(Finished.places, Visit.put_away)
    .join(Visit, Visit.sitting_id == Finished.sitting_id)
    .where(Visit.phone == bindparam("phone"))
    .order_by(Finished.ended_at, Finished.sitting_id)
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
