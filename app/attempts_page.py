"""The list of a learner's attempts as pages show it: newest first, the best one marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app import rules
from app.attempt import Attempt, State
from app.pages import points
from grader import rounded_down

STATE_WORDS = {
    State.QUEUED: "waiting",
    State.GRADING: "being graded",
    State.GRADED: "graded",
    State.FAILED: "our fault; your work is safe",
}


@dataclass(frozen=True)
class AttemptShown:
    """One submission in the list; `score` is None until it is graded."""

    id: int
    name: str
    state: State
    state_words: str
    score: str | None
    created_at: datetime
    is_best: bool


@dataclass(frozen=True)
class AttemptsShown:
    """All of them, with the two scores that stand beside each other."""

    best: str | None
    latest: str | None
    state: State | None
    rows: tuple[AttemptShown, ...]


def attempts_shown(attempts: Sequence[Attempt]) -> AttemptsShown:
    """The submissions of one learner on one lesson, given oldest first."""
    best, latest = rules.best(attempts), rules.latest(attempts)
    return AttemptsShown(
        best=_score(best),
        latest=_score(latest),
        state=latest.state if latest else None,
        rows=tuple(_row(each, is_best=each is best) for each in reversed(attempts)),
    )


def _row(attempt: Attempt, *, is_best: bool) -> AttemptShown:
    return AttemptShown(
        id=attempt.id,
        name="Not an attempt" if attempt.number is None else f"Attempt {attempt.number}",
        state=attempt.state,
        state_words=STATE_WORDS[attempt.state],
        score=_score(attempt),
        created_at=attempt.created_at,
        is_best=is_best,
    )


def _score(attempt: Attempt | None) -> str | None:
    if attempt is None or attempt.score is None:
        return None
    return points(rounded_down(attempt.score))
