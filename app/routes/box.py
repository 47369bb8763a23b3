"""The box for the code as every page shows it, and what its forms say about the draft."""

from dataclasses import replace
from datetime import datetime

from app.draft import NOBODY, Typed, Whose, owner_mark
from app.editor import Editor, editor_of
from app.errors import Unreadable
from app.form import Form
from app.request import Reading, Replies, visitor_cookie
from app.site import Site
from app.store import drafts, visitor_drafts

LARGEST_REVISION = 2**31 - 1
LONGEST_PAGE = 64


def box_of(reply: Replies, session: Reading, lesson: str, *, now: datetime) -> Editor:
    """The box with what its reader typed last."""
    if reply.viewer is not None:
        return box_of_person(reply.site, session, reply.viewer.person_id, lesson)
    token = reply.request.cookies.get(visitor_cookie(reply.request), "")
    draft = visitor_drafts.newest(session, token, lesson, now=now)
    left_at = visitor_drafts.waits_for_owner(session, token, lesson, now=now)
    edition = reply.site.content.live[lesson].edition
    editor = editor_of(edition, person_id=None, draft=draft, offer=None)
    return replace(editor, left_at=left_at)


def box_of_person(site: Site, session: Reading, person_id: str, lesson: str) -> Editor:
    """The box of somebody who is signed in."""
    whose = draft_of(site, person_id, lesson)
    return editor_of(
        site.content.live[lesson].edition,
        person_id=person_id,
        draft=drafts.newest(session, whose),
        offer=drafts.offered(session, whose),
    )


def draft_of(site: Site, person_id: str, lesson: str) -> Whose:
    """Where a person's draft of a lesson is kept."""
    return Whose(person_id, site.content.open_class, lesson)


def stub_of(site: Site, lesson: str) -> bytes:
    """What everybody starts from."""
    return site.content.live[lesson].edition.exercise.stub


def typed_in(posted: Form, source: bytes) -> Typed:
    """The code of a form with what it says about the page that it comes from."""
    revision = posted.text("revision")
    if revision and not (revision.isascii() and revision.isdigit()):
        raise Unreadable
    over = min(int(revision[:20]), LARGEST_REVISION) if revision else None
    return Typed(source, posted.text("key")[:LONGEST_PAGE], over)


def is_of_somebody_else(posted: Form, person_id: str) -> bool:
    """Whether a page was made for another person than the one who is signed in now.

    What a visitor typed belongs to whoever signs in.
    """
    owner = posted.text("owner")
    return owner not in {"", NOBODY, owner_mark(person_id)}
