"""Code that was typed and not yet graded, of people and of visitors who have not signed in yet."""

from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from app.models import Draft, VisitorDraft
from app.store.sessions import token_hash

REVISIONS_KEPT = 20
VISITOR_KEPT = timedelta(days=1)
MOST_VISITOR_DRAFTS = 5_000
"""At 64 KiB each this is 320 MB at worst; the oldest make room."""


def save(session: Session, *, person_id: str, lesson: str, source: bytes, now: datetime) -> int:
    """Keep this as the newest revision, unless it is that already; answers its number."""
    newest = _newest(session, person_id, lesson)
    if newest is not None and newest.source == source:
        return newest.revision
    revision = newest.revision + 1 if newest else 1
    session.add(
        Draft(person_id=person_id, lesson=lesson, revision=revision, source=source, saved_at=now)
    )
    session.execute(
        delete(Draft).where(
            Draft.person_id == person_id,
            Draft.lesson == lesson,
            Draft.revision <= revision - REVISIONS_KEPT,
        )
    )
    session.flush()
    return revision


def find(session: Session, *, person_id: str, lesson: str) -> bytes | None:
    """The newest code that this person typed for the lesson."""
    newest = _newest(session, person_id, lesson)
    return None if newest is None else newest.source


def _newest(session: Session, person_id: str, lesson: str) -> Draft | None:
    return session.scalar(
        select(Draft)
        .where(Draft.person_id == person_id, Draft.lesson == lesson)
        .order_by(Draft.revision.desc())
        .limit(1)
    )


def save_for_visitor(
    session: Session, *, token: str, lesson: str, source: bytes, now: datetime
) -> None:
    """Keep what a visitor typed under their cookie, and make room for it."""
    session.execute(delete(VisitorDraft).where(VisitorDraft.saved_at <= now - VISITOR_KEPT))
    _make_room(session)
    session.merge(
        VisitorDraft(token_hash=token_hash(token), lesson=lesson, source=source, saved_at=now)
    )
    session.flush()


def _make_room(session: Session) -> None:
    surplus = (session.scalar(select(func.count()).select_from(VisitorDraft)) or 0) + 1
    surplus -= MOST_VISITOR_DRAFTS
    if surplus > 0:
        oldest = select(VisitorDraft).order_by(VisitorDraft.saved_at).limit(surplus)
        for draft in session.scalars(oldest):
            session.delete(draft)


def find_for_visitor(session: Session, *, token: str, lesson: str, now: datetime) -> bytes | None:
    """What the visitor with this cookie typed for the lesson in the last day."""
    return session.scalar(
        select(VisitorDraft.source).where(
            VisitorDraft.token_hash == token_hash(token),
            VisitorDraft.lesson == lesson,
            VisitorDraft.saved_at > now - VISITOR_KEPT,
        )
    )


def adopt(session: Session, *, token: str, person_id: str, now: datetime) -> None:
    """Make what a visitor typed the newest drafts of the person they turned out to be."""
    kept = session.scalars(
        select(VisitorDraft).where(
            VisitorDraft.token_hash == token_hash(token),
            VisitorDraft.saved_at > now - VISITOR_KEPT,
        )
    ).all()
    for draft in kept:
        save(session, person_id=person_id, lesson=draft.lesson, source=draft.source, now=now)
        session.delete(draft)
    session.flush()
