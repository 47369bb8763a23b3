"""Signing up, in and out, with the code that was typed before kept."""

from datetime import datetime

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app import rules
from app.account_form import AccountForm, read_sign_in, read_sign_up
from app.browser import browser_family
from app.cross_site import safe_next
from app.request import (
    Now,
    Posted,
    Reading,
    Replies,
    Reply,
    TheSite,
    Writing,
    session_cookie,
    session_lifetime,
    visitor_cookie,
)
from app.store import drafts, people, sessions, sign_in_failures

router = APIRouter()

TAKEN = "There is an account with this address. Sign in instead, or use another address."
WRONG = "That address and password do not belong together. Check both and try again."
SLOWER = "There were too many wrong passwords. Wait a quarter of an hour and try again."


@router.get("/sign-up")
def show_sign_up(reply: Reply, next: str | None = None) -> HTMLResponse:  # noqa: A002
    """The empty form of a new account."""
    return _form(reply, "sign_up.html", AccountForm("", "", "", {}), next)


@router.post("/sign-up")
def sign_up(reply: Reply, posted: Posted, site: TheSite, writing: Writing, now: Now) -> Response:
    """Make an account and sign in."""
    form = read_sign_up(posted)
    back = posted.text("next")
    if form.problems:
        return _form(reply, "sign_up.html", form, back, status=422)
    password_hash = site.passwords.hash(form.password)  # before the write lock is taken
    person_id = people.add_account(
        writing, email=form.email, name=form.name, password_hash=password_hash, now=now
    )
    if person_id is None:
        form.problems["email"] = TAKEN
        return _form(reply, "sign_up.html", form, back, status=409)
    return _enter(reply, writing, person_id, back=back, now=now)


@router.get("/sign-in")
def show_sign_in(reply: Reply, next: str | None = None) -> HTMLResponse:  # noqa: A002
    """The empty form of somebody who has an account."""
    return _form(reply, "sign_in.html", AccountForm("", "", "", {}), next)


@router.post("/sign-in")
def sign_in(
    reply: Reply, posted: Posted, site: TheSite, reading: Reading, writing: Writing, now: Now
) -> Response:
    """Sign in; unknown addresses and wrong passwords are answered alike, after the same time."""
    form = read_sign_in(posted)
    back = posted.text("next")
    address = _address(reply.request)
    pair, account = sign_in_failures.count(
        reading, email=form.email, address=address, since=now - rules.SIGN_IN_WINDOW
    )
    if not rules.may_sign_in(pair_failures=pair, account_failures=account):
        return _refused(reply, form, back, SLOWER, status=429)
    known = people.find_credentials(reading, form.email)
    right, better = site.passwords.verify(form.password, known.password_hash if known else None)
    if known is None or not right:
        sign_in_failures.add(writing, email=form.email, address=address, now=now)
        return _refused(reply, form, back, WRONG, status=422)
    if better:
        people.set_password_hash(writing, known.person_id, better)
    sign_in_failures.forget(writing, email=form.email, address=address)
    return _enter(reply, writing, known.person_id, back=back, now=now)


@router.post("/sign-out")
def sign_out(reply: Reply, writing: Writing) -> RedirectResponse:
    """End this browser's session."""
    name = session_cookie(reply.request)
    token = reply.request.cookies.get(name)
    if token:
        sessions.end(writing, token)
    response = reply.go("/")
    reply.drop_cookie(response, name)
    return response


def _form(
    reply: Replies, template: str, form: AccountForm, back: str | None, *, status: int = 200
) -> HTMLResponse:
    kept = visitor_cookie(reply.request) in reply.request.cookies
    return reply.page(
        template, status=status, form=form, back=safe_next(back), code_is_kept=kept, refused=None
    )


def _refused(
    reply: Replies, form: AccountForm, back: str, why: str, *, status: int
) -> HTMLResponse:
    headers = {"Retry-After": str(int(rules.SIGN_IN_WINDOW.total_seconds()))}
    return reply.page(
        "sign_in.html",
        status=status,
        headers=headers if status == 429 else None,
        form=form,
        back=safe_next(back),
        code_is_kept=visitor_cookie(reply.request) in reply.request.cookies,
        refused=why,
    )


def _enter(
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


def _address(request: Request) -> str:
    return request.client.host if request.client else "unknown"
