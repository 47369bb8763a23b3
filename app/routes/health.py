"""For whoever watches the process: is it up, does the database answer, is anything graded?"""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from app.request import Reading, TheSite
from app.store import claims

router = APIRouter()


@router.get("/healthz")
def healthz(site: TheSite, reading: Reading) -> JSONResponse:
    """200 while pages can be served, whether or not grading is on."""
    waiting = claims.unfinished(reading)
    return JSONResponse({"status": "ok", "grading": site.readiness.grading, "waiting": waiting})
