"""Grades: appended, never changed; which one counts is a flag."""

import zlib
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.models import EditionRow, GradeDocument, GradeRow
from grader import Grade


@dataclass(frozen=True)
class Graded:
    """A grade with the edition it was made against, as learners may know it."""

    grade: Grade
    edition_number: int
    edition_date: datetime
    graded_at: datetime


def append(session: Session, *, work_id: int, edition_id: int, grade: Grade, now: datetime) -> None:
    """Record the first grade of a work, which counts from now on.

    A second one for the same work and edition is refused by the database.
    """
    row = GradeRow(
        work_id=work_id,
        edition_id=edition_id,
        regrade=0,
        current=True,
        verdict=grade.verdict,
        score=None if grade.visible_only else str(grade.score),
        points=None if grade.visible_only else float(grade.score),
        created_at=now,
    )
    session.add(row)
    session.flush()
    document = zlib.compress(grade.model_dump_json().encode())
    session.add(GradeDocument(grade_id=row.id, document=document))
    session.flush()


def current(session: Session, work_id: int) -> Graded | None:
    """The grade of a work that counts now, None before there is one."""
    row = session.execute(
        select(
            GradeDocument.document, EditionRow.number, EditionRow.created_at, GradeRow.created_at
        )
        .join(GradeRow, GradeRow.id == GradeDocument.grade_id)
        .join(EditionRow, EditionRow.id == GradeRow.edition_id)
        .where(GradeRow.work_id == work_id, GradeRow.current)
    ).one_or_none()
    if row is None:
        return None
    document, number, date, graded_at = row
    grade = Grade.model_validate_json(zlib.decompress(document))
    return Graded(grade, edition_number=number, edition_date=date, graded_at=graded_at)
