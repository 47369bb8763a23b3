"""What Run and Submit have in common, from the posted code to the queue."""

import hashlib
import secrets
from datetime import datetime

from starlette.responses import Response

from app import rules
from app.attempt import Kind
from app.content import Place
from app.draft import Aside, Whose
from app.editor import Notice
from app.errors import Unreadable
from app.pages import moment
from app.routes.box import draft_of, is_of_somebody_else, stub_of, typed_in
from app.routes.lessons import place_of
from app.routes.posted_code import PostedCode, keep_for_visitor, somebody_elses, stay, too_large
from app.store import drafts, submissions
from app.store.submissions import Order
from grader import SourceRefused, prepared

PATHS = {Kind.SUBMISSION: "/submissions", Kind.TRY: "/tries"}


def take(given: PostedCode, kind: Kind, lesson: str) -> Response:
    """Store the code and have it graded; answers with the way to the result, or why not."""
    place = place_of(given.reply.site, lesson)
    if not given.posted.has("source"):
        raise Unreadable
    try:
        source = prepared(given.posted.raw("source"))
    except SourceRefused as refusal:
        return too_large(given, place, refusal)
    if given.reply.viewer is None:
        response = given.reply.go(f"/sign-in?next=/lessons/{lesson}")
        keep_for_visitor(given, lesson, source, response)
        return response
    person_id = given.reply.viewer.person_id
    if is_of_somebody_else(given.posted, person_id):
        return somebody_elses(given, place, source)
    _keep(given, draft_of(given.reply.site, person_id, lesson), source)
    order = Order(
        person_id=person_id,
        class_id=given.reply.site.content.open_class,
        lesson=lesson,
        source=source,
        request_key=_request_key(given.posted.raw("key"), kind, lesson, source),
    )
    return _put(given, kind, place, order)


def _keep(given: PostedCode, whose: Whose, source: bytes) -> None:
    """Make what was sent the newest draft; who goes on with other code needs no way back."""
    drafts.hand_over(given.writing, whose, typed_in(given.posted, source), now=given.now)
    if source != stub_of(given.reply.site, whose.lesson):
        drafts.settle(given.writing, whose, Aside.STUB)


def _put(given: PostedCode, kind: Kind, place: Place, order: Order) -> Response:
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


def _wait_until(given: PostedCode, order: Order) -> datetime | None:
    times = submissions.submitted_since(
        given.writing,
        person_id=order.person_id,
        lesson=order.lesson,
        since=given.now - rules.PACE_WINDOW,
    )
    per_hour = given.reply.site.settings.submissions_per_hour
    return rules.may_continue_at(times, per_hour=per_hour, now=given.now)


def _too_fast(given: PostedCode, place: Place, source: bytes, wait_until: datetime) -> Response:
    per_hour = given.reply.site.settings.submissions_per_hour
    notice = Notice(
        "You are submitting faster than we grade",
        f"This site takes {per_hour} submissions an hour for a lesson. You can submit again at"
        f" {moment(wait_until).striptags()}. Your code is kept, and Run works all the time.",
    )
    seconds = int((wait_until - given.now).total_seconds()) + 1
    headers = {"Retry-After": str(seconds)}
    return stay(given, place, source, notice, status=429, headers=headers)
