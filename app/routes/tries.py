"""Run: try code on the visible data, and see what came of it."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from starlette.responses import HTMLResponse, Response

from app.attempt import Kind
from app.request import Reading, Reply, SignedInViewer
from app.routes.hand_in import take
from app.routes.posted_code import WithCode
from app.routes.results import own, progress, result_page

router = APIRouter()


@router.post("/lessons/{lesson}/tries")
def run(lesson: str, given: WithCode) -> Response:
    """Take a try."""
    return take(given, Kind.TRY, lesson)


@router.get("/tries/{work_id:int}")
def try_result(
    work_id: int, reply: Reply, reading: Reading, viewer: SignedInViewer
) -> HTMLResponse:
    """Its state, or its result."""
    return result_page(reply, reading, viewer, own(reading, viewer, Kind.TRY, work_id))


@router.get("/tries/{work_id:int}/state")
def state(work_id: int, reading: Reading, viewer: SignedInViewer) -> JSONResponse:
    """Its state alone."""
    return progress(reading, own(reading, viewer, Kind.TRY, work_id))
