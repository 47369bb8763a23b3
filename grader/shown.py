"""What is shown of queries and script runs once they are judged: text only of visible data."""

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypedDict

from grader.answer import Given
from grader.compare import missing_lines
from grader.judge import load_verdict
from grader.query_result import QueryResult, ScriptResult, Trouble
from grader.run import SetRun
from grader.sandbox.outcome import Kind, Observation, Outcome, ScriptOutcome
from grader.sandbox.outcome import Trouble as Observed
from grader.verdict import Verdict


@dataclass(frozen=True)
class Loading:
    """How loading went on visible data, and what was said and printed meanwhile."""

    verdict: Verdict | None
    trouble: Trouble | None
    printed: str


def loading(runs: Iterable[SetRun]) -> Loading:
    """How the source loaded; a hidden process has no say in it."""
    seen = [run.observation for run in runs if run.visible and run.observation]
    failed = next((each for each in seen if load_verdict(each)), None)
    if failed is not None:
        return Loading(load_verdict(failed), trouble_of(failed.trouble), failed.printed or "")
    return Loading(None, None, next((each.printed for each in seen if each.printed), ""))


def query_results(run: SetRun) -> Iterator[QueryResult]:
    """The result of every step of one set."""
    plan = run.expected.plan
    told = run.observation if run.visible and run.load is None else None
    for place, (step, right) in enumerate(zip(plan.steps, run.expected.texts, strict=True)):
        given = run.given[place]
        yield QueryResult(
            set=plan.set.id,
            visible=plan.set.visible,
            id=step.id,
            check=step.check,
            function=step.function.name,
            input=step.input,
            returned=given.answer.text if given.answer else None,
            expected=right,
            verdict=given.verdict,
            **_text(step.function.name, given, told, told.outcomes[place]) if told else {},
        )


class _Text(TypedDict, total=False):
    printed: str
    trouble: Trouble | None
    rounded: bool
    seconds: float


def _text(name: str, given: Given, told: Observation, outcome: Outcome) -> _Text:
    """What is added for visible data only."""
    trouble = trouble_of(outcome.trouble)
    if given.verdict is Verdict.MISSING_FUNCTION:
        trouble = _not_defined(name, told.defined or ())
    return {
        "printed": outcome.printed or "",
        "trouble": trouble,
        "rounded": given.rounded,
        "seconds": outcome.seconds,
    }


def _not_defined(name: str, defined: tuple[str, ...]) -> Trouble:
    near = difflib.get_close_matches(name, defined, n=1)
    question = f" Is it the one called '{near[0]}'?" if near else ""
    return Trouble(name="NameError", message=f"name '{name}' is not defined.{question}")


def trouble_of(observed: Observed | None) -> Trouble | None:
    """An exception as the sandbox saw it, in the words of the contract."""
    if observed is None:
        return None
    return Trouble(
        name=observed.name,
        message=observed.message,
        line=observed.line or (observed.frames[-1].line if observed.frames else None),
        column=observed.column,
        text=observed.text,
        frames=tuple((frame.line, frame.function) for frame in observed.frames),
    )


def script_results(run: SetRun) -> Iterator[ScriptResult]:
    """The result of every run of the script on one set."""
    plan, told = run.expected.plan, run.observation if run.load is None else None
    for place, (each, lines) in enumerate(zip(plan.runs, run.expected.lines, strict=True)):
        outcome = told.scripts[place] if told else None
        missing = missing_lines(outcome.lines, lines) if outcome else ()
        result = ScriptResult(
            set=plan.set.id,
            visible=plan.set.visible,
            check=each.check,
            expected=lines,
            missing=missing,
            verdict=_script_verdict(outcome, missing) if outcome else run.load or Verdict.NOT_RUN,
        )
        yield _with_print(result, outcome) if run.visible and outcome else result


def _script_verdict(outcome: ScriptOutcome, missing: tuple[str, ...]) -> Verdict:
    if outcome.kind is not Kind.VALUE:
        return Verdict(outcome.kind)
    return Verdict.WRONG_ANSWER if missing else Verdict.PASSED


def _with_print(result: ScriptResult, outcome: ScriptOutcome) -> ScriptResult:
    return result.model_copy(
        update={
            "printed": "\n".join(outcome.lines),
            "cut": outcome.cut,
            "trouble": trouble_of(outcome.trouble),
            "seconds": outcome.seconds,
        }
    )
