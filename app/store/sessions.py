"""Browsers that are signed in, each known by the SHA-256 of a random token."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.orm import Session

from app.account_models import SiteRole
from app.models import Account, SignedIn
from app.roles import Role
from app.store.people import Viewer

TOKEN_BYTES = 32


@dataclass(frozen=True)
class Lifetime:
    """How long a session lasts: from signing in, and from when it was last used."""

    whole: timedelta
    idle: timedelta


@dataclass(frozen=True)
class Found:
    """Who is signed in, and when we last noted that this browser was here."""

    viewer: Viewer
    last_seen_at: datetime


@dataclass(frozen=True)
class Browser:
    """One signed-in browser as its owner may see it; `this` is the one that is asking."""

    family: str
    signed_in_at: datetime
    last_seen_at: datetime
    this: bool


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A random token of 256 bits, for a cookie."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def start(
    session: Session, person_id: str, *, lifetime: Lifetime, browser: str, now: datetime
) -> str:
    """Sign a person in under a new token; those that ran out are swept away."""
    session.execute(delete(SignedIn).where(or_(*_over(lifetime, now))))
    token = new_token()
    session.add(
        SignedIn(
            token_hash=token_hash(token),
            person_id=person_id,
            created_at=now,
            expires_at=now + lifetime.whole,
            last_seen_at=now,
            browser=browser,
        )
    )
    session.flush()
    return token


def find(session: Session, token: str, *, lifetime: Lifetime, now: datetime) -> Found | None:
    """Who is signed in with this token; None when nobody is any more."""
    rows = session.execute(
        select(Account.person_id, Account.name, Account.email, SignedIn.last_seen_at, SiteRole.role)
        .join(SignedIn, SignedIn.person_id == Account.person_id)
        .outerjoin(SiteRole, SiteRole.person_id == Account.person_id)
        .where(SignedIn.token_hash == token_hash(token), ~or_(*_over(lifetime, now)))
    ).all()
    if not rows:
        return None
    person_id, name, email, last_seen_at, _ = rows[0]
    roles = frozenset(Role(row.role) for row in rows if row.role)
    return Found(Viewer(person_id, name, email, roles), last_seen_at)


def note_seen(session: Session, token: str, *, now: datetime) -> None:
    """Remember that this browser was here."""
    session.execute(
        update(SignedIn).where(SignedIn.token_hash == token_hash(token)).values(last_seen_at=now)
    )


def browsers_of(
    session: Session, person_id: str, *, token: str, lifetime: Lifetime, now: datetime
) -> list[Browser]:
    """Every browser in which this person is signed in: the asking one first, then the newest."""
    rows = session.scalars(
        select(SignedIn)
        .where(SignedIn.person_id == person_id, ~or_(*_over(lifetime, now)))
        .order_by(SignedIn.created_at.desc())
    )
    this = token_hash(token)
    found = [
        Browser(row.browser, row.created_at, row.last_seen_at, this=row.token_hash == this)
        for row in rows
    ]
    return sorted(found, key=lambda each: not each.this)


def end(session: Session, token: str) -> None:
    """Sign out the browser that holds this token."""
    session.execute(delete(SignedIn).where(SignedIn.token_hash == token_hash(token)))


def end_all(session: Session, person_id: str, *, but: str | None = None) -> None:
    """Sign a person out everywhere, or everywhere but where this token is held."""
    ended = delete(SignedIn).where(SignedIn.person_id == person_id)
    if but is not None:
        ended = ended.where(SignedIn.token_hash != token_hash(but))
    session.execute(ended)


def _over(lifetime: Lifetime, now: datetime) -> tuple[ColumnElement[bool], ...]:
    return SignedIn.expires_at <= now, SignedIn.last_seen_at <= now - lifetime.idle
