"""People and the accounts they sign in with."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.models import Account, Person
from app.roles import Roles


@dataclass(frozen=True)
class Viewer:
    """Somebody who is signed in; no roles are those of a learner."""

    person_id: str
    name: str
    email: str
    roles: Roles = frozenset()


@dataclass(frozen=True)
class Credentials:
    """What a password is held against."""

    person_id: str
    password_hash: str


def add_account(
    session: Session, *, email: str, name: str, password_hash: str, now: datetime
) -> str | None:
    """A new person with an account, by random id; None when the address is taken."""
    if find_credentials(session, email) is not None:
        return None
    person_id = uuid.uuid4().hex
    session.add(Person(id=person_id, created_at=now))
    session.flush()
    session.add(
        Account(
            person_id=person_id,
            email=email,
            name=name,
            password_hash=password_hash,
            created_at=now,
        )
    )
    session.flush()
    return person_id


def find_credentials(session: Session, email: str) -> Credentials | None:
    """The password hash of an address, None for an unknown one."""
    row = session.execute(
        select(Account.person_id, Account.password_hash).where(Account.email == email)
    ).one_or_none()
    return None if row is None else Credentials(*row)


def set_password_hash(session: Session, person_id: str, password_hash: str) -> None:
    """Replace the password hash of a person."""
    session.execute(
        update(Account).where(Account.person_id == person_id).values(password_hash=password_hash)
    )


def rename(session: Session, person_id: str, name: str) -> None:
    """Call a person otherwise from now on."""
    session.execute(update(Account).where(Account.person_id == person_id).values(name=name))
