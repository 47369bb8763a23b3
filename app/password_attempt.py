"""One attempt at a password, with the limit on wrong ones: at signing in, and asked again later."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from sqlalchemy.orm import Session

from app import rules
from app.passwords import LONGEST, Passwords
from app.store import people, sign_in_failures


class Outcome(StrEnum):
    """How an attempt came out; `TOO_MANY` says nothing about the password."""

    RIGHT = "right"
    WRONG = "wrong"
    TOO_MANY = "too_many"


@dataclass(frozen=True)
class Attempt:
    """Which account is meant, the password, and the address that it came from."""

    email: str
    password: str = field(repr=False)
    address: str


def try_password(
    attempt: Attempt, passwords: Passwords, *, reading: Session, writing: Session, now: datetime
) -> tuple[Outcome, str | None]:
    """How it came out, with the person where it is right.

    Unknown accounts and wrong passwords come out alike, after the same time. The slow part is done
    before the write lock is taken.
    """
    email, address = attempt.email, attempt.address
    if not _may_try(reading, attempt, now=now):
        return Outcome.TOO_MANY, None
    known = people.find_credentials(reading, email)
    right, better = passwords.verify(
        attempt.password[: LONGEST + 1], known.password_hash if known else None
    )
    # Again, now that nobody else can write: many passwords may have been sent at the same moment.
    if not _may_try(writing, attempt, now=now):
        return Outcome.TOO_MANY, None
    if known is None or not right:
        sign_in_failures.add(writing, email=email, address=address, now=now)
        return Outcome.WRONG, None
    if better:
        people.set_password_hash(writing, known.person_id, better)
    sign_in_failures.forget(writing, email=email, address=address)
    return Outcome.RIGHT, known.person_id


def _may_try(session: Session, attempt: Attempt, *, now: datetime) -> bool:
    pair, account = sign_in_failures.count(
        session, email=attempt.email, address=attempt.address, since=now - rules.SIGN_IN_WINDOW
    )
    return rules.may_sign_in(pair_failures=pair, account_failures=account)
