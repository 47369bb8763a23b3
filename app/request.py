"""What a route may ask for: the site, a transaction, the time, who is asking, what was posted."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy import event
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app import rules
from app.clock import utc_now
from app.cross_site import page_behind
from app.errors import SignInFirst
from app.form import Form, read_form
from app.site import Site
from app.store import erasure, sessions
from app.store.people import Viewer
from app.store.sessions import Lifetime


def _site(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


TheSite = Annotated[Site, Depends(_site)]


def _reading(site: TheSite) -> Iterator[Session]:
    with site.database.reading() as session:
        yield session


def _writing(site: TheSite) -> Iterator[Session]:
    with site.database.writing() as session:
        event.listen(session, "before_flush", _refuse_erased)
        yield session


def _refuse_erased(session: Session, *_: object) -> None:
    """Whoever deleted the account a moment ago in another window leaves nothing new behind."""
    owners = {getattr(row, "person_id", None) for row in session.new} - {None}
    if any(erasure.is_erased(session, str(owner)) for owner in owners):
        raise SignInFirst("/")


# Of function scope, so that the commit is done, or has failed, before the answer leaves.
Reading = Annotated[Session, Depends(_reading, scope="function")]
Writing = Annotated[Session, Depends(_writing, scope="function")]
Now = Annotated[datetime, Depends(utc_now)]
Posted = Annotated[Form, Depends(read_form)]


def session_cookie(request: Request) -> str:
    """The name of the session's cookie; behind TLS one that no other host can set."""
    return "__Host-twofold" if request.url.scheme == "https" else "twofold"


def visitor_cookie(request: Request) -> str:
    """The name of the cookie under which a visitor's code is kept until they sign in."""
    return session_cookie(request) + "-visitor"


def session_lifetime(site: Site) -> Lifetime:
    """How long sessions last here."""
    whole, idle = site.settings.session_days, site.settings.session_idle_days
    return Lifetime(whole=timedelta(days=whole), idle=timedelta(days=idle))


def _viewer(request: Request, site: TheSite, reading: Reading, now: Now) -> Viewer | None:
    token = request.cookies.get(session_cookie(request))
    if not token:
        return None
    found = sessions.find(reading, token, lifetime=session_lifetime(site), now=now)
    if found is None:
        return None
    if rules.is_worth_noting(found.last_seen_at, now=now):
        with site.database.writing() as writing:
            sessions.note_seen(writing, token, now=now)
    return found.viewer


MaybeViewer = Annotated[Viewer | None, Depends(_viewer)]


def _signed_in(request: Request, viewer: MaybeViewer) -> Viewer:
    if viewer is None:
        raise SignInFirst(page_behind(request))
    return viewer


SignedInViewer = Annotated[Viewer, Depends(_signed_in)]


@dataclass(frozen=True)
class Replies:
    """Makes the answers of one request: pages that know who reads them, and redirects."""

    request: Request
    site: Site
    viewer: Viewer | None

    def page(
        self,
        template: str,
        *,
        status: int = 200,
        headers: dict[str, str] | None = None,
        **context: Any,
    ) -> HTMLResponse:
        """A page, with what the frame around each page needs."""
        frame = {
            "viewer": self.viewer,
            "here": self.request.url.path,
            "grading": self.site.readiness.grading,
        }
        return self.site.pages.answer(template, frame | context, status=status, headers=headers)

    def go(self, path: str) -> RedirectResponse:
        """To another page after a POST."""
        return RedirectResponse(path, status_code=303)

    def set_cookie(self, response: Response, name: str, value: str, *, lasts: timedelta) -> None:
        """Give the browser a cookie that scripts cannot read and other sites cannot send."""
        response.set_cookie(
            name,
            value,
            max_age=int(lasts.total_seconds()),
            httponly=True,
            samesite="lax",
            secure=self.request.url.scheme == "https",
        )

    def drop_cookie(self, response: Response, name: str) -> None:
        """Take a cookie back, with the attributes it was given."""
        self.set_cookie(response, name, "", lasts=timedelta(0))


def _replies(request: Request, site: TheSite, viewer: MaybeViewer) -> Replies:
    return Replies(request, site, viewer)


Reply = Annotated[Replies, Depends(_replies)]
