"""Submit: hand in code for points, and see what came of it."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from app.attempt import Kind
from app.routes.hand_in import take
from app.routes.own_files import grade_document, own_archive, own_code
from app.routes.own_work import Asked, own
from app.routes.posted_code import WithCode
from app.routes.results import result_fragment, result_page

router = APIRouter()


@router.post("/lessons/{lesson}/submissions")
def submit(lesson: str, given: WithCode) -> Response:
    """Take a submission."""
    return take(given, Kind.SUBMISSION, lesson)


@router.get("/submissions/{work_id:int}")
def submission(work_id: int, asked: Asked) -> HTMLResponse:
    """Its state, or its grade."""
    return result_page(asked, own(asked, Kind.SUBMISSION, work_id))


@router.get("/submissions/{work_id:int}/result")
def fragment(work_id: int, asked: Asked) -> Response:
    """What changes on its page."""
    return result_fragment(asked, own(asked, Kind.SUBMISSION, work_id))


@router.get("/submissions/{work_id:int}/grade.json")
def grade_json(work_id: int, asked: Asked) -> Response:
    """Its grade as a document."""
    return grade_document(asked, own(asked, Kind.SUBMISSION, work_id))


@router.get("/submissions/{work_id:int}/solution.py")
def code(work_id: int, asked: Asked) -> Response:
    """Its code."""
    return own_code(own(asked, Kind.SUBMISSION, work_id))


@router.get("/submissions/{work_id:int}/archive.zip")
def archive(work_id: int, asked: Asked) -> Response:
    """The code with the visible queries and a test, once everything passed."""
    return own_archive(asked, own(asked, Kind.SUBMISSION, work_id))
