"""What is live now: courses as they were read at start-up, and the edition of each lesson."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count

from app.database import Database
from app.store import editions, query_sets
from app.store.editions import Seen
from grader import Course, Edition, Lesson, Module


@dataclass(frozen=True)
class Place:
    """A lesson where it stands in its course; `number` counts from 1 over all modules."""

    course: Course
    module: Module
    lesson: Lesson
    number: int
    previous: Lesson | None
    following: Lesson | None


@dataclass(frozen=True)
class Live:
    """The edition that counts now for a lesson in the open class, and how it is stored."""

    edition: Edition = field(repr=False)
    seen: Seen


@dataclass(frozen=True)
class Content:
    """Everything that can be read and solved; it changes only with a restart."""

    courses: tuple[Course, ...]
    places: Mapping[str, Place]
    open_class: int
    live: Mapping[str, Live]


def publish(database: Database, courses: Sequence[Course], *, now: datetime) -> Content:
    """Make the folders' content live in the open class, and remember each new version of it.

    The open class belongs to nobody, so it follows the folders.
    """
    live: dict[str, Live] = {}
    with database.writing() as session:
        open_class = editions.open_class(session)
        for course in courses:
            for lesson, edition in course.editions.items():
                query_sets.follow_folder(session, edition, class_id=open_class, now=now)
                seen = editions.see(session, edition, class_id=open_class, now=now)
                live[lesson] = Live(edition, seen)
    places = {place.lesson.id: place for course in courses for place in _places(course)}
    return Content(tuple(courses), places, open_class, live)


def _places(course: Course) -> list[Place]:
    lessons = [(module, lesson) for module in course.modules for lesson in module.lessons]
    neighbours = [None, *(lesson for _, lesson in lessons), None]
    return [
        Place(course, module, lesson, number, neighbours[number - 1], neighbours[number + 1])
        for number, (module, lesson) in zip(count(1), lessons, strict=False)
    ]
