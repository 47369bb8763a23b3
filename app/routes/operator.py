"""For whoever runs the site: is anything graded, who is here, who may come in, who did what."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import HTMLResponse, RedirectResponse

from app import rules
from app.audit import WORDS, Event
from app.errors import NotFound, Unreadable
from app.links import LASTS, Purpose, address_of
from app.operator_page import PAGE, links_shown, page_number, people_shown
from app.request import Now, Posted, Reading, Replies, Reply, SignedInViewer, Writing
from app.roles import Role
from app.store import audit, claims, directory, links
from app.store.people import Viewer

router = APIRouter()

EVENTS_SHOWN = 20
LONGEST_SEARCH = 100


@dataclass(frozen=True)
class Operating:
    """A request of somebody who runs the site."""

    reply: Replies
    viewer: Viewer
    now: datetime


def _operating(reply: Reply, viewer: SignedInViewer, now: Now) -> Operating:
    if not rules.may_operate(viewer.roles):
        raise NotFound
    return Operating(reply, viewer, now)


Operator = Annotated[Operating, Depends(_operating, scope="function")]


@router.get("/operator")
def operator(operating: Operator, reading: Reading, q: str = "", page: str = "1") -> HTMLResponse:
    """Grading, people, links and the record, on one page."""
    text = " ".join(q[:LONGEST_SEARCH].split())
    total = directory.count(reading, text)
    number = page_number(page, total)
    rows = directory.page(reading, text, skip=(number - 1) * PAGE, most=PAGE)
    waiting_links = links.working(reading, now=operating.now)
    names = directory.names(reading, [each.person_id for each in waiting_links if each.person_id])
    site = operating.reply.site
    return operating.reply.page(
        "operator.html",
        people=people_shown(rows, text, page=number, total=total),
        links=links_shown(waiting_links, names),
        events=audit.newest(reading, most=EVENTS_SHOWN),
        event_words=WORDS,
        roles=tuple(Role),
        waiting=claims.unfinished(reading),
        report=site.examination.text,
    )


@router.post("/operator/examination")
def examine(operating: Operator) -> RedirectResponse:
    """Prove the sandbox again, now."""
    operating.reply.site.readiness.examine()
    return operating.reply.go("/operator#grading")


@router.post("/operator/people/{person_id}/reset-link")
def make_reset_link(
    person_id: str, operating: Operator, reading: Reading, writing: Writing
) -> HTMLResponse:
    """Make a link with which this person chooses a new password; it is shown this once."""
    person = directory.find(reading, person_id)
    viewer, now = operating.viewer, operating.now
    if person is None or not rules.may_reset_password(viewer.roles, person.roles, teaches=False):
        raise NotFound
    token = links.make_reset(writing, person_id, made_by=viewer.person_id, now=now)
    audit.add(writing, Event.RESET_LINK_MADE, by=viewer.person_id, about=person_id, now=now)
    return _once(operating, Purpose.RESET, token, name=person.name)


@router.post("/operator/invitations")
def invite(operating: Operator, posted: Posted, writing: Writing) -> HTMLResponse:
    """Make an invitation to a role; it is shown this once."""
    if posted.text("role") not in set(Role):
        raise Unreadable
    role = Role(posted.text("role"))
    by, now = operating.viewer.person_id, operating.now
    token = links.make_invitation(writing, role, made_by=by, now=now)
    audit.add(writing, Event.INVITATION_MADE, by=by, role=role, now=now)
    return _once(operating, Purpose.INVITATION, token, role=role)


@router.post("/operator/links/{link_id}/withdraw")
def withdraw(
    link_id: str, operating: Operator, reading: Reading, writing: Writing
) -> RedirectResponse:
    """Make a link useless that was not used yet."""
    link = links.find_by_id(reading, link_id, now=operating.now)
    if link is None or not links.take(writing, link, now=operating.now):
        raise NotFound
    audit.add(
        writing,
        Event.LINK_WITHDRAWN,
        by=operating.viewer.person_id,
        about=link.person_id,
        role=link.role,
        now=operating.now,
    )
    return operating.reply.go("/operator#links")


def _once(
    operating: Operating,
    purpose: Purpose,
    token: str,
    *,
    name: str | None = None,
    role: Role | None = None,
) -> HTMLResponse:
    """The only page that ever shows the link; nothing keeps it."""
    reply = operating.reply
    base = reply.site.settings.public_address or str(reply.request.base_url).rstrip("/")
    lasts = LASTS[purpose]
    return reply.page(
        "link_made.html",
        headers={"Cache-Control": "no-store"},
        link=base + address_of(purpose, token),
        expires_at=operating.now + lasts if lasts else None,
        name=name,
        role=role,
    )
