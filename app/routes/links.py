"""What happens behind a link that works once: a new password, or a role that was offered."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from app.account_form import AccountForm, read_new_password
from app.audit import Event
from app.links import Link, Purpose, address_of
from app.request import Now, Posted, Reading, Replies, Reply, Writing
from app.roles import Role
from app.routes.entering import enter
from app.store import audit, directory, links, people, roles, sessions, sign_in_failures
from app.store.directory import Listed

router = APIRouter()

INVITATIONS = (Purpose.INVITATION, Purpose.FIRST_OPERATOR)


@router.get("/reset")
def show_reset(reply: Reply, reading: Reading, now: Now, token: str = "") -> HTMLResponse:
    """The form of a new password; looking at it does not use the link up."""
    found = _resets(reading, token, now)
    if found is None:
        return _over(reply)
    _, account = found
    return _reset_page(reply, AccountForm(account.email, account.name, "", {}), token)


@router.post("/reset")
def reset(reply: Reply, posted: Posted, reading: Reading, writing: Writing, now: Now) -> Response:
    """Set the new password, use the link up, and end every session of the person."""
    token = posted.text("token")
    found = _resets(reading, token, now)
    if found is None:
        return _over(reply)
    link, account = found
    form = read_new_password(posted, email=account.email, name=account.name)
    if form.problems:
        return _reset_page(reply, form, token, status=422)
    password_hash = reply.site.passwords.hash(form.password)  # before the write lock is taken
    if not links.take(writing, link, now=now):
        return _over(reply)
    people.set_password_hash(writing, account.person_id, password_hash)
    sessions.end_all(writing, account.person_id)
    sign_in_failures.forget_account(writing, email=account.email)
    audit.add(writing, Event.PASSWORD_RESET, by=account.person_id, about=account.person_id, now=now)
    return reply.go("/sign-in?done=reset")


def _resets(reading: Reading, token: str, now: Now) -> tuple[Link, Listed] | None:
    link = links.find(reading, token, Purpose.RESET, now=now)
    account = directory.find(reading, link.person_id) if link and link.person_id else None
    return (link, account) if link and account else None


@router.get("/invitation")
def show_invitation(reply: Reply, reading: Reading, now: Now, token: str = "") -> HTMLResponse:
    """What is offered, and to whom it would go; looking at it does not use it up."""
    link = links.find(reading, token, *INVITATIONS, now=now)
    if link is None:
        return _over(reply)
    back = address_of(link.purpose, token)
    return reply.page("invitation.html", roles=link.roles, token=token, back=back)


@router.post("/invitation")
def take_invitation(
    reply: Reply, posted: Posted, reading: Reading, writing: Writing, now: Now
) -> Response:
    """Give whoever is signed in the roles that were offered, and use the invitation up."""
    token = posted.text("token")
    link = links.find(reading, token, *INVITATIONS, now=now)
    if link is None:
        return _over(reply)
    if reply.viewer is None:
        return reply.go(address_of(link.purpose, token))
    if not links.take(writing, link, now=now):
        return _over(reply)
    person_id = reply.viewer.person_id
    roles.grant(writing, person_id, *link.roles)
    if Role.OPERATOR in link.roles:
        links.drop_first(writing)
    first = link.purpose is Purpose.FIRST_OPERATOR
    event = Event.FIRST_OPERATOR if first else Event.INVITATION_TAKEN
    audit.add(writing, event, by=person_id, about=person_id, role=link.roles[0], now=now)
    # Whoever may do more from now on gets a new session for it.
    back = "/operator" if Role.OPERATOR in link.roles else "/"
    return enter(reply, writing, person_id, back=back, now=now)


def _reset_page(
    reply: Replies, form: AccountForm, token: str, *, status: int = 200
) -> HTMLResponse:
    return reply.page("reset.html", status=status, form=form, token=token)


def _over(reply: Replies) -> HTMLResponse:
    """The same for a link that was used, replaced, has run out, or never was."""
    return reply.page("link_over.html", status=404)
