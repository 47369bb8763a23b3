"""Reads one lesson folder whole, so that everything wrong in it is told at once."""

import re
from dataclasses import dataclass
from pathlib import Path

from grader.edition import Edition
from grader.exercise import Exercise
from grader.folder.document import Document, check_format, read_toml
from grader.folder.exercise import exercise_of
from grader.folder.lesson import key_faults, lesson_of
from grader.folder.problems import Problems, quoted
from grader.folder.sets import sets_of
from grader.lesson import Lesson
from grader.limits import Limits


@dataclass(frozen=True)
class LessonFolder:
    """What a lesson folder holds: the page's side and the grader's side."""

    lesson: Lesson
    edition: Edition


def lesson_folder(folder: Path, problems: Problems, ceiling: Limits) -> LessonFolder | None:
    """Everything in `folder`, None when something in it is wrong."""
    before = len(problems)
    document = lesson_document(folder, problems)
    if document is None:
        return None
    exercise = exercise_of(folder, document, problems, ceiling)
    sets = sets_of(folder, exercise, problems)
    lesson = lesson_of(folder, document, problems)
    if len(problems) > before or exercise is None or lesson is None:
        return None
    return LessonFolder(lesson, Edition(exercise, sets))


def exercise_in(folder: Path, problems: Problems, ceiling: Limits) -> Exercise | None:
    """Only the grader's side of lesson.toml and its sources."""
    document = lesson_document(folder, problems)
    return None if document is None else exercise_of(folder, document, problems, ceiling)


def lesson_in(folder: Path, problems: Problems) -> Lesson | None:
    """Only the page's side."""
    document = lesson_document(folder, problems)
    return None if document is None else lesson_of(folder, document, problems)


def lesson_document(folder: Path, problems: Problems) -> Document | None:
    """lesson.toml, with its format and the keys at its top checked."""
    if not folder.is_dir():
        problems.add(folder, None, "is not a folder")
        return None
    if not re.fullmatch("[a-z0-9-]+", folder.name):
        fault = f"the folder's name is the lesson's id, and {quoted(folder.name)} is none: "
        problems.add(folder, None, f"{fault}small letters, digits, hyphens")
    document = read_toml(folder / "lesson.toml", folder, problems)
    if document is not None:
        check_format(document, problems)
        document.report(key_faults(document), problems)
    return document
