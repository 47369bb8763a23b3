"""Submissions and tries: what was handed in, by whom, and where it is."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from app.attempt import Attempt, Kind, State
from app.models import GradeRow, Submission, Try, Work

MODELS: dict[Kind, type[Submission | Try]] = {Kind.SUBMISSION: Submission, Kind.TRY: Try}


LARGEST_ID = 2**63 - 1
"""What the database can be asked for."""


@dataclass(frozen=True)
class Order:
    """What somebody asks to have graded; one `request_key` of a person is stored once."""

    person_id: str
    class_id: int
    lesson: str
    source: bytes
    request_key: str


@dataclass(frozen=True)
class HandedIn:
    """A submission or a try as it was handed in, and where it is now."""

    id: int
    kind: Kind
    person_id: str
    lesson: str
    source: bytes
    state: State
    created_at: datetime


def find_by_key(session: Session, *, person_id: str, request_key: str) -> int | None:
    """The work that this very request has made already."""
    return session.scalar(
        select(Work.id).where(Work.person_id == person_id, Work.request_key == request_key)
    )


def add(session: Session, kind: Kind, order: Order, *, now: datetime) -> int:
    """Store a source, queued; answers its id."""
    work = MODELS[kind](
        person_id=order.person_id,
        class_id=order.class_id,
        lesson=order.lesson,
        source=order.source,
        request_key=order.request_key,
        created_at=now,
    )
    session.add(work)
    session.flush()
    return work.id


def find(session: Session, kind: Kind, work_id: int) -> HandedIn | None:
    """One submission or one try; an id of the other kind is not found."""
    if work_id > LARGEST_ID:
        return None
    model = MODELS[kind]
    work = session.scalar(select(model).options(undefer(model.source)).where(model.id == work_id))
    if work is None:
        return None
    return HandedIn(
        id=work.id,
        kind=kind,
        person_id=work.person_id,
        lesson=work.lesson,
        source=work.source,
        state=State(work.state),
        created_at=work.created_at,
    )


def attempts(
    session: Session, *, person_id: str, lesson: str | None = None
) -> dict[str, list[Attempt]]:
    """The submissions of a person by lesson, oldest first, with the scores that count now."""
    query = (
        select(Submission, GradeRow.score)
        .outerjoin(GradeRow, (GradeRow.work_id == Submission.id) & GradeRow.current)
        .where(Submission.person_id == person_id)
        .order_by(Submission.id)
    )
    if lesson is not None:
        query = query.where(Submission.lesson == lesson)
    found: dict[str, list[Attempt]] = {}
    for work, score in session.execute(query):
        earlier = found.setdefault(work.lesson, [])
        failed = work.state == State.FAILED
        earlier.append(
            Attempt(
                id=work.id,
                number=None if failed else 1 + sum(each.number is not None for each in earlier),
                state=State(work.state),
                created_at=work.created_at,
                score=None if score is None else Fraction(score),
            )
        )
    return found


def submitted_since(
    session: Session, *, person_id: str, lesson: str, since: datetime
) -> list[datetime]:
    """When this person submitted on the lesson since then; what we failed to grade is left out."""
    query = select(Submission.created_at).where(
        Submission.person_id == person_id,
        Submission.lesson == lesson,
        Submission.created_at > since,
        Submission.state != State.FAILED,
    )
    return list(session.scalars(query))
