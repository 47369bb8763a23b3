"""Reads whole courses: course.toml, and every lesson folder that it names."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from grader.course import Course
from grader.errors import Problem
from grader.folder.document import check_format, read_toml, shaped
from grader.folder.exercise_rules import Fault, repeated
from grader.folder.lesson_folder import LessonFolder, lesson_folder
from grader.folder.lesson_tables import CourseTables
from grader.folder.lines import Loc
from grader.folder.problems import Problems, quoted, unknown
from grader.lesson import Module
from grader.limits import Limits


def courses_of(folders: Iterable[Path], problems: Problems, ceiling: Limits) -> tuple[Course, ...]:
    """Every course below these content folders; ids are unique over all courses and lessons."""
    paths = [path for folder in folders for path in _course_folders(folder, problems)]
    found = [course_of(path, problems, ceiling) for path in paths]
    for problem in unique_problems(paths):
        problems.add(problem.path, problem.line, problem.message)
    return tuple(course for course in found if course is not None)


def _course_folders(folder: Path, problems: Problems) -> list[Path]:
    if not folder.is_dir():
        problems.add(folder, None, "is not a folder")
        return []
    return sorted(path.parent for path in folder.glob("*/course.toml"))


def unique_problems(courses: Iterable[Path]) -> Iterator[Problem]:
    """Ids that stand a second time, over all courses and over all their lessons."""
    folders = list(courses)
    lessons = [course / name for course in folders for name in lesson_folders(course)]
    for kind, paths in {"course": folders, "lesson": lessons}.items():
        first: dict[str, Path] = {}
        for path in paths:
            other = first.setdefault(path.name, path)
            if other is not path:
                yield Problem(path, None, f"the {kind} id {quoted(path.name)} is taken by {other}")


def course_of(folder: Path, problems: Problems, ceiling: Limits) -> Course | None:
    """The course in `folder` with all its lessons, None when something in it is wrong."""
    before = len(problems)
    document = read_toml(folder / "course.toml", folder, problems)
    if document is None:
        return None
    check_format(document, problems)
    if not re.fullmatch("[a-z0-9-]+", folder.name):
        problems.add(
            folder, None, f"{quoted(folder.name)} is no id: small letters, digits, hyphens"
        )
    tables = shaped(CourseTables, document, problems)
    present = lesson_folders(folder)
    read = {name: lesson_folder(folder / name, problems, ceiling) for name in present}
    if tables is not None:
        document.report(_lesson_faults(tables, present), problems)
    lessons = {name: each for name, each in read.items() if each is not None}
    if tables is None or len(problems) > before:
        return None
    return _course(folder, tables, lessons)


def lesson_folders(folder: Path) -> tuple[str, ...]:
    """The names of the lesson folders of a course, by name."""
    return tuple(sorted(path.parent.name for path in folder.glob("*/lesson.toml")))


def _lesson_faults(tables: CourseTables, present: tuple[str, ...]) -> Iterator[Fault]:
    named: list[tuple[Loc, str]] = [
        (("modules", i, "lessons", j), name)
        for i, module in enumerate(tables.modules)
        for j, name in enumerate(module.lessons)
    ]
    yield from repeated(named, "lesson")
    for loc, name in named:
        if name not in present:
            yield loc, unknown("lesson", name, present)
    for name in sorted(set(present) - {name for _, name in named}):
        yield ("modules",), f"the lesson {quoted(name)} is in this folder and in no module"


def _course(folder: Path, tables: CourseTables, lessons: dict[str, LessonFolder]) -> Course:
    return Course(
        id=folder.name,
        title=tables.title,
        audience=tables.audience,
        summary=tables.summary,
        modules=tuple(
            Module(each.title, tuple(lessons[name].lesson for name in each.lessons))
            for each in tables.modules
        ),
        editions={name: lessons[name].edition for each in tables.modules for name in each.lessons},
        folder=folder,
    )
