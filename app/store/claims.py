"""Who may grade what: works that wait, and claims on those that are being graded.

A claim is taken and let go by a guarded UPDATE, so that of two graders only one ever holds it.
"""

import secrets
from datetime import datetime

from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.orm import Session, undefer

from app.attempt import Claim, Kind, State, Waiting
from app.models import Work


def waiting(session: Session, *, now: datetime) -> list[Waiting]:
    """The oldest work of each learner that can be claimed now."""
    query = (
        select(func.min(Work.id), Work.person_id)
        .where(Work.state == State.QUEUED, _due(now))
        .group_by(Work.person_id)
    )
    return [Waiting(work_id, person_id) for work_id, person_id in session.execute(query)]


def next_due(session: Session) -> datetime | None:
    """When the next retry is due, if any is planned."""
    return session.scalar(
        select(func.min(Work.not_before)).where(
            Work.state == State.QUEUED, Work.not_before.is_not(None)
        )
    )


def ahead_of(session: Session, work_id: int) -> int:
    """How many works were queued before this one and are not finished."""
    query = select(func.count()).where(
        Work.id < work_id, Work.state.in_([State.QUEUED, State.GRADING])
    )
    return session.scalar(query.select_from(Work)) or 0


def unfinished(session: Session) -> int:
    """How many works wait or are being graded."""
    query = select(func.count()).where(Work.state.in_([State.QUEUED, State.GRADING]))
    return session.scalar(query.select_from(Work)) or 0


def take(session: Session, work_id: int, *, now: datetime) -> Claim | None:
    """Take the work, unless somebody else has it, it is done or it is not due yet."""
    token = secrets.token_hex(16)
    taken = session.execute(
        update(Work)
        .where(Work.id == work_id, Work.state == State.QUEUED, _due(now))
        .values(state=State.GRADING, claim=token, claimed_at=now)
        .returning(Work.id)
    )
    if taken.one_or_none() is None:
        return None
    work = session.scalars(
        select(Work).options(undefer(Work.source)).where(Work.id == work_id)
    ).one()
    return Claim(
        work_id=work_id,
        token=token,
        kind=Kind(work.kind),
        person_id=work.person_id,
        class_id=work.class_id,
        lesson=work.lesson,
        source=work.source,
    )


def finish(session: Session, held: Claim) -> bool:
    """Mark the work graded; False when the claim is no longer held, and nothing may be recorded."""
    return _release(session, held, state=State.GRADED)


def failures(session: Session, work_id: int) -> int:
    """How often grading this work failed by our fault."""
    return session.scalar(select(Work.failures).where(Work.id == work_id)) or 0


def give_back(
    session: Session, held: Claim, *, state: State, failures: int, not_before: datetime
) -> bool:
    """Let go of the work after a failure of ours, to be tried again or not."""
    return _release(session, held, state=state, failures=failures, not_before=not_before)


def _release(session: Session, held: Claim, **values: object) -> bool:
    released = session.execute(
        update(Work)
        .where(Work.id == held.work_id, Work.claim == held.token, Work.state == State.GRADING)
        .values(claim=None, claimed_at=None, **values)
        .returning(Work.id)
    )
    return released.one_or_none() is not None


def abandoned(session: Session) -> list[int]:
    """Everything that is claimed; at start-up nobody is left to hold those claims."""
    return list(session.scalars(select(Work.id).where(Work.state == State.GRADING)))


def put_again(
    session: Session, work_id: int, *, state: State, failures: int, not_before: datetime
) -> None:
    """Take a claim away from a process that is gone."""
    session.execute(
        update(Work)
        .where(Work.id == work_id, Work.state == State.GRADING)
        .values(state=state, failures=failures, not_before=not_before, claim=None, claimed_at=None)
    )


def _due(now: datetime) -> ColumnElement[bool]:
    return or_(Work.not_before.is_(None), Work.not_before <= now)
