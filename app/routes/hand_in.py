"""What Run and Submit have in common, from the posted code to the queue."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends
from starlette.responses import Response

from app import rules
from app.attempt import Kind
from app.content import Place
from app.editor import Notice
from app.errors import Unreadable
from app.form import Form
from app.pages import moment
from app.request import Now, Posted, Reading, Replies, Reply, Writing, visitor_cookie
from app.routes.lessons import lesson_page, place_of
from app.store import drafts, sessions, submissions
from app.store.submissions import Order
from grader import SourceRefused, prepared

PATHS = {Kind.SUBMISSION: "/submissions", Kind.TRY: "/tries"}


@dataclass(frozen=True)
class HandIn:
    """One posted form with everything that is needed to take it."""

    reply: Replies
    posted: Form
    reading: Reading
    writing: Writing
    now: datetime


def _hand_in(reply: Reply, posted: Posted, reading: Reading, writing: Writing, now: Now) -> HandIn:
    return HandIn(reply, posted, reading, writing, now)


HandedIn = Annotated[HandIn, Depends(_hand_in, scope="function")]


def take(given: HandIn, kind: Kind, lesson: str) -> Response:
    """Store the code and have it graded; answers with the way to the result, or why not."""
    place = place_of(given.reply.site, lesson)
    if not given.posted.has("source"):
        raise Unreadable
    try:
        source = prepared(given.posted.raw("source"))
    except SourceRefused as refusal:
        notice = Notice("Your code is too large", str(refusal))
        return _stay(given, place, given.posted.raw("source"), notice, status=413)
    if given.reply.viewer is None:
        return _keep_for_visitor(given, place, source)
    person_id = given.reply.viewer.person_id
    order = Order(
        person_id=person_id,
        class_id=given.reply.site.content.open_class,
        lesson=lesson,
        source=source,
        request_key=_request_key(given.posted.raw("key"), kind, lesson, source),
    )
    drafts.save(given.writing, person_id=person_id, lesson=lesson, source=source, now=given.now)
    return _put(given, kind, place, order)


def _put(given: HandIn, kind: Kind, place: Place, order: Order) -> Response:
    person_id, key = order.person_id, order.request_key
    work_id = submissions.find_by_key(given.writing, person_id=person_id, request_key=key)
    if work_id is None:
        wait_until = _wait_until(given, order) if kind is Kind.SUBMISSION else None
        if wait_until is not None:
            return _too_fast(given, place, order.source, wait_until)
        work_id = submissions.add(given.writing, kind, order, now=given.now)
        given.reply.site.queue.put(given.writing, work_id)
    return given.reply.go(f"{PATHS[kind]}/{work_id}")


def _request_key(key: bytes, kind: Kind, lesson: str, source: bytes) -> str:
    """The same for two clicks on one page; other code from the same page is another request."""
    key = key or secrets.token_bytes(16)
    return hashlib.sha256(b"\n".join([key, kind.encode(), lesson.encode(), source])).hexdigest()


def _keep_for_visitor(given: HandIn, place: Place, source: bytes) -> Response:
    """Keep the code under a cookie, and ask to sign in and come back."""
    name = visitor_cookie(given.reply.request)
    token = given.reply.request.cookies.get(name) or sessions.new_token()
    lesson = place.lesson.id
    drafts.save_for_visitor(given.writing, token=token, lesson=lesson, source=source, now=given.now)
    response = given.reply.go(f"/sign-in?next=/lessons/{lesson}")
    given.reply.set_cookie(response, name, token, lasts=drafts.VISITOR_KEPT)
    return response


def _wait_until(given: HandIn, order: Order) -> datetime | None:
    times = submissions.submitted_since(
        given.writing,
        person_id=order.person_id,
        lesson=order.lesson,
        since=given.now - rules.PACE_WINDOW,
    )
    per_hour = given.reply.site.settings.submissions_per_hour
    return rules.may_continue_at(times, per_hour=per_hour, now=given.now)


def _too_fast(given: HandIn, place: Place, source: bytes, wait_until: datetime) -> Response:
    per_hour = given.reply.site.settings.submissions_per_hour
    notice = Notice(
        "You are submitting faster than we grade",
        f"This site takes {per_hour} submissions an hour for a lesson. You can submit again at"
        f" {moment(wait_until).striptags()}. Your code is kept, and Run works all the time.",
    )
    seconds = int((wait_until - given.now).total_seconds()) + 1
    headers = {"Retry-After": str(seconds)}
    return _stay(given, place, source, notice, status=429, headers=headers)


def _stay(
    given: HandIn,
    place: Place,
    source: bytes,
    notice: Notice,
    *,
    status: int,
    headers: dict[str, str] | None = None,
) -> Response:
    return lesson_page(
        given.reply,
        given.reading,
        place,
        source,
        notice=notice,
        status=status,
        headers=headers,
    )
