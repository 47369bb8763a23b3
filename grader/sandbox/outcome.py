"""What goes into a sandbox process and what was observed there: values only, no verdicts and no
answers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Kind(StrEnum):
    """What one call came to, as far as it can be seen from outside."""

    VALUE = "value"
    RAISED = "raised"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    CRASHED = "crashed"
    MISSING_FUNCTION = "missing_function"
    NOT_RUN = "not_run"


class Load(StrEnum):
    """How loading the source went."""

    LOADED = "loaded"
    SYNTAX_ERROR = "syntax_error"
    LOAD_FAILED = "load_failed"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    CRASHED = "crashed"


@dataclass(frozen=True)
class Opaque:
    """A returned object that is no plain value: `name` is its class's name, bounded and only for
    showing.
    """

    name: str


@dataclass(frozen=True)
class Frame:
    """A line of the learner's own source in a traceback."""

    line: int
    function: str


@dataclass(frozen=True)
class Trouble:
    """An exception as text, taken only from a process that was given visible data.

    `name` and `message` are bounded and may hold anything: escape them. `column` and `text` are for
    syntax errors.
    """

    name: str
    message: str
    frames: tuple[Frame, ...] = ()
    line: int | None = None
    column: int | None = None
    text: str | None = None


@dataclass(frozen=True)
class Call:
    """One function on one query, to be made in the sandbox.

    `arguments` is the JSON text of a list of `[shape, value]`, one per argument, already in the
    order of the function's arguments. `query` numbers the query within its set.
    """

    query: int
    function: str
    arguments: bytes


@dataclass(frozen=True)
class Outcome:
    """What was observed of one call.

    `value` is plain Python data built outside the sandbox (numbers, text, list, tuple, set as
    frozenset, dict, Fraction, Decimal, Opaque). `exception` names the nearest built-in class of
    what was raised. `changed`: the arguments did not come back as they went in. `trouble` and
    `printed` are None in a hidden run. `seconds` is wall time; `near` is the largest share of a
    limit that was used, 0 to 1.
    """

    kind: Kind
    value: object = None
    exception: str | None = None
    changed: bool = False
    trouble: Trouble | None = None
    printed: str | None = None
    seconds: float = 0.0
    near: float = 0.0


@dataclass(frozen=True)
class ScriptOutcome:
    """What one run of the script printed; `lines` are for comparing and are shown only for visible
    data.
    """

    kind: Kind
    lines: tuple[str, ...] = ()
    cut: bool = False
    trouble: Trouble | None = None
    seconds: float = 0.0
    near: float = 0.0


@dataclass(frozen=True)
class Plan:
    """Everything one process (and those that replace it after a crash or a time-out) is to do.

    `calls` are grouped by query and ordered core before edge. `scripts` holds the bytes of
    `queries.json` for each run of the script. `visible`: text may be taken from the process.
    `timeouts` counts the time-outs that a function already had in the plans before this one, and
    `repeats`: a query may still be repeated when the machine was busy. Both are carried from the
    observation of one plan to the next plan of the same submission.
    """

    source: bytes
    functions: tuple[str, ...]
    calls: tuple[Call, ...]
    scripts: tuple[bytes, ...]
    visible: bool
    timeouts: Mapping[str, int] = field(default_factory=dict)
    repeats: bool = True


@dataclass(frozen=True)
class Observation:
    """All that was observed of one plan.

    `outcomes` and `scripts` are as many as the plan's calls and scripts. `defined` names what the
    source defines (bounded text, None in a hidden run); `printed` is what it printed while it was
    loaded, None in a hidden run. `near` is the largest share of a limit that anything here used.
    """

    load: Load
    trouble: Trouble | None
    missing: frozenset[str]
    outcomes: tuple[Outcome, ...]
    scripts: tuple[ScriptOutcome, ...]
    defined: tuple[str, ...] | None
    printed: str | None
    timeouts: Mapping[str, int]
    repeats: bool
    near: float
