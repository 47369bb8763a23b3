"""Wrong passwords of the last while, so that guessing can be slowed down."""

import hashlib
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.models import SignInFailure

KEPT = timedelta(hours=1)


def count(session: Session, *, email: str, address: str, since: datetime) -> tuple[int, int]:
    """How often it failed for this account from this address, and from anywhere."""

    def failures(column: InstrumentedAttribute[str], value: str) -> int:
        query = select(func.count()).where(column == value, SignInFailure.at > since)
        return session.scalar(query.select_from(SignInFailure)) or 0

    return (
        failures(SignInFailure.pair_hash, _hash(email, address)),
        failures(SignInFailure.account_hash, _hash(email)),
    )


def add(session: Session, *, email: str, address: str, now: datetime) -> None:
    """Remember one, and forget the old ones."""
    session.execute(delete(SignInFailure).where(SignInFailure.at <= now - KEPT))
    session.add(SignInFailure(account_hash=_hash(email), pair_hash=_hash(email, address), at=now))
    session.flush()


def forget(session: Session, *, email: str, address: str) -> None:
    """Forget those of this account from this address, since it has now signed in."""
    session.execute(delete(SignInFailure).where(SignInFailure.pair_hash == _hash(email, address)))


def forget_account(session: Session, *, email: str) -> None:
    """Forget all of this account, wherever they came from."""
    session.execute(delete(SignInFailure).where(SignInFailure.account_hash == _hash(email)))


def _hash(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
