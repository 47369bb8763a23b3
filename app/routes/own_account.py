"""One's own account: name, password, where one is signed in, all data, and the end of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

import structlog
from fastapi import APIRouter, Depends
from starlette.background import BackgroundTask
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from app import rules
from app.account_form import AccountForm, read_name, read_new_password
from app.audit import Event
from app.database import Database
from app.own_data import own_data
from app.password_attempt import Attempt, Outcome, try_password
from app.request import (
    Now,
    Posted,
    Reading,
    Replies,
    Reply,
    SignedInViewer,
    Writing,
    session_cookie,
    session_lifetime,
)
from app.routes.entering import address_of, enter
from app.store import audit, erasure, links, people, sessions
from app.store.people import Viewer

log = structlog.get_logger()

router = APIRouter()

DONE = {
    "name": "You are called by your new name from now on.",
    "password": "Your new password is set, and you are signed out everywhere else.",
    "elsewhere": "You are signed out everywhere else.",
}
NOT_YOURS = {
    Outcome.WRONG: "That is not your password.",
    Outcome.TOO_MANY: "There were too many wrong passwords. Wait a quarter of an hour.",
}
STATUS = {Outcome.WRONG: 422, Outcome.TOO_MANY: 429}
"""A right password beside another problem is a form like any other: 422."""


@dataclass(frozen=True)
class OwnAccount:
    """A request of somebody about their own account."""

    reply: Replies
    reading: Reading
    viewer: Viewer
    now: datetime

    @property
    def token(self) -> str:
        """The token of the session that asks."""
        return self.reply.request.cookies.get(session_cookie(self.reply.request), "")

    def form(self) -> AccountForm:
        """The fields as they are now."""
        return AccountForm(self.viewer.email, self.viewer.name, "", {})


def _own(reply: Reply, reading: Reading, viewer: SignedInViewer, now: Now) -> OwnAccount:
    return OwnAccount(reply, reading, viewer, now)


Own = Annotated[OwnAccount, Depends(_own, scope="function")]


@router.get("/account")
def account(own: Own, done: str | None = None) -> HTMLResponse:
    """The account with its forms, after what was done a moment ago."""
    return _page(own, own.form(), done=DONE.get(done or ""))


@router.post("/account/name")
def change_name(own: Own, posted: Posted, writing: Writing) -> Response:
    """Be called otherwise."""
    form = read_name(posted, email=own.viewer.email)
    if form.problems:
        return _page(own, form, status=422)
    people.rename(writing, own.viewer.person_id, form.name)
    return own.reply.go("/account?done=name")


@router.post("/account/password")
def change_password(own: Own, posted: Posted, writing: Writing) -> Response:
    """Choose another password; every session ends, and this browser gets a new one."""
    form = read_new_password(posted, email=own.viewer.email, name=own.viewer.name)
    # Before the write lock is taken, since it takes its time.
    password_hash = None if form.problems else own.reply.site.passwords.hash(form.password)
    outcome = _ask_again(own, posted.text("current"), writing)
    if outcome is not Outcome.RIGHT:
        form.problems["current"] = NOT_YOURS[outcome]
    if password_hash is None or outcome is not Outcome.RIGHT:
        return _page(own, form, status=STATUS.get(outcome, 422))
    person_id = own.viewer.person_id
    people.set_password_hash(writing, person_id, password_hash)
    links.drop_resets(writing, person_id)
    sessions.end_all(writing, person_id)
    audit.add(writing, Event.PASSWORD_CHANGED, by=person_id, about=person_id, now=own.now)
    return enter(own.reply, writing, person_id, back="/account?done=password", now=own.now)


@router.post("/account/sign-out-elsewhere")
def sign_out_elsewhere(own: Own, writing: Writing) -> RedirectResponse:
    """End every session but this one."""
    sessions.end_all(writing, own.viewer.person_id, but=own.token)
    return own.reply.go("/account?done=elsewhere")


@router.get("/account/data")
def data(own: Own) -> StreamingResponse:
    """Everything that is stored of the reader, as a JSON file."""
    site = own.reply.site
    name = f"twofold-{own.now:%Y-%m-%d}.json"
    return StreamingResponse(
        own_data(site.database, own.viewer, lifetime=session_lifetime(site), now=own.now),
        media_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
        },
    )


@router.get("/account/delete")
def show_delete(own: Own) -> HTMLResponse:
    """What deleting the account means, and the password to do it."""
    return _delete_page(own, own.form())


@router.post("/account/delete")
def delete(own: Own, posted: Posted, writing: Writing) -> Response:
    """Erase the reader, for good."""
    outcome = _ask_again(own, posted.text("current"), writing)
    if outcome is not Outcome.RIGHT:
        form = own.form()
        form.problems["current"] = NOT_YOURS[outcome]
        return _delete_page(own, form, status=STATUS[outcome])
    person_id = own.viewer.person_id
    audit.add(writing, Event.ACCOUNT_DELETED, by=person_id, about=person_id, now=own.now)
    erasure.erase(writing, person_id, email=own.viewer.email, now=own.now)
    response = own.reply.go("/sign-in?done=deleted")
    own.reply.drop_cookie(response, session_cookie(own.reply.request))
    response.headers["Clear-Site-Data"] = '"storage"'  # code that scripts kept in this browser
    response.background = BackgroundTask(_forget, own.reply.site.database)
    return response


def _forget(database: Database) -> None:
    if not database.forget():
        log.warning("what was deleted stays in the log of the database until the next start")


def _ask_again(own: OwnAccount, password: str, writing: Writing) -> Outcome:
    attempt = Attempt(own.viewer.email, password, address_of(own.reply.request))
    outcome, _ = try_password(
        attempt, own.reply.site.passwords, reading=own.reading, writing=writing, now=own.now
    )
    return outcome


def _page(
    own: OwnAccount, form: AccountForm, *, done: str | None = None, status: int = 200
) -> HTMLResponse:
    browsers = sessions.browsers_of(
        own.reading,
        own.viewer.person_id,
        token=own.token,
        lifetime=session_lifetime(own.reply.site),
        now=own.now,
    )
    return own.reply.page("account.html", status=status, form=form, browsers=browsers, done=done)


def _delete_page(own: OwnAccount, form: AccountForm, *, status: int = 200) -> HTMLResponse:
    operates = rules.may_operate(own.viewer.roles)
    return own.reply.page("account_delete.html", status=status, form=form, operates=operates)
