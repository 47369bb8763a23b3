"""What a grade is, and what each reader may see of it: the JSON contract, with a version number."""

import math
from fractions import Fraction
from typing import TypeVar

from grader.exercise import Half
from grader.query_result import QueryResult, ScriptResult, Trouble, Value
from grader.score import shown
from grader.verdict import Mark, Verdict

__all__ = [
    "FORMAT",
    "CellResult",
    "CellView",
    "Diagnosis",
    "Digests",
    "Grade",
    "Mark",
    "QueryResult",
    "ScriptResult",
    "Trouble",
    "Verdict",
    "View",
    "learner_view",
    "staff_view",
]

FORMAT = 1
"""The version of the JSON document; it changes when a reader of the old one could be misled."""

Shown = TypeVar("Shown", QueryResult, ScriptResult)


class CellResult(Value):
    """One cell. `visible`, `hidden`: None where no such set that was run has a query of the check.

    `needs_core`: it came out well and earns nothing, since its function has not passed a core
    cell with different right answers.
    """

    check: str
    half: Half
    title: str
    hint: str
    function: str
    visible: Verdict | None
    hidden: Verdict | None
    verdict: Verdict
    points: Fraction
    max_points: Fraction
    needs_core: bool = False


class Diagnosis(Value):
    """Known mistakes that a function's answers look like: all that this data can't tell apart."""

    function: str
    mistakes: tuple[str, ...]
    titles: tuple[str, ...]
    cures: tuple[str, ...]


class Digests(Value):
    """SHA-256 in hex of what went into a grade."""

    source: str
    grader: str
    edition: str


class Grade(Value):
    """One result of one source on one edition, whole: for staff and storage, never for a learner.

    `load` is how loading failed on visible data, None when it went well; `trouble` is its text
    and `printed` what the source printed meanwhile. `near` is the largest share of a limit that
    was used. A try (`visible_only`) earns nothing: its points are all 0.
    """

    format: int = FORMAT
    exercise: str
    verdict: Verdict
    score: Fraction
    core: Fraction
    edge: Fraction
    cells: tuple[CellResult, ...]
    queries: tuple[QueryResult, ...]
    scripts: tuple[ScriptResult, ...]
    load: Verdict | None = None
    trouble: Trouble | None = None
    printed: str = ""
    diagnosis: tuple[Diagnosis, ...]
    digests: Digests
    interpreter: str
    near: float
    visible_only: bool = False


class CellView(Value):
    """A cell as its reader may see it.

    For a learner `hidden` is a mark, and so is `verdict` where only hidden data failed.
    """

    check: str
    half: Half
    title: str
    hint: str
    function: str
    visible: Verdict | None
    hidden: Verdict | Mark | None
    verdict: Verdict | Mark
    points: float | None
    max_points: float
    needs_core: bool


class View(Value):
    """A grade as one reader may see it: the JSON document of the command line and the web app.

    Points are rounded down to 2 decimals, None for a try. `queries` and `scripts` are of visible
    data only, unless the view is for staff; so is the edition's digest.
    """

    format: int = FORMAT
    exercise: str
    verdict: Verdict | Mark
    score: float | None
    core: float | None
    edge: float | None
    cells: tuple[CellView, ...]
    diagnosis: tuple[Diagnosis, ...]
    queries: tuple[QueryResult, ...]
    scripts: tuple[ScriptResult, ...]
    load: Verdict | None
    trouble: Trouble | None
    printed: str
    digests: dict[str, str]
    interpreter: str


def learner_view(grade: Grade) -> View:
    """All that its learner may see of a grade: of hidden data only marks, points and the cure."""
    return _view(grade, staff=False)


def staff_view(grade: Grade) -> View:
    """All of a grade, for instructors, tutors and authors; never for its learner."""
    return _view(grade, staff=True)


def _view(grade: Grade, *, staff: bool) -> View:
    digests = grade.digests
    learners = {"source": digests.source, "grader": digests.grader}
    return View(
        exercise=grade.exercise,
        verdict=grade.verdict if staff else _learner_verdict(grade),
        score=_shown(grade.score, grade),
        core=_shown(grade.core, grade),
        edge=_shown(grade.edge, grade),
        cells=tuple(_cell_view(cell, grade, staff=staff) for cell in grade.cells),
        diagnosis=grade.diagnosis,
        queries=grade.queries if staff else _for_learner(grade.queries),
        scripts=grade.scripts if staff else _for_learner(grade.scripts),
        load=grade.load,
        trouble=grade.trouble,
        printed=grade.printed,
        digests=learners | {"edition": digests.edition} if staff else learners,
        interpreter=grade.interpreter,
    )


def _learner_verdict(grade: Grade) -> Verdict | Mark:
    if grade.load is not None:
        return grade.load
    known = (cell for cell in grade.cells if cell.visible or cell.hidden)
    verdicts = (_cell_verdict(cell) for cell in known)
    return next((verdict for verdict in verdicts if verdict is not Verdict.PASSED), Verdict.PASSED)


def _cell_view(cell: CellResult, grade: Grade, *, staff: bool) -> CellView:
    return CellView(
        check=cell.check,
        half=cell.half,
        title=cell.title,
        hint=cell.hint,
        function=cell.function,
        visible=cell.visible,
        hidden=cell.hidden if staff or cell.hidden is None else cell.hidden.mark,
        verdict=cell.verdict if staff else _cell_verdict(cell),
        points=_shown(cell.points, grade),
        max_points=shown(cell.max_points),
        needs_core=cell.needs_core,
    )


def _cell_verdict(cell: CellResult) -> Verdict | Mark:
    # From the visible verdict and the hidden mark alone, so that it can't say more than they do.
    if cell.visible not in (None, Verdict.PASSED):
        return cell.visible
    if cell.hidden not in (None, Verdict.PASSED):
        return cell.hidden.mark
    return Verdict.PASSED if cell.visible or cell.hidden else Verdict.NOT_RUN


def _for_learner(results: tuple[Shown, ...]) -> tuple[Shown, ...]:
    visible = (result for result in results if result.visible)
    return tuple(
        result.model_copy(update={"seconds": float(math.ceil(result.seconds))})
        for result in visible
    )


def _shown(points: Fraction, grade: Grade) -> float | None:
    return None if grade.visible_only else shown(points)
