"""Everybody who has an account, for whoever runs the site; never what they handed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from app.account_models import SiteRole
from app.models import Account
from app.roles import Role, Roles


@dataclass(frozen=True)
class Listed:
    """One account as the operator sees it."""

    person_id: str
    name: str
    email: str
    created_at: datetime
    roles: Roles


def find(session: Session, person_id: str) -> Listed | None:
    """The account of a person, None when it is gone or never was."""
    account = session.get(Account, person_id)
    return None if account is None else _listed(session, [account])[0]


def find_email(session: Session, email: str) -> Listed | None:
    """The account of an address."""
    account = session.scalar(select(Account).where(Account.email == email))
    return None if account is None else _listed(session, [account])[0]


def names(session: Session, person_ids: Sequence[str]) -> dict[str, str]:
    """How these people are called, by their ids; whoever is gone is missing."""
    query = select(Account.person_id, Account.name).where(Account.person_id.in_(person_ids))
    return {row.person_id: row.name for row in session.execute(query)}


def count(session: Session, text: str) -> int:
    """How many accounts have this text in their name or address; all of them for no text."""
    query = select(func.count()).select_from(Account).where(_has(text))
    return session.scalar(query) or 0


def page(session: Session, text: str, *, skip: int, most: int) -> list[Listed]:
    """Those accounts by name, one page of them."""
    query = (
        select(Account)
        .where(_has(text))
        .order_by(func.lower(Account.name), Account.person_id)
        .offset(skip)
        .limit(most)
    )
    return _listed(session, session.scalars(query).all())


def _has(text: str) -> ColumnElement[bool]:
    return or_(
        Account.name.icontains(text, autoescape=True),
        Account.email.icontains(text, autoescape=True),
    )


def _listed(session: Session, accounts: Sequence[Account]) -> list[Listed]:
    ids = [account.person_id for account in accounts]
    roles: dict[str, set[Role]] = {person_id: set() for person_id in ids}
    for row in session.scalars(select(SiteRole).where(SiteRole.person_id.in_(ids))):
        roles[row.person_id].add(Role(row.role))
    return [
        Listed(
            person_id=account.person_id,
            name=account.name,
            email=account.email,
            created_at=account.created_at,
            roles=frozenset(roles[account.person_id]),
        )
        for account in accounts
    ]
