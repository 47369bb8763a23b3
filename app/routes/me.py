"""The reader's own page: who they are, and every lesson they worked on."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from app.course_page import worked_on
from app.request import Reading, Reply, SignedInViewer, TheSite
from app.store import submissions

router = APIRouter()


@router.get("/me")
def me(reply: Reply, site: TheSite, reading: Reading, viewer: SignedInViewer) -> HTMLResponse:
    """Own lessons with best and latest score and every attempt."""
    done = submissions.attempts(reading, person_id=viewer.person_id)
    return reply.page("me.html", lessons=worked_on(site.content, done))
