"""Everything that is stored of a person as one JSON document, made piece by piece."""

import base64
import json
from collections.abc import Iterator
from datetime import datetime

from sqlalchemy.orm import Session

from app import rules
from app.attempt import Kind
from app.database import Database
from app.store import archive, audit, directory, quiz, sessions, snippets
from app.store.archive import KeptDraft, KeptGrade, KeptPassed, KeptWork
from app.store.people import Viewer
from app.store.quiz import KeptAnswer
from app.store.sessions import Lifetime
from app.store.snippets import KeptRun

FORMAT = 1
MOST_EVENTS = 1_000

Fields = dict[str, object]


def own_data(
    database: Database, viewer: Viewer, *, lifetime: Lifetime, now: datetime
) -> Iterator[bytes]:
    """The document of the person who asks, with their grades as they may see them."""
    person_id = viewer.person_id
    with database.reading() as reading:
        head: Fields = {
            "format": FORMAT,
            "made_at": now.isoformat(),
            "account": _account(reading, viewer, lifetime, now),
        }
        yield _json(head).removesuffix(b"}")
        yield from _list("submissions", _works(reading, person_id, Kind.SUBMISSION))
        yield from _list("tries", _works(reading, person_id, Kind.TRY))
        yield from _list("snippet_runs", map(_snippet, snippets.all_of(reading, person_id)))
        yield from _list("drafts", map(_draft, archive.drafts_of(reading, person_id)))
        yield from _list("quiz_answers", map(_answer, quiz.all_of(reading, person_id)))
        passed = archive.passed_checks_of(reading, person_id)
        yield from _list("passed_checks", map(_passed, passed))
        yield b"\n}\n"


def _list(name: str, rows: Iterator[Fields]) -> Iterator[bytes]:
    yield f',\n "{name}": ['.encode()
    for number, row in enumerate(rows):
        yield (b",\n  " if number else b"\n  ") + _json(row)
    yield b"\n ]"


def _json(value: Fields) -> bytes:
    # Half a surrogate pair, which a function may well return, has no UTF-8: JSON's escape then.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _account(reading: Session, viewer: Viewer, lifetime: Lifetime, now: datetime) -> Fields:
    account = directory.find(reading, viewer.person_id)
    browsers = sessions.browsers_of(reading, viewer.person_id, token="", lifetime=lifetime, now=now)
    events = audit.newest(reading, most=MOST_EVENTS, person_id=viewer.person_id)
    return {
        "id": viewer.person_id,
        "name": viewer.name,
        "email": viewer.email,
        "created_at": account.created_at.isoformat() if account else None,
        "roles": sorted(viewer.roles),
        "signed_in": [
            {
                "browser": each.family,
                "since": each.signed_in_at.isoformat(),
                "last_seen_at": each.last_seen_at.isoformat(),
            }
            for each in browsers
        ],
        "events": [{"at": each.at.isoformat(), "what": each.what} for each in events],
    }


def _works(reading: Session, person_id: str, kind: Kind) -> Iterator[Fields]:
    for work in archive.works_of(reading, person_id, kind):
        yield _work(work, person_id)


def _work(work: KeptWork, person_id: str) -> Fields:
    return {
        "id": work.id,
        "lesson": work.lesson,
        "handed_in_at": work.created_at.isoformat(),
        "state": work.state,
        **_source(work.source),
        "grades": [_grade(each, person_id) for each in work.grades],
    }


def _grade(kept: KeptGrade, person_id: str) -> Fields:
    view = rules.view_for(person_id, person_id, kept.grade)
    return {
        "graded_at": _second(kept.graded_at),
        "current": kept.current,
        "edition": {"number": kept.edition_number, "date": kept.edition_date.isoformat()},
        "grade": view.model_dump(mode="json") if view else None,
    }


def _snippet(kept: KeptRun) -> Fields:
    return {
        "id": kept.id,
        "lesson": kept.lesson,
        "snippet": kept.snippet,
        "run_at": kept.created_at.isoformat(),
        "state": kept.state,
        **_source(kept.source),
        "run": kept.run.model_dump(mode="json") if kept.run else None,
    }


def _answer(kept: KeptAnswer) -> Fields:
    return {
        "lesson": kept.lesson,
        "question": kept.question,
        "answer": kept.answer,
        "right": kept.right,
        "at": kept.at.isoformat(),
    }


def _passed(kept: KeptPassed) -> Fields:
    return {"lesson": kept.lesson, "check": kept.check, "at": _second(kept.at)}


def _second(moment: datetime) -> str:
    """A moment that came after hidden data was run: finer, it would tell how long that took."""
    return moment.isoformat(timespec="seconds")


def _draft(draft: KeptDraft) -> Fields:
    return {
        "lesson": draft.lesson,
        "revision": draft.revision,
        "saved_at": draft.saved_at.isoformat(),
        **_source(draft.source),
    }


def _source(source: bytes) -> Fields:
    """The code as text; what is not UTF-8 as Base64, so that every byte is there."""
    try:
        return {"source": source.decode()}
    except UnicodeDecodeError:
        return {"source_base64": base64.b64encode(source).decode()}
