"""The tables around reading: snippets that were run, quiz answers, and checks that passed."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.attempt import Kind
from app.columns import Base
from app.models import Work


class SnippetWork(Work):
    """One run of a snippet of a lesson's text, as it stands or as somebody changed it.

    Only the newest of each snippet and person is kept. `result` is what the grader found.
    """

    __tablename__ = "snippet_runs"
    __mapper_args__ = {"polymorphic_identity": Kind.SNIPPET}  # noqa: RUF012

    id: Mapped[int] = mapped_column(ForeignKey("works.id", ondelete="CASCADE"), primary_key=True)
    snippet: Mapped[str] = mapped_column(String(120))
    result: Mapped[bytes | None] = mapped_column(deferred=True)


class QuizAnswer(Base):
    """One answer to a quiz question, append-only; `answer` is None where it was opened again.

    `question_digest` tells whether the question is still the one that was answered.
    """

    __tablename__ = "quiz_answers"
    __table_args__ = (
        Index("ix_quiz_answers_person_id_lesson_question", "person_id", "lesson", "question"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"))
    lesson: Mapped[str] = mapped_column(String(100))
    question: Mapped[str] = mapped_column(String(100))
    question_digest: Mapped[str] = mapped_column(String(16))
    answer: Mapped[str | None] = mapped_column(Text)
    right: Mapped[bool]
    at: Mapped[datetime]


class PassedCheck(Base):
    """A check of which every function passed, at some time; kept as of the first time."""

    __tablename__ = "passed_checks"

    person_id: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    lesson: Mapped[str] = mapped_column(String(100), primary_key=True)
    check_id: Mapped[str] = mapped_column(String(100), primary_key=True)
    at: Mapped[datetime]
