"""What a grade was made of and against, as pages and files tell it."""

from dataclasses import dataclass
from datetime import datetime

from app.store.grades import Graded


@dataclass(frozen=True)
class GradeRecord:
    """The edition and the moment of a grade, and how its visible part is computed again."""

    edition: int
    edition_date: datetime
    graded_at: datetime
    interpreter: str
    source_digest: str
    grader_digest: str
    command: str


def grade_record(graded: Graded, folder: str) -> GradeRecord:
    """The record of a grade; `folder` is that of the lesson in a checkout."""
    digests = graded.grade.digests
    return GradeRecord(
        edition=graded.edition_number,
        edition_date=graded.edition_date,
        graded_at=graded.graded_at,
        interpreter=graded.grade.interpreter,
        source_digest=digests.source,
        grader_digest=digests.grader,
        command=f"python -m grader grade {folder} solution.py --visible-only --json",
    )
