"""Run: try code on the visible data, and see what came of it."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from app.attempt import Kind
from app.routes.hand_in import take
from app.routes.own_files import grade_document, own_code
from app.routes.own_work import Asked, own
from app.routes.posted_code import WithCode
from app.routes.results import result_fragment, result_page

router = APIRouter()


@router.post("/lessons/{lesson}/tries")
def run(lesson: str, given: WithCode) -> Response:
    """Take a try."""
    return take(given, Kind.TRY, lesson)


@router.get("/tries/{work_id:int}")
def try_result(work_id: int, asked: Asked) -> HTMLResponse:
    """Its state, or its result."""
    return result_page(asked, own(asked, Kind.TRY, work_id))


@router.get("/tries/{work_id:int}/result")
def fragment(work_id: int, asked: Asked) -> Response:
    """What changes on its page."""
    return result_fragment(asked, own(asked, Kind.TRY, work_id))


@router.get("/tries/{work_id:int}/grade.json")
def grade_json(work_id: int, asked: Asked) -> Response:
    """Its grade as a document."""
    return grade_document(asked, own(asked, Kind.TRY, work_id))


@router.get("/tries/{work_id:int}/solution.py")
def code(work_id: int, asked: Asked) -> Response:
    """Its code."""
    return own_code(own(asked, Kind.TRY, work_id))
