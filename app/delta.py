"""What changed from one attempt to another, cell by cell. Pure: two learner's views, no more."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from grader import CellView, Verdict, View

Place = tuple[str, str]
"""A cell by its check and its function."""


class Change(StrEnum):
    """What became of a cell; `NEW` is one that the earlier edition did not have."""

    FIXED = "fixed"
    BROKEN = "broken"
    SAME = "same"
    NEW = "new"


@dataclass(frozen=True)
class Delta:
    """The change of every cell of the later attempt, in its order, and of the score."""

    changes: Mapping[Place, Change]
    points: float

    def count(self, change: Change) -> int:
        """How many cells changed this way."""
        return list(self.changes.values()).count(change)


def delta(before: View, after: View) -> Delta:
    """From `before` to `after`, both submissions on the same lesson.

    A cell stands when it earns its points: one that came out well and still waits for a core cell
    of its function does not.
    """
    stood = _standing(before)
    changes = {place: _change(stood.get(place), now) for place, now in _standing(after).items()}
    return Delta(changes, round((after.score or 0.0) - (before.score or 0.0), 2))


def stands(cell: CellView) -> bool:
    """Whether a cell of a submission earns its points."""
    return cell.verdict == Verdict.PASSED and not cell.needs_core


def _standing(view: View) -> dict[Place, bool]:
    return {(cell.check, cell.function): stands(cell) for cell in view.cells}


def _change(before: bool | None, after: bool) -> Change:
    if before is None:
        return Change.NEW
    if before == after:
        return Change.SAME
    return Change.FIXED if after else Change.BROKEN
