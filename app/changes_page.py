"""One attempt beside an earlier one: which cells were fixed or broken, and which lines differ."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from app.author_text import inline
from app.code_diff import CodeDiff, code_diff
from app.delta import Change, Delta, delta, stands
from app.matrix import THE_SCRIPT
from app.pages import signed
from app.tick import Tick, Tone, tick
from grader import SCRIPT, CellView, Mark, View


@dataclass(frozen=True)
class Compared:
    """One side: a graded attempt with its source and its learner's view."""

    id: int
    number: int | None
    source: bytes
    view: View
    edition: int


@dataclass(frozen=True)
class Moved:
    """A check with its functions that came out otherwise, and how they failed then or fail now."""

    title: Markup
    functions: tuple[tuple[str, Tick], ...]


@dataclass(frozen=True)
class ComparisonShown:
    """What changed since the earlier attempt `name`; `role` says why it is compared with that one.

    `still_failing` are the cells that are the same and fail, `new` counts those that the earlier
    edition did not have. `editions` says that both were graded against different ones.
    """

    id: int
    name: str
    role: str
    points: str
    fixed: tuple[Moved, ...]
    broken: tuple[Moved, ...]
    still_failing: tuple[Moved, ...]
    still_passed: int
    new: int
    diff: CodeDiff
    editions: str
    delta: Delta

    @property
    def fails(self) -> int:
        """How many cells fail as they did."""
        return sum(len(each.functions) for each in self.still_failing)

    @property
    def in_short(self) -> str:
        """How many cells changed, in words."""
        fixed, broken = map(self.delta.count, (Change.FIXED, Change.BROKEN))
        return f"{fixed} fixed, {broken} broken"


def comparison(earlier: Compared, now: Compared, *, role: str) -> ComparisonShown:
    """From an earlier attempt to this one."""
    found = delta(earlier.view, now.view)
    same = [cell for cell in now.view.cells if _change(cell, found) is Change.SAME]
    return ComparisonShown(
        id=earlier.id,
        name=f"attempt {earlier.number}",
        role=role,
        points=signed(found.points),
        fixed=_moved(cell for cell in earlier.view.cells if _change(cell, found) is Change.FIXED),
        broken=_moved(cell for cell in now.view.cells if _change(cell, found) is Change.BROKEN),
        still_failing=_moved(cell for cell in same if not stands(cell)),
        still_passed=sum(map(stands, same)),
        new=found.count(Change.NEW),
        diff=code_diff(earlier.source, now.source),
        editions=_editions(earlier, now),
        delta=found,
    )


def _change(cell: CellView, found: Delta) -> Change | None:
    return found.changes.get((cell.check, cell.function))


def _moved(cells: Iterable[CellView]) -> tuple[Moved, ...]:
    """Cells that fail, or failed, by check."""
    checks: dict[str, list[CellView]] = {}
    for cell in cells:
        checks.setdefault(cell.check, []).append(cell)
    return tuple(
        Moved(inline(first.title), tuple((_called(cell.function), _failed(cell)) for cell in alike))
        for alike in checks.values()
        for first in alike[:1]
    )


def _failed(cell: CellView) -> Tick:
    sign = tick(cell.verdict)
    if cell.needs_core:
        return Tick(Tone.NOT_RUN, "waited for a core check")
    where = " on hidden data" if isinstance(cell.verdict, Mark) else ""
    return Tick(sign.tone, sign.word + where)


def _called(function: str) -> str:
    return THE_SCRIPT if function == SCRIPT else function


def _editions(earlier: Compared, now: Compared) -> str:
    if earlier.edition == now.edition:
        return ""
    return (
        f"It was graded against edition {earlier.edition} and this one against edition"
        f" {now.edition}, so the lesson changed too."
    )
