"""What is read: a lesson, its quiz and interview, and the course around it, as raw text values.

Nothing here knows a query, a right answer of a query or a reference. Text is Markdown as its author
wrote it; `grader.text` renders it.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Level(StrEnum):
    """For whom a lesson is written."""

    BEGINNER = "beginner"
    INTERMEDIATE = "intermediate"
    ADVANCED = "advanced"


class QuestionKind(StrEnum):
    """How a quiz question is answered."""

    ONE = "one"
    MANY = "many"
    NUMBER = "number"


class Done(StrEnum):
    """What ticks a step; `CHECK` names a check that must pass."""

    RAN = "ran"
    SUBMITTED = "submitted"
    PASSED = "passed"
    CHECK = "check"


@dataclass(frozen=True)
class Position:
    """Where a lesson stands in a roadmap of weeks and days."""

    week: int
    day: int


@dataclass(frozen=True)
class Why:
    """Why the lesson matters to its reader: a heading and Markdown."""

    title: str
    text: str


@dataclass(frozen=True)
class Word:
    """A word of the lesson and what it means; both are inline Markdown."""

    word: str
    meaning: str


@dataclass(frozen=True)
class Step:
    """One thing to do. `check` is the check that ticks it where `done` is `CHECK`."""

    id: str
    text: str
    done: Done
    check: str | None = None


@dataclass(frozen=True)
class Convention:
    """A rule that the checks hold the learner to: a line of the card beside the task."""

    case: str
    rule: str


@dataclass(frozen=True)
class Section:
    """A `##` section of lesson.md; `line` is where `text` begins in the file, 1-based."""

    id: str
    title: str
    text: str
    line: int


@dataclass(frozen=True)
class Option:
    """One answer on offer, whether it is right, and why."""

    text: str
    right: bool
    why: str


@dataclass(frozen=True)
class Question:
    """A quiz question; one that asks a number has an `answer` and no `options`."""

    id: str
    kind: QuestionKind
    text: str
    why: str
    options: tuple[Option, ...] = ()
    answer: float | None = None
    tolerance: float = 0.0

    def is_right(self, chosen: frozenset[int]) -> bool:
        """Whether exactly the right options are chosen, by their place from 0."""
        return chosen == {place for place, option in enumerate(self.options) if option.right}


@dataclass(frozen=True)
class InterviewQuestion:
    """What an interviewer may ask, and a good answer in Markdown; `line` as in `Section`."""

    question: str
    answer: str
    line: int


@dataclass(frozen=True)
class Lesson:
    """Everything a page shows of one lesson beside what its edition gives."""

    id: str
    title: str
    level: Level
    minutes: int
    summary: str
    subject: str
    idea: str
    why: Why
    words: tuple[Word, ...]
    steps: tuple[Step, ...]
    conventions: tuple[Convention, ...]
    position: Position | None
    sections: tuple[Section, ...]
    quiz: tuple[Question, ...]
    interview: tuple[InterviewQuestion, ...]
    folder: Path

    def section(self, section_id: str) -> Section | None:
        """The section of that id, None where the lesson has none."""
        return next((each for each in self.sections if each.id == section_id), None)


@dataclass(frozen=True)
class Module:
    """A titled run of lessons, in order."""

    title: str
    lessons: tuple[Lesson, ...]
