"""The tables around an account: roles, one-time links, and the record of who did what."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from app.columns import Base


class SiteRole(Base):
    """A role that somebody has on the whole site; a learner has no row."""

    __tablename__ = "site_roles"

    person_id: Mapped[str] = mapped_column(
        ForeignKey("accounts.person_id", ondelete="CASCADE"), primary_key=True
    )
    role: Mapped[str] = mapped_column(String(20), primary_key=True)


class OneTimeLink(Base):
    """A link that works once, known by the SHA-256 of its token only; gone once it was used.

    `person_id` is set on a link that resets a password and `role` on an invitation. One without
    `made_by` was made on the machine itself; one without `expires_at` waits as long as it takes.
    """

    __tablename__ = "one_time_links"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(20), index=True)
    person_id: Mapped[str | None] = mapped_column(
        ForeignKey("accounts.person_id", ondelete="CASCADE"), index=True
    )
    role: Mapped[str | None] = mapped_column(String(20))
    made_by: Mapped[str | None] = mapped_column(ForeignKey("people.id"))
    made_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]


class AuditEvent(Base):
    """Something that was done to an account or a role, append-only; by nobody: on the machine."""

    __tablename__ = "audit_events"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(index=True)
    what: Mapped[str] = mapped_column(String(40))
    by_person: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True)
    about_person: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True)
    role: Mapped[str | None] = mapped_column(String(20))
