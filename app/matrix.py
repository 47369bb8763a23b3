"""Cells as a page shows them: a table of checks and functions, and a list for each function."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from app.author_text import inline
from app.delta import Change, Place
from app.pages import points
from app.tick import Tick, Tone, tick
from grader import SCRIPT, CellView, Half, Mark, Verdict, View

HALF_POINTS = 50
TITLES = {Half.CORE: "Core checks", Half.EDGE: "Harder checks"}
THE_SCRIPT = "the script"

Changes = Mapping[Place, Change]


@dataclass(frozen=True)
class CellShown:
    """One cell; `label` says all of it to somebody who does not see the table.

    `change` is set where the cell came out otherwise than in the attempt before. `held`: it came
    out well and earns nothing before a core check of its function passes.
    """

    check: str
    title: Markup
    function: str
    tick: Tick
    visible: Tick | None
    hidden: Tick | None
    points: str
    change: Change | None
    held: bool
    label: str


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
    """One half with what it earned (None for a try); rows that did not pass stand apart."""

    half: Half
    title: str
    earned: str | None
    possible: int
    rows: tuple[Row, ...]
    passed_rows: tuple[Row, ...]


@dataclass(frozen=True)
class FunctionShown:
    """One function, or the script, with all of its cells; those that did not pass stand apart."""

    name: str
    is_script: bool
    points: str
    cells: tuple[CellShown, ...]
    passed_cells: tuple[CellShown, ...]


@dataclass(frozen=True)
class Matrix:
    """The cells by half and check over the same columns, and once more by function."""

    functions: tuple[str, ...]
    halves: tuple[HalfShown, ...]
    by_function: tuple[FunctionShown, ...]


def matrix(view: View, changes: Changes) -> Matrix:
    """The cells of a view, core before edge, in the order of the lesson.

    `changes` are those since the attempt before; empty where there is none.
    """
    known = [cell for cell in view.cells if not _unknown(cell)]
    functions = tuple(dict.fromkeys(cell.function for cell in known if cell.function != SCRIPT))
    shown = {(cell.check, cell.function): _cell(cell, changes) for cell in known}
    halves = (_half(half, view, known, functions, shown) for half in Half)
    names = dict.fromkeys(cell.function for cell in known)
    return Matrix(
        functions=functions,
        halves=tuple(half for half in halves if half.rows or half.passed_rows),
        by_function=tuple(_function(name, known, shown) for name in names),
    )


def _unknown(cell: CellView) -> bool:
    """A try says nothing of a check that has no visible query."""
    return cell.points is None and cell.visible is None


def _half(
    half: Half,
    view: View,
    known: Iterable[CellView],
    functions: tuple[str, ...],
    shown: Mapping[Place, CellShown],
) -> HalfShown:
    checks = dict.fromkeys(cell.check for cell in known if cell.half is half)
    rows = [_row(check, functions, shown) for check in checks]
    earned = view.core if half is Half.CORE else view.edge
    return HalfShown(
        half=half,
        title=TITLES[half],
        earned=None if earned is None else points(earned),
        possible=HALF_POINTS,
        rows=tuple(row for row in rows if not row.passed),
        passed_rows=tuple(row for row in rows if row.passed),
    )


def _row(check: str, functions: tuple[str, ...], shown: Mapping[Place, CellShown]) -> Row:
    cells = tuple(shown.get((check, function)) for function in functions)
    script = shown.get((check, SCRIPT))
    there = [cell for cell in (*cells, script) if cell]
    return Row(check, there[0].title, cells, script, passed=all(map(_stands, there)))


def _function(
    name: str, known: Iterable[CellView], shown: Mapping[Place, CellShown]
) -> FunctionShown:
    own = [cell for cell in known if cell.function == name]
    cells = [shown[cell.check, name] for cell in own]
    earned = [cell.points for cell in own if cell.points is not None]
    most = points(sum(cell.max_points for cell in own))
    return FunctionShown(
        name=THE_SCRIPT if name == SCRIPT else name,
        is_script=name == SCRIPT,
        points=f"{points(sum(earned))} of {most} points" if earned else "",
        cells=tuple(cell for cell in cells if not _stands(cell)),
        passed_cells=tuple(cell for cell in cells if _stands(cell)),
    )


def _stands(cell: CellShown) -> bool:
    return cell.tick.tone is Tone.PASSED and not cell.held


def _cell(cell: CellView, changes: Changes) -> CellShown:
    change = changes.get((cell.check, cell.function))
    moved = change if change in {Change.FIXED, Change.BROKEN} else None
    title = inline(cell.title)
    function = THE_SCRIPT if cell.function == SCRIPT else cell.function
    held = cell.needs_core and cell.verdict is Verdict.PASSED
    earned = "" if cell.points is None else f"{points(cell.points)} / {points(cell.max_points)}"
    said = [f"{title.striptags()}, {function}: {_outcome(cell)}"]
    if earned:
        said.append(f"{points(cell.points)} of {points(cell.max_points)} points")
    if held:
        said.append("earns nothing before a core check of this function passes")
    if moved:
        said.append(f"{moved} since the attempt before")
    return CellShown(
        check=cell.check,
        title=title,
        function=function,
        tick=tick(cell.verdict),
        visible=None if cell.visible is None else tick(cell.visible),
        hidden=None if cell.hidden is None else tick(cell.hidden),
        points=earned,
        change=moved,
        held=held,
        label=", ".join(said),
    )


def _outcome(cell: CellView) -> str:
    """Both sides in words, as far as they say more than the whole."""
    if cell.verdict == Verdict.PASSED:
        return "passed" if cell.points is not None else "passed on visible data"
    sides = ((cell.visible, "visible"), (cell.hidden, "hidden"))
    failed = [
        f"{tick(outcome).word} on {side} data"
        for outcome, side in sides
        if outcome not in {None, Verdict.PASSED, Mark.PASSED} and outcome is not None
    ]
    return ", ".join(failed) or tick(cell.verdict).word
