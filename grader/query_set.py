"""What a query set is: named, versioned by its digest, visible or hidden."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.exercise import Json


@dataclass(frozen=True)
class Query:
    """One record of input data. `expected`, `check` and `note` never enter the sandbox.

    `line` is where it stands in the file it was read from, if it was; it makes no difference.
    """

    id: str
    check: str
    arguments: Mapping[str, Json]
    expected: Mapping[str, Json]
    segment: str | None = None
    note: str | None = None
    line: int | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class QuerySet:
    """A named list of queries, visible or hidden."""

    id: str
    name: str
    visible: bool
    queries: tuple[Query, ...]


@dataclass(frozen=True)
class SetLabel:
    """What a set is called and who may see it, where its file does not say so."""

    id: str
    name: str
    visible: bool = False
