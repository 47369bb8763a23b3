"""The box that code is written in, with what stands around it: draft, offers and notices."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime

from app.draft import VISITOR_REVISIONS, Aside, State, owner_mark
from app.visible_sets import SetShown, visible_sets
from grader import Edition

NOTHING_SEEN = 0
"""The revision of a page that shows the stub, since nothing was saved before."""


@dataclass(frozen=True)
class Offer:
    """Another version that stood in the place of the newest one, to be looked at or left."""

    revision: int
    saved_at: datetime
    aside: Aside


@dataclass(frozen=True)
class Editor:
    """The box with the code; `key` makes two clicks on one page one submission.

    `owner` and `revision` tell the server whose draft the page shows, and which state of it.
    `shows` says what the box holds where that is not the newest draft. `left_at` is set where code
    of somebody whose session had ended waits in this browser.
    """

    lesson: str
    source: str
    key: str
    stub: str
    sets: tuple[SetShown, ...]
    owner: str
    revision: int
    saved_at: datetime | None = None
    shows: str | None = None
    offer: Offer | None = None
    left_at: datetime | None = None


@dataclass(frozen=True)
class Notice:
    """Something said above the box about what was just asked."""

    title: str
    text: str


def editor_of(
    edition: Edition, *, person_id: str | None, draft: State | None, offer: State | None
) -> Editor:
    """The box with the newest draft, or with the stub before there is one."""
    stub = edition.exercise.stub
    nothing = NOTHING_SEEN if person_id else VISITOR_REVISIONS
    return Editor(
        lesson=edition.exercise.id,
        source=readable(draft.source if draft else stub),
        key=secrets.token_urlsafe(16),
        stub=readable(stub),
        sets=visible_sets(edition),
        owner=owner_mark(person_id),
        revision=draft.revision if draft else nothing,
        saved_at=draft.saved_at if draft else None,
        offer=_offer(offer, draft, stub),
    )


def showing(editor: Editor, source: bytes, what: str) -> Editor:
    """The same box with another text in it; `what` says which, where it is not the draft."""
    text = readable(source)
    return editor if text == editor.source else replace(editor, source=text, shows=what)


def readable(source: bytes) -> str:
    """The code as text; what is not UTF-8 shows as replacement characters."""
    return source.decode("utf-8", "replace")


def _offer(state: State | None, draft: State | None, stub: bytes) -> Offer | None:
    if state is None or state.aside is None or draft is None:
        return None
    if state.source in {draft.source, stub}:
        return None
    return Offer(state.revision, state.saved_at, state.aside)
