"""A submission or a try as values: what it is, where it is and how it came out."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction


class State(StrEnum):
    """Where a submission or a try is; how it came out is its verdict."""

    QUEUED = "queued"
    GRADING = "grading"
    GRADED = "graded"
    FAILED = "failed"

    @property
    def is_final(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self in {State.GRADED, State.FAILED}


class Kind(StrEnum):
    """What was asked for: a submission earns points, a try sees visible data only.

    A snippet of a lesson's text sees no data at all and is not graded.
    """

    SUBMISSION = "submission"
    TRY = "try"
    SNIPPET = "snippet"


@dataclass(frozen=True)
class Attempt:
    """A submission as its learner counts them; `number` is None for one we failed to grade."""

    id: int
    number: int | None
    state: State
    created_at: datetime
    score: Fraction | None = None


@dataclass(frozen=True)
class Waiting:
    """The oldest waiting work of one learner."""

    work_id: int
    person_id: str


@dataclass(frozen=True)
class Claim:
    """The right to record the result of one work, until somebody else claims it."""

    work_id: int
    token: str
    kind: Kind
    person_id: str
    class_id: int
    lesson: str
    source: bytes
