"""Gathers the verdicts of queries and script runs into cells, with what they earn."""

from collections.abc import Iterable, Iterator, Mapping

from grader.exercise import SCRIPT, Cell, Exercise
from grader.query_result import QueryResult, ScriptResult
from grader.result import CellResult
from grader.score import Score
from grader.verdict import Verdict

Verdicts = Mapping[tuple[Cell, bool], Verdict]
"""The verdict of a cell over all visible (True) and all hidden (False) sets that were run."""


def gather(queries: Iterable[QueryResult], scripts: Iterable[ScriptResult]) -> Verdicts:
    """For each cell the first verdict that is not `passed`, visible and hidden apart."""
    found: dict[tuple[Cell, bool], Verdict] = {}
    pairs = [((Cell(each.check, each.function), each.visible), each.verdict) for each in queries]
    pairs += [((Cell(each.check, SCRIPT), each.visible), each.verdict) for each in scripts]
    for place, verdict in pairs:
        if found.get(place, Verdict.PASSED) is Verdict.PASSED:
            found[place] = verdict
    return found


def passed(verdicts: Verdicts) -> frozenset[Cell]:
    """The cells of which every query passed, in every set that was run."""
    failed = {cell for (cell, _), verdict in verdicts.items() if verdict is not Verdict.PASSED}
    return frozenset(cell for cell, _ in verdicts) - failed


def cell_results(exercise: Exercise, verdicts: Verdicts, score: Score) -> Iterator[CellResult]:
    """Every cell, core before edge, in declared order."""
    for cell in exercise.cells:
        check = exercise.check(cell.check)
        yield CellResult(
            check=check.id,
            half=check.half,
            title=check.title,
            hint=check.hint,
            function=cell.function,
            visible=verdicts.get((cell, True)),
            hidden=verdicts.get((cell, False)),
            verdict=_verdict_of(cell, verdicts) or Verdict.NOT_RUN,
            points=score.points[cell],
            max_points=score.max_points[cell],
            needs_core=cell in score.needs_core,
        )


def _verdict_of(cell: Cell, verdicts: Verdicts) -> Verdict | None:
    """The verdict of a whole cell, visible before hidden; None when nothing is known of it."""
    known = [verdicts[cell, visible] for visible in (True, False) if (cell, visible) in verdicts]
    failed = (verdict for verdict in known if verdict is not Verdict.PASSED)
    return next(failed, Verdict.PASSED if known else None)
