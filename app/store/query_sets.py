"""Versions of query sets, appended as they are seen, and which of them are live in a class."""

import hashlib
import json
from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.models import LiveQuerySet, QuerySetVersion
from grader import Edition


def follow_folder(session: Session, edition: Edition, *, class_id: int, now: datetime) -> None:
    """Store the folder's sets as versions, where they are new, and make them live in the class."""
    lesson = edition.exercise.id
    live = {
        row.query_set: row
        for row in session.scalars(
            select(LiveQuerySet).where(
                LiveQuerySet.class_id == class_id, LiveQuerySet.lesson == lesson
            )
        )
    }
    for query_set in edition.sets:
        version = _version(session, edition, query_set.id, now=now)
        if query_set.id in live:
            live.pop(query_set.id).version_id = version.id
        else:
            session.add(
                LiveQuerySet(
                    class_id=class_id,
                    lesson=lesson,
                    query_set=query_set.id,
                    version_id=version.id,
                )
            )
    _drop(session, live.values())
    session.flush()


def _version(
    session: Session, edition: Edition, query_set: str, *, now: datetime
) -> QuerySetVersion:
    lesson = edition.exercise.id
    file = edition.exercise.folder / "queries" / f"{query_set}.json"
    # Without the white space; the order of keys stays, since a script can see it.
    content = json.dumps(json.loads(file.read_bytes()), separators=(",", ":")).encode()
    digest = hashlib.sha256(content).hexdigest()
    of_folder = (
        QuerySetVersion.lesson == lesson,
        QuerySetVersion.query_set == query_set,
        QuerySetVersion.class_id.is_(None),
    )
    known = session.scalar(
        select(QuerySetVersion).where(*of_folder, QuerySetVersion.digest == digest)
    )
    if known is not None:
        return known
    last = session.scalar(select(func.max(QuerySetVersion.number)).where(*of_folder)) or 0
    version = QuerySetVersion(
        lesson=lesson,
        query_set=query_set,
        number=last + 1,
        visible=next(each.visible for each in edition.sets if each.id == query_set),
        digest=digest,
        content=content,
        created_at=now,
    )
    session.add(version)
    session.flush()
    return version


def _drop(session: Session, rows: Iterable[LiveQuerySet]) -> None:
    for row in rows:
        session.delete(row)
