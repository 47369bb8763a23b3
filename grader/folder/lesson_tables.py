"""What only pages show of lesson.toml, quiz.toml and course.toml, in the shape as written.

`format` is judged by `check_format`, which every reader calls first.
"""

from typing import Annotated, Any

from pydantic import Field

from grader.folder.shape import Id, Line, Table, Text
from grader.lesson import Level, QuestionKind

LooseLevel = Annotated[Level, Field(strict=False)]
LooseKind = Annotated[QuestionKind, Field(strict=False)]


class PositionTable(Table):
    """`position`."""

    week: Annotated[int, Field(ge=1)]
    day: Annotated[int, Field(ge=1)]


class WhyTable(Table):
    """`[why]`."""

    title: Line
    text: Text


class WordTable(Table):
    """One of `[[words]]`."""

    word: Line
    meaning: Line


class StepTable(Table):
    """One of `[[steps]]`."""

    id: Id
    text: Line
    done: str


class ConventionTable(Table):
    """One of `[[conventions]]`."""

    case: Line
    rule: Line


class LessonTables(Table):
    """All of lesson.toml that only pages show."""

    format: Any = None
    title: Line
    level: LooseLevel
    minutes: Annotated[int, Field(ge=1, le=600)]
    summary: Line
    subject: Line
    idea: Text
    position: PositionTable | None = None
    why: WhyTable
    words: list[WordTable] = Field(default_factory=list)
    steps: list[StepTable] = Field(default_factory=list)
    conventions: list[ConventionTable] = Field(default_factory=list)


class OptionTable(Table):
    """One of a question's options."""

    text: Line
    right: bool
    why: Text


class QuestionTable(Table):
    """One of `[[questions]]`."""

    id: Id
    kind: LooseKind
    text: Text
    why: Text
    options: list[OptionTable] = Field(default_factory=list)
    answer: Annotated[float, Field(allow_inf_nan=False)] | None = None
    tolerance: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None


class QuizTables(Table):
    """quiz.toml."""

    format: Any = None
    questions: Annotated[list[QuestionTable], Field(min_length=1)]


class ModuleTable(Table):
    """One of `[[modules]]`."""

    title: Line
    lessons: Annotated[list[str], Field(min_length=1)]


class CourseTables(Table):
    """course.toml."""

    format: Any = None
    title: Line
    audience: Line
    summary: Line
    modules: Annotated[list[ModuleTable], Field(min_length=1)]
