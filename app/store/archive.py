"""Everything that is stored of one person and was theirs to write, for them to take along.

Rows come one by one, since the code of a busy learner does not fit into memory.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from app.attempt import Kind, State
from app.models import Draft, EditionRow, GradeDocument, GradeRow, Work
from app.reading_models import PassedCheck
from grader import Grade

AT_ONCE = 50


@dataclass(frozen=True)
class KeptGrade:
    """One grade of a work with the edition it was made against, as learners may know it."""

    grade: Grade
    current: bool
    edition_number: int
    edition_date: datetime
    graded_at: datetime


@dataclass(frozen=True)
class KeptWork:
    """A submission or a try with its code and every grade that it got, oldest first."""

    id: int
    kind: Kind
    lesson: str
    created_at: datetime
    state: State
    source: bytes
    grades: tuple[KeptGrade, ...]


@dataclass(frozen=True)
class KeptDraft:
    """One saved state of what was typed for a lesson."""

    lesson: str
    revision: int
    saved_at: datetime
    source: bytes


@dataclass(frozen=True)
class KeptPassed:
    """A check that passed, and when it first did."""

    lesson: str
    check: str
    at: datetime


def works_of(session: Session, person_id: str, kind: Kind) -> Iterator[KeptWork]:
    """Everything of this kind that the person handed in, oldest first."""
    query = select(Work.id).where(Work.person_id == person_id, Work.kind == kind).order_by(Work.id)
    for work_id in session.scalars(query.execution_options(yield_per=AT_ONCE)):
        work = session.scalars(
            select(Work).options(undefer(Work.source)).where(Work.id == work_id)
        ).one()
        yield KeptWork(
            id=work.id,
            kind=kind,
            lesson=work.lesson,
            created_at=work.created_at,
            state=State(work.state),
            source=work.source,
            grades=tuple(_grades(session, work_id)),
        )
        session.expunge(work)


def _grades(session: Session, work_id: int) -> Iterator[KeptGrade]:
    rows = session.execute(
        select(
            GradeDocument.document,
            GradeRow.current,
            EditionRow.number,
            EditionRow.created_at,
            GradeRow.created_at,
        )
        .join(GradeRow, GradeRow.id == GradeDocument.grade_id)
        .join(EditionRow, EditionRow.id == GradeRow.edition_id)
        .where(GradeRow.work_id == work_id)
        .order_by(GradeRow.id)
    )
    for document, current, number, date, graded_at in rows:
        grade = Grade.model_validate_json(zlib.decompress(document))
        yield KeptGrade(grade, current, number, edition_date=date, graded_at=graded_at)


def passed_checks_of(session: Session, person_id: str) -> Iterator[KeptPassed]:
    """Every check that passed at some time."""
    query = (
        select(PassedCheck.lesson, PassedCheck.check_id, PassedCheck.at)
        .where(PassedCheck.person_id == person_id)
        .order_by(PassedCheck.at)
    )
    for row in session.execute(query):
        yield KeptPassed(*row)


def drafts_of(session: Session, person_id: str) -> Iterator[KeptDraft]:
    """Every kept revision of every draft."""
    query = (
        select(Draft.lesson, Draft.revision, Draft.saved_at, Draft.source)
        .where(Draft.person_id == person_id)
        .order_by(Draft.class_id, Draft.lesson, Draft.revision)
        .execution_options(yield_per=AT_ONCE)
    )
    for row in session.execute(query):
        yield KeptDraft(*row)
