"""A draft as values: what was typed, whose it is, and when one text may follow another. Pure."""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

STATE_LASTS = timedelta(minutes=5)
"""So long do saves go into one state; after that the state stays, and the next one begins."""

MOST_DROPPED = 80
"""Bytes that one save may take out of a state; more than that, and the state stays."""

NOBODY = "visitor"
"""The owner of what somebody types who is not signed in."""

VISITOR_REVISIONS = 1_000_000_000
"""Visitors count from here, so that no revision of theirs is ever taken for one of a person."""


class Aside(StrEnum):
    """Why a state gave way to a text that does not go on from it."""

    OTHER_PAGE = "other-page"
    STUB = "stub"


@dataclass(frozen=True)
class Whose:
    """Whose draft of what."""

    person_id: str
    class_id: int
    lesson: str


@dataclass(frozen=True)
class Typed:
    """A text as it came from a page: `over` is the revision that it was typed over.

    `page` differs for every page that was served; None for `over` means that nobody knows.
    """

    source: bytes
    page: str
    over: int | None


@dataclass(frozen=True)
class State:
    """A text as it is kept; `aside` is set where another one took its place."""

    revision: int
    source: bytes
    page: str
    begun_at: datetime
    saved_at: datetime
    aside: Aside | None


def owner_mark(person_id: str | None) -> str:
    """What a page writes down of the person whose drafts it shows; it leads to nobody."""
    if person_id is None:
        return NOBODY
    return hashlib.sha256(f"draft {person_id}".encode()).hexdigest()[:32]


def is_behind(typed: Typed, newest: State | None) -> bool:
    """Whether something was saved that the page which sent this has not seen."""
    return newest is not None and typed.source != newest.source and typed.over != newest.revision


def was_overtaken(typed: Typed, newest: State) -> bool:
    """Whether another page saved something that this one has not seen.

    A page that sends a form may have a save on its way, which is no other version.
    """
    unseen = typed.over is not None and is_behind(typed, newest)
    return unseen and typed.page != newest.page


def goes_on(typed: Typed, newest: State, *, now: datetime) -> bool:
    """Whether this may stand in the place of the newest state: little is lost, and not for long."""
    if newest.aside is not None or now - newest.begun_at >= STATE_LASTS:
        return False
    return _dropped(newest.source, typed.source) <= MOST_DROPPED


def _dropped(before: bytes, after: bytes) -> int:
    """How many bytes lie between what both begin with and what both end with."""
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    return len(before) - start - end


def _alike(one: bytes, other: bytes) -> int:
    """How many bytes both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    shorter = min(len(one), len(other))
    return next((place for place, (left, right) in pairs if left != right), shorter)
