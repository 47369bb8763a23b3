"""The lesson: its text, the box for the code and the attempts so far."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from app.attempts_page import AttemptsShown, attempts_shown
from app.content import Place
from app.editor import Notice, editor_with
from app.errors import NotFound
from app.request import Now, Reading, Replies, Reply, TheSite, visitor_cookie
from app.site import Site
from app.store import drafts, submissions

router = APIRouter()


@router.get("/lessons/{lesson}")
def lesson(lesson: str, reply: Reply, site: TheSite, reading: Reading, now: Now) -> HTMLResponse:
    """Read it, with the code that was typed before."""
    place = place_of(site, lesson)
    if reply.viewer is not None:
        kept = drafts.find(reading, person_id=reply.viewer.person_id, lesson=lesson)
    else:
        token = reply.request.cookies.get(visitor_cookie(reply.request), "")
        kept = drafts.find_for_visitor(reading, token=token, lesson=lesson, now=now)
    source = site.content.live[lesson].edition.exercise.stub if kept is None else kept
    return lesson_page(reply, reading, place, source)


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
    source: bytes,
    *,
    notice: Notice | None = None,
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> HTMLResponse:
    """The page with this code in the box, and a notice above it where there is one."""
    return reply.page(
        "lesson.html",
        status=status,
        headers=headers,
        lesson=reply.site.lessons[place.lesson.id],
        editor=editor_with(place.lesson.id, source),
        attempts=attempts_of(reply, reading, place.lesson.id),
        per_hour=reply.site.settings.submissions_per_hour,
        notice=notice,
    )


def attempts_of(reply: Replies, reading: Reading, lesson: str) -> AttemptsShown:
    """The reader's attempts on the lesson; none for a visitor."""
    if reply.viewer is None:
        return attempts_shown([])
    found = submissions.attempts(reading, person_id=reply.viewer.person_id, lesson=lesson)
    return attempts_shown(found.get(lesson, []))
