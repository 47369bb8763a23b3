"""What one source answered on one query, as a value that can be held against another source's."""

from dataclasses import dataclass

from grader.notation import notation
from grader.sandbox.outcome import Kind, Outcome
from grader.verdict import Verdict


@dataclass(frozen=True)
class Answer:
    """A value, or the class of the built-in exception that was raised instead.

    `changed`: the arguments did not come back as they went in.
    """

    value: object = None
    exception: str | None = None
    changed: bool = False

    @property
    def text(self) -> str:
        """As bounded text in Python's notation."""
        return notation(self.value) if self.exception is None else f"raises {self.exception}"


@dataclass(frozen=True)
class Given:
    """One source's answer on one query, None when it gave none, and how that was judged.

    `rounded`: the value is right but rounded.
    """

    answer: Answer | None
    verdict: Verdict
    rounded: bool = False

    @property
    def passed(self) -> bool:
        """Whether this is a right answer."""
        return self.verdict is Verdict.PASSED


def answer_of(outcome: Outcome) -> Answer | None:
    """The answer that was observed; None where nothing comparable came back."""
    if outcome.kind is Kind.VALUE:
        return Answer(value=outcome.value, changed=outcome.changed)
    if outcome.kind is Kind.RAISED and outcome.exception is not None:
        return Answer(exception=outcome.exception, changed=outcome.changed)
    return None
