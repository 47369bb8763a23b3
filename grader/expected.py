"""The right answers of an edition: what its reference gives on every live set."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from grader.answer import Answer, answer_of
from grader.compare import same
from grader.edition import Edition
from grader.errors import ContentErrors, Problem
from grader.exercise import SCRIPT, Cell, Exercise, Function, Half
from grader.judge import ExpectedSet
from grader.plan import plan_set
from grader.reference import reference_problems
from grader.sandbox import Sandbox


@dataclass(frozen=True)
class Expected:
    """The right answers of an edition, set by set, visible ones first.

    `telling` are the core cells that hold at least two different right answers over all sets.
    """

    sets: tuple[ExpectedSet, ...]
    telling: frozenset[Cell]


def expect(edition: Edition, sandbox: Sandbox) -> Expected:
    """Run the reference on every set. Raises ContentErrors with all that is wrong with it."""
    exercise = edition.exercise
    sets, problems = list[ExpectedSet](), list[Problem]()
    for query_set in sorted(edition.sets, key=lambda each: not each.visible):
        plan = plan_set(exercise, query_set)
        observation = sandbox.run(plan.of(exercise.reference), exercise.limits)
        problems += reference_problems(exercise, plan, observation)
        answers = tuple(answer_of(outcome) or Answer() for outcome in observation.outcomes)
        lines = tuple(script.lines for script in observation.scripts)
        sets.append(ExpectedSet(plan=plan, answers=answers, lines=lines))
    problems += _unasked(exercise, sets)
    if problems:
        raise ContentErrors(problems)
    return Expected(sets=tuple(sets), telling=_telling(exercise, sets))


def _unasked(exercise: Exercise, sets: Iterable[ExpectedSet]) -> Iterator[Problem]:
    """Cells that no set asks about: nobody could ever earn their points."""
    steps = [step for each in sets for step in each.plan.steps]
    asked = {Cell(step.check, step.function.name) for step in steps}
    asked |= {Cell(run.check, SCRIPT) for each in sets for run in each.plan.runs}
    for cell in exercise.cells:
        if cell not in asked:
            yield Problem(exercise.folder / "queries", None, f"no live set has a query of {cell}")


def _telling(exercise: Exercise, sets: Iterable[ExpectedSet]) -> frozenset[Cell]:
    answers: dict[Cell, list[Answer]] = {}
    for each in sets:
        for step, answer in zip(each.plan.steps, each.answers, strict=True):
            answers.setdefault(Cell(step.check, step.function.name), []).append(answer)
    return frozenset(
        cell
        for cell, (first, *others) in answers.items()
        if exercise.check(cell.check).half is Half.CORE
        and any(_differ(first, other, exercise.function(cell.function)) for other in others)
    )


def _differ(one: Answer, other: Answer, function: Function) -> bool:
    alike = one.exception == other.exception and same(one.value, other.value, function.compare)
    return not alike
