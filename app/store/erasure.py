"""Erasing a person: what goes with the account, and what stays under a random id.

What stays are the graded submissions without their code, their scores, and the record of who did
what. A new table that knows a person belongs in `GOES` or has a reason to stay.
"""

from datetime import datetime

from sqlalchemy import String, cast, delete, exists, literal, or_, select, update
from sqlalchemy.orm import Session

from app.account_models import OneTimeLink, SiteRole
from app.attempt import Kind, State
from app.draft import owner_mark
from app.models import (
    Account,
    Draft,
    GradeDocument,
    GradeRow,
    Person,
    SignedIn,
    VisitorDraft,
    Work,
)
from app.reading_models import PassedCheck, QuizAnswer
from app.store import sign_in_failures

GOES = (Draft, PassedCheck, QuizAnswer, SignedIn, SiteRole, OneTimeLink, Account)
"""Tables whose rows of a person are deleted, by their `person_id`, in this order."""

ERASED = b""
"""What stands where the code was."""


def erase(session: Session, person_id: str, *, email: str, now: datetime) -> None:
    """Erase who this person was and everything that they wrote.

    What is being graded at this moment loses its claim, so that nothing is recorded afterwards.
    """
    sign_in_failures.forget_account(session, email=email)
    _forget_work(session, person_id)
    own = VisitorDraft.owner == owner_mark(person_id)
    session.execute(delete(VisitorDraft).where(own))
    for table in GOES:
        session.execute(delete(table).where(table.person_id == person_id))
    session.execute(update(Person).where(Person.id == person_id).values(erased_at=now))


def _forget_work(session: Session, person_id: str) -> None:
    """Drop tries and whatever has no grade; of the rest keep the score and nothing that quotes."""
    own = select(Work.id).where(Work.person_id == person_id)
    graded = exists().where(GradeRow.work_id == Work.id)
    worthless = list(session.scalars(own.where(or_(Work.kind == Kind.TRY, ~graded))))
    own_grades = select(GradeRow.id).where(GradeRow.work_id.in_(own))
    session.execute(delete(GradeDocument).where(GradeDocument.grade_id.in_(own_grades)))
    for work_id in worthless:
        session.execute(delete(GradeRow).where(GradeRow.work_id == work_id))
        session.execute(delete(Work).where(Work.id == work_id))
    session.execute(
        update(Work)
        .where(Work.person_id == person_id)
        .values(
            source=ERASED,
            request_key=literal("erased-") + cast(Work.id, String),
            state=State.GRADED,
            claim=None,
            claimed_at=None,
        )
    )


def is_erased(session: Session, person_id: str) -> bool:
    """Whether nothing more may be stored of this person."""
    found = session.execute(select(Person.erased_at).where(Person.id == person_id)).one_or_none()
    return found is not None and found.erased_at is not None
