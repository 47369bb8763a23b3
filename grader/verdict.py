"""How things came out: the closed sets of verdicts and of the marks that stand for them."""

from enum import StrEnum


class Verdict(StrEnum):
    """How a query, a cell or a submission came out."""

    PASSED = "passed"
    WRONG_ANSWER = "wrong_answer"
    WRONG_TYPE = "wrong_type"
    RAISED = "raised"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    CRASHED = "crashed"
    CHANGED_INPUT = "changed_input"
    MISSING_FUNCTION = "missing_function"
    NOT_RUN = "not_run"
    SYNTAX_ERROR = "syntax_error"
    LOAD_FAILED = "load_failed"

    @property
    def mark(self) -> "Mark":
        """All that a learner may know of this verdict where it comes from hidden data."""
        return _MARKS[self]


class Mark(StrEnum):
    """All that a learner may see of a cell over all hidden sets together."""

    PASSED = "passed"
    WRONG = "wrong"
    STOPPED = "stopped"
    NOT_RUN = "not_run"


_MARKS = {
    Verdict.PASSED: Mark.PASSED,
    Verdict.WRONG_ANSWER: Mark.WRONG,
    Verdict.WRONG_TYPE: Mark.WRONG,
    Verdict.CHANGED_INPUT: Mark.WRONG,
    Verdict.RAISED: Mark.STOPPED,
    Verdict.TIME_LIMIT: Mark.STOPPED,
    Verdict.MEMORY_LIMIT: Mark.STOPPED,
    Verdict.OUTPUT_LIMIT: Mark.STOPPED,
    Verdict.CRASHED: Mark.STOPPED,
    Verdict.MISSING_FUNCTION: Mark.NOT_RUN,
    Verdict.SYNTAX_ERROR: Mark.NOT_RUN,
    Verdict.LOAD_FAILED: Mark.NOT_RUN,
    Verdict.NOT_RUN: Mark.NOT_RUN,
}
