"""What is allowed and what counts: pure decisions, given everything they need.

Nothing here reads a clock, a database or a request.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from app.attempt import Attempt, State, Waiting
from app.roles import Role, Roles
from grader import Grade, View, learner_view

MOST_FAILURES = 3
"""So often may grading fail by our fault before we stop trying by ourselves."""

EVERY_POINT = 100

FIRST_RETRY = timedelta(seconds=2)
PACE_WINDOW = timedelta(hours=1)

SIGN_IN_WINDOW = timedelta(minutes=15)
FAILURES_PER_PAIR = 10
FAILURES_PER_ACCOUNT = 100

SEEN_EVERY = timedelta(hours=1)
"""So exactly do we know when a session was last used; more often would be a write each page."""


def best(attempts: Iterable[Attempt]) -> Attempt | None:
    """The attempt with the highest score; the newest of equals; None before the first grade."""
    graded = [each for each in attempts if each.score is not None]
    return max(graded, key=lambda each: (each.score, each.id), default=None)


def latest(attempts: Iterable[Attempt]) -> Attempt | None:
    """The newest attempt, graded or not; one that failed by our fault is none."""
    counted = [each for each in attempts if each.state is not State.FAILED]
    return max(counted, key=lambda each: each.id, default=None)


def earlier(attempts: Iterable[Attempt], work_id: int) -> list[Attempt]:
    """The graded attempts before this one, in the order given: what it can be compared with."""
    return [each for each in attempts if each.id < work_id and each.score is not None]


def may_read(reader: str, owner: str) -> bool:
    """Whether this person may know of a submission or a try at all."""
    return reader == owner


def view_for(reader: str, owner: str, grade: Grade) -> View | None:
    """The view of a grade that a person may see; None when there is none for them."""
    return learner_view(grade) if may_read(reader, owner) else None


def may_see_solution(
    view: View, *, due: datetime | None, now: datetime, opened: bool = False
) -> bool:
    """Whether whoever was given this grade may see the trusted solution beside their own.

    Only after every point is earned, and where a due time is set only after it too, unless the
    instructor opened it sooner.
    """
    return has_every_point(view) and (due is None or opened or now >= due)


def has_every_point(view: View) -> bool:
    """Whether everything passed, visible and hidden; never so for a try."""
    return view.score == EVERY_POINT


def may_continue_at(
    submitted: Sequence[datetime], *, per_hour: int, now: datetime
) -> datetime | None:
    """When the next submission of a learner on a lesson is taken; None means now."""
    recent = sorted(each for each in submitted if each > now - PACE_WINDOW)
    if per_hour == 0 or len(recent) < per_hour:
        return None
    return recent[-per_hour] + PACE_WINDOW


def may_sign_in(*, pair_failures: int, account_failures: int) -> bool:
    """Whether another password may be tried: for an account from one address, and from anywhere.

    Failures alone count and an address alone never does: a class behind one address can sign in.
    """
    return pair_failures < FAILURES_PER_PAIR and account_failures < FAILURES_PER_ACCOUNT


def may_operate(roles: Roles) -> bool:
    """Whether somebody runs the site: sees who is here, invites, and lets people in again."""
    return Role.OPERATOR in roles


def may_reset_password(maker: Roles, about: Roles, *, teaches: bool) -> bool:
    """Whether somebody may make the link that gives another person a new password.

    Whoever holds the link could become that person, so an instructor may only do it for learners of
    their own classes (`teaches`), never for somebody with a role of their own.
    """
    if may_operate(maker):
        return True
    return Role.INSTRUCTOR in maker and teaches and not about


def is_worth_noting(last_seen_at: datetime, *, now: datetime) -> bool:
    """Whether a session has been used long enough after it was last noted."""
    return now - last_seen_at >= SEEN_EVERY


def next_in_turn(waiting: Iterable[Waiting], used: Mapping[str, float]) -> Waiting | None:
    """Whose work is graded next: of the learner who used the least grader time; then the oldest."""
    return min(
        waiting,
        key=lambda each: (used.get(each.person_id, 0.0), each.work_id),
        default=None,
    )


def after_failure(failures: int, *, now: datetime) -> tuple[State, datetime]:
    """What becomes of work after our `failures`-th failure on it, and when to try again."""
    state = State.FAILED if failures >= MOST_FAILURES else State.QUEUED
    return state, now + FIRST_RETRY * 2 ** (failures - 1)
