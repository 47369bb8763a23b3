"""Editions: what could change a grade at one moment, appended as it is seen."""

import io
import tarfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.models import Class, EditionRow
from grader import Edition

PARTS = ("*.toml", "*.md", "*.py", "queries/*.json", "mistakes/*.py")
"""What a lesson is made of, in its folder."""


@dataclass(frozen=True)
class Seen:
    """A stored edition: what learners are told of it, and the id that grades refer to."""

    id: int
    number: int
    date: datetime


def open_class(session: Session) -> int:
    """The id of the class in which everybody works who is in no other."""
    return session.scalars(select(Class.id).where(Class.is_open)).one()


def see(session: Session, edition: Edition, *, class_id: int, now: datetime) -> Seen:
    """The stored edition of this digest in the class, numbered and kept when it is new."""
    lesson = edition.exercise.id
    row = session.scalar(
        select(EditionRow).where(
            EditionRow.class_id == class_id,
            EditionRow.lesson == lesson,
            EditionRow.digest == edition.digest,
        )
    )
    if row is None:
        row = EditionRow(
            class_id=class_id,
            lesson=lesson,
            number=1 + _last_edition(session, class_id, lesson),
            digest=edition.digest,
            content=packed(edition.exercise.folder),
            created_at=now,
        )
        session.add(row)
        session.flush()
    return Seen(row.id, row.number, row.created_at)


def _last_edition(session: Session, class_id: int, lesson: str) -> int:
    last = select(func.max(EditionRow.number)).where(
        EditionRow.class_id == class_id, EditionRow.lesson == lesson
    )
    return session.scalar(last) or 0


def packed(folder: Path) -> bytes:
    """A lesson's folder as a compressed tar file, from which its edition can be read again.

    Whatever else lies in the folder, and be it gigabytes, stays out.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for file in sorted(file for part in PARTS for file in folder.glob(part)):
            if file.is_file():
                archive.add(file, arcname=f"{folder.name}/{file.relative_to(folder)}")
    return buffer.getvalue()
