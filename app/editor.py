"""The box that code is written in."""

import secrets
from dataclasses import dataclass


@dataclass(frozen=True)
class Editor:
    """The box with the code; `key` makes two clicks on one page one submission."""

    lesson: str
    source: str
    key: str


@dataclass(frozen=True)
class Notice:
    """Something said above the box about what was just asked."""

    title: str
    text: str


def editor_with(lesson: str, source: bytes) -> Editor:
    """The box with this code in it; what is not UTF-8 shows as replacement characters."""
    return Editor(lesson, source.decode("utf-8", "replace"), secrets.token_urlsafe(16))
