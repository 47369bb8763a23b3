"""The lesson: its text, the box for the code and the attempts so far."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import HTMLResponse

from app.attempt import Kind
from app.attempts_page import AttemptsShown, attempts_shown
from app.content import Place
from app.editor import Editor, Notice, showing
from app.errors import NotFound, SignInFirst
from app.own_reading import own_reading
from app.request import Now, Reading, Replies, Reply, TheSite
from app.routes.asked import asked_for
from app.routes.box import box_of
from app.site import Site
from app.store import submissions

router = APIRouter()


@router.get("/lessons/{lesson}")
def lesson(
    lesson: str,
    reply: Reply,
    site: TheSite,
    reading: Reading,
    now: Now,
    origin: Annotated[str, Query(alias="from")] = "",
) -> HTMLResponse:
    """Read it, with the code that was typed before, or with the stub or an attempt in the box."""
    place = place_of(site, lesson)
    editor = box_of(reply, reading, lesson, now=now)
    if origin:
        editor = _from(origin, editor, reply, reading)
    return lesson_page(reply, reading, place, editor)


def _from(origin: str, editor: Editor, reply: Replies, reading: Reading) -> Editor:
    """The box with what the address asks for; only the reader's own attempts can be had."""
    if origin == "stub":
        return showing(editor, editor.stub.encode(), "The stub")
    if reply.viewer is None:
        raise SignInFirst(f"/lessons/{editor.lesson}?from={origin}")
    rows = attempts_of(reply, reading, editor.lesson).rows
    row = next((each for each in rows if str(each.id) == origin), None)
    work = row and submissions.find(reading, Kind.SUBMISSION, row.id)
    if not row or not work:
        raise NotFound
    return showing(editor, work.source, row.name)


def place_of(site: Site, lesson: str) -> Place:
    """The lesson in its course; NotFound when there is none of that name."""
    place = site.content.places.get(lesson)
    if place is None:
        raise NotFound
    return place


def lesson_page(
    reply: Replies,
    reading: Reading,
    place: Place,
    editor: Editor,
    *,
    notice: Notice | None = None,
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> HTMLResponse:
    """The page with this box, and a notice above it where there is one."""
    attempts = attempts_of(reply, reading, place.lesson.id)
    return reply.page(
        "lesson.html",
        status=status,
        headers=headers,
        lesson=reply.site.lessons[place.lesson.id],
        editor=editor,
        own=own_reading(
            reading,
            reply.viewer,
            place,
            reply.site.lessons[place.lesson.id],
            has_every_point=attempts.best == "100",
            asked=asked_for(reply, place),
        ),
        attempts=attempts,
        per_hour=reply.site.settings.submissions_per_hour,
        notice=notice,
    )


def attempts_of(reply: Replies, reading: Reading, lesson: str) -> AttemptsShown:
    """The reader's attempts on the lesson; none for a visitor."""
    if reply.viewer is None:
        return attempts_shown([])
    found = submissions.attempts(reading, person_id=reply.viewer.person_id, lesson=lesson)
    return attempts_shown(found.get(lesson, []))
