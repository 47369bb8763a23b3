"""The list of a learner's attempts as pages show it: newest first, the best one marked."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from app import rules
from app.attempt import Attempt, State
from app.pages import points, signed
from app.score_chart import ScoreChart, Scored, score_chart
from grader import rounded_down

STATE_WORDS = {
    State.QUEUED: "waiting",
    State.GRADING: "being graded",
    State.GRADED: "graded",
    State.FAILED: "our fault; your work is safe",
}


@dataclass(frozen=True)
class AttemptShown:
    """One submission in the list; `score` is None until it is graded.

    `change` is how far the score is from that of the graded attempt before, None for the first.
    """

    id: int
    number: int | None
    name: str
    state: State
    state_words: str
    score: str | None
    change: str | None
    created_at: datetime
    is_best: bool


@dataclass(frozen=True)
class AttemptsShown:
    """All of them, with the two scores that stand beside each other."""

    best: str | None
    latest: str | None
    state: State | None
    rows: tuple[AttemptShown, ...]

    @cached_property
    def chart(self) -> ScoreChart | None:
        """The graded attempts as a picture; None before there are two."""
        return score_chart(tuple(_scored(reversed(self.rows))))


def _scored(rows: Iterable[AttemptShown]) -> Iterator[Scored]:
    for row in rows:
        if row.number is not None and row.score is not None:
            yield Scored(row.number, float(row.score), row.score, row.is_best)


def attempts_shown(attempts: Sequence[Attempt]) -> AttemptsShown:
    """The submissions of one learner on one lesson, given oldest first."""
    best, latest = rules.best(attempts), rules.latest(attempts)
    rows = [
        _row(each, before=before, is_best=each is best)
        for each, before in zip(attempts, _before(attempts), strict=True)
    ]
    return AttemptsShown(
        best=_score(best),
        latest=_score(latest),
        state=latest.state if latest else None,
        rows=tuple(reversed(rows)),
    )


def _before(attempts: Iterable[Attempt]) -> Iterator[Attempt | None]:
    """For each attempt the newest graded one before it."""
    last = None
    for each in attempts:
        yield last
        last = last if each.score is None else each


def _row(attempt: Attempt, *, before: Attempt | None, is_best: bool) -> AttemptShown:
    return AttemptShown(
        id=attempt.id,
        number=attempt.number,
        name="Not an attempt" if attempt.number is None else f"Attempt {attempt.number}",
        state=attempt.state,
        state_words=STATE_WORDS[attempt.state],
        score=_score(attempt),
        change=_change(before, attempt),
        created_at=attempt.created_at,
        is_best=is_best,
    )


def _change(before: Attempt | None, attempt: Attempt) -> str | None:
    """The difference of the two scores as they are shown, so that the column adds up."""
    if before is None or before.score is None or attempt.score is None:
        return None
    return signed(rounded_down(attempt.score) - rounded_down(before.score))


def _score(attempt: Attempt | None) -> str | None:
    if attempt is None or attempt.score is None:
        return None
    return points(rounded_down(attempt.score))
