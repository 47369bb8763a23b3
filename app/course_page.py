"""Courses and lessons as lists, with what the reader has reached."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.attempt import Attempt
from app.attempts_page import AttemptsShown, attempts_shown
from app.content import Content, Place
from grader import Course, Lesson


@dataclass(frozen=True)
class LessonLine:
    """One lesson in a list, with the reader's attempts on it."""

    number: int
    lesson: Lesson
    attempts: AttemptsShown


@dataclass(frozen=True)
class ModuleShown:
    """A module with its lessons."""

    title: str
    lessons: tuple[LessonLine, ...]


@dataclass(frozen=True)
class CourseShown:
    """A course; `done` counts the lessons in which the reader has every point."""

    course: Course
    modules: tuple[ModuleShown, ...]
    lessons: int
    done: int


Done = Mapping[str, Sequence[Attempt]]


def courses_shown(content: Content, done: Done) -> tuple[CourseShown, ...]:
    """Every course, in order."""
    return tuple(_course(course, content, done) for course in content.courses)


def _course(course: Course, content: Content, done: Done) -> CourseShown:
    modules = tuple(
        ModuleShown(
            module.title,
            tuple(_line(content.places[lesson.id], done) for lesson in module.lessons),
        )
        for module in course.modules
    )
    lines = [line for module in modules for line in module.lessons]
    return CourseShown(
        course=course,
        modules=modules,
        lessons=len(lines),
        done=sum(line.attempts.best == "100" for line in lines),
    )


def _line(place: Place, done: Done) -> LessonLine:
    attempts = attempts_shown(done.get(place.lesson.id, []))
    return LessonLine(place.number, place.lesson, attempts)


def worked_on(content: Content, done: Done) -> tuple[LessonLine, ...]:
    """The lessons that the reader has submitted on and that are still here, in course order."""
    places = (place for place in content.places.values() if place.lesson.id in done)
    return tuple(_line(place, done) for place in places)
