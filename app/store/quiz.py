"""Answers to quiz questions: appended, never changed; the newest of a question is the one shown."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.reading_models import QuizAnswer


@dataclass(frozen=True)
class KeptAnswer:
    """One answer as it was given; `answer` is None where the question was opened again."""

    lesson: str
    question: str
    question_digest: str
    answer: str | None
    right: bool
    at: datetime


def add(session: Session, person_id: str, kept: KeptAnswer) -> None:
    """Keep an answer, unless it says the same as the newest one."""
    newest = session.scalar(
        select(QuizAnswer)
        .where(
            QuizAnswer.person_id == person_id,
            QuizAnswer.lesson == kept.lesson,
            QuizAnswer.question == kept.question,
        )
        .order_by(QuizAnswer.id.desc())
        .limit(1)
    )
    said = (kept.question_digest, kept.answer)
    if newest is not None and (newest.question_digest, newest.answer) == said:
        return
    session.add(
        QuizAnswer(
            person_id=person_id,
            lesson=kept.lesson,
            question=kept.question,
            question_digest=kept.question_digest,
            answer=kept.answer,
            right=kept.right,
            at=kept.at,
        )
    )
    session.flush()


def newest(session: Session, *, person_id: str, lesson: str) -> dict[str, KeptAnswer]:
    """The newest answer of a person to each question of the lesson."""
    last = (
        select(func.max(QuizAnswer.id))
        .where(QuizAnswer.person_id == person_id, QuizAnswer.lesson == lesson)
        .group_by(QuizAnswer.question)
    )
    rows = session.scalars(select(QuizAnswer).where(QuizAnswer.id.in_(last)))
    return {row.question: _kept(row) for row in rows}


def right_once(session: Session, *, person_id: str) -> dict[str, frozenset[str]]:
    """The questions of each lesson that a person has answered right at some time."""
    rows = session.execute(
        select(QuizAnswer.lesson, QuizAnswer.question)
        .where(QuizAnswer.person_id == person_id, QuizAnswer.right)
        .distinct()
    )
    found: dict[str, set[str]] = {}
    for lesson, question in rows:
        found.setdefault(lesson, set()).add(question)
    return {lesson: frozenset(questions) for lesson, questions in found.items()}


def all_of(session: Session, person_id: str) -> Iterator[KeptAnswer]:
    """Every answer of one person, oldest first."""
    query = select(QuizAnswer).where(QuizAnswer.person_id == person_id).order_by(QuizAnswer.id)
    for row in session.scalars(query.execution_options(yield_per=200)):
        yield _kept(row)


def _kept(row: QuizAnswer) -> KeptAnswer:
    return KeptAnswer(
        lesson=row.lesson,
        question=row.question,
        question_digest=row.question_digest,
        answer=row.answer,
        right=row.right,
        at=row.at,
    )
