"""What came of one query and of one run of the script: parts of the JSON contract."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, JsonValue, SkipValidation

from grader.verdict import Verdict


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
    """One function on one query, or over the queries of one check (then `id` is the check's).

    `returned` and `expected` are bounded text in Python's notation; `returned` is None when
    nothing came back. `printed`, `trouble`, `rounded` and `seconds` are only of visible data.
    """

    set: str
    visible: bool
    id: str
    check: str
    function: str
    # Read strictly with its query set; checking it again would cost as much as all the rest.
    input: Annotated[dict[str, JsonValue], SkipValidation]
    returned: str | None
    expected: str | None
    verdict: Verdict
    printed: str = ""
    trouble: Trouble | None = None
    rounded: bool = False
    seconds: float = 0.0


class ScriptResult(Value):
    """One run of the script; `missing` are the reference's lines not found in order.

    `printed`, `trouble` and `seconds` are only of visible data; `cut`: more was printed than kept.
    """

    set: str
    visible: bool
    check: str
    printed: str = ""
    cut: bool = False
    expected: tuple[str, ...]
    missing: tuple[str, ...]
    verdict: Verdict
    trouble: Trouble | None = None
    seconds: float = 0.0
