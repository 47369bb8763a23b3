"""What keeps a reference's answers on a set from being right answers; nothing is run here."""

from collections.abc import Iterator
from pathlib import Path

from grader.compare import compare, same
from grader.errors import Problem
from grader.exercise import Exercise, Json
from grader.notation import notation
from grader.plan import SetPlan, Step
from grader.query_set import Query
from grader.sandbox.outcome import Kind, Load, Observation, Outcome
from grader.verdict import Verdict

_KINDS = {
    Kind.RAISED: "raises an exception that is not built in",
    Kind.TIME_LIMIT: "takes longer than the limit",
    Kind.MEMORY_LIMIT: "uses more memory than the limit",
    Kind.OUTPUT_LIMIT: "returns a value over the cap",
    Kind.CRASHED: "ends the process",
    Kind.NOT_RUN: "was not run after all that went before",
}


def reference_problems(
    exercise: Exercise, plan: SetPlan, observation: Observation
) -> Iterator[Problem]:
    """Everything that is wrong with the reference on one set, and with the set's stated answers."""
    path = exercise.folder / "reference.py"
    if observation.load is not Load.LOADED:
        yield _not_loaded(path, plan, observation)
        return
    for name in sorted(observation.missing):
        yield Problem(path, None, f"there is no function {name!r}")
    queries = {query.id: query for query in plan.set.queries}
    for step, outcome in zip(plan.steps, observation.outcomes, strict=True):
        if message := _step_problem(step, outcome):
            yield Problem(path, None, f"{step.function.name} {message}: {step.id} of {plan.set.id}")
        elif message := _stated_problem(queries.get(step.id), step, outcome):
            line = queries[step.id].line
            yield Problem(exercise.folder / "queries" / f"{plan.set.id}.json", line, message)
    yield from _script_problems(path, plan, observation)


def _not_loaded(path: Path, plan: SetPlan, observation: Observation) -> Problem:
    trouble = observation.trouble
    text = f" ({trouble.name}: {trouble.message})" if trouble else ""
    line = trouble.line if trouble else None
    return Problem(path, line, f"loading it for {plan.set.id} ended in {observation.load}{text}")


def _step_problem(step: Step, outcome: Outcome) -> str | None:
    if outcome.kind is Kind.MISSING_FUNCTION:
        return None  # said once for the whole set
    if outcome.kind is not Kind.VALUE and outcome.exception is None:
        return _KINDS[outcome.kind]
    if outcome.kind is Kind.VALUE:
        verdict, _ = compare(step.function, outcome.value, outcome.value)
        if verdict is not Verdict.PASSED:
            return f"returns {notation(outcome.value)}, which nothing is compared with"
    return "changes its arguments" if outcome.changed else None


def _stated_problem(query: Query | None, step: Step, outcome: Outcome) -> str | None:
    """How the answer that a query states for a step differs from the reference's."""
    name = step.function.name
    answered = outcome.kind is Kind.VALUE or outcome.exception is not None
    if query is None or not answered or step.function.over_set or name not in query.expected:
        return None
    stated = query.expected[name]
    told = f"query {step.id!r} states {notation(stated)} for {name}"
    if outcome.exception is not None:
        return f"{told}, and the reference raises {outcome.exception}"
    right = _as_pairs(stated) if isinstance(outcome.value, dict) else stated
    if same(right, outcome.value, step.function.compare):
        return None
    return f"{told}, and the reference returns {notation(outcome.value)}"


def _as_pairs(stated: Json) -> object:
    """A stated dict, which JSON carries as an object or as a list of pairs."""
    if not isinstance(stated, list):
        return stated
    pairs = [pair for pair in stated if isinstance(pair, list) and len(pair) == 2]
    return {key: value for key, value in pairs if not isinstance(key, list | dict)}


def _script_problems(path: Path, plan: SetPlan, observation: Observation) -> Iterator[Problem]:
    for run, script in zip(plan.runs, observation.scripts, strict=True):
        where = f"{run.check} on {plan.set.id}"
        if script.kind is Kind.RAISED:
            text = f" ({script.trouble.name}: {script.trouble.message})" if script.trouble else ""
            yield Problem(path, None, f"the script raises an exception{text}: {where}")
        elif script.kind is not Kind.VALUE:
            yield Problem(path, None, f"the script {_KINDS[script.kind]}: {where}")
        elif script.cut:
            yield Problem(path, None, f"the script prints more than is kept: {where}")
        elif not any(line.strip() for line in script.lines):
            yield Problem(path, None, f"the script prints nothing: {where}")
