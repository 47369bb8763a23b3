"""Does the content keep its promises? Every broken one is told at once, with file and line."""

from collections.abc import Collection, Iterator
from pathlib import Path

from grader.answers import Answers
from grader.errors import ContentErrors, Problem
from grader.folder.course import course_of, lesson_folders, unique_problems
from grader.folder.lesson_folder import lesson_document, lesson_folder
from grader.folder.problems import Problems
from grader.limits import CEILING, Limits
from grader.sandbox import Sandbox
from grader.verify.coverage import coverage_problems
from grader.verify.examples import example_problems
from grader.verify.mistakes import mistake_problems
from grader.verify.prose import prose_problems
from grader.verify.sources import Judging, source_problems
from grader.verify.subject import Subject, without_stated

__all__ = ["verify"]


def verify(path: Path, sandbox: Sandbox, *, ceiling: Limits = CEILING) -> tuple[Problem, ...]:
    """Every problem of a lesson folder, of a course folder, or of a folder of courses.

    Runs the content's own sources in the sandbox; blocks while it does. Empty: all promises hold.
    """
    if (path / "course.toml").exists():
        found = _course(path, sandbox, ceiling)
    elif not (path / "lesson.toml").exists() and any(path.glob("*/course.toml")):
        courses = sorted(each.parent for each in path.glob("*/course.toml"))
        found = [each for course in courses for each in _course(course, sandbox, ceiling)]
        found += unique_problems(courses)
    else:
        found = _lesson(path, sandbox, ceiling)
    return ContentErrors(found).problems


def _course(folder: Path, sandbox: Sandbox, ceiling: Limits) -> list[Problem]:
    problems = Problems()
    course_of(folder, problems, ceiling)
    found = list(problems)
    for name in lesson_folders(folder):
        found += _lesson(folder / name, sandbox, ceiling)
    return found


def _lesson(folder: Path, sandbox: Sandbox, ceiling: Limits) -> list[Problem]:
    problems = Problems()
    read = lesson_folder(folder, problems, ceiling)
    document = lesson_document(folder, Problems())
    if read is None or document is None:
        return list(problems)
    subject = Subject(read.lesson, read.edition, document)
    return [
        *coverage_problems(subject),
        *prose_problems(subject, _neighbours(folder)),
        *example_problems(subject, sandbox),
        *_judged(subject, sandbox),
    ]


def _neighbours(folder: Path) -> Collection[str]:
    """The ids of the lessons of this course, and of those that stand beside it."""
    courses = folder.resolve().parent.parent
    return {path.parent.name for path in courses.glob("*/*/lesson.toml")}


def _judged(subject: Subject, sandbox: Sandbox) -> Iterator[Problem]:
    judging = Judging(subject, sandbox, Answers())
    try:
        judging.expected()
    except ContentErrors as error:
        yield from error.problems
        # A wrong stated answer says nothing of the rest, which is told as well.
        judging = Judging(without_stated(subject), sandbox, Answers())
    try:
        yield from source_problems(judging)
        yield from mistake_problems(judging)
    except ContentErrors as error:  # the reference can't give right answers
        yield from error.problems
