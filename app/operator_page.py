"""The people of the site and the links that still work, as the operator sees them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from app.links import Link, Purpose
from app.roles import Role, Roles
from app.store.directory import Listed

PAGE = 50


@dataclass(frozen=True)
class PersonShown:
    """One person in the list; no roles are those of a learner."""

    person_id: str
    name: str
    email: str
    roles: str
    since: datetime


@dataclass(frozen=True)
class PeopleShown:
    """One page of people; `earlier` and `later` are the addresses of the pages beside it."""

    rows: tuple[PersonShown, ...]
    text: str
    total: int
    first: int
    last: int
    earlier: str | None
    later: str | None


@dataclass(frozen=True)
class LinkShown:
    """A link that could still be used; `name` is that of the person whose password it resets."""

    id: str
    what: str
    name: str | None
    made_at: datetime
    expires_at: datetime | None


def page_number(text: str, total: int) -> int:
    """The page that was asked for, from 1, or the nearest there is."""
    pages = max(1, -(-total // PAGE))
    asked = int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 1
    return min(max(asked, 1), pages)


def people_shown(rows: Sequence[Listed], text: str, *, page: int, total: int) -> PeopleShown:
    """A page of the list with the way to its neighbours."""
    skipped = (page - 1) * PAGE
    last = skipped + len(rows)
    return PeopleShown(
        rows=tuple(
            PersonShown(row.person_id, row.name, row.email, role_words(row.roles), row.created_at)
            for row in rows
        ),
        text=text,
        total=total,
        first=skipped + 1 if rows else 0,
        last=last,
        earlier=_address(text, page - 1) if page > 1 else None,
        later=_address(text, page + 1) if last < total else None,
    )


def _address(text: str, page: int) -> str:
    return "/operator?" + urlencode({"q": text, "page": page}) + "#people"


def role_words(roles: Roles) -> str:
    """The roles of somebody in order, as words; nothing for a learner."""
    return ", ".join(role for role in Role if role in roles)


def links_shown(links: Sequence[Link], names: Mapping[str, str]) -> tuple[LinkShown, ...]:
    """The links that could still be used, given how people are called."""
    return tuple(
        LinkShown(
            id=each.id,
            what=_what(each),
            name=names.get(each.person_id) if each.person_id else None,
            made_at=each.made_at,
            expires_at=each.expires_at,
        )
        for each in links
    )


def _what(link: Link) -> str:
    if link.purpose is Purpose.RESET:
        return "A new password for"
    return f"Invitation: {link.role}" if link.role else "The first operator"
