"""Links that work once; of their tokens only a hash is stored, and a used link is gone."""

from datetime import datetime

from sqlalchemy import ColumnElement, delete, or_, select
from sqlalchemy.orm import Session

from app.account_models import OneTimeLink
from app.links import LASTS, Link, Purpose
from app.roles import Role
from app.store.sessions import new_token, token_hash


def make_reset(session: Session, person_id: str, *, made_by: str | None, now: datetime) -> str:
    """The token of a new link that resets this person's password; older ones stop working."""
    drop_resets(session, person_id)
    link = OneTimeLink(purpose=Purpose.RESET, person_id=person_id, made_by=made_by, made_at=now)
    return _add(session, link)


def make_invitation(session: Session, role: Role, *, made_by: str | None, now: datetime) -> str:
    """The token of a new invitation to a role."""
    link = OneTimeLink(purpose=Purpose.INVITATION, role=role, made_by=made_by, made_at=now)
    return _add(session, link)


def make_first(session: Session, *, now: datetime) -> str:
    """The token of the link that makes the first operator, in place of any made before."""
    drop_first(session)
    return _add(session, OneTimeLink(purpose=Purpose.FIRST_OPERATOR, made_at=now))


def _add(session: Session, link: OneTimeLink) -> str:
    session.execute(delete(OneTimeLink).where(~_works(link.made_at)))
    lasts = LASTS[Purpose(link.purpose)]
    token = new_token()
    link.token_hash = token_hash(token)
    link.expires_at = link.made_at + lasts if lasts else None
    session.add(link)
    session.flush()
    return token


def drop_resets(session: Session, person_id: str) -> None:
    """Make every link useless that would reset this person's password."""
    session.execute(
        delete(OneTimeLink).where(
            OneTimeLink.person_id == person_id, OneTimeLink.purpose == Purpose.RESET
        )
    )


def drop_first(session: Session) -> None:
    """Make every link useless that would make a first operator."""
    session.execute(delete(OneTimeLink).where(OneTimeLink.purpose == Purpose.FIRST_OPERATOR))


def find(session: Session, token: str, *purposes: Purpose, now: datetime) -> Link | None:
    """The link with this token, while it works."""
    row = session.scalar(
        select(OneTimeLink).where(
            OneTimeLink.token_hash == token_hash(token),
            OneTimeLink.purpose.in_(purposes),
            _works(now),
        )
    )
    return None if row is None else _link(row)


def take(session: Session, link: Link, *, now: datetime) -> bool:
    """Use the link up; False when somebody was faster."""
    taken = session.execute(
        delete(OneTimeLink)
        .where(OneTimeLink.token_hash == link.id, _works(now))
        .returning(OneTimeLink.token_hash)
    )
    return taken.one_or_none() is not None


def working(session: Session, *, now: datetime) -> list[Link]:
    """Every link that could still be used, newest first."""
    rows = session.scalars(
        select(OneTimeLink).where(_works(now)).order_by(OneTimeLink.made_at.desc())
    )
    return [_link(row) for row in rows]


def find_by_id(session: Session, link_id: str, *, now: datetime) -> Link | None:
    """A link by the hash of its token, for whoever may withdraw it."""
    row = session.scalar(select(OneTimeLink).where(OneTimeLink.token_hash == link_id, _works(now)))
    return None if row is None else _link(row)


def _works(now: datetime) -> ColumnElement[bool]:
    return or_(OneTimeLink.expires_at.is_(None), OneTimeLink.expires_at > now)


def _link(row: OneTimeLink) -> Link:
    return Link(
        id=row.token_hash,
        purpose=Purpose(row.purpose),
        person_id=row.person_id,
        role=Role(row.role) if row.role else None,
        made_by=row.made_by,
        made_at=row.made_at,
        expires_at=row.expires_at,
    )
