"""Grades one submission or try, or runs one snippet: claim, grade, record.

No transaction is open in between.
"""

import time
from dataclasses import dataclass

import structlog
from sqlalchemy.orm import Session

from app import rules
from app.attempt import Claim, Kind
from app.clock import utc_now
from app.content import Content
from app.database import Database
from app.steps import passed_checks
from app.store import claims, grades, progress, snippets
from grader import Answers, Grade, Sandbox, SnippetRun, grade, learner_view, run_snippet

log = structlog.get_logger()


@dataclass(frozen=True)
class Worker:
    """One grader: everything it needs to grade, with a sandbox of its own."""

    database: Database
    content: Content
    answers: Answers
    sandbox: Sandbox

    def grade_submission(self, work_id: int) -> float | None:
        """Grade the work and record its grade; the seconds it took, None if it was not to be had.

        What fails by our fault is given back to be tried again, and never becomes a verdict.
        """
        with self.database.writing() as session:
            claim = claims.take(session, work_id, now=utc_now())
        if claim is None:
            return None
        started = time.monotonic()
        try:
            self._record(claim, self._grade(claim))
        except Exception:
            log.exception("grading failed", work=work_id)
            give_back(self.database, claim)
        return time.monotonic() - started

    def _grade(self, claim: Claim) -> Grade | SnippetRun:
        edition = self.content.live[claim.lesson].edition
        if claim.kind is Kind.SNIPPET:
            return run_snippet(claim.source, self.sandbox, edition.exercise.limits)
        return grade(
            claim.source,
            edition,
            self.sandbox,
            visible_only=claim.kind is Kind.TRY,
            answers=self.answers,
        )

    def _record(self, claim: Claim, result: Grade | SnippetRun) -> None:
        with self.database.writing() as session:
            if not claims.finish(session, claim):
                return
            if isinstance(result, SnippetRun):
                snippets.record(session, claim.work_id, result)
            else:
                self._append(session, claim, result)

    def _append(self, session: Session, claim: Claim, result: Grade) -> None:
        now = utc_now()
        grades.append(
            session,
            work_id=claim.work_id,
            edition_id=self.content.live[claim.lesson].seen.id,
            grade=result,
            now=now,
        )
        progress.note_passed(
            session,
            person_id=claim.person_id,
            lesson=claim.lesson,
            checks=passed_checks(learner_view(result)),
            now=now,
        )


def give_back(database: Database, claim: Claim) -> None:
    """Count a failure of ours; the work waits for a while, or is shown as failed by our fault."""
    with database.writing() as session:
        failures = claims.failures(session, claim.work_id) + 1
        state, not_before = rules.after_failure(failures, now=utc_now())
        claims.give_back(session, claim, state=state, failures=failures, not_before=not_before)
