"""The visible queries of a lesson as a file: what the script reads, to the byte."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from app.errors import NotFound
from app.request import TheSite
from app.routes.lessons import place_of
from grader import visible_files

router = APIRouter()


@router.get("/lessons/{lesson}/queries.json")
def queries(
    lesson: str, site: TheSite, query_set: Annotated[str, Query(alias="set")] = ""
) -> Response:
    """The first visible set, or the one that is named; a hidden one is not found."""
    place_of(site, lesson)
    files = visible_files(site.content.live[lesson].edition)
    name = query_set or next(iter(files), "")
    if name not in files:
        raise NotFound
    headers = {"Content-Disposition": 'attachment; filename="queries.json"'}
    return Response(files[name], media_type="application/json", headers=headers)
