"""What has happened in lessons: what was run and handed in, which checks passed, where one was."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.attempt import Kind, State
from app.models import Draft, Work
from app.reading_models import PassedCheck, QuizAnswer


@dataclass(frozen=True)
class Happened:
    """What a person has done in one lesson so far; what waits or failed by our fault is left out.

    `checks` are those of which every function passed together, at some time.
    """

    tried: bool = False
    submitted: bool = False
    checks: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Touched:
    """When somebody last worked on a lesson, and whether that was its quiz."""

    lesson: str
    at: datetime
    in_quiz: bool


def note_passed(
    session: Session, *, person_id: str, lesson: str, checks: Iterable[str], now: datetime
) -> None:
    """Remember checks that passed; those that passed before are known already."""
    known = _passed(session, person_id, lesson)
    for check in sorted(set(checks) - known):
        session.add(PassedCheck(person_id=person_id, lesson=lesson, check_id=check, at=now))
    session.flush()


def happened(session: Session, *, person_id: str, lesson: str) -> Happened:
    """What this person has done in the lesson."""
    kinds = session.scalars(
        select(Work.kind)
        .where(
            Work.person_id == person_id,
            Work.lesson == lesson,
            Work.kind.in_([Kind.TRY, Kind.SUBMISSION]),
            Work.state == State.GRADED,
        )
        .distinct()
    ).all()
    return Happened(
        tried=Kind.TRY in kinds,
        submitted=Kind.SUBMISSION in kinds,
        checks=_passed(session, person_id, lesson),
    )


def _passed(session: Session, person_id: str, lesson: str) -> frozenset[str]:
    rows = session.scalars(
        select(PassedCheck.check_id).where(
            PassedCheck.person_id == person_id, PassedCheck.lesson == lesson
        )
    )
    return frozenset(rows)


def touched(session: Session, person_id: str) -> list[Touched]:
    """The lessons that a person worked on, in whatever way, the latest first."""
    found: dict[str, Touched] = {}
    for each in (*_worked(session, person_id), *_answered(session, person_id)):
        before = found.get(each.lesson)
        if before is None or each.at > before.at:
            found[each.lesson] = each
    return sorted(found.values(), key=lambda each: each.at, reverse=True)


def _worked(session: Session, person_id: str) -> Iterator[Touched]:
    works = select(Work.lesson, func.max(Work.created_at)).where(Work.person_id == person_id)
    drafts = select(Draft.lesson, func.max(Draft.saved_at)).where(Draft.person_id == person_id)
    for query in (works.group_by(Work.lesson), drafts.group_by(Draft.lesson)):
        for lesson, at in session.execute(query):
            yield Touched(lesson, at, in_quiz=False)


def _answered(session: Session, person_id: str) -> Iterator[Touched]:
    query = (
        select(QuizAnswer.lesson, func.max(QuizAnswer.at))
        .where(QuizAnswer.person_id == person_id)
        .group_by(QuizAnswer.lesson)
    )
    for lesson, at in session.execute(query):
        yield Touched(lesson, at, in_quiz=True)
