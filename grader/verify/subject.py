"""The lesson that is verified, with the places that problems are said to be in."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.edition import Edition
from grader.errors import Problem
from grader.exercise import Exercise
from grader.folder.document import Document
from grader.folder.lines import Loc
from grader.lesson import Lesson
from grader.query_set import QuerySet


@dataclass(frozen=True)
class Subject:
    """One lesson that was read without problems; `document` is its lesson.toml."""

    lesson: Lesson
    edition: Edition
    document: Document

    @property
    def exercise(self) -> Exercise:
        """The exercise of the lesson."""
        return self.edition.exercise

    @property
    def hidden(self) -> Iterator[QuerySet]:
        """The hidden sets."""
        return (each for each in self.edition.sets if not each.visible)

    def at(self, loc: Loc, message: str) -> Problem:
        """A problem at a place of lesson.toml."""
        return Problem(self.document.path, self.document.lines.at(loc), message)

    def at_check(self, check_id: str, message: str) -> Problem:
        """A problem with a check, or with one of the script's two."""
        for number, check in enumerate(self.exercise.checks):
            if check.id == check_id:
                return self.at(("checks", number), message)
        script = self.exercise.script
        half = "core" if script is not None and script.core.id == check_id else "edge"
        return self.at(("script", half), message)

    def at_function(self, name: str, message: str) -> Problem:
        """A problem with a function."""
        names = [function.name for function in self.exercise.functions]
        return self.at(("functions", names.index(name)), message)


def without_stated(subject: Subject) -> Subject:
    """The same lesson as if its sets stated no answers."""
    sets = tuple(
        replace(each, queries=tuple(replace(query, expected={}) for query in each.queries))
        for each in subject.edition.sets
    )
    return replace(subject, edition=replace(subject.edition, sets=sets))
