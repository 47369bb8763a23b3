"""Code that came with a form, and what is answered when nothing can be done with it yet."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from app.content import Place
from app.draft import NOBODY
from app.editor import Notice, showing
from app.form import Form
from app.request import Now, Posted, Replies, Reply, Writing, visitor_cookie
from app.routes.box import box_of, stub_of, typed_in
from app.routes.lessons import lesson_page
from app.store import sessions, visitor_drafts
from grader import SourceRefused

LONGEST_OWNER = 64


@dataclass(frozen=True)
class PostedCode:
    """One posted form with everything that is needed to take it."""

    reply: Replies
    posted: Form
    writing: Writing
    now: datetime

    @property
    def visitor_token(self) -> str:
        """The token under which this browser's code is kept until somebody signs in."""
        name = visitor_cookie(self.reply.request)
        return self.reply.request.cookies.get(name) or sessions.new_token()

    def remember_visitor(self, response: Response, token: str) -> None:
        """Let the browser find again what was kept under the token."""
        name = visitor_cookie(self.reply.request)
        self.reply.set_cookie(response, name, token, lasts=visitor_drafts.KEPT)


def _posted_code(reply: Reply, posted: Posted, writing: Writing, now: Now) -> PostedCode:
    return PostedCode(reply, posted, writing, now)


WithCode = Annotated[PostedCode, Depends(_posted_code, scope="function")]


def keep_for_visitor(given: PostedCode, lesson: str, source: bytes, response: Response) -> None:
    """Keep the code for whoever signs in, or for the person whose session has ended."""
    if source == stub_of(given.reply.site, lesson):
        return
    token = given.visitor_token
    owner = given.posted.text("owner")[:LONGEST_OWNER] or NOBODY
    typed = typed_in(given.posted, source)
    visitor_drafts.keep(given.writing, token, lesson, typed, now=given.now, owner=owner)
    given.remember_visitor(response, token)


def too_large(given: PostedCode, place: Place, refusal: SourceRefused) -> Response:
    """The page again, since this is more than is ever graded."""
    notice = Notice("Your code is too large", str(refusal))
    return stay(given, place, given.posted.raw("source"), notice, status=413)


def somebody_elses(given: PostedCode, place: Place, source: bytes) -> Response:
    """The page again, since it was made for somebody else than the one who is signed in now."""
    notice = Notice(
        "This page was made for somebody else",
        "You are signed in under another account now, so nothing was done. The code is still in"
        " the box: press again, and it becomes yours.",
    )
    return stay(given, place, source, notice, status=409)


def stay(
    given: PostedCode,
    place: Place,
    source: bytes,
    notice: Notice,
    *,
    status: int,
    headers: dict[str, str] | None = None,
) -> Response:
    """The page again, with what was sent in the box and why nothing more was done with it."""
    # Read where it was written: the page must know the draft as it is now.
    editor = box_of(given.reply, given.writing, place.lesson.id, now=given.now)
    return lesson_page(
        given.reply,
        given.writing,
        place,
        showing(editor, source, "What you sent"),
        notice=notice,
        status=status,
        headers=headers,
    )
