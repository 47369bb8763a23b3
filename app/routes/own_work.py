"""What a reader handed in, with its grade as they may see it, and what came before it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends

from app import rules
from app.attempt import Attempt, Kind
from app.changes_page import Compared, ComparisonShown, comparison
from app.content import Live, Place
from app.errors import NotFound
from app.grade_record import GradeRecord, grade_record
from app.request import Now, Reading, Replies, Reply, SignedInViewer
from app.routes.lessons import place_of
from app.store import grades, submissions
from app.store.grades import Graded
from app.store.people import Viewer
from app.store.submissions import HandedIn
from grader import View


@dataclass(frozen=True)
class Asking:
    """A request of somebody about what they handed in."""

    reply: Replies
    reading: Reading
    viewer: Viewer
    now: datetime


def _asking(reply: Reply, reading: Reading, viewer: SignedInViewer, now: Now) -> Asking:
    return Asking(reply, reading, viewer, now)


Asked = Annotated[Asking, Depends(_asking, scope="function")]


@dataclass(frozen=True)
class OwnGrade:
    """A grade, and the view of it that the one who asks may have; only that is ever shown."""

    graded: Graded
    view: View


def own(asked: Asking, kind: Kind, work_id: int) -> HandedIn:
    """What this reader handed in; NotFound for everybody else's and for nobody's alike."""
    found = submissions.find(asked.reading, kind, work_id)
    if found is None or not rules.may_read(asked.viewer.person_id, found.person_id):
        raise NotFound
    return found


def own_grade(asked: Asking, work: HandedIn) -> OwnGrade | None:
    """Its grade that counts now; None before there is one."""
    graded = grades.current(asked.reading, work.id)
    if graded is None:
        return None
    view = rules.view_for(asked.viewer.person_id, work.person_id, graded.grade)
    return None if view is None else OwnGrade(graded, view)


def own_attempts(asked: Asking, work: HandedIn) -> list[Attempt]:
    """The reader's attempts on the same lesson, oldest first."""
    found = submissions.attempts(
        asked.reading, person_id=asked.viewer.person_id, lesson=work.lesson
    )
    return found.get(work.lesson, [])


def comparisons(
    asked: Asking, work: HandedIn, grade: OwnGrade, attempts: list[Attempt]
) -> tuple[ComparisonShown, ...]:
    """With the attempt before, and with the best until then where that is another one."""
    earlier = rules.earlier(attempts, work.id) if work.kind is Kind.SUBMISSION else []
    best = rules.best(earlier)
    if best is None:
        return ()
    roles = {earlier[-1]: "the attempt before"}
    roles[best] = (
        "the attempt before and your best until then" if best in roles else "your best until then"
    )
    now = _compared(work, grade, None)
    found = []
    for attempt, role in roles.items():
        other = own(asked, Kind.SUBMISSION, attempt.id)
        if its_grade := own_grade(asked, other):
            then = _compared(other, its_grade, attempt.number)
            found.append(comparison(then, now, role=role))
    return tuple(found)


def _compared(work: HandedIn, grade: OwnGrade, number: int | None) -> Compared:
    return Compared(work.id, number, work.source, grade.view, grade.graded.edition_number)


def live_of(asked: Asking, work: HandedIn) -> Live:
    """The edition that counts now for its lesson."""
    return asked.reply.site.content.live[work.lesson]


def is_of_live_edition(asked: Asking, work: HandedIn, grade: OwnGrade) -> bool:
    """Whether the grade was made against what counts now."""
    return grade.graded.edition_number == live_of(asked, work).seen.number


def record_of(asked: Asking, work: HandedIn, grade: OwnGrade) -> GradeRecord:
    """What the grade was made of and against."""
    place: Place = place_of(asked.reply.site, work.lesson)
    return grade_record(grade.graded, f"exercises/{place.course.id}/{place.lesson.id}")
