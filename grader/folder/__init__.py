"""Content folders to values: every problem of a reading at once, with file and line.

Reading never runs or imports what it reads.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from grader.course import Course
from grader.edition import Edition
from grader.exercise import Exercise
from grader.folder.course import course_of, courses_of
from grader.folder.csv_set import read_csv_set
from grader.folder.json_set import read_json_set
from grader.folder.lesson_folder import exercise_in, lesson_folder, lesson_in
from grader.folder.problems import Problems
from grader.folder.sets import sets_of
from grader.folder.trec_set import TrecArguments, TrecFile, read_trec_set
from grader.lesson import Lesson
from grader.limits import CEILING, Limits
from grader.query_set import QuerySet

__all__ = [
    "TrecArguments",
    "TrecFile",
    "read_course",
    "read_courses",
    "read_csv_set",
    "read_edition",
    "read_exercise",
    "read_json_set",
    "read_lesson",
    "read_lesson_folder",
    "read_sets",
    "read_trec_set",
]

T = TypeVar("T")


def read_exercise(folder: Path, *, ceiling: Limits = CEILING) -> Exercise:
    """The exercise of a lesson folder. Raises ContentErrors, as all of these do."""
    problems = Problems()
    return _whole(exercise_in(folder, problems, ceiling), problems)


def read_sets(folder: Path, exercise: Exercise) -> tuple[QuerySet, ...]:
    """The query sets of a lesson folder: the visible one, then the hidden ones by id."""
    problems = Problems()
    return _whole(sets_of(folder, exercise, problems), problems)


def read_edition(folder: Path, *, ceiling: Limits = CEILING) -> Edition:
    """The exercise of a lesson folder with all its sets; the page's side is not read."""
    problems = Problems()
    exercise = exercise_in(folder, problems, ceiling)
    sets = sets_of(folder, exercise, problems)
    return Edition(_whole(exercise, problems), sets)


def read_lesson(folder: Path) -> Lesson:
    """What pages show of a lesson folder."""
    problems = Problems()
    return _whole(lesson_in(folder, problems), problems)


def read_lesson_folder(folder: Path, *, ceiling: Limits = CEILING) -> tuple[Lesson, Edition]:
    """Both sides of a lesson folder, with the problems of both at once."""
    problems = Problems()
    found = _whole(lesson_folder(folder, problems, ceiling), problems)
    return found.lesson, found.edition


def read_course(folder: Path, *, ceiling: Limits = CEILING) -> Course:
    """A course folder with all its lessons."""
    problems = Problems()
    return _whole(course_of(folder, problems, ceiling), problems)


def read_courses(folders: Iterable[Path], *, ceiling: Limits = CEILING) -> tuple[Course, ...]:
    """Every course in these content folders, each of which holds course folders."""
    problems = Problems()
    return _whole(courses_of(folders, problems, ceiling), problems)


def _whole(found: T | None, problems: Problems) -> T:
    problems.raise_if_any()
    assert found is not None
    return found
