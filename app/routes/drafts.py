"""Drafts: saved while somebody types, and the earlier versions of the code to look at and take."""

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from starlette.responses import HTMLResponse, Response

from app.code_diff import code_diff, lines_of
from app.draft import NOBODY, Aside, State, Typed
from app.editor import readable
from app.errors import NotFound, Unreadable
from app.request import Reading, Reply, SignedInViewer, Writing
from app.routes.box import draft_of, is_of_somebody_else, stub_of, typed_in
from app.routes.lessons import attempts_of, place_of
from app.routes.posted_code import (
    PostedCode,
    WithCode,
    keep_for_visitor,
    somebody_elses,
    too_large,
)
from app.store import drafts, visitor_drafts
from grader import SourceRefused, prepared

router = APIRouter()

SESSION_ENDED = "Your session has ended. Sign in again, and the code is saved."


@router.post("/lessons/{lesson}/draft")
def save(lesson: str, given: WithCode) -> Response:
    """Keep what is typed, unless something else was saved that the page has not seen."""
    place_of(given.reply.site, lesson)
    if not given.posted.has("source"):
        raise Unreadable
    try:
        source = prepared(given.posted.raw("source"))
    except SourceRefused as refusal:
        return JSONResponse({"error": str(refusal)}, 413)
    typed = typed_in(given.posted, source)
    if given.reply.viewer is None:
        return _save_for_visitor(given, lesson, typed)
    person_id = given.reply.viewer.person_id
    if is_of_somebody_else(given.posted, person_id):
        return JSONResponse({"error": SESSION_ENDED}, 401)
    whose = draft_of(given.reply.site, person_id, lesson)
    return _answer(*drafts.save(given.writing, whose, typed, now=given.now))


def _save_for_visitor(given: PostedCode, lesson: str, typed: Typed) -> Response:
    """Only what was typed on a page for visitors: other pages belong to somebody."""
    if given.posted.text("owner") != NOBODY:
        return JSONResponse({"error": SESSION_ENDED}, 401)
    token = given.visitor_token
    saved, state = visitor_drafts.save(given.writing, token, lesson, typed, now=given.now)
    response = _answer(saved, state)
    given.remember_visitor(response, token)
    return response


def _answer(saved: bool, state: State) -> JSONResponse:
    document: dict[str, Any] = {"revision": state.revision, "saved_at": state.saved_at.isoformat()}
    if saved:
        return JSONResponse(document)
    return JSONResponse(document | {"source": readable(state.source)}, 409)


@router.post("/lessons/{lesson}/reset")
def reset(lesson: str, given: WithCode) -> Response:
    """Put the stub into the box, with what stood there kept and offered back."""
    place = place_of(given.reply.site, lesson)
    try:
        source = prepared(given.posted.raw("source"))
    except SourceRefused as refusal:
        return too_large(given, place, refusal)
    if given.reply.viewer is None:
        response = given.reply.go(f"/lessons/{lesson}?from=stub#practice")
        keep_for_visitor(given, lesson, source, response)
        return response
    person_id = given.reply.viewer.person_id
    if is_of_somebody_else(given.posted, person_id):
        return somebody_elses(given, place, source)
    whose = draft_of(given.reply.site, person_id, lesson)
    typed = typed_in(given.posted, source)
    drafts.hand_over(given.writing, whose, typed, now=given.now)
    stub = Typed(stub_of(given.reply.site, lesson), typed.page, typed.over)
    drafts.take_place(given.writing, whose, stub, because=Aside.STUB, now=given.now)
    return given.reply.go(f"/lessons/{lesson}#practice")


@router.get("/lessons/{lesson}/drafts")
def versions(lesson: str, reply: Reply, reading: Reading, viewer: SignedInViewer) -> HTMLResponse:
    """Every version that is kept."""
    place = place_of(reply.site, lesson)
    whose = draft_of(reply.site, viewer.person_id, lesson)
    return reply.page(
        "drafts.html",
        place=place,
        versions=list(drafts.kept(reading, whose)),
        attempts=attempts_of(reply, reading, lesson),
    )


@router.get("/lessons/{lesson}/drafts/{revision:int}")
def version(
    lesson: str, revision: int, reply: Reply, reading: Reading, viewer: SignedInViewer
) -> Response:
    """One version beside the code that is in the box now."""
    place = place_of(reply.site, lesson)
    whose = draft_of(reply.site, viewer.person_id, lesson)
    newest, found = drafts.newest(reading, whose), drafts.find(reading, whose, revision)
    if newest is None or found is None:
        raise NotFound
    if newest.revision == found.revision:
        return reply.go(f"/lessons/{lesson}#practice")
    return reply.page(
        "draft.html",
        place=place,
        version=found,
        newest=newest,
        lines=lines_of(found.source),
        diff=code_diff(newest.source, found.source),
    )


@router.post("/lessons/{lesson}/drafts/{revision:int}/take")
def take_version(lesson: str, revision: int, given: WithCode, viewer: SignedInViewer) -> Response:
    """Go on with a version; what was in the box stays kept."""
    place_of(given.reply.site, lesson)
    whose = draft_of(given.reply.site, viewer.person_id, lesson)
    found = drafts.find(given.writing, whose, revision)
    if found is None:
        raise NotFound
    drafts.settle(given.writing, whose, revision)
    typed = Typed(found.source, page="", over=None)
    drafts.take_place(given.writing, whose, typed, because=None, now=given.now)
    return given.reply.go(f"/lessons/{lesson}#practice")


@router.post("/lessons/{lesson}/drafts/{revision:int}/leave")
def leave_version(
    lesson: str, revision: int, reply: Reply, writing: Writing, viewer: SignedInViewer
) -> Response:
    """Keep what is in the box, and offer this version no more."""
    place_of(reply.site, lesson)
    whose = draft_of(reply.site, viewer.person_id, lesson)
    if drafts.find(writing, whose, revision) is None:
        raise NotFound
    drafts.settle(writing, whose, revision)
    return reply.go(f"/lessons/{lesson}#practice")
