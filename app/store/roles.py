"""Roles on the whole site: who has which."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.account_models import SiteRole
from app.roles import Role, Roles


def grant(session: Session, person_id: str, *roles: Role) -> None:
    """Give somebody roles; a learner is what everybody is already."""
    for role in roles:
        if role is not Role.LEARNER:
            session.merge(SiteRole(person_id=person_id, role=role))
    session.flush()


def roles_of(session: Session, person_id: str) -> Roles:
    """The roles that somebody has; none for a learner."""
    found = session.scalars(select(SiteRole.role).where(SiteRole.person_id == person_id))
    return frozenset(map(Role, found))


def is_operated(session: Session) -> bool:
    """Whether anybody is an operator."""
    query = select(SiteRole.person_id).where(SiteRole.role == Role.OPERATOR).limit(1)
    return session.scalar(query) is not None
