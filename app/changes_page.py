"""One attempt beside an earlier one: which cells were fixed or broken, and which lines differ."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from app.author_text import inline
from app.code_diff import CodeDiff, code_diff
from app.delta import Change, Delta, delta
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

    `editions` says that both were graded against different ones, and is empty otherwise.
    """

    id: int
    name: str
    role: str
    points: str
    fixed: tuple[Moved, ...]
    broken: tuple[Moved, ...]
    still_passed: int
    still_failing: int
    diff: CodeDiff
    editions: str
    delta: Delta

    @property
    def in_short(self) -> str:
        """How many cells changed, in words."""
        fixed, broken = map(self.delta.count, (Change.FIXED, Change.BROKEN))
        return f"{fixed} fixed, {broken} broken"


def comparison(earlier: Compared, now: Compared, *, role: str) -> ComparisonShown:
    """From an earlier attempt to this one."""
    found = delta(earlier.view, now.view)
    same = [
        cell.verdict
        for cell in now.view.cells
        if found.changes[cell.check, cell.function] is Change.SAME
    ]
    still_passed = sum(tick(each).word == "passed" for each in same)
    return ComparisonShown(
        id=earlier.id,
        name=f"attempt {earlier.number}",
        role=role,
        points=signed(found.points),
        fixed=tuple(_moved(earlier.view, now.view, found, Change.FIXED)),
        broken=tuple(_moved(earlier.view, now.view, found, Change.BROKEN)),
        still_passed=still_passed,
        still_failing=len(same) - still_passed,
        diff=code_diff(earlier.source, now.source),
        editions=_editions(earlier, now),
        delta=found,
    )


def _moved(earlier: View, now: View, found: Delta, change: Change) -> Iterator[Moved]:
    """The cells of one kind of change by check; each has the verdict of where it failed."""
    failing = earlier if change is Change.FIXED else now
    checks: dict[str, list[CellView]] = {}
    for cell in failing.cells:
        if found.changes.get((cell.check, cell.function)) is change:
            checks.setdefault(cell.check, []).append(cell)
    for cells in checks.values():
        functions = tuple((_called(cell.function), _failed(cell)) for cell in cells)
        yield Moved(inline(cells[0].title), functions)


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
