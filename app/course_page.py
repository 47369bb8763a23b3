"""Courses and lessons as lists, with what the reader has reached."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from app import rules
from app.attempt import Attempt
from app.attempts_page import AttemptsShown, attempts_shown
from app.content import Content, Place
from app.lesson_page import module_anchor
from app.pages import points
from app.store.progress import Touched
from grader import Course, Lesson, rounded_down

FULL = 100
Done = Mapping[str, Sequence[Attempt]]


@dataclass(frozen=True)
class Reached:
    """What one reader has done so far: submissions by lesson, and questions once right."""

    attempts: Done = field(default_factory=dict)
    right_once: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class LessonLine:
    """One lesson in a list, with the reader's attempts on it; `done` means every point."""

    number: int
    lesson: Lesson
    attempts: AttemptsShown
    best: Fraction
    done: bool
    quiz_right: int
    roadmap: str | None


@dataclass(frozen=True)
class ModuleShown:
    """A module with its lessons."""

    anchor: str
    title: str
    lessons: tuple[LessonLine, ...]


@dataclass(frozen=True)
class CourseShown:
    """A course with three counts: lessons with every point, points, and questions once right."""

    course: Course
    modules: tuple[ModuleShown, ...]
    lessons: int
    done: int
    points: str
    points_possible: int
    quiz_right: int
    questions: int


@dataclass(frozen=True)
class Continued:
    """The lesson that was worked on last, and where in it."""

    line: LessonLine
    at: datetime
    address: str


def courses_shown(content: Content, reached: Reached) -> tuple[CourseShown, ...]:
    """Every course, in order."""
    return tuple(_course(course, content, reached) for course in content.courses)


def _course(course: Course, content: Content, reached: Reached) -> CourseShown:
    modules = tuple(
        ModuleShown(
            module_anchor(course.id, number),
            module.title,
            tuple(_line(content.places[lesson.id], reached) for lesson in module.lessons),
        )
        for number, module in enumerate(course.modules)
    )
    lines = [line for module in modules for line in module.lessons]
    earned = sum((line.best for line in lines), Fraction(0))
    return CourseShown(
        course=course,
        modules=modules,
        lessons=len(lines),
        done=sum(line.done for line in lines),
        points=points(rounded_down(earned)),
        points_possible=FULL * len(lines),
        quiz_right=sum(line.quiz_right for line in lines),
        questions=sum(len(line.lesson.quiz) for line in lines),
    )


def _line(place: Place, reached: Reached) -> LessonLine:
    lesson = place.lesson
    attempts = reached.attempts.get(lesson.id, [])
    best = rules.best(attempts)
    score = best.score if best and best.score is not None else Fraction(0)
    right_once = reached.right_once.get(lesson.id, frozenset())
    return LessonLine(
        number=place.number,
        lesson=lesson,
        attempts=attempts_shown(attempts),
        best=score,
        done=score == FULL,
        quiz_right=sum(question.id in right_once for question in lesson.quiz),
        roadmap=f"week {week.week}, day {week.day}" if (week := lesson.position) else None,
    )


def worked_on(content: Content, done: Done) -> tuple[LessonLine, ...]:
    """The lessons that the reader has submitted on and that are still here, in course order."""
    places = (place for place in content.places.values() if place.lesson.id in done)
    return tuple(_line(place, Reached(done)) for place in places)


def continued(content: Content, touched: Iterable[Touched], reached: Reached) -> Continued | None:
    """Where the reader was last, the latest given first; None before they have done anything."""
    last = next((each for each in touched if each.lesson in content.places), None)
    if last is None:
        return None
    place = "quiz" if last.in_quiz else "practice"
    line = _line(content.places[last.lesson], reached)
    return Continued(line, last.at, f"/lessons/{last.lesson}#{place}")
