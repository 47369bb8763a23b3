"""Turns what was observed in the sandbox into verdicts, by holding it against right answers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from types import NoneType

from grader.answer import Answer, Given, answer_of
from grader.compare import compare
from grader.exercise import Function
from grader.plan import SetPlan
from grader.sandbox.outcome import Kind, Load, Observation, Outcome
from grader.verdict import Verdict


@dataclass(frozen=True)
class ExpectedSet:
    """A set's plan, with the right answer to each step and the right lines of each script run."""

    plan: SetPlan
    answers: tuple[Answer, ...]
    lines: tuple[tuple[str, ...], ...]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The right answers as text, written once for all the grades that show them."""
        return tuple(answer.text for answer in self.answers)


def judge(expected: ExpectedSet, observation: Observation | None) -> tuple[Given, ...]:
    """What one source gave at every step of a set; None stands for a set that was not run."""
    load = load_verdict(observation)
    if observation is None or load is not None:
        return tuple(Given(None, load or Verdict.NOT_RUN) for _ in expected.answers)
    return tuple(_given(expected, observation.outcomes))


def load_verdict(observation: Observation | None) -> Verdict | None:
    """How loading failed on a set; None when it went well or the set was not run."""
    if observation is None or observation.load is Load.LOADED:
        return None
    return Verdict(observation.load)


def _given(expected: ExpectedSet, outcomes: tuple[Outcome, ...]) -> Iterator[Given]:
    steps = zip(expected.plan.steps, expected.answers, outcomes, strict=True)
    for step, right, outcome in steps:
        verdict, rounded = held_against(right, outcome, step.function)
        yield Given(answer_of(outcome), verdict, rounded)


def held_against(right: Answer, outcome: Outcome, function: Function) -> tuple[Verdict, bool]:
    """The verdict on one call, and whether its value is right but rounded.

    A value is judged before a changed argument.
    """
    verdict, rounded = _judged(right, outcome, function)
    if verdict is Verdict.PASSED and outcome.changed:
        return Verdict.CHANGED_INPUT, False
    return verdict, rounded


def _judged(right: Answer, outcome: Outcome, function: Function) -> tuple[Verdict, bool]:
    if outcome.kind is Kind.RAISED and right.exception is not None:
        same_class = outcome.exception == right.exception
        return (Verdict.PASSED if same_class else Verdict.RAISED), False
    if outcome.kind is not Kind.VALUE:
        return Verdict(outcome.kind), False
    if right.exception is not None:
        return Verdict.WRONG_ANSWER, False
    if type(outcome.value) in _PLAIN and _twin(outcome.value, right.value):
        return Verdict.PASSED, False
    return compare(function, outcome.value, right.value)


_PLAIN = frozenset({bool, int, float, str, NoneType})


def _twin(value: object, right: object) -> bool:
    """Whether a plain value is the very same as the right one: no rule calls that wrong.

    It spares the exact arithmetic of the rules for nearly every answer of a good source.
    """
    return type(value) is type(right) and value == right
