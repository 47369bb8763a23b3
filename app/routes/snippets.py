"""Run a snippet of a lesson's text, as it stands or as its reader changed it."""

from urllib.parse import quote

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from app import rules
from app.errors import NotFound, TooLarge
from app.lesson_page import LessonShown
from app.request import Reading, Replies, Reply, SignedInViewer
from app.routes.box import draft_of, is_of_somebody_else, stub_of, typed_in
from app.routes.lessons import place_of
from app.routes.posted_code import PostedCode, WithCode, keep_for_visitor
from app.section_page import SnippetShown
from app.snippet_page import run_shown
from app.store import drafts, snippets
from app.store.snippets import Asked
from grader import SourceRefused, prepared

router = APIRouter()


@router.post("/lessons/{lesson}/snippets/{snippet}")
def run(lesson: str, snippet: str, given: WithCode) -> Response:
    """Queue a run; it sees no data, earns nothing and is never paced."""
    shown = _snippet(_lesson(given.reply, lesson), snippet)
    if given.reply.viewer is None:
        return _to_sign_in(given, lesson, shown)
    try:
        source = prepared(given.posted.raw("own") or shown.source.encode())
    except SourceRefused:
        raise TooLarge from None
    asked = Asked(
        person_id=given.reply.viewer.person_id,
        class_id=given.reply.site.content.open_class,
        lesson=lesson,
        snippet=snippet,
        source=source,
    )
    _keep_box(given, asked.person_id, lesson)
    run_id = snippets.add(given.writing, asked, now=given.now)
    given.reply.site.queue.put(given.writing, run_id)
    return given.reply.go(f"/lessons/{lesson}?run={run_id}#{quote(snippet)}")


@router.get("/lessons/{lesson}/snippets/{snippet}")
def snippet_page(lesson: str, snippet: str, reply: Reply) -> Response:
    """Where the snippet stands, for somebody who comes back to the address of its form."""
    shown = _snippet(_lesson(reply, lesson), snippet)
    return reply.go(f"/lessons/{lesson}#{quote(shown.id)}")


@router.get("/snippet-runs/{run_id:int}")
def run_result(run_id: int, reply: Reply, reading: Reading, viewer: SignedInViewer) -> HTMLResponse:
    """What came of a run, as the part of the lesson's page that shows it."""
    kept = snippets.find(reading, run_id)
    if kept is None or not rules.may_read(viewer.person_id, kept.person_id):
        raise NotFound
    snippet = _snippet(_lesson(reply, kept.lesson), kept.snippet)
    shown = run_shown(kept, as_written=snippet.source)
    return reply.page("_snippet_run.html", snippet=snippet, mine=shown)


def _lesson(reply: Replies, lesson: str) -> LessonShown:
    return reply.site.lessons[place_of(reply.site, lesson).lesson.id]


def _snippet(lesson: LessonShown, snippet: str) -> SnippetShown:
    found = lesson.snippets.get(snippet)
    if found is None:
        raise NotFound
    return found


def _to_sign_in(given: PostedCode, lesson: str, snippet: SnippetShown) -> Response:
    """Ask to sign in and come back here, with the code of the lesson's own box kept."""
    back = quote(f"/lessons/{lesson}#{snippet.id}")
    response = given.reply.go(f"/sign-in?next={back}")
    source = _box(given)
    if source:
        keep_for_visitor(given, lesson, source, response)
    return response


def _keep_box(given: PostedCode, person_id: str, lesson: str) -> None:
    """Keep what stood in the lesson's own box: without scripts this button leaves the page."""
    source = _box(given)
    if not source or is_of_somebody_else(given.posted, person_id):
        return
    if source != stub_of(given.reply.site, lesson):
        whose = draft_of(given.reply.site, person_id, lesson)
        drafts.hand_over(given.writing, whose, typed_in(given.posted, source), now=given.now)


def _box(given: PostedCode) -> bytes:
    """The code of the lesson's own box; nothing where it was not sent or is too large to keep."""
    try:
        return prepared(given.posted.raw("source"))
    except SourceRefused:
        return b""
