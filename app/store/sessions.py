"""Browsers that are signed in, each known by the SHA-256 of a random token."""

import hashlib
import secrets
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from app.models import Account, SignedIn
from app.store.people import Viewer

TOKEN_BYTES = 32


def token_hash(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A random token of 256 bits, for a cookie."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def start(session: Session, person_id: str, *, lasts: timedelta, now: datetime) -> str:
    """Sign a person in under a new token; those that ran out are swept away."""
    session.execute(delete(SignedIn).where(SignedIn.expires_at <= now))
    token = new_token()
    session.add(
        SignedIn(
            token_hash=token_hash(token),
            person_id=person_id,
            created_at=now,
            expires_at=now + lasts,
        )
    )
    session.flush()
    return token


def viewer_of(session: Session, token: str, *, now: datetime) -> Viewer | None:
    """Who is signed in with this token; None when nobody is any more."""
    row = session.execute(
        select(Account.person_id, Account.name, Account.email)
        .join(SignedIn, SignedIn.person_id == Account.person_id)
        .where(SignedIn.token_hash == token_hash(token), SignedIn.expires_at > now)
    ).one_or_none()
    return None if row is None else Viewer(*row)


def end(session: Session, token: str) -> None:
    """Sign out the browser that holds this token."""
    session.execute(delete(SignedIn).where(SignedIn.token_hash == token_hash(token)))
