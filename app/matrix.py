"""The matrix of cells as a page shows it: checks down, functions across, one half at a time."""

from dataclasses import dataclass

from markupsafe import Markup

from app.author_text import inline
from app.pages import points
from app.tick import Tick, Tone, tick
from grader import SCRIPT, CellView, Half, Mark, Verdict, View

HALF_POINTS = 50
TITLES = {Half.CORE: "Core checks", Half.EDGE: "Harder checks"}


@dataclass(frozen=True)
class CellShown:
    """One cell; `label` says all of it to somebody who does not see the table."""

    function: str
    tick: Tick
    visible: Tick | None
    hidden: Tick | None
    points: str
    label: str
    passed_but_held: bool


@dataclass(frozen=True)
class Row:
    """One check with a cell for each function; None where the check does not call the function.

    The script's checks have one cell over all columns.
    """

    check: str
    title: Markup
    cells: tuple[CellShown | None, ...]
    script: CellShown | None
    passed: bool


@dataclass(frozen=True)
class HalfShown:
    """One half with what it earned; `earned` is None for a try."""

    half: Half
    title: str
    earned: str | None
    possible: int
    rows: tuple[Row, ...]
    passed: int


@dataclass(frozen=True)
class Matrix:
    """Both halves over the same columns."""

    functions: tuple[str, ...]
    halves: tuple[HalfShown, ...]


def matrix(view: View) -> Matrix:
    """The cells of a view, core before edge, in the order of the lesson."""
    columns = dict.fromkeys(cell.function for cell in view.cells if cell.function != SCRIPT)
    functions = tuple(columns)
    earned = {Half.CORE: view.core, Half.EDGE: view.edge}
    halves = (_half(half, view, functions, earned[half]) for half in Half)
    return Matrix(functions, tuple(half for half in halves if half.rows))


def _half(half: Half, view: View, functions: tuple[str, ...], earned: float | None) -> HalfShown:
    by_check: dict[str, list[CellView]] = {}
    for cell in view.cells:
        if cell.half is half and not _unknown(cell):
            by_check.setdefault(cell.check, []).append(cell)
    rows = tuple(_row(cells, functions) for cells in by_check.values())
    return HalfShown(
        half=half,
        title=TITLES[half],
        earned=None if earned is None else points(earned),
        possible=HALF_POINTS,
        rows=rows,
        passed=sum(row.passed for row in rows),
    )


def _unknown(cell: CellView) -> bool:
    """A try says nothing of a check that has no visible query."""
    return cell.points is None and cell.visible is None


def _row(cells: list[CellView], functions: tuple[str, ...]) -> Row:
    shown = {cell.function: _cell(cell) for cell in cells}
    return Row(
        check=cells[0].check,
        title=inline(cells[0].title),
        cells=tuple(shown.get(function) for function in functions),
        script=shown.get(SCRIPT),
        passed=all(each.tick.tone is Tone.PASSED for each in shown.values()),
    )


def _cell(cell: CellView) -> CellShown:
    earned = "" if cell.points is None else f"{points(cell.points)} / {points(cell.max_points)}"
    sign = tick(cell.verdict)
    where = " on hidden data" if isinstance(cell.verdict, Mark) else ""
    said = f", {points(cell.points)} of {points(cell.max_points)} points" if earned else ""
    return CellShown(
        function=cell.function,
        tick=sign,
        visible=None if cell.visible is None else tick(cell.visible),
        hidden=None if cell.hidden is None else tick(cell.hidden),
        points=earned,
        label=f"{inline(cell.title).striptags()}, {cell.function}: {sign.word}{where}{said}",
        passed_but_held=cell.needs_core and cell.verdict is Verdict.PASSED,
    )
