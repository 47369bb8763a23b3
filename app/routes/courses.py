"""The start page: every course with its modules and lessons, and how far the reader has come."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from app.course_page import courses_shown
from app.request import Reading, Reply, TheSite
from app.store import submissions

router = APIRouter()


@router.get("/")
def courses(reply: Reply, site: TheSite, reading: Reading) -> HTMLResponse:
    """All courses in order."""
    viewer = reply.viewer
    done = submissions.attempts(reading, person_id=viewer.person_id) if viewer else {}
    return reply.page("courses.html", courses=courses_shown(site.content, done))
