"""The record of who did what to an account or a role: appended, never changed."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session, aliased

from app.account_models import AuditEvent
from app.audit import Event
from app.models import Account
from app.roles import Role


@dataclass(frozen=True)
class Recorded:
    """One event; a name is None for somebody who is gone or for the machine itself."""

    at: datetime
    what: Event
    by: str | None
    by_machine: bool
    about: str | None
    role: Role | None


def add(
    session: Session,
    what: Event,
    *,
    by: str | None,
    about: str | None = None,
    role: Role | None = None,
    now: datetime,
) -> None:
    """Record an event; by None means that it was done on the machine that the site runs on."""
    session.add(AuditEvent(at=now, what=what, by_person=by, about_person=about, role=role))
    session.flush()


def newest(session: Session, *, most: int, person_id: str | None = None) -> list[Recorded]:
    """The newest events, newest first: all, or those by and about one person."""
    by, about = aliased(Account), aliased(Account)
    query = (
        select(AuditEvent, by.name, about.name)
        .outerjoin(by, by.person_id == AuditEvent.by_person)
        .outerjoin(about, about.person_id == AuditEvent.about_person)
        .order_by(AuditEvent.id.desc())
        .limit(most)
    )
    if person_id is not None:
        query = query.where(
            or_(AuditEvent.by_person == person_id, AuditEvent.about_person == person_id)
        )
    return [
        Recorded(
            at=event.at,
            what=Event(event.what),
            by=by_name,
            by_machine=event.by_person is None,
            about=about_name,
            role=Role(event.role) if event.role else None,
        )
        for event, by_name, about_name in session.execute(query)
    ]
