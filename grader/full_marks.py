"""The trusted solution, for the one reader who may have it: whoever earned every point already."""

from grader.edition import Edition
from grader.result import Grade

FULL = 100


def solution_after_full_marks(edition: Edition, grade: Grade) -> str | None:
    """The reference's text for a grade that earned everything on this very edition, else None.

    Whether its reader has to wait for a due time is for the caller to ask.
    """
    if grade.score != FULL or grade.digests.edition != edition.digest:
        return None
    return edition.exercise.reference.decode("utf-8", "replace")
