"""Every exception of the grader that a caller may expect; a learner's failure is never one of them.

GraderError
├── ContentErrors      content is wrong: every problem, with file and line
├── SourceRefused      a source is too large to be taken
└── (SandboxFault)     our own failure; it lives in `grader.sandbox`
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


class GraderError(Exception):
    """The base of all of them."""


class SourceRefused(GraderError):
    """A source over `SOURCE_BYTES`; the text says so in one sentence for its learner."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with content; `line` is 1-based, None for a whole file."""

    path: Path
    line: int | None
    message: str

    def __str__(self) -> str:
        place = f"{self.path}" if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.message}"


class ContentErrors(GraderError):
    """Every problem that was found in one reading, in the order of files and lines."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems), key=_place))
        super().__init__("\n".join(map(str, self.problems)))


def _place(problem: Problem) -> tuple[str, int, str]:
    return str(problem.path), problem.line or 0, problem.message
