"""How somebody comes in: a session under a new token, and what they typed before made theirs."""

from datetime import datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse

from app.browser import browser_family
from app.cross_site import safe_next
from app.request import Replies, Writing, session_cookie, session_lifetime, visitor_cookie
from app.store import drafts, sessions


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
        drafts.adopt(writing, token=cookies[visitor_name], person_id=person_id, now=now)
        reply.drop_cookie(response, visitor_name)
    return response


def address_of(request: Request) -> str:
    """Where a request comes from, as far as anybody can tell."""
    return request.client.host if request.client else "unknown"
