"""How somebody comes in: a session under a new token, and what they typed before made theirs."""

from datetime import datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse

from app.browser import browser_family
from app.cross_site import safe_next
from app.draft import NOBODY, Typed
from app.editor import NOTHING_SEEN
from app.request import Replies, Writing, session_cookie, session_lifetime, visitor_cookie
from app.routes.box import draft_of
from app.store import drafts, sessions, visitor_drafts


def enter(
    reply: Replies, writing: Writing, person_id: str, *, back: str, now: datetime
) -> RedirectResponse:
    """Start a session under a new token, and give the person what they typed as a visitor."""
    cookies = reply.request.cookies
    session_name, visitor_name = session_cookie(reply.request), visitor_cookie(reply.request)
    if session_name in cookies:
        sessions.end(writing, cookies[session_name])
    lifetime = session_lifetime(reply.site)
    browser = browser_family(reply.request.headers.get("user-agent", ""))
    token = sessions.start(writing, person_id, lifetime=lifetime, browser=browser, now=now)
    response = reply.go(safe_next(back))
    reply.set_cookie(response, session_name, token, lasts=lifetime.whole)
    if visitor_name in cookies:
        _adopt(reply, writing, cookies[visitor_name], person_id, now=now)
        if visitor_drafts.is_empty(writing, cookies[visitor_name]):
            reply.drop_cookie(response, visitor_name)
    return response


def _adopt(reply: Replies, writing: Writing, token: str, person_id: str, *, now: datetime) -> None:
    """Make what was typed under the cookie theirs; what they had elsewhere is offered to them."""
    for row in visitor_drafts.taken(writing, token, person_id, now=now):
        whose = draft_of(reply.site, person_id, row.lesson)
        live = reply.site.content.live.get(row.lesson)
        is_stub = live is not None and row.source == live.edition.exercise.stub
        if is_stub and drafts.newest(writing, whose) is not None:
            continue
        over = NOTHING_SEEN if row.owner == NOBODY else row.over
        typed = Typed(row.source, row.page, over)
        drafts.hand_over(writing, whose, typed, now=now)


def address_of(request: Request) -> str:
    """Where a request comes from, as far as anybody can tell."""
    return request.client.host if request.client else "unknown"
