"""What a course is: modules of lessons in order, and the edition in each lesson's folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grader.edition import Edition
from grader.lesson import Lesson, Module


@dataclass(frozen=True)
class Course:
    """A course as its folder has it; `editions` are by lesson id and hold hidden queries."""

    id: str
    title: str
    audience: str
    summary: str
    modules: tuple[Module, ...]
    editions: Mapping[str, Edition] = field(repr=False)
    folder: Path

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """All lessons, in order."""
        return tuple(lesson for module in self.modules for lesson in module.lessons)
