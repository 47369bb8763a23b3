"""Puts the app together: routes, what runs around each of them, and what an error looks like."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

import structlog
from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.access_log import AccessLog
from app.cross_site import is_cross_site
from app.database import is_busy
from app.errors import WORDS, CrossSite, RequestError, SignInFirst
from app.faults import Faults
from app.headers import SecurityHeaders
from app.routes import (
    accounts,
    courses,
    drafts,
    health,
    lessons,
    links,
    me,
    operator,
    own_account,
    queries,
    quiz,
    snippets,
    static,
    submissions,
    tries,
)
from app.site import Site

log = structlog.get_logger()

SHORT_RETRY = "5"
"""Seconds, for an answer that will be another one soon."""


def create_app(site: Site) -> FastAPI:
    """The app over an open site; its queue runs while the app does."""
    app = FastAPI(
        title=site.settings.site_name,
        openapi_url=None,
        dependencies=[Depends(_refuse_cross_site)],
        lifespan=_queue_runs,
    )
    app.state.site = site
    for each in (courses, lessons, submissions, tries, me, accounts, own_account, links, operator):
        app.include_router(each.router)
    for each in (drafts, queries, quiz, snippets, health, static):
        app.include_router(each.router)
    app.add_middleware(Faults, page=_our_fault)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(AccessLog)
    app.add_exception_handler(SignInFirst, _to_sign_in)
    app.add_exception_handler(RequestError, _request_error)
    app.add_exception_handler(HTTPException, _request_error)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(OperationalError, _busy)
    app.add_exception_handler(PoolTimeoutError, _busy)
    return app


@asynccontextmanager
async def _queue_runs(app: FastAPI) -> AsyncIterator[None]:
    site: Site = app.state.site
    site.queue.start()
    try:
        yield
    finally:
        await run_in_threadpool(site.queue.stop)
        site.database.close()


async def _refuse_cross_site(request: Request) -> None:
    if is_cross_site(request):
        raise CrossSite


async def _to_sign_in(_request: Request, error: Exception) -> Response:
    back = quote(getattr(error, "back", "/"))
    return RedirectResponse(f"/sign-in?next={back}", status_code=303)


async def _request_error(request: Request, error: Exception) -> Response:
    status = error.status if isinstance(error, RequestError) else getattr(error, "status_code", 500)
    return _page(request, status)


async def _unreadable(request: Request, _error: Exception) -> Response:
    return _page(request, 422)


async def _busy(request: Request, error: Exception) -> Response:
    if isinstance(error, OperationalError) and not is_busy(error):
        raise error
    log.error("the database did not answer in time", reason=type(error).__name__)
    return _page(request, 503, headers={"Retry-After": SHORT_RETRY})


def _our_fault(request: Request) -> Response:
    return _page(request, 500)


def _page(request: Request, status: int, headers: dict[str, str] | None = None) -> HTMLResponse:
    """The error page; it asks the database for nothing, since that may be what is broken."""
    site: Site = request.app.state.site
    context: dict[str, Any] = {
        "viewer": None,
        "here": "/",
        "grading": site.readiness.grading,
        "status": status,
        "words": WORDS.get(status, WORDS[500 if status >= 500 else 422]),
    }
    return site.pages.answer("error.html", context, status=status, headers=headers)
