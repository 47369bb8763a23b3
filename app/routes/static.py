"""Styles, scripts and fonts under names that change with their content."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.errors import NotFound
from app.request import TheSite

router = APIRouter()


@router.get("/static/{name}")
def static(name: str, request: Request, site: TheSite) -> Response:
    """One file, to be kept for good; compressed where the browser takes that."""
    asset = site.assets.served(name)
    if asset is None:
        raise NotFound
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    if asset.packed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(asset.packed, media_type=asset.media_type, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)
