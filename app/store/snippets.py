"""Runs of snippets: the newest of each snippet and person, with what the grader found."""

import secrets
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session, undefer

from app.attempt import State
from app.models import Work
from app.reading_models import SnippetWork
from grader import SnippetRun

LARGEST_ID = 2**63 - 1
"""What the database can be asked for."""


@dataclass(frozen=True)
class Asked:
    """What somebody asks to have run: the snippet as it stands, or what they made of it."""

    person_id: str
    class_id: int
    lesson: str
    snippet: str
    source: bytes


@dataclass(frozen=True)
class KeptRun:
    """One run of a snippet; `run` is None until it is done."""

    id: int
    person_id: str
    lesson: str
    snippet: str
    source: bytes
    state: State
    created_at: datetime
    run: SnippetRun | None


def add(session: Session, asked: Asked, *, now: datetime) -> int:
    """Store a run, queued, in place of the earlier ones of this snippet; answers its id.

    One that a grader holds at this moment stays until the next run.
    """
    earlier = select(SnippetWork.id).where(
        SnippetWork.person_id == asked.person_id,
        SnippetWork.lesson == asked.lesson,
        SnippetWork.snippet == asked.snippet,
        SnippetWork.state != State.GRADING,
    )
    session.execute(delete(Work).where(Work.id.in_(list(session.scalars(earlier)))))
    work = SnippetWork(
        person_id=asked.person_id,
        class_id=asked.class_id,
        lesson=asked.lesson,
        snippet=asked.snippet,
        source=asked.source,
        request_key=secrets.token_hex(16),
        created_at=now,
    )
    session.add(work)
    session.flush()
    return work.id


def record(session: Session, work_id: int, run: SnippetRun) -> None:
    """Keep what came of a run; only whoever held its claim may."""
    work = session.get_one(SnippetWork, work_id)
    work.result = zlib.compress(run.model_dump_json().encode())
    session.flush()


def find(session: Session, work_id: int) -> KeptRun | None:
    """One run, None when there is none of that id any more."""
    if not 0 < work_id <= LARGEST_ID:
        return None
    work = session.scalar(_whole().where(SnippetWork.id == work_id))
    return None if work is None else _kept(work)


def all_of(session: Session, person_id: str) -> Iterator[KeptRun]:
    """Every kept run of one person, oldest first."""
    query = _whole().where(SnippetWork.person_id == person_id).order_by(SnippetWork.id)
    for work in session.scalars(query.execution_options(yield_per=50)):
        yield _kept(work)


def _whole() -> Select[SnippetWork]:
    return select(SnippetWork).options(undefer(SnippetWork.source), undefer(SnippetWork.result))


def _kept(work: SnippetWork) -> KeptRun:
    return KeptRun(
        id=work.id,
        person_id=work.person_id,
        lesson=work.lesson,
        snippet=work.snippet,
        source=work.source,
        state=State(work.state),
        created_at=work.created_at,
        run=SnippetRun.model_validate_json(zlib.decompress(work.result)) if work.result else None,
    )
