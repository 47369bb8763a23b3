"""The path of a grade: run, compare, score, diagnose."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from grader.answer import Given
from grader.answers import Answers
from grader.cells import cell_results, gather, passed
from grader.diagnose import diagnose
from grader.edition import Edition
from grader.exercise import Cell, Exercise, Function
from grader.own_digest import grader_digest
from grader.result import CellResult, Diagnosis, Digests, Grade
from grader.run import SetRun, run_sets
from grader.sandbox import Sandbox
from grader.score import score
from grader.shown import loading, query_results, script_results
from grader.source import digest_of, prepared
from grader.verdict import Verdict


def grade(
    source: bytes,
    edition: Edition,
    sandbox: Sandbox,
    *,
    answers: Answers,
    visible_only: bool = False,
) -> Grade:
    """Judge one source on one edition; with `visible_only` it is a try, which earns nothing.

    Blocks while the sandbox runs. Raises SourceRefused for a source over the limit, ContentErrors
    when the edition can't be graded, and SandboxFault for a failure of ours.
    """
    source = prepared(source)
    expected = answers.expected(edition, sandbox)
    sets = [each for each in expected.sets if each.plan.set.visible or not visible_only]
    runs = tuple(run_sets(source, sets, edition.exercise.limits, sandbox))
    diagnosis = tuple(_diagnosis(edition, sandbox, answers, runs))
    graded = _written(
        edition.exercise,
        runs,
        telling=expected.telling,
        diagnosis=diagnosis,
        digests=_digests(source, edition, sandbox),
        interpreter=sandbox.interpreter,
        visible_only=visible_only,
    )
    sandbox.prepare(edition.exercise.limits)
    return graded


def _written(
    exercise: Exercise,
    runs: Sequence[SetRun],
    *,
    telling: Collection[Cell],
    diagnosis: tuple[Diagnosis, ...],
    digests: Digests,
    interpreter: str,
    visible_only: bool,
) -> Grade:
    queries = tuple(result for run in runs for result in query_results(run))
    scripts = tuple(result for run in runs for result in script_results(run))
    verdicts = gather(queries, scripts)
    points = score(exercise.all_checks, () if visible_only else passed(verdicts), telling)
    cells = tuple(cell_results(exercise, verdicts, points))
    load = loading(runs)
    return Grade(
        exercise=exercise.id,
        verdict=load.verdict or _first_failure(cells),
        score=points.total,
        core=points.core,
        edge=points.edge,
        cells=cells,
        queries=queries,
        scripts=scripts,
        load=load.verdict,
        trouble=load.trouble,
        printed=load.printed,
        diagnosis=diagnosis,
        digests=digests,
        interpreter=interpreter,
        near=max((run.near for run in runs), default=0.0),
        visible_only=visible_only,
    )


def _first_failure(cells: Iterable[CellResult]) -> Verdict:
    """The verdict of the first cell that something is known of and that did not pass."""
    known = (cell.verdict for cell in cells if cell.visible or cell.hidden)
    return next((verdict for verdict in known if verdict is not Verdict.PASSED), Verdict.PASSED)


def _diagnosis(
    edition: Edition, sandbox: Sandbox, answers: Answers, runs: Sequence[SetRun]
) -> Iterator[Diagnosis]:
    """What each failing function looks like; known mistakes are run only when there is one."""
    failing = {
        step.function
        for run in runs
        for step, given in zip(run.expected.plan.steps, run.given, strict=True)
        if given.answer is not None and not given.passed
    }
    if not failing:
        return
    mistakes = answers.mistakes(edition, sandbox)
    for function in (each for each in edition.exercise.functions if each in failing):
        learner = _about(function, runs, [run.given for run in runs])
        known = [(mistake, _about(function, runs, given)) for mistake, given in mistakes]
        if found := diagnose(function, learner, known):
            yield found


def _about(
    function: Function, runs: Iterable[SetRun], given: Iterable[Sequence[Given]]
) -> list[Given]:
    """What was given at the steps of one function; `given` may hold more sets than were run."""
    pairs = zip(runs, given, strict=False)
    return [one for run, each in pairs for one in run.of(function, each)]


def _digests(source: bytes, edition: Edition, sandbox: Sandbox) -> Digests:
    return Digests(
        source=digest_of(source),
        grader=grader_digest(sandbox.interpreter),
        edition=edition.digest,
    )
