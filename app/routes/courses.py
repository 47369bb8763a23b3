"""The start page: every course with its modules and lessons, and how far the reader has come."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from app.course_page import Reached, continued, courses_shown
from app.request import Reading, Reply, TheSite
from app.store import progress, quiz, submissions
from app.store.people import Viewer

router = APIRouter()


@router.get("/")
def courses(reply: Reply, site: TheSite, reading: Reading) -> HTMLResponse:
    """All courses in order, and the way back to the lesson that was worked on last."""
    viewer = reply.viewer
    reached = _reached(reading, viewer) if viewer else Reached()
    touched = progress.touched(reading, viewer.person_id) if viewer else []
    return reply.page(
        "courses.html",
        courses=courses_shown(site.content, reached),
        last=continued(site.content, touched, reached),
    )


def _reached(reading: Reading, viewer: Viewer) -> Reached:
    person_id = viewer.person_id
    return Reached(
        attempts=submissions.attempts(reading, person_id=person_id),
        right_once=quiz.right_once(reading, person_id=person_id),
    )
