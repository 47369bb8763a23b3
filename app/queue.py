"""How graders come to their work: a port of four verbs, and the one that lives in this process."""

import threading
from datetime import timedelta
from typing import Protocol

import structlog
from sqlalchemy import event
from sqlalchemy.orm import Session

from app import rules
from app.clock import utc_now
from app.content import Content
from app.database import Database
from app.grader_time import GraderTime
from app.readiness import Grading, Readiness
from app.store import claims
from app.worker import Worker
from grader import Answers, Sandbox

log = structlog.get_logger()

EXAMINE_EVERY = timedelta(hours=1).total_seconds()
START_AGAIN = 5.0
IDLE = 60.0
"""Seconds after which an idle grader looks again, even if nobody called it."""


class Queue(Protocol):
    """What the app asks of a queue. The row of the work is the truth, in every implementation."""

    def put(self, session: Session, work_id: int) -> None:
        """Have the work graded once the caller's transaction is committed, and only then."""

    def start(self) -> None:
        """Begin to grade."""

    def stop(self) -> None:
        """Finish what is being graded and begin nothing more; blocks until then."""

    def recover(self) -> None:
        """Put again what a process that is gone left unfinished."""


class EmbeddedQueue:
    """Graders as threads of this process, each with a sandbox of its own.

    Only one process may own the database, so at start-up every claim is a dead one.
    """

    def __init__(
        self, database: Database, content: Content, readiness: Readiness, *, graders: int
    ) -> None:
        self._database = database
        self._content = content
        self._readiness = readiness
        self._answers = Answers()
        self._used = GraderTime()
        self._changed = threading.Condition()
        self._calls = 0
        self._stopping = False
        self._threads = [
            threading.Thread(target=self._run, name=f"grader-{number}", daemon=True)
            for number in range(1, graders + 1)
        ]
        self._threads.append(threading.Thread(target=self._examine, name="examiner", daemon=True))

    def put(self, session: Session, work_id: int) -> None:
        """Wake a grader when the session is committed; a rollback wakes nobody."""

        def committed(_session: Session) -> None:
            log.info("queued", work=work_id)
            self._call()

        event.listen(session, "after_commit", committed, once=True)

    def recover(self) -> None:
        """Put every claimed work again; being interrupted counts as a failure of ours."""
        now = utc_now()
        with self._database.writing() as session:
            for work_id in claims.abandoned(session):
                failures = claims.failures(session, work_id) + 1
                state, _ = rules.after_failure(failures, now=now)
                claims.put_again(session, work_id, state=state, failures=failures, not_before=now)

    def start(self) -> None:
        """Prove the sandbox, then grade; neither is waited for."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let every grader finish what it has begun."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _examine(self) -> None:
        while not self._stopping:
            self._readiness.examine()
            self._call()
            with self._changed:
                self._changed.wait_for(lambda: self._stopping, timeout=EXAMINE_EVERY)

    def _run(self) -> None:
        while not self._stopping:
            try:
                with Sandbox() as sandbox:
                    self._grade_in(sandbox)
            except Exception:
                log.exception("a grader starts again")
                with self._changed:
                    self._changed.wait_for(lambda: self._stopping, timeout=START_AGAIN)

    def _grade_in(self, sandbox: Sandbox) -> None:
        worker = Worker(self._database, self._content, self._answers, sandbox)
        while not self._stopping:
            calls = self._calls
            if not self._grade_next(worker):
                self._wait(calls)

    def _grade_next(self, worker: Worker) -> bool:
        """Grade whatever is next in turn; False when nothing can be graded now."""
        if self._readiness.grading is not Grading.ON:
            return False
        with self._database.reading() as session:
            waiting = claims.waiting(session, now=utc_now())
        turn = rules.next_in_turn(waiting, self._used.lately())
        if turn is None:
            return False
        seconds = worker.grade_submission(turn.work_id)
        if seconds is not None:
            self._used.charge(turn.person_id, seconds)
        return True

    def _wait(self, calls: int) -> None:
        """Wait for a call after those already counted, for the next retry, or for the end."""
        with self._database.reading() as session:
            due = claims.next_due(session)
        seconds = IDLE if due is None else (due - utc_now()).total_seconds()
        with self._changed:
            self._changed.wait_for(
                lambda: self._stopping or self._calls != calls,
                timeout=min(max(seconds, 0.05), IDLE),
            )

    def _call(self) -> None:
        with self._changed:
            self._calls += 1
            self._changed.notify_all()
