"""Which lines differ between two sources: difflib's unified groups as values. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

CONTEXT = 3
"""So many lines that stayed are shown around those that did not."""

MOST_LINES = 1_000
"""Of either source; matching takes ever longer with more, and nobody reads that far."""


class LineKind(StrEnum):
    """What became of a line."""

    KEPT = "kept"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True)
class DiffLine:
    """A line with its number in the older and in the newer source, None where it has none."""

    kind: LineKind
    old: int | None
    new: int | None
    text: str


@dataclass(frozen=True)
class CodeDiff:
    """Groups of lines that lie together; `too_long` means that nothing was compared."""

    groups: tuple[tuple[DiffLine, ...], ...] = ()
    too_long: bool = False

    def count(self, kind: LineKind) -> int:
        """How many lines are of this kind."""
        return sum(line.kind == kind for group in self.groups for line in group)


def code_diff(before: bytes, after: bytes) -> CodeDiff:
    """What was removed from `before` and added to get `after`."""
    old, new = lines_of(before), lines_of(after)
    if max(len(old), len(new)) > MOST_LINES:
        return CodeDiff(too_long=True)
    matcher = SequenceMatcher(None, old, new)
    groups = matcher.get_grouped_opcodes(CONTEXT) if old != new else ()
    return CodeDiff(tuple(tuple(_lines(group, old, new)) for group in groups))


def lines_of(source: bytes) -> list[str]:
    """The source as lines; what is not UTF-8 shows as replacement characters."""
    text = source.decode("utf-8", "replace").removesuffix("\n")
    return text.split("\n") if text else []


def _lines(
    group: Sequence[tuple[str, int, int, int, int]], old: list[str], new: list[str]
) -> Iterator[DiffLine]:
    for tag, old_from, old_to, new_from, new_to in group:
        if tag == "equal":
            for place in range(old_to - old_from):
                number, other = old_from + place, new_from + place
                yield DiffLine(LineKind.KEPT, number + 1, other + 1, new[other])
            continue
        for number in range(old_from, old_to):
            yield DiffLine(LineKind.REMOVED, number + 1, None, old[number])
        for number in range(new_from, new_to):
            yield DiffLine(LineKind.ADDED, None, number + 1, new[number])
