"""Signing up, in and out, with the code that was typed before kept."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app import rules
from app.account_form import AccountForm, read_sign_in, read_sign_up
from app.cross_site import safe_next
from app.password_attempt import Attempt, Outcome, try_password
from app.request import (
    Now,
    Posted,
    Reading,
    Replies,
    Reply,
    TheSite,
    Writing,
    session_cookie,
    visitor_cookie,
)
from app.routes.entering import address_of, enter
from app.store import people, sessions

router = APIRouter()

TAKEN = "There is an account with this address. Sign in instead, or use another address."
WRONG = "That address and password do not belong together. Check both and try again."
SLOWER = "There were too many wrong passwords. Wait a quarter of an hour and try again."
DONE = {
    "reset": "Your new password is set, and you are signed out everywhere. Sign in with it.",
    "deleted": "Your account is deleted. Nothing here can be traced back to you any more.",
}


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
    return enter(reply, writing, person_id, back=back, now=now)


@router.get("/sign-in")
def show_sign_in(
    reply: Reply,
    next: str | None = None,  # noqa: A002
    done: str | None = None,
) -> HTMLResponse:
    """The empty form of somebody who has an account, after what was done a moment ago."""
    return _form(reply, "sign_in.html", AccountForm("", "", "", {}), next, done=done)


@router.post("/sign-in")
def sign_in(
    reply: Reply, posted: Posted, site: TheSite, reading: Reading, writing: Writing, now: Now
) -> Response:
    """Sign in; unknown addresses and wrong passwords are answered alike, after the same time."""
    form = read_sign_in(posted)
    back = posted.text("next")
    outcome, person_id = try_password(
        Attempt(form.email, form.password, address_of(reply.request)),
        site.passwords,
        reading=reading,
        writing=writing,
        now=now,
    )
    if outcome is Outcome.TOO_MANY:
        return _refused(reply, form, back, SLOWER, status=429)
    if person_id is None:
        return _refused(reply, form, back, WRONG, status=422)
    return enter(reply, writing, person_id, back=back, now=now)


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
    reply: Replies,
    template: str,
    form: AccountForm,
    back: str | None,
    *,
    status: int = 200,
    done: str | None = None,
) -> HTMLResponse:
    return reply.page(
        template,
        status=status,
        form=form,
        back=safe_next(back),
        code_is_kept=visitor_cookie(reply.request) in reply.request.cookies,
        refused=None,
        done=DONE.get(done or ""),
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
        done=None,
    )
