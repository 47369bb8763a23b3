"""Code that was typed without being signed in, kept for a day and made theirs who sign in."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from app.draft import NOBODY, VISITOR_REVISIONS, State, Typed, is_behind, owner_mark
from app.models import VisitorDraft
from app.store.sessions import token_hash

KEPT = timedelta(days=1)
MOST = 5_000
"""At 64 KiB each this is 320 MB at worst; the oldest make room."""

MOST_PER_LESSON = 5
"""Of one browser: so many tabs can each have their own text."""


def newest(
    session: Session, token: str, lesson: str, *, now: datetime, owner: str = NOBODY
) -> State | None:
    """What was typed last under this cookie for the lesson, by somebody or by nobody known."""
    row = session.scalar(
        select(VisitorDraft)
        .where(
            *_under(token, now),
            VisitorDraft.lesson == lesson,
            VisitorDraft.owner == owner,
        )
        .order_by(VisitorDraft.revision.desc())
        .limit(1)
    )
    return None if row is None else _state(row)


def waits_for_owner(session: Session, token: str, lesson: str, *, now: datetime) -> datetime | None:
    """When somebody sent code of theirs from this browser after their session had ended."""
    return session.scalar(
        select(func.max(VisitorDraft.saved_at)).where(
            *_under(token, now), VisitorDraft.lesson == lesson, VisitorDraft.owner != NOBODY
        )
    )


def save(
    session: Session, token: str, lesson: str, typed: Typed, *, now: datetime
) -> tuple[bool, State]:
    """As for a draft of a person: what nobody has seen is not overwritten."""
    before = newest(session, token, lesson, now=now)
    if before is not None and is_behind(typed, before):
        return False, before
    return True, keep(session, token, lesson, typed, now=now)


def keep(
    session: Session,
    token: str,
    lesson: str,
    typed: Typed,
    *,
    now: datetime,
    owner: str = NOBODY,
) -> State:
    """Keep what a page sent; only what the same page sent before makes way for it."""
    session.execute(delete(VisitorDraft).where(VisitorDraft.saved_at <= now - KEPT))
    rows = _rows(session, token, lesson, now=now)
    revision = rows[0].revision + 1 if rows else VISITOR_REVISIONS + 1
    gone = [row for row in rows if row.owner == owner and _goes_on(typed, row)]
    kept = [row for row in rows if row not in gone]
    for row in [*gone, *kept[MOST_PER_LESSON - 1 :]]:
        session.delete(row)
    _make_room(session)
    row = VisitorDraft(
        token_hash=token_hash(token),
        lesson=lesson,
        revision=revision,
        owner=owner,
        page=typed.page,
        over=typed.over,
        source=typed.source,
        saved_at=now,
    )
    session.add(row)
    session.flush()
    return _state(row)


def taken(session: Session, token: str, person_id: str, *, now: datetime) -> list[VisitorDraft]:
    """What this person, or nobody known, typed under the cookie, oldest first; it is kept no more.

    What somebody else typed after their session had ended stays for them.
    """
    rows = list(
        session.scalars(
            select(VisitorDraft)
            .where(
                *_under(token, now),
                VisitorDraft.owner.in_([NOBODY, owner_mark(person_id)]),
            )
            .order_by(VisitorDraft.saved_at, VisitorDraft.revision)
        )
    )
    for row in rows:
        session.delete(row)
    session.flush()
    return rows


def is_empty(session: Session, token: str) -> bool:
    """Whether nothing is kept under this cookie."""
    query = select(VisitorDraft.revision).where(VisitorDraft.token_hash == token_hash(token))
    return session.scalar(query.limit(1)) is None


def _under(token: str, now: datetime) -> tuple[ColumnElement[bool], ...]:
    return VisitorDraft.token_hash == token_hash(token), VisitorDraft.saved_at > now - KEPT


def _rows(session: Session, token: str, lesson: str, *, now: datetime) -> list[VisitorDraft]:
    """Newest first."""
    return list(
        session.scalars(
            select(VisitorDraft)
            .where(*_under(token, now), VisitorDraft.lesson == lesson)
            .order_by(VisitorDraft.revision.desc())
        )
    )


def _goes_on(typed: Typed, row: VisitorDraft) -> bool:
    return typed.source == row.source or typed.page == row.page or typed.over == row.revision


def _make_room(session: Session) -> None:
    surplus = (session.scalar(select(func.count()).select_from(VisitorDraft)) or 0) + 1 - MOST
    if surplus > 0:
        oldest = select(VisitorDraft).order_by(VisitorDraft.saved_at).limit(surplus)
        for draft in session.scalars(oldest):
            session.delete(draft)


def _state(row: VisitorDraft) -> State:
    return State(
        revision=row.revision,
        source=row.source,
        page=row.page,
        begun_at=row.saved_at,
        saved_at=row.saved_at,
        aside=None,
    )
