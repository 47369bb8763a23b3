"""Code that somebody typed for a lesson: its newest state, and the states before it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Select, delete, func, select, update
from sqlalchemy.orm import Session

from app.draft import Aside, State, Typed, Whose, goes_on, is_behind, was_overtaken
from app.models import Draft

STATES_KEPT = 50
LARGEST_REVISION = 2**63 - 1
"""What the database can be asked for."""


@dataclass(frozen=True)
class Kept:
    """A state in the list of all: when it was saved, and how many bytes it has."""

    revision: int
    saved_at: datetime
    size: int


def newest(session: Session, whose: Whose) -> State | None:
    """What was saved last; None before anything was."""
    return _state(session, _of(whose).order_by(Draft.revision.desc()).limit(1))


def find(session: Session, whose: Whose, revision: int) -> State | None:
    """One state; None when it never was or is gone."""
    if revision > LARGEST_REVISION:
        return None
    return _state(session, _of(whose).where(Draft.revision == revision))


def kept(session: Session, whose: Whose) -> Iterator[Kept]:
    """Every state, the newest first."""
    query = (
        select(Draft.revision, Draft.saved_at, func.length(Draft.source))
        .where(*_own(whose))
        .order_by(Draft.revision.desc())
    )
    for row in session.execute(query):
        yield Kept(*row)


def offered(session: Session, whose: Whose) -> State | None:
    """The newest state that another text took the place of and that is still to be offered."""
    query = _of(whose).where(Draft.aside.is_not(None)).order_by(Draft.revision.desc()).limit(1)
    return _state(session, query)


def save(session: Session, whose: Whose, typed: Typed, *, now: datetime) -> tuple[bool, State]:
    """Whether this is the newest state now, and the newest state.

    It is not, and nothing is stored, where something else was saved meanwhile.
    """
    before = newest(session, whose)
    if before is not None and is_behind(typed, before):
        return False, before
    return True, _put(session, whose, typed, before, now=now)


def hand_over(session: Session, whose: Whose, typed: Typed, *, now: datetime) -> State:
    """Make this the newest state; what another page saved meanwhile is set aside, to be offered."""
    before = newest(session, whose)
    if before is not None and was_overtaken(typed, before):
        return take_place(session, whose, typed, because=Aside.OTHER_PAGE, now=now)
    return _put(session, whose, typed, before, now=now)


def take_place(
    session: Session, whose: Whose, typed: Typed, *, because: Aside | None, now: datetime
) -> State:
    """Make this the newest state and keep the one before it, to be offered if there is a reason."""
    before = newest(session, whose)
    if before is None or before.source == typed.source:
        return _put(session, whose, typed, before, now=now)
    if because is not None:
        session.execute(
            update(Draft)
            .where(*_own(whose), Draft.revision == before.revision)
            .values(aside=because)
        )
    return _append(session, whose, typed, before, now=now)


def settle(session: Session, whose: Whose, which: int | Aside) -> None:
    """Offer one state, or all that were set aside for one reason, no more; they stay kept."""
    matches = Draft.aside == which if isinstance(which, Aside) else Draft.revision == which
    session.execute(update(Draft).where(*_own(whose), matches).values(aside=None))


def _put(
    session: Session, whose: Whose, typed: Typed, before: State | None, *, now: datetime
) -> State:
    """Store a text after the state that it was typed over: in its place, or as another one."""
    if before is None:
        return _append(session, whose, typed, before, now=now)
    if before.source == typed.source:
        return before
    if not goes_on(typed, before, now=now):
        return _append(session, whose, typed, before, now=now)
    after = State(
        revision=before.revision + 1,
        source=typed.source,
        page=typed.page,
        begun_at=before.begun_at,
        saved_at=now,
        aside=None,
    )
    session.execute(
        update(Draft)
        .where(*_own(whose), Draft.revision == before.revision)
        .values(
            revision=after.revision, source=after.source, page=after.page, saved_at=after.saved_at
        )
    )
    return after


def _append(
    session: Session, whose: Whose, typed: Typed, before: State | None, *, now: datetime
) -> State:
    """Store a text as a state of its own, and drop the oldest ones."""
    revision = before.revision + 1 if before else 1
    after = State(revision, typed.source, typed.page, begun_at=now, saved_at=now, aside=None)
    session.add(
        Draft(
            person_id=whose.person_id,
            class_id=whose.class_id,
            lesson=whose.lesson,
            revision=revision,
            source=after.source,
            page=after.page,
            begun_at=now,
            saved_at=now,
        )
    )
    session.flush()
    last_kept = (
        select(Draft.revision)
        .where(*_own(whose))
        .order_by(Draft.revision.desc())
        .offset(STATES_KEPT)
        .limit(1)
    )
    surplus = session.scalar(last_kept)
    if surplus is not None:
        session.execute(delete(Draft).where(*_own(whose), Draft.revision <= surplus))
    return after


def _own(whose: Whose) -> tuple[ColumnElement[bool], ...]:
    return (
        Draft.person_id == whose.person_id,
        Draft.class_id == whose.class_id,
        Draft.lesson == whose.lesson,
    )


StateQuery = Select[int, bytes, str, datetime, datetime, str | None]


def _of(whose: Whose) -> StateQuery:
    return select(
        Draft.revision, Draft.source, Draft.page, Draft.begun_at, Draft.saved_at, Draft.aside
    ).where(*_own(whose))


def _state(session: Session, query: StateQuery) -> State | None:
    row = session.execute(query).one_or_none()
    if row is None:
        return None
    revision, source, page, begun_at, saved_at, aside = row
    return State(revision, source, page, begun_at, saved_at, Aside(aside) if aside else None)
