"""How a verdict or a mark is shown: a tone, which has an icon, and a word."""

from dataclasses import dataclass
from enum import StrEnum

from grader import Mark, Verdict


class Tone(StrEnum):
    """The four ways something can have come out; each has an icon of its own."""

    PASSED = "passed"
    WRONG = "wrong"
    STOPPED = "stopped"
    NOT_RUN = "not-run"


@dataclass(frozen=True)
class Tick:
    """An icon and a word; colour is never the only sign."""

    tone: Tone
    word: str


_WORDS = {
    Verdict.PASSED: "passed",
    Verdict.WRONG_ANSWER: "wrong answer",
    Verdict.WRONG_TYPE: "wrong kind of value",
    Verdict.RAISED: "raised an exception",
    Verdict.TIME_LIMIT: "took too long",
    Verdict.MEMORY_LIMIT: "too much memory",
    Verdict.OUTPUT_LIMIT: "returned too much",
    Verdict.CRASHED: "crashed",
    Verdict.CHANGED_INPUT: "changed its input",
    Verdict.MISSING_FUNCTION: "function missing",
    Verdict.NOT_RUN: "not run",
    Verdict.SYNTAX_ERROR: "not valid Python",
    Verdict.LOAD_FAILED: "did not load",
}


def tick(outcome: Verdict | Mark) -> Tick:
    """The sign for a verdict, or for the mark that stands for hidden ones."""
    mark = outcome if isinstance(outcome, Mark) else outcome.mark
    word = mark.replace("_", " ") if isinstance(outcome, Mark) else _WORDS[outcome]
    return Tick(Tone(mark.replace("_", "-")), word)
