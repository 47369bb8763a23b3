"""Links that work once: what for, for whom, and how long."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from app.roles import Role


class Purpose(StrEnum):
    """What somebody who holds the link may do with it."""

    RESET = "reset"
    INVITATION = "invitation"
    FIRST_OPERATOR = "first_operator"


LASTS = {
    Purpose.RESET: timedelta(hours=24),
    Purpose.INVITATION: timedelta(days=7),
    Purpose.FIRST_OPERATOR: None,
}
"""None: until it is used, or a newer one is made."""

PATHS = {
    Purpose.RESET: "/reset",
    Purpose.INVITATION: "/invitation",
    Purpose.FIRST_OPERATOR: "/invitation",
}


@dataclass(frozen=True)
class Link:
    """One link that still works; `id` is the hash of its token and does not open it."""

    id: str
    purpose: Purpose
    person_id: str | None
    role: Role | None
    made_by: str | None
    made_at: datetime
    expires_at: datetime | None

    @property
    def roles(self) -> tuple[Role, ...]:
        """What somebody who takes the invitation becomes; the first operator teaches as well."""
        if self.purpose is Purpose.FIRST_OPERATOR:
            return (Role.OPERATOR, Role.INSTRUCTOR)
        return (self.role,) if self.role else ()


def address_of(purpose: Purpose, token: str) -> str:
    """Where the link leads on this site; a query, since paths are written to the log."""
    return f"{PATHS[purpose]}?token={token}"
