"""A learner's own source as numbered lines, with what happened on them on visible data."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.code_diff import lines_of
from grader import Trouble, View

AROUND = 2
"""So many lines are shown before and after the one that an exception came from."""

LONGEST = 400
"""Characters of one line; what is longer is cut with a mark."""

MOST_LINES = 2_000
MOST_SAID = 200


@dataclass(frozen=True)
class SourceLine:
    """A line with its number; `said` is what happened there, empty where nothing did."""

    number: int
    code: str
    said: str = ""


@dataclass(frozen=True)
class Call:
    """A line of the learner's own that called into the one where it happened."""

    number: int
    function: str


@dataclass(frozen=True)
class Spot:
    """Where an exception came from: the own line with its neighbours, and the way there."""

    number: int
    lines: tuple[SourceLine, ...]
    through: tuple[Call, ...]


@dataclass(frozen=True)
class Listing:
    """A whole source; `left_out` counts the lines that are too many to show."""

    lines: tuple[SourceLine, ...]
    left_out: int


@dataclass(frozen=True)
class Marks:
    """What the editor marks: numbers of lines with spaces between, and what happened there."""

    lines: str = ""
    said: str = ""


def spot(trouble: Trouble | None, source: bytes) -> Spot | None:
    """The place of a trouble in the source; None where it names no line of it."""
    lines = lines_of(source)
    if trouble is None or not _is_there(trouble.line, lines):
        return None
    number = trouble.line or 0
    near = range(max(1, number - AROUND), min(len(lines), number + AROUND) + 1)
    return Spot(
        number=number,
        lines=tuple(
            SourceLine(each, _cut(lines[each - 1]), _said(trouble) if each == number else "")
            for each in near
        ),
        through=tuple(
            Call(line, function) for line, function in trouble.frames[:-1] if _is_there(line, lines)
        ),
    )


def listing(source: bytes, view: View | None = None) -> Listing:
    """All of a source, with what happened on its lines according to the view of its grade."""
    said: dict[int, str] = {}
    for trouble in _troubles(view) if view else ():
        said.setdefault(trouble.line or 0, _said(trouble))
    lines = lines_of(source)
    return Listing(
        lines=tuple(
            SourceLine(number, _cut(code), said.get(number, ""))
            for number, code in enumerate(lines[:MOST_LINES], start=1)
        ),
        left_out=max(0, len(lines) - MOST_LINES),
    )


def marks(view: View, source: bytes) -> Marks:
    """The first exception that came from a line of the source, for the editor."""
    lines = lines_of(source)
    found = (each for each in _troubles(view) if _is_there(each.line, lines))
    first = next(found, None)
    return Marks() if first is None else Marks(str(first.line), _said(first))


def _troubles(view: View) -> Iterator[Trouble]:
    """Every trouble of visible data, in the order in which the page shows them."""
    if view.load is not None:
        yield from filter(None, [view.trouble])
        return
    yield from (each.trouble for each in view.queries if each.trouble)
    yield from (each.trouble for each in view.scripts if each.trouble)


def _is_there(number: int | None, lines: list[str]) -> bool:
    return number is not None and 1 <= number <= len(lines)


def _said(trouble: Trouble) -> str:
    text = " ".join(f"{trouble.name}: {trouble.message}".rstrip(": ").split())
    return text if len(text) <= MOST_SAID else f"{text[:MOST_SAID]}…"


def _cut(code: str) -> str:
    return code if len(code) <= LONGEST else f"{code[:LONGEST]}…"
