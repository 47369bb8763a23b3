"""What a grade is: the contract between the grader and everybody else, with a version number."""

from enum import StrEnum
from fractions import Fraction

from pydantic import BaseModel, ConfigDict

from grader.exercise import Half, Json

FORMAT = 1
"""The version of the JSON document; it changes when a reader of the old one could be misled."""


class Verdict(StrEnum):
    """How a cell or a submission came out."""

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


class Mark(StrEnum):
    """All that a learner may see of a cell over all hidden sets together."""

    PASSED = "passed"
    WRONG = "wrong"
    STOPPED = "stopped"
    NOT_RUN = "not_run"


class Value(BaseModel):
    """The base of all values here: frozen, and strict about unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Trouble(Value):
    """An exception of visible data, as bounded text: escape it wherever it is shown.

    `line` is the learner's own line, 1-based, where it is known.
    """

    name: str
    message: str
    line: int | None = None
    column: int | None = None
    text: str | None = None
    frames: tuple[tuple[int, str], ...] = ()


class QueryResult(Value):
    """One function on one query. `returned` and `expected` are text in Python's notation, bounded."""

    set: str
    visible: bool
    id: str
    check: str
    function: str
    input: dict[str, Json]
    returned: str | None
    expected: str | None
    verdict: Verdict
    printed: str
    trouble: Trouble | None = None
    rounded: bool = False
    seconds: float = 0.0


class ScriptResult(Value):
    """One run of the script: what it printed, the reference's lines, and which of them were not found in order."""

    set: str
    visible: bool
    check: str
    printed: str
    expected: tuple[str, ...]
    missing: tuple[str, ...]
    verdict: Verdict
    trouble: Trouble | None = None
    seconds: float = 0.0


class CellResult(Value):
    """One cell. `visible` and `hidden` are None where no set of that kind has a query of the check."""

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
    """Known mistakes that this function's answers look like; more than one when this data can't tell them apart."""

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
    """One result of one source on one edition, whole: for staff and storage, never for a learner as it stands."""

    format: int = FORMAT
    exercise: str
    verdict: Verdict
    score: Fraction
    core: Fraction
    edge: Fraction
    cells: tuple[CellResult, ...]
    queries: tuple[QueryResult, ...]
    scripts: tuple[ScriptResult, ...]
    trouble: Trouble | None
    diagnosis: tuple[Diagnosis, ...]
    digests: Digests
    interpreter: str
    near: float
    visible_only: bool = False


class CellView(Value):
    """A cell as its learner may see it: `hidden` is a mark, and so is `verdict` where only hidden data failed."""

    check: str
    half: Half
    title: str
    hint: str
    function: str
    visible: Verdict | None
    hidden: Mark | None
    verdict: Verdict | Mark
    points: float | None
    max_points: float
    needs_core: bool


class View(Value):
    """A grade as one reader may see it; the JSON document of the command line and of the web app.

    Scores are in points, rounded down to 2 decimals; None for a try, which earns nothing. `queries` and `scripts` are of
    visible data only unless the view is for staff. `digests` holds the edition's only for staff.
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
    trouble: Trouble | None
    digests: dict[str, str]
    interpreter: str
